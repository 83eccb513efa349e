// The rest of an event's long lists: its page has the first rows of each, and asks for more as a reader comes to them.

import { eventPart, type List } from '../core/events';
import type { ClubEvent, EventPart } from '../wire.gen';

const ROWS = 100; // that are asked for at once
const MOST = 500; // that the club gives at once
const PAUSE_MS = 5_000; // between two times that all is read anew

type Part = Omit<EventPart, 'mark'>;
const NOTHING: Part = {
  entrants: [],
  tables: [],
  series: [],
  standing: [],
  seen: [],
  matches: [],
  open_rooms: [],
  named: [],
};

/** Two parts as one. */
const joined = (one: Part, other: Part): Part => ({
  entrants: [...one.entrants, ...other.entrants],
  tables: [...one.tables, ...other.tables],
  series: [...one.series, ...other.series],
  standing: [...one.standing, ...other.standing],
  seen: [...one.seen, ...other.seen],
  matches: [...one.matches, ...other.matches],
  open_rooms: [...one.open_rooms, ...other.open_rooms],
  named: [...one.named, ...other.named],
});

/** The rows of both, each once: what stands in front is newer. */
function once<T>(front: readonly T[], behind: readonly T[], key: (row: T) => unknown): readonly T[] {
  if (behind.length === 0) return front;
  const known = new Set(front.map(key));
  return [...front, ...behind.filter((row) => !known.has(key(row)))];
}

export class Rest {
  readonly #id: string;
  #parts = $state.raw<Readonly<Partial<Record<List, Part>>>>({});
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.#id = id;
  }

  /** How many rows of a list were asked for. */
  #loaded(list: List): number {
    return this.#parts[list]?.[list].length ?? 0;
  }

  /** Whether rows of a list were asked for. */
  has(list: List): boolean {
    return this.#parts[list] !== undefined;
  }

  /** Ask for more rows of a list, or for all that there are. */
  async more(list: List, rows = ROWS): Promise<void> {
    const before = this.#parts[list] ?? NOTHING;
    const next = await eventPart(this.#id, list, before[list].length, Math.min(rows, MOST));
    this.#parts = { ...this.#parts, [list]: joined(before, next) };
    if (rows > MOST && next[list].length === MOST) await this.more(list, rows - MOST);
  }

  /** The event has changed: what was asked for is asked for again, in a while. */
  renew(): void {
    if (this.#timer !== undefined || Object.keys(this.#parts).length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#again().catch(() => undefined); // the next change asks again
    }, PAUSE_MS);
  }

  async #again(): Promise<void> {
    for (const list of Object.keys(this.#parts) as List[]) {
      let found = NOTHING;
      for (let left = this.#loaded(list); left > 0; left -= MOST) {
        found = joined(found, await eventPart(this.#id, list, found[list].length, Math.min(left, MOST)));
      }
      this.#parts = { ...this.#parts, [list]: found };
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** The event with all rows that were asked for. */
  with(event: ClubEvent): ClubEvent {
    const all = Object.values(this.#parts).reduce(joined, NOTHING);
    const { round, teams } = event;
    return {
      ...event,
      entrants: once(event.entrants, all.entrants, ({ entrant }) => entrant),
      named: once(event.named, all.named, ({ entrant }) => entrant),
      round: round && { ...round, tables: once(round.tables, all.tables, ({ table }) => table) },
      standing: once(event.standing, all.standing, ({ entrant }) => entrant),
      seen: once(event.seen, all.seen, (one) => `${one.session}.${one.board}.${one.round}.${one.table}.${one.room}`),
      teams: teams && {
        ...teams,
        series: once(teams.series, all.series, (one) => `${one.table}.${one.series}`),
        matches: once(teams.matches, all.matches, (one) => `${one.session}.${one.round}.${one.table}`),
        open_rooms: once(teams.open_rooms, all.open_rooms, ({ at }) => at),
      },
    };
  }
}
