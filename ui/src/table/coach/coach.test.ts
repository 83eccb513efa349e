import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../core/wire';
import { after, ENOUGH, FRESH, good, held, keep, recall, speaks, UNHELD } from './coach';

const card = (of: string, score: number): Candidate => ({
  event: { type: 'play', card: of } as Candidate['event'], score, unit: 'whists', why: 'searched', facts: {},
}); // prettier-ignore

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

describe('the coach of a first table', () => {
  it('holds a choice against the expert’s: as good is good, a claim is neither', () => {
    const found = [card('SA', 3), card('SK', 3), card('S7', 1)];
    expect(good(found, card('SA', 0).event)).toBe(true);
    expect(good(found, card('SK', 0).event)).toBe(true);
    expect(good(found, card('S7', 0).event)).toBe(false);
    expect(good(found, card('H7', 0).event)).toBe(false);
    expect(good(found, { type: 'claim' } as Candidate['event'])).toBeNull();
    expect(good([], card('SA', 0).event)).toBeNull();
  });

  it('falls silent after three good deals, and a bad choice begins the count anew', () => {
    const fine = held(held(UNHELD, true), null);
    const bad = held(fine, false);
    let kept = FRESH;
    for (const deal of [fine, fine, bad, fine, UNHELD, fine]) kept = after(kept, deal);
    expect(kept.good).toBe(2);
    expect(speaks(kept)).toBe(true);
    kept = after(kept, fine);
    expect(kept.good).toBe(ENOUGH);
    expect(speaks(kept)).toBe(false);
  });

  it('is kept by game, may be sent away, and says nothing before it is known who sits there', () => {
    const storage = memory();
    expect(recall(storage, 'bridge')).toBeNull();
    expect(speaks(null)).toBe(false);
    keep(storage, 'bridge', FRESH);
    keep(storage, 'preferans', { good: 1, off: true });
    expect(recall(storage, 'bridge')).toEqual(FRESH);
    expect(speaks(recall(storage, 'preferans'))).toBe(false);
    storage.setItem('kozyr.coach', '[');
    expect(recall(storage, 'bridge')).toBeNull();
  });
});
