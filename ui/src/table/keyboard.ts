// The keys of the table. A part of the page gives a key an act while that part is there, and names the places for the
// focus; nothing on the page is searched for.

import { getContext, setContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';

type Deed = () => void;

export class Keyboard {
  #deeds = new Map<string, Deed[]>();

  #known(name: string, deed: Deed): Deed {
    const deeds = this.#deeds.get(name) ?? [];
    this.#deeds.set(name, [...deeds, deed]);
    return () =>
      this.#deeds.set(
        name,
        (this.#deeds.get(name) ?? []).filter((one) => one !== deed),
      );
  }

  #do(name: string): boolean {
    const deed = this.#deeds.get(name)?.[0];
    deed?.();
    return deed !== undefined;
  }

  /** While the element is on the page, this key (`KeyP`) does this. */
  key(code: string | undefined, deed: Deed): Attachment | null {
    return code === undefined ? null : () => this.#known(`key ${code}`, deed);
  }

  /** While the element is on the page, the focus can go to it by this name; `of` finds the very thing in it. */
  place(
    name: string,
    of: (element: HTMLElement) => HTMLElement | null = (element) => element,
  ): Attachment<HTMLElement> {
    return (element) => this.#known(`place ${name}`, () => of(element)?.focus());
  }

  /** Carry out this key; false: it has no act here. */
  press(code: string): boolean {
    return this.#do(`key ${code}`);
  }

  /** Bring the focus to the first of these places that is there. */
  go(...places: readonly string[]): boolean {
    return places.some((name) => this.#do(`place ${name}`));
  }
}

/** The action bar: its first button gets the focus. */
export const answers = (keys: Keyboard): Attachment<HTMLElement> =>
  keys.place('answer', (bar) => bar.querySelector('button'));

const KEY = Symbol('keyboard');
export const setKeyboard = (): Keyboard => setContext(KEY, new Keyboard());
/** The keyboard of the table that this part stands at; elsewhere keys do nothing. */
export const keyboard = (): Keyboard => getContext<Keyboard | undefined>(KEY) ?? new Keyboard();
