// What preferans puts on the wire (docs/protocol.md). Seats are letters, players are names on the sheet.

import type { GameEvent, Illegal, Points, Said } from '../../core/wire';

export type Seat = string;
export type Name = string;
/** `6S` … `10NT`, `misere`, `allpass`. */
export type Contract = string;
export type CardId = string;

export type Phase = 'deal' | 'auction' | 'invite' | 'talon' | 'discard' | 'contract' | 'whist' | 'play' | 'over';

export interface Event extends GameEvent {
  readonly type:
    | 'deal' | 'look' | 'pass' | 'bid' | 'here' | 'misere' | 'take' | 'invite' | 'answer' | 'discard' | 'refuse'
    | 'contract' | 'correct' | 'whist' | 'half' | 'peek' | 'lay' | 'play' | 'claim' | 'surrender'
    | 'stop' | 'newcomer' | 'substitute' | 'correction'; // prettier-ignore
  readonly contract?: Contract;
  readonly blind?: boolean;
  readonly hand?: boolean | Seat; // bid, misere: without the talon; peek: whose
  readonly cards?: readonly CardId[] | number | string; // discard; take: how many; deal: the layout
  readonly card?: CardId;
  readonly yes?: boolean;
  readonly open?: boolean;
  readonly prompt?: boolean;
  readonly tricks?: Readonly<Record<Seat, number>>;
  readonly consent?: readonly Name[];
}

export interface Terms {
  readonly number: number;
  readonly seats: readonly Seat[];
  readonly names: readonly Name[];
  readonly dealer: Seat;
  readonly hands: readonly Seat[];
  readonly waiting: Name | null;
  readonly dummy: Seat | null;
  readonly series: number;
  readonly price: number;
  readonly forced: boolean;
  readonly bombs: readonly number[];
}

export interface Hand {
  readonly count: number;
  readonly cards: readonly CardId[] | null;
}

export interface Trick {
  readonly leader: Seat;
  readonly cards: readonly (readonly [Seat, CardId])[];
  readonly winner: Seat;
  readonly talon?: CardId;
}

export interface Pending {
  readonly by: Seat;
  readonly tricks: Readonly<Record<Seat, number>>;
  readonly agreed: readonly Seat[];
}

export interface View {
  readonly seat: Seat | null;
  readonly terms: Terms;
  readonly phase: Phase;
  readonly turn: Seat | null;
  readonly actor: Seat | null;
  readonly hands: Readonly<Record<Seat, Hand>>;
  readonly talon: readonly CardId[];
  readonly calls: readonly (readonly [Seat, string])[];
  readonly answers: readonly (readonly [Seat, string])[];
  readonly bid: Contract | null;
  readonly contract: Contract | null;
  readonly declarer: Seat | null;
  readonly whisters: readonly Seat[];
  readonly open: boolean;
  readonly shared: boolean;
  readonly factor: number;
  readonly price: number;
  readonly lead: CardId | null;
  readonly trick: readonly (readonly [Seat, CardId])[];
  readonly history: readonly Trick[];
  readonly tricks: Readonly<Record<Seat, number>>;
  readonly discard: readonly CardId[] | null;
  readonly claim: Pending | null;
  readonly legal: readonly Event[];
  readonly offers: readonly Event[];
  readonly refused: Readonly<Record<CardId, Illegal>>;
}

export interface Outcome {
  readonly dealer: Name;
  readonly kind: 'tricks' | 'misere' | 'allpass';
  readonly declarer?: Name | null;
  readonly contract?: Contract | null;
  readonly tricks?: Readonly<Record<Name, number>> | null;
  readonly calls?: Readonly<Record<Name, 'whist' | 'pass' | 'half_whist'>>;
  readonly factor?: number | null;
  readonly surrender?: boolean;
  readonly refused?: boolean;
  readonly shared?: boolean;
}

export type Column = 'pool' | 'hill' | 'whists';

export interface Entry {
  readonly deal: number; // 0: no deal made it
  readonly column: Column;
  readonly who: number;
  readonly on: number | null;
  readonly points: Points;
  readonly why: string;
  readonly law: string;
}

export interface Settlement {
  readonly hill: readonly Points[];
  readonly change: readonly Points[];
  readonly pairwise: readonly (readonly Points[])[];
  readonly result: readonly Points[];
  readonly rounded: readonly Points[];
  readonly adjusted: readonly (readonly [number, number])[];
  readonly compensation: number;
}

export interface Sheet {
  readonly names: readonly Name[];
  readonly target: number;
  readonly pool: readonly Points[];
  readonly hill: readonly Points[];
  readonly whists: readonly (readonly Points[])[];
  readonly entries: readonly Entry[];
  readonly deals: readonly Outcome[];
  readonly series: number;
  readonly finished: boolean;
  readonly settlement: Settlement | null;
}

export interface Finished {
  readonly number: number;
  readonly names: Readonly<Record<Seat, Name>>;
  readonly outcome: Outcome;
  readonly entries: readonly Entry[];
  readonly hands: Readonly<Record<Seat, readonly CardId[]>>;
  readonly talon: readonly CardId[];
  readonly discard: readonly CardId[] | null;
  readonly history: readonly Trick[];
  readonly calls: readonly (readonly [Seat, string])[];
  readonly answers: readonly (readonly [Seat, string])[];
}

export interface Preferans {
  event: Event;
  view: View;
  sheet: Sheet;
  last: Finished;
}

export type PreferansSaid = Said<Event>;
