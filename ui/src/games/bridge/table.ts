// A table of bridge as one player sees it: who sits where, what waits for me. Drawn from the view alone.

import { around, type Chair as Anybody, type Side as Place } from '../../core/table/reading';
import { SEATS, type Table } from '../../core/wire';
import type {
  Bid, BridgeSaid, Call, Denomination, Event, Finished, Seat, Side, Sheet, Trick, View, Vulnerability,
} from './types'; // prettier-ignore

export const DENOMINATIONS: readonly Denomination[] = ['C', 'D', 'H', 'S', 'NT'];

/** The suits of a hand that is written out, from above; cards that lie on the table alternate in colour. */
export const SUITS = ['S', 'H', 'D', 'C'] as const;

export interface Chair extends Anybody {
  readonly seat: Seat | null;
  readonly declarer: boolean;
  readonly dummy: boolean;
  readonly vulnerable: boolean;
  readonly call: string | null; // his last one, while the auction may be heard
}

export const lineOf = (seat: Seat): Side => (SEATS.indexOf(seat) % 2 === 0 ? 'NS' : 'EW');
export const otherLine = (line: Side): Side => (line === 'NS' ? 'EW' : 'NS');
export const partnerOf = (seat: Seat): Seat => SEATS[(SEATS.indexOf(seat) + 2) % 4]!;
/** Four seats clockwise from one. */
export const clockwise = (from: Seat): readonly Seat[] => {
  const at = Math.max(0, SEATS.indexOf(from));
  return [...SEATS.slice(at), ...SEATS.slice(0, at)];
};
export const vulnerable = (vulnerability: Vulnerability, seat: Seat): boolean =>
  vulnerability === 'both' || vulnerability === lineOf(seat).toLowerCase();

/** The player who decides for a seat in this deal; his own seat, or one that he plays besides. */
export function playerOf(view: Pick<View, 'terms'>, seat: Seat): string | null {
  const { control, seats, names } = view.terms;
  const by = control[SEATS.indexOf(seat)] ?? seat;
  return names[seats.indexOf(by)] ?? null;
}

/** Whether a seat is somebody's own, not a hand that he plays besides. */
export const own = (view: Pick<View, 'terms'>, seat: Seat): boolean => view.terms.seats.includes(seat);

/** Players of the table who do not play this rubber. */
export const resting = (table: Table, view: View): readonly string[] =>
  table.players.flatMap(({ name, nick }) => (name !== null && view.terms.names.includes(name) ? [] : [nick]));

/** All four hands of the deal, mine first; who rests is below them all and sees the table from outside. */
export function chairs(table: Table, view: View | null): readonly Chair[] {
  const plain = { tricks: null, declarer: false, dummy: false, vulnerable: false, call: null } as const;
  const nobody = { ...plain, dealer: false, acts: false, count: 0, cards: null, seat: null } as const;
  if (view === null) {
    return around(table.players, ({ name }) => name === table.you).map(([{ name, nick, bot }, side]) => ({
      ...nobody,
      key: name || nick,
      name,
      nick,
      bot,
      side,
      me: side === 'me' && name === table.you,
      sits: false,
    }));
  }
  const chair = (seat: Seat, side: Place): Chair => {
    const name = playerOf(view, seat);
    const mine = own(view, seat);
    const player = table.players.find((one) => one.name === name);
    const hand = view.hands[seat];
    // After the play every hand lies open to whoever declares honours: not before the deal is over for all.
    const seen = view.phase !== 'honours' || seat === view.seat || view.tabled.includes(seat);
    return {
      key: seat,
      name: mine ? name : null,
      nick: player?.nick ?? seat,
      bot: mine ? (player?.bot ?? null) : null,
      seat,
      side,
      me: seat === view.seat,
      dealer: view.terms.dealer === seat,
      sits: false,
      acts: view.actor === seat,
      tricks: null,
      count: hand?.count ?? 0,
      cards: seen ? (hand?.cards ?? null) : null,
      declarer: view.declarer === seat,
      dummy: view.dummy === seat,
      vulnerable: vulnerable(view.terms.vulnerability, seat),
      call: view.calls.findLast(([who]) => who === seat)?.[1] ?? null,
    };
  };
  const me = table.players.find(({ name }) => name === table.you);
  if (view.seat === null && me) {
    const out: Chair = {
      ...nobody,
      key: me.name ?? me.nick,
      name: me.name,
      nick: me.nick,
      bot: null,
      side: 'me',
      me: true,
      sits: true,
    };
    const sides: readonly Place[] = ['left', 'topleft', 'topright', 'right'];
    return [out, ...clockwise('W').map((seat, at) => chair(seat, sides[at]!))];
  }
  return around(clockwise(view.seat ?? 'S'), (seat) => seat === (view.seat ?? 'S')).map(([seat, side]) =>
    chair(seat, side),
  );
}

