// The party sheet: a row a deal, what each wrote, how it stands after it, what hangs.

import type { Entry, Sheet, Why } from './types';

export interface Cell {
  readonly came: number; // what the deal brought
  readonly total: number; // after it
}

export interface Row {
  readonly deal: number; // 0: a correction
  readonly cells: readonly [Cell, Cell];
  readonly hangs: number; // points that this deal left hanging
  readonly maker: number | null; // a place
  readonly marks: ReadonlySet<Why>; // why, for the signs beside the figures
  readonly entries: readonly Entry[];
}

/** Every deal has a row, the passed-out ones too; a correction has one of its own. */
export function rows(sheet: Sheet): readonly Row[] {
  const totals: [number, number] = [0, 0];
  const row = (deal: number, entries: readonly Entry[]): Row => {
    const came: [number, number] = [0, 0];
    let hangs = 0;
    for (const { who, points, why } of entries) {
      if (why === 'hangs') hangs += points;
      else came[who as 0 | 1] += points;
    }
    totals[0] += came[0];
    totals[1] += came[1];
    const maker = sheet.deals[deal - 1]?.maker ?? null;
    return {
      deal,
      cells: [
        { came: came[0], total: totals[0] },
        { came: came[1], total: totals[1] },
      ],
      hangs,
      maker: maker === null ? null : sheet.names.indexOf(maker),
      marks: new Set(entries.map(({ why }) => why)),
      entries,
    };
  };
  const found: Row[] = [];
  let at = 0;
  const correction = () => {
    while (sheet.entries[at]?.deal === 0) found.push(row(0, [sheet.entries[at++]!]));
  };
  correction();
  sheet.deals.forEach((_, index) => {
    const start = at;
    while (sheet.entries[at]?.deal === index + 1) at++;
    found.push(row(index + 1, sheet.entries.slice(start, at)));
    correction();
  });
  return found;
}

/** How far somebody is, from 0 to 1. */
export const far = (points: number, target: number): number => Math.max(0, Math.min(1, points / target));
