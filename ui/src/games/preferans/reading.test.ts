import { describe, expect, it } from 'vitest';
import type { Lang } from '../../core/i18n';
import type { Query, Scene } from '../../core/table/reading';
import moments from './moments.json';
import { moment } from './moments';
import { reading } from './reading';
import type { Preferans, Sheet } from './types';

type Name = keyof typeof moments;
const sheet = (name: Name) => moments[name].sheet as unknown as Sheet;
const scene = (name: Name, lang: Lang): Scene<Preferans> => {
  const { table, view, last } = moment(name);
  return { lang, table, before: null, after: view, last };
};
const answer = (query: Query, name: Name, lang: Lang) => reading.answer(query, scene(name, lang), sheet(name));

describe('questions about the table', () => {
  it('are answered in every language', () => {
    expect(answer('turn', 'play', 'ru')).toBe('Ваш ход.');
    expect(answer('contract', 'play', 'ru')).toMatch(/^шесть без козыря, играет .+, \d+ взят/);
    expect(answer('contract', 'play', 'en')).toMatch(/^six no trump, played by .+, \d+ trick/);
    expect(answer('contract', 'auction', 'uk')).toMatch(/^Торгівля: |^Контракту ще немає/);
    expect(answer('hand', 'play', 'uk')).toMatch(/^На руці .+ (пік|треф|бубон|чирв)/);
    expect(answer('trick', 'auction', 'ru')).toBe('На столе пусто.');
    expect(answer('last', 'play', 'ru')).toMatch(/Взятка: .+\.$/);
    expect(answer('last', 'auction', 'en')).toMatch(/\S/);
    expect(answer('score', 'play', 'ru').match(/пуля/g)).toHaveLength(3);
    expect(answer('turn', 'deal', 'en')).toBe('The deal is over.');
  });
  it('never show a code', () => {
    for (const name of Object.keys(moments) as Name[]) {
      for (const lang of ['ru', 'uk', 'en'] as const) {
        for (const query of ['hand', 'trick', 'last', 'score', 'contract', 'turn'] as const) {
          const line = answer(query, name, lang);
          expect(line, `${name} ${lang} ${query}`).toMatch(/\S/);
          expect(line).not.toMatch(/undefined|[{}]|ask\.|null/);
        }
      }
    }
  });
});

describe('a deal that is over', () => {
  it('is written as docs/fair.md writes its cards', () => {
    const { last } = moment('deal');
    const text = reading.dealt!(last!);
    expect(text).toMatch(/^N:(\S+ )+\+ \w\w \w\w$/);
    expect(text.replace(/[^AKQJT987]/g, '')).toHaveLength(32);
  });
});

describe('a kibitzer', () => {
  it('has no seat, and nobody is he', () => {
    const { table, view } = moment('play');
    const chairs = reading.chairs({ ...table, you: null }, { ...view, seat: null });
    expect(chairs.map(({ me }) => me)).toEqual([false, false, false]);
    expect(reading.playing({ ...view, seat: null })).toBeNull();
  });
});
