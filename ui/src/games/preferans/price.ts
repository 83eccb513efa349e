// What a claim would write for me, shown before it is sent. The deal itself is written by the club; here are the plain
// entries of its sheet, and nothing is said where an agreement makes them depend on more than the tricks.

import { exact } from '../../core/points';
import { seatsIn } from '../../core/wire';
import type { Points } from '../../core/wire';
import { inOrder, type Tricks } from './actions';
import type { Column, Seat, Sheet, View } from './types';

export interface Price {
  readonly column: Column;
  readonly points: Points;
  readonly struck?: number; // tricks that were taken off from all: the smallest number of them
}

/** Tricks that the defence must take against a contract of this size (P-3.8.2). */
const NEED: Readonly<Record<number, number>> = { 6: 4, 7: 2, 8: 1, 9: 1, 10: 1 };
const MISERE = 10;

/** An exact number: halves are written as fractions. */
const points = (n: number): Points => {
  const { n: over, d: under } = exact(`${Math.round(n * 2)}/2`);
  return under === 1 ? over : `${over}/${under}`;
};

/** What these tricks would write into my part of the sheet; empty: nothing, or it is not said here. */
export function price(
  view: View,
  tricks: Tricks,
  conventions: Readonly<Record<string, unknown>>,
  sheet: Pick<Sheet, 'names' | 'pool' | 'target'> | null,
): readonly Price[] {
  const me = view.seat;
  if (me === null || view.contract === null) return [];
  const full = closed(view, me, sheet);
  const all = entries(view, me, tricks, conventions, full);
  // Points for a pool that is closed go elsewhere (P-4.2.3).
  const open = all.filter(([column]) => column !== 'pool' || !full);
  const written = open.filter(([, n]) => n !== 0).map(([column, n]) => ({ column, points: points(n) }));
  const struck = view.contract === 'allpass' && (tricks[me] ?? 0) > 0 ? leastOf(tricks, conventions) : 0;
  return struck > 0 ? written.map((one) => ({ ...one, struck })) : written;
}

function closed(view: View, me: Seat, sheet: Pick<Sheet, 'names' | 'pool' | 'target'> | null): boolean {
  const name = view.terms.names[view.terms.seats.indexOf(me)];
  const at = sheet?.names.indexOf(name ?? '') ?? -1;
  const pool = sheet?.pool[at];
  return sheet !== null && pool !== undefined && exact(pool).n >= sheet.target * exact(pool).d;
}

function entries(
  view: View,
  me: Seat,
  tricks: Tricks,
  conventions: Readonly<Record<string, unknown>>,
  full: boolean,
): readonly (readonly [Column, number])[] {
  const mine = tricks[me] ?? 0;
  const unit = Number(conventions['unit'] ?? 1);
  if (view.contract === 'allpass') return allPass(view, mine, tricks, conventions);
  if (view.contract === 'misere') {
    if (view.declarer !== me) return [];
    const half = view.shared ? 2 : 1;
    return [mine > 0 ? ['hill', (MISERE * unit * view.factor * mine) / half] : ['pool', (MISERE * view.factor) / half]];
  }
  const size = Math.floor(inOrder(view.contract ?? '') / 10);
  const worth = 2 * (size - 5) * view.factor;
  const of = (seat: Seat) => tricks[seat] ?? 0;
  if (view.declarer === me) {
    return [mine < size ? ['hill', (size - mine) * worth * unit] : ['pool', worth]];
  }
  if (!view.whisters.includes(me) || conventions['whist.style'] === 'gentleman') return [];
  const defence = seatsIn(tricks)
    .filter((seat) => seat !== view.declarer)
    .reduce((sum, seat) => sum + of(seat), 0);
  const written = view.whisters.length === 1 ? defence : mine;
  const half =
    conventions['whist.responsibility'] === 'half' ||
    (conventions['whist.responsibility'] === 'half_then_full' && !full);
  const short = missing(view, me, size, defence, mine, conventions);
  return [
    ['whists', written * worth * unit],
    ['hill', (short * worth * unit) / (half ? 2 : 1)],
  ];
}

/** The smallest number of tricks, which an amnesty strikes from all (P-3.7.3). */
const leastOf = (tricks: Tricks, conventions: Readonly<Record<string, unknown>>): number =>
  conventions['allpass.amnesty'] === true ? Math.min(...seatsIn(tricks).map((seat) => tricks[seat] ?? 0)) : 0;

function allPass(
  view: View,
  mine: number,
  tricks: Tricks,
  conventions: Readonly<Record<string, unknown>>,
): readonly (readonly [Column, number])[] {
  if (conventions['allpass.scoring'] === 'whists') return [];
  const each = view.price * view.factor;
  if (mine > 0) return [['hill', (mine - leastOf(tricks, conventions)) * each]];
  const zero = conventions['allpass.zero_bonus'] ?? 'trick_price';
  return zero === 'trick_price' ? [['pool', each]] : zero === 1 ? [['pool', 1]] : [];
}

/** How many tricks I am short of on whist (P-3.8.5, P-3.8.6). */
function missing(
  view: View,
  me: Seat,
  size: number,
  defence: number,
  mine: number,
  conventions: Readonly<Record<string, unknown>>,
): number {
  const need = NEED[size] ?? 0;
  const short = Math.max(0, need - defence);
  if (short === 0 || view.whisters.length < 2) return short;
  if (size >= 8) {
    const { seats } = view.terms;
    const far = (seat: Seat) =>
      (seats.indexOf(seat) - seats.indexOf(view.declarer ?? seat) + seats.length) % seats.length;
    const second = [...view.whisters].sort((a, b) => far(a) - far(b))[1];
    return conventions['whist.shared_8_9_10'] === 'second' && me !== second ? 0 : short;
  }
  const own = Math.max(0, Math.floor(need / 2) - mine);
  return conventions['whist.shared_deficit'] === 'capped' ? Math.min(own, short) : own;
}
