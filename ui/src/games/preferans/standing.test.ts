import { describe, expect, it } from 'vitest';
import { shown, value } from '../../core/points';
import { standing } from './standing';

const sheet = {
  target: 10,
  pool: [10, 4, 4],
  hill: [0, 6, 2],
  whists: [
    [0, 12, 8],
    [10, 0, 0],
    [0, 6, 0],
  ],
};

describe('the standing', () => {
  it('is what a settlement would bring now: what pools lack goes to the hill', () => {
    // Hills 0, 12, 8: their mean less one's own, times ten, and the balance of whists.
    expect(standing(sheet, {}).map(shown)).toEqual(['76⅔', '−61⅓', '−15⅓']);
    expect(standing(sheet, {}).reduce((all, one) => all + value(one), 0)).toBeCloseTo(0);
  });

  it('writes nothing to a hill while the pools are equal', () => {
    expect(standing({ ...sheet, pool: [4, 4, 4], hill: [3, 0, 0], whists: [[0, 0, 0], [0, 0, 0], [0, 0, 0]] }, {}).map(shown)) // prettier-ignore
      .toEqual(['−20', '10', '10']);
  });

  it('knows a hill that is not divided, and a pool point of another worth', () => {
    const two = { target: 10, pool: [10, 6], hill: [0, 2], whists: [[0, 0], [0, 0]] }; // prettier-ignore
    expect(standing(two, {}).map(shown)).toEqual(['30', '−30']);
    expect(standing(two, { gusarik_hill: 'indivisible' }).map(shown)).toEqual(['40', '−40']);
    expect(standing(two, { pool_point_whists: 20 }).map(shown)).toEqual(['50', '−50']);
  });
});
