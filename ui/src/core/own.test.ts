import { expect, test } from 'vitest';
import { afterOwn, daysLeft, DAYS, isDue, isOwn, keepOwn, knownOwn, nextOwn, type KnownOwn } from './own';

const DAY = 86_400_000;
const one = (name: string, over = 0, game = 'bridge') => ({
  game,
  name,
  stage: 'play' as const,
  over,
  cost: 2,
  unit: 'imps',
});

test('a problem is asked days after its deal, later after each right answer, and then never', () => {
  const own = one('own-t-1-5', 10 * DAY);
  let now: KnownOwn = {};
  let at = own.over;
  for (const days of DAYS) {
    expect(isDue(own, now, at + days * DAY - 1)).toBe(false);
    expect(daysLeft(own, now, at)).toBe(days);
    at += days * DAY;
    expect(isDue(own, now, at)).toBe(true);
    now = afterOwn(now, own, true, at);
  }
  expect(daysLeft(own, now, at + 1000 * DAY)).toBeNull();
  expect(isDue(own, now, at + 1000 * DAY)).toBe(false);
});

test('a wrong answer begins anew; a right one before its time changes nothing', () => {
  const own = one('own-t-1-5');
  const twice = afterOwn(afterOwn({}, own, true, 3 * DAY), own, true, 10 * DAY);
  expect(twice[own.name]).toEqual({ right: 2, at: 10 * DAY });
  expect(afterOwn(twice, own, true, 11 * DAY)).toBe(twice);
  const missed = afterOwn(twice, own, false, 11 * DAY);
  expect(missed[own.name]).toEqual({ right: 0, at: 11 * DAY });
  expect(daysLeft(own, missed, 11 * DAY)).toBe(3);
});

test('the first answer counts from its day on, and a wrong one at once', () => {
  const own = one('own-t-1-5', 10 * DAY);
  expect(afterOwn({}, own, true, 12 * DAY)).toEqual({});
  expect(afterOwn({}, own, true, 13 * DAY)).toEqual({ [own.name]: { right: 1, at: 13 * DAY } });
  const missed = afterOwn({}, own, false, 12 * DAY);
  expect(missed).toEqual({ [own.name]: { right: 0, at: 12 * DAY } });
  expect(afterOwn(missed, own, true, 12 * DAY)).toBe(missed); // refuted, and answered again at once
  expect(isDue(own, missed, 15 * DAY)).toBe(true);
});

test('what stands in the browser may be anything', () => {
  const kept: Record<string, string> = {};
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  };
  for (const text of ['{', '7', 'null', '[1]', '{"own-a-1-1":{"right":-1,"at":2},"own-b-1-1":{"at":"x"}}']) {
    kept['kozyr.own-problems'] = text;
    expect(knownOwn(storage)).toEqual({});
  }
  keepOwn(storage, one('own-a-1-1'), true, 5 * DAY);
  expect(knownOwn(storage)).toEqual({ 'own-a-1-1': { right: 1, at: 5 * DAY } });
});

test('the dearest that is due comes next, of this game', () => {
  const rows = [one('own-t-1-1', 5 * DAY), one('own-t-1-2'), one('own-t-1-3'), one('own-d-1-1', 0, 'deberts')];
  expect(nextOwn(rows, {}, 'bridge', 4 * DAY)?.name).toBe('own-t-1-2');
  expect(nextOwn(rows, { 'own-t-1-2': { right: 1, at: 4 * DAY } }, 'bridge', 4 * DAY)?.name).toBe('own-t-1-3');
  expect(nextOwn(rows, {}, 'preferans', 4 * DAY)).toBeNull();
  expect([isOwn('own-t-1-1'), isOwn('ending-1')]).toEqual([true, false]);
});
