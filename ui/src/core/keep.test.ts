import { describe, expect, it } from 'vitest';
import type { KeptSheet } from '../wire.gen';
import { fits } from './keep';

const kept = {
  contract: 2,
  due: [{ deal: 3, dealer: 'Вера' }],
  errors: [{ n: 9, entry: 4 }],
  ending: null,
} as unknown as KeptSheet;
const waits = (act: object, at = 5) => fits(kept, { id: 'x', at, do: act } as never);

describe('an act that was written without a line', () => {
  it('still writes the deal that is due, under the same dealer', () => {
    const write = { act: 'write', by: 'Аня', outcome: { dealer: 'Вера' } };
    expect(waits({ ...write, deal: 3 })).toBe(true);
    expect(waits({ ...write, deal: 2 })).toBe(false);
    expect(waits({ ...write, deal: 3, outcome: { dealer: 'Аня' } })).toBe(false);
  });
  it('names the next contract alone', () => {
    expect(waits({ act: 'named', by: 'Аня', deal: 3 })).toBe(true);
    expect(waits({ act: 'named', by: 'Аня', deal: 2 })).toBe(false);
  });
  it('points out no error where somebody else has done so meanwhile', () => {
    expect(waits({ act: 'amend', by: 'Аня', entry: 4, marks: [] })).toBe(false);
    expect(waits({ act: 'amend', by: 'Аня', entry: 4, marks: [] }, 9)).toBe(true);
    expect(waits({ act: 'amend', by: 'Аня', entry: 5, marks: [] })).toBe(true);
    expect(waits({ act: 'enter', by: 'Аня', deal: 1, marks: [] })).toBe(true);
  });
});
