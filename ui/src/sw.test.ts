import { describe, expect, it } from 'vitest';
import worker from './sw.js?raw';

interface Asked {
  readonly request: { readonly method: string; readonly url: string; readonly mode: string };
  respondWith(answer: Promise<unknown>): void;
  waitUntil(work: Promise<unknown>): void;
}

/** What the page gets for a file from a worker whose cache takes nothing, and what the worker still does after that. */
async function asked(open: () => Promise<unknown>): Promise<{ answer: unknown; kept: Promise<unknown>[] }> {
  const heard: Record<string, (event: Asked) => void> = {};
  const origin = 'https://club.example';
  const answer = { ok: true, clone: () => 'a copy' };
  const self = {
    addEventListener: (kind: string, does: (event: Asked) => void) => (heard[kind] = does),
    location: { origin },
  };
  const caches = { match: async () => undefined, open };
  // A worker is a script of its own: it runs here with a browser that we hand to it.
  new Function('self', 'caches', 'fetch', worker.replace('__SHELL__', '[]'))(self, caches, async () => answer);
  const kept: Promise<unknown>[] = [];
  let answered: Promise<unknown> = Promise.resolve('nothing');
  heard['fetch']!({
    request: { method: 'GET', url: `${origin}/assets/page-abc.js`, mode: 'cors' },
    respondWith: (found) => (answered = found),
    waitUntil: (work) => kept.push(work),
  });
  const found = await answered;
  expect(found).toBe(answer);
  return { answer: found, kept };
}

describe('a file of the page', () => {
  it('is kept for the next time', async () => {
    const put: unknown[] = [];
    const { kept } = await asked(async () => ({ put: async (_: unknown, copy: unknown) => put.push(copy) }));
    await Promise.all(kept);
    expect(put).toEqual(['a copy']);
  });

  it('comes also where the browser can keep nothing', async () => {
    const { kept } = await asked(() => Promise.reject(new Error('the disk is full')));
    await expect(Promise.all(kept)).resolves.toHaveLength(1);
  });
});
