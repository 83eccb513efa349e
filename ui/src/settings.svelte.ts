// What a person has chosen for himself, kept in this browser.

import type { Letters } from './core/cards';
import { MESSAGES, fill, find, preferred, type Key, type Lang, type Params } from './core/i18n';

export type Theme = 'auto' | 'dark' | 'light';
export type Pace = 'calm' | 'quick' | 'instant';
export type Tap = 'auto' | 'one' | 'two';

interface Settings {
  lang: Lang;
  name: string;
  theme: Theme;
  letters: Letters | 'auto';
  four: boolean;
  pace: Pace;
  tap: Tap;
  keys: boolean;
}

const STORED = 'kozyr.settings';

function read(): Settings {
  const usual: Settings = {
    lang: preferred(navigator.languages),
    name: '',
    theme: 'auto',
    letters: 'auto',
    four: false,
    pace: 'calm',
    tap: 'auto',
    keys: true,
  };
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Settings>;
    const found = { ...usual, ...stored };
    return found.lang in MESSAGES ? found : { ...found, lang: usual.lang };
  } catch {
    return usual; // a browser that keeps nothing
  }
}

export const settings = $state(read());

export function keep(): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** A message in the language of the page; in a template it follows a change of language. */
export const t = (key: Key, params?: Params): string => fill(settings.lang, MESSAGES[settings.lang][key], params);

/** A message whose code is made at run time; the code itself if there is none. */
export const tt = (code: string, params?: Params): string => find(settings.lang, code, params) ?? code;

export const letters = (): Letters =>
  settings.letters === 'auto' ? (settings.lang === 'en' ? 'AKQJ' : 'TKDV') : settings.letters;

/** What somebody is called: who gave no name, and the club's own bots, in the language of the page. */
export function called(nick: string, bot: string | null): string {
  if (bot === null) return nick === 'Guest' || nick === '' ? t('name.guest') : nick;
  return find(settings.lang, `bot.${nick}`) ?? nick;
}

/** Milliseconds, or none for who wants no motion. */
export function motion(ms: number): number {
  return settings.pace === 'instant' || matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms;
}
