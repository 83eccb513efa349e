// Words. A message is found by its code and takes parameters: `{name}`, and `{n#трик|трика|триков}` for the form
// that goes with a number. Every language must have every message: the types say so, and the build checks them.

import type ruAll from './ru.all';

export type Lang = 'ru' | 'uk' | 'en';
export type Key = keyof typeof ruAll.messages;
/** The same messages in another language: a missing one is an error of types. */
export type Same<Source> = Readonly<Record<keyof Source, string>>;
export type Messages = Readonly<Record<Key, string>>;
export type Params = Readonly<Record<string, string | number>>;
type Named = Readonly<Record<string, readonly [string, Readonly<Record<string, string>>]>>;
/** The same options and values in another language. */
export type SameOptions<Source extends Named> = {
  readonly [K in keyof Source]: readonly [string, Readonly<Record<keyof Source[K][1], string>>];
};
export type OptionMessages = SameOptions<typeof ruAll.options>;

export const LANGS: readonly Lang[] = ['ru', 'uk', 'en'];

// Each area has a file of its own for its words; `<lang>.all.ts` puts them together, one line an area. A language is
// loaded when it is wanted: before the page is drawn, and when somebody chooses another.
export const MESSAGES = {} as Record<Lang, Messages>;
export const OPTIONS = {} as Record<Lang, OptionMessages>;
export const NAMES: Readonly<Record<Lang, string>> = { ru: 'Русский', uk: 'Українська', en: 'English' };

const FILES = {
  ru: () => import('./ru.all'),
  uk: () => import('./uk.all'),
  en: () => import('./en.all'),
} as const;

/** Make the words of a language ready; rejects if they cannot be fetched. */
export async function load(lang: Lang): Promise<void> {
  if (lang in MESSAGES) return;
  const { messages, options } = (await FILES[lang]()).default;
  MESSAGES[lang] = messages;
  OPTIONS[lang] = options;
}

const rules = new Map<Lang, Intl.PluralRules>();

function form(lang: Lang, n: number, forms: readonly string[]): string {
  let rule = rules.get(lang);
  if (!rule) rules.set(lang, (rule = new Intl.PluralRules(lang)));
  const which = rule.select(n);
  // one | few | many in Russian and Ukrainian, one | other in English. A fraction takes the few in Russian (2½ виста);
  // in Ukrainian a form of its own where it differs (2 вісти, 2½ віста).
  const fraction = forms.length > 3 ? 3 : 1;
  const at = which === 'one' ? 0 : lang === 'en' ? 1 : which === 'many' ? 2 : which === 'few' ? 1 : fraction;
  return forms[at] ?? forms.at(-1) ?? '';
}

export function fill(lang: Lang, message: string, params: Params = {}): string {
  return message.replace(/\{(\w+)(?:#([^}]*))?\}/g, (_, name: string, forms?: string) => {
    const value = params[name];
    if (forms === undefined) return value === undefined ? '' : String(value);
    return form(lang, Number(value), forms.split('|'));
  });
}

export type Say = (key: Key, params?: Params) => string;

export const words =
  (lang: Lang): Say =>
  (key, params) =>
    fill(lang, MESSAGES[lang][key], params);

/** A message whose code is made at run time (a reason, a rank); undefined if there is none. */
export function find(lang: Lang, code: string, params?: Params): string | undefined {
  return code in MESSAGES[lang] ? fill(lang, MESSAGES[lang][code as Key], params) : undefined;
}

/** The language of a person who has not chosen one. */
export function preferred(languages: readonly string[]): Lang {
  for (const one of languages) {
    const lang = LANGS.find((known) => one.toLowerCase().startsWith(known));
    if (lang) return lang;
    if (/^(be|kk|ky|uz)\b/i.test(one)) return 'ru';
  }
  return 'en';
}

/** What an option of the terms is called; its code if we have no word for it yet. */
export function optionName(lang: Lang, option: string): string {
  return option in OPTIONS[lang] ? OPTIONS[lang][option as keyof OptionMessages][0] : option;
}

/** A value of an option in words. */
export function optionValue(lang: Lang, option: string, value: unknown): string {
  if (value === true || value === 'on') return words(lang)('set.on');
  if (value === null || value === 'unlimited') return '∞';
  if (option === 'boards') return (value as readonly string[]).map((board) => board.split(':')[0]).join(', ') || '–';
  if (Array.isArray(value)) return value.join(', ');
  const named: Readonly<Record<string, string>> =
    option in OPTIONS[lang] ? OPTIONS[lang][option as keyof OptionMessages][1] : {};
  const word = named[String(value)];
  if (word !== undefined) return word;
  if (value === false || value === 'off') return words(lang)('set.off');
  return String(value);
}
