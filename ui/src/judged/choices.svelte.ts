// Where a table has a socket, a judged line asks the club what follows a choice. Nothing is kept there.

import type { GameEvent, Kind, Wish } from '../core/wire';
import { TableConnection } from '../table/connection.svelte';

export class Choices<K extends Kind> extends TableConnection<K> {
  override readonly live = false;
  /** It is over, or a choice is to be taken back: nothing else is done until then. */
  stopped = false;
  #choose: (event: GameEvent) => void;

  constructor(choose: (event: GameEvent) => void) {
    super();
    this.#choose = choose;
  }

  override get open(): boolean {
    return true;
  }

  override begin(): void {
    // There is nothing to open: the club is asked when something is chosen.
  }

  override ask(wish: Wish): void {
    if ('do' in wish && !this.stopped) this.#choose(wish.do);
    else this.sent = this.stopped; // whatever else is done at a table, nobody is there for it
  }

  override shown(seq: number, whole = false): void {
    super.shown(seq, whole);
    if (this.stopped) this.sent = true;
  }
}
