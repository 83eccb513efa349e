// The words of the problems, loaded with them.

import { extend, find, type Lang, type Params } from '../core/i18n';
import type { Figure } from '../core/review';
import type ru from '../core/i18n/ru/problem';
import { settings } from '../settings.svelte';

type ProblemWords = Readonly<Record<keyof typeof ru, string>>;

/** The words are ready from then on. Rejects if they cannot be fetched. */
export const problemWords = (lang: Lang): Promise<void> => extend(lang, 'problem');

/** A word of the problems. */
export const p = (code: keyof ProblemWords, params?: Params): string =>
  find(settings.lang, `problem:${code}`, params) ?? code;

/** What a theme is called; a theme that this page does not know, by its code. */
export const themed = (theme: string): string => find(settings.lang, `problem:theme.${theme}`) ?? theme;

/** What is asked in a theme. */
export const asked = (theme: string, params: Params): string =>
  find(settings.lang, `problem:ask.${theme}`, params) ?? themed(theme);

/** What a wrong choice costs, in its unit. */
export const wronged = (unit: string, cost: Figure): string =>
  find(settings.lang, `problem:wrong.${unit}`, { ...cost }) ?? p('wrong');
