// What waits for me, sorted for the action bar: the view's own events, grouped and never invented.

import { seatsIn } from '../../core/wire';
import type { Bid, Claim, Event, Naming, Seat, View } from './types';

export interface Step {
  readonly event: Bid;
  readonly contract: string;
  readonly manner: 'blind' | 'hand' | null;
}

export interface Auction {
  readonly steps: readonly Step[]; // bids from the lowest up
  readonly here: Event | null;
  readonly pass: Extract<Event, { type: 'pass' }> | null;
  readonly misere: readonly Step[];
  readonly look: Event | null;
  readonly take: Event | null;
  readonly take1: Event | null;
  readonly invite: Event | null;
}

const LADDER = ['S', 'C', 'D', 'H', 'NT'];

/** Contracts in the order in which a bidding box has them. */
export function inOrder(contract: string): number {
  const found = /^(\d+)(\w+)$/.exec(contract);
  return found ? Number(found[1]) * 10 + LADDER.indexOf(found[2]!) : 0;
}

const manner = ({ blind, hand }: Bid): Step['manner'] => (blind ? 'blind' : hand ? 'hand' : null);

const step = (event: Bid): Step => ({
  event,
  contract: event.type === 'bid' ? event.contract : 'misere',
  manner: manner(event),
});

export function auction(view: View): Auction {
  const one = (type: Event['type']) => view.legal.find((event) => event.type === type) ?? null;
  const takes = view.legal.filter((event) => event.type === 'take');
  return {
    steps: view.legal
      .filter((event) => event.type === 'bid')
      .map(step)
      .sort((a, b) => inOrder(a.contract) - inOrder(b.contract)),
    here: one('here'),
    pass: view.legal.find((event) => event.type === 'pass') ?? null,
    misere: view.legal.filter((event) => event.type === 'misere').map(step),
    look: one('look'),
    take: takes.find(({ cards }) => cards !== 1) ?? null,
    take1: takes.find(({ cards }) => cards === 1) ?? null,
    invite: one('invite'),
  };
}

/** Contracts to choose from, by rows of one size. */
export function contracts(events: readonly Event[]): readonly (readonly Naming[])[] {
  const rows = new Map<number, Naming[]>();
  const sorted = events
    .filter((event) => event.type === 'contract' || event.type === 'correct')
    .sort((a, b) => inOrder(a.contract) - inOrder(b.contract));
  for (const event of sorted) {
    const size = Math.floor(inOrder(event.contract) / 10);
    rows.set(size, [...(rows.get(size) ?? []), event]);
  }
  return [...rows.values()];
}

/** Corrections on offer: without a pause any, later the slow ones only; the club's clock has the last word. */
export function corrections(view: View, prompt: boolean): readonly Event[] {
  return view.offers.filter((event) => event.type === 'correct' && (event.prompt ?? false) === prompt);
}

/** The discard of two cards, if the view lists it. */
export function discard(view: View, cards: readonly string[]): Extract<Event, { type: 'discard' }> | null {
  const discards = view.legal.filter((event) => event.type === 'discard');
  const same = (other: readonly string[]) =>
    other.length === cards.length && other.every((card) => cards.includes(card));
  return discards.find(({ cards: those = [] }) => same(those)) ?? null;
}

/** The names of the buttons that do this, for a hint that marks them; a discard is marked by its cards. */
export function buttons(event: Event): readonly string[] {
  switch (event.type) {
    case 'bid':
      return [`bid:${event.contract}${manner(event) ? `:${manner(event)}` : ''}`];
    case 'misere':
      return ['misere', 'misere!'];
    case 'contract':
    case 'correct':
      return [`${event.type}:${event.contract}`];
    case 'take':
      return [event.cards === 1 ? 'take1' : 'take'];
    case 'answer':
      return [event.yes ? 'yes' : 'no'];
    case 'lay':
      return [event.open ? 'open' : 'closed'];
    case 'peek':
      return [`peek:${event.hand}`];
    case 'discard':
    case 'play':
      return [];
    default:
      return [event.type];
  }
}

// --- claims ---------------------------------------------------------------------------------------------------

export type Tricks = Claim['tricks'];

export const claims = (view: View): readonly Claim[] => view.offers.filter((event) => event.type === 'claim');

const total = (tricks: Tricks, seats: readonly Seat[]) => seats.reduce((sum, seat) => sum + (tricks[seat] ?? 0), 0);

/** Those who play with me: I, and the hand that I play besides mine. */
export function mySide(view: View): readonly Seat[] {
  if (view.seat === null) return [];
  const defends =
    view.declarer !== null && view.declarer !== view.seat && view.open && view.whisters.includes(view.seat);
  if (!defends) return [view.seat];
  return seatsIn(view.hands).filter((seat) => seat !== view.declarer);
}

const best = (events: readonly Claim[], worth: (tricks: Tricks) => number): Claim | null =>
  events.reduce<Claim | null>(
    (found, event) => (!found || worth(event.tricks) > worth(found.tricks) ? event : found),
    null,
  );

/** A trick costs whoever takes it: nobody's claim may begin with tricks that he did not ask for. */
export const costly = ({ contract }: View): boolean => contract === 'allpass' || contract === 'misere';

/** The rest is ours: the claim in which my side has the most. Where tricks cost there is none. */
export function claimAll(view: View): Claim | null {
  if (costly(view)) return null;
  const mine = mySide(view);
  return best(claims(view), (tricks) => total(tricks, mine));
}

/** The rest is theirs, where it is plain whose: the declarer's, or the one whister's who plays against me. */
export function claimNone(view: View): Claim | null {
  if (view.seat === null || view.declarer === null) return null;
  if (costly(view) && view.declarer === view.seat) return null; // as good as a clean misère
  const theirs = view.declarer === view.seat ? view.whisters : [view.declarer];
  return theirs.length === 1 ? best(claims(view), (tricks) => total(tricks, theirs)) : null;
}

/** At misère: its declarer takes no more. Null elsewhere, or where he must take more. */
export function claimClean(view: View): Claim | null {
  if (view.contract !== 'misere' || view.declarer === null) return null;
  const clean = nearest(view, view.tricks, view.declarer, view.tricks[view.declarer] ?? 0);
  return clean && claim(view, clean);
}

/** How a claim stands before anything is chosen: the usual one, or what has been taken where tricks cost. */
export const proposed = (view: View): Tricks => claimAll(view)?.tricks ?? (claims(view).length > 0 ? view.tricks : {});

/** The claim with these totals, if it may be made. */
export function claim(view: View, tricks: Tricks): Claim | null {
  const seats = seatsIn(tricks);
  return claims(view).find((event) => seats.every((seat) => event.tricks[seat] === tricks[seat])) ?? null;
}

/** The claims that keep one seat's total, nearest to the others as they stand. */
export function nearest(view: View, tricks: Tricks, seat: Seat, n: number): Tricks | null {
  const far = (other: Tricks) =>
    seatsIn(tricks).reduce((sum, one) => sum + Math.abs((other[one] ?? 0) - (tricks[one] ?? 0)), 0);
  const fitting = claims(view).flatMap(({ tricks: one }) => (one[seat] === n ? [one] : []));
  return fitting.reduce<Tricks | null>((found, one) => (!found || far(one) < far(found) ? one : found), null);
}
