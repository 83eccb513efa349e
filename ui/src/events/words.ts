// The words of whoever announces an event, loaded with the forms that ask for it.

import { extend, find, type Lang, type Params } from '../core/i18n';
import type ru from '../core/i18n/ru/announce';
import { settings } from '../settings.svelte';

/** The words are ready from then on. Rejects if they cannot be fetched. */
export const announceWords = (lang: Lang): Promise<void> => extend(lang, 'announce');

/** A word of the forms. */
export const a = (code: keyof typeof ru, params?: Params): string =>
  find(settings.lang, `announce:${code}`, params) ?? code;
