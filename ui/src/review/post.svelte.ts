// The post-mortem of the deal on the page: asked for with its words, whose deal it is looked at as, and the better line that
// lies on the cloth.

import { better, cardsBefore, curve, dearest } from '../core/review';
import type { ClosedTrick } from '../core/table/reading';
import { settings } from '../settings.svelte';
import type { PastDeal, ReviewTold, Weighed } from '../wire.gen';
import { asked, askFor, type Asked } from './asked.svelte';
import { reviewWords } from './words';

interface Wanted {
  readonly table: string;
  readonly deal: number;
  readonly past: PastDeal;
}

interface Playable {
  readonly history: readonly ClosedTrick[];
}

export class Post {
  /** The language whose words are there; empty: none yet. */
  worded = $state('');
  /** The words could not be fetched. */
  broken = $state(false);
  /** The player whose deal it is looked at as; null: my own, or the first one's. */
  chosen = $state<string | null>(null);
  lined = $state.raw<Weighed | null>(null);
  readonly #wanted: () => Wanted | null;

  constructor(wanted: () => Wanted | null) {
    this.#wanted = wanted;
    $effect(() => {
      const now = wanted();
      const lang = settings.lang;
      if (now === null) return;
      this.broken = false;
      void reviewWords(lang).then(
        () => (this.worded = lang),
        () => (this.broken = true),
      );
      void askFor(now.table, now.deal);
    });
    $effect(() => {
      void this.#key;
      this.lined = null;
    });
  }

  readonly #key = $derived.by((): string => {
    const now = this.#wanted();
    return now === null ? '' : `${now.table}/${now.deal}`;
  });

  readonly answer = $derived.by((): Asked | null => {
    const now = this.#wanted();
    return now === null ? null : asked(now.table, now.deal);
  });

  /** How many decisions are weighed, of how many; 0 of 0: it has not begun. */
  readonly going = $derived.by((): { readonly done: number; readonly of: number } =>
    this.answer?.state === 'loading' ? { done: this.answer.done, of: this.answer.of } : { done: 0, of: 0 },
  );

  readonly told = $derived.by((): ReviewTold | null =>
    this.answer?.state === 'there' && this.worded !== '' ? this.answer.of : null,
  );

  readonly who = $derived.by((): string => {
    const players = Object.keys(this.told?.deal.accounts ?? {});
    const you = this.#wanted()?.past.you ?? '';
    if (this.chosen !== null && players.includes(this.chosen)) return this.chosen;
    return players.includes(you) ? you : (players[0] ?? '');
  });

  /** The deal with the better line in place of what was played; null: none is looked at. */
  readonly better = $derived.by((): (PastDeal['deal'] & Playable) | null => {
    const now = this.#wanted();
    return now === null || this.lined === null ? null : better(now.past.deal, now.past.moves, this.lined);
  });

  /** The place of the slider before a decision. */
  before(one: Weighed): number {
    return cardsBefore(this.#wanted()?.past.moves ?? [], one.seq);
  }

  /** The worth at each place of the slider, and the places of dear decisions. */
  curve(cards: number): { readonly worth: readonly number[]; readonly choices: readonly number[] } {
    const told = this.told;
    if (told === null) return { worth: [0], choices: [] };
    const choices = Object.keys(told.deal.dearest).flatMap((name) =>
      dearest(told.deal, name).map((one) => this.before(one) + 1),
    );
    return {
      worth: curve(told.deal, this.#wanted()?.past.moves ?? [], this.who, cards),
      choices: choices.filter((one, n) => choices.indexOf(one) === n),
    };
  }

  again(): void {
    const now = this.#wanted();
    if (now) void askFor(now.table, now.deal);
  }
}
