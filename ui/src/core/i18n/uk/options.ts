// What is agreed at a table whatever the game.

import type { SameOptions } from '..';
import type ru from '../ru/options';

const options: SameOptions<typeof ru> = {
  'table.stake': ['Умовна ціна віста чи очка', {}],
  'table.irregularities': ['Незаконний хід', { prevent: 'не пройде', rule: 'можливий, вирішує арбітр' }],
  'table.show_counters': ['Лічильник взяток видно', {}],
  'table.chat_in_play': ['Розмова під час гри', {}],
  'table.played_when': ['Карту зіграно, коли', { released: 'відпущено', lifted: 'піднято' }],
  'table.undo': ['Узяти хід назад', { off: 'не можна', unanimous: 'за спільною згодою' }],
  'table.tempo_mask': ['Усі карти лягають в одному темпі', {}],
};

export default options;
