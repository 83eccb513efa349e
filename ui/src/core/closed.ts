// Things that the operator of the club has closed.

import type { Closed } from '../wire.gen';
import { ask, Refused } from './api';

/** Whether the club has nothing to show here: there never was anything, or its operator has closed it. */
export const absent = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 404 || error.status === 410);

/** Since when and why something is closed, asked at its own address; null: it is not, or the club does not answer. */
export async function closure(path: string): Promise<Closed | null> {
  try {
    await ask(path);
  } catch (error) {
    if (error instanceof Refused) return error.closed;
  }
  return null;
}
