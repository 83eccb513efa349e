// Answers common to all games for a person who does not see the table.

import { find, words } from '../i18n';
import { cardName, cardNames } from '../speech';
import type { ClosedTrick, Query, Scene } from './reading';

/** The answer about my hand, the trick, the last one, or the seat on turn. named: the name of a seat. */
export function answered(
  query: Query,
  { lang, after: view }: Pick<Scene, 'lang' | 'after'>,
  last: ClosedTrick | null | undefined,
  named: (seat: string) => string,
): string {
  const t = words(lang);
  const cards = (laid: ClosedTrick['cards']) =>
    laid.map(([seat, card]) => `${named(seat)}: ${cardName(lang, card)}`).join(', ');
  switch (query) {
    case 'hand': {
      const held = view?.seat ? (view.hands[view.seat]?.cards ?? []) : [];
      return held.length > 0 ? t('ask.hand', { cards: cardNames(lang, held) }) : t('ask.hand.none');
    }
    case 'trick':
      return view && view.trick.length > 0 ? `${cards(view.trick)}.` : t('ask.trick.none');
    case 'last':
      return last ? t('ask.last', { cards: cards(last.cards), who: named(last.winner) }) : t('table.last.none');
    case 'turn':
      if (view === null) return t('ask.turn.none');
      if (view.actor === null) return t('act.wait.deal');
      return view.actor === view.seat ? t('say.your.turn') : `${find(lang, 'act.wait', { who: named(view.actor) })}.`;
    default:
      return t('ask.contract.none');
  }
}
