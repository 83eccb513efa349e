// Deals of deberts shown again (`replays.ts` says what a game brings).

import type { PastDeal } from '../../core/account';
import type { Finished } from './types';
import { result, sign } from './wording';
import { words, type Lang } from '../../core/i18n';
import { cards, ends, frame } from '../../core/replay';
import { cardName } from '../../core/speech';
import type { ReplayClient } from '../../replays';
import { called } from '../../settings.svelte';
import ReplayBody from './ReplayBody.svelte';
import ReplayNotes from './ReplayNotes.svelte';
import ReplaySheet from './ReplaySheet.svelte';

export const dealOf = (past: PastDeal): Finished => past.deal as Finished;

/** What a seat of this deal is called. */
export function nickOf(past: PastDeal, seat: string): string {
  const name = dealOf(past).names[seat] ?? seat;
  const player = past.players.find((one) => one.name === name);
  return player ? called(player.nick, player.bot) : name;
}

function line(lang: Lang, past: PastDeal, card: number | null): string {
  const t = words(lang);
  if (card === null) return t('replay.dealt');
  const now = frame(dealOf(past), card);
  if (now.played === null) return t('replay.before');
  const [seat, played] = now.played;
  const said = t('say.play', { who: nickOf(past, seat), card: cardName(lang, played, true) });
  return now.winner === null ? said : `${said} ${t('say.trick', { who: nickOf(past, now.winner) })}`;
}

const client: ReplayClient = {
  cards: (past) => cards(dealOf(past)),
  ends: (past) => ends(dealOf(past)),
  title(lang, past) {
    const { outcome, count } = dealOf(past);
    const totals = count && Object.fromEntries(Object.entries(count).map(([seat, { total }]) => [seat, total]));
    const what = [outcome.trump ? sign(outcome.trump) : '', result(lang, outcome, totals).words]
      .filter(Boolean)
      .join(', ');
    return outcome.maker ? words(lang)('deal.played', { who: nickOf(past, outcome.maker), contract: what }) : what;
  },
  line,
  Body: ReplayBody,
  Notes: ReplayNotes,
  Sheet: ReplaySheet,
};

export default client;
