// Hints, why, and programs at the table.

import type { Same } from '..';
import type ru from '../ru/bots';

const words: Same<typeof ru> = {
  'hint.title': 'Підказка',
  'hint.ask': 'Взяти підказку',
  'hint.about': 'Підказує бот, рівень: {level}. Решта побачить, що ви взяли підказку.',
  'hint.thinks': 'Бот рахує…',
  'hint.late': 'Бот не встиг. Вирішуйте самі.',
  'hint.key': 'підказка, де її дозволено',
  'hint.list': 'Варіанти, найкращий перший',
  'told.hint': '{who}: взято підказку.',
  'reason.no_hints': 'за цим столом грають без підказок',
  'seat.stand_in': '{why}, рівень: {level}',
  'bot.program': 'програма: {name}',

  'why.title': 'Чому так?',
  'why.ask': 'Чому бот зіграв так?',
  'why.calls': 'Рішення ботів до гри',
  'why.level': 'Грав бот, рівень: {level}.',
  'why.thinks': 'Бот пригадує…',
  'why.late': 'Бот не встиг порахувати знову.',
  'why.failed': 'Дізнатися не вдалося.',
  'why.other': 'Зіграно інакше: бот не встиг подумати або відтоді навчився іншого.',
  'why.played': 'зіграно',
  'score.tricks': '{n} {m, plural, one {взятка} few {взятки} many {взяток} other {взятки}}',
  'score.points': '{n} {m, plural, one {очко} few {очки} many {очок} other {очка}}',

  'hint.even': 'Не гірше.',
  'hint.loses': 'На {what} гірше.',
  'hint.loses.made': 'Грається в {n} % розкладів, найкращий варіант — у {best} %.',
  'hint.loses.mine.more': 'Своїх взяток більше на {n}.',
  'hint.loses.mine.less': 'Своїх взяток менше на {n}.',
  'hint.loses.declarer.more': 'У розігруючого взяток більше на {n}.',
  'hint.loses.declarer.less': 'У розігруючого взяток менше на {n}.',
  'hint.loss.tricks': '{n} {m, plural, one {взятку} few {взятки} many {взяток} other {взятки}}',
  'hint.loss.points': '{n} {m, plural, one {очко} few {очки} many {очок} other {очка}}',
  'hint.play.me':
    'Ви візьмете ще близько {tricks} {tricks_n, plural, one {взятки} few {взяток} many {взяток} other {взятки}}; розкладів прораховано: {worlds}.',
  'hint.play.declarer':
    'Розігруючий візьме ще близько {tricks} {tricks_n, plural, one {взятки} few {взяток} many {взяток} other {взятки}}; розкладів прораховано: {worlds}.',
  'hint.play.side':
    'У розігруючого вийде близько {tricks} {tricks_n, plural, one {взятки} few {взяток} many {взяток} other {взятки}}; розкладів прораховано: {worlds}.',
  'hint.play.made.me': 'Гра виходить у {percent} % розкладів.',
  'hint.play.made.declarer': 'Він зіграє своє у {percent} % розкладів.',
  'ev.pass': 'пас',
  'ev.answer.yes': 'так',
  'ev.answer.no': 'ні',
  'ev.claim': 'показати карти',
  'ev.nt': 'БК',

  'think.other': 'так виходить за підрахунком бота',
  'think.random': 'що під руку трапилося',
  'think.forced': 'іншої карти немає',
  'think.only_legal': 'іншого ходу немає',
  'think.searched': 'прораховано до кінця за можливими розкладами',
  'think.wins': 'узяти взятку',
  'think.plays_low': 'взятка чужа: покласти молодшу',
  'think.ruffs': 'убити козирем',
  'think.throws_off': 'скинути зайве',
  'think.cashes': 'забрати взятку',
  'think.leads': 'хід у перспективну масть',
  'think.draws_trumps': 'відібрати козирі',
  'think.takes': 'узяти взятку',
  'think.pass': 'спасувати',
};

export default words;
