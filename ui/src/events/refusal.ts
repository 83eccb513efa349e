// Why the club has not taken something from somebody at an event, in his own language.

import { Refused } from '../core/api';
import { LANGS, type Lang } from '../core/i18n';
import { inWords, lawOf, type Sentences } from '../core/refused';
import { settings, t } from '../settings.svelte';

const files = import.meta.glob<{ default: Sentences }>('../core/i18n/*/refusals.ts');
const loaded: Partial<Record<Lang, Sentences>> = {}; // none of English: the club's own sentences are

/** Have the words of a language here before they are wanted; a page without them shows the club's own sentence. */
async function fetched(lang: Lang): Promise<void> {
  const file = files[`../core/i18n/${lang}/refusals.ts`];
  if (file && !loaded[lang]) loaded[lang] = (await file()).default;
}
void Promise.all(LANGS.filter((lang) => lang === settings.lang).map(fetched)).catch(() => undefined);

/** A refusal as it is shown: in words, and the rule that they come from. */
export interface Told {
  readonly text: string;
  readonly law: string;
}

/** A sentence of the club in the words of the page. */
export function told(message: string, law = ''): Told {
  const [text, own] = lawOf(message);
  const sentences = loaded[settings.lang];
  if (!sentences) void fetched(settings.lang).catch(() => undefined);
  return { text: (sentences && inWords(sentences, settings.lang, text)) ?? text, law: law || own };
}

/** Why something failed: the club's refusal, or that it has not answered. */
export const refusal = (error: unknown, failed = t('home.failed')): Told =>
  error instanceof Refused ? told(error.message, error.law) : { text: failed, law: '' };

/** The same in one line, where no rule is linked. */
export function line(error: unknown): string {
  const { text, law } = refusal(error);
  return law === '' ? text : `${text} (${law})`;
}
