import { describe, expect, it } from 'vitest';
import { eventShown, factsShown, scoreShown, whyShown } from './counsel';
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

  it('shows the figures that it has words for, and leaves the others out', () => {
    const facts = { tricks: 6.25, worlds: 80, contract: '7H', strange: 1, promise: '' };
    expect(factsShown('en', weighed({ facts }))).toEqual(['tricks 6.3', 'layouts 80', 'contract 7♥']);
  });
});
