// The sheet as people draw it: where every line and every figure lies. Pure arithmetic, tested in pulka.test.ts.
//
// Each sector is drawn as its writer sees it (he sits below, y grows towards him) and then turned into its place.
// Places are counted clockwise from mine, 0, which is at the bottom.

import { exact, plus, shown, type Exact } from '../../core/points';
import type { Column, Entry, Sheet } from './types';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Row {
  readonly x: number;
  readonly y: number; // of the middle of the line
  readonly width: number;
}

/** One cell of a sector: a band, or a part of the band of whists. */
export interface Part {
  readonly column: Column;
  readonly on: number; // whists: how many places clockwise from the writer sits the one they are on; else 0
  readonly from: number; // y of its inner edge
  readonly to: number;
  readonly cut: readonly [number, number]; // from which x to which
}

export interface Sector {
  readonly turn: number; // degrees clockwise
  readonly outline: readonly Point[];
  readonly parts: readonly Part[];
  readonly lines: readonly (readonly [Point, Point])[]; // between bands and parts
  readonly name: Point;
}

export interface Drawing {
  readonly box: readonly [x: number, y: number, width: number, height: number];
  readonly paper: readonly Point[]; // its outline
  readonly radius: number; // of the circle in the middle
  readonly sectors: readonly Sector[];
}

const SIDE = 200;
const MARGIN = 20; // where the name stands, below the whists
const RADIUS = 25;
/** Inner edges of pool and whists, as shares of the way from the centre to the margin; five need room for whists. */
const BANDS = (players: number): readonly [number, number] => (players === 5 ? [0.46, 0.69] : [0.5, 0.735]);
const PENTAGON = 209; // from its centre to a corner

const TURNS: Readonly<Record<number, readonly number[]>> = {
  2: [0, 180],
  3: [0, 90, 270],
  4: [0, 90, 180, 270],
  5: [0, 72, 144, 216, 288],
};

function outlines(players: number): readonly (readonly Point[])[] {
  const o: Point = { x: 0, y: 0 };
  const triangle = [o, { x: SIDE, y: SIDE }, { x: -SIDE, y: SIDE }];
  const corner = (left: boolean) => {
    const s = left ? -1 : 1;
    return [o, { x: s * SIDE, y: 0 }, { x: s * SIDE, y: SIDE }, { x: -s * SIDE, y: SIDE }];
  };
  if (players === 2) {
    const half = [
      { x: -SIDE, y: 0 },
      { x: SIDE, y: 0 },
      { x: SIDE, y: SIDE },
      { x: -SIDE, y: SIDE },
    ];
    return [half, half];
  }
  // Three: lines run up the middle and down to the lower corners, so that the upper two have a corner each.
  if (players === 3) return [triangle, corner(true), corner(false)];
  if (players === 4) return [triangle, triangle, triangle, triangle];
  const half = (36 * Math.PI) / 180;
  const [x, y] = [PENTAGON * Math.sin(half), PENTAGON * Math.cos(half)];
  const slice = [o, { x, y }, { x: -x, y }];
  return [slice, slice, slice, slice, slice];
}

/** From where to where a horizontal line lies inside a convex outline. */
export function chord(outline: readonly Point[], y: number): readonly [number, number] {
  const xs: number[] = [];
  outline.forEach((a, at) => {
    const b = outline[(at + 1) % outline.length]!;
    if (a.y === b.y) {
      if (a.y === y) xs.push(a.x, b.x);
    } else if ((a.y - y) * (b.y - y) <= 0) {
      xs.push(a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y));
    }
  });
  return xs.length === 0 ? [0, 0] : [Math.min(...xs), Math.max(...xs)];
}

const between = ([a, b]: readonly [number, number], share: number): number => a + (b - a) * share;

function sector(outline: readonly Point[], turn: number, players: number): Sector {
  const depth = Math.max(...outline.map(({ y }) => y));
  const edge = depth - MARGIN;
  const [pool, whists] = BANDS(players).map((share) => edge * share) as [number, number];
  const others = players - 1;
  const wide: readonly [number, number] = [-Infinity, Infinity];
  const parts: Part[] = [
    { column: 'hill', on: 0, from: RADIUS, to: pool, cut: wide },
    { column: 'pool', on: 0, from: pool, to: whists, cut: wide },
  ];
  const cuts = Array.from({ length: others + 1 }, (_, at) => {
    if (at === 0 || at === others) return at === 0 ? -Infinity : Infinity;
    return between(chord(outline, (whists + edge) / 2), at / others);
  });
  for (let at = 0; at < others; at++) {
    // My left neighbour sits clockwise of me, so the leftmost part lies towards him.
    parts.push({ column: 'whists', on: at + 1, from: whists, to: edge, cut: [cuts[at]!, cuts[at + 1]!] });
  }
  const across = (y: number): readonly [Point, Point] => {
    const [a, b] = chord(outline, y);
    return [
      { x: a, y },
      { x: b, y },
    ];
  };
  const lines = [across(pool), across(whists), across(edge)];
  for (const x of cuts.slice(1, -1))
    lines.push([
      { x, y: whists },
      { x, y: edge },
    ]);
  const [a, b] = chord(outline, depth - MARGIN / 2);
  return { turn, outline, parts, lines, name: { x: (a + b) / 2, y: depth - MARGIN / 2 } };
}

/** Where the end of a cell's caption stands: at its lower right, where figures come last. */
export function caption({ outline }: Sector, { to, cut }: Part): Point {
  const y = to - 8;
  return { x: Math.min(chord(outline, y - 6)[1], cut[1]) - 4, y };
}

