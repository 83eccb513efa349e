// A result of deberts in taps: facts and taps, each from the other.

import type { Facts } from '../../keep/client';
import type { Outcome } from './types';

export const CARDS = 162; // of all cards and the last trick
export const KINDS = ['terz', 'fifty', 'hundred'] as const;

/**
 * What has been tapped. maker: empty: all passed. points: of N; other: of S, where they are not the rest. melds: whose, and which.
 * bait: who has a card bait: the cards of both are the other's, and so are all combinations: theirs are those of the second
 * player who declared some. closed: who stopped the play; the points are those so far. bare: who took no trick.
 */
export interface Taps {
  readonly maker: string | null;
  readonly trump: string | null;
  readonly points: number | null;
  readonly melds: string;
  readonly kinds: readonly string[];
  readonly bella: string;
  readonly last: string;
  readonly other?: number | null;
  readonly theirs?: readonly string[];
  readonly bait?: string;
  readonly closed?: string;
  readonly bare?: string;
}

export const NONE: Taps = { maker: null, trump: null, points: null, melds: '', kinds: [], bella: '', last: '' };

export const opposite = (who: string): string => (who === 'N' ? 'S' : 'N');

/** The points of the cards of both; null: they are not all said. */
export function cards({ points, other, bait, closed }: Taps): { readonly N: number; readonly S: number } | null {
  const sound = (n: number | null | undefined): n is number => n !== null && n !== undefined && n >= 0 && n <= CARDS;
  if (bait === 'N') return { N: 0, S: other ?? CARDS };
  if (bait === 'S') return { N: points ?? CARDS, S: 0 };
  if (closed) return sound(points) && sound(other) && points + other <= CARDS ? { N: points, S: other } : null;
  return sound(points) ? { N: points, S: CARDS - points } : null;
}

export function facts(taps: Taps | null): Facts | null {
  if (taps === null || taps.maker === null) return null;
  if (taps.maker === '') return {};
  const { maker, trump, melds, kinds, theirs = [], bella, last, bait, closed, bare } = taps;
  const points = cards(taps);
  if (trump === null || points === null) return null;
  const declared = {
    ...(melds && kinds.length > 0 && { [melds]: kinds }),
    ...(melds && bait && theirs.length > 0 && { [opposite(melds)]: theirs }),
  };
  return {
    maker,
    trump,
    points,
    ...(Object.keys(declared).length > 0 && { melds: declared }),
    ...(bella && { bella }),
    ...(last && { last }),
    ...(bare && { bare }),
    ...(bait && { bait }),
    ...(closed && { closed }),
  };
}

export function taps(outcome: Outcome): Taps {
  if (!outcome.maker) return { ...NONE, maker: '' };
  const declared = Object.entries(outcome.melds ?? {}).filter(([, all]) => all.length > 0);
  const [melds, kinds] = declared[0] ?? ['', []];
  const { bait, closed, bare, points } = outcome;
  return {
    maker: outcome.maker,
    trump: outcome.trump ?? null,
    points: points?.['N'] ?? 0,
    melds,
    kinds,
    bella: outcome.bella ?? '',
    last: outcome.last ?? '',
    ...((closed || bait) && { other: points?.['S'] ?? 0 }),
    ...(declared[1] && { theirs: declared[1][1] }),
    ...(bait && { bait }),
    ...(closed && { closed }),
    ...(bare && { bare }),
  };
}
