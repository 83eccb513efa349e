// Events over HTTP. docs/events.md has the routes.

import { ask } from './api';
import type { ClubEvent, EventMade, NewEvent } from '../wire.gen';

const path = (event: string): string => `/api/events/${encodeURIComponent(event)}`;

export const announce = async (wanted: NewEvent): Promise<string> => (await ask<EventMade>('/api/events', wanted)).id;
export const eventNow = (event: string): Promise<ClubEvent> => ask(path(event));
/** The event once it has more entries than these, or after 20 s. */
export const eventAfter = (event: string, have: number, signal: AbortSignal): Promise<ClubEvent> =>
  ask(`${path(event)}?have=${have}`, undefined, 'GET', signal);
export const enterEvent = (event: string): Promise<ClubEvent> =>
  ask(`${path(event)}/enter`, { id: crypto.randomUUID() });

export type Stage = 'announced' | 'seated' | 'playing' | 'between' | 'played' | 'published';

/** How far an event is. */
export function stage({ published, round, seated }: Pick<ClubEvent, 'published' | 'round' | 'seated'>): Stage {
  if (published !== null) return 'published';
  if (!seated) return 'announced';
  if (round === null) return 'played';
  if (round.running) return 'playing';
  return round.round === 1 ? 'seated' : 'between';
}
