import { expect, test } from 'vitest';
import { partyLine } from './row';

test('a party sums to nought', () => {
  expect(partyLine(['120', '-30', '-90'], 24)).toBe('120 -30 -90 / 24');
  expect(partyLine(['120', '-30', '-80'], 24)).toBeNull();
  expect(partyLine(['120', '-30', '-90'], undefined)).toBeNull();
});
