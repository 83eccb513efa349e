// A result of preferans in taps: who plays, what, who whists, how many tricks. Facts and taps, each from the other.

import type { Due } from '../../wire.gen';
import type { Facts } from '../../keep/client';
import type { Outcome } from './types';

export const SIZE = 10;

/** Who whists: nobody, the first or the second defender from the declarer's left, both; or one leaves for half. */
export type Whist = 'none' | 'first' | 'second' | 'both' | 'half.first' | 'half.second';

/** What has been tapped. declarer: empty: all passed. tricks: by player; those of the last one follow. */
export interface Taps {
  readonly declarer: string | null;
  readonly contract: string | null;
  readonly whist: Whist | null;
  readonly tricks: Readonly<Record<string, number>>;
}

export const NONE: Taps = { declarer: null, contract: null, whist: null, tricks: {} };

/** The two against a declarer, from his left. */
export function defenders(due: Due, declarer: string): readonly [string, string] {
  const at = due.hands.indexOf(declarer);
  return [due.hands[(at + 1) % 3] ?? '', due.hands[(at + 2) % 3] ?? ''];
}

/** Who has tricks in an all-pass: the three, and a dealer whose the talon's are. */
export const takers = (due: Due, talon: boolean): readonly string[] =>
  due.sitter !== null && talon ? [...due.hands, due.sitter] : due.hands;

/** Whose tricks are asked for; those of the one behind them follow. */
export function counted(taps: Taps, due: Due, talon: boolean): readonly string[] {
  if (taps.declarer === null) return [];
  if (taps.declarer === '') return takers(due, talon).filter((_, at) => at !== due.hands.length - 1);
  if (taps.contract === 'misere') return [taps.declarer];
  if (taps.whist === 'both') return [taps.declarer, defenders(due, taps.declarer)[0]];
  return taps.whist === 'first' || taps.whist === 'second' ? [taps.declarer] : [];
}

/** How many tricks are left for this player, by what the others have. */
export function left(taps: Taps, asked: readonly string[], who: string): number {
  return asked.reduce((n, name) => (name === who ? n : n - (taps.tricks[name] ?? 0)), SIZE);
}

const sized = (contract: string): number => parseInt(contract, 10);

/** Half is for the sixes and sevens. */
export const halves = (contract: string): boolean => sized(contract) <= 7;

export function facts(taps: Taps | null, due: Due, talon: boolean): Facts | null {
  if (taps === null || taps.declarer === null) return null;
  const asked = counted(taps, due, talon);
  if (asked.some((name) => taps.tricks[name] === undefined)) return null;
  const rest = left(taps, asked, '');
  if (rest < 0) return null;
  const told = Object.fromEntries(asked.map((name) => [name, taps.tricks[name]!]));
  if (taps.declarer === '') return { kind: 'allpass', tricks: { ...told, [due.hands[2] ?? '']: rest } };
  if (taps.contract === null) return null;
  const [first, second] = defenders(due, taps.declarer);
  const { declarer, contract } = taps;
  if (contract === 'misere') return { kind: 'misere', declarer, tricks: { ...told, [first]: rest } };
  if (taps.whist === null) return null;
  const game = { kind: 'tricks', declarer, contract };
  switch (taps.whist) {
    case 'none':
      return { ...game, calls: { [first]: 'pass', [second]: 'pass' } };
    case 'half.first':
      return { ...game, calls: { [first]: 'half_whist', [second]: 'pass' } };
    case 'half.second':
      return { ...game, calls: { [first]: 'pass', [second]: 'half_whist' } };
    case 'first':
      return { ...game, calls: { [first]: 'whist', [second]: 'pass' }, tricks: { ...told, [first]: rest } };
    case 'second':
      return { ...game, calls: { [first]: 'pass', [second]: 'whist' }, tricks: { ...told, [second]: rest } };
    case 'both':
      return { ...game, calls: { [first]: 'whist', [second]: 'whist' }, tricks: { ...told, [second]: rest } };
  }
}

/** The taps that make these facts. */
export function taps(outcome: Outcome, due: Due): Taps {
  const tricks = { ...outcome.tricks };
  if (outcome.kind === 'allpass') {
    for (const name of [...due.hands, due.sitter]) if (name !== null) tricks[name] ??= 0;
    return { declarer: '', contract: null, whist: null, tricks };
  }
  const declarer = outcome.declarer ?? '';
  tricks[declarer] ??= 0;
  if (outcome.kind === 'misere') return { declarer, contract: 'misere', whist: null, tricks };
  const [first, second] = defenders(due, declarer);
  const [a, b] = [outcome.calls?.[first], outcome.calls?.[second]];
  const whist: Whist =
    a === 'whist' && b === 'whist'
      ? 'both'
      : a === 'whist'
        ? 'first'
        : b === 'whist'
          ? 'second'
          : a === 'half_whist'
            ? 'half.first'
            : b === 'half_whist'
              ? 'half.second'
              : 'none';
  return { declarer, contract: outcome.contract ?? null, whist, tricks: outcome.tricks ? tricks : {} };
}
