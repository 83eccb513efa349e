// What entrants are called on the page.

import { entrantName } from '../core/events';
import { called } from '../settings.svelte';
import type { ClubEvent } from '../wire.gen';

/** An entrant's name; his number where nobody has entered so. */
export function nameIn(event: Pick<ClubEvent, 'entrants'> | null, entrant: number): string {
  const found = event?.entrants.find((one) => one.entrant === entrant);
  return found === undefined ? String(entrant) : entrantName(found, (name) => called(name, null));
}
