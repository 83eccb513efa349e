import { describe, expect, it } from 'vitest';
import { fan, step, type FanSize } from './fan';

const phone: FanSize = { width: 374, card: 76, most: 60, bend: 12 };

describe('the fan', () => {
  it('shows 33 px of each of ten cards on a phone', () => {
    expect(Math.round(step(10, phone))).toBe(33);
  });

  it('never leaves its room, for one card up to twelve', () => {
    for (let cards = 1; cards <= 12; cards++) {
      const places = fan(cards, phone);
      expect(places).toHaveLength(cards);
      expect(places[0]!.x).toBeGreaterThanOrEqual(-1e-9);
      expect(places.at(-1)!.x + phone.card).toBeLessThanOrEqual(phone.width + 1e-9);
    }
  });

  it('is the same from both sides, highest in the middle', () => {
    const places = fan(9, phone);
    for (let at = 0; at < 9; at++) {
      expect(places[at]!.turn).toBeCloseTo(-places[8 - at]!.turn);
      expect(places[at]!.y).toBeCloseTo(places[8 - at]!.y);
    }
    expect(places[4]).toMatchObject({ y: 0, turn: 0 });
    expect(Math.max(...places.map((place) => place.y))).toBeLessThan(16);
  });

  it('closes up when there is room to spare', () => {
    expect(step(3, { ...phone, width: 1000 })).toBe(60);
    expect(fan(1, { ...phone, width: 1000 })).toEqual([{ x: 462, y: 0, turn: 0 }]);
  });
});
