// The table's questions to a game: how its view is read. Pure functions of the wire's data; no rule is computed.

import type { Lang } from '../i18n';
import type { Kind, Said, Table } from '../wire';

/** Where a chair stands on the screen. */
export type Side = 'me' | 'left' | 'top' | 'right' | 'topleft' | 'topright';

/** A player, or a hand, at a place. */
export interface Chair {
  readonly key: string;
  readonly name: string | null; // on the sheet; null: a hand without a player
  readonly nick: string;
  readonly bot: string | null;
  readonly seat: string | null; // in this deal; null: waits
  readonly side: Side;
  readonly me: boolean;
  readonly dealer: boolean;
  readonly sits: boolean; // no cards in this deal
  readonly acts: boolean; // whether the table waits for this chair
  readonly tricks: number | null;
  readonly count: number; // cards held
  readonly cards: readonly string[] | null; // a hand that lies open, or mine
}

/** Further marks of a plate: the last word, shown as text with suit signs, and the player's role in this deal. */
export interface Marks {
  readonly word: string | null;
  readonly role: string | null;
}

/** A trick that is closed. */
export interface ClosedTrick {
  readonly cards: readonly (readonly [seat: string, card: string])[];
  readonly winner: string;
  readonly talon?: string | null; // a card from no hand that led
}

/** A moment, for a listener. */
export interface Scene<K extends Kind = Kind> {
  readonly lang: Lang;
  readonly table: Table; // its players are called as this page calls them
  readonly before: K['view'] | null;
  readonly after: K['view'] | null;
  readonly last: K['last'] | null;
}

export interface Line {
  readonly key: number;
  readonly text: string;
  readonly struck?: boolean; // a ruling has taken it back
}

/** Questions of a person who does not see the table; the keys are the shell's. */
export type Query = 'hand' | 'trick' | 'last' | 'score' | 'contract' | 'turn';

export interface Reading<K extends Kind = Kind> {
  /** Chairs clockwise, mine first; before the first deal `view` is null. */
  chairs(table: Table, view: K['view'] | null): readonly Chair[];
  marks(lang: Lang, chair: Chair): Marks;
  /** The deal's number. */
  number(view: K['view']): number;
  /** The match is over and counted. */
  over(sheet: K['sheet']): boolean;
  /** The seat whose card I am to lay now: mine, or one that I play besides; null: no card waits for me. */
  playing(view: K['view']): string | null;
  /** Cards that may be laid now. */
  playable(view: K['view']): ReadonlySet<string>;
  /** The trick that has just closed; it stays on the table for a moment. */
  closed(before: K['view'] | null, after: K['view'] | null, last: K['last'] | null, said?: Said<K>): ClosedTrick | null;
  /** The last trick that is closed, as everybody may see it. */
  lastTrick(view: K['view'] | null, last: K['last'] | null): ClosedTrick | null;
  /** An event as a line to hear (`said`) or to read (`shown`); empty if nothing is to be said. */
  say(scene: Scene<K>, said: Said<K>, written?: 'said' | 'shown'): string;
  /** Further news to say: cards that came to light, my turn, the end of the deal. */
  aside(scene: Scene<K>): string;
  /** The running deal in lines. */
  lines(scene: Scene<K>, log: readonly Said<K>[]): readonly Line[];
  /** The answer to a question, for the ear. */
  answer(query: Query, scene: Scene<K>, sheet: K['sheet']): string;
  /** The cards of a deal as docs/fair.md writes them (its point 11), to hold against the reveal. */
  dealt?(last: K['last']): string;
  /** Types of events that may be offered at any time: they are sent again if another player's card came first. */
  readonly anytime: ReadonlySet<string>;
  /** How long cards brought to light stay before the next step is shown, ms; a tap on the cloth ends it. */
  stays?(before: K['view'] | null, after: K['view'] | null): number;
  /** Cards that are marked in an open hand: all have seen their origin. */
  marked?(view: K['view']): readonly string[];
  /** My hand has nothing left to decide in this deal; without it one never knows. */
  idle?(view: K['view']): boolean;
  /** The buttons that do an event, by their `data-event`, so that a hint can mark them; without it the event's type. */
  buttons?(event: K['event']): readonly string[];
  /** What a call promises, said in signs over the wire, in the reader's words; without it the signs are shown. */
  promised?(lang: Lang, signs: string): string;
  /** What is asked of me now, as the coach names it (`i18n/<lang>/coach.ts`). */
  task?(view: K['view']): string;
  /** A hand of choices so large that the middle of the table makes room for it. */
  tall?(view: K['view']): boolean;
}

const SIDES: Readonly<Record<number, readonly Side[]>> = {
  1: ['top'],
  2: ['left', 'right'],
  3: ['left', 'top', 'right'],
  4: ['left', 'topleft', 'topright', 'right'],
};

/** Places clockwise, turned so that mine comes first, each with its side of the screen. */
export function around<T>(places: readonly T[], mine: (place: T) => boolean): readonly (readonly [T, Side])[] {
  const at = Math.max(0, places.findIndex(mine));
  const turned = [...places.slice(at), ...places.slice(0, at)];
  const sides = SIDES[turned.length - 1] ?? SIDES[4]!;
  return turned.map((place, n) => [place, n === 0 ? 'me' : (sides[n - 1] ?? 'top')] as const);
}
