// Hints, why, and programs at the table.

import type { Same } from '..';
import type ru from '../ru/bots';

const words: Same<typeof ru> = {
  'hint.title': 'Hint',
  'hint.ask': 'Take a hint',
  'hint.about': 'A bot of level {level} answers. The others see that you took a hint.',
  'hint.thinks': 'The bot is counting…',
  'hint.late': 'The bot ran out of time. It is up to you.',
  'hint.key': 'a hint, where they are allowed',
  'hint.list': 'Choices, the best first',
  'told.hint': '{who} took a hint.',
  'reason.no_hints': 'this table plays without hints',
  'seat.stand_in': '{why}, level: {level}',
  'bot.program': 'program: {name}',

  'why.title': 'Why that?',
  'why.ask': 'Why did the bot play this?',
  'why.calls': 'What bots decided before the play',
  'why.level': 'A bot played, level: {level}.',
  'why.thinks': 'The bot is recalling…',
  'why.late': 'The bot ran out of time working it out again.',
  'why.failed': 'It could not be found out.',
  'why.other': 'Something else was played: the bot ran out of time, or has learned better since.',
  'why.played': 'played',
  'score.tricks': '{n} {m, plural, one {trick} other {tricks}}',
  'score.points': '{n} {m, plural, one {point} other {points}}',

  'hint.even': 'No worse.',
  'hint.loses': 'Worse by {what}.',
  'hint.loses.made': 'Makes in {n} % of the layouts, the best choice in {best} %.',
  'hint.loses.mine.more': '{n} more tricks of one’s own.',
  'hint.loses.mine.less': '{n} fewer tricks of one’s own.',
  'hint.loses.declarer.more': 'The declarer has {n} tricks more.',
  'hint.loses.declarer.less': 'The declarer has {n} tricks less.',
  'hint.loss.tricks': '{n} {m, plural, one {trick} other {tricks}}',
  'hint.loss.points': '{n} {m, plural, one {point} other {points}}',
  'hint.play.me':
    'You take about {tricks} more {tricks_n, plural, one {trick} other {tricks}}; layouts counted: {worlds}.',
  'hint.play.declarer':
    'The declarer takes about {tricks} more {tricks_n, plural, one {trick} other {tricks}}; layouts counted: {worlds}.',
  'hint.play.side':
    'The declarer ends with about {tricks} {tricks_n, plural, one {trick} other {tricks}}; layouts counted: {worlds}.',
  'hint.play.made.me': 'The contract makes in {percent} % of the layouts.',
  'hint.play.made.declarer': 'He makes it in {percent} % of the layouts.',
  'ev.pass': 'pass',
  'ev.answer.yes': 'yes',
  'ev.answer.no': 'no',
  'ev.claim': 'claim',
  'ev.nt': 'NT',

  'think.other': 'by the bot’s own count',
  'think.random': 'anything legal',
  'think.forced': 'there is no other card',
  'think.only_legal': 'there is nothing else to do',
  'think.searched': 'counted to the end over possible layouts',
  'think.wins': 'take the trick',
  'think.plays_low': 'the trick is not ours: play low',
  'think.ruffs': 'ruff',
  'think.throws_off': 'throw off what is not needed',
  'think.cashes': 'cash a trick',
  'think.leads': 'lead a suit with prospects',
  'think.draws_trumps': 'draw trumps',
  'think.takes': 'take the trick',
  'think.pass': 'pass',
};

export default words;
