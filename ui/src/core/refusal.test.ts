import { expect, test } from 'vitest';
import en from './i18n/en/refusals';
import ru from './i18n/ru/refusals';
import uk from './i18n/uk/refusals';
import { inWords } from './refusal';

const at = { at_table: 3, at_board: 5 };

test('where something was, and what was wrong there, are both in words', () => {
  const refusal = { reason: 'tricks_sum', params: { ...at, tricks: 9, due: 10 } };
  expect(inWords(ru, 'ru', refusal)).toBe('Стол 3, сдача 5: Взяток в сумме 9, а не 10.');
  expect(inWords(uk, 'uk', refusal)).toBe('Стіл 3, здача 5: Взяток у сумі 9, а не 10.');
  expect(inWords(en, 'en', refusal)).toBe('table 3, board 5: tricks sum to 9, not 10');
});

test('a place may be a room, a table as such, or a team', () => {
  const reason = 'no_round_yet';
  const room = { reason, params: { ...at, at_room: 'closed' } };
  expect(inWords(ru, 'ru', room)).toMatch(/^Стол 3, закрытая комната, сдача 5: /);
  expect(inWords(en, 'en', room)).toMatch(/^table 3, closed room, board 5: /);
  expect(inWords(ru, 'ru', { reason, params: { at_table: 3 } })).toMatch(/^Стол 3: /);
  expect(inWords(ru, 'ru', { reason: 'four_players', params: { at_team: 2 } })).toMatch(/^Команда 2: /);
});

test('a number has the form of its word', () => {
  const opens = (minutes: number) => ({ reason: 'check_in_opens', params: { name: 'Anna', minutes } });
  expect(inWords(ru, 'ru', opens(1))).toBe('Anna: явку отмечают за 1 минуту до первой сессии.');
  expect(inWords(ru, 'ru', opens(22))).toContain('за 22 минуты до');
  expect(inWords(uk, 'uk', opens(30))).toContain('за 30 хвилин до');
});

test('a sentence may stand within a sentence', () => {
  const refusal = { reason: 'cannot_open', params: { why: 'duty_open', duty: 'entry' } };
  expect(inWords(ru, 'ru', refusal)).toBe('Турнир открыть нельзя. Обязанность «entry» никому не поручена.');
});

test('a name is never read: it may look like a law, a code or a message', () => {
  const said = inWords(ru, 'ru', { reason: 'issue_come', params: { name: "Bob (A-1) {0} 'no_round'", issue: 2 } });
  expect(said).toBe("Bob (A-1) {0} 'no_round': выпуск 2 уже получен.");
  expect(inWords(ru, 'ru', { reason: 'something_new' })).toBeNull();
});

test.each([
  ['ru', ru],
  ['uk', uk],
  ['en', en],
] as const)('every word of %s can be said', (lang, words) => {
  for (const [code, text] of Object.entries<string>(words)) {
    const params = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name!, 71]));
    expect(inWords({ ...words, 71: 'so' }, lang, { reason: code, params }), code).toBeTruthy();
  }
});
