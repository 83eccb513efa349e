// The desk's own words and paragraphs, loaded with its pages.

import { extend, find, type Lang, type Params } from '../core/i18n';
import type ru from '../core/i18n/ru/desk';
import { paragraphs, type Paragraphs } from '../learn/laws';
import { settings } from '../settings.svelte';

export type { Paragraphs } from '../learn/laws';

export type DeskWords = Readonly<Record<keyof typeof ru, string>>;

/** The words are ready from then on; returns the paragraphs. Rejects if they cannot be fetched. */
export async function deskWords(lang: Lang): Promise<Paragraphs> {
  const [laws] = await Promise.all([paragraphs(lang), extend(lang, 'desk')]);
  return laws;
}

/** A word of the desk whose code is made at run time; undefined if there is none. */
export const maybe = (code: string, params?: Params): string | undefined => find(settings.lang, `desk:${code}`, params);

/** A word of the desk. */
export const d = (code: keyof DeskWords, params?: Params): string => maybe(code, params) ?? code;

/** The first of these codes that has a word. */
export const firstOf = (...codes: readonly string[]): string => {
  for (const code of codes) {
    const found = maybe(code);
    if (found !== undefined) return found;
  }
  return codes.at(-1)!;
};
