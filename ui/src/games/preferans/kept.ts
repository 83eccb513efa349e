// A result of preferans in taps: who plays, what, who whists, how many tricks. Facts and taps, each from the other.

import type { Due } from '../../wire.gen';
import type { Facts } from '../../keep/client';
import type { Outcome } from './types';

export const SIZE = 10;

/**
 * Who whists: nobody, the first or the second defender from the declarer's left, both, or the dealer who sits out; or one leaves
 * for half.
 */
export type Whist = 'none' | 'first' | 'second' | 'both' | 'dealer' | 'half.first' | 'half.second';

/**
 * What has been tapped. declarer: empty: all passed. tricks: by player; those of the last one follow. surrender: given up.
 * blind: who passed before looking; dark: the declarer bid so. shared: a misère with the dealer. refused: the talon was.
 * talon: its cards, where they bring the dealer a bonus.
 */
export interface Taps {
  readonly declarer: string | null;
  readonly contract: string | null;
  readonly whist: Whist | null;
  readonly tricks: Readonly<Record<string, number>>;
  readonly surrender?: boolean;
  readonly blind?: readonly string[];
  readonly dark?: boolean;
  readonly shared?: boolean;
  readonly refused?: boolean;
  readonly talon?: readonly string[];
}

export const NONE: Taps = { declarer: null, contract: null, whist: null, tricks: {} };

/** What is agreed that the taps depend on. ten: a ten is checked, not whisted. owner: the talon's tricks are the dealer's. */
export interface Agreed {
  readonly owner: boolean;
  readonly ten: boolean;
  readonly half: boolean;
  readonly firstHalf: boolean;
  readonly dealer: boolean;
  readonly sixes: boolean;
  readonly shared: boolean;
  readonly refusal: boolean;
  readonly bonus: boolean;
  readonly blindPass: boolean;
  readonly blindBid: boolean;
  readonly blindMisere: boolean;
}

export const agreed = (c: Readonly<Record<string, unknown>>): Agreed => ({
  owner: c['allpass.talon'] === 'opened' && c['allpass.dealer_owns_talon_tricks'] === true,
  ten: c['contract.ten_is'] === 'checked',
  half: c['whist.half'] === true,
  firstHalf: c['whist.first_hand_half'] === true,
  dealer: c['whist.dealer_may_return'] === true,
  sixes: c['whist.obligatory_6s'] === true,
  shared: c['misere.half_share'] === true,
  refusal: Number(c['talon_refusal_fine'] ?? 0) > 0,
  bonus: c['talon_bonus'] === true,
  blindPass: c['blind.pass'] === true,
  blindBid: c['blind.bid'] === true,
  blindMisere: c['blind.misere'] === true,
});

/** Those against a declarer, from his left: two, or one at two. */
export function defenders(due: Due, declarer: string): readonly string[] {
  const at = due.hands.indexOf(declarer);
  return [...due.hands.slice(at + 1), ...due.hands.slice(0, Math.max(0, at))];
}

/** Who has tricks in an all-pass: the three, and a dealer whose the talon's are. */
export const takers = (due: Due, owner: boolean): readonly string[] =>
  due.sitter !== null && owner ? [...due.hands, due.sitter] : due.hands;

/** Whether a contract is not whisted but played with open cards. */
export const checked = (contract: string | null, { ten }: Agreed): boolean =>
  ten && contract !== null && parseInt(contract, 10) === SIZE;

/** Whose tricks are asked for; those of the one behind them follow. */
export function counted(taps: Taps, due: Due, now: Agreed): readonly string[] {
  if (taps.declarer === null || taps.surrender) return [];
  if (taps.declarer === '') return takers(due, now.owner).filter((name) => name !== due.hands.at(-1));
  if (taps.contract === 'misere' || checked(taps.contract, now)) return [taps.declarer];
  if (taps.whist === 'both') return [taps.declarer, defenders(due, taps.declarer)[0]!];
  return taps.whist === 'first' || taps.whist === 'second' || taps.whist === 'dealer' ? [taps.declarer] : [];
}

/** How many tricks are left for this player, by what the others have. */
export function left(taps: Taps, asked: readonly string[], who: string): number {
  return asked.reduce((n, name) => (name === who ? n : n - (taps.tricks[name] ?? 0)), SIZE);
}

