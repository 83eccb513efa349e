// A deal that is played again from one of its moments: the choices so far, and the table that it is played at. The club keeps
// nothing of it.

import { Refused } from '../core/api';
import { again } from '../core/review';
import type { GameEvent, Kind } from '../core/wire';
import { clientOf } from '../games';
import { LessonLine } from '../lesson/line.svelte';
import type { GameClient } from '../table/client';
import { TableSession } from '../table/session.svelte';
import type { RetryTold, Snap } from '../wire.gen';
import { r } from './words';

/** The player has no name here. */
const named = (snap: Snap): Snap => ({
  ...snap,
  table: {
    ...snap.table,
    players: snap.table.players.map((one) => (one.chair === snap.table.chair ? { ...one, nick: r('you') } : one)),
  },
});

export class Again {
  readonly table: TableSession<Kind, GameClient>;
  done = $state(false);
  /** A choice has been sent, and is not answered yet. */
  busy = $state(true);
  failed = $state<'none' | 'silent' | null>(null);
  readonly #ask: (choices: readonly GameEvent[]) => Promise<RetryTold<Kind>>;
  readonly #line: LessonLine<Kind>;
  #choices: readonly GameEvent[] = [];
  #wanted: readonly GameEvent[] = []; // asked for, and not answered yet
  #closed = false;

  constructor(id: string, deal: number, at: number) {
    this.#ask = (choices) => again(id, deal, at, choices);
    this.#line = new LessonLine<Kind>((event) => void this.#go([...this.#choices, event]));
    this.table = new TableSession<Kind, GameClient>('again', clientOf, this.#line);
  }

  open(): void {
    void this.#go([]);
  }

  close(): void {
    this.#closed = true;
    this.table.close();
  }

  retry(): void {
    void this.#go(this.#wanted);
  }

  restart(): void {
    void this.#go([]);
  }

  async #go(choices: readonly GameEvent[]): Promise<void> {
    this.#wanted = choices;
    this.busy = true;
    this.failed = null;
    try {
      const told = await this.#ask(choices);
      if (!this.#closed && this.#wanted === choices) this.#show(told, choices);
    } catch (error) {
      if (this.#closed || this.#wanted !== choices) return;
      this.#line.sent = false;
      this.busy = false;
      this.failed = error instanceof Refused ? 'none' : 'silent';
    }
  }

  #show(told: RetryTold<Kind>, choices: readonly GameEvent[]): void {
    this.#choices = choices;
    this.busy = false;
    this.#line.stopped = told.done;
    this.#line.sent = false;
    const whole = choices.length === 0;
    if (whole) this.table.show(named(told.snap));
    for (const event of told.since) this.table.show(event);
    if (whole) this.table.queue.catchUp();
    this.#line.sent = this.#line.stopped;
    this.done = told.done;
  }
}
