// What a day's deal and a challenge share: results over HTTP, and the text of a line. docs/days.md has the routes.

import { ask } from '../core/api';
import type { ChallengesTold, NewChallenge, SharedTable, SharedTold } from '../wire.gen';

export const challengePath = (id: string): string => `/challenge/${encodeURIComponent(id)}`;

/** Where the club tells of a day, or of a challenge. */
export const dayApi = (game: string, day: string): string => `/api/days/${encodeURIComponent(game)}/${day}`;
export const challengeApi = (id: string): string => `/api/challenges/${encodeURIComponent(id)}`;

export const sharedNow = (api: string): Promise<SharedTold> => ask(api);
export const playShared = (api: string): Promise<SharedTable> => ask(`${api}/play`, {});
export const challenged = async (wanted: Omit<NewChallenge, 'id'>): Promise<string> =>
  (await ask<{ id: string }>('/api/challenges', { id: crypto.randomUUID(), ...wanted })).id;

/** The time of a challenge ends now; what it tells then. */
export const shutNow = (api: string): Promise<SharedTold> => ask(`${api}/shut`, {});
/** The challenges that the reader has sent or plays, the newest first. */
export const challenges = (): Promise<ChallengesTold> => ask('/api/challenges');

/** A line of a result with the reader's words for what the notation has in English. say: of a contract's `misere`, `allpass`, `nt`, and of `given.up`, `passed`. */
export function worded(
  line: string,
  say: (code: 'misere' | 'allpass' | 'nt' | 'given.up' | 'passed') => string,
): string {
  if (line === 'pass') return say('passed');
  return line
    .replace(/^misere(?= |$)/, say('misere'))
    .replace(/^-(?= |$)/, say('allpass'))
    .replace(/^(\d+)NT/, `$1${say('nt')}`)
    .replace(/(?<= )given-up(?= |$)/, say('given.up'));
}

/** A line of a result cut into words, each a suit sign or plain text: `7D E8 N2` has `7`, its sign, `E8`, `N2`. */
export function inked(line: string): readonly (readonly [text: string, suit: string])[] {
  const contract = /^(\d)([SHDC])(X{0,2})(?= |$)/.exec(line);
  if (contract)
    return [
      [contract[1]!, contract[2]!],
      [`${contract[3]!}${line.slice(contract[0].length)}`, ''],
    ];
  const ordered = /^([NS])([SHDC]) (-?\d+:-?\d+)$/.exec(line);
  if (ordered)
    return [
      [`${ordered[1]!} `, ordered[2]!],
      [` ${ordered[3]!}`, ''],
    ];
  return [[line, '']];
}
