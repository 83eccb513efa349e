// My share in a deal (docs/fair.md): a hash, then the nonce, given without a click; and this browser's notes of the
// deal, kept to check the reveal.

import type { Share } from '../../wire.gen';
import type { Seen } from '../fair';
import type { Act, Fair } from '../wire';

/** My notes of one deal. */
export interface Kept {
  readonly player: string;
  readonly nonce: string;
  readonly commitment: string;
  readonly shares: readonly Share[];
}

export type Drawer = Readonly<Record<number, Kept>>; // by deal

const KEEP = 60; // deals of one table

/** My next share: none, a hash (of a nonce drawn by `draw`), or the kept nonce. */
export type Due =
  { readonly give: 'hash'; readonly player: string } | { readonly give: 'nonce'; readonly nonce: string };

export function due(fair: Fair, chair: number | null, kept: Kept | undefined): Due | null {
  if (chair === null || !fair.asked.includes(chair)) return null;
  const mine = fair.shares.find((share) => share.chair === chair);
  if (!mine) return null;
  if (fair.phase === 'hashes') return mine.hash === null ? { give: 'hash', player: mine.player } : null;
  if (fair.phase !== 'nonces' || mine.hash === null || mine.nonce !== null || kept === undefined) return null;
  return { give: 'nonce', nonce: kept.nonce };
}

export const seal = (deal: number, hash: string): Act => ({ act: 'seal', deal, hash });
export const unseal = (deal: number, nonce: string): Act => ({ act: 'nonce', deal, nonce });

/** The drawer after a new sight of the deal. */
export function noted(drawer: Drawer, fair: Fair): Drawer {
  if (fair.deal === null) return drawer;
  const mine = drawer[fair.deal];
  if (!mine) return drawer;
  // A player without a hash may still give one; shown values must not change.
  const shares = fair.shares.filter(({ hash }) => hash !== null);
  return {
    ...drawer,
    [fair.deal]: { ...mine, shares: shares.map(({ player, hash, nonce }) => ({ player, hash, nonce })) },
  };
}

export function put(drawer: Drawer, deal: number, kept: Kept): Drawer {
  const held = Object.entries({ ...drawer, [deal]: kept }).sort(([a], [b]) => Number(b) - Number(a));
  return Object.fromEntries(held.slice(0, KEEP));
}

/** The notes with which this browser checks a reveal. */
export function seen(kept: Kept | undefined): Seen {
  if (!kept) return {};
  const { commitment, shares, player, nonce } = kept;
  // A nonce that came too late is not in the deal, and everybody could see that I was away.
  const taken = shares.some((share) => share.player === player && share.nonce !== null);
  return taken ? { commitment, shares, own: { player, nonce } } : { commitment, shares };
}

const place = (table: string): string => `kozyr.fair.${table}`;

export function readDrawer(store: Pick<Storage, 'getItem'>, table: string): Drawer {
  try {
    const found: unknown = JSON.parse(store.getItem(place(table)) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Drawer) : {};
  } catch {
    return {}; // notes of another version, or a browser that keeps none
  }
}

export function keepDrawer(store: Pick<Storage, 'setItem'>, table: string, drawer: Drawer): void {
  try {
    store.setItem(place(table), JSON.stringify(drawer));
  } catch {
    // A browser that keeps nothing still plays; its own nonce cannot be held against the reveal after a reload.
  }
}
