// What the table says: a line that everybody notices and that goes by itself, and lines for the ear.

import type { Line } from '../core/table/reading';

const NOTE_MS = 5_000;
const LINK_MS = 9_000; // a line with a link stays long enough to be pressed
const HEARD = 4; // lines that a screen reader may still be reading

export class Voice {
  note = $state.raw<{ readonly text: string; readonly bad: boolean; readonly laws: string | null } | null>(null);
  /** Lines for a screen reader, the latest last. */
  heard = $state.raw<readonly Line[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #key = 0;

  /** A line that everybody notices; laws: the address of the rule that it rests on. */
  tell(text: string, bad = false, laws: string | null = null): void {
    this.note = { text, bad, laws };
    this.say(text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.note = null), laws === null ? NOTE_MS : LINK_MS);
  }

  /** A line for the ear alone. */
  say(text: string): void {
    if (text) this.heard = [...this.heard.slice(1 - HEARD), { key: this.#key++, text }];
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
