// What deberts puts on the wire (docs/deberts.md), under the names that its parts of the page use. Two seats, N and S,
// which are the players' names on the sheet too.

import type { Deberts, DebertsEntry, Said } from '../../wire.gen';

export type {
  Deberts,
  DebertsEntry as Entry,
  DebertsEvent as Event,
  DebertsFinished as Finished,
  DebertsItem as Item,
  DebertsMeld as Meld,
  DebertsOrder as Order,
  DebertsOutcome as Outcome,
  DebertsPlay as Play,
  DebertsSheet as Sheet,
  DebertsView as View,
  Seat,
  Trick,
} from '../../wire.gen';

export type Why = DebertsEntry['why'];
export type DebertsSaid = Said<Deberts>;
