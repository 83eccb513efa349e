// The words of deberts: as shown (`играю ♠`, `терц от ♥К`) and as said (`играю в пику`, `терц от короля червей`).

import { SIGNS, rankOf, suitOf, type SuitId } from '../../core/cards';
import { find, words, type Key, type Lang } from '../../core/i18n';
import type { Event, Meld, Outcome } from './types';

export type Written = 'said' | 'shown';

const from = (lang: Lang, rank: string): string => find(lang, `deb.from.${rank}`) ?? rank;

/** `терц от короля червей`. */
export function meldName(lang: Lang, kind: string, top: string | null, written: Written = 'shown'): string {
  const name = find(lang, `deb.meld.${kind}`) ?? kind;
  if (top === null) return name;
  const suit = suitOf(top);
  return words(lang)(written === 'said' ? 'deb.meld.full' : 'deb.meld.shown', {
    meld: name,
    rank: from(lang, rankOf(top)),
    suit: written === 'said' ? (find(lang, `suit.of.${suit}`) ?? suit) : SIGNS[suit],
  });
}

export const meldNames = (lang: Lang, melds: readonly Meld[], written: Written = 'shown'): string =>
  melds.map(({ kind, top }) => meldName(lang, kind, top, written)).join(', ');

/** Melds of a token: `terz-HK,terz-CT`. */
function meldsOf(text: string): readonly Meld[] {
  return text.split(',').map((one) => {
    const [kind = '', top = ''] = one.split('-');
    return { kind: kind as Meld['kind'], top };
  });
}

/** What somebody says, by its token: `order:S`, `terz`, `from:Q:trump`, `show:terz-HK`. */
export function word(lang: Lang, token: string, written: Written = 'shown'): string {
  const t = words(lang);
  const [head = '', ...rest] = token.split(':');
  switch (head) {
    case 'order':
      if (rest.length === 0) return t('deb.word.order');
      return written === 'said'
        ? t('deb.word.order.said', { suit: find(lang, `deb.suit.in.${rest[0]}`) ?? '' })
        : t('deb.word.order.suit', { suit: SIGNS[rest[0] as SuitId] });
    case 'from':
      return t(rest[1] === 'trump' ? 'deb.word.from.trump' : 'deb.word.from', { rank: from(lang, rest[0] ?? '') });
    case 'show':
      return meldNames(lang, meldsOf(rest.join(':')), written);
    default:
      return find(lang, `deb.word.${head}`) ?? token;
  }
}

/** The same token for an event, so that a button says what its bubble will say. */
export function token(event: Event): string {
  switch (event.type) {
    case 'order':
      return event.trump ? `order:${event.trump}` : 'order';
    case 'declare':
      return event.kind;
    case 'from':
      return `from:${event.rank}${event.trump ? ':trump' : ''}`;
    case 'show':
      return `show:${event.melds.map(({ kind, top }) => `${kind}-${top}`).join(',')}`;
    default:
      return event.type;
  }
}

/** Trumps: `♥`, or `козырь черви` for the ear. */
export const trumpSaid = (lang: Lang, suit: string): string =>
  words(lang)('deb.trump', { suit: find(lang, `suit.${suit}`) ?? suit });
export const sign = (suit: string): string => SIGNS[suit as SuitId] ?? suit;

/** How a deal ended, in a word: made, bait, hanging, passed out; good: for whoever played. */
export interface Result {
  readonly words: string;
  readonly good: boolean | null;
}

export function result(lang: Lang, outcome: Outcome | null, totals: Readonly<Record<string, number>> | null): Result {
  const t = words(lang);
  const maker = outcome?.maker;
  if (!maker) return { words: t('deb.result.passed'), good: null };
  if (outcome.closed) return { words: t('deb.result.closed'), good: null };
  if (outcome.bait) return { words: t('deb.result.card_bait'), good: outcome.bait !== maker };
  if (!totals) return { words: '', good: null };
  const mine = totals[maker] ?? 0;
  const other = Object.entries(totals).reduce((sum, [seat, n]) => (seat === maker ? sum : n), 0);
  const key: Key = mine > other ? 'deb.result.made' : mine < other ? 'deb.result.bait' : 'deb.result.hangs';
  return { words: t(key), good: mine > other ? true : mine < other ? false : null };
}
