// What bridge puts on the wire (docs/bridge.md). Seats are N E S W; who plays for a seat `terms.control` says.

import type { GameEvent, Illegal, Said } from '../../core/wire';

export type Seat = string;
export type CardId = string;
export type Denomination = 'C' | 'D' | 'H' | 'S' | 'NT';
export type Side = 'NS' | 'EW';
export type Vulnerability = 'none' | 'ns' | 'ew' | 'both';
export type Phase = 'deal' | 'auction' | 'play' | 'honours' | 'over';

export interface Event extends GameEvent {
  readonly type:
    | 'deal' | 'pass' | 'bid' | 'double' | 'redouble' | 'ask' | 'explain' | 'play' | 'claim' | 'answer' | 'honours'
    | 'stop' | 'substitute' | 'correction'; // prettier-ignore
  readonly level?: number;
  readonly denomination?: Denomination;
  readonly meaning?: string; // for the opponents; empty for partner
  readonly call?: number; // ask, explain: which call, from 0
  readonly card?: CardId;
  readonly tricks?: number; // claim: the declarer's in all
  readonly line?: string; // claim: how
  readonly yes?: boolean;
  readonly cards?: string; // deal: the layout
}

export interface Terms {
  readonly number: number;
  readonly dealer: Seat;
  readonly vulnerability: Vulnerability;
  readonly rubber: number;
  readonly board: number; // at duplicate its number, at Chicago the deal of the rubber; 0: neither
  readonly seats: readonly Seat[]; // where people sit
  readonly names: readonly string[]; // the players in them
  readonly control: readonly [number, number, number, number]; // who decides for each seat, N E S W
  readonly kind: 'four' | 'two' | 'three' | 'free';
  readonly part: readonly [number, number];
}

export interface Contract {
  readonly level: number;
  readonly denomination: Denomination;
  readonly doubled: 0 | 1 | 2;
}

export interface Hand {
  readonly count: number;
  readonly cards: readonly CardId[] | null;
}

export interface Trick {
  readonly leader: Seat;
  readonly cards: readonly (readonly [Seat, CardId])[];
  readonly winner: Seat;
}

export interface Pending {
  readonly by: Seat;
  readonly tricks: number;
  readonly agreed: readonly Seat[];
  readonly line?: string; // how, as it was said with the claim
}

export type Calls = readonly (readonly [Seat, string])[];

export interface View {
  readonly seat: Seat | null;
  readonly terms: Terms;
  readonly phase: Phase;
  readonly turn: Seat | null;
  readonly actor: Seat | null;
  readonly hands: Readonly<Record<Seat, Hand>>;
  readonly calls: Calls; // none after the lead, unless the table reviews them
  readonly meanings: Readonly<Record<string, string>>;
  readonly asked: readonly number[];
  readonly review: boolean;
  readonly bid: Contract | null;
  readonly contract: Contract | null;
  readonly declarer: Seat | null;
  readonly dummy: Seat | null;
  readonly tabled: readonly Seat[];
  readonly trick: readonly (readonly [Seat, CardId])[];
  readonly last: Trick | null;
  readonly tricks: Readonly<Partial<Record<Side, number>>>; // empty where nobody counts aloud
  readonly claim: Pending | null;
  readonly honours: Seat | null;
  readonly legal: readonly Event[];
  readonly offers: readonly Event[];
  readonly refused: Readonly<Record<CardId, Illegal>>;
  readonly outcome: Outcome | null;
}

export interface Outcome {
  readonly dealer: Seat;
  readonly vul?: Vulnerability | null;
  readonly contract?: string | null; // 4HX; none: all passed
  readonly declarer?: Seat | null;
  readonly tricks?: number | null;
  readonly honours?: Readonly<Record<Seat, number>>;
  readonly hcp?: Readonly<Partial<Record<Side, number>>>;
}

export type Why =
  | 'contract' | 'overtricks' | 'insult' | 'small_slam' | 'grand_slam' | 'undertricks' | 'honours' | 'game' | 'part'
  | 'rubber' | 'clean_rubber' | 'unfinished_game' | 'unfinished_part' | 'ruling'; // prettier-ignore

export interface Entry {
  readonly deal: number; // 0: none made it
  readonly rubber: number;
  readonly side: 0 | 1;
  readonly below: boolean;
  readonly points: number;
  readonly why: Why;
  readonly law: string;
}

type Two = readonly [number, number];

export interface Sheet {
  readonly names: readonly string[];
  readonly form: 'rubber' | 'chicago' | 'duplicate';
  readonly compare: 'none' | 'russian_target' | 'matchpoints' | 'imps';
  readonly rubber: number;
  readonly rubbers: number;
  readonly boards: number | null;
  readonly games: Two;
  readonly part: Two;
  readonly below: Two;
  readonly above: Two;
  readonly lines: readonly number[]; // deals that ended a game
  readonly scores: readonly number[]; // what each deal that counts brought N-S
  readonly imps: readonly number[]; // of N-S, against the Russian target
  readonly results: readonly (readonly number[])[]; // of each finished rubber, by player
  readonly totals: readonly number[];
  readonly places: readonly [number, number, number, number]; // whose each seat is, N E S W
  readonly entries: readonly Entry[];
  readonly deals: readonly Outcome[];
  readonly finished: boolean;
  readonly stopped: boolean;
}

export interface Finished {
  readonly number: number;
  readonly board: number;
  readonly dealer: Seat;
  readonly vulnerability: Vulnerability;
  readonly names: Readonly<Record<Seat, string>>; // who decides for each seat
  readonly outcome: Outcome | null;
  readonly entries: readonly Entry[];
  readonly score: number; // of N-S
  readonly hands: Readonly<Record<Seat, readonly CardId[]>>;
  readonly history: readonly Trick[];
  readonly calls: Calls;
  readonly meanings: Readonly<Record<string, string>>;
}

export interface Bridge {
  event: Event;
  view: View;
  sheet: Sheet;
  last: Finished;
}

/** What a deal was worth (`/api/tables/{id}/deals/{n}/analysis`). */
export interface Analysis {
  readonly table: Readonly<Record<Denomination, Readonly<Record<Seat, number>>>> | null;
  readonly par: { readonly score: number; readonly contracts: readonly string[] } | null;
  readonly other: {
    readonly level: string;
    readonly calls: Calls;
    readonly contract: string | null;
    readonly declarer: Seat | null;
    readonly tricks: number | null;
    readonly score: number;
    readonly imps: number; // what N-S here have won against it
  } | null;
}

export type BridgeSaid = Said<Event>;
