// The wire of docs/protocol.md: what travels between the club and a browser, whatever the game.
// What a game puts into it (view, sheet, finished deal) is that game's own type.

export const PROTO = 1;

/** An event is itself on the wire: `{"type":"play","card":"C7"}`. */
export interface GameEvent {
  readonly type: string;
}

/** An exact number: whole as a number, a fraction as text (`"26/3"`). */
export type Points = number | string;

/** Why an event is refused, and the rule that forbids it. */
export interface Illegal {
  readonly reason: string;
  readonly law: string;
}

export interface Player {
  readonly name: string; // on the sheet: a seat's letter, at five a number
  readonly nick: string;
  readonly bot: string | null; // its level
}

export interface Lot {
  readonly seats: readonly (readonly [name: string, card: string])[]; // lowest first: chose first
  readonly deal: readonly (readonly [name: string, card: string])[];
}

export interface Table {
  readonly id: string;
  readonly game: string;
  readonly preset: string;
  readonly diff: Readonly<Record<string, readonly [preset: unknown, here: unknown]>>;
  readonly conventions: Readonly<Record<string, unknown>>;
  readonly you: string;
  readonly players: readonly Player[]; // clockwise
  readonly lot: Lot;
  readonly frozen?: boolean; // a fault has stopped the table
}

export interface Said<E extends GameEvent = GameEvent> {
  readonly seat: string | null; // null: the table itself
  readonly event: E;
}

/** What a game brings: types only. */
export interface Kind {
  event: GameEvent;
  view: unknown;
  sheet: unknown;
  last: unknown;
}

export interface Snap<K extends Kind = Kind> {
  readonly t: 'snap';
  readonly seq: number;
  readonly hash: string;
  readonly table: Table;
  readonly view: K['view'] | null;
  readonly sheet: K['sheet'];
  readonly log: readonly Said<K['event']>[];
  readonly last: K['last'] | null;
}

export interface Ev<K extends Kind = Kind> {
  readonly t: 'ev';
  readonly seq: number;
  readonly hash: string;
  readonly said: Said<K['event']>;
  readonly view: K['view'] | null;
  readonly sheet?: K['sheet'];
  readonly last?: K['last'];
}

export interface Ack {
  readonly t: 'ack';
  readonly id: string;
  readonly seq: number;
}

export type Code = 'illegal' | 'stale' | 'closed' | 'bad' | 'flood';

export interface Nak {
  readonly t: 'nak';
  readonly id: string | null;
  readonly code: Code;
  readonly reason?: string | null;
  readonly law?: string | null;
}

export type FromServer<K extends Kind = Kind> = Snap<K> | Ev<K> | Ack | Nak;

export interface Have {
  readonly seq: number;
  readonly hash: string;
}

/** What a person asks for: an event, or the next deal. */
export type Wish = { readonly do: GameEvent } | { readonly next: true };

export type ToServer =
  | { readonly t: 'hello'; readonly proto: number; readonly have?: Have }
  | { readonly t: 'cmd'; readonly id: string; readonly at: number; readonly do: GameEvent }
  | { readonly t: 'next'; readonly id: string; readonly at: number };

// --- HTTP ---------------------------------------------------------------------------------------------------

export interface OptionAbout {
  readonly values: readonly string[]; // empty: a number, or a list of numbers
  readonly about: string;
  readonly law: string;
}

export interface GameAbout {
  readonly players: readonly number[];
  readonly presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly options: Readonly<Record<string, OptionAbout>>;
}

export interface TableRow {
  readonly table: string;
  readonly game: string;
  readonly preset: string;
  readonly players: number;
  readonly finished: boolean;
}

export interface Refusal {
  readonly message: string;
  readonly options?: readonly string[];
}

export interface Wanted {
  readonly game: string;
  readonly preset: string;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly players: number;
}
