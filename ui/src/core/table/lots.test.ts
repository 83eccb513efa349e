import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lotSeen, seeLot } from './lots';

describe('lots that have been looked at', () => {
  let kept: Record<string, string>;
  beforeEach(() => {
    kept = {};
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, value: string) => void (kept[key] = value),
    });
  });

  it('are known when one comes back, the last forty of them', () => {
    expect(lotSeen('a')).toBe(false);
    seeLot('a');
    expect([lotSeen('a'), lotSeen('b')]).toEqual([true, false]);
    for (let n = 0; n < 40; n += 1) seeLot(`t${n}`);
    expect([lotSeen('a'), lotSeen('t0'), lotSeen('t39')]).toEqual([false, true, true]);
  });

  it('are shown again where nothing is kept, or nonsense is', () => {
    kept['kozyr.lots'] = '{"a":';
    expect(lotSeen('a')).toBe(false);
    kept['kozyr.lots'] = '"a"';
    expect(lotSeen('a')).toBe(false);
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => { throw new Error('full'); } }); // prettier-ignore
    expect(() => seeLot('a')).not.toThrow();
  });
});
