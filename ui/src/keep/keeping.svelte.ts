// A kept sheet on the screen: it waits for what others write, and sends what is written here as soon as there is a line.

import { Refused, ask } from '../core/api';
import { absent } from '../core/closed';
import { fits, know, store, stored, type Waiting } from '../core/keep';
import type { KeepAct, KeptSheet } from '../wire.gen';

const AGAIN = 3_000; // ms between tries without a line

/** Why an act was not written; what was typed goes back to where it was typed. */
export interface Refusal {
  readonly act: KeepAct;
  readonly why: Refused;
}

export class Keeping {
  readonly id: string;
  kept = $state.raw<KeptSheet | null>(null);
  you = $state<string | null>(null);
  draft = $state.raw<unknown>(null);
  waiting = $state.raw<readonly Waiting[]>([]);
  refused = $state.raw<Refusal | null>(null);
  offline = $state(false);
  lost = $state(false); // there is no such sheet
  #open = true;
  #sending: Promise<void> | null = null;
  #stop = new AbortController();

  constructor(id: string) {
    this.id = id;
    const { kept, you, waiting, draft } = stored(id);
    [this.kept, this.you, this.waiting, this.draft] = [kept, you, waiting, draft];
  }

  open(): () => void {
    void this.#follow();
    const back = () => void this.#send();
    addEventListener('online', back);
    return () => {
      removeEventListener('online', back);
      this.#open = false;
      this.#stop.abort();
    };
  }

  /** Write; true: it is written, or will be when there is a line. */
  async act(act: KeepAct): Promise<boolean> {
    this.refused = null;
    this.waiting = [...this.waiting, { id: crypto.randomUUID(), at: this.kept?.seq ?? 0, do: act }];
    this.save();
    await this.#send();
    return this.refused === null;
  }

  be(you: string | null): void {
    this.you = you;
    this.save();
  }

  type(draft: unknown): void {
    this.draft = draft;
    this.save();
  }

  save(): void {
    const { you, kept, waiting, draft } = this;
    store(this.id, { you, kept, waiting, draft });
  }

  #show(kept: KeptSheet): void {
    this.offline = false;
    if (this.kept && kept.seq < this.kept.seq) return;
    this.kept = kept;
    const { id, game, preset, players } = kept;
    know({ id, game, preset, players });
    this.save();
  }

  #path(): string {
    return `/api/keep/${encodeURIComponent(this.id)}`;
  }

  async #follow(): Promise<void> {
    let first = true;
    while (this.#open) {
      try {
        const have = first ? '' : `?have=${this.kept?.seq ?? 0}`;
        this.#show(await ask<KeptSheet>(this.#path() + have, undefined, 'GET', this.#stop.signal));
        first = false;
        await this.#send();
      } catch (error) {
        if (!this.#open) return;
        if (absent(error)) {
          this.lost = true;
          return;
        }
        this.offline = !(error instanceof Refused);
        first = true; // the next answer comes at once, and what waits is sent behind it
        await new Promise((done) => setTimeout(done, AGAIN));
      }
    }
  }

  /** Send what waits, in order; who asks meanwhile waits for the same. */
  #send(): Promise<void> {
    this.#sending ??= this.#drain().finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #drain(): Promise<void> {
    for (let next = this.waiting[0]; next && (await this.#sent(next)); next = this.waiting[0]) {
      const { id } = next;
      this.waiting = this.waiting.filter((one) => one.id !== id);
      this.save();
    }
  }

  /** Send one act; false: there is no line, and it waits on. */
  async #sent(next: Waiting): Promise<boolean> {
    for (let now = next; ;) {
      try {
        this.#show(await ask<KeptSheet>(this.#path(), now));
        return true;
      } catch (error) {
        if (!(error instanceof Refused)) {
          this.offline = true;
          return false;
        }
        if (error.code === 'often') return false;
        if (error.code === 'stale') {
          // Somebody else has written: what is meant here may still stand behind it.
          try {
            this.#show(await ask<KeptSheet>(this.#path()));
          } catch {
            this.offline = true;
            return false;
          }
          if (fits(this.kept!, next)) {
            now = { ...next, at: this.kept!.seq };
            continue;
          }
        }
        this.refused = { act: next.do, why: error };
        return true;
      }
    }
  }
}
