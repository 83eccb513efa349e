// What the folder of a game brings to events: `games/<game>/event.ts`, found by name. Pages of events alone load it.

import type { Component } from 'svelte';

export type Format = 'duplicate' | 'olympic' | 'compensation';
export type Scoring = 'matchpoints' | 'butler' | 'cross_imps' | 'team_imps' | 'board_a_match';
export type Length = 'pool' | 'deals';

/** The form of a line: it says the line once it is complete, and whether something further has come into sight. */
export interface EventRowProps {
  readonly board: number;
  readonly seats: readonly string[];
  readonly label: (seat: string) => string;
  readonly change: (line: string | null, further: boolean) => void;
}

export interface EventGame {
  readonly formats: readonly Format[];
  /** How many sit at a table of an event. */
  readonly players: number;
  /** Cards of a hand, so many tricks of a board are counted. */
  readonly cards: number;
  /** The regulation that says how long a board takes, and the usual minutes. */
  readonly minutes: { readonly option: string; readonly usual: number };
  /** How boards are compared, and the regulation that says it; without it there is one way. */
  readonly scoring?: { readonly option: string; readonly values: readonly Scoring[] };
  /** What a party is played to. */
  readonly lengths?: readonly Length[];
  /** What the director may say of a movement of boards. */
  readonly seating: readonly ('at' | 'kind' | 'boards')[];
  /** Pairs file cards of their bidding system. */
  readonly systems?: true;
  /** What boards were worth is worked out and printed. */
  readonly values?: true;
  /** Files beside those of any game that its results go into. */
  readonly exports?: readonly 'usebio'[];
  readonly row?: () => Promise<{ readonly default: Component<EventRowProps> }>;
}

const PARTS = import.meta.glob<{ readonly default: EventGame }>('./*/event.ts', { eager: true });

/** What a game brings to events; undefined: it plays none. */
export const eventGame = (name: string): EventGame | undefined => PARTS[`./${name}/event.ts`]?.default;
