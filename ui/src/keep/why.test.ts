import { describe, expect, it } from 'vitest';
import { why } from './why';

describe('why a line cannot be scored', () => {
  it.each([
    ['6S is too low: 7 is the least that may be bid (P-3.7.8)', 'begins with 7', 'P-3.7.8'],
    ['tricks sum to 11, not 10', '11, not 10', ''],
    ['nobody whists 10S: it is checked (P-3.5.3)', 'cannot be whisted', 'P-3.5.3'],
    ['Борис deals now, not Аня; if Аня did and it was seen too late', 'Борис', ''],
    ['deal 1 is a compulsory all-pass (P-3.7.9)', 'compulsory', 'P-3.7.9'],
    ['N took the last trick, so not none', 'last trick', ''],
  ])('says %s in its own words', (detail, text, law) => {
    const found = why('en', detail);
    expect(found?.text).toContain(text);
    expect(found?.law).toBe(law);
    for (const lang of ['ru', 'uk'] as const) expect(why(lang, detail)?.text).toMatch(/[а-яіїє]/);
  });
  it('leaves what it has no words for to the engine', () => {
    expect(why('en', 'something else')).toBeNull();
  });
});
