// What is asked of somebody who announces an event: loaded by the pages that ask it.

const words = {
  usual: 'Остальное как обычно: договор «{preset}», записаться может каждый, судите вы.',
  but: 'Остальное как обычно, кроме: ',
  change: 'Изменить остальное',
  entering: 'Название и запись',
  agreement: 'Договор игры',
  course: 'Ход и счёт',
  terms: 'договор «{preset}»',
  enter: 'Войти и объявить',
  'enter.about': 'Объявляет тот, у кого есть логин. Что вы ответили, сохранится.',
  settle: 'Что условлено',
  'settle.about': 'Это прочтут на странице турнира. Поправьте, что не так, и подтвердите: тогда можно рассаживать.',
  'settle.do': 'Так и условимся',
  'usual.sessions.hall': '{when}, за настоящими столами',
  'usual.sessions.online': '{when}, за столами клуба',
  'usual.sessions.later': 'в день, который назовёт судья',
  'usual.entry': 'все желающие, без взноса',
  'usual.special_conditions': 'нет',
  'usual.published': 'на странице турнира',
} as const;

export default words;