/** Who may whist this contract, and who may leave for half: that is for the sixes and sevens. */
export function whists(contract: string, due: Due, against: readonly string[], now: Agreed): readonly Whist[] {
  const two = against.length > 1;
  if (now.sixes && contract === '6S') return two ? ['both'] : ['first'];
  const half = now.half && parseInt(contract, 10) <= 7;
  return [
    'none',
    'first',
    ...(two ? (['second', 'both'] as const) : []),
    ...(now.dealer && due.sitter !== null ? (['dealer'] as const) : []),
    ...(half && now.firstHalf ? (['half.first'] as const) : []),
    ...(half && two ? (['half.second'] as const) : []),
  ];
}

/** Who said what, by the defender who whists. */
function calls(whist: Whist, against: readonly string[], due: Due): Readonly<Record<string, string>> {
  const words: Readonly<Record<Whist, readonly [string, string]>> = {
    none: ['pass', 'pass'],
    first: ['whist', 'pass'],
    second: ['pass', 'whist'],
    both: ['whist', 'whist'],
    dealer: ['pass', 'pass'],
    'half.first': ['half_whist', 'pass'],
    'half.second': ['pass', 'half_whist'],
  };
  const told = Object.fromEntries(against.map((name, at) => [name, words[whist][at]!]));
  return whist === 'dealer' && due.sitter !== null ? { ...told, [due.sitter]: 'whist' } : told;
}

export function facts(taps: Taps | null, due: Due, now: Agreed): Facts | null {
  if (taps === null || taps.declarer === null) return null;
  const asked = counted(taps, due, now);
  if (asked.some((name) => taps.tricks[name] === undefined)) return null;
  const rest = left(taps, asked, '');
  if (rest < 0) return null;
  const told = Object.fromEntries(asked.map((name) => [name, taps.tricks[name]!]));
  const blind = taps.blind?.length ? { blind: taps.blind } : {};
  if (taps.declarer === '') return { kind: 'allpass', tricks: { ...told, [due.hands.at(-1)!]: rest }, ...blind };
  if (taps.contract === null) return null;
  const { declarer, contract } = taps;
  const against = defenders(due, declarer);
  const cards = taps.talon?.length ? { talon: taps.talon } : {};
  if (taps.talon?.length === 1) return null;
  const more = {
    ...blind,
    ...cards,
    ...(taps.dark && { factor: 2 * (due.factors[declarer] ?? 1) }),
    ...(taps.refused && { refused: true }),
  };
  const last = (name: string) => ({ ...told, [name]: rest });
  if (contract === 'misere')
    return { kind: 'misere', declarer, tricks: last(against[0]!), ...(taps.shared && { shared: true }), ...more };
  const game = { kind: 'tricks', declarer, contract, ...more };
  const open = checked(contract, now);
  if (taps.surrender)
    return { ...game, surrender: true, ...(taps.whist && !open && { calls: calls(taps.whist, against, due) }) };
  if (open) return { ...game, tricks: last(against[0]!) };
  if (taps.whist === null) return null;
  const said = { ...game, calls: calls(taps.whist, against, due) };
  if (asked.length === 0) return said;
  return { ...said, tricks: last(taps.whist === 'both' || taps.whist === 'second' ? against[1]! : against[0]!) };
}

/** The taps that make these facts. */
export function taps(outcome: Outcome, due: Due): Taps {
  const tricks = { ...outcome.tricks };
  const blind = outcome.blind?.length && !due.forced ? { blind: outcome.blind } : {};
  if (outcome.kind === 'allpass') {
    for (const name of [...due.hands, due.sitter]) if (name !== null) tricks[name] ??= 0;
    return { declarer: '', contract: null, whist: null, tricks, ...blind };
  }
  const declarer = outcome.declarer ?? '';
  tricks[declarer] ??= 0;
  const more = {
    ...blind,
    ...(outcome.talon && { talon: outcome.talon }),
    ...(outcome.refused && { refused: true }),
    ...(outcome.shared && { shared: true }),
    ...(outcome.surrender && { surrender: true }),
    ...((outcome.factor ?? 1) > (due.factors[declarer] ?? 1) && { dark: true }),
  };
  if (outcome.kind === 'misere') return { declarer, contract: 'misere', whist: null, tricks, ...more };
  const word = (name: string | null | undefined) => (name ? outcome.calls?.[name] : undefined);
  const [first, second] = defenders(due, declarer);
  const [a, b] = [word(first), word(second)];
  const whist: Whist =
    a === 'whist' && b === 'whist'
      ? 'both'
      : a === 'whist'
        ? 'first'
        : b === 'whist'
          ? 'second'
          : word(due.sitter) === 'whist'
            ? 'dealer'
            : a === 'half_whist'
              ? 'half.first'
              : b === 'half_whist'
                ? 'half.second'
                : 'none';
  return { declarer, contract: outcome.contract ?? null, whist, tricks: outcome.tricks ? tricks : {}, ...more };
}
