// The list of lessons, asked for once, and which of them this browser has gone through.

import { done, lessons, sentence } from '../core/lesson';
import { settings } from '../settings.svelte';
import type { LessonRow } from '../wire.gen';

let rows = $state.raw<readonly LessonRow[]>([]);
let asked: Promise<void> | null = null;

/** Every lesson, once the club has told them; asking begins with the first reader. */
export function list(): readonly LessonRow[] {
  fetched().catch(() => undefined);
  return rows;
}

/** Resolves when the list is there. Rejects if it cannot be fetched, and may then be asked again. */
export function fetched(): Promise<void> {
  asked ??= lessons().then(
    (found) => void (rows = found),
    (error: unknown) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

/** What a lesson is called; empty until the list is there. */
export const titleOf = (game: string, name: string): string =>
  sentence(settings.lang, list().find((row) => row.game === game && row.lesson === name)?.title ?? {});

/** The lessons gone through, as they stand now. */
export const learnt = (): ReadonlySet<string> => done(localStorage);
