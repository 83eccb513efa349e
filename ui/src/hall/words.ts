// The words of the director's page, loaded with it.

import { extend, find, type Lang, type Params } from '../core/i18n';
import type ru from '../core/i18n/ru/hall';
import { settings } from '../settings.svelte';

export type HallWords = Readonly<Record<keyof typeof ru, string>>;

/** The words are ready from then on. Rejects if they cannot be fetched. */
export const hallWords = (lang: Lang): Promise<void> => extend(lang, 'hall');

/** A word of the page whose code is made at run time; the code itself if there is none. */
export const hh = (code: string, params?: Params): string => find(settings.lang, `hall:${code}`, params) ?? code;
/** A word of the page. */
export const h = (code: keyof HallWords, params?: Params): string => hh(code, params);
