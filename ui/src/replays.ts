// How a deal that is over is shown again, game by game. A game brings one module; the page (`screens/Replay.svelte`)
// has the slider, the keys, the links and the frame around it.

import type { Component } from 'svelte';
import type { PastDeal } from './core/account';
import type { Lang } from './core/i18n';

export interface ReplayClient {
  /** How many cards were played. */
  cards(past: PastDeal): number;
  /** Numbers of cards at which a trick was full. */
  ends(past: PastDeal): readonly number[];
  /** What the deal was, in a line with suit signs: `Анна: 6♠ =`. */
  title(lang: Lang, past: PastDeal): string;
  /** What happened at this card, as a line to read and to hear; null: the cards as dealt. */
  line(lang: Lang, past: PastDeal, card: number | null): string;
  /** All hands open, and the trick. */
  readonly Body: Component<{ past: PastDeal; card: number | null }>;
  /** What was said, and what was written. */
  readonly Notes: Component<{ past: PastDeal }>;
  /** The score as it stood after so many deals; `open` is called with a deal to look at. */
  readonly Sheet: Component<{ past: PastDeal; deals: number; open: (deal: number) => void }>;
}
