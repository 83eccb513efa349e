// A judged line while it is on the screen: the choices so far, what the club answers to the last of them, and the table that
// they are made at. Lessons, problems and deals played again are such lines. The club keeps nothing of them.

import { Refused } from '../core/api';
import type { Lang } from '../core/i18n';
import type { GameEvent, Kind } from '../core/wire';
import { clientOf } from '../games';
import type { GameClient } from '../table/client';
import { settings } from '../settings.svelte';
import { TableSession } from '../table/session.svelte';
import type { Ev, Snap } from '../wire.gen';
import { Choices } from './choices.svelte';

/** What the club answers: everything before the last choice, and the events since. */
interface Told {
  readonly snap: Snap<Kind>;
  readonly since: readonly Ev<Kind>[];
  readonly done: boolean;
}

/** There is none of it for whoever asks: statuses of such an answer. Another failure may be asked again. */
const NONE: readonly number[] = [401, 403, 404];

export abstract class JudgedLine<T extends Told> {
  readonly table: TableSession<Kind, GameClient>;
  /** What the club has told last. */
  told = $state.raw<T | null>(null);
  /** A choice has been sent, and is not answered yet. */
  busy = $state(true);
  failed = $state<'none' | 'silent' | null>(null);
  readonly #ask: (choices: readonly GameEvent[]) => Promise<T>;
  readonly #line: Choices<Kind>;
  #choices: readonly GameEvent[] = [];
  #wanted: readonly GameEvent[] = []; // asked for, and not answered yet
  #closed = false;

  /** name: of the kind of table. ask: what follows these choices. words: of the page, by one of which the player is called. */
  constructor(name: string, ask: (choices: readonly GameEvent[]) => Promise<T>, words: (lang: Lang) => Promise<void>) {
    this.#ask = async (choices) => (await Promise.all([ask(choices), words(settings.lang)]))[0];
    this.#line = new Choices<Kind>((event) => void this.go([...this.#choices, event]));
    this.table = new TableSession<Kind, GameClient>(name, clientOf, this.#line);
  }

  readonly done = $derived.by(() => this.told?.done ?? false);
  /** What has come is on the screen, and an answer is waited for. */
  readonly calm = $derived.by(() => this.table.queue.calm && !this.busy);

  open(): void {
    void this.go([]);
  }

  close(): void {
    this.#closed = true;
    this.table.close();
  }

  retry(): void {
    void this.go(this.#wanted, true);
  }

  restart(): void {
    void this.go([], true);
  }

  /** Who plays has no name here; what stands in its place. */
  protected abstract readonly you: () => string;

  /** Nothing more can be chosen. */
  protected stopped(told: T): boolean {
    return told.done;
  }

  /** The answer is on the table. */
  protected abstract shown(told: T): void;

  /** The last choice has not been made. */
  protected back(): Promise<void> {
    return this.go(this.#choices.slice(0, -1), true);
  }

  /** whole: everything is shown anew, at once. */
  protected async go(choices: readonly GameEvent[], whole = choices.length === 0): Promise<void> {
    this.#wanted = choices;
    this.busy = true;
    this.failed = null;
    try {
      const told = await this.#ask(choices);
      if (!this.#closed && this.#wanted === choices) this.#show(told, choices, whole);
    } catch (error) {
      if (this.#closed || this.#wanted !== choices) return;
      this.#line.sent = false;
      this.busy = false;
      this.failed = error instanceof Refused && NONE.includes(error.status) ? 'none' : 'silent';
    }
  }

  #show(told: T, choices: readonly GameEvent[], whole: boolean): void {
    this.#choices = choices;
    this.busy = false;
    this.#line.stopped = this.stopped(told);
    this.#line.sent = false;
    if (whole) this.table.show(this.#named(told.snap));
    for (const event of told.since) this.table.show(event);
    if (whole) this.table.queue.catchUp();
    this.#line.sent = this.#line.stopped;
    this.told = told;
    this.shown(told);
  }

  #named(snap: Snap<Kind>): Snap<Kind> {
    const { chair, players } = snap.table;
    const here = players.map((one) => (one.chair === chair ? { ...one, nick: this.you() } : one));
    return { ...snap, table: { ...snap.table, players: here } };
  }
}
