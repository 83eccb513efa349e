// Words common to all games: cards and laws.

import { rankOf, suitOf } from './cards';
import { find, words, type Lang } from './i18n';

/** `семёрка червей`; `whom`: the object of an act, `семёрку червей`. */
export const cardName = (lang: Lang, card: string, whom = false): string => {
  const rank = find(lang, `${whom ? 'rank.whom' : 'rank'}.${rankOf(card)}`) ?? rankOf(card);
  return words(lang)('card', { rank, suit: find(lang, `suit.of.${suitOf(card)}`) ?? '' });
};
export const cardNames = (lang: Lang, cards: readonly string[], whom = false): string =>
  cards.map((card) => cardName(lang, card, whom)).join(', ');

/** `P-3.3.9` as people say it: "кодекс, п. 3.3.9". A game adds its own `law.<code>` to the words. */
export function law(lang: Lang, id: string): string {
  const [, code, n] = /^([A-Z]+)-(.+)$/.exec(id) ?? [];
  return (code && find(lang, `law.${code}`, { n: n! })) ?? id;
}
