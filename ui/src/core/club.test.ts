import { afterEach, expect, it, vi } from 'vitest';
import { comeIn } from './club';
import { Refused } from './api';

afterEach(() => vi.unstubAllGlobals());

const club = (code: string) => {
  const names: string[] = [];
  vi.stubGlobal('location', { pathname: '/table/ab' });
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { name } = JSON.parse(body) as { name: string };
    names.push(name);
    return name === ''
      ? new Response(JSON.stringify({ nick: 'Guest Lynx' }))
      : new Response(JSON.stringify({ error: { message: 'no', code } }), { status: 400 });
  });
  return names;
};

it('comes in without a name, if the club does not take the one that was chosen once', async () => {
  const names = club('name');
  expect((await comeIn('Kozyr')).nick).toBe('Guest Lynx');
  expect(names).toEqual(['Kozyr', '']);
});

it('does not come in, if the club refuses something else', async () => {
  const names = club('banned');
  await expect(comeIn('Анна')).rejects.toBeInstanceOf(Refused);
  expect(names).toEqual(['Анна']);
});
