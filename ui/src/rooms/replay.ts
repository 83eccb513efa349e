// A deal that is over, as a page shows it again card by card. A game says who sat where and what it was called; the page
// (`screens/Replay.svelte`) has the cloth, the slider, the keys, the links and the frame around it.

import type { Component } from 'svelte';
import type { Lang } from '../core/i18n';
import type { SuitId } from '../core/cards';
import type { Frame } from '../core/replay';
import type { People } from '../core/table/people';
import type { Kind } from '../core/wire';
import type { AtEvent, PastDeal } from '../wire.gen';
import { called } from '../settings.svelte';

export interface Replay<K extends Kind = Kind> extends People {
  readonly deal: K['last'];
  readonly sheet: K['sheet']; // of the whole match
  readonly event: AtEvent | null;
}

/** A hand on the cloth. */
export interface Placed {
  readonly seat: string;
  readonly nick: string;
  readonly role: string;
  readonly place: 'below' | 'left' | 'right' | 'top';
}

export interface ReplayClient<K extends Kind = Kind> {
  /** The hands, mine below. */
  hands(lang: Lang, replay: Replay<K>): readonly Placed[];
  /** Cards in nobody's hand; dealt: before anything was done with them. */
  aside?(
    lang: Lang,
    replay: Replay<K>,
    dealt: boolean,
  ): { readonly title: string; readonly cards: readonly string[] } | null;
  /** The deal after so many cards, where hands change before the play. */
  frame?(deal: K['last'], card: number): Frame;
  /** The suits of a hand from above, where they are not those of preferans. */
  readonly suits?: readonly SuitId[];
  /** What the deal was, in a line with suit signs: `Анна: 6♠ =`. */
  title(lang: Lang, replay: Replay<K>): string;
  /** What was said, and what was written. */
  readonly Notes: Component<{ replay: Replay<K> }>;
  /** The score as it stood after so many deals; `open` is called with a deal to look at. */
  readonly Sheet: Component<{ replay: Replay<K>; deals: number; open: (deal: number) => void }>;
}

/** A game's way to show its deals, its own types forgotten: it gets back only what the game itself has put on the wire. */
export const defineReplay = <K extends Kind>(client: ReplayClient<K>): ReplayClient =>
  client as unknown as ReplayClient;

/** What the club tells of a deal that is over, with people called as this page calls them. */
export const replayOf = (past: PastDeal): Replay => ({
  id: past.table,
  you: past.you,
  players: past.players.map((one) => ({ ...one, nick: one.nick === null ? '' : called(one.nick, one.bot) })),
  deal: past.deal,
  sheet: past.sheet,
  event: past.event,
});
