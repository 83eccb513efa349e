// Deberts, as the page finds it.

import type { Game } from '../game';

const game: Game = {
  name: 'deberts',
  fan: ['S9', 'DJ', 'CT'],
  client: () => import('./client'),
  keep: () => import('./keep'),
  learn: () => import('./learn'),
  replay: () => import('./replay'),
  setup: {
    base: 'moscow',
    players: 2,
    changes: {},
    overlays: [],
    automatic: {},
    length: { option: 'target', values: [301, 501, 1001] },
  },
};

export default game;
