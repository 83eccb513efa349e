import { describe, expect, it } from 'vitest';
import { typed } from './typed';

const HELD = ['SA', 'SK', 'ST', 'HQ', 'H9', 'H7', 'CJ', 'C8', 'DT', 'D7'];
const card = (text: string) => {
  const found = typed(text, HELD);
  return found.is === 'card' ? found.card : found.is === 'not held' ? `no ${found.card}` : found.is;
};

describe('a card in words', () => {
  it.each([
    ['7ч', 'H7'], ['7 ч', 'H7'], ['♥7', 'H7'], ['7♥', 'H7'], ['дч', 'HQ'], ['10п', 'ST'], ['10 бубен', 'DT'],
    ['туз пик', 'SA'], ['пика туз', 'SA'], ['тп', 'SA'], ['Король пик', 'SK'], ['восьмёрка треф', 'C8'], ['восьмерку треф', 'C8'],
    ['семёрку червей', 'H7'], ['валет', 'CJ'], ['дама', 'HQ'], ['вт', 'CJ'], ['девятка черв', 'H9'],
    ['дев’ятка чирв', 'H9'], ['сімка бубна', 'D7'], ['король пік', 'SK'], ['туз', 'SA'],
    ['7h', 'H7'], ['qh', 'HQ'], ['10d', 'DT'], ['td', 'DT'], ['ace of spades', 'SA'], ['jack', 'CJ'], ['C8', 'C8'], ['sk', 'SK'],
  ])('%s is %s', (text, meant) => {
    expect(card(text)).toBe(meant);
  }); // prettier-ignore

  it('asks which, where the rank is held twice, and says what is not held', () => {
    expect(typed('семёрка', HELD)).toEqual({ is: 'many', cards: ['H7', 'D7'] });
    expect(typed('10', HELD)).toEqual({ is: 'many', cards: ['ST', 'DT'] });
    expect(card('7п')).toBe('no S7');
    expect(card('король')).toBe('SK');
  });

  it('does not guess', () => {
    for (const text of ['', 'абв', '1', '11ч', 'семь восемь девять', 'x7']) expect(card(text), text).toBe('unknown');
  });
});
