import { expect, test } from 'vitest';
import { begun, outcomes, parts, shared } from './decision';

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

const SHARES = {
  NS: [
    [620, 60],
    [-100, 40],
  ],
  EW: [
    [-620, 60],
    [100, 40],
  ],
} as const;
const OURS = [
  [60, '620'],
  [40, '-100'],
];
const THEIRS = [
  [60, '-620'],
  [40, '100'],
];

test('weighted scores of sides are those of who sits there', () => {
  expect(shared(SHARES, { NS: 7, EW: 3 }, '')).toEqual({ weighted: { 7: OURS, 3: THEIRS }, room: '' });
  expect(shared(SHARES, { N: 1, E: 2, S: 3, W: 4 }, '')?.weighted).toEqual({ 1: OURS, 2: THEIRS, 3: OURS, 4: THEIRS });
  expect(shared(SHARES, { A: 1, B: 2 }, 'open')).toEqual({ weighted: { 1: OURS, 2: THEIRS }, room: 'open' });
  expect(shared(SHARES, { A: 1, B: 2 }, 'closed')).toEqual({ weighted: { 1: THEIRS, 2: OURS }, room: 'closed' });
  expect(shared({ EW: SHARES.EW }, { NS: 7, EW: 3 }, '')?.weighted).toEqual({ 3: THEIRS }); // the offenders alone
  expect(shared({}, { NS: 7, EW: 3 }, '')).toBeUndefined();
});

test('a form begins with what was decided, and reads it back', () => {
  const { guilt, score } = begun({
    artificial: { 1: 'innocent' },
    assigned: { 2: '420' },
    weighted: {
      3: [
        [60, '620'],
        [40, '-100'],
      ],
    },
    dropped: [4],
  });
  expect(guilt).toEqual({ 1: 'innocent', 2: 'assigned', 3: 'weighted', 4: 'dropped' });
  expect(score).toEqual({ 2: '420', 3: '620 60, -100 40' });
  expect(outcomes(score[3]!)).toEqual(OURS);
  expect(begun({})).toEqual({ guilt: {}, score: {} });
});
