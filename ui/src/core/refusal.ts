// Why the club refuses something, in a reader's language: by the code of the refusal, with its params (`i18n/*/refusals.ts`).

import { IntlMessageFormat } from 'intl-messageformat';
import type { Refusal } from '../wire.gen';

/** Words by the code of a refusal. `at` and `at_team` name the place, with the refusal there as `{text}`. */
export type Words = Readonly<Record<string, string>>;

/** A refusal in these words; null: they have none for its code. */
export function inWords(words: Words, lang: string, { reason, params = {} }: Refusal): string | null {
  const said = (key: string | number, with_: Readonly<Record<string, string | number>>): string | null => {
    const text = words[key];
    if (text === undefined) return null;
    return String(new IntlMessageFormat(text, lang, undefined, { ignoreTag: true }).format(with_));
  };
  const why = params.why === undefined ? '' : (said(params.why, params) ?? '');
  const text = said(reason, { ...params, why });
  if (text === null) return null;
  if (params.at_table !== undefined) return said('at', { at_room: 'none', at_board: 'none', ...params, text }) ?? text;
  return params.at_team === undefined ? text : (said('at_team', { ...params, text }) ?? text);
}
