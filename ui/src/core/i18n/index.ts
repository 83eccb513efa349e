// Words. A message is found by its code and is written in ICU MessageFormat: `{name}`, `{n, plural, one {трик} few {трика}
// many {триков} other {трика}}`. Every language must have every message: the types say so, and the build checks them.
// A game has words of its own in its folder, and may say in its own way what is said at every table: `pause.title@deberts`.

import { IntlMessageFormat } from 'intl-messageformat';
import type { messages as ru } from './ru';

/** The same messages in another language: a missing one is an error of types. */
export type Same<Source> = Readonly<Record<keyof Source, string>>;
/** All messages: the club's, and what each game adds in `games/<game>/words/ru.ts`. */
export interface Words extends Same<typeof ru> {}
export type Key = keyof Words;
export type Params = Readonly<Record<string, string | number>>;
type Options = Readonly<Record<string, readonly [name: string, values: Readonly<Record<string, string>>]>>;
/** The same options and values in another language. */
export type SameOptions<Source extends Options> = {
  readonly [K in keyof Source]: readonly [string, Readonly<Record<keyof Source[K][1], string>>];
};

/** The languages of the page: to add one is a line here, a folder of words beside this file, and a file in each game's. */
export const LANGUAGES = {
  ru: { name: 'Русский', letters: 'TKDV' },
  uk: { name: 'Українська', letters: 'TKDV' },
  en: { name: 'English', letters: 'AKQJ' },
} as const;
export type Lang = keyof typeof LANGUAGES;
export const LANGS = Object.keys(LANGUAGES) as readonly Lang[];

/** A file of words: of the club, or of a game. */
export interface WordFile {
  readonly messages: Readonly<Record<string, string>>;
  readonly options: Options;
}
/** Files by their path, each ending in a language: `./words/ru.ts`, `./ru/index.ts`. */
export type WordFiles = Readonly<Record<string, () => Promise<WordFile>>>;

/** What has been loaded: all messages, and the options by game; the club's own under an empty name. */
export const MESSAGES = {} as Record<Lang, Readonly<Record<string, string>>>;
export const OPTIONS = {} as Record<Lang, Readonly<Record<string, Options>>>;

const sources = new Map<string, WordFiles>([['', import.meta.glob<WordFile>('./*/index.ts')]]);

/** From now on the words of this game are loaded too. */
export const wordsFrom = (game: string, files: WordFiles): void => void sources.set(game, files);

/** Make the words of a language ready: before the page is drawn, and when somebody chooses another. Rejects if they cannot be fetched. */
export async function load(lang: Lang): Promise<void> {
  if (lang in MESSAGES) return;
  const found = await Promise.all(
    [...sources].map(async ([game, files]) => {
      const path = Object.keys(files).find((one) => one.split(/[/.]/).includes(lang));
      return [game, path === undefined ? null : await files[path]!()] as const;
    }),
  );
  MESSAGES[lang] = Object.assign({}, ...found.map(([, file]) => file?.messages)) as Record<string, string>;
  OPTIONS[lang] = Object.fromEntries(found.map(([game, file]) => [game, file?.options ?? {}]));
}

/** Words of one page, which are loaded with it: each code with its page in front, `desk:q.seat`. */
export function extend(lang: Lang, page: string, messages: Readonly<Record<string, string>>): void {
  const named = Object.fromEntries(Object.entries(messages).map(([code, text]) => [`${page}:${code}`, text]));
  MESSAGES[lang] = { ...MESSAGES[lang], ...named };
}

const formats = new Map<string, IntlMessageFormat>();

function fill(lang: Lang, message: string, params: Params = {}): string {
  if (!message.includes('{')) return message;
  const key = `${lang} ${message}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new IntlMessageFormat(message, lang, undefined, { ignoreTag: true })));
  return String(format.format(params));
}

/** A message whose code is made at run time (a reason, a rank), as this game says it; undefined if there is none. */
export function find(lang: Lang, code: string, params?: Params, game = ''): string | undefined {
  const message = MESSAGES[lang][`${code}@${game}`] ?? MESSAGES[lang][code];
  return message === undefined ? undefined : fill(lang, message, params);
}

export type Say = (key: Key, params?: Params) => string;

/** The messages of a language, as a game says them. */
export const words =
  (lang: Lang, game = ''): Say =>
  (key, params) =>
    find(lang, key, params, game) ?? key;

/** The language of a person who has not chosen one. */
export function preferred(languages: readonly string[]): Lang {
  for (const one of languages) {
    const lang = LANGS.find((known) => one.toLowerCase().startsWith(known));
    if (lang) return lang;
    if (/^(be|kk|ky|uz)\b/i.test(one)) return 'ru';
  }
  return 'en';
}

const option = (lang: Lang, game: string, name: string) => OPTIONS[lang][game]?.[name] ?? OPTIONS[lang]['']?.[name];

/** What an option of a game's terms is called; its code if we have no word for it yet. */
export const optionName = (lang: Lang, game: string, name: string): string => option(lang, game, name)?.[0] ?? name;

/** A value of an option in words. */
export function optionValue(lang: Lang, game: string, name: string, value: unknown): string {
  if (value === true || value === 'on') return words(lang)('set.on');
  if (value === null || value === 'unlimited') return '∞';
  if (name === 'boards') return (value as readonly string[]).map((board) => board.split(':')[0]).join(', ') || '–';
  if (Array.isArray(value)) return value.join(', ');
  const word = option(lang, game, name)?.[1][String(value)];
  if (word !== undefined) return word;
  if (value === false || value === 'off') return words(lang)('set.off');
  return String(value);
}
