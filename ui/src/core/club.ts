// Rooms over HTTP: who I am, which tables there are, what has been played. docs/protocol.md has the routes.

import { ask } from './api';
import type { Diff } from './api';
import type { Reveal } from './fair';

/** The table card besides the conventions (PE-5.4.4). */
export interface CardTerms {
  readonly whist_value: string | null; // as people say it, "10 ₴"
  readonly pulkas: number;
  readonly until: string | null; // "23:30"
  readonly chat_in_play: boolean;
  readonly tempo_mask: boolean;
  readonly kibitzers: boolean;
  readonly hints: boolean;
}

/** Somebody has brought the deals in a file; its name is empty if he pasted it. */
export interface FromFile {
  readonly name: string;
  readonly boards: number;
}

/** What the club makes of a file before it is brought: never a card. */
export interface FileFound {
  readonly name: string;
  readonly boards: readonly { readonly number: string; readonly dealer: string; readonly vul: string }[];
  readonly left_out: readonly LeftOut[];
  readonly more: number; // left out besides
  readonly changes: Readonly<Record<string, unknown>>; // the options that the file brings with it
}
export interface LeftOut {
  readonly line: number;
  readonly board: string;
  readonly why: string;
  readonly detail?: string; // a seat, or the words of who read it
}

export interface RoomChair {
  readonly nick: string | null;
  readonly account: string | null;
  readonly bot: string | null; // its level; all null: free
}

export type TableState = 'gathering' | 'playing' | 'adjourned' | 'finished';

export interface Summary {
  readonly table: string;
  readonly game: string;
  readonly preset: string;
  readonly diff: Diff;
  readonly terms: CardTerms;
  readonly file?: FromFile | null;
  readonly players: number;
  readonly public: boolean;
  readonly state: TableState;
  readonly chairs: readonly RoomChair[];
  readonly owner: number;
  readonly pulka: number;
  readonly created: number;
  readonly free: number;
}

export interface MyTable {
  readonly table: string;
  readonly game: string;
  readonly preset: string;
  readonly players: number;
  readonly finished: boolean;
  readonly state: TableState;
  readonly nicks: readonly (string | null)[];
  readonly created: number;
}

export interface Lobby {
  readonly gathering: readonly Summary[];
  readonly running: readonly Summary[];
}

export interface NewTable {
  readonly game: string;
  readonly preset: string;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly players: number;
  readonly bots: readonly (string | null)[]; // every chair but mine; null: for a person
  readonly name: string;
  readonly public: boolean;
  readonly terms: Partial<CardTerms>;
  readonly file?: { readonly name: string; readonly text: string };
}

export interface Person {
  readonly account: string;
  readonly nick: string;
}

/** Why somebody is reported, and the row of the etiquette it stands on. */
export const REASONS = [
  ['quarrel', 'PE-5.4.2'],
  ['advice', 'PE-5.4.19'],
  ['familiarity', 'PE-5.4.20'],
  ['illegal_information', 'PE-5.4.11'],
  ['collusion', 'PE-5.4.13'],
  ['kibitzer', 'PE-5.5.1'],
  ['walked_out', 'PE-5.4.18'],
  ['other', null],
] as const;
export type ReportReason = (typeof REASONS)[number][0];

const path = (...parts: readonly (string | number)[]): string =>
  `/api/${parts.map((part) => encodeURIComponent(part)).join('/')}`;

export const newTable = async (wanted: NewTable): Promise<string> =>
  (await ask<{ table: string }>('/api/tables', wanted)).table;
export const readFile = (name: string, text: string): Promise<FileFound> => ask('/api/boards', { name, text });
export const about = (table: string): Promise<Summary> => ask(path('tables', table));
export const myTables = (): Promise<readonly MyTable[]> => ask('/api/tables');
export const lobby = (): Promise<Lobby> => ask('/api/lobby');

/** A session for somebody who has none, without a form; and the name of one who has. */
export const guest = (name: string): Promise<Person> => ask('/api/guest', { name });

export const proofs = (table: string): Promise<readonly Reveal[]> => ask(path('tables', table, 'fair'));

export const mutes = async (): Promise<readonly Person[]> =>
  (await ask<{ accounts: readonly Person[] }>('/api/mutes')).accounts;
export const mute = (account: string): Promise<void> => ask(path('mutes', account), {}, 'PUT');
export const unmute = (account: string): Promise<void> => ask(path('mutes', account), {}, 'DELETE');

export const report = (table: string, account: string, reason: ReportReason, text: string): Promise<unknown> =>
  ask('/api/reports', { table, account, reason, text });

export interface Walk {
  /** Tables that wait for me, newest first: gathering and running ones. */
  readonly open: readonly MyTable[];
  readonly over: readonly MyTable[];
}

export const sorted = (tables: readonly MyTable[]): Walk => ({
  open: tables.filter(({ state }) => state !== 'finished'),
  over: tables.filter(({ state }) => state === 'finished'),
});
