// What the table says: a line that everybody notices and that goes by itself, and lines for the ear.

import type { Line } from '../core/table/reading';

const NOTE_MS = 5_000;
const HEARD = 4; // lines that a screen reader may still be reading

export class Voice {
  note = $state.raw<{ readonly text: string; readonly bad: boolean } | null>(null);
  /** Lines for a screen reader, the latest last. */
  heard = $state.raw<readonly Line[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #key = 0;

  /** A line that everybody notices. */
  tell(text: string, bad = false): void {
    this.note = { text, bad };
    this.say(text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.note = null), NOTE_MS);
  }

  /** A line for the ear alone. */
  say(text: string): void {
    if (text) this.heard = [...this.heard.slice(1 - HEARD), { key: this.#key++, text }];
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
