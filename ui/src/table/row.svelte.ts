// Cards that can be laid, in a row: arrows go from one to the next, a finger lifts a card before it lays it.

import { cardName } from '../core/speech';
import { settings, t } from '../settings.svelte';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export class CardRow {
  at = $state(0);
  lifted = $state<string | null>(null);
  #cards: () => readonly string[];
  #ready: () => ReadonlySet<string> | null;
  #pointer = '';

  /** cards: in the order of their buttons. ready: those that may be laid now; null: none is asked for. */
  constructor(cards: () => readonly string[], ready: () => ReadonlySet<string> | null = () => null) {
    this.#cards = cards;
    this.#ready = ready;
  }

  /** The one button of the row that Tab stops at. */
  get roving(): number {
    return Math.max(0, Math.min(this.at, this.#cards().length - 1));
  }

  readonly point = (event: PointerEvent): void => void (this.#pointer = event.pointerType);

  /** A card that may be laid was pressed: lift it, or lay it. */
  press(card: string, event: MouseEvent, lay: (card: string) => void): void {
    const twice = settings.tap === 'two' || (settings.tap === 'auto' && this.#pointer !== 'mouse');
    const now = event.detail === 0 || !twice || this.lifted === card; // by a key at once
    this.lifted = now ? null : card;
    if (now) lay(card);
  }

  readonly key = (event: KeyboardEvent): void => {
    const count = this.#cards().length;
    const step = { ...STEPS, Home: -this.roving, End: count - 1 - this.roving }[event.key];
    if (step === undefined || count === 0) return;
    event.preventDefault();
    this.at = (this.roving + step + count) % count;
    (event.currentTarget as HTMLElement).querySelectorAll('button')[this.at]?.focus();
  };

  /** The button that Tab stops at: never a card that may not be laid while another may. */
  readonly stop = (row: HTMLElement): HTMLElement | null => {
    const ready = this.#ready();
    const cards = this.#cards();
    if (ready !== null && !ready.has(cards[this.roving] ?? '')) {
      const first = cards.findIndex((card) => ready.has(card));
      if (first >= 0) this.at = first;
    }
    return row.querySelectorAll('button')[this.roving] ?? null;
  };
}

/** A card's name, with why it may not be laid. */
export function cardLabel(card: string, why: string | undefined): string {
  const plain = cardName(settings.lang, card);
  return why ? t('card.barred', { card: plain, reason: why }) : plain;
}
