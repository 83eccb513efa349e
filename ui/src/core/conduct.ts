// The code of conduct is a text with a version (PE-5.2): our own short words, each line with the rows it stands on.

import type { Lang } from './i18n';
import type { Conduct } from './i18n/texts';

const FILES = {
  ru: () => import('./i18n/ru/conduct'),
  uk: () => import('./i18n/uk/conduct'),
  en: () => import('./i18n/en/conduct'),
} as const;

export const conduct = async (lang: Lang): Promise<Conduct> => (await FILES[lang]()).default;
