// The line to one table for its page: its state, and my requests that are not answered and shown yet.

import { connect, type Connection, type Listener } from '../core/connection';
import { start, type Link } from '../core/link';
import type { Kind, Nak, ToServer, Wish } from '../core/wire';

interface Hears<K extends Kind> extends Pick<Listener<K>, 'show' | 'enter'> {
  /** The club refused. wish: the request; null: it is unknown. tries: how often it had been sent before. */
  refused(nak: Nak, wish: Wish | null, tries: number): void;
}

export class TableConnection<K extends Kind> {
  link = $state.raw<Link>(start);
  /** A socket of the club, which can break and come back. */
  readonly live: boolean = true;
  /** Waiting for the answer to my last act. */
  sent = $state(false);
  /** My last act, and when the club took it. */
  done = $state.raw<{ readonly type: string; readonly at: number } | null>(null);
  #line: Connection | null = null;
  #asked: readonly { readonly id: string; readonly wish: Wish; readonly tries: number }[] = [];
  #shown = 0; // the last entry of the log on the screen
  #due = 0; // the entry of my act, once the club has named it

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
    this.#line = null; // messages on their way are dropped
  }

  ask(wish: Wish, tries = 0): void {
    if (this.#line) this.#asked = [...this.#asked, { id: this.#line.wish(wish), wish, tries }];
  }

  /** Send a request that changes the play: until it is on the screen no other is sent. */
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
