// An event for its officials: its log and standing, and their entries. docs/events.md has the routes.

import { ask, Refused } from './api';
import { absent } from './closed';
import type * as wire from '../wire.gen';

const AGAIN_MS = 3_000;
const SECOND_MS = 1_000;
const path = (event: string): string => `/api/events/${encodeURIComponent(event)}`;

/** How a value of an entry is asked for. `line`: the table, the board, the round and the room together. */
export type Kind =
  | 'entrant'
  | 'number'
  | 'percent'
  | 'text'
  | 'long'
  | 'names'
  | 'person'
  | 'powers'
  | 'boards'
  | 'decision'
  | 'flag'
  | readonly string[];
export interface Field {
  readonly name: string;
  readonly is: Kind;
  readonly optional?: true;
}

const ROOMS = ['', 'open', 'closed'] as const;
export const OFFENCES = [
  'late', 'slow', 'discussion', 'comparing', 'touching', 'wrong_pocket', 'procedure', 'disobedience', 'other',
] as const; // prettier-ignore
export const POWERS = [
  'assistants', 'register', 'conditions', 'discipline', 'interpret', 'rectify', 'penalty', 'waive', 'disputes', 'fine',
  'disqualify', 'tabulate', 'report', 'delegate',
] as const; // prettier-ignore
const may = (name: string, is: Kind): Field => ({ name, is, optional: true });
const must = (name: string, is: Kind): Field => ({ name, is });
const WHERE: readonly Field[] = [
  must('table', 'number'),
  must('board', 'number'),
  may('round', 'number'),
  may('room', ROOMS),
];

/** The entries of an official, each with its fields. Seating has a form of its own. */
export const ACTS = {
  appointed: [must('name', 'person'), must('powers', 'powers')],
  announced: [must('text', 'long')],
  settled: [may('preparations', 'text'), may('sessions', 'text'), may('entry', 'text'), may('special_conditions', 'text'), may('published', 'text')],
  entered: [must('name', 'text'), may('members', 'names'), may('rating', 'text')],
  joined: [must('entrant', 'entrant'), must('name', 'person')],
  checked_in: [must('entrant', 'entrant')],
  withdrawn: [must('entrant', 'entrant')],
  system_card: [must('entrant', 'entrant'), must('system', ['natural', 'artificial']), must('text', 'long')],
  lined_up: [must('entrant', 'entrant'), must('boards', 'boards'), must('open_room', 'names'), must('closed_room', 'names')],
  round_begun: [],
  round_ended: [may('last', 'flag')],
  paused: [],
  resumed: [],
  warned: [must('table', 'number'), must('offence', OFFENCES)],
  row: [...WHERE, must('result', 'text')],
  confirmed: WHERE,
  corrected: [...WHERE, must('ground', ['claim', 'error', 'arithmetic']), may('result', 'text')],
  ruled: [
    must('board', 'number'), may('table', 'number'), may('round', 'number'), must('law', 'text'), must('text', 'long'),
    may('decision', 'decision'), may('own_error', 'flag'), may('referred', 'flag'),
  ],
  wrong_board: [must('table', 'number'), must('board', 'number'), must('instead', 'number')],
  late_play: [must('table', 'number'), must('board', 'number'), must('round', 'number')],
  substitute: [must('entrant', 'entrant'), must('name', 'person'), may('for', 'text')],
  penalised: [must('entrant', 'entrant'), must('offence', OFFENCES), may('percent', 'percent')],
  waived: [must('entry', 'number'), must('asked_by', 'person')],
  suspended: [must('entrant', 'entrant')],
  disqualified: [must('entrant', 'entrant'), may('approved_by', 'person')],
  approved: [must('entry', 'number'), may('yes', 'flag')],
  elected: [must('members', 'names')],
  noticed: [must('entrant', 'entrant'), must('entry', 'number')],
  filed: [must('notice', 'number'), must('facts', 'long'), must('request', 'long')],
  decided: [must('filed', 'number'), must('by', ['committee', 'society']), may('allowed', 'flag'), may('decision', 'decision')],
  published: [],
  closed: [],
} as const satisfies Readonly<Record<string, readonly Field[]>>; // prettier-ignore
export type What = keyof typeof ACTS;

