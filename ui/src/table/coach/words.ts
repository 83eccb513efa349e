// The words of the coach at a table, fetched when it speaks.

import { extend, find, type Lang, type Params } from '../../core/i18n';
import type ru from '../../core/i18n/ru/coach';
import { settings } from '../../settings.svelte';

type Code = Exclude<keyof typeof ru, `${string}@${string}`>;

/** The words are ready from then on. Rejects if they cannot be fetched. */
export const coachWords = (lang: Lang): Promise<void> => extend(lang, 'coach');

/** A word of the coach. */
export const l = (code: Code, params?: Params): string => find(settings.lang, `coach:${code}`, params) ?? code;

/** What is asked of the person in this phase of this game; empty where nobody has said it. */
export const task = (lang: Lang, phase: string, game: string): string => find(lang, `coach:${phase}`, {}, game) ?? '';
