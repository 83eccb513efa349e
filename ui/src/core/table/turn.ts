// The player on move, and the time of the wait so far: the ring around the plate.

import type { TableTerms } from '../wire';
import type { Turn } from '../../wire.gen';

/** A moment's clock. since: when the decision came up, by this page's clock, ms. */
export interface Clocked {
  readonly turn: Turn;
  readonly since: number;
}

/** left: 1 is all of it, 0 nothing. bank: the move's own time is gone, it comes out of the bank. */
export interface Ring {
  readonly left: number;
  readonly bank: boolean;
  readonly out: boolean;
}

/** Without a clock the length of a move does not show before that; at the end of the ring the others may act. */
const SOON_MS = 20_000;
const LONG_MS = 120_000;

/** The club's clock on this page. Changes that we see are timed by our clock; before: our last knowledge. */
export function clocked(turn: Turn | null, before: Clocked | null, live: boolean, now: number): Clocked | null {
  if (turn === null) return null;
  const same = before?.turn.chair === turn.chair && before.turn.since === turn.since;
  if (same) return { turn, since: before.since };
  return { turn, since: live ? now : Math.min(turn.since, now) };
}

/** The ring at this moment; null: there is none. */
export function ring({ turn, since }: Clocked, terms: TableTerms, now: number): Ring | null {
  if (turn.out) return { left: 0, bank: false, out: true };
  const passed = Math.max(0, now - since);
  switch (terms.clock) {
    case 'none':
      return passed < SOON_MS ? null : { left: Math.max(0, 1 - passed / LONG_MS), bank: false, out: false };
    case 'bank': {
      const own = terms.move_time * 1000;
      if (passed < own) return { left: 1 - passed / own, bank: false, out: false };
      const bank = terms.deal_time * 1000;
      const left = (turn.bank ?? 0) - (passed - own);
      return { left: bank === 0 ? 0 : Math.min(1, Math.max(0, left / bank)), bank: true, out: false };
    }
    case 'correspondence':
      return null;
  }
}
