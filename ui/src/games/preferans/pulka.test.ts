import { describe, expect, it } from 'vitest';
import {
  caption,
  cellKey,
  chord,
  draw,
  figures,
  rows,
  settled,
  turned,
  width,
  write,
  type Figure,
  type Point,
} from './pulka';
import type { Entry } from './types';
import shared from '../../../../tests/data/pulka/drawing.json';

const entry = (deal: number, who: number, column: Entry['column'], points: Entry['points'], on: number | null = null): Entry => ({
  deal, who, column, points, on, why: 'made', law: 'P-4.2.1',
}); // prettier-ignore

function inside(outline: readonly Point[], { x, y }: Point): boolean {
  const [a, b] = chord(outline, y);
  return x >= a - 1e-9 && x <= b + 1e-9;
}

describe.each([2, 3, 4, 5])('the sheet for %i', (players) => {
  const drawing = draw(players);
  const [left, top, wide, high] = drawing.box;

  it('gives every player a sector; mine is at the bottom', () => {
    expect(drawing.sectors).toHaveLength(players);
    expect(drawing.sectors[0]!.turn).toBe(0);
  });

  it('has room for a caption in each cell, above its lower edge', () => {
    for (const sector of drawing.sectors)
      for (const part of sector.parts) {
        const at = caption(sector, part);
        expect(inside(sector.outline, at)).toBe(true);
        expect(at.y).toBeGreaterThan(part.from);
        expect(at.y).toBeLessThan(part.to);
        expect(at.x).toBeLessThanOrEqual(part.cut[1]);
      }
  });

  it('lies on its paper, and the sectors share it out', () => {
    let area = 0;
    for (const sector of drawing.sectors) {
      for (const corner of sector.outline) {
        const { x, y } = turned(corner, sector.turn);
        expect(x).toBeGreaterThanOrEqual(left - 1);
        expect(x).toBeLessThanOrEqual(left + wide + 1);
        expect(y).toBeGreaterThanOrEqual(top - 1);
        expect(y).toBeLessThanOrEqual(top + high + 1);
      }
      area += size(sector.outline);
    }
    expect(area).toBeCloseTo(size(drawing.paper), 3);
  });

  it('has hill, pool and whists from the centre outwards, and a part of whists for every other', () => {
    for (const sector of drawing.sectors) {
      const [hill, pool, ...whists] = sector.parts;
      expect([hill!.column, pool!.column]).toEqual(['hill', 'pool']);
      expect(hill!.to).toBe(pool!.from);
      expect(pool!.to).toBe(whists[0]!.from);
      expect(whists.map((part) => part.on)).toEqual(Array.from({ length: players - 1 }, (_, at) => at + 1));
    }
  });

  it('puts each part of the whists towards the one they are on', () => {
    drawing.sectors.forEach((sector, place) => {
      const middle = (part: (typeof sector.parts)[number]) => {
        const [row] = rows(sector, part, 1, 12);
        return turned({ x: row!.x + row!.width / 2, y: row!.y }, sector.turn);
      };
      for (const part of sector.parts.filter((one) => one.column === 'whists')) {
        // What I write on him and what he writes on me lie as near to each other as any two of ours.
        const his = drawing.sectors[(place + part.on) % players]!;
        const onMe = his.parts.find((one) => one.column === 'whists' && one.on === players - part.on)!;
        const [row] = rows(his, onMe, 1, 12);
        const there = turned({ x: row!.x + row!.width / 2, y: row!.y }, his.turn);
        const far = (one: typeof part) => Math.hypot(middle(one).x - there.x, middle(one).y - there.y);
        for (const other of sector.parts.filter((one) => one.column === 'whists')) {
          expect(far(part)).toBeLessThan(far(other) + 12); // five: the one opposite is as near to two parts
        }
      }
    });
  });

  it('writes inside its part', () => {
    const many: Figure[] = Array.from({ length: 99 }, (_, at) => ({
      deal: at + 1, total: { n: at * 7, d: 1 }, text: `${at * 7}.`, entries: [],
    })); // prettier-ignore
    for (const sector of drawing.sectors) {
      for (const part of sector.parts) {
        const { written, more } = write(sector, part, many, 12);
        expect(written.length).toBeGreaterThan(0);
        expect(more).not.toBeNull();
        expect(written.at(-1)!.figure.deal).toBe(99); // the latest is never lost
        for (const { x, y, width: wide } of written) {
          expect(y - 6).toBeGreaterThanOrEqual(part.from - 1);
          expect(y + 6).toBeLessThanOrEqual(part.to + 1);
          expect(inside(sector.outline, { x, y })).toBe(true);
          expect(inside(sector.outline, { x: x + wide, y })).toBe(true);
        }
      }
    }
  });
});

