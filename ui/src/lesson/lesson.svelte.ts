// One lesson while it is on the screen: a judged line, and what the coach says.

import { lesson } from '../core/lesson';
import type { GameEvent, Kind } from '../core/wire';
import { JudgedLine } from '../judged/line.svelte';
import type { LessonTold } from '../wire.gen';
import { l, lessonWords } from './words';

type Said = Readonly<Record<string, string>>;

export class Taught extends JudgedLine<LessonTold<Kind>> {
  /** Which of the sentences stands there. */
  at = $state(0);
  /** What would have been better than the choice that was taken back; it stands there until the next one. */
  better = $state.raw<readonly GameEvent[]>([]);
  #better: readonly GameEvent[] = []; // comes with the answer
  protected override readonly you = () => l('you');

  constructor(game: string, name: string) {
    super('lesson', (choices) => lesson(game, name, choices), lessonWords);
  }

  /** What the coach says now, one sentence after another; by language. */
  readonly say = $derived.by((): readonly Said[] => this.told?.say ?? []);
  readonly verdict = $derived.by(() => this.told?.verdict ?? null);
  /** Whether a sentence follows the one that stands there. */
  readonly more = $derived.by(() => this.at < this.say.length - 1);

  next(): void {
    if (this.more) this.at += 1;
  }

  /** The last choice has not been made. */
  takeBack(): void {
    this.#better = this.verdict?.better ?? [];
    void this.back();
  }

  protected override stopped(told: LessonTold<Kind>): boolean {
    return told.verdict !== null || told.done;
  }

  protected override shown(told: LessonTold<Kind>): void {
    this.better = this.#better;
    this.#better = [];
    // After a choice that was taken back the sentences before it have been read.
    this.at = this.better.length > 0 ? Math.max(0, told.say.length - 1) : 0;
  }
}
