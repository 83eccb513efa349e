// The scores that a decision gives, as people read and write them.

import type { Said } from '../core/desked';
import type { Decision } from '../wire.gen';

type Words = (code: string) => string;

/** What the form of a decision offers for an entrant. */
export const KINDS = ['none', 'innocent', 'partly', 'fully', 'assigned', 'weighted', 'dropped'] as const;
export type Kind = (typeof KINDS)[number];

/** Each entrant's part of a decision, one line each; `name` says who it is, `hh` has the words of the hall. */
export function parts(decision: Decision, name: (entrant: number) => string, hh: Words): readonly string[] {
  const { artificial = {}, assigned = {}, weighted = {}, dropped = [], room = '' } = decision;
  const where = room === '' ? '' : ` (${hh(`value.${room}`)})`;
  return [
    ...Object.entries(artificial).map(([who, guilt]) => `${name(Number(who))}: ${hh(`guilt.${guilt}`)}`),
    ...Object.entries(assigned).map(([who, points]) => `${name(Number(who))}: ${points}${where}`),
    ...Object.entries(weighted).map(
      ([who, some]) =>
        `${name(Number(who))}: ${some.map(([weight, points]) => `${points} (${weight} %)`).join(', ')}${where}`,
    ),
    ...dropped.map((who) => `${name(who)}: ${hh('guilt.dropped')}`),
  ];
}

/** Scores with their per cent from a text like `620 60, -100 40`; what is neither is left to the club to refuse. */
export function outcomes(text: string): readonly (readonly [number, string])[] {
  return text.split(',').map((part) => {
    const [score = '', percent = '0'] = part.trim().split(/\s+/);
    return [Number(percent.replace('%', '')), score] as const;
  });
}

/** Weighted scores of sides as a decision about who sits there; undefined: there are none. */
export function shared(
  shares: Said['shares'],
  seats: Readonly<Record<string, number>>,
  room: '' | 'open' | 'closed',
): Decision | undefined {
  const weighted = Object.entries(seats).flatMap(([seat, entrant]) => {
    // The first team sits North-South in the open room, and East-West in the closed one.
    const first = /^[AB]$/.test(seat) ? ((seat === 'A') === (room !== 'closed') ? 'N' : 'E') : seat[0]!;
    const found = Object.entries(shares).find(([line]) => line.includes(first))?.[1];
    return found ? [[entrant, found.map(([score, percent]) => [percent, String(score)] as const)] as const] : [];
  });
  return weighted.length > 0 ? { weighted: Object.fromEntries(weighted), room } : undefined;
}

/** What a form of scores begins with: the kind of score by entrant, and its text. */
export function begun({ artificial = {}, assigned = {}, weighted = {}, dropped = [] }: Decision): {
  readonly guilt: Record<number, Kind>;
  readonly score: Record<number, string>;
} {
  const texts = Object.entries(weighted).map(
    ([who, some]) => [who, some.map(([percent, score]) => `${score} ${percent}`).join(', ')] as const,
  );
  const kinds: readonly (readonly [string, Kind])[] = [
    ...Object.entries(artificial),
    ...Object.keys(assigned).map((who) => [who, 'assigned'] as const),
    ...Object.keys(weighted).map((who) => [who, 'weighted'] as const),
    ...dropped.map((who) => [String(who), 'dropped'] as const),
  ];
  return { guilt: Object.fromEntries(kinds), score: { ...assigned, ...Object.fromEntries(texts) } };
}
