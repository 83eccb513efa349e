// One's own problems: the dearest decisions of one's own past deals, asked again after some days. When is remembered in this
// browser; the club keeps nothing of it.

import { ask } from './api';
import type { OwnProblem } from '../wire.gen';

export const ownProblems = (): Promise<readonly OwnProblem[]> => ask('/api/problems/own');

const DAY = 86_400_000;
/** Days until a problem is asked: first after its deal, then after each right answer. After the last it is done. */
export const DAYS = [3, 7, 21, 60] as const;

export const isOwn = (name: string): boolean => name.startsWith('own-');

/** How many right answers one after another, and when the last answer was given. */
interface Answered {
  readonly right: number;
  readonly at: number;
}
export type KnownOwn = Readonly<Record<string, Answered>>;

const STORED = 'kozyr.own-problems';

const fits = (one: unknown): one is Answered =>
  typeof one === 'object' &&
  one !== null &&
  Number.isInteger((one as Answered).right) &&
  (one as Answered).right >= 0 &&
  Number.isFinite((one as Answered).at);

/** What this browser remembers; of nonsense nothing. */
export function knownOwn(storage: Pick<Storage, 'getItem'>): KnownOwn {
  try {
    const found: unknown = JSON.parse(storage.getItem(STORED) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter((pair): pair is [string, Answered] => fits(pair[1])));
  } catch {
    return {};
  }
}

/** What is asked: its name, and when its deal was over. */
type Asked = Pick<OwnProblem, 'name' | 'over'>;

/** When a problem is to be asked, in milliseconds; null: it is done. */
export function dueAt(one: Asked, now: KnownOwn): number | null {
  const answered = now[one.name];
  const days = DAYS[answered?.right ?? 0];
  return days === undefined ? null : (answered?.at ?? one.over) + days * DAY;
}

export const isDue = (one: Asked, now: KnownOwn, at: number): boolean => {
  const due = dueAt(one, now);
  return due !== null && due <= at;
};

/** Whole days until a problem is asked; null: it is done. */
export const daysLeft = (one: Asked, now: KnownOwn, at: number): number | null => {
  const due = dueAt(one, now);
  return due === null ? null : Math.max(0, Math.ceil((due - at) / DAY));
};

/** An answer has been given. One that is not due yet, the first one too, changes nothing, unless it was wrong. */
export function afterOwn(now: KnownOwn, one: Asked, right: boolean, at: number): KnownOwn {
  if (right && !isDue(one, now, at)) return now;
  return { ...now, [one.name]: { right: right ? (now[one.name]?.right ?? 0) + 1 : 0, at } };
}

export function keepOwn(storage: Pick<Storage, 'getItem' | 'setItem'>, one: Asked, right: boolean, at: number): void {
  try {
    storage.setItem(STORED, JSON.stringify(afterOwn(knownOwn(storage), one, right, at)));
  } catch {
    // A browser that keeps nothing still asks.
  }
}

/** The next one of a game that is due, the dearest first. */
export const nextOwn = (rows: readonly OwnProblem[], now: KnownOwn, game: string, at: number): OwnProblem | null =>
  rows.find((one) => one.game === game && isDue(one, now, at)) ?? null;
