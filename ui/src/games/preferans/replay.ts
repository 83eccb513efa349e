// Deals of preferans shown again (`rooms/replay.ts` says what a game brings).

import { words } from '../../core/i18n';
import { mineFirst } from '../../core/replay';
import { SEATS } from '../../core/wire';
import { nickOf as nickIn } from '../../core/table/people';
import { defineReplay } from '../../rooms/replay';
import { nickOf } from './nick';
import { buyer, frame } from './past';
import ReplayNotes from './ReplayNotes.svelte';
import ReplaySheet from './ReplaySheet.svelte';
import type { Preferans } from './types';
import { contractShown, result } from './wording';

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
