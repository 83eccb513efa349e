// What is asked of somebody who announces an event, in Ukrainian.

import type { Same } from '..';
import type ru from '../ru/announce';

const words: Same<typeof ru> = {
  usual: 'Решта як звичайно: домовленість «{preset}», записатися може кожен, судите ви.',
  but: 'Решта як звичайно, крім: ',
  change: 'Змінити решту',
  entering: 'Назва й запис',
  agreement: 'Домовленість гри',
  course: 'Перебіг і рахунок',
  terms: 'домовленість «{preset}»',
  enter: 'Увійти й оголосити',
  'enter.about': 'Оголошує той, хто має логін. Ваші відповіді збережуться.',
  settle: 'Про що домовлено',
  'settle.about': 'Це прочитають на сторінці турніру. Виправте, що не так, і підтвердьте: тоді можна розсаджувати.',
  'settle.do': 'Так і домовимося',
  'usual.sessions.hall': '{when}, за справжніми столами',
  'usual.sessions.online': '{when}, за столами клубу',
  'usual.sessions.later': 'у день, який назве суддя',
  'usual.entry': 'усі охочі, без внеску',
  'usual.special_conditions': 'немає',
  'usual.published': 'на сторінці турніру',
};

export default words;
