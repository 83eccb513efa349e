// The post-mortem of a deal: asked from the club, and turned into what a page shows. Costs with all hands seen and costs by
// what was seen stand apart everywhere.

import { ask } from './api';
import type { Letters } from './cards';
import { eventShown } from './counsel';
import { find, type Lang } from './i18n';
import { exact, value } from './points';
import type { ClosedTrick } from './table/reading';
import type { GameEvent, Kind } from './wire';
import type * as wire from '../wire.gen';

const dealAt = (table: string, deal: number): string => `/api/tables/${encodeURIComponent(table)}/deals/${deal}`;

/** The post-mortem, or how far it is: then it is to be asked for again. */
export const reviewOf = (table: string, deal: number): Promise<wire.ReviewTold | wire.ReviewGoing> =>
  ask(`${dealAt(table, deal)}/review`);

/** The account of a match so far. */
export const matchReview = (table: string): Promise<wire.MatchTold> =>
  ask(`/api/tables/${encodeURIComponent(table)}/review`);

export type { OwnDeals } from '../wire.gen';
/** My own deals that have a post-mortem, game by game. */
export const ownDeals = (): Promise<readonly wire.OwnDeals[]> => ask('/api/reviews');

/** My ratings, game by game. */
export const ownRatings = (): Promise<readonly wire.OwnRating[]> => ask('/api/ratings/mine');
/** The ratings of a game. */
export const ratings = (game: string): Promise<wire.RatedList> => ask(`/api/ratings?game=${encodeURIComponent(game)}`);

export const going = (told: wire.ReviewTold | wire.ReviewGoing): told is wire.ReviewGoing => !('deal' in told);

/** Where a deal stands that is played again from the move `at`, after these choices. */
export const again = (
  table: string,
  deal: number,
  at: number,
  choices: readonly GameEvent[],
): Promise<wire.RetryTold<Kind>> => ask(`${dealAt(table, deal)}/retry`, { at, choices });

// --- the curve ---------------------------------------------------------------------------------------------------

type Moves = readonly Pick<wire.Move, 'n' | 'event' | 'struck'>[];

/** How many cards lie before the move of this number. */
export const cardsBefore = (moves: Moves, n: number): number =>
  moves.filter((one) => one.n < n && one.event.type === 'play' && !one.struck).length;

/** What the deal is worth to a player at each place of the slider: -1 the cards as dealt, 0 before the first card, … */
export function curve(deal: wire.Reviewed, moves: Moves, player: string, cards: number): readonly number[] {
  const places: number[] = [];
  for (const { seq, worth } of deal.moments) {
    const at = seq <= deal.first ? 0 : cardsBefore(moves, seq + 1) + 1;
    places[Math.min(at, cards + 1)] = value(exact(worth[player] ?? 0));
  }
  for (let at = 1; at < cards + 2; at += 1) places[at] ??= places[at - 1]!;
  return places;
}

/** The dearest decisions of a player, the dearest first. */
export const dearest = (deal: wire.Reviewed, player: string): readonly wire.Weighed[] =>
  (deal.dearest[player] ?? []).flatMap((seq) => deal.decisions.find((one) => one.seq === seq) ?? []);

// --- the better line ----------------------------------------------------------------------------------------------

interface Dealt {
  readonly history: readonly ClosedTrick[];
  readonly discard?: readonly string[];
}

const CARD = /^[SHDC][2-9TJQKA]$/;

/** The card of a token, of one with a bella too. */
const cardOf = (token: string): string | null => {
  const card = token.split(':')[0]!;
  return CARD.test(card) ? card : null;
};

/** The deal as it goes with the better line from a decision on: the cards before it as they fell, those after it as they would. */
export function better<D extends Dealt>(deal: D, moves: Moves, of: wire.Weighed): D {
  let left = cardsBefore(moves, of.seq);
  const history: { cards: [string, string][]; winner: string; talon?: string | null }[] = [];
  for (const trick of deal.history) {
    if (left <= 0) break;
    const cards = trick.cards.slice(0, left).map(([seat, card]) => [seat, card] as [string, string]);
    history.push({ ...trick, cards });
    left -= cards.length;
  }
  let open = history.length > 0 && history.at(-1)!.cards.length < full(deal, history.length - 1);
  for (const { seat, event, took } of of.line) {
    const card = cardOf(event);
    if (card === null) continue;
    if (!open) history.push({ cards: [], winner: seat });
    const trick = history.at(-1)!;
    trick.cards.push([seat, card]);
    open = took === null;
    if (took !== null) trick.winner = took;
  }
  const away = of.line
    .find(({ event }) => event.startsWith('discard:'))
    ?.event.slice('discard:'.length)
    .split(',');
  return { ...deal, history, ...(away && deal.discard ? { discard: away } : {}) };
}

/** How many cards a trick of the deal has. */
const full = (deal: Dealt, nth: number): number => deal.history[nth]?.cards.length ?? 0;

// --- words --------------------------------------------------------------------------------------------------------

/** A token as an event: what it says is all that words need. */
function eventOf(token: string): GameEvent {
  const [word = '', ...rest] = token.split(':');
  const more = rest.join(':');
  if (CARD.test(word)) return { type: 'play', card: word, ...(more === 'bella' ? { bella: true } : {}) } as GameEvent;
  if (/^\d+(S|H|D|C|NT)$/.test(word)) return { type: 'bid', contract: word } as GameEvent;
  if (word === 'contract') return { type: word, contract: more } as GameEvent;
  if (word === 'discard') return { type: word, cards: more ? more.split(',') : [] } as GameEvent;
  if (word === 'order') return { type: word, ...(more ? { trump: more } : {}) } as GameEvent;
  if (word === 'open' || word === 'closed') return { type: 'lay', open: word === 'open' } as GameEvent;
  if (['terz', 'fifty', 'hundred'].includes(word)) return { type: 'declare', kind: word } as GameEvent;
  if (word === 'X' || word === 'XX') return { type: word === 'X' ? 'double' : 'redouble' };
  if (word === 'yes' || word === 'no') return { type: 'answer', yes: word === 'yes' } as GameEvent;
  return { type: word };
}

/** A token in the words and signs of a reader. */
export function tokenShown(lang: Lang, token: string, letters: Letters): string {
  return find(lang, `call.${token.replace(':', '.')}`) ?? eventShown(lang, eventOf(token), letters);
}

export interface Figure {
  /** As it is written. */
  readonly n: string;
  /** As plurals need it. */
  readonly m: number;
}

/** A cost as it is written: at most one decimal. */
export function figure(lang: Lang, amount: number): Figure {
  const m = Math.round(Math.abs(amount) * 10) / 10;
  return { n: new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(m), m };
}
