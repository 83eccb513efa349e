// A deal of preferans that is over, card by card.

import { SEATS } from '../../core/wire';
import { frame as played, type Frame } from '../../core/replay';
import type { Finished, Seat, Sheet } from './types';

/** Whoever bought the talon: he holds it and has laid the discard away; null: nobody did. */
export function buyer(deal: Pick<Finished, 'outcome' | 'names' | 'discard'>): Seat | null {
  const name = deal.outcome?.declarer;
  if (!name || deal.discard.length === 0) return null;
  return SEATS.find((seat) => deal.names[seat] === name) ?? null;
}

/** The deal after so many cards, the talon bought and the discard laid away; null: as it was dealt. */
export function frame(deal: Finished, card: number | null): Frame {
  if (card === null) return played(deal, 0);
  const bought = buyer(deal);
  if (bought === null) return played(deal, card);
  const away = new Set(deal.discard);
  const held = [...(deal.hands[bought] ?? []), ...deal.talon].filter((one) => !away.has(one));
  return played({ hands: { ...deal.hands, [bought]: held }, history: deal.history }, card);
}

/** The sheet as it stood after a deal; `deal` 0: before the first one. */
export function until(sheet: Sheet, deal: number): Sheet {
  const last = sheet.deals.length;
  // What no deal made (a newcomer, a correction) has no place in time: it stands on the last sheet alone.
  const entries = sheet.entries.filter((entry) => (entry.deal === 0 ? deal >= last : entry.deal <= deal));
  return { ...sheet, entries, deals: sheet.deals.slice(0, deal), finished: false, settlement: null };
}
