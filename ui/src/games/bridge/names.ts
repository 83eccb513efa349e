// What seats of a deal are called on this page.

import { nickOf, type People } from '../../core/table/people';
import { tt } from '../../settings.svelte';
import type { Finished, Seat } from './types';

/** Who plays a seat of a deal that is over; without the deal, the seat itself. */
export function seatName(table: Pick<People, 'players'>, deal: Pick<Finished, 'names'> | null, seat: Seat): string {
  if (deal) return nickOf(table, deal.names[seat]);
  return table.players.some(({ name }) => name === seat) ? nickOf(table, seat) : tt(`compass.${seat}`);
}