/** The lines of a sheet for two to five. */
export function draw(players: number): Drawing {
  const turns = TURNS[players];
  if (!turns) throw new RangeError(`no sheet for ${players}`);
  const sectors = outlines(players).map((outline, at) => sector(outline, turns[at]!, players));
  if (players < 5) {
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const; // prettier-ignore
    const paper = corners.map(([x, y]) => ({ x: x * SIDE, y: y * SIDE }));
    return { box: [-SIDE, -SIDE, 2 * SIDE, 2 * SIDE], paper, radius: RADIUS, sectors };
  }
  const paper = turns.map((turn) =>
    turned({ x: PENTAGON * Math.sin(Math.PI / 5), y: PENTAGON * Math.cos(Math.PI / 5) }, turn),
  );
  const low = PENTAGON * Math.cos(Math.PI / 5);
  return { box: [-SIDE, -PENTAGON, 2 * SIDE, PENTAGON + low], paper, radius: RADIUS, sectors };
}

export function turned({ x, y }: Point, degrees: number): Point {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** The lines of writing that a part has room for, from the inner one to the one nearest the writer. */
export function rows(of: Sector, part: Part, count: number, font: number): readonly Row[] {
  const gap = (part.to - part.from) / count;
  const pad = font * 0.45;
  return Array.from({ length: count }, (_, at) => {
    const y = part.from + gap * (at + 0.5);
    // The text must fit at its upper and at its lower edge.
    const edges = [y - font * 0.45, y + font * 0.45].map((edge) => {
      const [a, b] = chord(of.outline, edge);
      return [Math.max(a, part.cut[0]), Math.min(b, part.cut[1])] as const;
    });
    const from = Math.max(...edges.map(([a]) => a)) + pad;
    const to = Math.min(...edges.map(([, b]) => b)) - pad;
    return { x: from, y, width: Math.max(0, to - from) };
  });
}

// --- what stands on it ----------------------------------------------------------------------------------------

/** A running total as it was written after a deal. */
export interface Figure {
  readonly deal: number;
  readonly total: Exact;
  readonly text: string;
  readonly entries: readonly Entry[];
}

export interface Cell {
  readonly who: number;
  readonly column: Column;
  readonly on: number | null;
}

export const cellKey = ({ who, column, on }: Cell): string => `${who}:${column}:${on ?? ''}`;

/** The running totals of every cell, oldest first; what one deal brings to a cell is one figure. */
export function figures(sheet: Pick<Sheet, 'entries'>): ReadonlyMap<string, readonly Figure[]> {
  const cells = new Map<string, Figure[]>();
  for (const entry of sheet.entries) {
    const key = cellKey(entry);
    const written = cells.get(key) ?? [];
    const last = written.at(-1);
    const total = last ? plus(last.total, exact(entry.points)) : exact(entry.points);
    const same = last !== undefined && last.deal === entry.deal && entry.deal !== 0;
    if (same) written.pop();
    const entries = same ? [...last.entries, entry] : [entry];
    written.push({ deal: entry.deal, total, text: `${shown(total)}.`, entries });
    cells.set(key, written);
  }
  return cells;
}

export interface Written {
  readonly figure: Figure;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface Writing {
  readonly written: readonly Written[];
  readonly more: Point | null; // where "…" stands when older totals found no room
}

/** How wide a text is in a serif with tabular figures; a little too wide rather than too narrow. */
export function width(text: string, font: number): number {
  const of = (char: string) =>
    char === '.' || char === ' ' ? 0.3 : char === '…' ? 0.9 : /[½-¾⅐-⅞]/.test(char) ? 0.85 : 0.58;
  return [...text].reduce((sum, char) => sum + of(char) * font, 0);
}

/** Totals in rows: as few rows as hold them all, else the latest totals that fit, with a sign that there are more. */
export function write(of: Sector, part: Part, all: readonly Figure[], font: number): Writing {
  const most = Math.max(1, Math.floor((part.to - part.from) / (font * 1.15)));
  const space = font * 0.25;
  for (let count = 1; count <= most; count++) {
    const done = fill(rows(of, part, count, font), all, font, space);
    if (done) return { written: done, more: null };
  }
  const lines = rows(of, part, most, font);
  const dots = width('…', font) + space;
  const first = lines.findIndex((row) => row.width >= dots);
  if (first < 0) return { written: [], more: null };
  const rest = lines
    .slice(first)
    .map((row, at) => (at === 0 ? { ...row, x: row.x + dots, width: row.width - dots } : row));
  for (let from = 1; from < all.length; from++) {
    const done = fill(rest, all.slice(from), font, space);
    if (done) return { written: done, more: lines[first]! };
  }
  return { written: [], more: lines[first]! };
}

function fill(lines: readonly Row[], all: readonly Figure[], font: number, space: number): readonly Written[] | null {
  const written: Written[] = [];
  let at = 0;
  let used = 0;
  for (const figure of all) {
    const wide = width(figure.text, font);
    while (at < lines.length && used + wide > lines[at]!.width) {
      at++;
      used = 0;
    }
    const row = lines[at];
    if (!row) return null;
    written.push({ figure, x: row.x + used, y: row.y, width: wide });
    used += wide + space;
  }
  return written;
}

/** The whole turn, in degrees, that brings a place to the bottom, nearest to where the sheet lies now. */
export function settled(players: number, now: number): { turn: number; place: number } {
  const turns = TURNS[players] ?? [0];
  const apart = (a: number) => (((a % 360) + 540) % 360) - 180;
  let best = { turn: 0, place: 0, off: Infinity };
  turns.forEach((turn, place) => {
    const off = apart(now + turn);
    if (Math.abs(off) < Math.abs(best.off)) best = { turn: now - off, place, off };
  });
  return { turn: best.turn, place: best.place };
}
