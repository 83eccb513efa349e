// The wire of docs/protocol.md under the names that the page uses, and the little that the page alone knows of it. The
// types themselves are made by `make wire` (`wire.gen.ts`).

import type { Chat, GameEvent, Here, Hinted, LookedBy, Player, Seat, TableInfo, Wish as Act } from '../wire.gen';

export { PROTO } from '../wire.gen';
export type {
  Ack,
  Bye,
  Candidate,
  Done,
  Ev,
  Fair,
  Finished,
  FromFile,
  FromServer,
  GameAbout,
  GameEvent,
  Have,
  Here,
  Hinted as Hint,
  Kind,
  Line as Chat,
  Nak,
  Player,
  Points,
  RoomInfo as Room,
  Said,
  Seat,
  Snap,
  TableInfo,
  TableTerms,
  ToServer,
  Watcher,
  What,
  Wish as Act,
} from '../wire.gen';

/** A player with this page's nickname; nick: empty on a free chair. */
export type Named = Player & { readonly nick: string };

/** A table whose players have this page's nicknames. */
export interface Table extends TableInfo {
  readonly players: readonly Named[];
}

export type Words = { readonly text: string } | { readonly phrase: string };

/** A person's request: an event of the game, the next deal, an act at the table, a word. */
export type Wish =
  { readonly do: GameEvent } | { readonly next: true } | { readonly act: Act } | { readonly say: Words };

/** Messages outside the log: presence, talk, a look at the last trick, a hint. */
export type Aside = Here | Chat | LookedBy | Hinted;

/** Seats clockwise from north. */
export const SEATS: readonly Seat[] = ['N', 'E', 'S', 'W'];
/** Whether a name on the wire is a seat's. */
export const isSeat = (name: string | null): name is Seat => SEATS.some((seat) => seat === name);
/** The seats that something is known of, in the order in which they came. */
export const seatsIn = (of: Readonly<Partial<Record<Seat, unknown>>>): readonly Seat[] =>
  Object.keys(of).filter(isSeat);
