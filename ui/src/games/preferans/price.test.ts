import { describe, expect, it } from 'vitest';
import { claimAll, claimClean, claimNone, proposed } from './actions';
import { moment } from './moments';
import { price } from './price';
import type { Claim, Entry, Outcome, View } from './types';
import { priceShown, whyWritten } from './wording';

const claimed = (...all: readonly Claim['tricks'][]): Claim[] => all.map((tricks) => ({ type: 'claim', tricks }));
const pass = (): View => ({
  ...moment('talon').view,
  offers: claimed({ S: 0, W: 0, N: 10, E: 0 }, { S: 10, W: 0, N: 0, E: 0 }, { S: 5, W: 5, N: 0, E: 0 }),
});
const misere = (declarer: View['declarer']): View => ({
  ...moment('play').view,
  contract: 'misere',
  declarer,
  whisters: [],
  tricks: { N: 0, E: 4, S: 1 },
  offers: claimed({ N: 5, E: 4, S: 1 }, { N: 0, E: 4, S: 6 }, { N: 0, E: 9, S: 1 }),
});

describe('a claim where a trick costs its taker', () => {
  it('proposes nothing in an all-pass but the tricks that were taken', () => {
    expect(claimAll(pass())).toBeNull();
    expect(claimClean(pass())).toBeNull();
    expect(proposed(pass())).toEqual({ S: 0, W: 0, N: 0, E: 0 });
  });

  it('offers the declarer of a misère that he takes no more, and never the rest', () => {
    const mine = misere('N');
    expect([claimAll(mine), claimNone(mine)]).toEqual([null, null]);
    expect(claimClean(mine)?.tricks['N']).toBe(0);
    expect(proposed(mine)).toEqual({ N: 0, E: 4, S: 1 });
  });

  it('begins with all the rest in a contract, as before', () => {
    const { view } = moment('play');
    expect(proposed(view)).toEqual(claimAll(view)?.tricks);
  });
});

describe('the price of a claim', () => {
  const told = (view: View, tricks: Claim['tricks'], conventions: Record<string, unknown> = {}) =>
    priceShown('ru', price(view, tricks, conventions, null));

  it('is ten on the hill for all the tricks of an all-pass', () => {
    expect(told(pass(), { S: 0, W: 0, N: 10, E: 0 })).toBe('+10 в гору');
    expect(told(pass(), { S: 10, W: 0, N: 0, E: 0 })).toBe('+1 в пулю');
    const grown = { ...pass(), price: 3, factor: 2 };
    expect(told(grown, { S: 2, W: 2, N: 6, E: 0 })).toBe('+36 в гору');
    expect(told(grown, { S: 2, W: 2, N: 6, E: 2 }, { 'allpass.amnesty': true })).toBe('+24 в гору (у всех снято по 2)');
    expect(told(pass(), { S: 0, W: 5, N: 5, E: 0 }, { 'allpass.amnesty': true })).toBe('+5 в гору');
    expect(told(pass(), { S: 0, W: 0, N: 10, E: 0 }, { 'allpass.scoring': 'whists' })).toBe('');
  });

  it('is ten a trick at a misère, twice in Leningrad, and ten in the pool without one', () => {
    expect(told(misere('N'), { N: 5, E: 4, S: 1 })).toBe('+50 в гору');
    expect(told(misere('N'), { N: 5, E: 4, S: 1 }, { unit: 2 })).toBe('+100 в гору');
    expect(told(misere('N'), { N: 0, E: 9, S: 1 })).toBe('+10 в пулю');
    expect(told(misere('E'), { N: 0, E: 9, S: 1 })).toBe('');
  });

  it('is the game or what it is short of, for the declarer', () => {
    const { view } = moment('play');
    expect(told(view, { N: 6, E: 4, S: 0 })).toBe('+2 в пулю');
    expect(told(view, { N: 3, E: 4, S: 3 })).toBe('+6 в гору');
    expect(told({ ...view, factor: 2 }, { N: 3, E: 4, S: 3 }, { unit: 2 })).toBe('+24 в гору');
  });

  it('is whists for a whister, and what the defence is short of', () => {
    const view: View = { ...moment('play').view, declarer: 'E', whisters: ['N'], contract: '6S' };
    expect(told(view, { N: 1, E: 7, S: 2 })).toBe('6 вистов, +2 в гору');
    expect(told(view, { N: 1, E: 7, S: 2 }, { 'whist.responsibility': 'half' })).toBe('6 вистов, +1 в гору');
    const both: View = { ...view, whisters: ['N', 'S'] };
    expect(told(both, { N: 1, E: 7, S: 2 })).toBe('2 виста, +2 в гору');
    expect(told(both, { N: 1, E: 7, S: 2 }, { 'whist.shared_deficit': 'capped' })).toBe('2 виста, +2 в гору');
    expect(told(view, { N: 1, E: 7, S: 2 }, { 'whist.style': 'gentleman' })).toBe('');
    const eight: View = { ...both, contract: '8S', terms: { ...both.terms, seats: ['N', 'E', 'S'] } };
    expect(told(eight, { N: 0, E: 10, S: 0 })).toBe('+6 в гору');
    expect(told({ ...eight, whisters: ['S', 'N'] }, { N: 0, E: 10, S: 0 }, { 'whist.shared_8_9_10': 'second' })).toBe(
      '+6 в гору',
    );
    expect(told({ ...eight, seat: 'S' }, { N: 0, E: 10, S: 0 }, { 'whist.shared_8_9_10': 'second' })).toBe('');
  });
});

describe('why an all-pass wrote', () => {
  const outcome = { kind: 'allpass', tricks: { A: 4, B: 3, C: 3 } } as unknown as Outcome;
  const entry = { why: 'allpass_tricks', law: 'P-3.7.3' } as Entry;

  it('tells the smallest number of tricks, which is taken off from all', () => {
    expect(whyWritten('ru', entry, outcome, 'A')).toBe('взяток 4, наименьшее у всех снято: 3');
    expect(whyWritten('en', entry, outcome, 'A')).toBe('tricks 4, the least of all is taken off: 3');
    expect(whyWritten('ru', { ...entry, law: 'P-3.7.2.1' }, outcome, 'A')).toBe('взятки на распасах идут в гору');
    expect(whyWritten('ru', { ...entry, why: 'undertricks' }, outcome, 'A')).toMatch(/^подсад/);
    expect(whyWritten('ru', entry, null, 'A')).toBe('взятки на распасах идут в гору');
  });
});
