// What entrants are called on the page.

import { entrantName } from '../core/events';
import { called } from '../settings.svelte';
import type { ClubEvent, EventEntrant } from '../wire.gen';

type Names = Pick<ClubEvent, 'entrants' | 'named'>;
const read = new WeakMap<Names, ReadonlyMap<number, EventEntrant>>();

/** An entrant of whom something is told here, by his number. */
export function entrantIn(event: Names, entrant: number): EventEntrant | undefined {
  let known = read.get(event);
  if (!known) {
    known = new Map([...event.named, ...event.entrants].map((one) => [one.entrant, one]));
    read.set(event, known);
  }
  return known.get(entrant);
}

/** An entrant's name; his number where nobody has entered so. */
export function nameIn(event: Names | null, entrant: number): string {
  const found = event === null ? undefined : entrantIn(event, entrant);
  return found === undefined ? String(entrant) : entrantName(found, (name) => called(name, null));
}
