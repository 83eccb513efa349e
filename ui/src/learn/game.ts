// What the folder of a game brings to the pages of learning: its book of rules, loaded where somebody reads it. The texts stand
// with the language: `core/i18n/<lang>/books/<game>.ts`, and the paragraphs in `laws/`.

import type { Component } from 'svelte';
import type { Params } from '../core/i18n';

/** A text of the book by its code. */
export type Say = (code: string) => string;

/** A leaf of a book: its code, by which its texts and its picture are found, and the paragraphs that it tells of. */
export interface Leaf {
  readonly code: string;
  readonly laws: readonly string[];
}

/** What stands on the leaf of this name. */
export type Picture = Component<{ name: string; say: Say }>;

export interface Book {
  readonly cover: readonly string[]; // a few cards
  readonly leaves: readonly Leaf[];
  readonly figures: Params;
  readonly picture: () => Promise<{ readonly default: Picture }>;
}
