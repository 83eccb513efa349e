import { describe, expect, it } from 'vitest';
import { NONE, facts, taps, type Taps } from './kept';
import type { Outcome } from './types';

const game: Taps = { ...NONE, maker: 'N', trump: 'H', points: 100, last: 'N' };
const back = (made: Taps) => {
  const found = facts(made);
  expect(found).not.toBeNull();
  expect(facts(taps({ dealer: 'N', ...found } as Outcome))).toEqual(found);
  return found;
};

describe('a result of deberts in taps', () => {
  it('gives the other one the rest of the cards', () => {
    expect(back(game)).toEqual({ maker: 'N', trump: 'H', points: { N: 100, S: 62 }, last: 'N' });
    expect(facts({ ...game, points: null })).toBeNull();
    expect(back({ ...NONE, maker: '' })).toEqual({});
  });
  it('gives all cards, and the combinations of both, to the innocent of a card bait (D-BAIT-4)', () => {
    const bait: Taps = { ...game, points: null, bait: 'N', melds: 'N', kinds: ['terz'], theirs: ['fifty'] };
    expect(back(bait)).toMatchObject({
      bait: 'N',
      points: { N: 0, S: 162 },
      melds: { N: ['terz'], S: ['fifty'] },
    });
    expect(facts({ ...bait, bait: '' })).toBeNull();
  });
  it('takes the points so far where the play was stopped (D-CLOSE-1)', () => {
    const closed: Taps = { ...game, points: 70, closed: 'N' };
    expect(facts(closed)).toBeNull();
    expect(back({ ...closed, other: 20 })).toMatchObject({ closed: 'N', points: { N: 70, S: 20 } });
    expect(facts({ ...closed, other: 120 })).toBeNull();
  });
  it('knows who took no trick', () => {
    expect(back({ ...game, points: 162, bare: 'S' })).toMatchObject({ bare: 'S', points: { N: 162, S: 0 } });
  });
});
