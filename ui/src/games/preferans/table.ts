// A table as one player sees it: who sits where, and what stands at each place. Drawn from the view alone.

import { around, type Chair as Anybody } from '../../core/table/reading';
import type { Table } from '../../core/wire';
import type { Seat, Trick, View } from './types';

/** A chair of preferans. */
export interface Chair extends Anybody {
  readonly seat: Seat | null;
  readonly declarer: boolean;
  readonly whister: boolean;
  readonly said: string | null; // the token of his last word
}

/** Players and hands clockwise, from mine. */
export function chairs(table: Table, view: View | null): readonly Chair[] {
  const terms = view?.terms ?? null;
  const seatOf = (name: string | null): Seat | null => {
    const at = name === null ? -1 : (terms?.names.indexOf(name) ?? -1);
    return at < 0 ? null : (terms?.seats[at] ?? null);
  };
  interface Place {
    readonly name: string | null;
    readonly seat: Seat | null;
  }
  const places: Place[] = table.players.map(({ name }) => ({ name, seat: seatOf(name) }));
  if (terms?.dummy) {
    // The closed hand lies where its seat is: clockwise from north.
    const at = places.findIndex(({ seat }) => seat !== null && seat !== 'N');
    places.splice(at < 0 ? places.length : at, 0, { name: null, seat: terms.dummy });
  }
  return around(places, ({ name }) => name === table.you).map(([{ name, seat }, side]): Chair => {
    const player = table.players.find((one) => one.name === name);
    const hand = seat !== null ? view?.hands[seat] : undefined;
    const dealer = terms !== null && seat === terms.dealer;
    return {
      key: name ?? 'dummy',
      name,
      nick: player?.nick ?? '',
      bot: player?.bot ?? null,
      seat,
      side,
      me: side === 'me' && table.you !== null,
      dealer,
      sits: terms !== null && hand === undefined,
      declarer: seat !== null && view?.declarer === seat,
      whister: seat !== null && (view?.whisters.includes(seat) ?? false),
      acts: seat !== null && view?.actor === seat,
      said: seat === null || view === null ? null : lastWord(view, seat),
      tricks: seat !== null ? (view?.tricks[seat] ?? null) : null,
      count: hand?.count ?? 0,
      cards: hand?.cards ?? null,
    };
  });
}

/** What somebody said last: an answer to the contract, the contract itself, or a call of the auction. */
export function lastWord(view: View, seat: Seat): string | null {
  const of = (said: View['calls']) => said.findLast(([who]) => who === seat)?.[1] ?? null;
  if (view.declarer === seat && view.contract) return view.contract;
  const answer = of(view.answers);
  // Who chose how to play has said whist before.
  if (answer) return answer === 'open' || answer === 'closed' ? 'whist' : answer;
  // Once a contract is named, the words of the auction are history.
  return view.contract && view.contract !== 'allpass' ? null : of(view.calls);
}

/** The hand that I play from now: mine, or an open one; null when nothing waits for my card. */
export function playing(view: View): Seat | null {
  const mine = view.seat !== null && view.actor === view.seat && view.phase === 'play' && view.claim === null;
  return mine ? view.turn : null;
}

/**
 * Whether my hand has nothing left to decide: I sit out, or have passed and the sole whister plays my open cards. What I
 * am asked about a claim I answer all the same.
 */
export function idle(view: View): boolean {
  const { seat, declarer, whisters, contract } = view;
  if (view.phase !== 'play' || view.claim !== null) return false;
  if (seat === null || view.hands[seat] === undefined) return true;
  const whists = view.open && whisters.length === 1 && contract !== 'misere' && contract !== 'allpass';
  return whists && declarer !== null && seat !== declarer && !whisters.includes(seat);
}

/** Which cards may be played now. */
export function playable(view: View): ReadonlySet<string> {
  return new Set(view.legal.flatMap((event) => (event.type === 'play' ? [event.card] : [])));
}

/** From whose hand a card fell. */
export function owner(view: Pick<View, 'trick' | 'history'>, card: string): Seat | null {
  const all = [...view.history.flatMap((trick) => trick.cards), ...view.trick];
  return all.find(([, played]) => played === card)?.[0] ?? null;
}

/** The trick that an event has just closed. */
export function closed(before: Pick<View, 'history'> | null, after: readonly Trick[]): Trick | null {
  return before && after.length > before.history.length ? (after.at(-1) ?? null) : null;
}
