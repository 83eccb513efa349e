// The page of programs.

export default {
  'programs.about':
    'Ваша программа может сидеть за столом: с людьми, с ботами, с другими программами. Она входит по токену и видит только свои карты.',
  'programs.go': 'Программы и токены',
  'programs.go.about': 'Пишете своего бота? Заведите ему токен.',
  'programs.name': 'Имя программы',
  'programs.name.about': 'за столом все увидят: {mark}',
  'programs.make': 'Создать токен',
  'programs.made': 'Токен для программы «{name}»',
  'programs.once': 'Скопируйте его сейчас: клуб показывает токен один раз и у себя не хранит.',
  'programs.token': 'Токен',
  'programs.copy': 'Скопировать токен',
  'programs.hide': 'Токен сохранён, убрать',
  'programs.list': 'Действующие токены',
  'programs.none': 'Пока ни одного.',
  'programs.since': 'с {date}',
  'programs.end': 'Отозвать',
  'programs.end.of': 'Отозвать токен программы «{name}»',
  'programs.end.title': 'Отозвать токен?',
  'programs.end.about':
    'Программа «{name}» сразу отключится, и этот токен больше ничего не откроет. Место за столом через минуту займёт бот клуба. Сыгранное останется в истории.',
  'programs.end.yes': 'Отозвать',
  'programs.end.no': 'Оставить',
  'programs.ended': 'Токен программы «{name}» отозван.',
  'programs.how': 'Как подключить',
  'programs.how.about': 'Токен — это пароль: держите его в переменной окружения, не в тексте программы.',
  'programs.line': 'Команда',
  'programs.line.copy': 'Скопировать команду',
  'programs.line.about': 'вместо TABLE — последнее слово в адресе стола',
  'programs.protocol': 'Протокол (по-английски)',
  'programs.example': 'Пример: bot.py',
};
