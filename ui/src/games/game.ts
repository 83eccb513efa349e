// What the folder of a game brings to the page. Its parts are loaded when somebody sits down to it.

import type { KeepClient } from '../keep/client';
import type { Book } from '../learn/game';
import type { ReplayClient } from '../rooms/replay';
import type { GameClient } from '../table/client';

export interface Game {
  readonly name: string; // as on the wire
  /** The cards by which it is drawn at the door. */
  readonly fan: readonly [string, string, string];
  readonly setup: GameSetup;
  /** Two play against two: their names are asked as pairs. */
  readonly sides?: true;
  /** Pairs agree on a bidding system and file a card of it. */
  readonly systems?: true;
  /** People call the places by the compass, and not by who deals. */
  readonly compass?: true;
  /** Cards that the declarer takes up lie beside the hands until then. */
  readonly talon?: true;
  /** The game at the table. */
  readonly client: () => Promise<{ readonly default: GameClient }>;
  /** Its score kept by hand, away from the club's tables. */
  readonly keep?: () => Promise<{ readonly default: KeepClient }>;
  /** Its book of rules. */
  readonly learn?: () => Promise<{ readonly default: Book }>;
  /** A deal of it shown again; without it, deals are not. */
  readonly replay?: () => Promise<{ readonly default: ReplayClient }>;
}

/** What the page must know of a game to ask for a table; the rest it learns from the club. */
export interface GameSetup {
  readonly base: string;
  readonly players: number;
  /** What a first table differs in. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** Offered as a tick beside the presets. */
  readonly overlays: readonly string[];
  /** Laid on by the club itself for so many players. */
  readonly automatic: Readonly<Record<number, readonly string[]>>;
  /** Which option says how long it takes, and the usual lengths. */
  readonly length: {
    readonly option: string;
    readonly values: readonly number[];
    readonly only?: readonly string[]; // presets that have a length; the option stands nowhere else then
  } | null;
  /** Presets that are for so many players alone; the others are for any. */
  readonly only?: Readonly<Record<string, readonly number[]>>;
}
