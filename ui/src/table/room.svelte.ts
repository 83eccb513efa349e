// How much room the page has. 900 px: players sit around the cloth, the sheet stands beside it; 1180: the history too.
// A tablet held upright has the cloth of a phone, with the sheet and the history below it.

import { MediaQuery } from 'svelte/reactivity';

export const narrow = new MediaQuery('(max-width: 520px)');
export const roomy = new MediaQuery('(min-width: 900px)');
export const upright = new MediaQuery('(min-width: 700px) and (max-width: 899.98px) and (min-height: 900px)');
export const wide = new MediaQuery('(min-width: 1180px)');

/** The sheet has a place of its own. */
export const docked = {
  get current(): boolean {
    return roomy.current || upright.current;
  },
};
