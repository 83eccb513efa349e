// Preferans, as the page finds it.

import type { Game } from '../game';

const game: Game = {
  name: 'preferans',
  fan: ['C7', 'HQ', 'SA'],
  talon: true,
  client: () => import('./client'),
  keep: () => import('./keep'),
  learn: () => import('./learn'),
  replay: () => import('./replay'),
  setup: {
    base: 'sochi',
    players: 3,
    changes: { pool_target: 20 },
    overlays: ['qualifying'],
    automatic: { 2: ['gusarik'] },
    only: { club: [3, 4] },
    length: { option: 'pool_target', values: [10, 20, 30, 50] },
  },
};

export default game;
