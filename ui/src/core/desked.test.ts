import { expect, test } from 'vitest';
import { askDesk, deskAsked, deskSaid, deskSays } from './desked';

function kept() {
  const all = new Map<string, string>();
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  };
}
const LINE = {
  event: 'e', table: 3, board: 5, room: '', round: 2, game: 'bridge', preset: 'duplicate', laws: '2017',
}; // prettier-ignore

test('what the desk says of a line comes to its event, once', () => {
  const store = kept();
  expect(deskAsked(store, 0)).toBeNull();
  askDesk(store, LINE, 1_000);
  expect(deskAsked(store, 2_000)).toEqual(LINE);
  deskSays(store, LINE, 'P-3.9.16.2', 'x'.repeat(300), { NS: [[50, 100]] });
  expect(deskAsked(store, 2_000)).toBeNull();
  expect(deskSaid(store, 'another')).toBeNull();
  const said = deskSaid(store, 'e');
  expect(said).toMatchObject({ ...LINE, law: 'P-3.9.16.2', shares: { NS: [[50, 100]] } });
  expect(said?.text).toHaveLength(200);
  expect(deskSaid(store, 'e')).toBeNull();
});

test('a line of long ago, and what is none, are nothing', () => {
  const store = kept();
  askDesk(store, LINE, 0);
  expect(deskAsked(store, 3 * 3_600_000)).toBeNull();
  store.setItem('kozyr.desk.said', '{');
  expect(deskSaid(store, 'e')).toBeNull();
});
