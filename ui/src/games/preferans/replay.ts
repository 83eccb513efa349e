// Deals of preferans shown again (`rooms/replay.ts` says what a game brings).

import { words, type Lang } from '../../core/i18n';
import { mineFirst } from '../../core/replay';
import { SEATS } from '../../core/wire';
import { nickOf as nickIn } from '../../core/table/people';
import { defineReplay, type Replay } from '../../rooms/replay';
import { buyer, frame } from './past';
import ReplayNotes from './ReplayNotes.svelte';
import ReplaySheet from './ReplaySheet.svelte';
import type { Preferans, Seat } from './types';
import { contractShown, result } from './wording';

/** What a seat of this deal is called; a closed hand is nobody's, and W the talon's place. */
export function nickOf(lang: Lang, replay: Replay<Preferans>, seat: Seat): string {
  const name = replay.deal.names[seat];
  if (name !== undefined) return nickIn(replay, name);
  return words(lang, 'preferans')(seat in replay.deal.hands ? 'table.dummy' : 'table.talon');
}

const PLACES = ['below', 'left', 'right', 'right'] as const;

export default defineReplay<Preferans>({
  frame,
  hands(lang, replay) {
    const { names, hands, outcome } = replay.deal;
    const all = SEATS.filter((seat) => seat in hands);
    const role = (name: string | undefined): string => {
      if (name === undefined) return '';
      if (name === outcome?.declarer) return words(lang)('table.declarer');
      return outcome?.calls?.[name] === 'whist' ? words(lang)('table.whister') : '';
    };
    return mineFirst(all, names, replay.you).map((seat, at) => {
      return { seat, nick: nickOf(lang, replay, seat), role: role(names[seat]), place: PLACES[at] ?? 'top' };
    });
  },
  aside(lang, { deal }, dealt) {
    const talon = dealt || buyer(deal) === null;
    return {
      title: words(lang)(talon ? 'deal.talon' : 'deal.discard'),
      cards: talon ? deal.talon : deal.discard,
    };
  },
  title(lang, replay) {
    const { outcome } = replay.deal;
    const { contract, mark } = result(lang, outcome);
    const what = [contractShown(lang, contract), mark].filter(Boolean).join(' ');
    if (!outcome?.declarer) return what;
    return words(lang)('deal.played', { who: nickIn(replay, outcome.declarer), contract: what });
  },
  Notes: ReplayNotes,
  Sheet: ReplaySheet,
});
