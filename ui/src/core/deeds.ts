// Deeds (acts of a hand that are no call and no card) in words, and rulings of the arbiter.

import { SIGNS, index, type Letters, type SuitId } from './cards';
import { words, type Lang } from './i18n';
import type { GameEvent } from './wire';

type Fields = GameEvent & Readonly<Record<string, unknown>>;

/** "взглянуть в прикуп", "показать К♥"; null: it is no deed. */
export function deedShown(lang: Lang, event: GameEvent, letters: Letters): string | null {
  const t = words(lang);
  const fields = event as Fields;
  const cards = (fields['cards'] as readonly string[] | undefined) ?? [];
  switch (event.type) {
    case 'talon':
      return t(fields['how'] === 'seen' ? 'bench.talon.seen' : 'bench.talon.opened');
    case 'look-at': {
      const n = Number(fields['trick'] ?? 0);
      return n > 0 ? t('bench.look', { n }) : t('bench.look.discard');
    }
    case 'expose': {
      const [card = ''] = cards;
      const shown = `${index(card[1] ?? '', letters)}${SIGNS[card[0] as SuitId] ?? ''}`;
      if (fields['plan'] === true) return t('bench.show.plan');
      return cards.length > 1 ? t('bench.show.all') : t('bench.show', { card: shown });
    }
    case 'put-away':
      return t('bench.away');
    case 'ruled':
      return t('bench.ruled');
    default:
      return null;
  }
}
