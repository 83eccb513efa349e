// News are shown one after another, at a pace that eyes can follow; a player who acts has seen enough.

import { settings } from '../settings.svelte';

const PACE = { calm: 1, quick: 0.4, instant: 0 } as const;
/** The factor by which this person shortens the pauses; 0: no pauses. */
export const pace = (): number => PACE[settings.pace];

export class Queue<E> {
  /** Whether everything that came has been shown. */
  calm = $state(true);
  #waiting: E[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #show: (event: E) => number;
  #held: () => boolean;

  /** show: shows one event and says for how many milliseconds it stays. held: whether nothing may be shown now. */
  constructor(show: (event: E) => number, held: () => boolean) {
    this.#show = show;
    this.#held = held;
  }

  push(event: E): void {
    this.#waiting.push(event);
    this.calm = false;
    if (this.#timer === undefined && !this.#held()) this.advance();
  }

  /** The next one. */
  advance(): void {
    this.#timer = undefined;
    const event = this.#waiting.shift();
    if (event === undefined) {
      this.calm = true;
      return;
    }
    const stay = this.#show(event) * pace();
    if (stay > 0) {
      this.#timer = setTimeout(() => this.advance(), stay);
      this.calm = this.#waiting.length === 0;
    } else if (!this.#held()) this.advance();
  }

  /** Go on to the next news, if there are any. */
  skip(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.advance();
  }

  /** Show the rest at once. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) this.#show(event);
    this.calm = true;
  }

  /** Nothing of it is wanted any more. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.calm = true;
  }
}
