// Deals of bridge shown again (`rooms/replay.ts` says what a game brings).

import { words } from '../../core/i18n';
import { nickOf } from '../../core/table/people';
import { defineReplay } from '../../rooms/replay';
import ReplayNotes from './ReplayNotes.svelte';
import ReplaySheet from './ReplaySheet.svelte';
import { SEATS } from '../../core/wire';
import { SUITS, clockwise, partnerOf } from './table';
import type { Bridge } from './types';
import { outcomeShown } from './wording';

const PLACES = ['below', 'left', 'top', 'right'] as const;

export default defineReplay<Bridge>({
  hands(lang, replay) {
    const { names, outcome } = replay.deal;
    const t = words(lang);
    const bottom = SEATS.find((seat) => replay.you !== null && names[seat] === replay.you) ?? 'S';
    const declarer = outcome?.declarer ?? null;
    return clockwise(bottom).map((seat, at) => ({
      seat,
      nick: nickOf(replay, names[seat] ?? seat),
      role: seat === declarer ? t('table.declarer') : declarer && seat === partnerOf(declarer) ? t('br.dummy') : '',
      place: PLACES[at]!,
    }));
  },
  title(lang, replay) {
    const { outcome, names } = replay.deal;
    const contract = outcomeShown(lang, outcome);
    if (!outcome?.declarer) return contract;
    return words(lang)('deal.played', { who: nickOf(replay, names[outcome.declarer] ?? outcome.declarer), contract });
  },
  suits: SUITS,
  Notes: ReplayNotes,
  Sheet: ReplaySheet,
});
