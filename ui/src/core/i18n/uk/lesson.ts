// Уроки: слова тренера і сторінки.

import type { Same } from '..';
import type ru from '../ru/lesson';

const lesson: Same<typeof ru> = {
  you: 'Ви',
  coach: 'Тренер',
  next: 'Далі',
  back: 'Взяти хід назад',
  wrong: 'Так не варто.',
  'cost.tricks':
    '{n, plural, one {Це коштує взятку.} few {Це коштує # взятки.} many {Це коштує # взяток.} other {Це коштує # взятки.}}',
  'cost.points':
    '{n, plural, one {Це коштує # очко.} few {Це коштує # очки.} many {Це коштує # очок.} other {Це коштує # очка.}}',
  better: 'Краще: {what}.',
  or: ' або ',
  end: 'Урок пройдено',
  after: 'Наступний урок',
  again: 'Ще раз',
  all: 'Усі уроки',
  none: 'Такого уроку немає',
  'none.about': 'Можливо, посилання старе. Усі уроки є на сторінці «Вчитися».',
  learn: 'Вчитися',
  first: 'Почніть звідси',
  coming: 'Наступний урок',
  begin: 'Почати',
  learnt: 'пройдено',
  count: '{n} з {all}',
  everything: 'Усі уроки пройдено',
  'everything.about': 'Тепер за стіл: зіграйте з ботами або покличте друзів.',
  lost: 'Відповіді немає. Перевірте зв’язок і повторіть.',
  retry: 'Повторити',
};
export default lesson;
