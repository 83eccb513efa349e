import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClubEvent, EventEntrant } from '../wire.gen';
import { Rest } from './rest.svelte';

const ALL = 1_230;
const entrant = (n: number): EventEntrant => ({
  entrant: n,
  name: `Игрок ${n}`,
  members: [],
  accounts: [],
  out: false,
  gone: false,
  here: false,
  waits: 0,
  system: null,
});
const rows = (first: number, behind: number) => Array.from({ length: behind - first }, (_, at) => entrant(first + at));
const event = {
  entrants: [entrant(ALL), ...rows(1, 51)], // my own row is in front
  named: [{ entrant: 700, name: 'Игрок 700', members: [], system: null }],
  standing: [],
  seen: [],
  round: null,
  teams: null,
} as unknown as ClubEvent;
const asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.slice(url.indexOf('?')));
    const query = new URLSearchParams(url.slice(url.indexOf('?')));
    const skip = Number(query.get('skip'));
    const found = rows(1, ALL + 1).slice(skip, skip + Number(query.get('most')));
    const nothing = { tables: [], series: [], standing: [], seen: [], matches: [], open_rooms: [], named: [] };
    return new Response(JSON.stringify({ mark: 1, ...nothing, entrants: found }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('has each row once, whatever was asked for', async () => {
  const rest = new Rest('e');
  expect(rest.with(event).entrants).toBe(event.entrants);
  await rest.more('entrants');
  const some = rest.with(event).entrants;
  expect(some.map((one) => one.entrant)).toEqual([ALL, ...rows(1, 101).map((one) => one.entrant)]);
  await rest.more('entrants', ALL - 100);
  expect(rest.with(event).entrants).toHaveLength(ALL);
  expect(asked).toEqual([
    '?of=entrants&skip=0&most=100',
    '?of=entrants&skip=100&most=500',
    '?of=entrants&skip=600&most=500',
    '?of=entrants&skip=1100&most=130',
  ]);
});

it('asks again for what was asked for, some time after the event has changed', async () => {
  const rest = new Rest('e');
  rest.renew();
  expect(vi.getTimerCount()).toBe(0); // nothing was asked for
  await rest.more('entrants');
  rest.renew();
  rest.renew();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.slice(1)).toEqual(['?of=entrants&skip=0&most=100']);
  rest.renew();
  rest.close();
  expect(vi.getTimerCount()).toBe(0);
});
