// What seats and players of a deal are called on this page.

import type { Finished, Seat } from './types';
import type { Table } from '../../core/wire';
import { tt } from '../../settings.svelte';

export const nickOf = (table: Pick<Table, 'players'>, name: string | null | undefined): string =>
  table.players.find((one) => one.name === name)?.nick ?? name ?? '';

/** Who plays a seat of a deal that is over; without the deal, the seat itself. */
export const seatName = (table: Pick<Table, 'players'>, deal: Pick<Finished, 'names'> | null, seat: Seat): string =>
  deal ? nickOf(table, deal.names[seat]) : nickOf(table, seat) || tt(`compass.${seat}`);
