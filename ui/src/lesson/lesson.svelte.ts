// One lesson while it is on the screen: the choices so far, what the coach says, and the table that it is played at.

import { Refused } from '../core/api';
import { lesson } from '../core/lesson';
import type { GameEvent, Kind } from '../core/wire';
import { clientOf } from '../games';
import type { GameClient } from '../table/client';
import { TableSession } from '../table/session.svelte';
import type { LessonTold, Snap } from '../wire.gen';
import { LessonLine } from './line.svelte';
import { settings } from '../settings.svelte';
import { l, lessonWords } from './words';

type Said = Readonly<Record<string, string>>;

/** The learner has no name here. */
const named = (snap: Snap): Snap => ({
  ...snap,
  table: {
    ...snap.table,
    players: snap.table.players.map((one) => (one.chair === snap.table.chair ? { ...one, nick: l('you') } : one)),
  },
});

export class Taught {
  readonly table: TableSession<Kind, GameClient>;
  /** What the coach says now, one sentence after another; by language. */
  say = $state.raw<readonly Said[]>([]);
  /** Which of the sentences stands there. */
  at = $state(0);
  verdict = $state.raw<LessonTold<Kind>['verdict']>(null);
  /** What would have been better than the choice that was taken back; it stands there until the next one. */
  better = $state.raw<readonly GameEvent[]>([]);
  done = $state(false);
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
    this.table = new TableSession<Kind, GameClient>('lesson', clientOf, this.#line);
  }

  open(): void {
    void this.#ask([]);
  }

  close(): void {
    this.#closed = true;
    this.table.close();
  }

  /** Whether a sentence follows the one that stands there. */
  readonly more = $derived.by(() => this.at < this.say.length - 1);

  /** What has come is on the screen, and the learner is asked. */
  readonly calm = $derived.by(() => this.table.queue.calm && !this.busy);

  next(): void {
    if (this.more) this.at += 1;
  }

  /** The last choice has not been made. */
  takeBack(): void {
    void this.#ask(this.#choices.slice(0, -1), true, this.verdict?.better);
  }

  retry(): void {
    void this.#ask(this.#wanted, true);
  }

  again(): void {
    void this.#ask([], true);
  }

  /** whole: everything is shown anew, at once. better: the last choice is taken back for one of these. */
  async #ask(
    choices: readonly GameEvent[],
    whole = choices.length === 0,
    better: readonly GameEvent[] = [],
  ): Promise<void> {
    this.#wanted = choices;
    this.busy = true;
    this.failed = null;
    try {
      // The learner is called by a word of the lessons: both are asked for at once.
      const [told] = await Promise.all([lesson(this.#game, this.#name, choices), lessonWords(settings.lang)]);
      if (this.#closed || this.#wanted !== choices) return;
      this.#show(told, choices, whole);
      this.better = better;
      if (better.length > 0) this.at = Math.max(0, this.say.length - 1); // the sentences before it have been read
    } catch (error) {
      if (this.#closed || this.#wanted !== choices) return;
      this.#line.sent = false;
      this.busy = false;
      this.failed = error instanceof Refused && error.status === 404 ? 'none' : 'silent';
    }
  }

  #show(told: LessonTold<Kind>, choices: readonly GameEvent[], whole: boolean): void {
    this.#choices = choices;
    this.busy = false;
    this.#line.stopped = told.verdict !== null || told.done;
    this.#line.sent = false;
    if (whole) this.table.show(named(told.snap));
    for (const event of told.since) this.table.show(event);
    if (whole) this.table.queue.catchUp();
    this.#line.sent = this.#line.stopped;
    this.verdict = told.verdict;
    this.say = told.say;
    this.at = 0;
    this.done = told.done;
  }
}
