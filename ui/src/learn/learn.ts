// Reading the books of rules: what a game brings, and its texts in a language.

import { add, find, type Lang } from '../core/i18n';
import { GAMES, gameNamed } from '../games';
import type { Book, Leaf, Say } from './game';

type Texts = Readonly<Record<string, string>>;
const TEXTS = import.meta.glob<Texts>('../core/i18n/*/books/*.ts', { import: 'default' });

/** A leaf with its words. */
export interface Written extends Leaf {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The games that have a book, in the club's order. */
export const TAUGHT: readonly string[] = GAMES.filter(({ learn }) => learn !== undefined).map(({ name }) => name);

export interface Read {
  readonly book: Book;
  readonly leaves: readonly Written[];
  readonly say: Say;
}

/** The book of a game in a language, its numbers filled in; null: it has none. Rejects if it cannot be fetched. */
export async function read(game: string, lang: Lang): Promise<Read | null> {
  const [found, texts] = await Promise.all([
    gameNamed(game)?.learn?.(),
    TEXTS[`../core/i18n/${lang}/books/${game}.ts`]?.(),
  ]);
  if (!found || !texts) return null;
  const [book, page] = [found.default, `book.${game}`];
  add(lang, page, texts);
  const say: Say = (code) => find(lang, `${page}:${code}`, book.figures) ?? '';
  const leaves = book.leaves.map((leaf) => {
    const lines: string[] = [];
    for (let n = 1; `${leaf.code}.${n}` in texts; n++) lines.push(say(`${leaf.code}.${n}`));
    return { ...leaf, title: say(leaf.code), lines };
  });
  return { book, leaves, say };
}
