// What a phone has to tell an event, and how it gets there: kept in the browser until the club has it, whatever is on the page meanwhile.

import type { Refused } from '../core/api';
import { deliver, letters, post, type Letter } from '../core/outbox';
import type { ClubEvent } from '../wire.gen';

const AGAIN_MS = 3_000;

export class Outbox {
  readonly event: string;
  /** What has not been answered yet. */
  waiting = $state.raw<readonly Letter[]>([]);
  /** Why the last one was not taken. */
  refused = $state.raw<Refused | null>(null);
  #wake: (() => void) | null = null;

  constructor(event: string) {
    this.event = event;
    this.#look();
  }

  /** Tell the club an entry; with a path something else, whose body it is. */
  send(what: Readonly<Record<string, unknown>>, path = ''): void {
    this.refused = null;
    post(localStorage, { id: crypto.randomUUID(), event: this.event, path, body: path === '' ? { do: what } : what });
    this.#look();
    this.#wake?.();
  }

  /** Whether a line of a table is on its way. */
  isKept(round: number, table: number, board: number, room: string): boolean {
    return this.waiting.some(({ body }) => {
      const entry = body['do'] as Record<string, unknown> | undefined;
      const where = [entry?.['round'], entry?.['table'], entry?.['board'], entry?.['room'] ?? ''];
      return where.join() === [round, table, board, room].join();
    });
  }

  /** Send what waits, and what comes, until the signal. */
  run(signal: AbortSignal, told: (event: ClubEvent) => void): void {
    const rested = () =>
      new Promise<void>((done) => {
        this.#wake = done;
        setTimeout(done, AGAIN_MS);
      });
    void deliver(
      localStorage,
      this.event,
      signal,
      (outcome) => {
        this.#look();
        if ('refused' in outcome) this.refused = outcome.refused;
        else told(outcome.event);
      },
      rested,
    );
  }

  #look(): void {
    this.waiting = letters(localStorage).filter((one) => one.event === this.event);
  }
}
