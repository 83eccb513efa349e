// What deberts puts on the wire (docs/deberts.md). Two seats, N and S, which are the players' names on the sheet too.

import type { GameEvent, Illegal, Said } from '../../core/wire';

export type Seat = string;
export type CardId = string;
export type SuitLetter = string;
export type KindOfMeld = 'terz' | 'fifty' | 'hundred';

export type Phase = 'deal' | 'auction' | 'play' | 'melds' | 'bait' | 'over';
/** Who has to say what: about the terz from the nine, the height, the reply to it, the names. */
export type Step = '' | 'nine' | 'answer' | 'reply' | 'show';

export interface Meld {
  readonly kind: KindOfMeld;
  readonly top: CardId;
}

export interface Event extends GameEvent {
  readonly type:
    | 'deal' | 'pass' | 'order' | 'exchange' | 'declare' | 'nine' | 'higher' | 'passes' | 'height' | 'from' | 'show'
    | 'play' | 'bella' | 'close' | 'stop' | 'substitute' | 'correction'; // prettier-ignore
  readonly trump?: SuitLetter | boolean | null; // order: the suit named; from: whether it is of trumps
  readonly kind?: KindOfMeld;
  readonly rank?: string;
  readonly melds?: readonly Meld[];
  readonly card?: CardId;
  readonly bella?: boolean;
  readonly cards?: string; // deal: the layout
  readonly consent?: readonly string[];
}

export interface Terms {
  readonly number: number;
  readonly dealer: Seat;
  readonly eldest: Seat;
  readonly score: readonly [number, number];
  readonly hanging: readonly number[];
  readonly obliged: boolean;
}

export interface Hand {
  readonly count: number;
  readonly cards: readonly CardId[] | null;
  readonly known: readonly CardId[]; // to everybody
}

export interface Trick {
  readonly leader: Seat;
  readonly cards: readonly (readonly [Seat, CardId])[];
  readonly winner: Seat;
}

type Words = readonly (readonly [Seat, string])[];

export interface View {
  readonly seat: Seat | null;
  readonly terms: Terms;
  readonly phase: Phase;
  readonly step: Step;
  readonly turn: Seat | null;
  readonly actor: Seat | null;
  readonly hands: Readonly<Record<Seat, Hand>>;
  readonly first_trump: CardId | null;
  readonly upcard: CardId | null;
  readonly bottom: CardId | null;
  readonly stock: number;
  readonly calls: Words;
  readonly maker: Seat | null;
  readonly trump: SuitLetter | null;
  readonly exchanged: Seat | null;
  readonly said: Words;
  readonly claim: KindOfMeld | null;
  readonly named: Readonly<Record<Seat, readonly Meld[]>>;
  readonly passed: Seat | null;
  readonly bella: Seat | null;
  readonly trick: readonly (readonly [Seat, CardId])[];
  readonly history: readonly Trick[]; // while the deal runs the last trick alone; for those who watch none
  readonly tricks: Readonly<Record<Seat, number>>;
  readonly points: Readonly<Record<Seat, number>>; // empty where nothing is counted aloud
  readonly baited: Seat | null;
  readonly legal: readonly Event[];
  readonly offers: readonly Event[];
  readonly refused: Readonly<Record<CardId, Illegal>>;
}

export interface Outcome {
  readonly dealer: Seat;
  readonly maker?: Seat | null;
  readonly trump?: SuitLetter | null;
  readonly points?: Readonly<Record<Seat, number>>;
  readonly melds?: Readonly<Record<Seat, readonly KindOfMeld[]>>;
  readonly bella?: Seat | null;
  readonly last?: Seat | null;
  readonly bare?: Seat | null;
  readonly bait?: Seat | null;
  readonly closed?: Seat | null;
}

export type Why =
  | 'own' | 'taken' | 'hangs' | 'pot' | 'card_bait' | 'closed' | 'bait_fine' | 'bare_fine' | 'correction'; // prettier-ignore

export interface Entry {
  readonly deal: number; // 0: no deal made it
  readonly who: number;
  readonly points: number;
  readonly why: Why;
  readonly law: string;
}

export interface Sheet {
  readonly names: readonly [Seat, Seat];
  readonly target: number;
  readonly points: readonly [number, number];
  readonly hanging: readonly number[];
  readonly baits: readonly [number, number];
  readonly entries: readonly Entry[];
  readonly deals: readonly Outcome[];
  readonly finished: boolean;
  readonly stopped: boolean;
  readonly winner: number | null;
  readonly match_points: readonly [number, number];
}

/** One thing that is counted; `card`: of a combination its top card, if that was told. */
export interface Item {
  readonly what: KindOfMeld | 'bella' | 'last_trick' | 'spoken' | 'card';
  readonly points: number;
  readonly card: CardId | null;
}

export interface Counted {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface Finished {
  readonly number: number;
  readonly names: Readonly<Record<Seat, string>>;
  readonly outcome: Outcome;
  readonly entries: readonly Entry[];
  readonly hands: Readonly<Record<Seat, readonly CardId[]>>;
  readonly first_trump: CardId | null;
  readonly stock: readonly CardId[] | null;
  readonly history: readonly Trick[];
  readonly calls: Words;
  readonly said: Words;
  readonly named: Readonly<Record<Seat, readonly Meld[]>>;
  readonly count: Readonly<Record<Seat, Counted>> | null; // null: nobody ordered
  readonly score: readonly [number, number];
  readonly hanging: readonly number[];
}

export interface Deberts {
  event: Event;
  view: View;
  sheet: Sheet;
  last: Finished;
}

export type DebertsSaid = Said<Event>;
