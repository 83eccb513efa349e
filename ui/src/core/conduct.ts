// The code of conduct is a text with a version (PE-5.2): our own short words, each line with the rows it stands on.

import { page, type Lang } from './i18n';
import type { Conduct } from './i18n/texts';

export const conduct = (lang: Lang): Promise<Conduct> => page<Conduct>(lang, 'conduct');
