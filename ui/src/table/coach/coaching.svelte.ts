// The coach at a table while it is on the screen: when a hint is asked for, and what came of each decision.

import { played } from '../../core/account';
import type { Candidate, GameEvent } from '../../core/wire';
import { me } from '../../me.svelte';
import { settings } from '../../settings.svelte';
import type { Session } from '../client';
import { after, FRESH, good, held, keep, recall, speaks, UNHELD, type Kept } from './coach';
import { coachWords, l } from './words';

/** The person first reads what is asked; whoever decides sooner needs no advice. */
const READS_MS = 700;
/** Fewer than the club gives somebody in a minute; who plays faster waits for the next one. */
const MOST = 18;
const MINUTE_MS = 60_000;

export class Coaching {
  readonly #game: Session;
  #kept = $state.raw<Kept | null>(null);
  #of = '';
  #sought = ''; // the game whose past matches were asked for
  #deal = UNHELD;
  #asked = ''; // the decision for which a hint was asked
  #times: number[] = [];
  #weighed: { readonly candidates: readonly Candidate[]; readonly seat: string; readonly at: number } | null = null;
  #closed = 0; // the last deal that was counted
  #met = ''; // the task of the decision before
  #at = '';
  /** What is asked was not asked in the decision before: it is said beside the advice. */
  fresh = $state(true);

  /** Made while a part of the page is. */
  constructor(game: Session) {
    this.#game = game;
    $effect(() => this.#begin());
    $effect(() => this.#meet());
    $effect(() => this.#ask());
    $effect(() => this.#weigh());
    $effect(() => this.#judge());
    $effect(() => this.#count());
  }

  /** Hints are on at this table, which is no event's. */
  readonly allowed = $derived.by(() => {
    const table = this.#game.table;
    return table?.role === 'player' && table.terms.hints && table.event === null;
  });

  readonly speaks = $derived.by(() => this.allowed && speaks(this.#kept));

  /** Something waits for me, and all that came before is on the screen. */
  readonly waits = $derived.by(() => {
    const { mine, queue, sent, lot } = this.#game;
    return this.speaks && mine && queue.calm && !sent && !lot;
  });

  /** No deal was good yet. */
  readonly first = $derived.by(() => this.#kept?.good === 0);

  /** What is asked of me now, as the words of the coach name it. */
  get task(): string {
    const { view, client } = this.#game;
    return view && client ? (client.reading.task?.(view) ?? view.phase) : '';
  }

  /** The only thing that can be done now. */
  readonly forced = $derived.by((): GameEvent | null => {
    const legal = this.#game.view?.legal ?? [];
    return legal.length === 1 ? legal[0]! : null;
  });

  /** Call the coach, from now on. */
  call(): void {
    this.#set(FRESH);
  }

  silence(): void {
    this.#set({ ...(this.#kept ?? FRESH), off: true });
    this.#leave('gone');
  }

  /** Before the coach is silent it is said how to call it again. */
  #leave(word: 'gone' | 'done'): void {
    void coachWords(settings.lang).then(
      () => this.#game.voice.tell(l(word)),
      () => undefined,
    );
  }

  /** Ask what the expert would do. */
  advise(): void {
    if (this.#asked === this.#decision) return;
    this.#times = [...this.#times.slice(1 - MOST), Date.now()];
    this.#asked = this.#decision;
    this.#game.act({ act: 'hint' });
  }

  get #decision(): string {
    const { client, view, log } = this.#game;
    return view && client ? `${client.reading.number(view)}:${log.length}` : '';
  }

  #set(kept: Kept): void {
    this.#kept = kept;
    keep(localStorage, this.#of, kept);
  }

  /** Whoever has finished no deal of this game is a newcomer. */
  #begin(): void {
    const of = this.#game.table?.game;
    const known = me() !== null;
    if (!this.allowed || of === undefined || this.#kept !== null) return;
    this.#of = of;
    this.#kept = recall(localStorage, of);
    if (this.#kept !== null || !known || this.#sought === of) return;
    this.#sought = of;
    played(of).then(
      (matches) => this.#set({ ...FRESH, off: matches.some(({ deals }) => deals > 0) }),
      () => undefined, // without an answer there is no coach; a button calls it
    );
  }

  #meet(): void {
    if (!this.waits || this.#at === this.#decision) return;
    this.#at = this.#decision;
    const met = this.task;
    this.fresh = met !== this.#met;
    this.#met = met;
  }

  #ask(): (() => void) | undefined {
    // Where other people play they are told of a hint: there the person asks for it.
    if (!this.waits || this.#game.company || this.#game.hint !== null || this.forced !== null) return undefined;
    const first = this.#times.length < MOST ? 0 : this.#times[0]! + MINUTE_MS - Date.now();
    const timer = setTimeout(() => this.advise(), Math.max(READS_MS, first));
    return () => clearTimeout(timer);
  }

  #weigh(): void {
    const { hint, view, log } = this.#game;
    const candidates = hint?.candidates;
    if (this.speaks && candidates && view?.seat) this.#weighed = { candidates, seat: view.seat, at: log.length };
  }

  #judge(): void {
    const { hint, log } = this.#game;
    const weighed = this.#weighed;
    if (hint !== null || weighed === null) return;
    const said = log[weighed.at];
    if (said?.seat === weighed.seat) this.#deal = held(this.#deal, good(weighed.candidates, said.event));
    this.#weighed = null;
  }

  #count(): void {
    const { last, view } = this.#game;
    if (!last || view !== null || last.number === this.#closed) return;
    this.#closed = last.number;
    if (this.speaks && this.#kept) {
      this.#set(after(this.#kept, this.#deal));
      if (!this.speaks) this.#leave('done');
    }
    this.#deal = UNHELD;
  }
}
