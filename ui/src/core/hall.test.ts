import { describe, expect, test } from 'vitest';
import type { HallEntry, HallLine, HallRuling, HallSession } from '../wire.gen';
import { boardsOf, clock, entryOf, numbers } from './hall';

describe('what an official enters', () => {
  test('numbers and names are parted, what is empty is left out', () => {
    expect(entryOf('entered', { name: 'Дамы', members: 'Анна, Вера; Ольга', rating: '' })).toEqual({
      what: 'entered',
      name: 'Дамы',
      members: ['Анна', 'Вера', 'Ольга'],
    });
    expect(entryOf('warned', { table: '3', offence: 'slow' })).toEqual({ what: 'warned', table: 3, offence: 'slow' });
  });
  test('a correction without a result takes the line out; a decision says yes or no', () => {
    expect(entryOf('corrected', { table: 1, board: 2, ground: 'error', result: '' })).toMatchObject({ result: '' });
    expect(entryOf('decided', { filed: 9, by: 'committee', allowed: false })).toMatchObject({ allowed: false });
  });
  test('boards are a list with spans', () => {
    expect(numbers('1, 3, 5-7')).toEqual([1, 3, 5, 6, 7]);
    expect(numbers('first')).toBeNull();
  });
});

test('where each board is, and what has happened to it', () => {
  const table = (n: number, boards: readonly number[]) => ({ table: n, boards, seats: { N: n, S: n + 2 }, at: null });
  const session: HallSession = {
    session: 1,
    stage: 1,
    begun: 1,
    ended: 0,
    ended_at: null,
    paused_at: null,
    lacks: [],
    note: '',
    rounds: [
      { round: 1, tables: [table(1, [1, 2]), table(2, [3, 4])], rest: [] },
      { round: 2, tables: [table(1, [3, 4]), table(2, [1, 2])], rest: [] },
    ],
  };
  const line = { at: { session: 1, round: 1, table: 2, board: 3, room: '' } } as HallLine;
  const fouled = { board: 4, decision: { fouled: [[2, 1]] } } as unknown as HallRuling;
  const log = [{ said: { what: 'wrong_board', table: 1, board: 4, instead: 1 } }] as unknown as HallEntry[];
  const late = [{ session: 1, round: 1, table: 1, board: 2, room: '' }];
  const found = boardsOf({ sessions: [session], lines: [line], rulings: [fouled], late, log });
  const plain = { lines: 0, of: 2, fouled: false, wrong: [], late: [] };
  expect(found).toEqual([
    { board: 1, at: [1], next: [{ round: 2, table: 2 }], ...plain },
    { board: 2, at: [1], next: [{ round: 2, table: 2 }], ...plain, late: [1] },
    { board: 3, at: [2], next: [{ round: 2, table: 1 }], ...plain, lines: 1 },
    { board: 4, at: [2], next: [{ round: 2, table: 1 }], ...plain, fouled: true, wrong: [1] },
  ]);
  expect(boardsOf({ sessions: [], lines: [], rulings: [], late: [], log: [] })).toEqual([]);
});

test('a clock counts whole seconds and stops at nothing', () => {
  expect(clock(245_000)).toBe('4:05');
  expect(clock(-1)).toBe('0:00');
});
