// Preferans on a kept sheet.

import type { KeepClient } from '../../keep/client';
import KeepResult from './KeepResult.svelte';
import KeepSheet from './KeepSheet.svelte';
import { agreed, facts, taps, type Taps } from './kept';
import type { Outcome } from './types';
import { contractShown, result } from './wording';

const client: KeepClient = {
  Result: KeepResult,
  Sheet: KeepSheet,
  facts: (draft, due, kept) => facts(draft as Taps | null, due, agreed(kept.conventions)),
  draft: (outcome, due) => taps(outcome as Outcome, due),
  writer: (draft) => (draft as Taps | null)?.declarer || null,
  told(lang, outcome) {
    const { contract, mark } = result(lang, outcome as Outcome);
    const { declarer } = outcome as Outcome;
    return [contractShown(lang, contract) + (mark ? `/${mark}` : ''), declarer].filter(Boolean).join(', ');
  },
};

export default client;
