// Bridge at events.

import type { EventGame } from '../event';

const event: EventGame = {
  formats: ['duplicate', 'olympic', 'compensation'],
  players: 4,
  cards: 13,
  minutes: { option: 'bridge.minutes_per_board', usual: 8 },
  scoring: { option: 'bridge.scoring', values: ['matchpoints', 'butler', 'cross_imps', 'team_imps', 'board_a_match'] },
  seating: ['kind', 'boards'],
  systems: true,
  exports: ['usebio'],
  row: () => import('./EventRow.svelte'),
};

export default event;
