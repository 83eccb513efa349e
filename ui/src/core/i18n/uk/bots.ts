// Hints, why, and programs at the table.

import type { Same } from '..';
import type ru from '../ru/bots';

const words: Same<typeof ru> = {
  'hint.title': 'Підказка',
  'coach.call': 'Покликати тренера',
  'hint.ask': 'Взяти підказку',
  'hint.tool': 'Що зробив би найсильніший бот і чому. Вирішуєте все одно ви.',
  'hint.about': 'Підказує бот, рівень: {level}.',
  'hint.seen': 'Решта побачить, що ви взяли підказку.',
  'hint.thinks': 'Бот рахує…',
  'hint.late': 'Бот не встиг. Вирішуйте самі.',
  'hint.key': 'підказка, де її дозволено',
  'hint.list': 'Варіанти, найкращий перший',
  'told.hint': '{who}: взято підказку.',
  'reason.no_hints': 'за цим столом грають без підказок',
  'seat.stand_in': '{why}, рівень: {level}',
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

  'hint.even': 'не гірше',
  'hint.loses': 'на {what} гірше',
  'hint.better': 'краще {what}, {why}',
  'hint.slip': 'схибив: {loss}, ніж {what}',
  'hint.cheaper': 'грається не рідше, але гра дешевша',
  'hint.less.made.me': 'гра виходить у {n} % розкладів, а не в {best} %',
  'hint.less.made.declarer': 'розігрувач зіграє своє в {n} % розкладів, а не в {best} %',
  'hint.less.tricks.me.fewer': 'своїх взяток менше на {n}',
  'hint.less.tricks.me.more': 'зайвих взяток більше на {n}',
  'hint.less.tricks.declarer.more':
    'розігрувач візьме на {n} {m, plural, one {взятку} few {взятки} many {взяток} other {взятки}} більше',
  'hint.less.tricks.declarer.fewer':
    'розігрувач візьме на {n} {m, plural, one {взятку} few {взятки} many {взяток} other {взятки}} менше',
  'hint.less.tricks.side.more':
    'розігрувач візьме на {n} {m, plural, one {взятку} few {взятки} many {взяток} other {взятки}} більше',
  'hint.less.tricks.side.fewer': 'взяток вийде менше на {n}',
  'hint.less.points': 'очок менше на {n}',
  'hint.play.tricks.me':
    'ви візьмете ще близько {tricks} {tricks_n, plural, one {взятки} few {взяток} many {взяток} other {взятки}}',
  'hint.play.tricks.declarer':
    'розігрувач візьме ще близько {tricks} {tricks_n, plural, one {взятки} few {взяток} many {взяток} other {взятки}}',
  'hint.play.tricks.side':
    'у розігрувача вийде близько {tricks} {tricks_n, plural, one {взятки} few {взяток} many {взяток} other {взятки}}',
  'hint.play.made.me': 'гра виходить у {percent} % розкладів',
  'hint.play.made.declarer': 'розігрувач зіграє своє у {percent} % розкладів',
  'hint.loss.tricks': '{n} {m, plural, one {взятку} few {взятки} many {взяток} other {взятки}}',
  'hint.loss.points': '{n} {m, plural, one {очко} few {очки} many {очок} other {очка}}',
  'ev.pass': 'пас',
  'ev.answer.yes': 'так',
  'ev.answer.no': 'ні',
  'ev.claim': 'показати карти',
  'ev.nt': 'БК',
  'ev.trump': 'козир {suit}',

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
