// My account at the club, my matches, and finished deals. docs/protocol.md has the routes.

import { ask, pages, type Rows } from './api';
import type { Ended, Match, Me, OwnMatch, PastDeal, Profile, Why } from '../wire.gen';

/** Null: no session yet. */
export const whoAmI = (): Promise<Me | null> => ask('/api/me');
export const rename = (name: string): Promise<Me> => ask('/api/me', { name });
/** A guest gets a login and a password, and keeps the matches played so far. */
export const register = (login: string, password: string): Promise<Me> => ask('/api/register', { login, password });
export const login = (name: string, password: string): Promise<Me> => ask('/api/login', { login: name, password });
/** All sessions end, and this browser gets a new one. */
export const changePassword = (old: string, fresh: string): Promise<Me> => ask('/api/password', { old, new: fresh });
/** By the link that the operator has made, which opens once. */
export const resetPassword = (link: string, password: string): Promise<Me> => ask('/api/reset', { link, password });
export const logout = (): Promise<void> => ask('/api/logout', {});
export const endOthers = (): Promise<Ended> => ask('/api/logout/others', {});

/** A match in a player's history; only my own has its table. */
export type Played = Match & Partial<Pick<OwnMatch, 'table'>>;

export const profile = (account: string): Promise<Profile> => ask(`/api/players/${encodeURIComponent(account)}`);
export const history = (count = 1): Promise<Rows<OwnMatch>> => pages('/api/history', count);

/** My last matches of this game. */
export const played = (game: string): Promise<readonly OwnMatch[]> =>
  ask(`/api/history?game=${encodeURIComponent(game)}`);

/** Ask why a bot did this. */
export const why = (table: string, deal: number, move: number): Promise<Why> =>
  ask(`/api/tables/${encodeURIComponent(table)}/deals/${deal}/why/${move}`);

export const pastDeal = (table: string, deal: number): Promise<PastDeal> =>
  ask(`/api/tables/${encodeURIComponent(table)}/deals/${deal}`);
