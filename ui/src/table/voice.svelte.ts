// What the table says: a line that everybody notices and that goes by itself, and lines for the ear.

import { law } from '../core/speech';
import type { Line } from '../core/table/reading';
import { settings } from '../settings.svelte';

const NOTE_MS = 5_000;
const HEARD = 4; // lines that a screen reader may still be reading

/** The paragraph by which something was refused. */
export interface By {
  readonly law: string;
  readonly reason: string | null;
  readonly of: string;
}

interface Note {
  readonly text: string;
  readonly bad: boolean;
  readonly by: By | null;
}

export class Voice {
  note = $state.raw<Note | null>(null);
  /** Lines for a screen reader, the latest last. */
  heard = $state.raw<readonly Line[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #key = 0;

  /** A line that everybody notices. by: the paragraph it ends with. */
  tell(text: string, bad = false, by: By | null = null): void {
    this.note = { text, bad, by };
    this.say(by === null ? text : `${text} (${law(settings.lang, by.law)})`);
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
