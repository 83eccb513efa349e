// Problems over HTTP, and what this browser remembers of them: the first answer to each, the streak, and a rating by game.
// The club keeps nothing, and tells what is right only after a wrong choice.

import { ask } from './api';
import type { GameEvent, Kind } from './wire';
import type { ProblemsRow, ProblemTold } from '../wire.gen';

export const problems = (): Promise<readonly ProblemsRow[]> => ask('/api/problems');

/** Where a problem stands after these choices. */
export const problemAfter = (game: string, name: string, choices: readonly GameEvent[]): Promise<ProblemTold<Kind>> =>
  ask('/api/problems', { game, problem: name, choices });

export const problemPath = (game: string, name: string): string =>
  `/problems/${encodeURIComponent(game)}/${encodeURIComponent(name)}`;

/** A problem of the list. */
export interface Listed {
  readonly game: string;
  readonly theme: string;
  readonly nth: number;
  readonly name: string;
  readonly grade: number;
}

/** The problems of a row, one by one. */
export const ofRow = ({ game, theme, grades }: ProblemsRow): readonly Listed[] =>
  grades.map((grade, n) => ({ game, theme, nth: n + 1, name: `${theme}-${n + 1}`, grade }));

export const themeOf = (name: string): string => name.replace(/-\d+$/, '');
export const nthOf = (name: string): string => /\d+$/.exec(name)?.[0] ?? '';

// --- what is remembered --------------------------------------------------------------------------------------------

const STORED = 'kozyr.problems';

export interface Known {
  /** By game and name: whether the first answer was right. */
  readonly answers: Readonly<Record<string, boolean>>;
  /** By game: the rating. */
  readonly ratings: Readonly<Record<string, number>>;
  /** First answers that were right one after another, now and at most. */
  readonly streak: number;
  readonly best: number;
}
const NOTHING: Known = { answers: {}, ratings: {}, streak: 0, best: 0 };

const START = 1200;
const MOST_CHANGE = 32; // as in chess clubs (Elo's K)
const GRADES = [900, 1100, 1300, 1500] as const;

/** How strong a player solves every second problem of this grade. */
export const strength = (grade: number): number => GRADES[Math.min(GRADES.length, Math.max(1, grade)) - 1]!;

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const count = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && Number.isInteger(value) ? value : 0;
const only = <T>(value: unknown, fits: (one: unknown) => one is T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record(value)).filter((pair): pair is [string, T] => fits(pair[1])));

/** What this browser remembers; of nonsense nothing. */
export function known(storage: Pick<Storage, 'getItem'>): Known {
  try {
    const found = record(JSON.parse(storage.getItem(STORED) ?? '{}'));
    return {
      answers: only(found['answers'], (one): one is boolean => typeof one === 'boolean'),
      ratings: only(found['ratings'], (one): one is number => Number.isFinite(one)),
      streak: count(found['streak']),
      best: count(found['best']),
    };
  } catch {
    return NOTHING;
  }
}

const key = (of: Pick<Listed, 'game' | 'name'>): string => `${of.game}/${of.name}`;

/** The first answer to a problem; null: none yet. */
export const answered = (now: Known, of: Pick<Listed, 'game' | 'name'>): boolean | null => now.answers[key(of)] ?? null;

export const ratingOf = (now: Known, game: string): number => now.ratings[game] ?? START;

/** What is known after an answer. Only the first one to a problem counts. */
export function after(now: Known, of: Pick<Listed, 'game' | 'name' | 'grade'>, right: boolean): Known {
  if (answered(now, of) !== null) return now;
  const mine = ratingOf(now, of.game);
  const expected = 1 / (1 + 10 ** ((strength(of.grade) - mine) / 400));
  const streak = right ? now.streak + 1 : 0;
  return {
    answers: { ...now.answers, [key(of)]: right },
    ratings: { ...now.ratings, [of.game]: Math.round(mine + MOST_CHANGE * (Number(right) - expected)) },
    streak,
    best: Math.max(now.best, streak),
  };
}

/** An answer has been given. */
export function keep(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  of: Pick<Listed, 'game' | 'name' | 'grade'>,
  right: boolean,
): void {
  try {
    storage.setItem(STORED, JSON.stringify(after(known(storage), of, right)));
  } catch {
    // A browser that keeps nothing still asks.
  }
}

/** The next problem of a game: one not answered yet, as hard as the rating, of the same theme if one is named. */
export function next(rows: readonly ProblemsRow[], now: Known, game: string, theme?: string): Listed | null {
  const open = rows
    .filter((row) => row.game === game && (theme === undefined || row.theme === theme))
    .flatMap(ofRow)
    .filter((one) => answered(now, one) === null);
  const far = (one: Listed): number => Math.abs(strength(one.grade) - ratingOf(now, game));
  return open.reduce<Listed | null>((best, one) => (best === null || far(one) < far(best) ? one : best), null);
}
