// What preferans puts on the wire (docs/protocol.md), under the names that its parts of the page use.

import type {
  Preferans,
  PreferansBid,
  PreferansCorrect,
  PreferansEntry,
  PreferansMisere,
  PreferansName,
  Said,
} from '../../wire.gen';

export type {
  Card as CardId,
  Hand,
  Preferans,
  PreferansAnalysis as Analysis,
  PreferansClaim as Claim,
  PreferansContract as Contract,
  PreferansEntry as Entry,
  PreferansEvent as Event,
  PreferansFinished as Finished,
  PreferansOutcome as Outcome,
  PreferansSheet as Sheet,
  PreferansView as View,
  Seat,
  Trick,
} from '../../wire.gen';

export type Column = PreferansEntry['column'];
/** What the ladder is climbed with. */
export type Bid = PreferansBid | PreferansMisere;
/** What names a contract once the talon is taken. */
export type Naming = PreferansName | PreferansCorrect;
export type PreferansSaid = Said<Preferans>;
