// The players' words: what each means, and which of them a text on the table has in it.

import { add, find, type Lang } from '../core/i18n';
import { gameNamed } from '../games';

type Texts = Readonly<Record<string, string>>;
const TERMS = import.meta.glob<Texts>('../core/i18n/*/terms/*.ts', { import: 'default' });

export interface Term {
  readonly code: string;
  readonly word: string;
  readonly about: string;
  /** Each form as a pattern of one whole word, or of the words as they stand. */
  readonly forms: RegExp;
}

const ENDING = '.{0,2}'; // of a word of one form that nobody has listed

/** The words of a game in a language, as its dictionary sorts them; none: it has no glossary. Rejects if they cannot be fetched. */
export async function terms(game: string, lang: Lang): Promise<readonly Term[]> {
  const [texts, learn] = await Promise.all([
    TERMS[`../core/i18n/${lang}/terms/${game}.ts`]?.(),
    gameNamed(game)?.learn?.(),
  ]);
  if (!texts) return [];
  add(lang, `terms.${game}`, texts);
  const codes = Object.keys(texts).filter((code) => !code.includes('.'));
  return codes
    .map((code) => {
      const word = texts[code]!;
      const quoted = word.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const forms = texts[`${code}.forms`];
      const usual = word.includes(' ') ? quoted : quoted + ENDING;
      return {
        code,
        word,
        about: find(lang, `terms.${game}:${code}.about`, learn?.default.figures) ?? '',
        forms: new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${forms === undefined ? usual : `${forms}|${quoted}`})(?![\\p{L}\\p{N}])`,
          'iu',
        ),
      };
    })
    .toSorted((one, other) => one.word.localeCompare(other.word, lang));
}

const MOST = 3;

/** The words that a text has in it, in the order in which they stand there; a longer one hides those within it. */
export function found(all: readonly Term[], text: string): readonly Term[] {
  const hits = all.flatMap((term) => {
    const hit = term.forms.exec(text);
    return hit ? [{ term, from: hit.index, to: hit.index + hit[0].length }] : [];
  });
  const own = hits.filter(
    (one) =>
      !hits.some(
        (other) =>
          other !== one && other.from <= one.from && other.to >= one.to && other.to - other.from > one.to - one.from,
      ),
  );
  return own
    .toSorted((one, other) => one.from - other.from)
    .slice(0, MOST)
    .map(({ term }) => term);
}
