import { words, type Lang } from '../../core/i18n';
import { nickOf as nickIn } from '../../core/table/people';
import type { Replay } from '../../rooms/replay';
import type { Preferans, Seat } from './types';

/** What a seat of this deal is called; a closed hand is nobody's, and W the talon's place. */
export function nickOf(lang: Lang, replay: Replay<Preferans>, seat: Seat): string {
  const name = replay.deal.names[seat];
  if (name !== undefined) return nickIn(replay, name);
  return words(lang, 'preferans')(seat in replay.deal.hands ? 'table.dummy' : 'table.talon');
}
