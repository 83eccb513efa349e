import { expect, test } from 'vitest';
import { outcomes, parts } from './decision';

test('every part of a decision has its line', () => {
  const name = (entrant: number) => `P${entrant}`;
  const hh = (code: string) => code;
  expect(
    parts(
      {
        artificial: { 1: 'innocent' },
        assigned: { 2: '420' },
        weighted: {
          3: [
            [60, '620'],
            [40, '-100'],
          ],
        },
        dropped: [4],
        room: 'closed',
      },
      name,
      hh,
    ),
  ).toEqual([
    'P1: guilt.innocent',
    'P2: 420 (value.closed)',
    'P3: 620 (60 %), -100 (40 %) (value.closed)',
    'P4: guilt.dropped',
  ]);
  expect(parts({}, name, hh)).toEqual([]);
});

test('weighted scores are read as people write them', () => {
  expect(outcomes('620 60, -100 40%')).toEqual([
    [60, '620'],
    [40, '-100'],
  ]);
});
