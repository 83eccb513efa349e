import { describe, expect, it } from 'vitest';
import { after, answered, keep, known, next, nthOf, ofRow, problemPath, ratingOf, strength, themeOf } from './problem';

const ROWS = [
  { game: 'one', theme: 'end', grades: [1, 4] },
  { game: 'one', theme: 'first-card', grades: [2] },
  { game: 'two', theme: 'end', grades: [3] },
];
const of = (name: string, grade = 2, game = 'one') => ({ game, name, grade });

function storage(held: Record<string, string> = {}) {
  return {
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, value: string) => void (held[key] = value),
  };
}

describe('a problem', () => {
  it('is named by its theme and its number', () => {
    expect(ofRow(ROWS[1]!)).toEqual([{ game: 'one', theme: 'first-card', nth: 1, name: 'first-card-1', grade: 2 }]);
    expect([themeOf('first-card-12'), nthOf('first-card-12')]).toEqual(['first-card', '12']);
    expect(problemPath('one', 'end-1')).toBe('/problems/one/end-1');
  });
});

describe('an answer', () => {
  it('counts once, and the first one', () => {
    const kept = storage();
    keep(kept, of('end-1'), false);
    keep(kept, of('end-1'), true);
    expect(answered(known(kept), of('end-1'))).toBe(false);
    expect(answered(known(kept), of('end-2'))).toBeNull();
  });
  it('moves the rating of its game by how hard it was', () => {
    const empty = known(storage());
    const hard = after(empty, of('end-2', 4), true);
    const easy = after(empty, of('end-2', 1), true);
    expect(ratingOf(hard, 'one')).toBeGreaterThan(ratingOf(easy, 'one'));
    expect(ratingOf(easy, 'one')).toBeGreaterThan(ratingOf(empty, 'one'));
    expect(ratingOf(after(empty, of('end-2', 1), false), 'one')).toBeLessThan(ratingOf(empty, 'one'));
    expect(ratingOf(hard, 'two')).toBe(ratingOf(empty, 'two'));
    expect(strength(9)).toBe(strength(4));
  });
  it('makes a streak that a wrong one ends', () => {
    let now = known(storage());
    for (const [name, right] of [
      ['a-1', true],
      ['a-2', true],
      ['a-3', false],
      ['a-4', true],
    ] as const)
      now = after(now, of(name), right);
    expect([now.streak, now.best]).toEqual([1, 2]);
  });
  it('is forgotten where a browser keeps nonsense', () => {
    for (const nonsense of ['{', '7', '[]', '{"answers":7,"ratings":{"one":"x"},"streak":-1}']) {
      const found = known(storage({ 'kozyr.problems': nonsense }));
      expect(found).toEqual({ answers: {}, ratings: {}, streak: 0, best: 0 });
    }
  });
});

describe('the next problem', () => {
  it('is one not answered, as hard as the rating, of the theme that is named', () => {
    const empty = known(storage());
    expect(next(ROWS, empty, 'one')?.name).toBe('first-card-1');
    expect(next(ROWS, empty, 'one', 'end')?.name).toBe('end-1');
    const all = [of('end-1'), of('end-2'), of('first-card-1')].reduce((now, one) => after(now, one, true), empty);
    expect(next(ROWS, all, 'one')).toBeNull();
    expect(next(ROWS, all, 'two')?.name).toBe('end-1');
  });
});