function size(outline: readonly Point[]): number {
  const twice = outline.reduce((sum, a, at) => {
    const b = outline[(at + 1) % outline.length]!;
    return sum + a.x * b.y - b.x * a.y;
  }, 0);
  return Math.abs(twice) / 2;
}

describe('the figures', () => {
  it('are running totals, one for each deal that wrote', () => {
    const entries = [
      entry(1, 0, 'pool', 4),
      entry(2, 0, 'pool', 4),
      entry(2, 1, 'whists', 8, 0),
      entry(2, 1, 'whists', 2, 0),
      entry(3, 0, 'pool', 6),
      entry(4, 1, 'whists', '1/2', 0),
    ];
    const cells = figures({ entries });
    const text = (who: number, column: Entry['column'], on: number | null = null) =>
      (cells.get(cellKey({ who, column, on })) ?? []).map((figure) => figure.text).join(' ');
    expect(text(0, 'pool')).toBe('4. 8. 14.');
    expect(text(1, 'whists', 0)).toBe('10. 10½.');
    expect(cells.get(cellKey({ who: 1, column: 'whists', on: 0 }))![0]!.entries).toHaveLength(2);
  });

  it('may go below zero, and what no deal made stands for itself', () => {
    const cells = figures({ entries: [entry(0, 0, 'hill', 2), entry(0, 0, 'hill', -5)] });
    expect(cells.get('0:hill:')!.map((figure) => figure.text)).toEqual(['2.', '−3.']);
  });

  it('take one row while they fit', () => {
    const sector = draw(4).sectors[0]!;
    const few = figures({ entries: [entry(1, 0, 'pool', 2), entry(2, 0, 'pool', 2)] }).get('0:pool:')!;
    const { written, more } = write(sector, sector.parts[1]!, few, 15);
    expect(new Set(written.map(({ y }) => y)).size).toBe(1);
    expect(more).toBeNull();
    expect(written[1]!.x).toBeGreaterThan(written[0]!.x + width('2.', 15));
  });
});

describe('the sheet under a finger', () => {
  it('comes to rest with somebody at the bottom', () => {
    expect(settled(4, 80)).toEqual({ turn: 90, place: 3 });
    expect(settled(4, -100)).toEqual({ turn: -90, place: 1 });
    expect(settled(3, 60)).toEqual({ turn: 90, place: 2 });
    expect(settled(5, 350)).toEqual({ turn: 360, place: 0 });
    expect(settled(2, 100)).toEqual({ turn: 180, place: 1 });
  });
});

describe('the sheet that Python draws in a notebook', () => {
  it('has every figure and name where this one has them', () => {
    expect(shared.length).toBeGreaterThan(40);
    for (const one of shared) {
      const sector = draw(one.players).sectors.find(({ turn }) => turn === one.turn)!;
      const part = sector.parts.find(({ column, on }) => column === one.column && on === one.on)!;
      const all = one.texts.map((text): Figure => ({ deal: 0, total: { n: 0, d: 1 }, text, entries: [] }));
      const { written, more } = write(sector, part, all, one.font);
      const here: [string, number, number][] = written.map(({ figure, x, y }) => [figure.text, x, y]);
      if (more) here.unshift(['…', more.x, more.y]);
      expect(here.map(([text]) => text)).toEqual(one.written.map(([text]) => text));
      here.forEach(([, ...at], nth) => {
        at.forEach((value, axis) => expect(value).toBeCloseTo(Number(one.written[nth]![axis + 1]), 2));
      });
      expect(sector.name.x).toBeCloseTo(one.name[0]!, 2);
      expect(sector.name.y).toBeCloseTo(one.name[1]!, 2);
    }
  });
});
