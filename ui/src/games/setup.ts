// Setting a table up: what a person has chosen, and the terms of its preset to compare with.

import { agree } from '../core/api';
import type { Agree, FromFile, GameAbout, NewSeek, NewTable, Sought, TableTerms } from '../wire.gen';
import type { GameSetup } from './game';
import { GAMES, gameNamed } from './index';

/** Who plays where nobody has chosen. */
export const USUAL = 'novice';

/** Levels to choose from, the strongest first; a club that does not say has the usual ones. */
export const levels = (about?: GameAbout | null): readonly string[] =>
  [...(about?.bots ?? ['random', USUAL])].reverse();

/** The steps of strength, the weakest first; who plays anything is on none of them. */
export const scale = (about?: GameAbout | null): readonly string[] =>
  (about?.bots ?? []).filter((level) => level !== 'random');

/** The style of who plays as his level does. */
const PLAIN = 'plain';

/** The styles to choose from; none where all bots of a game play alike. */
export const styles = (about?: GameAbout | null): readonly string[] => {
  const [cautious, ...others] = about?.styles ?? [];
  return cautious === undefined ? [] : [cautious, PLAIN, ...others];
};

/** The level of a bot's name, as the club knows it: `club` of `club+bold`. */
export const levelOf = (bot: string): string => bot.split('+')[0]!;

/** The style of a bot's name: `bold` of `club+bold`. */
export const styleOf = (bot: string): string => bot.split('+')[1] ?? PLAIN;

/** The name of a bot of this level and style; who plays anything has no style. */
export const botOf = (level: string, style: string): string =>
  style === PLAIN || level === 'random' ? level : `${level}+${style}`;

export type Changes = Readonly<Record<string, unknown>>;

export interface Setup {
  readonly game: string;
  readonly base: string;
  readonly overlays: readonly string[]; // laid on the base, as `sochi+qualifying`
  readonly players: number;
  readonly chairs: readonly (string | null)[]; // every chair but mine: the level of a bot, or null for a person
  readonly changes: Changes;
  readonly terms: Partial<TableTerms>;
  readonly public: boolean;
  readonly file?: Brought | null;
}

/** A file of deals that somebody brings, and the options that follow from it; text null: the table has it already. */
export interface Brought extends FromFile {
  readonly text: string | null;
  readonly changes: Changes;
}

/** Whether a preset has a length of its own to choose. */
export const measured = (setup: Pick<Setup, 'game' | 'base'>): boolean => {
  const { length } = gameSetup(setup.game);
  return length !== null && (length.only?.includes(setup.base) ?? true);
};

export const gameSetup = (game: string, about?: GameAbout): GameSetup =>
  gameNamed(game)?.setup ?? {
    base: Object.keys(about?.presets ?? {})[0] ?? '',
    players: about?.players[0] ?? 2,
    changes: {},
    overlays: [],
    automatic: {},
    length: null,
  };

/** The heading of the options that the table card has a place of its own for (PE-5.4.4). */
const ON_THE_CARD = 'card';

export function usual(game: string, about?: GameAbout): Setup {
  const { base, players, changes } = gameSetup(game, about);
  return {
    game,
    base,
    overlays: [],
    players,
    chairs: ['novice', 'novice', 'novice', 'novice', 'novice'],
    changes,
    terms: {},
    public: false,
  };
}

export const presetOf = ({ base, overlays }: Pick<Setup, 'base' | 'overlays'>): string => [base, ...overlays].join('+');

export const wanted = (setup: Setup): Agree & { readonly players: number } => ({
  game: setup.game,
  preset: presetOf(setup),
  changes: { ...setup.changes, ...setup.file?.changes },
  players: setup.players,
});

/** Who sits on every chair but mine; a chair that nobody has thought of yet is a bot's. */
const seated = ({ chairs, players }: Setup): readonly (string | null)[] =>
  Array.from({ length: players - 1 }, (_, at) => (chairs[at] === undefined ? USUAL : chairs[at]));

/** The bots that sit down, by name. */
export const botsOf = (setup: Setup): readonly string[] => seated(setup).filter((bot) => bot !== null);

/** The same with other bots in their places. */
export const withBots = (setup: Setup, other: (bot: string) => string): Setup => ({
  ...setup,
  chairs: seated(setup).map((bot) => (bot === null ? null : other(bot))),
});

/** Bots alone are nobody to be compared with. */
const unrated = ({ rated: _, ...rest }: Setup['terms']): Setup['terms'] => rest;

/** The table as it was chosen. */
export const order = (setup: Setup, name: string): NewTable => ({
  ...wanted(setup),
  bots: seated(setup),
  name,
  public: setup.public,
  terms: waits(setup) ? setup.terms : unrated(setup.terms),
  ...(setup.file?.text ? { file: { name: setup.file.name, text: setup.file.text } } : {}),
});

/** The same as a search for people. bots: whether bots may fill the chairs if nobody comes. */
export const search = (setup: Setup, name: string, bots: boolean): NewSeek => ({
  ...wanted({ ...setup, file: null }),
  name,
  bot: bots ? (setup.chairs.find((level) => level !== null) ?? USUAL) : null,
  rated: setup.terms.rated ?? false,
});

/** What others look for, as if I had chosen it. */
export function agreedWith({ game, preset, players, diff, rated }: Sought): Setup {
  const [base = '', ...overlays] = preset.split('+');
  const changes = Object.fromEntries(Object.entries(diff).map(([option, [, here]]) => [option, here]));
  return { ...usual(game), base, overlays, players, changes, terms: { rated } };
}

/** The numbers of its boards: as they are told, or so many in a row. */
export function numbers({ boards, changes }: Brought): string {
  const told = (changes['boards'] ?? []) as readonly string[];
  if (told.length > 0) return told.map((board) => board.split(':')[0]).join(', ');
  const first = Number(changes['first_board'] ?? 1);
  return boards === 1 ? String(first) : `${first}–${first + boards - 1}`;
}

