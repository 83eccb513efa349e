// The list of problems, asked for once.

import { problems } from '../core/problem';
import type { ProblemsRow } from '../wire.gen';

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
