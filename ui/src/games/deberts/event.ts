// Deberts at events.

import type { EventGame } from '../event';

const event: EventGame = {
  formats: ['olympic', 'compensation'],
  players: 2,
  cards: 10,
  minutes: { option: 'tournament.minutes_per_board', usual: 5 },
  seating: [],
};

export default event;
