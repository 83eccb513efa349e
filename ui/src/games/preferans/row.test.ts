import { describe, expect, test } from 'vitest';
import { asked, handsOf, NOTHING, preferansLine, type Preferans } from './row';

const FOUR = ['N', 'E', 'S', 'W'];
const line = (some: Partial<Preferans>): Preferans => ({ ...NOTHING, ...some });

describe('a line of preferans', () => {
  test('on a board of four the one whose turn it is to deal sits out', () => {
    expect(handsOf(1, FOUR)).toEqual(['E', 'S', 'W']);
    expect(handsOf(4, FOUR)).toEqual(['N', 'E', 'S']);
    expect(handsOf(2, ['N', 'E', 'S'])).toEqual(['E', 'S', 'N']);
  });
  const hands = ['E', 'S', 'W'];
  test('nobody whists: the contract and who declared it', () => {
    expect(preferansLine(line({ contract: '6S', declarer: 'E' }), hands)).toBe('6S E');
  });
  test('one whists: all tricks of the defence are his', () => {
    const one = line({ contract: '7D', declarer: 'E', whists: ['S'], tricks: { E: 7 } });
    expect(preferansLine(one, hands)).toBe('7D E7 S3');
  });
  test('two whist: the second has what is left', () => {
    const two = line({ contract: '7D', declarer: 'E', whists: ['S', 'W'], tricks: { E: 7 } });
    expect(asked(two, hands)).toEqual(['E', 'S']);
    expect(preferansLine(two, hands)).toBeNull();
    expect(preferansLine({ ...two, tricks: { E: 7, S: 2 } }, hands)).toBe('7D E7 S2 W1');
  });
  test('misère, an all-pass, a contract that is given up', () => {
    expect(preferansLine(line({ contract: 'misere', declarer: 'E', tricks: { E: 0, S: 4 } }), hands)).toBe(
      'misere E0 S4 W6',
    );
    expect(preferansLine(line({ contract: '-', tricks: { E: 4, S: 3, W: 2 } }), hands)).toBe('- E4 S3 W2');
    expect(preferansLine(line({ contract: '9H', declarer: 'E', givenUp: true }), hands)).toBe('9H E given-up');
  });
});
