// A card of my hand that is prepared for when it is my turn; only this page knows it.

import { cardName } from '../core/speech';
import { settings, t } from '../settings.svelte';
import type { Session } from './client';
import type { Kind } from '../core/wire';

/** Whether a card may be prepared now: another player is to lay one. */
export function mayPrepare<K extends Kind>({ view, mine, table, judged }: Session<K>): boolean {
  return (
    settings.prepare && !judged && view?.phase === 'play' && view.seat !== null && !mine && table?.role === 'player'
  );
}

/** Prepare a card, or take it back. */
export function prepare<K extends Kind>(game: Session<K>, card: string): void {
  game.prepared = game.prepared === card ? null : card;
  const { lang } = settings;
  game.voice.say(game.prepared ? t('prepare.done', { card: cardName(lang, card) }) : t('prepare.off'));
}

/** A prepared card is laid when its moment comes, after a moment that tells nothing; or it is gone. */
export function layPrepared(game: Session): (() => void) | undefined {
  const { prepared, plays, view, client } = game;
  if (prepared === null || client === null) return undefined;
  if (view?.phase !== 'play') {
    game.prepared = null;
    return undefined;
  }
  if (plays === null || plays !== view.seat) return undefined;
  const fits = client.reading.playable(view).has(prepared);
  const laying = setTimeout(
    () => {
      game.prepared = null;
      if (fits) game.play(prepared);
      else game.voice.tell(t('prepare.gone'));
    },
    fits ? 300 + Math.random() * 500 : 0,
  );
  return () => clearTimeout(laying);
}
