import { describe, expect, it } from 'vitest';
import { cards, ends } from '../../core/replay';
import { buyer, frame, until } from './past';
import type { Finished, Sheet } from './types';

const seats = { N: 'N', E: 'E', S: 'S' };
const outcome = { dealer: 'S', kind: 'tricks', declarer: 'N', contract: '6S' } as const;
const deal: Finished = {
  number: 1,
  names: seats,
  outcome,
  entries: [],
  hands: { N: ['SA', 'SK', 'H7'], E: ['S7', 'H8', 'DA'], S: ['S8', 'H9', 'DK'] },
  talon: ['CA', 'C7'],
  discard: ['H7', 'C7'],
  history: [
    { leader: 'E', cards: [['E', 'DA'], ['S', 'DK'], ['N', 'SK']], winner: 'N' },
    { leader: 'N', cards: [['N', 'SA'], ['E', 'S7'], ['S', 'S8']], winner: 'N' },
  ],
  calls: [],
  answers: [],
}; // prettier-ignore

describe('a deal shown again', () => {
  it('begins as it was dealt', () => {
    expect(frame(deal, null).hands).toEqual(deal.hands);
    expect(frame(deal, null).nth).toBe(0);
  });

  it('gives the talon to whoever bought it', () => {
    expect(buyer(deal)).toBe('N');
    expect(frame(deal, 0).hands['N']).toEqual(['SA', 'SK', 'CA']);
    expect(buyer({ ...deal, discard: [] })).toBeNull();
    expect(frame({ ...deal, discard: [] }, 0).hands['N']).toEqual(['SA', 'SK', 'H7']);
  });

  it('goes on card by card', () => {
    expect(cards(deal)).toBe(6);
    const first = frame(deal, 1);
    expect(first.trick).toEqual([['E', 'DA']]);
    expect(first.played).toEqual(['E', 'DA']);
    expect(first.hands['E']).toEqual(['S7', 'H8']);
    expect(first.winner).toBeNull();
    const third = frame(deal, 3);
    expect(third.winner).toBe('N');
    expect(third.tricks).toEqual({ N: 1, E: 0, S: 0 });
    const fourth = frame(deal, 4);
    expect([fourth.nth, fourth.trick, fourth.tricks['N']]).toEqual([2, [['N', 'SA']], 1]);
    expect(frame(deal, 6).tricks['N']).toBe(2);
    expect(frame(deal, 99)).toEqual(frame(deal, 6));
    expect(ends(deal)).toEqual([3, 6]);
  });

  it('never shows a card twice', () => {
    for (let at = 0; at <= 6; at++) {
      const { hands, trick } = frame(deal, at);
      const all = [...Object.values(hands).flat(), ...trick.map(([, card]) => card)];
      expect(new Set(all).size).toBe(all.length);
      expect(Object.values(hands).flat().length).toBe(9 - at);
    }
  });

  it('has the sheet as it was', () => {
    const entry = (of: number) => ({
      deal: of, column: 'pool', who: 0, on: null, points: 2, why: 'made', law: 'P-4.2.1',
    }) as const; // prettier-ignore
    const sheet = {
      names: ['N'], target: 10, length: null, pool: [4], hill: [0], whists: [[0]], series: 0, finished: true, settlement: null,
      entries: [entry(1), entry(2), entry(0)], deals: [outcome, outcome],
    } satisfies Sheet; // prettier-ignore
    expect(until(sheet, 0).entries).toEqual([]);
    expect(until(sheet, 1).entries).toEqual([entry(1)]);
    expect(until(sheet, 2).entries).toEqual([entry(1), entry(2), entry(0)]);
    expect(until(sheet, 1).deals.length).toBe(1);
    expect(until(sheet, 1).finished).toBe(false);
  });
});
