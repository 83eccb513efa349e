import { expect, test } from 'vitest';
import { stage } from './events';

const round = (n: number, running: boolean) => ({
  session: 1,
  round: n,
  rounds: 7,
  running,
  deadline: null,
  tables: [],
  resting: [],
  next: null,
});

test('how far an event is follows from its session, its round and its publication', () => {
  expect(stage({ published: null, round: null, seated: false })).toBe('announced');
  expect(stage({ published: null, round: round(1, false), seated: true })).toBe('seated');
  expect(stage({ published: null, round: round(1, true), seated: true })).toBe('playing');
  expect(stage({ published: null, round: round(2, false), seated: true })).toBe('between');
  expect(stage({ published: null, round: null, seated: true })).toBe('played');
  expect(stage({ published: 1, round: null, seated: true })).toBe('published');
});
