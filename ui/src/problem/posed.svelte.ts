// One problem while it is on the screen: the choices so far, and the table that it is played at.

import { Refused } from '../core/api';
import { keep, problemAfter } from '../core/problem';
import type { GameEvent, Kind } from '../core/wire';
import { clientOf } from '../games';
import { LessonLine } from '../lesson/line.svelte';
import type { GameClient } from '../table/client';
import { TableSession } from '../table/session.svelte';
import type { ProblemTold, Snap } from '../wire.gen';
import { p } from './words';

/** Whoever solves it has no name here. */
const named = (snap: Snap): Snap => ({
  ...snap,
  table: {
    ...snap.table,
    players: snap.table.players.map((one) => (one.chair === snap.table.chair ? { ...one, nick: p('you') } : one)),
  },
});

export class Posed {
  readonly table: TableSession<Kind, GameClient>;
  /** What the club has told last. */
  told = $state.raw<ProblemTold<Kind> | null>(null);
  /** A choice has been sent, and is not answered yet. */
  busy = $state(true);
  failed = $state<'none' | 'silent' | null>(null);
  readonly #game: string;
  readonly #name: string;
  readonly #line: LessonLine<Kind>;
  #choices: readonly GameEvent[] = [];
  #wanted: readonly GameEvent[] = []; // asked for, and not answered yet
  #closed = false;

  constructor(game: string, name: string) {
    this.#game = game;
    this.#name = name;
    this.#line = new LessonLine<Kind>((event) => void this.#ask([...this.#choices, event]));
    this.table = new TableSession<Kind, GameClient>('problem', clientOf, this.#line);
  }

  readonly wrong = $derived.by(() => this.told?.wrong ?? null);
  readonly done = $derived.by(() => this.told?.done ?? false);
  /** What has come is on the screen, and an answer is waited for. */
  readonly calm = $derived.by(() => this.table.queue.calm && !this.busy);

  open(): void {
    void this.#ask([]);
  }

  close(): void {
    this.#closed = true;
    this.table.close();
  }

  retry(): void {
    void this.#ask(this.#wanted);
  }

  async #ask(choices: readonly GameEvent[]): Promise<void> {
    this.#wanted = choices;
    this.busy = true;
    this.failed = null;
    try {
      const told = await problemAfter(this.#game, this.#name, choices);
      if (!this.#closed && this.#wanted === choices) this.#show(told, choices);
    } catch (error) {
      if (this.#closed || this.#wanted !== choices) return;
      this.#line.sent = false;
      this.busy = false;
      this.failed = error instanceof Refused && error.status === 404 ? 'none' : 'silent';
    }
  }

  #show(told: ProblemTold<Kind>, choices: readonly GameEvent[]): void {
    this.#choices = choices;
    this.busy = false;
    this.#line.stopped = told.done;
    this.#line.sent = false;
    const whole = choices.length === 0;
    if (whole) this.table.show(named(told.snap));
    for (const event of told.since) this.table.show(event);
    if (whole) this.table.queue.catchUp();
    this.#line.sent = this.#line.stopped;
    this.told = told;
    if (told.done) keep(localStorage, { game: this.#game, name: this.#name, grade: told.grade }, told.wrong === null);
  }
}
