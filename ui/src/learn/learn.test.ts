import { describe, expect, it } from 'vitest';
import { LANGS } from '../core/i18n';
import { bodies, bodyOf, chapters, isLaw, paragraphs } from './laws';
import { read, TAUGHT } from './learn';
import { found, terms } from './terms';

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

describe.each(LANGS)('the words in %s', (lang) => {
  it.each(TAUGHT)('of %s are at least 25, each with its meaning, and each is found where it stands', async (game) => {
    const all = await terms(game, lang);
    expect(all.length).toBeGreaterThanOrEqual(25);
    for (const { word, about } of all) {
      expect(about, word).toMatch(/^[^{}]{12,}$/u);
      expect(found(all, word).map((one) => one.word)).toContain(word);
    }
  });
});

describe('a text on the table', () => {
  const said = async (game: string, lang: 'ru' | 'uk' | 'en', text: string) =>
    found(await terms(game, lang), text).map(({ code }) => code);

  it('is explained by the words in it, as they stand', async () => {
    expect(await said('preferans', 'ru', 'Вист')).toEqual(['whist']);
    expect(await said('preferans', 'ru', 'Полвиста')).toEqual(['half']);
    expect(await said('preferans', 'ru', '+2 в гору, 8 вистов')).toEqual(['hill', 'whists']);
    expect(await said('preferans', 'uk', 'Мізер')).toEqual(['misere']);
    expect(await said('preferans', 'en', 'All-pass: a trick to the hill')).toEqual(['allpass', 'trick', 'hill']);
    expect(await said('bridge', 'en', '4♠X')).toEqual(['double']);
    expect(await said('bridge', 'en', 'X')).toEqual(['double']);
    expect(await said('deberts', 'ru', 'выше?')).toEqual(['height']);
  });

  it('has a longer word instead of the one within it, and no word within another', async () => {
    expect(await said('deberts', 'ru', 'байт на картах')).toEqual(['cardbait']);
    expect(await said('preferans', 'ru', 'город и вестник')).toEqual([]);
    expect(await said('preferans', 'ru', 'распасы')).toEqual(['allpass']);
  });
});
