// The people at a table, or of a deal that is over.

import type { Named } from '../wire';

export interface People {
  readonly id: string; // the table's
  readonly you: string | null; // my name on the sheet; null: I have no seat
  readonly players: readonly Named[]; // named as this page calls them
}

/** The nickname of a player, by the name on the sheet; the name itself where no player has it. */
export const nickOf = (people: Pick<People, 'players'>, name: string | null | undefined): string =>
  people.players.find((one) => one.name === name)?.nick ?? name ?? '';
