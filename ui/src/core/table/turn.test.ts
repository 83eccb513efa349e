import { describe, expect, it } from 'vitest';
import type { TableTerms } from '../wire';
import { TABLE } from './moments';
import { clocked, ring } from './turn';

const turn = { chair: 1, since: 1_000_000, bank: null, out: false };
const at = (clock: TableTerms['clock'], passed: number, more: object = {}) =>
  ring({ turn: { ...turn, ...more }, since: 0 }, { ...TABLE.terms, clock, move_time: 30, deal_time: 60 }, passed);

describe('the ring', () => {
  it('is not there for twenty seconds where the card has no clock, and empty after two minutes', () => {
    expect(at('none', 19_999)).toBeNull();
    expect(at('none', 60_000)).toEqual({ left: 0.5, bank: false, out: false });
    expect(at('none', 500_000)?.left).toBe(0);
    expect(at('none', 0, { out: true })?.out).toBe(true);
  });
  it('shows the time of a move and then the bank', () => {
    expect(at('bank', 15_000, { bank: 60_000 })).toEqual({ left: 0.5, bank: false, out: false });
    expect(at('bank', 45_000, { bank: 45_000 })).toEqual({ left: 0.5, bank: true, out: false });
    expect(at('bank', 90_000, { bank: 45_000 })?.left).toBe(0);
  });
  it('is not there at correspondence', () => expect(at('correspondence', 1e9)).toBeNull());
});

describe('the clock', () => {
  it('goes by this page where it saw the move, and by the club where it has just come', () => {
    expect(clocked(turn, null, true, 5_000)?.since).toBe(5_000);
    expect(clocked(turn, null, false, 2_000_000)?.since).toBe(1_000_000);
    expect(clocked(turn, null, false, 5_000)?.since).toBe(5_000); // a page that is slow
  });
  it('goes on when the same move is told again', () => {
    const before = clocked(turn, null, true, 5_000);
    expect(clocked({ ...turn, out: true }, before, true, 9_000)).toEqual({
      turn: { ...turn, out: true },
      since: 5_000,
    });
    expect(clocked(null, before, true, 9_000)).toBeNull();
  });
});
