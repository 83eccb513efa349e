// The words of the day's deal and of challenges, loaded with their pages.

import { extend, find, type Lang, type Params } from '../core/i18n';
import type ru from '../core/i18n/ru/days';
import { settings } from '../settings.svelte';

/** The words are ready from then on. Rejects if they cannot be fetched. */
export const dayWords = (lang: Lang): Promise<void> => extend(lang, 'days');

/** A word of these pages. */
export const d = (code: keyof typeof ru, params?: Params): string =>
  find(settings.lang, `days:${code}`, params) ?? code;

/** A day as people write it; it is the club's, from midnight to midnight UTC. */
export const dayShown = (day: string): string =>
  new Intl.DateTimeFormat(settings.lang, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** Per cent as people write it, from 0 to 100. null: there is nobody to compare with. */
export const percent = (of: number | null): string =>
  of === null
    ? '–'
    : new Intl.NumberFormat(settings.lang, { style: 'percent', maximumFractionDigits: 1 }).format(of / 100);
