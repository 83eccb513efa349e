// Cups over HTTP. docs/events.md has the routes.

import { ask } from './api';
import type * as wire from '../wire.gen';

const path = (cup: string): string => `/api/cups/${encodeURIComponent(cup)}`;

export const cupNow = (cup: string): Promise<wire.CupTold> => ask(path(cup));
export const boardsOf = (cup: string, issue: number): Promise<wire.CupBoards> => ask(`${path(cup)}/issues/${issue}`);
export const candidates = (cup: string, from: number, many: number): Promise<readonly wire.CupCandidate[]> =>
  ask(`${path(cup)}/candidates?from=${from}&many=${many}`);
export const compose = (cup: string, issue: Omit<wire.ComposeIssue, 'id'>): Promise<wire.CupTold> =>
  ask(`${path(cup)}/compose`, { id: crypto.randomUUID(), ...issue });
export const playIssue = async (cup: string, issue: number): Promise<string> =>
  (await ask<wire.Created>(`${path(cup)}/play`, { issue })).table;
export const enterCup = (cup: string, of: Omit<wire.EnterEvent, 'id'>): Promise<wire.ClubEvent> =>
  ask(`/api/events/${encodeURIComponent(cup)}/enter`, { id: crypto.randomUUID(), ...of });

export type Phase = 'composing' | 'coming' | 'open' | 'waiting' | 'over';

/** How far an issue is for me, or for a stranger as for most people. */
export function phase(
  issue: Pick<wire.CupIssue, 'opens' | 'closes' | 'mine' | 'over' | 'told' | 'final'>,
  now: number,
): Phase {
  const window = issue.mine ?? issue;
  if (issue.opens === null || window.opens === null || window.closes === null) return 'composing';
  if (issue.over) return 'over';
  if (now < window.opens) return 'coming';
  return now < window.closes ? 'open' : 'waiting';
}

/** The deals of a composition, the most interesting first; of equals the one with more rivals, then the first. */
export const byInterest = <T extends { readonly board: number; readonly tricks: string; readonly rivals: number }>(
  some: readonly T[],
): readonly T[] =>
  some.toSorted((a, b) => worth(b.tricks) - worth(a.tricks) || b.rivals - a.rivals || a.board - b.board);

/** Tricks that are thrown away on a deal, as a number. */
export function worth(tricks: string): number {
  const [n = 0, d = 1] = tricks.split('/').map(Number);
  return n / d;
}
