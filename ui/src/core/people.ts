// People over HTTP: my told facts, my former partners; and a person's place in words.

import { ask, pages, type Rows } from './api';
import type { Met, OwnWhere, TellWhere, Where } from '../wire.gen';

export const whereIAm = (): Promise<OwnWhere> => ask('/api/where');
export const tellWhere = (told: TellWhere): Promise<OwnWhere> => ask('/api/where', told, 'PUT');
export const met = (count = 1): Promise<Rows<Met>> => pages('/api/met', count);

/** A country in the words of a language; its letters, where the browser does not know it. */
export function countryName(code: string, lang: string): string {
  try {
    return new Intl.DisplayNames([lang], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Countries in the order of their names. */
export const byName = (codes: readonly string[], lang: string): readonly (readonly [string, string])[] =>
  codes
    .map((code) => [code, countryName(code, lang)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, lang));

/** The time in a zone; null, where the browser does not know it. */
export function timeIn(zone: string, lang: string, at: number): string | null {
  try {
    return new Intl.DateTimeFormat(lang, { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
  } catch {
    return null;
  }
}

/** The place and the country, as far as they are told. */
export const placeOf = ({ place, country }: Where, lang: string): string =>
  [place, country && countryName(country, lang)].filter(Boolean).join(', ');

export const myZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
