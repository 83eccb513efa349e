import { afterEach, expect, it, vi } from 'vitest';
import { ask, readLayouts, Refused } from './api';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [404, null, true],
  [429, 'often', true],
  [503, 'busy', true],
  [503, 'store', false],
  [500, null, false],
])('tells a refusal from a club in trouble: %i %s', async (status, code, refused) => {
  const body = JSON.stringify({ error: { message: 'no', code } });
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  const error = await ask('/api/me').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof Refused).toBe(refused);
});

it('reads the hands of every deal from a record', () => {
  const record = `[Game "preferans"]

; deal 1, dealer S
deal "N:AK7.QJ.T98.A7 - QJ.AK.AKQ.KQJ T98.T98.J7.T9 + S8 DJ"
pass pass 6S ; N E S
 1. DA DJ DQ ; N E S

deal "S:A...K 7... - - + H7 H8"
`;
  const [first, second] = readLayouts(record);
  expect(first!.hands['N']).toEqual(['SA', 'SK', 'S7', 'HQ', 'HJ', 'DT', 'D9', 'D8', 'CA', 'C7']);
  expect(Object.keys(first!.hands)).toEqual(['N', 'S', 'W']);
  expect(first!.talon).toEqual(['S8', 'DJ']);
  expect(second!.hands).toEqual({ S: ['SA', 'CK'], W: ['S7'] });
});
