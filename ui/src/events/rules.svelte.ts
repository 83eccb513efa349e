// The regulations of an event in words, loaded with what shows them; and which of them an event obeys.

import { extend, find, type Lang } from '../core/i18n';
import type ru from '../core/i18n/ru/regulations';
import { regulations } from '../core/events';
import { settings } from '../settings.svelte';
import type { RegulationsTold, RegulationTold } from '../wire.gen';

let asked: Promise<RegulationsTold> | null = null;

/** All options, with their words in a language. Rejects if they cannot be fetched. */
export async function rules(lang: Lang): Promise<RegulationsTold> {
  asked ??= regulations();
  try {
    const [found] = await Promise.all([asked, extend(lang, 'regulations', 'rules')]);
    return found;
  } catch (error) {
    asked = null; // asked for again, when somebody looks again
    throw error;
  }
}

/** A word whose code is made at run time; the code itself if there is none. */
export const rr = (code: string, params = {}): string => find(settings.lang, `rules:${code}`, params) ?? code;
/** A word of the regulations. */
export const r = (code: keyof typeof ru, params = {}): string => rr(code, params);

/** Whether an event of this game and type obeys an option. */
export const obeyed = ({ games, types }: RegulationTold, game: string, type: string): boolean =>
  (games?.includes(game) ?? true) && (types?.includes(type) ?? true);

/** A value of an option in words. */
export function said({ kind, usual }: RegulationTold, value: unknown): string {
  const is = value === undefined ? usual : value;
  if (is === null || (Array.isArray(is) && is.length === 0)) return r('none');
  if (kind === 'flag') return r(is === true ? 'yes' : 'no');
  if (kind === 'number') return String(is);
  if (kind === 'numbers') return (is as readonly number[]).join(' / ');
  if (kind === 'choices') return (is as readonly string[]).map((one) => rr(`is.${one}`)).join(', ');
  return rr(`is.${String(is)}`);
}
