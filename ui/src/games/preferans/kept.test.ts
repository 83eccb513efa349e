import { describe, expect, it } from 'vitest';
import type { Due } from '../../wire.gen';
import { NONE, counted, facts, left, taps, type Taps } from './kept';
import type { Outcome } from './types';

const due: Due = {
  deal: 1,
  dealer: 'Г',
  hands: ['А', 'Б', 'В'],
  sitter: 'Г',
  price: 2,
  lowest: 6,
  factors: {},
  forced: false,
  vul: null,
  board: 0,
  seats: {},
  obliged: false,
};

const back = (made: Taps, talon = false) => {
  const found = facts(made, due, talon);
  expect(found).not.toBeNull();
  const again = taps({ dealer: 'Г', ...found } as Outcome, due);
  expect(facts(again, due, talon)).toEqual(found);
  return found;
};

describe('a result in taps', () => {
  it('is none before the last tap', () => {
    expect(facts(null, due, false)).toBeNull();
    expect(facts({ ...NONE, declarer: 'А' }, due, false)).toBeNull();
    expect(facts({ ...NONE, declarer: 'А', contract: '6S' }, due, false)).toBeNull();
    expect(facts({ ...NONE, declarer: 'А', contract: '6S', whist: 'first' }, due, false)).toBeNull();
  });
  it('gives one whister all that the declarer has not taken', () => {
    const made: Taps = { declarer: 'Б', contract: '8H', whist: 'second', tricks: { Б: 7 } };
    expect(counted(made, due, false)).toEqual(['Б']);
    expect(back(made)).toEqual({
      kind: 'tricks',
      declarer: 'Б',
      contract: '8H',
      calls: { В: 'pass', А: 'whist' },
      tricks: { Б: 7, А: 3 },
    });
  });
  it('asks for the first whister of two, and the second has the rest', () => {
    const made: Taps = { declarer: 'А', contract: '6NT', whist: 'both', tricks: { А: 6, Б: 1 } };
    expect(left(made, counted(made, due, false), 'Б')).toBe(4);
    expect(back(made)).toMatchObject({ tricks: { А: 6, Б: 1, В: 3 } });
    expect(facts({ ...made, tricks: { А: 9, Б: 2 } }, due, false)).toBeNull();
  });
  it('needs no tricks where nobody whists, or one leaves for half', () => {
    expect(back({ ...NONE, declarer: 'В', contract: '7D', whist: 'none' })).toEqual({
      kind: 'tricks',
      declarer: 'В',
      contract: '7D',
      calls: { А: 'pass', Б: 'pass' },
    });
    expect(back({ ...NONE, declarer: 'В', contract: '7D', whist: 'half.second' })).toMatchObject({
      calls: { А: 'pass', Б: 'half_whist' },
    });
  });
  it('counts a misère by its declarer, an all-pass by all, with a dealer whose the talon is', () => {
    expect(back({ ...NONE, declarer: 'А', contract: 'misere', tricks: { А: 2 } })).toMatchObject({
      kind: 'misere',
      tricks: { А: 2, Б: 8 },
    });
    const all: Taps = { ...NONE, declarer: '', tricks: { А: 3, Б: 4, Г: 1 } };
    expect(counted(all, due, true)).toEqual(['А', 'Б', 'Г']);
    expect(back(all, true)).toEqual({ kind: 'allpass', tricks: { А: 3, Б: 4, Г: 1, В: 2 } });
  });
});
