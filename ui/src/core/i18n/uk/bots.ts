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
  'why.often': 'Забагато запитань поспіль. Зачекайте хвилину.',
  'why.other': 'Зіграно інакше: бот не встиг подумати або відтоді навчився іншого.',
  'why.played': 'зіграно',
  'score.tricks': '{n} {m, plural, one {взятка} few {взятки} many {взяток} other {взятки}}',
  'score.points': '{n} {m, plural, one {очко} few {очки} many {очок} other {очка}}',
  'fact.tricks': 'взяток {n}',
  'fact.worlds': 'розкладів {n}',
  'fact.points': 'очок {n}',
  'fact.needed': 'треба {n}',
  'fact.need': 'треба {n}',
  'fact.own': 'своїх взяток {n}',
  'fact.all': 'на вісті взяток {n}',
  'fact.contract': 'гра {n}',

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
