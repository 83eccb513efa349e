// Words. A message is found by its code and is written in ICU MessageFormat: `{name}`, `{n, plural, one {трик} few {трика}
// many {триков} other {трика}}`. Every language must have every message: the types say so, and the build checks them.
// A language is a folder here, with the words of each game in `games/`. A game may say in its own way what is said at every table: `pause.title@deberts`.

import { IntlMessageFormat } from 'intl-messageformat';
import type { messages as ru } from './ru';
import type { messages as rest } from './ru/rest';

/** The same messages in another language: a missing one is an error of types. */
export type Same<Source> = Readonly<Record<keyof Source, string>>;
/** All messages: the club's, and what each game adds in `ru/games/<game>.ts`. */
export interface Words extends Same<typeof ru>, Same<typeof rest> {}
export type Key = keyof Words;
export type Params = Readonly<Record<string, string | number>>;
type Options = Readonly<Record<string, readonly [name: string, values: Readonly<Record<string, string>>]>>;
/** The same options and values in another language. */
export type SameOptions<Source extends Options> = {
  readonly [K in keyof Source]: readonly [string, Readonly<Record<keyof Source[K][1], string>>];
};

/** A language as the page chooses it: the file `language.ts` of its folder. */
export interface Language {
  readonly name: string;
  /** The honours on its cards. */
  readonly letters: 'AKQJ' | 'TKDV';
  /** Single letters of suits and ranks, as they are typed. */
  readonly suits: Readonly<Record<string, string>>;
  readonly ranks: Readonly<Record<string, string>>;
  /** Codes of other languages whose readers get this one. */
  readonly near?: readonly string[];
}
/** The code of a language: the name of its folder, which is found by itself. */
export type Lang = string;
const folders = import.meta.glob<Language>('./*/language.ts', { eager: true, import: 'default' });
const named = Object.entries(folders).map(([path, one]) => [path.split('/')[1]!, one] as const);
/** The languages of the page, by code, as a Russian dictionary sorts their names: Cyrillic ones first. */
export const LANGUAGES: ReadonlyMap<Lang, Language> = new Map(
  named.toSorted(([, one], [, other]) => one.name.localeCompare(other.name, 'ru')),
);
export const LANGS: readonly Lang[] = [...LANGUAGES.keys()];
/** The honours on the cards of a language. */
export const honours = (lang: Lang): Language['letters'] => LANGUAGES.get(lang)!.letters;

/** A file of words: of the club, or of a game. */
interface WordFile {
  readonly messages: Readonly<Record<string, string>>;
  readonly options: Options;
}
type Messages = Readonly<Record<string, string>>;

/** The loaded words: all messages, and the options by game; the club's own under an empty name. */
export const MESSAGES: Record<Lang, Messages> = {};
export const OPTIONS: Record<Lang, Readonly<Record<string, Options>>> = {};

const files = import.meta.glob<WordFile>(['./*/index.ts', './*/games/*.ts']);
const pages = import.meta.glob<object>(
  './*/{announce,coach,conduct,days,desk,hall,learn,lesson,problem,refusals,regulations,review}.ts',
  { import: 'default' },
);

const others = import.meta.glob<Pick<WordFile, 'messages'>>('./*/rest.ts');
const whole: Record<Lang, true> = {};
let asked = false; // another page than the door was shown: its words are wanted in every language from then on

/** Load the words of a language: before the page is drawn, and when another is chosen. Rejects if they cannot be fetched. */
export async function load(lang: Lang): Promise<void> {
  await Promise.all([first(lang), asked ? loadRest(lang) : null]);
}

/** The same for what the door does not say. */
export async function loadRest(lang: Lang): Promise<void> {
  asked = true;
  if (lang in whole) return;
  const { messages } = await others[`./${lang}/rest.ts`]!();
  MESSAGES[lang] = { ...MESSAGES[lang], ...messages };
  whole[lang] = true;
}

async function first(lang: Lang): Promise<void> {
  if (lang in OPTIONS) return;
  const own = Object.entries(files).filter(([path]) => path.startsWith(`./${lang}/`));
  const found = await Promise.all(
    own.map(async ([path, read]) => [/games\/(\w+)/.exec(path)?.[1] ?? '', await read()] as const),
  );
  MESSAGES[lang] = Object.assign({}, MESSAGES[lang], ...found.map(([, file]) => file.messages)) as Messages;
  OPTIONS[lang] = Object.fromEntries(found.map(([game, file]) => [game, file.options]));
}

/** A file of words that only some pages want: `page<typeof ru>('uk', 'desk')`. Rejects if it cannot be fetched. */
export const page = async <Of extends object>(lang: Lang, name: string): Promise<Of> =>
  (await pages[`./${lang}/${name}.ts`]!()) as Of;

/** Words of one page, which are loaded with it: each code with its page in front, `desk:q.seat`. */
export async function extend(lang: Lang, name: string, as = name): Promise<void> {
  add(lang, as, await page<Messages>(lang, name));
}

/** The same with words that were fetched otherwise. */
export function add(lang: Lang, as: string, words: Messages): void {
  const coded = Object.fromEntries(Object.entries(words).map(([code, text]) => [`${as}:${code}`, text]));
  MESSAGES[lang] = { ...MESSAGES[lang], ...coded };
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
  const message = MESSAGES[lang]?.[`${code}@${game}`] ?? MESSAGES[lang]?.[code];
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
    const code = one.toLowerCase().split('-')[0]!;
    const lang =
      LANGS.find((known) => known === code) ?? LANGS.find((known) => LANGUAGES.get(known)!.near?.includes(code));
    if (lang) return lang;
  }
  return 'en';
}

const option = (lang: Lang, game: string, name: string) => OPTIONS[lang]?.[game]?.[name] ?? OPTIONS[lang]?.['']?.[name];

/** The name of an option of a game's terms; its code if there is no word for it yet. */
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
