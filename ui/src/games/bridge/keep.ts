// Rubber and Chicago on a kept sheet.

import type { KeepClient } from '../../keep/client';
import { words } from '../../core/i18n';
import type { KeptSheet } from '../../wire.gen';
import KeepResult from './KeepResult.svelte';
import { facts, taps, type Taps } from './kept';
import Sheet from './Sheet.svelte';
import type { Outcome } from './types';
import { outcomeShown } from './wording';

const named = (kept: KeptSheet, seat: string): string => {
  const seats = kept.due[0]?.seats ?? {};
  return kept.players[kept.sheet.names.indexOf(seats[seat] ?? seat)] ?? seat;
};

const client: KeepClient = {
  Result: KeepResult,
  Sheet,
  facts: (draft) => facts(draft as Taps | null),
  draft: (outcome) => taps(outcome as Outcome),
  writer(draft, kept) {
    const seat = (draft as Taps | null)?.declarer;
    return seat ? named(kept, seat) : null;
  },
  told(lang, outcome, kept) {
    const facts = outcome as Outcome;
    const who = facts.declarer ? words(lang)(`br.letter.${facts.declarer}`) : '';
    return [
      outcomeShown(lang, facts),
      who,
      kept.players.length === 4 && facts.declarer ? named(kept, facts.declarer) : '',
    ]
      .filter(Boolean)
      .join(' ');
  },
};

export default client;
