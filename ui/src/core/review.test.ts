import { beforeAll, describe, expect, it } from 'vitest';
import { load } from './i18n';
import { better, cardsBefore, curve, figure, tokenShown } from './review';
import type { Move, Reviewed, Weighed } from '../wire.gen';

const said = (n: number, type: string): Move => ({ n, event: { type }, struck: false }) as unknown as Move;
const MOVES = [said(2, 'pass'), said(3, 'order'), said(4, 'play'), said(5, 'play'), said(6, 'play'), said(7, 'play')];
const DEAL = {
  first: 1,
  moments: [
    { seq: 1, worth: { N: 10 } },
    { seq: 3, worth: { N: '-9/2' } },
    { seq: 4, worth: { N: '-9/2' } },
    { seq: 5, worth: { N: 3 } },
    { seq: 7, worth: { N: 20 } },
  ],
} as unknown as Reviewed;

describe('the curve', () => {
  it('begins with the luck and ends with the sheet, a place for each card', () => {
    expect(curve(DEAL, MOVES, 'N', 4)).toEqual([10, -4.5, -4.5, 3, 3, 20]);
  });
  it('counts the cards that lie', () => {
    expect([1, 4, 5, 9].map((n) => cardsBefore(MOVES, n))).toEqual([0, 0, 1, 4]);
  });
});

describe('the better line', () => {
  const trick = (leader: string, winner: string, ...cards: string[]) => ({
    winner,
    cards: cards.map((card, at) => [(at === 0) === (leader === 'N') ? 'N' : 'S', card] as const),
  });
  const played = { history: [trick('N', 'N', 'SA', 'S7'), trick('N', 'S', 'H7', 'HA')], discard: ['C7', 'C8'] };
  const of = (seq: number, line: Weighed['line']) => ({ seq, line }) as unknown as Weighed;

  it('keeps what lay before it, in the middle of a trick too', () => {
    const line = [
      { seat: 'S', event: 'H8', took: 'N' },
      { seat: 'N', event: 'D7', took: null },
    ] as const;
    const found = better(played, MOVES, of(7, line));
    expect(found.history).toEqual([
      trick('N', 'N', 'SA', 'S7'),
      { ...trick('N', 'N', 'H7', 'H8'), cards: [['N', 'H7'], ['S', 'H8']] },
      { winner: 'N', cards: [['N', 'D7']] },
    ]); // prettier-ignore
    expect(found.discard).toBe(played.discard);
  });
  it('puts other cards away', () => {
    const line = [
      { seat: 'N', event: 'discard:D7,D8', took: null },
      { seat: 'N', event: 'SK', took: null },
    ] as const;
    const found = better(played, MOVES, of(3, line));
    expect(found.discard).toEqual(['D7', 'D8']);
    expect(found.history).toEqual([{ winner: 'N', cards: [['N', 'SK']] }]);
  });
});

describe('words', () => {
  beforeAll(() => Promise.all(['ru', 'en'].map(load)));
  it.each([
    ['SA', '♠Т'],
    ['H9', '♥9'],
    ['6S', '6♠'],
    ['10NT', '10БК'],
    ['contract:7C', '7♣'],
    ['discard:SA,HT', 'снести ♠Т ♥10'],
    ['order:H', 'играю ♥'],
    ['order', 'играю'],
    ['pass', 'пас'],
    ['misere', 'мизер'],
    ['take', 'берёт прикуп'],
    ['open', 'в светлую'],
    ['X', 'контра'],
    ['terz', 'терц'],
    ['half', 'полвиста'],
  ])('say %s', (token, text) => {
    expect(tokenShown('ru', token, 'TKDV')).toBe(text);
  });
  it('round a cost', () => {
    expect(figure('ru', 12.34)).toEqual({ n: '12,3', m: 12.3 });
    expect(figure('en', 2)).toEqual({ n: '2', m: 2 });
  });
});
