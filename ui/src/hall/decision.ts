// The scores that a decision gives, as people read and write them.

import type { Decision } from '../wire.gen';

type Words = (code: string) => string;

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
