import { describe, expect, it } from 'vitest';
import type { Asked, DeskGame, Question } from '../wire.gen';
import { askedOf, begin, complete, decoded, encoded, fits, offender, questions } from './case';

const question = (name: string, when?: Question['when']): Question => ({
  name,
  of: 'incident',
  kind: 'yes',
  ...(when && { when }),
});
const asked = (...all: readonly Question[]): Asked => ({
  incident: 'misdeal',
  questions: all,
  until: 'none',
  breaks: false,
  led: false,
  fixed: {},
  same: {},
  bare: null,
  by_about: {},
  shows: '',
  cards: 'no',
  mate: '',
  entry: false,
  at: '',
  laws: '',
});

describe('which question follows from which answer', () => {
  it('reads the words of a condition', () => {
    expect(fits('hands', ['hands', 'thin_cut'])).toBe(true);
    expect(fits(true, ['yes'])).toBe(true);
    expect(fits(0, ['+'])).toBe(false);
    expect(fits(2, ['+'])).toBe(true);
    expect(fits('3C', ['*'])).toBe(true);
    expect(fits('6S', ['!allpass', '!misere'])).toBe(true);
    expect(fits('misere', ['!allpass', '!misere'])).toBe(false);
    expect(fits(null, ['*', 'no', '!x'])).toBe(false);
  });

  it('asks what the answers ask for, and nothing after a question that is not asked', () => {
    const rows = asked(question('a'), question('b', { a: ['yes'] }), question('c', { b: ['yes'] }));
    const draft = begin('preferans', 'sochi', 3, 'misdeal');
    expect(questions(rows, draft).map(({ name }) => name)).toEqual(['a']);
    const yes = { ...draft, answers: { 'incident.a': true } };
    expect(questions(rows, yes).map(({ name }) => name)).toEqual(['a', 'b']);
    const no = { ...draft, answers: { 'incident.a': false, 'incident.b': true } };
    expect(questions(rows, no).map(({ name }) => name)).toEqual(['a']);
    expect(complete(rows, no)).toBe(true);
    expect(complete(rows, yes)).toBe(false);
  });
});

describe('a case in a link', () => {
  it('comes back as it was', () => {
    const draft = {
      ...begin('bridge', 'rubber', 4, 'revoke'),
      answers: { 'story.offender': 'W', 'incident.plan': 'дама ♥' },
    };
    expect(decoded(`#${encoded(draft)}`)).toEqual(draft);
    expect(offender(draft)).toBe('W');
    expect(decoded('#nonsense')).toBeNull();
    expect(decoded('')).toBeNull();
  });
});

describe('the words of the desk', () => {
  it('take the same parameters in every language', async () => {
    const files = import.meta.glob<{ default: Readonly<Record<string, string>> }>('../core/i18n/*/desk.ts');
    const [first, ...others] = await Promise.all(Object.values(files).map(async (load) => (await load()).default));
    const names = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
    for (const other of others) {
      expect(Object.keys(other).sort()).toEqual(Object.keys(first!).sort());
      for (const [code, text] of Object.entries(other))
        expect(text.includes('plural') ? code : names(text).join(), code).toEqual(
          text.includes('plural') ? code : names(first![code]!).join(),
        );
    }
  });
});

it('the questions are those of the agreed body of law; a body without its own is asked as another is', () => {
  const rows = [
    { ...asked(), at: 'source' },
    { ...asked(), at: 'laws', laws: '2017' },
  ];
  const game = { presets: { rubber: 'source-001', duplicate: '2017' }, incidents: rows } as unknown as DeskGame;
  const draft = { ...begin('bridge', 'rubber', 4), incident: 'misdeal' };
  expect(askedOf(game, draft)?.at).toBe('source');
  expect(askedOf(game, { ...draft, preset: 'duplicate' })?.at).toBe('laws');
  expect(askedOf(game, { ...draft, options: { laws: '2017' } })?.at).toBe('laws');
  expect(askedOf(game, { ...draft, incident: 'shown' })).toBe(null);
});
