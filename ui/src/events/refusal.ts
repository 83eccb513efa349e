// Why the club has not taken something from somebody at an event, in his own language.

import { Refused } from '../core/api';
import { page, type Lang } from '../core/i18n';
import { inWords, type Words } from '../core/refusal';
import { settings, t } from '../settings.svelte';
import type { Refusal } from '../wire.gen';

const loaded: Record<Lang, Words> = {};

/** Have the words of a language here before they are wanted; a page without them shows the club's own sentence. */
async function fetched(lang: Lang): Promise<void> {
  loaded[lang] ??= await page<Words>(lang, 'refusals');
}
// A refusal follows something that a person does: the first touch fetches the words, not the first sight of a page.
for (const act of ['pointerdown', 'keydown', 'focusin'] as const)
  globalThis.addEventListener?.(act, () => void fetched(settings.lang).catch(() => undefined), { once: true });

/** A refusal as it is shown: in words, and the rule that they come from. */
export interface Told {
  readonly text: string;
  readonly law: string;
}

/** A refusal in the words of the page; message: the club's own, which is shown where the page has none. */
export function told(refusal: Refusal, message: string = refusal.reason): Told {
  const words = loaded[settings.lang];
  if (!words) void fetched(settings.lang).catch(() => undefined);
  return { text: (words && inWords(words, settings.lang, refusal)) ?? message, law: refusal.law ?? '' };
}

/** Why something failed: the club's refusal, or that it has not answered. */
export const refusal = (error: unknown, failed = t('home.failed')): Told =>
  error instanceof Refused
    ? told({ reason: error.code, law: error.law, params: error.params }, error.message)
    : { text: failed, law: '' };

/** The same in one line, where no rule is linked. */
export function line(error: unknown): string {
  const { text, law } = refusal(error);
  return law === '' ? text : `${text} (${law})`;
}

/** The same, with the words had first: for the door, which loads them only when it has something to say by them. */
export async function read(error: unknown): Promise<string> {
  await fetched(settings.lang).catch(() => undefined);
  return line(error);
}
