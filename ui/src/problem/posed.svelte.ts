// One problem while it is on the screen.

import { keepOwn, isOwn } from '../core/own';
import { keep, problemAfter } from '../core/problem';
import type { Kind } from '../core/wire';
import { JudgedLine } from '../judged/line.svelte';
import type { ProblemTold } from '../wire.gen';
import { p, problemWords } from './words';

export class Posed extends JudgedLine<ProblemTold<Kind>> {
  readonly #game: string;
  readonly #name: string;
  protected override readonly you = () => p('you');

  constructor(game: string, name: string) {
    super('problem', (choices) => problemAfter(game, name, choices), problemWords);
    this.#game = game;
    this.#name = name;
  }

  readonly wrong = $derived.by(() => this.told?.wrong ?? null);

  protected override shown({ done, wrong, grade, over }: ProblemTold<Kind>): void {
    if (!done) return;
    if (isOwn(this.#name)) keepOwn(localStorage, { name: this.#name, over }, wrong === null, Date.now());
    else keep(localStorage, { game: this.#game, name: this.#name, grade }, wrong === null);
  }
}
