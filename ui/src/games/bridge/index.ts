// Bridge, as the page finds it.

import type { Game } from '../game';

const game: Game = {
  name: 'bridge',
  fan: ['D2', 'CK', 'HA'],
  sides: true,
  systems: true,
  compass: true,
  client: () => import('./client'),
  keep: () => import('./keep'),
  learn: () => import('./learn'),
  replay: () => import('./replay'),
  setup: {
    base: 'rubber',
    players: 4,
    changes: {},
    overlays: [],
    automatic: {},
    length: { option: 'deals', values: [4, 8, 16, 24], only: ['duplicate', 'teams'] },
    only: {
      chicago: [4],
      'chicago-old': [4],
      'chicago-russian': [4],
      'chicago-duplicate': [4],
      duplicate: [4],
      teams: [4],
    },
  },
};

export default game;