/** Whether deals can be brought in a file: each has a number, a dealer and a vulnerability of its own there. */
export const takesFile = (about: GameAbout | null, base: string): boolean =>
  about?.presets[base]?.['form'] === 'duplicate';

/**
 * The same with bots on every chair: who sits down with one click waits for nobody. Alone among bots there may be hints,
 * unless the last agreement was to have none.
 */
export const atOnce = (setup: Setup, name: string): NewTable => {
  const table = order(setup, name);
  const terms = { hints: true, ...unrated(table.terms ?? {}) };
  return { ...table, terms, bots: table.bots.map((level) => level ?? USUAL), public: false };
};

/** How long it is played, as far as the choice itself says; the preset's own length by name of the option else. */
export function lengthOf(setup: Setup, about?: GameAbout | null): string {
  const { length } = gameSetup(setup.game, about ?? undefined);
  if (length === null || !measured(setup)) return '';
  const value =
    setup.file?.changes[length.option] ?? setup.changes[length.option] ?? about?.presets[setup.base]?.[length.option];
  return value === undefined ? '' : String(value);
}

/** Whether somebody must come before it begins. */
export const waits = (setup: Setup): boolean => seated(setup).includes(null);

/**
 * The terms of a preset with its overlays. The club lists the plain presets; of others it tells the values when they are
 * asked for.
 */
export async function terms(
  about: GameAbout,
  setup: Pick<Setup, 'game' | 'base' | 'overlays' | 'players'>,
): Promise<Changes> {
  const plain = about.presets[setup.base] ?? {};
  const overlays = [...setup.overlays, ...(gameSetup(setup.game).automatic[setup.players] ?? [])];
  if (overlays.length === 0) return plain;
  const preset = [setup.base, ...overlays].join('+');
  return (await agree({ game: setup.game, preset, changes: {}, players: setup.players })).values;
}

/** Presets to choose from: overlays are ticks beside them. */
export const bases = (game: string, about: GameAbout, players?: number): readonly string[] => {
  const { overlays, automatic, only } = gameSetup(game, about);
  const laid = new Set([...overlays, ...Object.values(automatic).flat()]);
  const fits = (name: string) => players === undefined || (only?.[name]?.includes(players) ?? true);
  return Object.keys(about.presets).filter((name) => !laid.has(name) && fits(name));
};

/** The same for another number of players: a preset that is not for so many gives way to the usual one. */
export function forPlayers(setup: Setup, players: number, about: GameAbout | null): Setup {
  const fits = about === null || bases(setup.game, about, players).includes(setup.base);
  return fits
    ? { ...setup, players }
    : { ...setup, players, base: gameSetup(setup.game).base, changes: {}, file: null };
}

export interface Group {
  readonly name: string;
  readonly options: readonly string[];
}

/** A part of the form, with the options under its headings. */
export interface Chapter {
  readonly name: string;
  readonly groups: readonly Group[];
}

/** The chapter of what people agree on besides their game, which is there without an option, too. */
const TABLE = 'table';

/** The options of a game by chapters and headings, as the club declares them; ruled: errors are ruled on at this table. */
export function chaptered(game: string, about: GameAbout, ruled = false): readonly Chapter[] {
  const { length } = gameSetup(game, about);
  const own = length?.only ? length.option : null; // chosen above the form
  const under = (heading: string) =>
    Object.keys(about.options).filter((option) => {
      const found = about.options[option];
      return option !== own && found?.heading === heading && (ruled || !found.needs);
    });
  return Object.entries(about.chapters)
    .map(([name, headings]) => ({
      name,
      groups: headings
        .filter((heading) => heading !== ON_THE_CARD)
        .map((heading) => ({ name: heading, options: under(heading) }))
        .filter(({ options }) => options.length > 0),
    }))
    .filter(({ name, groups }) => name === TABLE || groups.length > 0);
}

/** The same under their headings alone. */
export const grouped = (game: string, about: GameAbout, ruled = false): readonly Group[] =>
  chaptered(game, about, ruled).flatMap(({ groups }) => groups);

/** What a person typed, as a value: numbers, lists of numbers, nothing for "no limit". */
export function read(text: string, like: unknown): unknown {
  const word = text.trim();
  if (Array.isArray(like)) {
    return word
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  }
  if (word === '' || word === '∞') return null;
  return /^-?\d+$/.test(word) ? Number(word) : word;
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A choice as the club takes it: `on` and `off` are true and false, a number stays a number. */
export const choice = (text: string, like: unknown): unknown =>
  text === 'on' ? true : text === 'off' && typeof like === 'boolean' ? false : /^\d+$/.test(text) ? Number(text) : text;

const STORED = 'kozyr.setup';
const storedFor = (game: string): string => `${STORED}.${game}`;

function stored(key: string): Partial<Setup> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Setup>;
  } catch {
    return {}; // a browser that keeps nothing still plays
  }
}

/** What was asked for last, of this game or of the last one. */
export function remembered(game?: string, about?: GameAbout): Setup {
  const last = stored(STORED);
  const wish = game ?? last.game ?? GAMES[0]!.name;
  const plain = usual(wish, about);
  const own = last.game === wish ? last : stored(storedFor(wish));
  return own.game === wish ? { ...plain, ...own } : plain;
}

export function remember(setup: Setup): void {
  const kept = JSON.stringify({ ...setup, file: undefined }); // a file is brought once
  try {
    localStorage.setItem(STORED, kept);
    localStorage.setItem(storedFor(setup.game), kept);
  } catch {
    // A browser that keeps nothing still plays.
  }
}
