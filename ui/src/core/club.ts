// Rooms over HTTP: my account, the tables, past matches. docs/protocol.md has the routes.

import { ask, pages, Refused, type Rows } from './api';
import type * as wire from '../wire.gen';

const path = (...parts: readonly (string | number)[]): string =>
  `/api/${parts.map((part) => encodeURIComponent(part)).join('/')}`;

export const newTable = async (wanted: wire.NewTable): Promise<string> =>
  (await ask<wire.Created>('/api/tables', wanted)).table;
export const readFile = (name: string, text: string): Promise<wire.FileTold> => ask('/api/boards', { name, text });
export const about = (table: string): Promise<wire.About> => ask(path('tables', table));
export const myTables = (count = 1): Promise<Rows<wire.MyTable>> => pages('/api/tables', count);
export const finished = (count = 1): Promise<Rows<wire.Listed>> => pages('/api/finished', count);
/** Look for people who want the same game; the seek once the number of waiting people differs from `have`; stop looking. */
export const seek = (wanted: wire.NewSeek): Promise<wire.Seeking> => ask('/api/seek', wanted);
export const followSeek = (have: number, signal: AbortSignal): Promise<wire.Seeking> =>
  ask(`/api/seek?have=${have}`, undefined, 'GET', signal);
export const endSeek = (): Promise<void> => ask('/api/seek', {}, 'DELETE');

/** The account of a login, so that it can be invited; null: no account has it. */
export const person = (login: string): Promise<wire.Somebody | null> =>
  ask(`/api/people?login=${encodeURIComponent(login)}`);
export const lobby = (): Promise<wire.LobbyLists> => ask('/api/lobby');

/** A session for a visitor without one, without a form; or a new name for the session. The link of a table or an event vouches for a crowd. */
export const guest = (name: string): Promise<wire.Me> => ask('/api/guest', { name, at: location.pathname });

/** A session under a name that was chosen some time ago; if the club refuses the name, without one. */
export async function comeIn(name: string): Promise<wire.Me> {
  try {
    return await guest(name);
  } catch (error) {
    if (error instanceof Refused && error.code === 'name') return guest('');
    throw error;
  }
}

export const proofs = (table: string): Promise<readonly wire.Reveal[]> => ask(path('tables', table, 'fair'));

export const mutes = async (): Promise<readonly wire.Somebody[]> => (await ask<wire.Muted>('/api/mutes')).accounts;
export const mute = (account: string): Promise<void> => ask(path('mutes', account), {}, 'PUT');
export const unmute = (account: string): Promise<void> => ask(path('mutes', account), {}, 'DELETE');

export const report = (table: string, account: string, reason: string, text: string): Promise<wire.Reported> =>
  ask('/api/reports', { table, account, reason, text });

/** A ruling of the arbiter's is thought wrong: the one on call number `ruling`. */
export const doubt = (table: string, ruling: number, text: string): Promise<wire.Reported> =>
  ask('/api/reports', { table, reason: 'ruling', ruling, text });

/** Gathering and running ones, where I am to move first, then the newest; and those that are over. */
export const sorted = (tables: readonly wire.MyTable[]) => ({
  open: tables
    .filter(({ state }) => state !== 'finished')
    .sort((a, b) => Number(b.to_move) - Number(a.to_move) || b.created - a.created),
  over: tables.filter(({ state }) => state === 'finished'),
});
