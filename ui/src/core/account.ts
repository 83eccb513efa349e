// Who I am to the club, what I have played, and a deal that is over. docs/protocol.md has the routes.

import { ask } from './api';
import type { Candidate, GameEvent, Player, Points } from './wire';

export interface Me {
  readonly account: string;
  readonly nick: string;
  /** The name to log in with; null: a guest, known by this browser alone. */
  readonly login: string | null;
}

/** Null: no session yet. */
export const whoAmI = (): Promise<Me | null> => ask('/api/me');
export const rename = (name: string): Promise<Me> => ask('/api/me', { name });
/** A guest gets a name and a password, and keeps what he has played. */
export const register = (login: string, password: string): Promise<Me> => ask('/api/register', { login, password });
export const login = (name: string, password: string): Promise<Me> => ask('/api/login', { login: name, password });
export const logout = (): Promise<void> => ask('/api/logout', {});
export const endOthers = (): Promise<{ ended: number }> => ask('/api/logout/others', {});

/** A match in somebody's history. */
export interface Played {
  readonly table?: string; // only in my own
  readonly game: string;
  readonly preset: string;
  readonly players: number;
  readonly name: string; // mine, on the sheet
  readonly begun: number; // ms since 1970
  readonly ended: number | null;
  readonly how: 'playing' | 'adjourned' | 'played' | 'stopped' | 'force_majeure' | 'left';
  readonly deals: number;
  readonly result: Points | null; // null: not settled
  readonly place: number | null;
}

export interface Profile {
  readonly account: string;
  readonly nick: string;
  readonly since: number;
  readonly guest: boolean;
  /** How many matches he began, saw to their end, and walked out of (PE-5.4.18). */
  readonly reliability: { readonly begun: number; readonly finished: number; readonly left: number };
  readonly finished: readonly Played[];
}

export const profile = (account: string): Promise<Profile> => ask(`/api/players/${encodeURIComponent(account)}`);
export const history = (): Promise<readonly Played[]> => ask('/api/history');

/** A deal that is over, with what a page needs to show it. */
export interface PastDeal {
  readonly table: string;
  readonly game: string;
  readonly preset: string;
  readonly players: readonly Player[];
  readonly you: string | null; // my name on the sheet; null: I only look
  readonly deals: number; // how many are over
  readonly deal: unknown; // Finished of the game
  readonly sheet: unknown; // the whole sheet of the game
  readonly moves?: readonly Move[]; // all that was said and laid, in order
}

/** An event of a deal that is over. */
export interface Move {
  readonly n: number; // in the log
  readonly seat: string | null;
  readonly event: GameEvent;
  readonly bot: string | null; // the level of who decided it; null: a person
}

/** What a bot weighed when it decided; `same`: it did what it thinks best. */
export interface Why {
  readonly move: Move;
  readonly level: string;
  readonly same: boolean;
  readonly candidates: readonly Candidate[] | null;
}

/** Ask why a bot did this. */
export const why = (table: string, deal: number, move: number): Promise<Why> =>
  ask(`/api/tables/${encodeURIComponent(table)}/deals/${deal}/why/${move}`);

export const pastDeal = (table: string, deal: number): Promise<PastDeal> =>
  ask(`/api/tables/${encodeURIComponent(table)}/deals/${deal}`);
