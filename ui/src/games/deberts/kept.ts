// A result of deberts in taps: facts and taps, each from the other.

import type { Facts } from '../../keep/client';
import type { Outcome } from './types';

export const CARDS = 162; // of all cards and the last trick
export const KINDS = ['terz', 'fifty', 'hundred'] as const;

/** What has been tapped. maker: empty: all passed. points: of N. melds: whose, and which. */
export interface Taps {
  readonly maker: string | null;
  readonly trump: string | null;
  readonly points: number | null;
  readonly melds: string;
  readonly kinds: readonly string[];
  readonly bella: string;
  readonly last: string;
}

export const NONE: Taps = { maker: null, trump: null, points: null, melds: '', kinds: [], bella: '', last: '' };

export function facts(taps: Taps | null): Facts | null {
  if (taps === null || taps.maker === null) return null;
  if (taps.maker === '') return {};
  const { maker, trump, points, melds, kinds, bella, last } = taps;
  if (trump === null || points === null || points < 0 || points > CARDS) return null;
  return {
    maker,
    trump,
    points: { N: points, S: CARDS - points },
    ...(melds && kinds.length > 0 && { melds: { [melds]: kinds } }),
    ...(bella && { bella }),
    ...(last && { last }),
  };
}

export function taps(outcome: Outcome): Taps {
  if (!outcome.maker) return { ...NONE, maker: '' };
  const [melds, kinds] = Object.entries(outcome.melds ?? {}).find(([, all]) => all.length > 0) ?? ['', []];
  return {
    maker: outcome.maker,
    trump: outcome.trump ?? null,
    points: outcome.points?.['N'] ?? 0,
    melds,
    kinds,
    bella: outcome.bella ?? '',
    last: outcome.last ?? '',
  };
}
