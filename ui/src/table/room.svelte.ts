// How much room the page has. 900 px: players sit around the cloth, the sheet stands beside it; 1180: the history too.

import { MediaQuery } from 'svelte/reactivity';

export const roomy = new MediaQuery('(min-width: 900px)');
export const wide = new MediaQuery('(min-width: 1180px)');
