// What was written on a sheet, in a line.

import type { KeepAct, KeptFine, KeptSheet, Mark } from '../wire.gen';
import { settings, t, tt } from '../settings.svelte';
import { exact, signed, value } from '../core/points';
import type { KeepClient } from './client';

/** `+4 в пулю`, `20 вистов на Бориса`. */
export const markShown = ({ column, points, on }: Pick<Mark, 'column' | 'on'> & Pick<KeptFine, 'points'>): string =>
  column === 'whists'
    ? t('keep.mark.whists', { n: signed(points), m: Math.abs(value(exact(points))), who: on })
    : tt(`keep.mark.${column}`, { n: signed(points) });

export const marksShown = (marks: readonly Mark[]): string => marks.map(markShown).join(', ') || t('keep.nothing');

/** What changes at the table. */
export function changed({ what, player, name, points }: KeptSheet['changes'][0]): string {
  if (what === 'join') return t('keep.change.join', { who: name });
  if (what === 'replace') return t('keep.change.replace', { who: player, name });
  return t('keep.change.fine', { who: player, n: points });
}

/** What an act writes. */
export function written(act: KeepAct, kept: KeptSheet, client: KeepClient | null): string {
  switch (act.act) {
    case 'write':
    case 'rewrite':
      return client?.told(settings.lang, act.outcome, kept) ?? '';
    case 'enter':
    case 'amend':
      return marksShown(act.marks);
    case 'named':
      return t('keep.named.done', { n: act.deal });
    case 'agree':
      return t(act.yes ? 'keep.yes' : 'keep.refuse');
    case 'end':
      return t('keep.end');
    case 'take_back':
      return t('keep.take_back');
    case 'join':
      return t('keep.change.join', { who: act.name });
    case 'replace':
      return t('keep.change.replace', { who: act.player, name: act.name });
    case 'fine':
      return t('keep.change.fine', { who: act.player, n: act.points });
  }
}
