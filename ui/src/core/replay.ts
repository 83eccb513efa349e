// A finished deal of any game, card by card: hands as they were played, and the cards in the order in which they fell.
// No rules are here.

import { words, type Lang } from './i18n';
import { cardName } from './speech';
import type { ClosedTrick } from './table/reading';

type Seat = string;
type CardId = string;

type Dealt = Pick<Frame, 'hands'> & { readonly history: readonly ClosedTrick[] };

export interface Frame {
  readonly hands: Readonly<Record<Seat, readonly CardId[]>>;
  /** The trick on the table, its leader first. */
  readonly trick: readonly (readonly [Seat, CardId])[];
  /** A card from no hand that leads this trick. */
  readonly lead: CardId | null;
  /** The taker of the trick on the table; null: it is not full. */
  readonly winner: Seat | null;
  /** The number of the trick; 0: none yet. */
  readonly nth: number;
  /** The last played card, and its hand. */
  readonly played: readonly [Seat, CardId] | null;
  /** Tricks taken so far. */
  readonly tricks: Readonly<Record<Seat, number>>;
}

/** How many cards were played. */
export const cards = ({ history }: Pick<Dealt, 'history'>): number =>
  history.reduce((sum, trick) => sum + trick.cards.length, 0);

/** Where the tricks end, as numbers of cards: for a jump by whole tricks. */
export function ends({ history }: Pick<Dealt, 'history'>): readonly number[] {
  let sum = 0;
  return history.map((trick) => (sum += trick.cards.length));
}

/** The deal after `card` cards. */
export function frame(deal: Dealt, card: number): Frame {
  const hands: Record<Seat, readonly CardId[]> = { ...deal.hands };
  const tricks: Record<Seat, number> = Object.fromEntries(Object.keys(hands).map((seat) => [seat, 0]));
  let left = Math.min(card, cards(deal));
  for (const [at, trick] of left > 0 ? deal.history.entries() : []) {
    const fallen = trick.cards.slice(0, left);
    left -= fallen.length;
    for (const [seat, one] of fallen) hands[seat] = (hands[seat] ?? []).filter((held) => held !== one);
    const full = fallen.length === trick.cards.length;
    if (full) tricks[trick.winner] = (tricks[trick.winner] ?? 0) + 1;
    if (left > 0) continue;
    const winner = full ? trick.winner : null;
    const played = fallen.at(-1) ?? null;
    return { hands, trick: fallen, lead: trick.talon ?? null, winner, nth: at + 1, played, tricks };
  }
  return { hands, trick: [], lead: null, winner: null, nth: 0, played: null, tricks };
}

/** The deal at this card as a line to read and to hear. `now` null: the cards as dealt. */
export function lineOf(lang: Lang, now: Frame | null, nick: (seat: Seat) => string): string {
  const t = words(lang);
  if (now === null) return t('replay.dealt');
  if (now.played === null) return t('replay.before');
  const [seat, played] = now.played;
  const said = t('say.play', { who: nick(seat), card: cardName(lang, played, true) });
  return now.winner === null ? said : `${said} ${t('say.trick', { who: nick(now.winner) })}`;
}

/** These seats turned so that mine comes first, if one of them is mine. */
export function mineFirst<S extends string>(
  seats: readonly S[],
  names: Readonly<Partial<Record<S, string>>>,
  you: string | null,
): readonly S[] {
  const at = you === null ? -1 : seats.findIndex((seat) => names[seat] === you);
  return at < 0 ? seats : [...seats.slice(at), ...seats.slice(0, at)];
}
