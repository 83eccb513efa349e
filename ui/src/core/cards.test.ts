import { describe, expect, it } from 'vitest';
import { bySuit, index, sorted, suitOrder } from './cards';
import { exact, plus, shown, signed } from './points';

describe('cards', () => {
  it('have letters of one alphabet or the other, in any language', () => {
    expect(['A', 'K', 'Q', 'J', 'T', '7'].map((rank) => index(rank, 'TKDV')).join(' ')).toBe('Т К Д В 10 7');
    expect(['A', 'K', 'Q', 'J', 'T', '7'].map((rank) => index(rank, 'AKQJ')).join(' ')).toBe('A K Q J 10 7');
  });

  it('alternate colours, with three suits too', () => {
    expect(suitOrder(['S7', 'D7', 'C7', 'H7']).join('')).toBe('SDCH');
    expect(suitOrder(['S7', 'C7', 'H7']).join('')).toBe('SHC');
    expect(suitOrder(['S7', 'D7', 'H7']).join('')).toBe('DSH');
  });

  it('keep their places while the hand is played', () => {
    expect(suitOrder(['C7', 'H7'], ['S', 'D', 'C', 'H']).join('')).toBe('SDCH');
    expect(suitOrder(['S7', 'D7', 'H7', 'C7'], ['D', 'S', 'H']).join('')).toBe('SDCH');
  });

  it('lie highest first', () => {
    expect(sorted(['S7', 'HT', 'SA', 'HA', 'SJ'], ['S', 'H'])).toEqual(['SA', 'SJ', 'S7', 'HA', 'HT']);
    expect(bySuit(['H7', 'SA', 'S9'])).toEqual([
      ['S', ['SA', 'S9']],
      ['H', ['H7']],
    ]);
  });
});

describe('points', () => {
  it('are exact', () => {
    expect(plus(exact('26/3'), exact('4/3'))).toEqual({ n: 10, d: 1 });
    expect(['26/3', '-1/2', 12, -3, '7/8'].map((points) => shown(points))).toEqual(['8⅔', '−½', '12', '−3', '7/8']);
    expect([5, 0, '-5/2'].map((points) => signed(points))).toEqual(['+5', '0', '−2½']);
  });
});
