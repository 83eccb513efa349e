// The words of these pages, and the people of their pictures.

import { extend, find, type Lang, type Params } from '../core/i18n';
import type { People } from '../core/table/people';
import { settings } from '../settings.svelte';
import type ru from '../core/i18n/ru/learn';

export type LearnWords = Readonly<Record<keyof typeof ru, string>>;
/** The words of these pages are ready from then on. Rejects if they cannot be fetched. */
export const learnWords = (lang: Lang): Promise<void> => extend(lang, 'learn');

/** A word of these pages. */
export const l = (code: keyof LearnWords, params?: Params): string =>
  find(settings.lang, `learn:${code}`, params) ?? code;

/** People of a picture, by the name on the sheet; `you`: who looks at it. */
export const seated = (names: Readonly<Record<string, string>>, you: string): People => ({
  id: '',
  you,
  players: Object.entries(names).map(([name, nick], chair) => ({
    name,
    nick,
    bot: null,
    account: null,
    chair,
    held: null,
  })),
});
