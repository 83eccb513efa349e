// The sheets of bridge: rubber WE | THEY with the line, Chicago, boards. Everything is the club's own numbers, sorted.

import type { AtEvent } from '../../wire.gen';
import type { Entry, Outcome, Sheet } from './types';

/** A deal in the list: what it was, and what it brought N-S; null: nothing counted, all passed. */
export interface Row {
  readonly deal: number;
  readonly outcome: Outcome;
  readonly score: number | null;
  readonly imps: number | null; // of N-S, against the target
  readonly board: number; // at duplicate its number, at Chicago the deal of the rubber; 0: neither
  readonly rubber: number;
}

/** Every deal in turn. A deal that all passed counts where the form says so: it has a score then. */
export function rows(sheet: Sheet, conventions: Readonly<Record<string, unknown>>): readonly Row[] {
  const passCounts =
    sheet.form === 'duplicate' || (sheet.form === 'chicago' && conventions['chicago_passed_out'] === 'counts');
  const first = Number(conventions['first_board'] ?? 1);
  const told = (conventions['boards'] ?? []) as readonly string[]; // as 5:N:ns, of a file
  const numbered = (nth: number) => (told[nth] === undefined ? first + nth : parseInt(told[nth], 10));
  let counted = 0;
  let rubber = 1;
  return sheet.deals.map((outcome, at) => {
    const entries = sheet.entries.filter(({ deal }) => deal === at + 1);
    if (entries.length > 0) rubber = entries[0]!.rubber;
    if (sheet.form === 'chicago') rubber = Math.floor(counted / 4) + 1;
    const board = sheet.form === 'duplicate' ? numbered(counted) : sheet.form === 'chicago' ? (counted % 4) + 1 : 0;
    const counts = Boolean(outcome.contract) || passCounts;
    const nth = counted;
    if (counts) counted += 1;
    // What a deal of Chicago brings is written with its premiums; `scores` has the contract alone.
    const written = entries.reduce((all, { side, points }) => all + (side === 0 ? points : -points), 0);
    const whole = sheet.form === 'chicago' && sheet.compare === 'none';
    return {
      deal: at + 1,
      outcome,
      score: !counts ? null : whole ? written : (sheet.scores[nth] ?? null),
      imps: counts ? (sheet.imps[nth] ?? null) : null,
      board,
      rubber,
    };
  });
}

/** A figure of the rubber's sheet. */
export interface Figure {
  readonly deal: number;
  readonly points: number;
  readonly entries: readonly Entry[];
}

export interface Column {
  readonly above: readonly Figure[]; // the first written stands lowest, next to the line
  readonly below: readonly (readonly Figure[])[]; // games, each closed by a line; the last one runs
}

/** One side's column of a rubber. */
export function column(sheet: Sheet, side: 0 | 1, rubber: number): Column {
  const mine = sheet.entries.filter((entry) => entry.rubber === rubber && entry.side === side);
  const figures = (entries: readonly Entry[]): readonly Figure[] => {
    const found: Figure[] = [];
    for (const entry of entries) {
      const same = found.findIndex(({ deal }) => deal === entry.deal && entry.deal > 0);
      if (same < 0) found.push({ deal: entry.deal, points: entry.points, entries: [entry] });
      else {
        const { deal, points, entries: before } = found[same]!;
        found[same] = { deal, points: points + entry.points, entries: [...before, entry] };
      }
    }
    return found;
  };
  const deals = new Set(sheet.entries.filter((entry) => entry.rubber === rubber).map(({ deal }) => deal));
  const lines = sheet.lines.filter((deal) => deals.has(deal));
  const below = mine.filter((entry) => entry.below);
  const bands = [...lines, Infinity].map((line, at) => {
    const from = at === 0 ? 0 : lines[at - 1]!;
    return figures(below.filter(({ deal }) => deal > from && deal <= line));
  });
  return { above: figures(mine.filter((entry) => !entry.below)), below: bands };
}

/** What a side has in a rubber, above and below. */
export const total = (sheet: Sheet, side: 0 | 1, rubber: number): number =>
  sheet.entries
    .filter((entry) => entry.rubber === rubber && entry.side === side)
    .reduce((sum, { points }) => sum + points, 0);

/** My side of the running rubber: 0 N-S, 1 E-W; N-S for who only looks on or rests. */
export function mySide(sheet: Pick<Sheet, 'names' | 'places'>, you: string | null): 0 | 1 {
  const me = you === null ? -1 : sheet.names.indexOf(you);
  const at = sheet.places.indexOf(me);
  return at < 0 ? 0 : ((at % 2) as 0 | 1);
}

/** Whether a deal is played by a table of bots too, so that a traveller belongs to it; at an event other people play it, whose lines are sealed. */
export const compared = ({ form, compare }: Pick<Sheet, 'form' | 'compare'>, event: AtEvent | null): boolean =>
  event === null && (form === 'duplicate' || compare === 'matchpoints' || compare === 'imps');

/** The sum of what N-S have won by comparing: against the target, or the other table. */
export const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((all, one) => all + (one ?? 0), 0);
