// The words of the post-mortem, loaded with it.

import { extend, find, type Lang, type Params } from '../core/i18n';
import type ru from '../core/i18n/ru/review';
import { settings } from '../settings.svelte';

type ReviewWords = Readonly<Record<keyof typeof ru, string>>;

/** The words are ready from then on. Rejects if they cannot be fetched. */
export const reviewWords = (lang: Lang): Promise<void> => extend(lang, 'review');

/** A word of the post-mortem. */
export const r = (code: keyof ReviewWords, params?: Params): string =>
  find(settings.lang, `review:${code}`, params) ?? code;

/** A word whose code is made at run time; empty if there is none. */
export const rr = (code: string, params?: Params): string => find(settings.lang, `review:${code}`, params) ?? '';
