// The paragraphs of every body of law, in files of each language: a game's and, under `any`, those of all games. A key without a
// number is the body itself, `§` before a key makes it a chapter.

import type { Lang } from '../core/i18n';

export type Paragraphs = Readonly<Record<string, string>>;

const LAWS = import.meta.glob<Paragraphs>('../core/i18n/*/laws/*.ts', { import: 'default' });

/** Everything in a language, by id. Rejects if it cannot be fetched. */
export async function paragraphs(lang: Lang): Promise<Paragraphs> {
  const files = Object.entries(LAWS).filter(([path]) => path.startsWith(`../core/i18n/${lang}/`));
  return Object.assign({}, ...(await Promise.all(files.map(([, load]) => load())))) as Paragraphs;
}

export const bodyOf = (id: string): string => id.replace(/-.*$/, '');
export const isLaw = (key: string): boolean => /^[A-Z]+-/.test(key);

/** The bodies of law, in the order in which they stand. */
export const bodies = (all: Paragraphs): readonly string[] => Object.keys(all).filter((key) => /^[A-Z]+$/.test(key));

export interface Chapter {
  readonly title: string; // empty: before the first chapter
  readonly laws: readonly string[];
}

/** The paragraphs of a body in their order, by chapters. */
export function chapters(all: Paragraphs, body: string): readonly Chapter[] {
  const found: { title: string; laws: string[] }[] = [];
  for (const id of Object.keys(all).filter((key) => isLaw(key) && bodyOf(key) === body)) {
    const parts = id.split(/(?=[.-])/);
    let title = '';
    for (let n = parts.length; n > 1 && !title; n--) title = all[`§${parts.slice(0, n).join('')}`] ?? '';
    if (found.at(-1)?.title === title) found.at(-1)!.laws.push(id);
    else found.push({ title, laws: [id] });
  }
  return found;
}
