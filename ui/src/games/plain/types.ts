// What every game puts on the wire: the base view, and a sheet and a deal of which no more is known.

import type { GameEvent, Kind, View as Known } from '../../wire.gen';

export interface Event extends GameEvent {
  readonly card?: string;
}

export interface View extends Known {
  readonly legal: readonly Event[];
  readonly offers: readonly Event[];
}

export interface Plain extends Kind {
  event: Event;
  view: View;
}
