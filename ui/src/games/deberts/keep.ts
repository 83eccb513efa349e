// A party of deberts on a kept sheet.

import type { KeepClient } from '../../keep/client';
import { words } from '../../core/i18n';
import type { KeptSheet } from '../../wire.gen';
import KeepResult from './KeepResult.svelte';
import { facts, taps, type Taps } from './kept';
import Sheet from './Sheet.svelte';
import type { Outcome } from './types';
import { sign } from './wording';

const named = (kept: KeptSheet, seat: string): string => kept.players[kept.sheet.names.indexOf(seat)] ?? seat;

const client: KeepClient = {
  Result: KeepResult,
  Sheet,
  facts: (draft) => facts(draft as Taps | null),
  draft: (outcome) => taps(outcome as Outcome),
  writer(draft, kept) {
    const maker = (draft as Taps | null)?.maker;
    return maker ? named(kept, maker) : null;
  },
  told(lang, outcome, kept) {
    const { maker, trump, points } = outcome as Outcome;
    if (!maker) return words(lang)('keep.passed');
    const both = kept.sheet.names.map((name) => points?.[name] ?? 0).join(' : ');
    return `${named(kept, maker)} ${sign(trump ?? '')} ${both}`;
  },
};

export default client;
