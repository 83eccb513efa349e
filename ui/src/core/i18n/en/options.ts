// What is agreed at a table whatever the game.

import type { SameOptions } from '..';
import type ru from '../ru/options';

const options: SameOptions<typeof ru> = {
  'table.stake': ['Virtual price of a whist or point', {}],
  'table.irregularities': ['An illegal move', { prevent: 'is refused', rule: 'can happen, the arbiter rules' }],
  'table.show_counters': ['Trick counters', {}],
  'table.chat_in_play': ['Talk during play', {}],
  'table.played_when': ['A card is played when', { released: 'released', lifted: 'lifted' }],
  'table.undo': ['Taking back', { off: 'never', unanimous: 'if all agree' }],
  'table.tempo_mask': ['All cards fall at one tempo', {}],
};

export default options;
