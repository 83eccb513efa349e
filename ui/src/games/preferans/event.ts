// Preferans at events.

import type { EventGame } from '../event';

const event: EventGame = {
  formats: ['duplicate', 'olympic', 'compensation'],
  players: 4,
  cards: 10,
  minutes: { option: 'tournament.minutes_per_board', usual: 5 },
  lengths: ['pool', 'deals'],
  seating: ['at'],
  values: true,
  row: () => import('./EventRow.svelte'),
};

export default event;
