// The words of the club in English that the door does not say: loaded with any other page.

import bots from './bots';
import cup from './cup';
import events from './events';
import file from './file';
import keep from './keep';
import league from './league';
import operator from './operator';
import programs from './programs';
import seats from './seats';
import table from './table';
import type { Same } from '..';
import type { messages as ru } from '../ru/rest';

export const messages: Same<typeof ru> = {
  ...bots,
  ...cup,
  ...events,
  ...file,
  ...keep,
  ...league,
  ...operator,
  ...programs,
  ...seats,
  ...table,
};
