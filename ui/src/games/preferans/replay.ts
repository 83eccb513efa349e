// Deals of preferans shown again (`replays.ts` says what a game brings).

import type { PastDeal } from '../../core/account';
import { words, type Lang } from '../../core/i18n';
import { frame } from './past';
import type { Finished, Seat } from './types';
import { contractShown, result } from './wording';
import { cards, ends } from '../../core/replay';
import { cardName } from '../../core/speech';
import type { ReplayClient } from '../../replays';
import { called } from '../../settings.svelte';
import ReplayBody from './ReplayBody.svelte';
import ReplayNotes from './ReplayNotes.svelte';
import ReplaySheet from './ReplaySheet.svelte';

export const dealOf = (past: PastDeal): Finished => past.deal as Finished;

/** What a seat of this deal is called; a closed hand is nobody's, and W the talon's place. */
export function nickOf(lang: Lang, past: PastDeal, seat: Seat): string {
  const deal = dealOf(past);
  const name = deal.names[seat];
  const player = past.players.find((one) => one.name === name);
  if (player) return called(player.nick, player.bot);
  return words(lang, 'preferans')(seat in deal.hands ? 'table.dummy' : 'table.talon');
}

export const nickOfName = (past: PastDeal, name: string): string => {
  const player = past.players.find((one) => one.name === name);
  return player ? called(player.nick, player.bot) : name;
};

function line(lang: Lang, past: PastDeal, card: number | null): string {
  const t = words(lang);
  if (card === null) return t('replay.dealt');
  const deal = dealOf(past);
  if (card === 0) return t('replay.before');
  const now = frame(deal, card);
  if (now.played === null) return t('replay.before');
  const [seat, played] = now.played;
  const said = t('say.play', { who: nickOf(lang, past, seat), card: cardName(lang, played, true) });
  if (now.winner === null) return said;
  return `${said} ${t('say.trick', { who: nickOf(lang, past, now.winner) })}`;
}

const client: ReplayClient = {
  cards: (past) => cards(dealOf(past)),
  ends: (past) => ends(dealOf(past)),
  title(lang, past) {
    const { outcome } = dealOf(past);
    const { contract, mark } = result(lang, outcome);
    const what = [contractShown(lang, contract), mark].filter(Boolean).join(' ');
    const who = outcome.declarer ? nickOfName(past, outcome.declarer) : null;
    return who === null ? what : words(lang)('deal.played', { who, contract: what });
  },
  line,
  Body: ReplayBody,
  Notes: ReplayNotes,
  Sheet: ReplaySheet,
};

export default client;
