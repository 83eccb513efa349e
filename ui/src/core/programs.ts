// My own programs: accounts of mine that sit at tables by a token. docs/bot-protocol.md has the routes.

import { ask } from './api';
import type { NewProgram, OwnProgram } from '../wire.gen';

export const programs = (): Promise<readonly OwnProgram[]> => ask('/api/bots');
export const addProgram = (name: string): Promise<NewProgram> => ask('/api/bots', { name });
export const endProgram = (account: string): Promise<void> =>
  ask(`/api/bots/${encodeURIComponent(account)}`, {}, 'DELETE');

/** How a program is started on this club; the token stays out of it, so that no history of commands keeps it. */
export const startLine = (origin: string): string =>
  `KOZYR_TOKEN=kozyr_… python bot.py ${origin.replace(/^http/, 'ws')} TABLE`;