/** The first values of an act's form, known from the place where it was opened. */
export type Values = Readonly<Record<string, unknown>>;

/** The numbers of a text like `1, 2, 5-8`; null: it is none. */
export function numbers(text: string): readonly number[] | null {
  const found: number[] = [];
  for (const part of text.split(',')) {
    const [, from, to] = /^\s*(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?\s*$/.exec(part) ?? [];
    if (from === undefined) return null;
    const last = Number(to ?? from);
    for (let n = Number(from); n <= last; n++) found.push(n);
  }
  return found.length > 0 ? found : null;
}

const NAMES = /\s*[,;]\s*/;
const listed = (text: string): string[] => text.split(NAMES).filter((name) => name !== '');

/** An entry from the values of its form; empty ones are left out. */
export function entryOf(what: What, values: Values): Record<string, unknown> {
  const found: Record<string, unknown> = { what };
  for (const { name, is } of ACTS[what] as readonly Field[]) {
    const value = values[name];
    if (value === undefined || value === null || value === '' || value === false) continue;
    if (is === 'names') found[name] = listed(String(value));
    else if (is === 'boards') found[name] = numbers(String(value)) ?? [];
    else if (is === 'entrant' || is === 'number' || is === 'percent') found[name] = Number(value);
    else found[name] = value;
  }
  if (what === 'corrected') found['result'] ??= '';
  if (what === 'decided') found['allowed'] ??= false;
  if (what === 'approved') found['yes'] ??= false;
  return found;
}

export const enterAs = (event: string, entry: Values, why: string): Promise<wire.ClubEvent> =>
  ask(path(event), { id: crypto.randomUUID(), do: entry, why });
/** What an entry would change in the results; nothing is entered. */
export const tryAs = (event: string, entry: Values): Promise<readonly wire.Effect[]> =>
  ask(`${path(event)}/try`, { id: crypto.randomUUID(), do: entry });
export const seatAll = (event: string, seating: NonNullable<wire.SeatEvent['seating']>): Promise<wire.ClubEvent> =>
  ask(`${path(event)}/seat`, { id: crypto.randomUUID(), seating });
/** A pair that came late is seated in the rounds to come. */
export const seatLate = (event: string, entrant: number): Promise<wire.ClubEvent> =>
  ask(`${path(event)}/late`, { id: crypto.randomUUID(), entrant });
/** The play of a table in the running round, for an official who takes no part. */
export const lookInto = (event: string, table: number): Promise<wire.EventLook> =>
  ask(`${path(event)}/tables/${table}`);
export const cameTo = (event: string, call: number): Promise<wire.ClubEvent> =>
  ask(`${path(event)}/came`, { id: crypto.randomUUID(), call });
export const sheetPath = (event: string, sheet: string, lang: string, more = ''): string =>
  `${path(event)}/print/${sheet}?lang=${lang}${more}`;
export const exportPath = (event: string, to: string): string => `${path(event)}/export/${to}`;
export const folderPath = (event: string): string => `${path(event)}/folder.zip`;
export const logPath = (event: string): string => `${path(event)}/log.jsonl`;

/** The event for its officials as it stands, and whenever more has happened, until the signal. Its log comes whole each time. */
export async function followHall(
  event: string,
  signal: AbortSignal,
  told: (found: wire.EventHall) => void,
  none: (why: 'none' | 'frozen') => void,
): Promise<void> {
  let log: readonly wire.HallEntry[] = [];
  let have: number | null = null;
  while (!signal.aborted) {
    try {
      const asked: string = have === null ? '' : `have=${have}&`;
      const found: wire.EventHall | undefined = await ask<wire.EventHall | undefined>(
        `${path(event)}/hall?${asked}log=${log.at(-1)?.entry ?? 0}`,
        undefined,
        'GET',
        signal,
      );
      if (!found) continue; // nothing has happened
      have = found.seq;
      const whole = [...log, ...found.log];
      log = found.blind ? [] : whole; // hidden entries come when the session has ended
      if (!signal.aborted) told({ ...found, log: whole });
    } catch (error) {
      if (error instanceof Refused && error.code === 'frozen') return none('frozen');
      if (absent(error) || (error instanceof Refused && error.status === 403)) return none('none');
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}

/** The session that is played, comes, or was the last one. */
export const lastSession = ({ sessions }: Pick<wire.EventHall, 'sessions'>): wire.HallSession | null =>
  sessions.at(-1) ?? null;
/** The running round, or else the next one; null: the session is over. */
export const roundOf = (session: wire.HallSession): wire.HallRound | null =>
  session.ended_at !== null
    ? null
    : (session.rounds[session.begun === session.ended ? session.begun : session.begun - 1] ?? null);
export const isRunning = (session: wire.HallSession | null): boolean =>
  session !== null && session.begun !== session.ended;

/** The line of a table for a board; null: none yet. */
export const lineAt = (
  { lines }: Pick<wire.EventHall, 'lines'>,
  session: number,
  round: number,
  table: number,
  { board, room }: Place,
): wire.HallLine | null =>
  lines.find(
    ({ at }) =>
      at.session === session && at.round === round && at.table === table && at.board === board && at.room === room,
  ) ?? null;

/** A line of a table: its board, 0 of a party; and the room of a match of teams. */
export interface Place {
  readonly board: number;
  readonly room: '' | 'open' | 'closed';
}
/** The lines that a table writes in a round. */
export const placesOf = ({ boards, seats }: wire.EventTable): readonly Place[] =>
  (boards.length > 0 ? boards : [0]).flatMap((board) =>
    ('A' in seats ? (['open', 'closed'] as const) : ([''] as const)).map((room) => ({ board, room })),
  );

/** The present table of a board, and its history. lines: the written ones, of those due in the whole session. */
export interface BoardNow {
  readonly board: number;
  readonly at: readonly number[]; // tables that play it in the round that runs or comes
  readonly next: readonly { readonly round: number; readonly table: number }[]; // where it goes from there
  readonly lines: number;
  readonly of: number;
  readonly fouled: boolean; // at some tables it was played in another form (PT-I.10)
  readonly wrong: readonly number[]; // tables that have played it out of turn (PT-I.11.6)
  readonly late: readonly number[]; // tables that play it later (PT-I.13.2.5)
}

/** Every board of the last session. */
export function boardsOf({
  sessions,
  lines,
  rulings,
  late,
  log,
}: Pick<wire.EventHall, 'sessions' | 'lines' | 'rulings' | 'late' | 'log'>): readonly BoardNow[] {
  const session = sessions.at(-1);
  if (session === undefined) return [];
  const now = roundOf(session)?.round ?? null;
  const places = session.rounds.flatMap(({ round, tables }) =>
    tables.flatMap(({ table, boards, seats }) =>
      boards.map((board) => ({ board, round, table, rooms: 'A' in seats ? 2 : 1 })),
    ),
  );
  const wrong = log.flatMap(({ said }) => {
    const entry = said as Readonly<Record<string, unknown>>;
    return entry['what'] === 'wrong_board' ? [{ board: Number(entry['board']), table: Number(entry['table']) }] : [];
  });
  const own = <T extends { readonly board: number }>(some: readonly T[], board: number): readonly T[] =>
    some.filter((one) => one.board === board);
  return [...new Set(places.map(({ board }) => board))]
    .sort((a, b) => a - b)
    .map((board) => {
      const due = own(places, board);
      return {
        board,
        at: due.filter(({ round }) => round === now).map(({ table }) => table),
        next: due
          .filter(({ round }) => now !== null && round > now)
          .slice(0, 1)
          .map(({ round, table }) => ({ round, table })),
        lines: lines.filter(({ at }) => at.session === session.session && at.board === board).length,
        of: due.reduce((sum, { rooms }) => sum + rooms, 0),
        fouled: rulings.some((one) => one.board === board && (one.decision.fouled?.length ?? 0) > 0),
        wrong: own(wrong, board).map(({ table }) => table),
        late: late.filter((one) => one.session === session.session && one.board === board).map(({ table }) => table),
      };
    });
}

/** A time that is left, as `4:05`; nothing is left of less. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
