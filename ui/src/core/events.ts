// Events over HTTP. docs/events.md has the routes.

import { ask, pages, Refused, type Rows } from './api';
import { absent } from './closed';
import type * as wire from '../wire.gen';

const AGAIN_MS = 3_000;
const SOON_MS = 400;

/** The long lists of an event: its page has the first rows of each. */
export type List = keyof Omit<wire.EventPart, 'mark' | 'named' | 'series'>;

const path = (event: string): string => `/api/events/${encodeURIComponent(event)}`;

export const announce = async (wanted: wire.NewEvent): Promise<string> =>
  (await ask<wire.Made>('/api/events', wanted)).id;
/** Every option that the regulations of an event have. */
export const regulations = (): Promise<wire.RegulationsTold> => ask('/api/regulations');
/** The first `count` pages of the list. */
export const events = (count = 1): Promise<Rows<wire.ListedEvent>> => pages('/api/events', count);
export const eventNow = (event: string): Promise<wire.ClubEvent> => ask(path(event));
/** The event, with the people of a table of a round among the named ones. */
export const eventAtTable = (event: string, session: number, round: number, table: number): Promise<wire.ClubEvent> =>
  ask(`${path(event)}?session=${session}&round=${round}&table=${table}`);
/** Rows of a list of an event, without the first ones. */
export const eventPart = (event: string, of: List, skip: number, most: number): Promise<wire.EventPart> =>
  ask(`${path(event)}/part?of=${of}&skip=${skip}&most=${most}`);
/** The event once it differs from the one with this mark; undefined: it is the same after 20 s. */
export const eventAfter = (event: string, have: number, signal: AbortSignal): Promise<wire.ClubEvent | undefined> =>
  ask(`${path(event)}?have=${have}`, undefined, 'GET', signal);
/** I take part. team: the name of my pair or team, if it has one. */
export const enterEvent = (event: string, team = ''): Promise<wire.ClubEvent> =>
  ask(`${path(event)}/enter`, { id: crypto.randomUUID(), team });
/** An entry of the director's, if I may. */
export const eventDo = (event: string, entry: Readonly<Record<string, unknown>>): Promise<wire.ClubEvent> =>
  ask(path(event), { id: crypto.randomUUID(), do: entry });
/** I want to be of this pair or team. */
export const joinEntrant = (event: string, entrant: number): Promise<wire.ClubEvent> =>
  ask(`${path(event)}/join`, { id: crypto.randomUUID(), entrant });
/** Take a person who asked into my pair or team. */
export const takeIn = (event: string, entrant: number, name: string): Promise<wire.ClubEvent> =>
  eventDo(event, { what: 'joined', entrant, name });

/** My entry is here, or back; or does not play after all. */
export const checkIn = (event: string, entrant: number): Promise<wire.ClubEvent> =>
  eventDo(event, { what: 'checked_in', entrant });
export const withdraw = (event: string, entrant: number): Promise<wire.ClubEvent> =>
  eventDo(event, { what: 'withdrawn', entrant });

type Named = Pick<wire.ClubEvent['entrants'][number], 'name' | 'members'>;
/** A pair without a name of its own is called by its two; a team by its name. */
export const entrantName = ({ name, members }: Named, called: (name: string) => string): string =>
  members.length === 2 && members.includes(name) ? members.map(called).join(' – ') : called(name);

/** I am known to the event from now on, so that its arbiter can appoint me. */
export const comeToEvent = (event: string): Promise<wire.ClubEvent> =>
  ask(`${path(event)}/come`, { id: crypto.randomUUID() });
/** My part of the shuffle of all boards, once, before everybody is seated (docs/fair.md). */
export const shareInEvent = (event: string, nonce: string): Promise<wire.ClubEvent> =>
  ask(`${path(event)}/share`, { id: crypto.randomUUID(), nonce });
/** The club's commitments, and the boards that will not be played any more. */
export const eventFair = (event: string): Promise<wire.EventFair> => ask(`${path(event)}/fair`);
/** My table calls the director. */
export const callDirector = (event: string, table: number, about: string): Promise<wire.ClubEvent> =>
  ask(`${path(event)}/call`, { id: crypto.randomUUID(), table, about });
/** Every line, once the result is published. */
export const eventBoards = (event: string): Promise<wire.EventBoards> => ask(`${path(event)}/boards`);

/** The system card of an entrant that was filed for a session; 0: the last one. */
export const systemCard = (event: string, entrant: number, session = 0): Promise<wire.SystemCard> =>
  ask(`${path(event)}/cards/${entrant}${session > 0 ? `?session=${session}` : ''}`);
/** Which entrants some people are of, by their names in the event. */
export const entrantsOf = (
  { entrants, named }: Pick<wire.ClubEvent, 'entrants' | 'named'>,
  names: readonly string[],
): readonly number[] =>
  [...entrants, ...named]
    .filter(({ name, members }) => (members.length > 0 ? members : [name]).some((one) => names.includes(one)))
    .map(({ entrant }) => entrant);

/** The event now and after each change, until the signal; a request that the network loses is repeated. */
export async function followEvent(
  event: string,
  signal: AbortSignal,
  told: (found: wire.ClubEvent) => void,
  none?: (why: 'none' | 'frozen') => void,
): Promise<void> {
  let have: number | null = null;
  while (!signal.aborted) {
    try {
      const found: wire.ClubEvent | undefined = await (have === null
        ? eventNow(event)
        : eventAfter(event, have, signal));
      if (!found) continue;
      have = found.mark;
      if (!signal.aborted) told(found);
      if (!setUp(found)) {
        have = null;
        await new Promise((done) => setTimeout(done, SOON_MS));
      }
    } catch (error) {
      if (absent(error)) return none?.('none');
      if (error instanceof Refused && error.code === 'frozen') return none?.('frozen'); // until the operator has looked at it
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}

/** Whether my table of the round that runs stands already; the club sets it up a moment after the round has begun. */
const setUp = ({ online, round, you, teams }: wire.ClubEvent): boolean =>
  !online ||
  !round?.running ||
  (teams !== null && !teams.series.some((one) => one.stands && sits(one, you?.name ?? ''))) ||
  round.tables.every(({ at, seats }) => at !== null || !Object.values(seats).includes(you?.entrant ?? -1));

const sits = ({ fours }: wire.EventSeries, name: string): boolean =>
  fours.some(({ open_room, closed_room }) => [...open_room, ...closed_room].includes(name));

/** Whether each table plays a party of its own, and deals for itself. */
export const ofParties = ({ regulations }: Pick<wire.ClubEvent, 'regulations'>): boolean =>
  regulations['tournament.type'] === 'olympic' || regulations['tournament.type'] === 'compensation';

/** My table of the round that runs, at the club. */
export const myTable = ({ round }: Pick<wire.ClubEvent, 'round'>): wire.EventTable | null =>
  (round?.running && round.tables.find(({ at }) => at !== null)) || null;

export type Stage = 'announced' | 'seated' | 'playing' | 'between' | 'played' | 'published';

/** How far an event is. */
export function stage({ published, round, seated }: Pick<wire.ClubEvent, 'published' | 'round' | 'seated'>): Stage {
  if (published !== null) return 'published';
  if (!seated) return 'announced';
  if (round === null) return 'played';
  if (round.running) return 'playing';
  return round.round === 1 ? 'seated' : 'between';
}
