// What the club refuses at an event, in a reader's language. The club says it in an English sentence, as its commands do; we
// know its sentences (`i18n/*/refusals.ts`), and tests/test_client_words.py that none of them is without words.

import { IntlMessageFormat } from 'intl-messageformat';

/** Words for the club's sentences: `{0}`, `{1}` stand for what changes in both. */
export type Sentences = Readonly<Record<string, string>>;
type Known = readonly (readonly [pattern: RegExp, words: string, plain: number])[];

const LAW = / \(([A-Z]{1,2}-[^\s()]+(?:, [A-Z]{1,2}-[^\s()]+)*)\)$/;
const read = new WeakMap<Sentences, Known>();

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The sentences as patterns, those that say most in front: `{0}: {1}` fits all that have a colon. */
function patterns(sentences: Sentences): Known {
  let known = read.get(sentences);
  if (known) return known;
  known = Object.entries(sentences)
    .map(([sentence, words]) => {
      const plain = sentence.split(/\{\d\}/);
      return [new RegExp(`^${plain.map(escaped).join('(.+?)')}$`), words, plain.join('').length] as const;
    })
    .sort((a, b) => b[2] - a[2]);
  read.set(sentences, known);
  return known;
}

/** The rule at the end of a sentence, and the sentence without it. */
export function lawOf(message: string): readonly [text: string, law: string] {
  const found = LAW.exec(message);
  return found ? [message.slice(0, found.index), found[1]!] : [message, ''];
}

/** A sentence without its rule in these words, what stands in it too; null: there are none for it. */
export function inWords(sentences: Sentences, lang: string, text: string): string | null {
  for (const [pattern, words] of patterns(sentences)) {
    const found = pattern.exec(text);
    if (!found) continue;
    const parts = found.slice(1).map((part) => {
      const within = inWords(sentences, lang, part) ?? part;
      return /^\d+$/.test(within) ? Number(within) : within;
    });
    const said = new IntlMessageFormat(words, lang, undefined, { ignoreTag: true });
    return String(said.format(Object.fromEntries(parts.entries())));
  }
  return null;
}
