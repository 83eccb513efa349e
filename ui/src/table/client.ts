// A game's part at the table: how its view is read, and its own parts of the screen. The shell (`Table.svelte`) knows
// nothing else of a game; `ui/src/games.ts` loads a game by its name for its first table.

import type { Component } from 'svelte';
import type { Key } from '../core/i18n';
import type { Reading } from '../core/table/reading';
import type { Kind } from '../core/wire';
import type Icon from '../parts/Icon.svelte';
import type { Reader, TableSession } from './session.svelte';
import type { ComponentProps } from 'svelte';

export type IconName = ComponentProps<typeof Icon>['name'];

/** A table with the client of its game. */
export type Session<K extends Kind = Kind> = TableSession<K, GameClient<K>>;

/** The props of the end of a match. */
export interface EndProps<K extends Kind> {
  game: Session<K>;
  listed: boolean; // the deals stand beside it already
  open: (deal: number) => void;
  rematch: () => void;
  busy: boolean; // another match has been asked for
  leave: () => void;
}

/** The props of the score. */
export interface ScoreProps<K extends Kind> {
  game: Session<K>;
  bare?: boolean; // its title stands elsewhere
  open: (deal: number, of?: unknown) => void; // the number of a deal to look at, and what of it
}

/** Every part gets the session: the shown state (`game.view`, `game.chairs`, …) and the possible acts (`game.do`). */
export interface Parts<K extends Kind> {
  /** In the bar at the top: the deal, the dealer, the contract. `short`: a phone. */
  Line: Component<{ game: Session<K> }>;
  /** The middle of the table: the cards there, the words of the auction, the trick (`Trick.svelte` draws it). */
  Centre: Component<{ game: Session<K> }>;
  /** My choices: a `<section data-action={phase or "wait"}>` whose buttons have `data-event` and `data-key`. */
  Action: Component<{ game: Session<K> }>;
  /** My own cards (`Hand.svelte`), or why I have none. */
  Mine: Component<{ game: Session<K> }>;
  /** A hand that lies open at a plate; without it the shell draws one by suits (`OpenHand.svelte`). */
  Open?: Component<{ game: Session<K>; chair: ReturnType<Reading<K>['chairs']>[number] }>;
  /** Before the first deal: the draw for seats and the deal. It calls `done`. */
  Lot?: Component<{ game: Session<K>; done: () => void }>;
  /** Questions between people by a custom of this game: a `<section>` each (`Notices.svelte`). */
  Customs?: Component<{ game: Session<K> }>;
  /** A deal that has just ended. */
  Result: Component<{ game: Session<K>; last: K['last'] }>;
  /** The end of the match, with its winner (`Ending.svelte`). */
  End: Component<EndProps<K>>;
  /** The score. */
  Sheet: Component<ScoreProps<K>>;
  /** A list of the deals that are over. */
  Deals: Component<{ game: Session<K>; open: (deal: number) => void }>;
  /** An older deal in a dialog: `of` is the value that `Sheet` gave to `open`. */
  Deal: Component<{ game: Session<K>; number: number; of?: unknown }>;
}

/** Something that slides up over the table, or stands at its side: a claim, a note, the auction once more. */
export interface GamePanel<K extends Kind> {
  readonly id: string;
  readonly title: Key;
  readonly short?: Key; // on the button
  readonly icon: IconName;
  readonly key?: string; // `KeyC`
  /** Whether there is such a thing now. */
  on(game: Session<K>): boolean;
  readonly part: Component<{ game: Session<K>; close: () => void }>;
}

export interface GameClient<K extends Kind = Kind> extends Reader<K> {
  readonly title: Key; // of the score, of the page: "Пулька"
  readonly parts: Parts<K>;
  readonly panels: readonly GamePanel<K>[];
  /** Rows of the list of keys besides the shell's own. */
  readonly keys: readonly (readonly [key: string, what: Key])[];
  /** The title of the score, in words. */
  heading(sheet: K['sheet']): readonly [Key, Readonly<Record<string, string | number>>];
  /** By which number people call a deal, where it is not the count of them. */
  nth?(last: K['last'], sheet: K['sheet']): number;
}

/** A game's client without its own types: the shell hands back only values that the game itself has put on the wire. */
export const define = <K extends Kind>(client: GameClient<K>): GameClient => client as unknown as GameClient;