// --- what waits for me -----------------------------------------------------------------------------------------

/** My turn to call, sorted for the bidding box and never invented. */
export interface Box {
  readonly bids: ReadonlyMap<number, ReadonlyMap<Denomination, Bid>>; // by level
  readonly pass: Call | null;
  readonly double: Call | null;
  readonly redouble: Call | null;
}

export function box(view: View): Box {
  const bids = new Map<number, Map<Denomination, Bid>>();
  for (const event of view.legal) {
    if (event.type !== 'bid') continue;
    const level = bids.get(event.level) ?? new Map<Denomination, Bid>();
    bids.set(event.level, level.set(event.denomination, event));
  }
  return {
    bids,
    pass: view.legal.find((event) => event.type === 'pass') ?? null,
    double: view.legal.find((event) => event.type === 'double') ?? null,
    redouble: view.legal.find((event) => event.type === 'redouble') ?? null,
  };
}

/** A call with what it means for the opponents. */
export const telling = (event: Call, meaning: string): Call => {
  const said = meaning.trim();
  return said === '' ? event : { ...event, meaning: said };
};

export const playable = (view: View): ReadonlySet<string> =>
  new Set(view.legal.flatMap((event) => (event.type === 'play' ? [event.card] : [])));

/** The hand from which I am to lay a card: mine, or dummy's. */
export const playing = (view: View): Seat | null =>
  view.seat !== null && view.actor === view.seat && playable(view).size > 0 ? view.turn : null;

/** Dummy, and who rests, decide nothing once cards are played. */
export const idle = (view: View): boolean =>
  view.phase === 'play' && (view.seat === null || view.seat === view.dummy) && playing(view) === null;

/** Claims that can be made: how many tricks the declarer would have in all, fewest first. */
export const claims = (view: View): readonly number[] =>
  view.offers.flatMap((event) => (event.type === 'claim' ? [event.tricks] : [])).sort((a, b) => a - b);

/** Calls of the opponents that I may ask about. */
export const questions = (view: View): ReadonlySet<number> =>
  new Set(view.offers.flatMap((event) => (event.type === 'ask' ? [event.call] : [])));

/** Calls about which I am asked: mine where the caller explains, partner's where partner does. */
export function owed(view: View, explain: unknown): readonly number[] {
  if (view.seat === null) return [];
  const of = explain === 'self' ? view.seat : partnerOf(view.seat);
  return view.asked.filter((n) => view.calls[n]?.[0] === of);
}

export const honoursOffer = (view: View): Event | null => view.offers.find(({ type }) => type === 'honours') ?? null;

// --- tricks ----------------------------------------------------------------------------------------------------

export const closedTricks = (view: Pick<View, 'tricks'>): number => (view.tricks.NS ?? 0) + (view.tricks.EW ?? 0);

/** The trick that a card has just closed. Who has no right to look at it again sees it fall all the same. */
export function closed(
  before: View | null,
  after: View | null,
  last: Finished | null,
  said?: BridgeSaid,
): Trick | null {
  if (!before || before.phase !== 'play' || before.trick.length !== 3) return null;
  if (!after) return last?.history.at(-1) ?? null;
  if (after.trick.length > 0) return null;
  if (after.last) return after.last;
  if (said?.event.type !== 'play' || before.turn === null) return null;
  const cards = [...before.trick, [before.turn, said.event.card] as const];
  const line: Side = (after.tricks.NS ?? 0) > (before.tricks.NS ?? 0) ? 'NS' : 'EW';
  const winner = after.phase === 'play' ? after.turn : cards.find(([seat]) => lineOf(seat) === line)?.[0];
  return { leader: cards[0]![0], cards, winner: winner ?? cards[0]![0] };
}

/** Dummy as he lies: trumps on his right, which is the declarer's left. */
export function dummySuits(trump: Denomination | null): readonly ('S' | 'H' | 'D' | 'C')[] {
  const usual = ['S', 'H', 'C', 'D'] as const;
  if (trump === null || trump === 'NT') return usual;
  // Colours alternate after the trumps.
  const red = (suit: string) => suit === 'H' || suit === 'D';
  const rest = usual.filter((suit) => suit !== trump);
  const other = rest.filter((suit) => red(suit) !== red(trump));
  const [same] = rest.filter((suit) => red(suit) === red(trump));
  return [trump, other[0]!, same!, other[1]!];
}

/** The players of a side of the running rubber, by place; at two and three a dummy's seat is its player's. */
export const pair = ({ places }: Pick<Sheet, 'places'>, side: 0 | 1): readonly number[] =>
  [...new Set([places[side], places[side + 2] ?? places[side]])] as readonly number[];
