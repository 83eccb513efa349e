// The words of the club in Russian: short, as players speak. A game's own are in its folder.

import animals from './animals';
import bots from './bots';
import common from './common';
import cup from './cup';
import events from './events';
import file from './file';
import keep from './keep';
import league from './league';
import operator from './operator';
import options from './options';
import programs from './programs';
import rooms from './rooms';
import table from './table';

export const messages = {
  ...animals,
  ...common,
  ...cup,
  ...table,
  ...rooms,
  ...bots,
  ...file,
  ...keep,
  ...league,
  ...events,
  ...programs,
  ...operator,
};
export { options };
