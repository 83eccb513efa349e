import { describe, expect, it } from 'vitest';
import { LANGS } from '../../core/i18n';
import type { Scene } from '../../core/table/reading';
import * as bridge from '../bridge/moments';
import { reading as bridges } from '../bridge/reading';
import * as deberts from '../deberts/moments';
import { reading as debertses } from '../deberts/reading';
import { choices, facts, reading } from './reading';
import type { Event, Plain, View } from './types';

// Moments of games that are known here, read as if they were not.
const MOMENTS = [
  ...deberts.NAMES.map((name) => ({ name, own: debertses.playable, ...deberts.moment(name) })),
  ...bridge.NAMES.map((name) => ({ name, own: bridges.playable, ...bridge.moment(name) })),
].flatMap(({ view, ...rest }) => (view === null ? [] : [{ ...rest, view: view as unknown as View }]));

describe('a game that is not known', () => {
  it.each(MOMENTS)('can be played at $name', ({ table, view, own }) => {
    expect(reading.playable(view)).toEqual(own(view as never));
    expect(reading.playing(view) === null).toBe(reading.playable(view).size === 0);
    const all = [...view.legal, ...view.offers];
    expect(choices(view).length + all.filter(({ type }) => type === 'play').length).toBe(all.length);
    const chairs = reading.chairs(table, view);
    expect(chairs.map(({ name }) => name).sort()).toEqual(table.players.map(({ name }) => name).sort());
    expect(chairs.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(52);
  });

  it.each(MOMENTS)('is told in every language at $name', ({ table, view }) => {
    for (const lang of LANGS) {
      const scene: Scene<Plain> = { lang, table, before: null, after: view, last: null };
      for (const event of [...view.legal, ...view.offers])
        expect(reading.say(scene, { seat: table.players[0]!.name, event })).not.toMatch(/[{}]|undefined/);
      for (const query of ['hand', 'trick', 'last', 'turn'] as const)
        expect(reading.answer(query, scene, { names: [], finished: false })).not.toBe('');
    }
  });

  it('sees a trick close', () => {
    const before: View = {
      seat: 'N', turn: 'S', actor: 'S', phase: 'play', reasons: {}, legal: [], offers: [], terms: {},
      hands: { N: { count: 1, cards: ['S7'], known: [] }, S: { count: 2, cards: null, known: [] } }, duties: [],
      possible: [], outcome: null, trick: [['N', 'S8']], history: [],
    }; // prettier-ignore
    const cards = [['N', 'S8'], ['S', 'S9']] as const; // prettier-ignore
    const after: View = { ...before, trick: [], turn: 'S', history: [{ leader: 'N', cards, winner: 'S' }] };
    const event: Event = { type: 'play', card: 'S9' };
    expect(reading.closed(before, after, null, { seat: 'S', event })).toEqual({ cards, winner: 'S' });
    expect(reading.closed(before, { ...after, trick: cards }, null, { seat: 'S', event })).toBeNull();
  });
});

describe('what such a game tells', () => {
  it('is called in the language of the page where many games have it, and suits have their signs', () => {
    const told = { trump: 'H', scores: { A: 12 }, finished: false, own_thing: ['a', null], bid: { suit: 'S' } };
    expect(facts('ru', told)).toEqual([
      ['козырь', '♥'],
      ['счёт', 'A: 12'],
      ['окончено', 'нет'],
      ['own thing', 'a, –'],
      ['заявка', 'масть: ♠'],
    ]);
    expect(facts('en', { trump: 'NT' })).toEqual([['trump', 'NT']]);
    expect(facts('uk', null)).toEqual([]);
  });
});
