import { describe, expect, it } from 'vitest';
import { dayPath, phase } from './days';
import { challengePath, inked, worded } from '../days/shared';
import { above, route } from './routes';

describe('the deal of the day', () => {
  it('is ahead, open and over', () => {
    const window = { opens: 10, closes: 20 };
    expect([9, 10, 19, 20].map((now) => phase(window, now))).toEqual(['ahead', 'open', 'open', 'over']);
  });

  it('has an address, and a challenge has one', () => {
    expect(route('/day')).toEqual({ is: 'days' });
    expect(route(dayPath('bridge', '2026-11-28'))).toEqual({ is: 'day', game: 'bridge', day: '2026-11-28' });
    expect(route('/challenge')).toEqual({ is: 'challenge', id: null });
    expect(route(challengePath('c1'))).toEqual({ is: 'challenge', id: 'c1' });
    expect(route('/day/bridge/today')).toEqual({ is: 'lost' });
    expect(above(route('/day/bridge/2026-11-28'))).toBe('/day');
    expect(above(route('/challenge'))).toBe('/day');
  });

  it.each([
    ['misere S0 N1 E9', '[misere] S0 N1 E9'],
    ['- E6 S1 N3', '[allpass] E6 S1 N3'],
    ['3NT W 8', '3[nt] W 8'],
    ['6NT N given-up', '6[nt] N [given.up]'],
    ['pass', '[passed]'],
    ['SD 133:0', 'SD 133:0'],
    ['4HX S 10', '4HX S 10'],
  ])('is told in words: %s', (line, told) => expect(worded(line, (code) => `[${code}]`)).toBe(told));

  it.each([
    [
      'preferans',
      '7D E8 N2',
      [
        ['7', 'D'],
        [' E8 N2', ''],
      ],
    ],
    [
      'bridge',
      '4HX S 10',
      [
        ['4', 'H'],
        ['X S 10', ''],
      ],
    ],
    ['bridge', '3NT W 8', [['3NT W 8', '']]],
    [
      'deberts',
      'SD 133:0',
      [
        ['S ', 'D'],
        [' 133:0', ''],
      ],
    ],
    ['preferans', '- E6 S1 N3', [['- E6 S1 N3', '']]],
  ])('%s writes %s', (_game, line, parts) => expect(inked(line)).toEqual(parts));
});
