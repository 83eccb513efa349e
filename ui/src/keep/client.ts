// What a game brings to a kept sheet: how a result is typed in taps, how it is told, how the score is drawn.

import type { Component } from 'svelte';
import type { Lang } from '../core/i18n';
import type { Due, KeptSheet } from '../wire.gen';

/** The facts of a deal as the club takes them, without their dealer. */
export type Facts = Readonly<Record<string, unknown>>;

export interface KeepClient {
  /** Typing a result. draft: what has been tapped so far; null: nothing. */
  readonly Result: Component<{ due: Due; kept: KeptSheet; draft: unknown; change: (draft: unknown) => void }>;
  /** The score as it stands; open: a deal is asked for, by its count on the sheet. */
  readonly Sheet: Component<{ kept: KeptSheet; you: string | null; open: (deal: number) => void }>;
  /** The facts that a draft makes; null: something is still to be tapped. */
  facts(draft: unknown, due: Due, kept: KeptSheet): Facts | null;
  /** The draft that makes these facts, to put them right. */
  draft(outcome: object, due: Due, kept: KeptSheet): unknown;
  /** Who writes a result down if nobody says: its declarer. By the player's name. */
  writer(draft: unknown, kept: KeptSheet): string | null;
  /** A result in a line: `6♠ =, Анна`. */
  told(lang: Lang, outcome: object, kept: KeptSheet): string;
}
