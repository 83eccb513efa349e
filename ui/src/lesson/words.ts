// The words of the lessons, loaded with them.

import { extend, find, type Lang, type Params } from '../core/i18n';
import type ru from '../core/i18n/ru/lesson';
import { settings } from '../settings.svelte';

type LessonWords = Readonly<Record<keyof typeof ru, string>>;

/** The words are ready from then on. Rejects if they cannot be fetched. */
export const lessonWords = (lang: Lang): Promise<void> => extend(lang, 'lesson');

/** A word of the lessons. */
export const l = (code: keyof LessonWords, params?: Params): string =>
  find(settings.lang, `lesson:${code}`, params) ?? code;
