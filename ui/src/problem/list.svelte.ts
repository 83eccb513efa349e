// The list of problems, asked for once; and that of one's own, which grows while one plays.

import { ownProblems } from '../core/own';
import { problems } from '../core/problem';
import { ask } from '../me.svelte';
import type { OwnProblem, ProblemsRow } from '../wire.gen';

let rows = $state.raw<readonly ProblemsRow[]>([]);
let asked: Promise<void> | null = null;

/** Every problem, once the club has told them; asking begins with the first reader. */
export function list(): readonly ProblemsRow[] {
  fetched().catch(() => undefined); // the page that waits for it says so
  return rows;
}

/** Resolves when the list is there. Rejects if it cannot be fetched, and may then be asked again. */
export function fetched(): Promise<void> {
  asked ??= problems().then(
    (found) => void (rows = found),
    (error: unknown) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

let mine = $state.raw<readonly OwnProblem[]>([]);
let askedOwn: Promise<void> | null = null;

/** One's own problems, the dearest of each game first; asking begins with the first reader. */
export function own(): readonly OwnProblem[] {
  askedOwn ??= fetchedOwn();
  return mine;
}

/** Resolves when they are there; to whoever has no session, or gets no answer, there are none. */
export async function fetchedOwn(): Promise<void> {
  const me = await ask();
  mine = me === null ? [] : await ownProblems().catch(() => []);
}
