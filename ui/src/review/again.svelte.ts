// A deal that is played again from one of its moments.

import { again } from '../core/review';
import type { Kind } from '../core/wire';
import { JudgedLine } from '../judged/line.svelte';
import type { RetryTold } from '../wire.gen';
import { r, reviewWords } from './words';

export class Again extends JudgedLine<RetryTold<Kind>> {
  protected override readonly you = () => r('you');

  constructor(id: string, deal: number, at: number) {
    super('again', (choices) => again(id, deal, at, choices), reviewWords);
  }

  protected override shown(): void {
    // The table shows all there is.
  }
}
