// The line to one table as its page sees it: how it is, and what I asked for that has not been answered and shown yet.

import { connect, type Connection, type Listener } from '../core/connection';
import { start, type Link } from '../core/link';
import type { Kind, Nak, ToServer, Wish } from '../core/wire';

interface Hears<K extends Kind> extends Pick<Listener<K>, 'show' | 'enter'> {
  /** The club refused. wish: what; null: it is not known. tries: how often it had been asked before. */
  refused(nak: Nak, wish: Wish | null, tries: number): void;
}

export class TableConnection<K extends Kind> {
  link = $state.raw<Link>(start);
  /** A socket of the club, which can break and come back. */
  readonly live: boolean = true;
  /** Waiting for the answer to what I have just done. */
  sent = $state(false);
  /** What I did last, and when the club took it. */
  done = $state.raw<{ readonly type: string; readonly at: number } | null>(null);
  #line: Connection | null = null;
  #asked: readonly { readonly id: string; readonly wish: Wish; readonly tries: number }[] = [];
  #shown = 0; // the last entry of the log on the screen
  #due = 0; // the entry of what I did, once the club has said so

  get open(): boolean {
    return this.#line !== null;
  }

  begin(table: string, hears: Hears<K>): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#line = connect<K>(`${scheme}//${location.host}/ws/table/${encodeURIComponent(table)}`, {
      show: (message) => hears.show(message),
      enter: () => hears.enter(),
      changed: (link) => (this.link = link),
      answer: (id, nak, seq) => {
        const asked = this.#asked.find((one) => one.id === id);
        this.#asked = this.#asked.filter((one) => one.id !== id);
        this.#due = Math.max(this.#due, seq);
        this.#settle();
        if (nak !== null) hears.refused(nak, asked?.wish ?? null, asked?.tries ?? 0);
        else if (asked && 'do' in asked.wish) this.done = { type: asked.wish.do.type, at: Date.now() };
      },
    });
  }

  close(): void {
    this.#line?.close();
    this.#line = null; // what is still on its way finds nobody
  }

  ask(wish: Wish, tries = 0): void {
    if (this.#line) this.#asked = [...this.#asked, { id: this.#line.wish(wish), wish, tries }];
  }

  /** Ask for what changes the play: until it is on the screen nothing else is done. */
  play(wish: Wish, tries = 0): void {
    this.sent = true;
    this.ask(wish, tries);
  }

  /** Say something that is forgotten if the line is down. */
  tell(message: ToServer): void {
    this.#line?.tell(message);
  }

  /** Another tab has the table: have it here. */
  takeBack(): void {
    this.#line?.takeBack();
  }

  /** This entry of the log is on the screen. whole: with everything before it. */
  shown(seq: number, whole = false): void {
    this.#shown = seq;
    if (whole) this.#due = 0;
    this.#settle();
  }

  #settle(): void {
    const plays = this.#asked.some(({ wish }) => 'do' in wish || 'next' in wish);
    this.sent = plays || this.#shown < this.#due;
  }
}
