// The choices that a hint is about are marked where they lie: buttons and cards ask by their names.

import { getContext, setContext } from 'svelte';

/** `best`: what the hint would do; `as-good`: what costs nothing against it; undefined: not marked. */
export type Mark = 'best' | 'as-good' | undefined;
export type Marks = (name: string | undefined) => Mark;

/** A choice that a panel of the game does: what opens it. */
export interface Advised {
  readonly event: string;
  readonly label: string;
  readonly press: () => void;
}

/** The name by which a card is asked for. */
export const cardMark = (card: string): string => `card:${card}`;

const KEY = Symbol('marks');
export const setMarks = (marks: Marks): Marks => setContext(KEY, marks);
/** The marks of the table that this part stands at; elsewhere nothing is marked. */
export const marks = (): Marks => getContext<Marks | undefined>(KEY) ?? (() => undefined);
