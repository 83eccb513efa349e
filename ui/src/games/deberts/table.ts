// A table of deberts as one player sees it: who sits where, what waits for me. Drawn from the view alone.

import { around, type Chair as Anybody } from '../../core/table/reading';
import { isSeat, type Table } from '../../core/wire';
import type { Event, Finished, Order, Play, Seat, Trick, View } from './types';

export interface Chair extends Anybody {
  readonly seat: Seat | null;
  readonly maker: boolean;
  readonly trump: string | null; // what he plays
  readonly said: string | null; // the token of his last word in the bidding
  readonly points: number | null; // in his tricks, where it is counted aloud
  readonly known: readonly string[]; // cards that everybody knows he holds
}

/** Both players, mine first. */
export function chairs(table: Table, view: View | null): readonly Chair[] {
  return around(table.players, ({ name }) => name === table.you).map(([player, side]): Chair => {
    const seat = isSeat(player.name) ? player.name : null;
    const hand = seat === null ? undefined : view?.hands[seat];
    const maker = seat !== null && view?.maker === seat;
    return {
      key: seat ?? player.nick,
      name: player.name,
      nick: player.nick,
      bot: player.bot,
      seat: view === null ? null : seat,
      side,
      me: side === 'me' && player.name === table.you,
      dealer: view !== null && view.terms.dealer === seat,
      sits: false,
      acts: view !== null && view.actor === seat,
      tricks: view === null || view.maker === null ? null : ((seat && view.tricks[seat]) ?? 0),
      count: hand?.count ?? 0,
      cards: hand?.cards ?? null,
      maker,
      trump: maker ? (view?.trump ?? null) : null,
      said: view?.calls.findLast(([who]) => who === seat)?.[1] ?? null,
      points: seat === null ? null : (view?.points[seat] ?? null),
      known: hand?.known ?? [],
    };
  });
}

/** How many tricks are closed. */
export const closedTricks = (view: Pick<View, 'tricks'>): number =>
  Object.values(view.tricks).reduce((sum, one) => sum + one, 0);

/** The events of my turn, sorted for the action bar and never invented. */
export interface Turn {
  readonly orders: readonly Order[];
  readonly words: readonly Event[]; // about combinations, the bella after an offence, the exchange
  readonly pass: Event | null;
  readonly close: Event | null;
}

const WORDS: ReadonlySet<Event['type']> = new Set([
  'exchange', 'nine', 'declare', 'height', 'from', 'show', 'higher', 'passes', 'bella',
]); // prettier-ignore

export function turn(view: View): Turn {
  return {
    orders: view.legal.filter((event) => event.type === 'order'),
    words: view.legal.filter((event) => WORDS.has(event.type)),
    pass: view.legal.find((event) => event.type === 'pass') ?? null,
    close: view.offers.find((event) => event.type === 'close') ?? null,
  };
}

/** Cards that may be laid now. */
export const playable = (view: View): ReadonlySet<string> =>
  new Set(view.legal.flatMap((event) => (event.type === 'play' ? [event.card] : [])));

/** The plays of a card: with or without saying bella. */
export const plays = (view: View, card: string): readonly Play[] =>
  view.legal.filter((event) => event.type === 'play').filter((event) => event.card === card);

/** Mine, if a card of mine is waited for. */
export const playing = (view: View): Seat | null =>
  view.seat !== null && view.actor === view.seat && playable(view).size > 0 ? view.seat : null;

/** The trick that an event has just closed. */
export const closed = (before: View | null, after: View | null, last: Finished | null): Trick | null => {
  if (!before) return null;
  const now = after ? closedTricks(after) : (last?.history.length ?? 0);
  return now > closedTricks(before) ? ((after ?? last)?.history.at(-1) ?? null) : null;
};

/** What hangs in the air beside a player: his words about combinations, until the second trick is over. */
export function bubbles(view: View, seat: string | null): readonly string[] {
  if (view.maker === null || closedTricks(view) > 1) return [];
  return view.said.filter(([who]) => who === seat).map(([, token]) => token);
}
