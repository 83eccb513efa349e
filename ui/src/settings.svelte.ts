// What a person has chosen for himself, kept in this browser.

import type { Letters } from './core/cards';
import { LANGS, find, honours, load, preferred, type Key, type Lang, type Params } from './core/i18n';
import { guestName, nameless } from './core/i18n/animals';

export type Theme = 'auto' | 'dark' | 'light';
export type Pace = 'calm' | 'quick' | 'instant';
export type Tap = 'auto' | 'one' | 'two';

const STORED = 'kozyr.settings';

/** What stands until it is chosen otherwise. */
const usual = {
  lang: preferred(navigator.languages),
  name: '',
  theme: 'auto' as Theme,
  letters: 'auto' as Letters | 'auto',
  four: false,
  pace: 'calm' as Pace,
  tap: 'auto' as Tap,
  keys: true,
  prepare: false, // a card before it is my turn
  sounds: false,
  offered: false, // sounds, once
};

function read(): typeof usual {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<typeof usual>;
    const found = { ...usual, ...stored };
    return LANGS.includes(found.lang) ? found : { ...found, lang: usual.lang };
  } catch {
    return { ...usual }; // a browser that keeps nothing
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

/** Speak another language, once its words are here; if they cannot be fetched, everything stays as it is. */
export async function speak(lang: Lang): Promise<boolean> {
  try {
    await load(lang);
  } catch {
    return false;
  }
  settings.lang = lang;
  keep();
  return true;
}

/** Whose table or deal is on the screen: `deberts`; empty where there is none. */
export const here = $state({ game: '' });

/** A message in the language of the page, as the game says it; in a template it follows a change of language. */
export const t = (key: Key, params?: Params, game = here.game): string => tt(key, params, game);

/** A message whose code is made at run time; the code itself if there is none. */
export const tt = (code: string, params?: Params, game = here.game): string =>
  find(settings.lang, code, params, game) ?? code;

export const letters = (): Letters => (settings.letters === 'auto' ? honours(settings.lang) : settings.letters);

/** What somebody is called: who gave no name, and the club's own bots, in the language of the page. */
export function called(nick: string, bot: string | null): string {
  if (bot === null) return nameless(nick) ? guestName(nick, settings.lang, t('name.guest')) : nick;
  return find(settings.lang, `bot.${nick}`) ?? nick;
}

/** The level of a bot of the club, and its style if that is not the plain one. */
export function levelShown(bot: string): string {
  const [level, style] = bot.split('+');
  return style === undefined ? tt(`level.${level}`) : `${tt(`level.${level}`)}, ${tt(`style.${style}`)}`;
}

/** What a bot is: the level of the club's own, or whose program. */
export const botShown = (bot: string): string =>
  bot.includes('/') ? t('bot.program', { name: bot }) : t('table.bot.level', { level: levelShown(bot) });

/** Milliseconds, or none for who wants no motion. */
export function motion(ms: number): number {
  return settings.pace === 'instant' || matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms;
}
