import { describe, expect, test } from 'vitest';
import { clock, entryOf, numbers } from './hall';

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

test('a clock counts whole seconds and stops at nothing', () => {
  expect(clock(245_000)).toBe('4:05');
  expect(clock(-1)).toBe('0:00');
});
