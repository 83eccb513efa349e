// A kept sheet in this browser: its last known state, text that is not yet written, and acts that wait for the network.

import type { Due, KeepAct, KeptSheet } from '../wire.gen';

/** A sheet of the list of those that were opened here. */
export interface Known {
  readonly id: string;
  readonly game: string;
  readonly preset: string;
  readonly players: readonly string[];
}

/** An act that the club has not yet answered. at: the entry that its writer had seen. */
export interface Waiting {
  readonly id: string;
  readonly at: number;
  readonly do: KeepAct;
}

/** All of one sheet. you: the owner of the phone; null: it goes round. */
export interface Stored {
  readonly you: string | null;
  readonly kept: KeptSheet | null;
  readonly waiting: readonly Waiting[];
  readonly draft: unknown;
}

const LIST = 'kozyr.keep';
const MOST = 30;
const NOTHING: Stored = { you: null, kept: null, waiting: [], draft: null };

function read<T>(key: string, usual: T): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return found === null ? usual : (found as T);
  } catch {
    return usual; // a browser that keeps nothing
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still writes sheets while it has a line.
  }
}

export const known = (): readonly Known[] => read<readonly Known[]>(LIST, []);

export function know(sheet: Known): void {
  write(LIST, [sheet, ...known().filter(({ id }) => id !== sheet.id)].slice(0, MOST));
}

export const stored = (id: string): Stored => ({ ...NOTHING, ...read<Partial<Stored>>(`${LIST}.${id}`, {}) });
export const store = (id: string, now: Stored): void => write(`${LIST}.${id}`, now);

/** Whether an act still means the same on a sheet that has moved on since its writer saw it. */
export function fits(kept: KeptSheet, { at, do: act }: Waiting): boolean {
  switch (act.act) {
    case 'write': {
      const { dealer } = act.outcome as { readonly dealer: string };
      return kept.due.some((due) => due.deal === act.deal && due.dealer === dealer);
    }
    case 'named':
      return kept.contract + 1 === act.deal;
    case 'enter':
    case 'agree':
      return true; // a player's own sector, a player's own answer
    case 'end':
      return kept.ending?.state !== 'asked';
    case 'join':
      return kept.due[0]?.deal === kept.contract + 1;
    case 'replace':
    case 'fine':
      return kept.players.includes(act.player);
    default:
      return kept.errors.every((error) => error.n <= at || (error.entry !== act.entry && error.n !== act.entry));
  }
}

/** The deal that is written now, if one is. */
export const present = (kept: KeptSheet): Due | null => kept.due[0] ?? null;
