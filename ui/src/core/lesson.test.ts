import '../every-word';
import { describe, expect, it } from 'vitest';
import { after, done, filled, finish, isDone, lessonPath, next } from './lesson';

const row = (game: string, lesson: string) => ({ game, lesson, title: { ru: lesson }, about: {} });
const ROWS = [row('one', '01-a'), row('one', '02-b'), row('two', '01-c'), row('two', '02-d')];

function storage(held: Record<string, string> = {}) {
  return {
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, value: string) => void (held[key] = value),
  };
}

describe('a sentence of the coach', () => {
  it('has its cards in the letters of the reader', () => {
    expect(filled('ru', 'Кладите {SA}, не {HT}.', 'TKDV')).toBe('Кладите ♠Т, не ♥10.');
    expect(filled('en', 'Lead {SA}, not {DJ}.', 'AKQJ')).toBe('Lead ♠A, not ♦J.');
  });
  it('has its contracts as people write them', () => {
    expect(filled('en', '{6S} or {10NT}', 'AKQJ')).toBe('6♠ or 10NT');
    expect(filled('ru', '{7NT}', 'TKDV')).toBe('7БК');
  });
  it('leaves other braces alone', () => expect(filled('en', '{what}', 'AKQJ')).toBe('{what}'));
});

describe('what has been learnt', () => {
  it('is remembered once', () => {
    const kept = storage();
    finish(kept, ROWS[0]!);
    finish(kept, ROWS[0]!);
    finish(kept, ROWS[2]!);
    expect([...done(kept)]).toEqual(['one/01-a', 'two/01-c']);
    expect(isDone(done(kept), ROWS[1]!)).toBe(false);
  });
  it('is nothing where a browser keeps nonsense', () => {
    expect(done(storage({ 'kozyr.lessons': '{' })).size).toBe(0);
    expect(done(storage({ 'kozyr.lessons': '7' })).size).toBe(0);
  });
  it('says which lesson comes next: of the game that was learnt last', () => {
    expect(next(ROWS, new Set())?.lesson).toBe('01-a');
    expect(next(ROWS, new Set(['two/01-c']))?.lesson).toBe('02-d');
    expect(next(ROWS, new Set(['two/01-c', 'two/02-d']))?.lesson).toBe('01-a');
    expect(next(ROWS, new Set(ROWS.map(({ game, lesson }) => `${game}/${lesson}`)))).toBeNull();
  });
  it('knows the lesson after one, in its game alone', () => {
    expect(after(ROWS, ROWS[0]!)?.lesson).toBe('02-b');
    expect(after(ROWS, ROWS[1]!)).toBeNull();
  });
});

it('a lesson has an address of its own', () => expect(lessonPath('one', '01-a')).toBe('/learn/one/01-a'));
