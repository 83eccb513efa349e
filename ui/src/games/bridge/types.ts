// What bridge puts on the wire (docs/bridge.md), under the names that its parts of the page use.

import type {
  Bridge,
  BridgeBid,
  BridgeDouble,
  BridgePass,
  BridgeRedouble,
  BridgeTerms,
  BridgeView,
  Said,
} from '../../wire.gen';

export type {
  Bridge,
  BridgeAnalysis as Analysis,
  BridgeBid as Bid,
  BridgeContract as Contract,
  BridgeDenomination as Denomination,
  BridgeEntry as Entry,
  BridgeEvent as Event,
  BridgeFinished as Finished,
  BridgeOutcome as Outcome,
  BridgeSheet as Sheet,
  BridgeView as View,
  Seat,
  Trick,
} from '../../wire.gen';

export type Call = BridgePass | BridgeBid | BridgeDouble | BridgeRedouble;
export type Calls = BridgeView['calls'];
export type Side = keyof BridgeView['tricks'];
export type Vulnerability = BridgeTerms['vulnerability'];
export type BridgeSaid = Said<Bridge>;
