// What a game brings to a kept sheet: how a result is typed in taps, how it is told, how the score is drawn.

import type { Component } from 'svelte';
import type { Lang } from '../core/i18n';
import type { Session } from '../table/client';
import type { Due, KeptSheet } from '../wire.gen';

/** The facts of a deal as the club takes them, without their dealer. */
export type Facts = Readonly<Record<string, unknown>>;

export interface ResultProps {
  due: Due;
  kept: KeptSheet;
  draft: unknown;
  change: (draft: unknown) => void;
}

export interface SheetProps {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a game reads its own sheet
  game: Session<any>;
  bare: boolean; // the title stands elsewhere
  kept: KeptSheet;
  you: string | null;
  open: (deal: number) => void;
}

export interface KeepClient {
  /** Typing a result. draft: what has been tapped so far; null: nothing. */
  readonly Result: Component<ResultProps>;
  /** The score as it stands, `game` as at a table; open: a deal is asked for, by its count on the sheet. */
  readonly Sheet: Component<SheetProps>;
  /** The facts that a draft makes; null: something is still to be tapped. */
  facts(draft: unknown, due: Due, kept: KeptSheet): Facts | null;
  /** The draft that makes these facts, to put them right. */
  draft(outcome: object, due: Due, kept: KeptSheet): unknown;
  /** Who writes a result down if nobody says: its declarer. By the player's name. */
  writer(draft: unknown, kept: KeptSheet): string | null;
  /** A result in a line: `6♠ =, Анна`. */
  told(lang: Lang, outcome: object, kept: KeptSheet): string;
}
