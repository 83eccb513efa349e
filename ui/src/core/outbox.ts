// A phone's messages to an event: each is kept until the club has it, and sent under the same id, so that no network
// loses a line.

import { ask, Refused } from './api';
import type { ClubEvent } from '../wire.gen';

/** Something that is to be entered. */
export interface Letter {
  readonly id: string;
  readonly event: string;
  readonly path: string; // of the route, behind the event: '' or '/call'
  readonly body: Readonly<Record<string, unknown>>;
}
interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}
const KEY = 'kozyr.outbox';

/** The unanswered messages, the oldest first. */
export function letters(store: Store): readonly Letter[] {
  try {
    return JSON.parse(store.getItem(KEY) ?? '[]') as readonly Letter[];
  } catch {
    return []; // text of another page
  }
}
const keep = (store: Store, some: readonly Letter[]): void => store.setItem(KEY, JSON.stringify(some));

export const post = (store: Store, letter: Letter): void => keep(store, [...letters(store), letter]);

const drop = (store: Store, id: string): void =>
  keep(
    store,
    letters(store).filter((one) => one.id !== id),
  );

/** The outcome of a letter: `sent` with the event after it, or `refused` with the club's words. */
export type Outcome =
  { readonly letter: Letter; readonly event: ClubEvent } | { readonly letter: Letter; readonly refused: Refused };

/** Send the waiting letters of an event, one after another, until the signal; without a network try again after a pause. */
export async function deliver(
  store: Store,
  event: string,
  signal: AbortSignal,
  told: (outcome: Outcome) => void,
  pause: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const letter = letters(store).find((one) => one.event === event);
    if (letter === undefined) {
      await pause();
      continue;
    }
    try {
      const path = `/api/events/${encodeURIComponent(event)}${letter.path}`;
      const found = await ask<ClubEvent>(path, { id: letter.id, ...letter.body });
      drop(store, letter.id);
      told({ letter, event: found });
    } catch (error) {
      if (error instanceof Refused && error.status !== 429) {
        drop(store, letter.id);
        told({ letter, refused: error });
      } else await pause();
    }
  }
}
