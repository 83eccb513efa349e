// An event and an effect in words, at a table that rules on errors.

import { eventShown } from '../core/counsel';
import type { GameEvent, Said } from '../core/wire';
import { deedShown } from '../core/deeds';
import { cardText, effectText, reasoned } from '../desk/said';
import { letters, settings, t } from '../settings.svelte';
import type { Session } from '../table/client';
import type { Heard, Hearing } from '../wire.gen';
import { laid, peopled, trickOf, withNames, type Effect } from './bench';

/** Who a seat is, by name: letters are nobody's names at a table. */
export const seatCalled =
  (game: Session) =>
  (seat: string): string => {
    const chair = game.chair(seat);
    if (chair === undefined) return game.nick((game.last?.names as Readonly<Record<string, string>>)?.[seat] ?? seat);
    return chair.name === null ? t('table.dummy') : chair.nick || t('table.you');
  };

/** What was done, or can be: `6♠`, "взглянуть в прикуп", "показать К♥". */
export const doneShown = (event: GameEvent): string =>
  deedShown(settings.lang, event, letters()) ?? eventShown(settings.lang, event, letters());

/** The same of something that has happened: who, and for a card in which trick. */
export function happened(game: Session, { n, seat, event }: Said): string {
  const open = laid(event)[0];
  if (open)
    return t('bench.open', {
      who: seatCalled(game)(open.seat),
      cards: open.cards.map((card) => cardText(card)).join(' '),
    });
  const nth = trickOf(game.log, Object.keys(game.view?.hands ?? {}).length, n);
  const what = doneShown(event);
  const who = seatCalled(game)(seat ?? '');
  return nth === null ? t('bench.did', { who, what }) : t('bench.did.trick', { who, what, n: nth });
}

/** A ruling's sentence, with cards and names as people have them. */
export function why(game: Session, { reason }: Hearing): string {
  const said = reason.said[settings.lang] ?? reason.said['en'] ?? reason.code;
  return withNames(reasoned(said, reason.about), seatCalled(game));
}

/** An effect as a thing to do. */
export function toDo(game: Session, effect: Effect): string {
  const named = peopled(effect, seatCalled(game), (name) => game.nick(name));
  if (named.type === 'transfer' && named.since === null)
    return t('bench.transfer', { n: named.tricks, giver: named.giver, taker: named.taker });
  const lines = game.log.map((one) => ({ n: one.n ?? 0, seat: null, token: happened(game, one), forced: false }));
  const heard = { lines } as unknown as Heard; // of a ruling at the desk only its lines are read here
  return effectText(heard, named);
}
