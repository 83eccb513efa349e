import { describe, expect, it } from 'vitest';
import { messages } from '../core/i18n/ru';
import { messages as rest } from '../core/i18n/ru/rest';

const files = import.meta.glob<string>(['/src/**/*.{ts,svelte}', '!/src/core/i18n/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const IMPORT = /^\s*(?:(?:import|export)\s+(?!type\b)[^;]*?from\s+|import )'(\.[^']+)'/gm;
const CODE = /'([a-z_]+(?:\.\w+)*)'/g;

/** The file that a path of an import means. */
function file(from: string, path: string): string | undefined {
  const { pathname } = new URL(path, `http://x${from}`);
  return ['', '.ts', '.svelte.ts', '/index.ts'].map((end) => pathname + end).find((one) => one in files);
}

describe('the words that come with the door', () => {
  it('are all that it says before another page is asked for', () => {
    const seen = new Set<string>();
    const due = ['/src/main.ts', '/src/screens/Home.svelte'];
    while (due.length > 0) {
      const path = due.pop()!;
      if (seen.has(path)) continue;
      seen.add(path);
      for (const [, to] of files[path]!.matchAll(IMPORT))
        due.push(...[file(path, to!)].filter((one) => one !== undefined));
    }
    expect(seen.size).toBeGreaterThan(30);
    const codes = new Set([...seen].flatMap((path) => [...files[path]!.matchAll(CODE)].map(([, code]) => code!)));
    expect([...codes].filter((code) => code in rest)).toEqual([]);
    expect([...codes].filter((code) => code in messages).length).toBeGreaterThan(80);
  });
});
