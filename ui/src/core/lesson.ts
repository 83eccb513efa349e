// Lessons over HTTP, and which of them this browser has gone through. The club keeps nothing of a lesson.

import { SIGNS, index, type Letters, type SuitId } from './cards';
import { words, type Lang } from './i18n';
import { ask } from './api';
import type { GameEvent, Kind } from './wire';
import type { LessonRow, LessonTold } from '../wire.gen';

export const lessons = (): Promise<readonly LessonRow[]> => ask('/api/lessons');

/** Where a lesson stands after these choices. */
export const lesson = (game: string, name: string, choices: readonly GameEvent[]): Promise<LessonTold<Kind>> =>
  ask('/api/lessons', { game, lesson: name, choices });

export const lessonPath = (game: string, name: string): string =>
  `/learn/${encodeURIComponent(game)}/${encodeURIComponent(name)}`;

/** A sentence with the cards and contracts in its braces as this reader has them: `{SA}` is `♠A` or `♠Т`. */
export const filled = (lang: Lang, text: string, letters: Letters): string =>
  text.replace(/\{([^{}]+)\}/g, (whole, told: string) => {
    const card = /^([SHDC])([2-9TJQKA])$/.exec(told);
    if (card) return `${SIGNS[card[1] as SuitId]}${index(card[2]!, letters)}`;
    const contract = /^(\d+)(S|H|D|C|NT)$/.exec(told);
    if (!contract) return whole;
    return `${contract[1]}${contract[2] === 'NT' ? words(lang)('ev.nt') : SIGNS[contract[2] as SuitId]}`;
  });

/** The sentence of this language; of another, where there is none yet. */
export const sentence = (lang: Lang, said: Readonly<Record<string, string>>): string =>
  said[lang] ?? Object.values(said)[0] ?? '';

// --- finished lessons --------------------------------------------------------------------------------------------

const STORED = 'kozyr.lessons';
const named = (row: Pick<LessonRow, 'game' | 'lesson'>): string => `${row.game}/${row.lesson}`;

/** The lessons gone through, as this browser remembers them. */
export function done(storage: Pick<Storage, 'getItem'>): ReadonlySet<string> {
  try {
    const found: unknown = JSON.parse(storage.getItem(STORED) ?? '[]');
    return new Set(Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : []);
  } catch {
    return new Set();
  }
}

/** This lesson has been gone through. */
export function finish(storage: Pick<Storage, 'getItem' | 'setItem'>, row: Pick<LessonRow, 'game' | 'lesson'>): void {
  try {
    storage.setItem(
      STORED,
      JSON.stringify([...done(storage), named(row)].filter((one, n, all) => all.indexOf(one) === n)),
    );
  } catch {
    // A browser that keeps nothing still teaches.
  }
}

export const isDone = (learnt: ReadonlySet<string>, row: Pick<LessonRow, 'game' | 'lesson'>): boolean =>
  learnt.has(named(row));

/** The lesson that comes next: the first that is left of the game that was learnt last, or of the first game. */
export function next(rows: readonly LessonRow[], learnt: ReadonlySet<string>): LessonRow | null {
  const last = [...learnt].at(-1)?.split('/')[0];
  const left = rows.filter((row) => !isDone(learnt, row));
  return left.find(({ game }) => game === last) ?? left[0] ?? null;
}

/** The lesson after this one in its game. */
export function after(rows: readonly LessonRow[], of: Pick<LessonRow, 'game' | 'lesson'>): LessonRow | null {
  const own = rows.filter(({ game }) => game === of.game);
  return own[own.findIndex(({ lesson: name }) => name === of.lesson) + 1] ?? null;
}
