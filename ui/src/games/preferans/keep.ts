// Preferans on a kept sheet.

import type { KeepClient } from '../../keep/client';
import type { KeptSheet } from '../../wire.gen';
import KeepResult from './KeepResult.svelte';
import KeepSheet from './KeepSheet.svelte';
import { facts, taps, type Taps } from './kept';
import type { Outcome } from './types';
import { contractShown, result } from './wording';

const talon = ({ conventions: c }: KeptSheet): boolean =>
  c['allpass.talon'] === 'opened' && c['allpass.dealer_owns_talon_tricks'] === true;

const client: KeepClient = {
  Result: KeepResult,
  Sheet: KeepSheet,
  facts: (draft, due, kept) => facts(draft as Taps | null, due, talon(kept)),
  draft: (outcome, due) => taps(outcome as Outcome, due),
  writer: (draft) => (draft as Taps | null)?.declarer || null,
  told(lang, outcome) {
    const { contract, mark } = result(lang, outcome as Outcome);
    const { declarer } = outcome as Outcome;
    return [contractShown(lang, contract) + (mark ? `/${mark}` : ''), declarer].filter(Boolean).join(', ');
  },
};

export default client;
