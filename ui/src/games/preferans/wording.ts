// Cards, contracts and calls in words: as shown (`6♠`) and as said (`шесть пик`).

import { SIGNS, index, rankOf, suitOf, type SuitId } from '../../core/cards';
import { find, honours, words, type Lang } from '../../core/i18n';
import { exact, shown, signed, value } from '../../core/points';
import type { Price } from './price';
import type { Entry, Outcome } from './types';

export interface ContractParts {
  readonly size: string; // empty at misère and all-pass
  readonly suit: SuitId | null;
}

export function contractParts(contract: string): ContractParts {
  const found = /^(\d+)(S|C|D|H|NT)$/.exec(contract);
  if (!found) return { size: '', suit: null };
  return { size: found[1]!, suit: found[2] === 'NT' ? null : (found[2] as SuitId) };
}

/** A card as it is written: `Д♣`, in the letters of the language. */
export const cardShown = (lang: Lang, card: string, letters = honours(lang)): string =>
  index(rankOf(card), letters) + SIGNS[suitOf(card)];

export function contractShown(lang: Lang, contract: string): string {
  const { size, suit } = contractParts(contract);
  if (!size) return find(lang, `contract.${contract}`) ?? contract;
  return size + (suit ? SIGNS[suit] : words(lang)('contract.nt'));
}

export function contractSaid(lang: Lang, contract: string): string {
  const { size, suit } = contractParts(contract);
  if (!size) return find(lang, `contract.${contract}`) ?? contract;
  const said = find(lang, `size.${size}`) ?? size;
  const t = words(lang);
  return suit
    ? t('contract.spoken', { size: said, suit: find(lang, `suit.of.${suit}`) ?? '' })
    : t('contract.spoken.nt', { size: said });
}

/** A word of the auction or of the whist by its token: `pass`, `blind:6S`, `here`, `open`. */
export function call(lang: Lang, token: string, contract: (lang: Lang, contract: string) => string): string {
  const plain = find(lang, `call.${token.replace(':', '.')}`);
  if (plain !== undefined) return plain;
  const [manner, rest] = token.includes(':') ? token.split(':') : [null, token];
  const named = contract(lang, rest ?? '');
  return manner === null ? named : (find(lang, `call.${manner}.bid`, { contract: named }) ?? named);
}

/** How a deal ended, as sheets of tournaments note it (P-4.2.11), and in a word. */
export interface Result {
  readonly contract: string;
  readonly mark: string; // `=`, `+1`, `−2`, or empty
  readonly words: string;
  readonly good: boolean | null; // made, set, or neither
}

const SIZE = 10;

export function result(lang: Lang, outcome: Outcome | null): Result {
  const t = words(lang);
  if (outcome === null) return { contract: '', mark: '', words: '', good: null };
  if (outcome.kind === 'allpass') return { contract: 'allpass', mark: '', words: '', good: null };
  const contract = outcome.kind === 'misere' ? 'misere' : (outcome.contract ?? 'allpass');
  const taken = outcome.tricks?.[outcome.declarer ?? ''] ?? 0;
  if (outcome.kind === 'misere') {
    const said = taken === 0 ? t('deal.misere.made') : t('deal.misere.set', { n: taken });
    return { contract, mark: taken === 0 ? '=' : `−${taken}`, words: said, good: taken === 0 };
  }
  if (outcome.surrender) return { contract, mark: '', words: t('deal.surrendered'), good: false };
  if (!outcome.tricks) return { contract, mark: '=', words: t('deal.unplayed'), good: true };
  const over = taken - Number(contractParts(contract).size || SIZE);
  if (over === 0) return { contract, mark: '=', words: t('deal.just'), good: true };
  if (over > 0) return { contract, mark: `+${over}`, words: t('deal.over', { n: over }), good: true };
  const short = find(lang, `deal.short.${-over}`) ?? String(over);
  return { contract, mark: `−${-over}`, words: short, good: false };
}

/** What would be written, as people say it: `+10 в гору`, `6 вистов`. */
export const priceShown = (lang: Lang, all: readonly Price[]): string =>
  all
    .map(({ column, points, struck }) => {
      const n = column === 'whists' ? shown(points) : signed(points);
      const t = words(lang);
      const plain = t(`act.price.${column}`, { n, m: Math.abs(value(exact(points))) });
      return struck ? t('act.price.struck', { what: plain, n: struck }) : plain;
    })
    .join(', ');

/** Why something was written: of an all-pass with an amnesty also what was taken off from all. */
export function whyWritten(lang: Lang, entry: Entry, outcome: Outcome | null, name: string | undefined): string {
  const t = words(lang);
  const tricks = outcome?.tricks;
  const taken = name === undefined ? undefined : tricks?.[name];
  if (tricks && taken !== undefined && entry.why === 'allpass_tricks' && entry.law === STRUCK)
    return t('why.allpass_struck', { n: taken, least: Math.min(...Object.values(tricks)) });
  return find(lang, `why.${entry.why}`) ?? entry.why;
}
const STRUCK = 'P-3.7.3';
