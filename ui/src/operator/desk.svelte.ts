// What an operator has before him: lists that are read a page at a time, and the acts that change them.

import type { Rows } from '../core/api';
import * as club from '../core/operator';
import { line } from '../events/refusal';
import type { OperatorAct } from '../wire.gen';

/** A list, as many pages of it as have been asked for. */
export class Listed<T> {
  rows = $state.raw<readonly T[] | null>(null); // null: the club has not said yet
  more = $state(false);
  #count = 1;
  readonly #ask: (count: number) => Promise<Rows<T>>;

  constructor(ask: (count: number) => Promise<Rows<T>>) {
    this.#ask = ask;
  }

  async look(): Promise<void> {
    const { rows, more } = await this.#ask(this.#count);
    this.rows = rows;
    this.more = more;
  }

  async next(): Promise<void> {
    this.#count += 1;
    await this.look();
  }
}

export class Desk {
  every = $state(false); // reports that are done, too
  refused = $state('');
  said = $state(false);
  silent = $state(false); // the club does not answer
  /** Whom the page of people looks for. */
  wanted = $state('');
  /** What is about to be done to whom. */
  about = $state.raw<{ readonly what: OperatorAct['what']; readonly who: string } | null>(null);

  readonly reports = new Listed((count) => club.reports(this.every, count));
  readonly closed = new Listed(club.closed);
  readonly rulings = new Listed(club.rulings);
  readonly tables = new Listed(club.tables);
  readonly audit = new Listed(club.audit);
  people = $state.raw<Listed<Awaited<ReturnType<typeof club.people>>['rows'][number]> | null>(null);

  async look(): Promise<void> {
    const lists = [this.reports, this.closed, this.rulings, this.tables, this.audit, this.people];
    try {
      await Promise.all(lists.map((list) => list?.look()));
      this.silent = false;
    } catch {
      this.silent = true;
    }
  }

  /** Do something. done: as soon as it is, before the lists are read anew. */
  async act(wanted: OperatorAct, done?: () => void): Promise<void> {
    this.refused = '';
    this.said = false;
    try {
      await club.act(wanted);
      this.said = true;
      this.about = null;
      done?.();
    } catch (error) {
      this.refused = line(error);
    }
    await this.look();
  }

  async find(text: string): Promise<void> {
    this.wanted = text.trim();
    this.about = null;
    const people = new Listed((count: number) => club.people(this.wanted, count));
    try {
      await people.look();
      this.refused = '';
      this.people = people;
    } catch (error) {
      this.refused = line(error);
    }
  }

  asked(what: OperatorAct['what'], who: string): boolean {
    return this.about?.what === what && this.about.who === who;
  }

  /** Ask about an act, or no longer. */
  ask(what: OperatorAct['what'], who: string): void {
    this.about = this.asked(what, who) ? null : { what, who };
  }
}
