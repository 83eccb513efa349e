import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import ru from './i18n/ru/refusals';
import uk from './i18n/uk/refusals';
import { inWords, lawOf } from './refused';

test('the rule stands at the end of a sentence', () => {
  expect(lawOf('the break between two rounds is not over (PT-I.4)')).toEqual([
    'the break between two rounds is not over',
    'PT-I.4',
  ]);
  expect(lawOf('Anna cannot all whist (P-3.8.4, P-3.8.8)')[1]).toBe('P-3.8.4, P-3.8.8');
  expect(lawOf('nobody is seated yet')).toEqual(['nobody is seated yet', '']);
});

test('where something was, and what was wrong there, are both in words', () => {
  const said = 'table 3, board 5: tricks sum to 9, not 10';
  expect(inWords(ru, 'ru', said)).toBe('Стол 3, сдача 5: Взяток в сумме 9, а не 10.');
  expect(inWords(uk, 'uk', said)).toBe('Стіл 3, здача 5: Взяток у сумі 9, а не 10.');
});

test('a number has the form of its word', () => {
  const opens = (n: number) => `Anna: check-in opens ${n} minutes before the first session`;
  expect(inWords(ru, 'ru', opens(1))).toBe('Anna: явку отмечают за 1 минуту до первой сессии.');
  expect(inWords(ru, 'ru', opens(22))).toContain('за 22 минуты до');
  expect(inWords(uk, 'uk', opens(30))).toContain('за 30 хвилин до');
});

test('a name may hold what has a meaning elsewhere, and the closest sentence counts', () => {
  expect(inWords(ru, 'ru', 'A{0}.* (x): issue 2 has come already')).toBe('A{0}.* (x): выпуск 2 уже получен.');
  expect(inWords(ru, 'ru', 'Анна: nobody of that kind')).toBe('Анна: nobody of that kind'); // no words: as it was
  expect(inWords(ru, 'ru', 'something new')).toBeNull();
});

test.each([
  ['ru', ru],
  ['uk', uk],
] as const)('each sentence is found by itself in %s, and no other has its words', (lang, sentences) => {
  for (const [sentence, words] of Object.entries<string>(sentences)) {
    const parts = Object.fromEntries([...Array(6).keys()].map((nth) => [nth, 71 + nth]));
    const said = sentence.replace(/\{(\d)\}/g, (_, nth: string) => String(parts[nth]));
    const due = new IntlMessageFormat(words, lang, undefined, { ignoreTag: true }).format(parts);
    expect(inWords(sentences, lang, said), sentence).toBe(due);
  }
});
