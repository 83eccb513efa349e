// What every game puts on the wire: the base view, and a sheet and a deal of which no more is known.

import type { GameEvent, GameLast, GameView } from '../../core/wire';

export type Seat = string;
export type Played = readonly (readonly [seat: Seat, card: string])[];

export interface Event extends GameEvent {
  readonly card?: string;
}

export interface View extends GameView {
  readonly turn: Seat | null; // whose card or call it is
  readonly hands: Readonly<Record<Seat, { readonly count: number; readonly cards: readonly string[] | null }>>;
  readonly trick: Played;
  readonly history?: readonly { readonly cards: Played; readonly winner: Seat }[]; // as far as this game shows it
  readonly legal: readonly Event[];
  readonly offers: readonly Event[];
}

export interface Sheet {
  readonly finished: boolean;
}

export interface Plain {
  event: Event;
  view: View;
  sheet: Sheet;
  last: GameLast;
}
