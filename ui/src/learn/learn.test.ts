import { describe, expect, it } from 'vitest';
import { LANGS } from '../core/i18n';
import { bodies, bodyOf, chapters, isLaw, paragraphs } from './laws';
import { read, TAUGHT } from './learn';

describe.each(LANGS)('the books in %s', (lang) => {
  it.each(TAUGHT)('of %s has ten leaves, and every number is filled in', async (game) => {
    const found = await read(game, lang);
    expect(found?.leaves).toHaveLength(10);
    for (const { title, lines } of found!.leaves) {
      expect(title).not.toBe('');
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toMatch(/^[^{}]+$/);
    }
  });

  it('lead to paragraphs that there are', async () => {
    const all = await paragraphs(lang);
    for (const game of TAUGHT)
      for (const { laws } of (await read(game, lang))!.leaves) for (const id of laws) expect(all).toHaveProperty([id]);
  });
});

describe('a body of law', () => {
  it('has each of its paragraphs in one chapter', async () => {
    const all = await paragraphs('ru');
    const shown = bodies(all).flatMap((body) => chapters(all, body).flatMap(({ laws }) => laws));
    expect(shown).toEqual([...new Set(shown)]);
    expect([...shown].sort()).toEqual(Object.keys(all).filter(isLaw).sort());
    for (const body of bodies(all)) expect(all[body]).not.toBe('');
  });

  it('is named by the letters of its paragraphs, and its chapters stand in order', async () => {
    expect(bodyOf('PT-I.11.2.B.1')).toBe('PT');
    const codex = chapters(await paragraphs('en'), 'P').map(({ title }) => title);
    expect(codex).toEqual([...new Set(codex)]);
    expect(codex.indexOf('Misère')).toBeLessThan(codex.indexOf('All-pass'));
  });
});
