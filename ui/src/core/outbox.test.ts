import { afterEach, expect, test, vi } from 'vitest';
import { deliver, letters, post, type Letter, type Outcome } from './outbox';

const box = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
};
const letter = (id: string): Letter => ({ id, event: 'e', path: '', body: { do: { what: 'row' } } });
afterEach(() => vi.unstubAllGlobals());

test('a line is kept until the club has it, and sent under the same id', async () => {
  const store = box();
  post(store, letter('one'));
  post(store, letter('two'));
  const sent: string[] = [];
  let away = true;
  vi.stubGlobal('fetch', (_: string, init: { body: string }) => {
    sent.push((JSON.parse(init.body) as { id: string }).id);
    if (away) {
      away = false;
      return Promise.reject(new Error('no network'));
    }
    return Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve({ seq: sent.length }) });
  });
  const stop = new AbortController();
  const told: Outcome[] = [];
  const hear = (outcome: Outcome) => {
    told.push(outcome);
    if (letters(store).length === 0) stop.abort();
  };
  await deliver(store, 'e', stop.signal, hear, () => Promise.resolve());
  expect(sent).toEqual(['one', 'one', 'two']);
  expect(told.map((one) => one.letter.id)).toEqual(['one', 'two']);
});

test('what is refused is not sent again, and says why', async () => {
  const store = box();
  post(store, letter('one'));
  const refusal = { error: { message: 'the line is written already', code: 'refused', law: null } };
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: false, status: 409, json: () => Promise.resolve(refusal) }));
  const stop = new AbortController();
  const told: Outcome[] = [];
  const hear = (outcome: Outcome) => {
    told.push(outcome);
    stop.abort();
  };
  await deliver(store, 'e', stop.signal, hear, () => Promise.resolve());
  expect(told[0]).toMatchObject({ refused: { message: 'the line is written already' } });
  expect(letters(store)).toEqual([]);
});

test('text of somebody else is no letter', () => {
  expect(letters({ getItem: () => 'x', setItem: () => undefined })).toEqual([]);
});
