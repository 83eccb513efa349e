// What each would have if the pulka were settled now (P-4.2.14), by the mean of the hills, from what stands on the sheet.

import { exact, minus, plus, times, type Exact } from '../../core/points';
import type { Points } from '../../core/wire';
import type { Sheet } from './types';

const sum = (all: readonly Points[]): Exact =>
  all.reduce<Exact>((found, one) => plus(found, exact(one)), { n: 0, d: 1 });

/** In whists, by place: exact, before anything is rounded. */
export function standing(
  sheet: Pick<Sheet, 'pool' | 'hill' | 'whists' | 'target'>,
  conventions: Readonly<Record<string, unknown>>,
): readonly Exact[] {
  const players = sheet.pool.length;
  // Two may agree that a hill is not divided: each point of it costs its owner ten whists and not five (P-4.1.1).
  const whole = players === 2 && conventions['gusarik_hill'] === 'indivisible';
  const worth = times(exact(`${Number(conventions['pool_point_whists'] ?? 10)}/10`), { n: 1, d: whole ? 2 : 1 });
  const target = exact(Number(conventions['pool_target'] ?? sheet.target));
  const even = new Set(sheet.pool.map(String)).size === 1;
  const hills = sheet.hill.map((points, at) =>
    even ? exact(points) : plus(exact(points), times(minus(target, exact(sheet.pool[at] ?? 0)), worth)),
  );
  const all = hills.reduce<Exact>(plus, { n: 0, d: 1 });
  const share: Exact = whole ? { n: 10, d: 1 } : { n: 10, d: players };
  return hills.map((hill, at) => {
    const mine = sum(sheet.whists[at] ?? []);
    const onMe = sum(sheet.whists.map((row) => row[at] ?? 0));
    return plus(times(minus(all, times(hill, { n: players, d: 1 })), share), minus(mine, onMe));
  });
}

/** What the sheet is called: by what ends it. */
export const heading = ({
  target,
  length,
}: Pick<Sheet, 'target' | 'length'>): ['sheet.title' | 'sheet.title.deals', { readonly n: number }] =>
  length === null ? ['sheet.title', { n: target }] : ['sheet.title.deals', { n: length }];
