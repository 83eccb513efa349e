import { describe, expect, it } from 'vitest';
import { byInterest, phase, worth } from './cup';

const issue = { opens: 10, closes: 20, mine: null, over: false, told: false, final: false };

describe('an issue of a cup', () => {
  it('comes, is open, waits for the others, and is over', () => {
    expect([5, 10, 19, 20].map((now) => phase(issue, now))).toEqual(['coming', 'open', 'open', 'waiting']);
    expect(phase({ ...issue, over: true }, 50)).toBe('over');
    expect(phase({ ...issue, opens: null, closes: null }, 5)).toBe('composing');
  });

  it('is open in my own window, which is later in the match of prestige', () => {
    const mine = { opens: 15, closes: 40, table: null, done: 0 };
    expect([12, 15, 30].map((now) => phase({ ...issue, mine }, now))).toEqual(['coming', 'open', 'open']);
  });
});

describe('deals', () => {
  it('stand by their interest', () => {
    const some = [
      { board: 1, tricks: '5/2', rivals: 1 },
      { board: 2, tricks: '3', rivals: 0 },
      { board: 3, tricks: '5/2', rivals: 2 },
    ];
    expect(byInterest(some).map(({ board }) => board)).toEqual([2, 3, 1]);
    expect(worth('5/2')).toBe(2.5);
  });
});
