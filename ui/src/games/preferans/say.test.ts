import { describe, expect, it } from 'vitest';
import type { Lang } from '../../core/i18n';
import { moment } from './moments';
import { aside, say, taken, type Scene } from './say';
import type { Event, Outcome, PreferansSaid, Trick } from './types';
import { call, contractSaid, contractShown, result } from './wording';
import { cardName, law } from '../../core/speech';

const NICKS: Record<Lang, Record<string, string>> = {
  ru: { Filin: 'Филин', Bobr: 'Бобр', Vydra: 'Выдра' },
  uk: { Filin: 'Пугач', Bobr: 'Бобер', Vydra: 'Видра' },
  en: {},
};
function scene(name: Parameters<typeof moment>[0], lang: Lang): Scene {
  const { table, view, last } = moment(name);
  const players = table.players.map((one) => ({ ...one, nick: NICKS[lang]?.[one.nick] ?? one.nick }));
  return { lang, table: { ...table, players }, before: view, after: view, last };
}
const said = (seat: string | null, event: Event): PreferansSaid => ({ seat, event });

describe('a line of speech', () => {
  it('declines the card', () => {
    const event = said('E', { type: 'play', card: 'H7' });
    expect(say(scene('play', 'ru'), event)).toBe('Филин кладёт семёрку червей.');
    expect(say(scene('play', 'uk'), event)).toBe('Пугач кладе сімку чирв.');
    expect(say(scene('play', 'en'), event)).toBe('Filin: seven of hearts.');
  });

  it('speaks to me as to me', () => {
    expect(say(scene('play', 'ru'), said('N', { type: 'play', card: 'CQ' }))).toBe('Вы кладёте даму треф.');
    expect(say(scene('auction', 'uk'), said('N', { type: 'pass' }))).toBe('Ви: пас.');
  });

  it('names the hand from which an open card comes', () => {
    const { view } = moment('for');
    const after = { ...view, trick: [...view.trick, ['E', 'HK']] as const };
    const where = { ...scene('for', 'ru'), after };
    expect(say(where, said('W', { type: 'play', card: 'HK' }))).toBe('Выдра кладёт короля червей.');
  });

  it('says words as they fall at the table', () => {
    const bid = said('S', { type: 'bid', contract: '6C' });
    expect(say(scene('auction', 'ru'), bid)).toBe('Бобр: шесть треф.');
    expect(say(scene('auction', 'ru'), bid, 'shown')).toBe('Бобр: 6♣.');
    expect(say(scene('auction', 'en'), said('S', { type: 'here' }))).toBe('Bobr: here.');
    expect(say(scene('auction', 'ru'), said('E', { type: 'misere', blind: true }))).toBe('Филин: мизер втёмную.');
    expect(say(scene('auction', 'uk'), said('E', { type: 'lay', open: true }))).toBe('Пугач: у світлу.');
    expect(say(scene('auction', 'ru'), said('E', { type: 'contract', contract: '6NT' }))).toBe(
      'Филин заказывает шесть без козыря.',
    );
  });

  it('keeps a discard to itself', () => {
    expect(say(scene('play', 'ru'), said('E', { type: 'discard', cards: [] }))).toBe('Филин сносит две карты.');
    expect(say(scene('play', 'ru'), said('N', { type: 'discard', cards: ['S7', 'HK'] }))).toBe(
      'Вы сносите семёрку пик, короля червей.',
    );
  });

  it('tells who took the trick', () => {
    expect(taken(scene('play', 'ru'), 'S', 3)).toBe('3-я взятка: Бобр');
    const { view } = moment('play');
    const trick: Trick = { leader: 'E', winner: 'N', cards: [...view.trick, ['N', 'HA']] };
    const where: Scene = { ...scene('play', 'ru'), after: { ...view, trick: [], history: [...view.history, trick] } };
    expect(say(where, said('N', { type: 'play', card: 'HA' }))).toBe('Вы кладёте туза червей. Взятка ваша.');
  });

  it('knows when it is my turn, and how a deal ended', () => {
    expect(aside(scene('play', 'ru'))).toBe('Ваш ход.');
    const { last } = moment('deal');
    const over = { ...scene('deal', 'ru'), before: moment('play').view, after: null, last };
    expect(aside(over)).toMatch(/^Сдача сыграна: .+\.$/);
  });

  it('has a word for every event', () => {
    const events: Event[] = [
      { type: 'deal', cards: '' }, { type: 'look' }, { type: 'pass' }, { type: 'pass', blind: true },
      { type: 'bid', contract: '6S', blind: true }, { type: 'bid', contract: '9S', hand: true }, { type: 'take', cards: 2 },
      { type: 'take', cards: 1 }, { type: 'invite' }, { type: 'answer', yes: true }, { type: 'answer', yes: false },
      { type: 'refuse' }, { type: 'correct', contract: '7H' }, { type: 'whist' }, { type: 'half' }, { type: 'peek', hand: 'E' },
      { type: 'surrender' }, { type: 'claim', tricks: { N: 5, E: 4, S: 1 } }, { type: 'stop' },
    ]; // prettier-ignore
    for (const lang of ['ru', 'uk', 'en'] as const) {
      for (const event of events) {
        const line = say(scene('play', lang), said('S', event));
        expect(line, `${lang} ${event.type}`).toMatch(/\S.*\.$/);
        expect(line).not.toMatch(/undefined|\{|say\./);
      }
    }
  });
});

describe('words', () => {
  it('name cards and contracts', () => {
    expect(cardName('uk', 'D9')).toBe('дев’ятка бубон');
    expect(cardName('ru', 'CJ', true)).toBe('валета треф');
    expect([
      contractSaid('en', '10NT'),
      contractShown('ru', '10NT'),
      contractShown('en', '7D'),
      contractShown('ru', 'misere'),
    ]).toEqual(['ten no trump', '10БК', '7♦', 'мизер']);
    expect(call('ru', 'blind:7S', contractShown)).toBe('7♠ втёмную');
    expect(call('en', 'take1', contractShown)).toBe('pass, one card opened');
  });

  it('name the rule', () => {
    expect([law('ru', 'P-3.3.9'), law('en', 'PC-4.6.18'), law('uk', 'X')]).toEqual([
      'кодекс, п. 3.3.9',
      'club codex, 4.6.18',
      'X',
    ]);
  });

  it('note a result as the sheets of tournaments do', () => {
    const base: Outcome = { dealer: 'N', kind: 'tricks', declarer: 'E', contract: '6S' };
    const of = (more: Partial<Outcome>) => {
      const { mark, words: how } = result('ru', { ...base, ...more });
      return `${mark} ${how}`.trim();
    };
    expect(of({ tricks: { E: 6, S: 2, N: 2 } })).toBe('= своя');
    expect(of({ tricks: { E: 8, S: 1, N: 1 } })).toBe('+2 плюс 2');
    expect(of({ tricks: { E: 5, S: 3, N: 2 } })).toBe('−1 без одной');
    expect(of({})).toBe('= вистующих нет, игра сыграна');
    expect(of({ surrender: true })).toBe('игра сдана');
    expect(of({ kind: 'misere', contract: null, tricks: { E: 0 } })).toBe('= мизер сыгран');
    expect(of({ kind: 'misere', contract: null, tricks: { E: 2 } })).toBe('−2 пойман: 2 взятки');
    expect(result('ru', { dealer: 'N', kind: 'allpass' })).toMatchObject({ contract: 'allpass', mark: '' });
  });
});
