// A result of bridge in taps: facts and taps, each from the other.

import type { Facts } from '../../keep/client';
import type { Outcome } from './types';

/** What has been tapped. declarer: empty: all passed. honours: whose and how many, as `N100`; empty: nobody's. */
export interface Taps {
  readonly declarer: string | null;
  readonly contract: string | null;
  readonly doubled: string;
  readonly tricks: number | null;
  readonly honours: string;
}

export const NONE: Taps = { declarer: null, contract: null, doubled: '', tricks: null, honours: '' };

export function facts(taps: Taps | null): Facts | null {
  if (taps === null || taps.declarer === null) return null;
  if (taps.declarer === '') return {};
  if (taps.contract === null || taps.tricks === null) return null;
  const honours = taps.honours ? { honours: { [taps.honours[0]!]: Number(taps.honours.slice(1)) } } : {};
  return { contract: taps.contract + taps.doubled, declarer: taps.declarer, tricks: taps.tricks, ...honours };
}

export function taps(outcome: Outcome): Taps {
  const found = /^(\d(?:NT|[CDHS]))(X{0,2})$/.exec(outcome.contract ?? '');
  if (!found) return { ...NONE, declarer: '' };
  const [seat, n] = Object.entries(outcome.honours ?? {})[0] ?? [];
  return {
    declarer: outcome.declarer ?? null,
    contract: found[1]!,
    doubled: found[2]!,
    tricks: outcome.tricks ?? null,
    honours: seat ? `${seat}${n}` : '',
  };
}
