// Setting a table up: what a person has chosen, and the terms of its preset to compare with.

import { agree, type Diff } from './api';
import type { GameAbout, Wanted } from './wire';

export const GAME = 'preferans';
export const LEVELS = ['novice', 'random'] as const;
export const BASES = ['sochi', 'leningrad', 'rostov', 'classic', 'club', 'fspr'] as const;

export type Changes = Readonly<Record<string, unknown>>;

export interface Setup {
  readonly base: string;
  readonly qualifying: boolean;
  readonly players: number;
  readonly bots: readonly string[];
  readonly changes: Changes;
}

export const usual: Setup = {
  base: 'sochi',
  qualifying: false,
  players: 3,
  bots: ['novice', 'novice', 'novice', 'novice'],
  changes: { pool_target: 20 },
};

export const presetOf = ({ base, qualifying }: Pick<Setup, 'base' | 'qualifying'>): string =>
  qualifying ? `${base}+qualifying` : base;

export const wanted = (setup: Setup): Wanted => ({
  game: GAME,
  preset: presetOf(setup),
  changes: setup.changes,
  players: setup.players,
});

export const order = (setup: Setup, name: string) => ({
  ...wanted(setup),
  bots: setup.bots.slice(0, setup.players - 1),
  name,
});

/**
 * The terms of a preset with its overlays. The club lists the plain presets; what an overlay lays on another base
 * it tells as the difference when every option of the plain one is asked for.
 */
export async function terms(about: GameAbout, setup: Pick<Setup, 'base' | 'qualifying' | 'players'>): Promise<Changes> {
  const plain = about.presets[setup.base] ?? {};
  const overlays = [...(setup.qualifying ? ['qualifying'] : []), ...(setup.players === 2 ? ['gusarik'] : [])];
  if (overlays.length === 0) return plain;
  const preset = [setup.base, ...overlays].join('+');
  const diff: Diff = await agree({ game: GAME, preset, changes: plain } as Wanted);
  return { ...plain, ...Object.fromEntries(Object.entries(diff).map(([option, [laid]]) => [option, laid])) };
}

const GROUPS: Readonly<Record<string, string>> = {
  auction: 'auction', blind: 'blind', bombs: 'blind', contract: 'contract', misere: 'misere', allpass: 'allpass',
  whist: 'whist', deal: 'deal', irr: 'irr', table: 'table', talon_refusal_fine: 'contract', talon_bonus: 'contract',
  talon_bonus_at_three: 'contract',
}; // prettier-ignore

export const SHOWN_GROUPS = [
  'pulka',
  'auction',
  'contract',
  'misere',
  'blind',
  'allpass',
  'whist',
  'deal',
  'irr',
  'table',
];

/** Under which heading an option stands. */
export const groupOf = (option: string): string => GROUPS[option] ?? GROUPS[option.split('.')[0]!] ?? 'pulka';

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

export function remembered(): Setup {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Setup>;
    return { ...usual, ...stored };
  } catch {
    return usual;
  }
}

export function remember(setup: Setup): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(setup));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
