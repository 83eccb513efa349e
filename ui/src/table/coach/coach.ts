// The coach of a first table: what this browser keeps of it for each game, and what becomes of that after a deal.

import { even } from '../../core/counsel';
import type { Candidate, GameEvent } from '../../core/wire';

/** good: deals one after another in which nothing was worse than the expert's choice. off: the person has sent the coach away. */
export interface Kept {
  readonly good: number;
  readonly off: boolean;
}

/** Decisions of a deal that were held against a hint. */
export interface Held {
  readonly judged: number;
  readonly bad: number;
}

/** So many good deals, and the coach is silent. */
export const ENOUGH = 3;
export const FRESH: Kept = { good: 0, off: false };
export const UNHELD: Held = { judged: 0, bad: 0 };

const STORED = 'kozyr.coach';
type Stored = Readonly<Record<string, Kept>>;

function all(storage: Pick<Storage, 'getItem'>): Stored {
  try {
    const found: unknown = JSON.parse(storage.getItem(STORED) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Stored) : {};
  } catch {
    return {};
  }
}

/** What is kept of a game; null: nothing yet. */
export function recall(storage: Pick<Storage, 'getItem'>, game: string): Kept | null {
  const found = all(storage)[game];
  return typeof found?.good === 'number' ? { good: found.good, off: found.off === true } : null;
}

export function keep(storage: Pick<Storage, 'getItem' | 'setItem'>, game: string, kept: Kept): void {
  try {
    storage.setItem(STORED, JSON.stringify({ ...all(storage), [game]: kept }));
  } catch {
    // In a browser that keeps nothing the coach comes to each table anew.
  }
}

/** Whether the coach speaks. */
export const speaks = (kept: Kept | null): boolean => kept !== null && !kept.off && kept.good < ENOUGH;

const same = (one: GameEvent, other: GameEvent): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether a choice is as good as the expert's; null: it is none of those that were weighed, as a claim. */
export function good(candidates: readonly Candidate[], done: GameEvent): boolean | null {
  const best = candidates[0];
  if (!best || !candidates.some(({ event }) => event.type === done.type)) return null;
  const found = candidates.find(({ event }) => same(event, done));
  return found !== undefined && (found === best || even(best, found));
}

/** One more decision of the deal. */
export const held = (deal: Held, verdict: boolean | null): Held =>
  verdict === null ? deal : { judged: deal.judged + 1, bad: deal.bad + (verdict ? 0 : 1) };

/** What is kept after a deal; one without a decision that was held against a hint changes nothing. */
export const after = (kept: Kept, { judged, bad }: Held): Kept =>
  judged === 0 ? kept : { ...kept, good: bad === 0 ? kept.good + 1 : 0 };
