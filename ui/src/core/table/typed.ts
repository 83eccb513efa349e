// Cards in words: «7ч», «туз пик», "queen of hearts", "дама". For people who do not see the table, or prefer to type.

import { LANGS, LANGUAGES, MESSAGES, find } from '../i18n';

export type Typed =
  | { readonly is: 'card'; readonly card: string }
  | { readonly is: 'many'; readonly cards: readonly string[] } // the rank is held in several suits
  | { readonly is: 'not held'; readonly card: string }
  | { readonly is: 'unknown' };

const RANKS = '23456789TJQKA';
const SUITS = 'SHDC';

// One letter and signs, in every language at once; the place decides ambiguous ones («т»: туз or трефа).
const SIGNS: Readonly<Record<string, string>> = { '♠': 'S', '♥': 'H', '♦': 'D', '♣': 'C', '♤': 'S', '♡': 'H', '♢': 'D', '♧': 'C' }; // prettier-ignore
const letters = (kind: 'suits' | 'ranks'): Readonly<Record<string, string>> =>
  Object.assign({}, ...[...LANGUAGES.values()].map((one) => one[kind])) as Record<string, string>;
const SUIT_LETTERS = letters('suits');
const RANK_LETTERS = letters('ranks');

const clean = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[ё]/g, 'е')
    .replace(/[’'`ʼ]/g, '')
    .trim();

/** A word begins as a name does: «червей», «черва», «черв» are all of hearts. */
const stem = (word: string): string => clean(word).slice(0, Math.max(3, clean(word).length - 3));

function names(kind: 'rank' | 'suit'): readonly (readonly [string, string])[] {
  const all: (readonly [string, string])[] = [];
  for (const lang of LANGS) {
    if (!(lang in MESSAGES)) continue; // a language that is not loaded
    for (const id of kind === 'rank' ? RANKS : SUITS) {
      for (const key of kind === 'rank' ? [`rank.${id}`, `rank.whom.${id}`] : [`suit.${id}`, `suit.of.${id}`]) {
        const found = find(lang, key);
        if (found) all.push([clean(found), id]);
      }
    }
  }
  return all;
}

function rankOf(word: string, byName: readonly (readonly [string, string])[]): string | null {
  if (word === '10') return 'T';
  if (/^[2-9]$/.test(word)) return word;
  if (word.length === 1) return RANK_LETTERS[word] ?? null;
  return (
    byName.find(([name]) => name === word)?.[1] ??
    byName.find(([name]) => word.length > 2 && name.startsWith(stem(word)))?.[1] ??
    null
  );
}

function suitOf(word: string, byName: readonly (readonly [string, string])[]): string | null {
  if (word.length === 1) return SIGNS[word] ?? SUIT_LETTERS[word] ?? null;
  return (
    byName.find(([name]) => name === word)?.[1] ??
    byName.find(([name]) => word.length > 2 && name.startsWith(stem(word)))?.[1] ??
    null
  );
}

/** The card that is meant. held: the cards of the hand that is asked. */
export function typed(text: string, held: readonly string[]): Typed {
  const ranks = names('rank');
  const suits = names('suit');
  const words = clean(text)
    .split(/[\s,.-]+/)
    .filter((word) => word !== '' && word !== 'of');
  const found = meant(words, ranks, suits);
  if (!found) return { is: 'unknown' };
  const [rank, suit] = found;
  if (suit !== null) {
    const card = suit + rank;
    return held.includes(card) ? { is: 'card', card } : { is: 'not held', card };
  }
  const cards = held.filter((card) => card[1] === rank);
  if (cards.length === 1) return { is: 'card', card: cards[0]! };
  return cards.length > 1 ? { is: 'many', cards } : { is: 'unknown' };
}

type Names = readonly (readonly [string, string])[];

function meant(words: readonly string[], ranks: Names, suits: Names): readonly [string, string | null] | null {
  const [one, two] = words;
  if (one === undefined || words.length > 2) return null;
  if (two !== undefined) {
    const there = [rankOf(one, ranks), suitOf(two, suits)] as const;
    if (there[0] && there[1]) return [there[0], there[1]];
    const back = [rankOf(two, ranks), suitOf(one, suits)] as const;
    return back[0] && back[1] ? [back[0], back[1]] : null;
  }
  const rank = rankOf(one, ranks);
  if (rank) return [rank, null];
  // Together: `7ч`, `10b`, `♠7`, `дч`.
  for (const at of [1, 2]) {
    const [head, tail] = [one.slice(0, at), one.slice(at)];
    const forward = [rankOf(head, ranks), suitOf(tail, suits)] as const;
    if (tail.length > 0 && forward[0] && forward[1]) return [forward[0], forward[1]];
    const backward = [rankOf(tail, ranks), suitOf(head, suits)] as const;
    if (head.length === 1 && backward[0] && backward[1]) return [backward[0], backward[1]];
  }
  return null;
}
