// The words of the club in Russian: short, as players speak. A game's own are in its folder.

import animals from './animals';
import common from './common';
import options from './options';
import rooms from './rooms';

export const messages = {
  ...animals,
  ...common,
  ...rooms,
};
export { options };
