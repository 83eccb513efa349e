import { expect, test } from 'vitest';
import { bridgeLine, overs } from './row';

test('a line of bridge is said in tricks', () => {
  expect(bridgeLine({ level: 4, strain: 'H', doubled: 'X', declarer: 'N', over: -1 })).toBe('4HX N 9');
  expect(bridgeLine({ level: 4, strain: 'H', doubled: '', declarer: 'N', over: null })).toBeNull();
  expect([overs(4)[0], overs(4).at(-1)]).toEqual([-10, 3]);
});
