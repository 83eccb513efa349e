import { describe, expect, it } from 'vitest';
import type { Due } from '../../wire.gen';
import { NONE, agreed, counted, facts, left, taps, whists, type Taps } from './kept';
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

const usual = agreed({ 'whist.half': true, 'whist.first_hand_half': true, 'whist.dealer_may_return': true });
const owner = agreed({ 'allpass.talon': 'opened', 'allpass.dealer_owns_talon_tricks': true });
const ten = agreed({ 'contract.ten_is': 'checked' });

const back = (made: Taps, now = usual, of = due) => {
  const found = facts(made, of, now);
  expect(found).not.toBeNull();
  const again = taps({ dealer: 'Г', ...found } as Outcome, of);
  expect(facts(again, of, now)).toEqual(found);
  return found;
};

describe('a result in taps', () => {
  it('is none before the last tap', () => {
    expect(facts(null, due, usual)).toBeNull();
    expect(facts({ ...NONE, declarer: 'А' }, due, usual)).toBeNull();
    expect(facts({ ...NONE, declarer: 'А', contract: '6S' }, due, usual)).toBeNull();
    expect(facts({ ...NONE, declarer: 'А', contract: '6S', whist: 'first' }, due, usual)).toBeNull();
  });
  it('gives one whister all that the declarer has not taken', () => {
    const made: Taps = { declarer: 'Б', contract: '8H', whist: 'second', tricks: { Б: 7 } };
    expect(counted(made, due, usual)).toEqual(['Б']);
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
    expect(left(made, counted(made, due, usual), 'Б')).toBe(4);
    expect(back(made)).toMatchObject({ tricks: { А: 6, Б: 1, В: 3 } });
    expect(facts({ ...made, tricks: { А: 9, Б: 2 } }, due, usual)).toBeNull();
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
    expect(counted(all, due, owner)).toEqual(['А', 'Б', 'Г']);
    expect(back(all, owner)).toEqual({ kind: 'allpass', tricks: { А: 3, Б: 4, Г: 1, В: 2 } });
  });
  it('knows a dealer who whists, a game that is given up, and a checked ten', () => {
    expect(whists('8S', due, ['Б', 'В'], usual)).toContain('dealer');
    expect(whists('8S', { ...due, sitter: null }, ['Б', 'В'], usual)).toEqual(['none', 'first', 'second', 'both']);
    expect(whists('6S', due, ['Б', 'В'], agreed({ 'whist.obligatory_6s': true }))).toEqual(['both']);
    expect(back({ declarer: 'А', contract: '8S', whist: 'dealer', tricks: { А: 7 } })).toMatchObject({
      calls: { Б: 'pass', В: 'pass', Г: 'whist' },
      tricks: { А: 7, Б: 3 },
    });
    const up: Taps = { declarer: 'А', contract: '8S', whist: 'first', tricks: {}, surrender: true };
    expect(back(up)).toMatchObject({ surrender: true, calls: { Б: 'whist', В: 'pass' } });
    expect(facts({ ...up, whist: null }, due, usual)).toEqual({
      kind: 'tricks',
      declarer: 'А',
      contract: '8S',
      surrender: true,
    });
    const made: Taps = { ...NONE, declarer: 'А', contract: '10S', tricks: { А: 9 } };
    expect(facts({ ...made, tricks: {} }, due, ten)).toBeNull();
    expect(back(made, ten)).toEqual({ kind: 'tricks', declarer: 'А', contract: '10S', tricks: { А: 9, Б: 1 } });
  });
  it('knows blind passes and bids, a shared misère, a talon that is refused or brings a bonus', () => {
    expect(back({ ...NONE, declarer: '', tricks: { А: 3, Б: 4 }, blind: ['А', 'Б'] })).toMatchObject({
      blind: ['А', 'Б'],
    });
    const bomb = { ...due, factors: { А: 2 } };
    expect(back({ ...NONE, declarer: 'А', contract: '7D', whist: 'none', dark: true }, usual, bomb)).toMatchObject({
      factor: 4,
    });
    expect(back({ ...NONE, declarer: 'А', contract: 'misere', tricks: { А: 0 }, shared: true })).toMatchObject({
      kind: 'misere',
      shared: true,
    });
    const game: Taps = { ...NONE, declarer: 'А', contract: '7D', whist: 'none' };
    expect(back({ ...game, refused: true })).toMatchObject({ refused: true });
    expect(back({ ...game, talon: ['SA', 'HK'] })).toMatchObject({ talon: ['SA', 'HK'] });
    expect(facts({ ...game, talon: ['SA'] }, due, usual)).toBeNull();
  });
  it('is kept at two: one whists, or nobody', () => {
    const two: Due = { ...due, hands: ['А', 'Б'], sitter: null };
    expect(whists('6S', two, ['Б'], usual)).toEqual(['none', 'first', 'half.first']);
    expect(back({ declarer: 'А', contract: '6S', whist: 'first', tricks: { А: 6 } }, usual, two)).toMatchObject({
      calls: { Б: 'whist' },
      tricks: { А: 6, Б: 4 },
    });
    expect(back({ ...NONE, declarer: '', tricks: { А: 3 } }, usual, two)).toEqual({
      kind: 'allpass',
      tricks: { А: 3, Б: 7 },
    });
  });
});
