import { describe, expect, it } from 'vitest';
import { eventShown, lossShown, reasonShown, scoreShown, told, whyShown } from './counsel';
import type { Candidate } from './wire';

const weighed = (more: Partial<Candidate>): Candidate => ({
  event: { type: 'pass' },
  score: 0,
  why: 'bids',
  facts: {},
  unit: 'weight',
  ...more,
});
const event = (type: string, more: object = {}) => ({ type, ...more });

describe('what a bot weighed, in words', () => {
  it('shows an event of any game', () => {
    expect(eventShown('ru', event('play', { card: 'HA' }), 'TKDV')).toBe('♥Т');
    expect(eventShown('en', event('play', { card: 'HT' }), 'AKQJ')).toBe('♥10');
    expect(eventShown('ru', event('bid', { contract: '6S' }), 'TKDV')).toBe('6♠');
    expect(eventShown('ru', event('bid', { contract: '10NT' }), 'TKDV')).toBe('10БК');
    expect(eventShown('en', event('bid', { level: 3, denomination: 'NT' }), 'AKQJ')).toBe('3NT');
    expect(eventShown('uk', event('discard', { cards: ['S7', 'D8'] }), 'TKDV')).toBe('знести ♠7 ♦8');
    expect(eventShown('uk', event('order', { trump: 'H' }), 'TKDV')).toBe('граю ♥');
    expect(eventShown('uk', event('order'), 'TKDV')).toBe('граю');
    expect(eventShown('ru', event('lay', { open: true }), 'TKDV')).toBe('в светлую');
    expect(eventShown('ru', event('contract', { contract: 'misere' }), 'TKDV')).toBe('мизер');
    expect(eventShown('ru', event('something_new'), 'TKDV')).toBe('something_new');
  });

  it('says why, and something general for a code that it does not know', () => {
    expect(whyShown('ru', weighed({ why: 'draws_trumps' }))).toBe('отобрать козыри');
    expect(whyShown('en', weighed({ why: 'invented_tomorrow' }))).toBe('by the bot’s own count');
  });

  it('says what is expected where it counts for something', () => {
    expect(scoreShown('ru', weighed({ score: 12.34, unit: 'whists' }))).toBe('+12,3 виста');
    expect(scoreShown('en', weighed({ score: -1, unit: 'whists' }))).toBe('−1 whist');
    expect(scoreShown('en', weighed({ score: 3, unit: 'weight' }))).toBe('');
    expect(scoreShown('en', { score: null, unit: 'whists' })).toBe('');
  });

  it('makes sentences of the figures at the chosen one', () => {
    const facts = { tricks: 6.3, made: 0.62, contract: '6D' };
    const discard = weighed({ why: 'keeps_for', unit: 'whists', facts });
    expect(reasonShown('ru', discard)).toBe('После сноса около 6,3 взятки; в шести раскладах из десяти 6♦ играется.');
    expect(reasonShown('uk', discard)).toBe('Після зносу близько 6,3 взятки; у шести розкладах із десяти 6♦ грається.');
    expect(reasonShown('en', discard)).toBe('After the discard about 6.3 tricks; in six layouts of ten 6♦ makes.');
    expect(reasonShown('ru', weighed({ why: 'misere', facts: { safe: 0.02 } }))).toBe(
      'Мизер почти никогда не играется (шанс 2 %).',
    );
    const whist = weighed({ why: 'passes', facts: { own: 1, all: 2.4, need: 4 } });
    expect(reasonShown('ru', whist)).toBe(
      'Своих около 1 взятки, на двоих около 2,4 взятки, а нужно 4: вист не окупится.',
    );
    const card = weighed({
      event: event('play', { card: 'HA' }), why: 'wins', unit: 'whists',
      facts: { tricks: 3.2, worlds: 80, whose: 'declarer', made: 0.4 },
    }); // prettier-ignore
    expect(reasonShown('ru', card)).toBe(
      'Взять взятку. Разыгрывающий возьмёт ещё около 3,2 взятки; раскладов просчитано: 80. Он сыграет своё в 40 % раскладов.',
    );
    expect(told('en', card)).toMatch(/^ace of hearts: Take the trick\. The declarer takes about 3\.2 more tricks/);
    const call = weighed({ why: 'call_pass', facts: { promise: '', hcp: 7 } });
    expect(reasonShown('ru', call)).toBe('Очков 7: заявить нечего.');
  });

  it('says of the others what they lose and why, and repeats no reason', () => {
    const best = weighed({ unit: 'whists', score: 3.2, facts: { tricks: 3, whose: 'me' } });
    const less = weighed({ unit: 'whists', score: 1.4, facts: { tricks: 2.4, whose: 'me' } });
    expect(lossShown('ru', best, less)).toBe('На 1,8 виста хуже. Своих взяток меньше на 0,6.');
    expect(lossShown('en', best, { ...less, score: 3.19 })).toBe('No worse.');
    const game = (score: number, made: number) => weighed({ unit: 'whists', score, facts: { tricks: 6, made } });
    expect(lossShown('ru', game(2, 0.62), game(-3, 0.31))).toBe(
      'На 5 вистов хуже. Играется в 31 % раскладов, лучший вариант — в 62 %.',
    );
    expect(lossShown('ru', weighed({ why: 'plays_low' }), weighed({ why: 'plays_low' }))).toBe('');
    expect(lossShown('ru', weighed({ why: 'wins' }), weighed({ why: 'plays_low' }))).toBe(
      'Взятка чужая: положить младшую.',
    );
  });
});
