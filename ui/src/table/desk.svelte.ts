// The panels and dialogs over the table on this page, one at a time, and the keys.

import type { Query } from '../core/table/reading';
import { settings } from '../settings.svelte';
import type { GameClient, Session } from './client';
import { Coaching } from './coach/coaching.svelte';
import type { Keyboard } from './keyboard';
import { docked, wide } from './room.svelte';

export type Opened =
  | 'sheet' | 'last' | 'history' | 'menu' | 'settings' | 'keys' | 'terms' | 'pause' | 'people' | 'chat'
  | 'type' | 'hint' | 'arbiter' | 'free' | 'systems' | 'director'
  | `game:${string}`; // prettier-ignore

/** With Shift they answer into the line for the ear, and change nothing on the page. */
const QUERIES: Readonly<Record<string, Query>> = {
  KeyH: 'hand',
  KeyR: 'trick',
  KeyL: 'last',
  KeyS: 'score',
  KeyK: 'contract',
  KeyW: 'turn',
};

export class Desk {
  opened = $state<Opened | null>(null);
  /** An open older deal. of: the part of the score that asked for it. */
  deal = $state.raw<{ readonly number: number; readonly of: unknown } | null>(null);
  /** This person plays by keys, as far as the page can tell. */
  byKey = false;
  readonly coach: Coaching;
  readonly #game: Session;
  readonly #client: GameClient;
  readonly #keys: Keyboard;

  constructor(game: Session, client: GameClient, keys: Keyboard) {
    this.#game = game;
    this.coach = new Coaching(game);
    this.#client = client;
    this.#keys = keys;
  }

  /** The panels that the game can slide over the table now. */
  readonly panels = $derived.by(() => this.#client.panels.filter((panel) => panel.on(this.#game)));
  readonly panel = $derived(this.panels.find(({ id }) => this.opened === `game:${id}`));

  /** Play is impossible now (`Cover.svelte`). */
  readonly covered = $derived.by(() => {
    const { connection, table, room } = this.#game;
    return connection.link.phase === 'elsewhere' || table?.frozen === true || room?.state === 'adjourned';
  });

  /** There are people to talk to. */
  readonly social = $derived.by(() => {
    const { table, here } = this.#game;
    const others = table?.players.some(({ bot, chair }) => bot === null && chair !== table.chair) ?? false;
    return others || here.kibitzers.length > 0;
  });

  /** The card allows hints, and something waits for me. */
  readonly helps = $derived.by(() => {
    const { table, mine, hint } = this.#game;
    return table?.role === 'player' && table.terms.hints && (mine || hint !== null);
  });

  #explain: (() => boolean) | null = null;
  /** From then on G explains the focused element (`Slip.svelte`); the returned function ends that. */
  readonly explains = (deed: () => boolean): (() => void) => {
    this.#explain = deed;
    return () => void (this.#explain = null);
  };

  readonly close = (): void => void (this.opened = null);
  readonly open = (what: Opened): void => void (this.opened = what);
  readonly toggle = (what: Opened): void => void (this.opened = this.opened === what ? null : what);
  readonly show = (number: number, of?: unknown): void => void (this.deal = { number, of });

  /** Tell the others that I look at the last trick (PE-5.4.9). */
  readonly look = (): void => {
    if (this.#game.table?.role !== 'player') return;
    this.toggle('last');
    if (this.opened === 'last') this.#game.look();
  };

  readonly help = (): void => {
    this.toggle('hint');
    if (this.opened === 'hint' && this.#game.hint === null && this.#game.mine) this.#game.act({ act: 'hint' });
  };

  #talk(): void {
    if (!wide.current) this.toggle('chat');
    else this.#keys.go('talk');
  }

  #score(): void {
    if (!docked.current) this.toggle('sheet');
    else this.#keys.go('score');
  }

  readonly key = (event: KeyboardEvent): void => {
    this.byKey = true;
    const modal = document.querySelector('dialog[open]') !== null;
    if (event.key === 'Escape' && this.opened !== null && !modal) return this.close();
    const writing = (event.target as HTMLElement).matches('input, select, textarea');
    if (this.covered || modal || writing || !settings.keys || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#answers(event)) event.preventDefault();
  };

  /** Carry out a key; false: it has no act. */
  #answers({ code, key, shiftKey }: KeyboardEvent): boolean {
    const query = shiftKey ? QUERIES[code] : undefined;
    const own = this.panels.find((panel) => panel.key === code);
    if (query) this.#game.ask(query);
    else if (key === '?') this.open('keys');
    else if (code === 'KeyG' && this.#explain) return this.#explain();
    else if (code === 'KeyL') this.look();
    else if (code === 'KeyT') this.#talk();
    else if (code === 'KeyI' && this.helps) this.help();
    else if (key === '/' || code === 'KeyE') this.open('type');
    else if (code === 'KeyS') this.#score();
    else if (own) this.toggle(`game:${own.id}`);
    else if (code === 'KeyH') this.#keys.go('hand', 'pick');
    else return this.#keys.press(code) || this.#keys.go(code);
    return true;
  }

  /** A player by keys goes on by keys: the waiting choice gets the focus when no other element has it. */
  follow(): void {
    if (!this.byKey || document.activeElement !== document.body) return;
    if (this.#game.plays !== null) this.#keys.go('open hand', 'hand');
    else this.#keys.go('pick', 'answer', 'next');
  }
}
