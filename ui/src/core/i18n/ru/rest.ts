// The words of the club in Russian that the door does not say: loaded with any other page.

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

export const messages = {
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
