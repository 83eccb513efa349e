// What a form asks of the club: whether the answer is awaited, and why the last wish was refused.

import { refusal, type Told } from './refusal';

export class Asking {
  busy = $state(false);
  refused = $state.raw<Told | null>(null);

  /** Do the work; true: the club took it. */
  async do(work: () => unknown, failed?: string): Promise<boolean> {
    this.busy = true;
    this.refused = null;
    try {
      await work();
    } catch (error) {
      this.refused = refusal(error, failed);
    }
    this.busy = false;
    return this.refused === null;
  }
}
