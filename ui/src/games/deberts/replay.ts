// Deals of deberts shown again (`rooms/replay.ts` says what a game brings).

import { words } from '../../core/i18n';
import { mineFirst } from '../../core/replay';
import { isSeat, seatsIn } from '../../core/wire';
import { nickOf } from '../../core/table/people';
import { defineReplay } from '../../rooms/replay';
import ReplayNotes from './ReplayNotes.svelte';
import ReplaySheet from './ReplaySheet.svelte';
import type { Deberts } from './types';
import { result, sign } from './wording';

export default defineReplay<Deberts>({
  hands(lang, replay) {
    const { names, hands, outcome } = replay.deal;
    return mineFirst(seatsIn(hands), names, replay.you).map((seat, at) => ({
      seat,
      nick: nickOf(replay, names[seat] ?? seat),
      role: seat === outcome?.maker ? words(lang)('table.declarer') : '',
      place: at === 0 ? 'below' : 'top',
    }));
  },
  aside: (lang, { deal }) =>
    deal.first_trump ? { title: words(lang)('replay.turned'), cards: [deal.first_trump] } : null,
  title(lang, replay) {
    const { outcome, count, names } = replay.deal;
    const totals = count && Object.fromEntries(Object.entries(count).map(([seat, { total }]) => [seat, total]));
    const contract = [outcome?.trump ? sign(outcome.trump) : '', result(lang, outcome, totals).words]
      .filter(Boolean)
      .join(', ');
    const maker = outcome?.maker;
    if (!maker) return contract;
    const name = isSeat(maker) ? names[maker] : undefined;
    return words(lang)('deal.played', { who: nickOf(replay, name ?? maker), contract });
  },
  Notes: ReplayNotes,
  Sheet: ReplaySheet,
});
