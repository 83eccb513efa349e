// Why the engine cannot score a line, in the words of the page; the engine itself says it in English.

import type { Lang } from '../core/i18n';
import { find } from '../core/i18n';

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/is too low: (?<n>\S+) is the least/, 'low'],
  [/tricks sum to (?<n>\d+), not (?<m>\d+)/, 'sum'],
  [/nobody whisted, so/, 'surrender'],
  [/compulsory all-pass/, 'forced'],
  [/^(?<who>.+) deals (?:here|now)\b/, 'dealer'],
  [/the talon of .+ leads two tricks/, 'talon'],
  [/whist|for half|cannot go like this|must be whisted/, 'whist'],
  [/more than nine cards/, 'nine'],
  [/took the last trick/, 'bare'],
  [/card bait leaves/, 'bait'],
];

/** What cannot be, and by which rule; null: the page has no words for it. */
export function why(lang: Lang, detail: string): { readonly text: string; readonly law: string } | null {
  const law = /\(([A-Z]+-[\w.]*\w)/.exec(detail)?.[1] ?? '';
  for (const [pattern, key] of REASONS) {
    const found = pattern.exec(detail);
    if (found) return { text: find(lang, `keep.why.${key}`, found.groups ?? {}) ?? detail, law };
  }
  return null;
}
