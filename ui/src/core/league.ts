// Leagues over HTTP. docs/league.md has the routes.

import { ask, pages, type Rows } from './api';
import { absent } from './closed';
import type { LeagueDo, Made, LeagueTold, ListedLeague, NewLeague } from '../wire.gen';

const AGAIN_MS = 3_000;

const path = (league: string): string => `/api/leagues/${encodeURIComponent(league)}`;

/** The first `count` pages of the list. */
export const leagues = (count = 1): Promise<Rows<ListedLeague>> => pages('/api/leagues', count);
export const found = async (wanted: NewLeague): Promise<string> => (await ask<Made>('/api/leagues', wanted)).id;
export const doInLeague = (league: string, wish: LeagueDo['wish']): Promise<LeagueTold> =>
  ask(path(league), { id: crypto.randomUUID(), wish });
export const feedPath = (league: string, lang: string): string => `${path(league)}/feed.atom?lang=${lang}`;

/** The league now and after each change, until the signal; a request that the network loses is repeated. */
export async function followLeague(
  league: string,
  signal: AbortSignal,
  told: (found: LeagueTold) => void,
  none: () => void,
): Promise<void> {
  let have: number | null = null;
  while (!signal.aborted) {
    try {
      const query: string = have === null ? '' : `?have=${have}`;
      const found: LeagueTold = await ask(`${path(league)}${query}`, undefined, 'GET', signal);
      have = found.seq;
      if (!signal.aborted) told(found);
    } catch (error) {
      if (signal.aborted) return;
      if (absent(error)) return none();
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}

/** The id of an event, from its address or its id. */
export const eventOf = (text: string): string => /\/(?:event|cup)\/([\w-]{1,64})/.exec(text)?.[1] ?? text.trim();
