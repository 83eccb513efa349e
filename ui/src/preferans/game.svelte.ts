// A table of preferans while it is on the screen: what came over the wire, shown at a pace that eyes can follow.

import { connect, type Connection } from '../core/connection';
import { start, type Link } from '../core/link';
import { aside, say, taken, type Scene } from '../core/preferans/say';
import { closed, playing } from '../core/preferans/table';
import type {
  Event,
  Finished,
  Preferans,
  PreferansEv,
  PreferansSaid,
  PreferansSnap,
  Seat,
  Sheet,
  Trick,
  View,
} from '../core/preferans/types';
import { law } from '../core/preferans/words';
import type { Nak, Table, Wish } from '../core/wire';
import { called, motion, settings, t, tt } from '../settings.svelte';

/** How long a thing stays before the next one happens. */
const STAY = { word: 450, card: 420, trick: 1300, deal: 300 };
const QUICK = 0.4;

export interface Line {
  readonly key: number;
  readonly text: string;
}

export interface Note {
  readonly text: string;
  readonly bad: boolean;
}

export class Game {
  readonly id: string;
  link = $state.raw<Link>(start);
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  sheet = $state.raw<Sheet | null>(null);
  last = $state.raw<Finished | null>(null);
  log = $state.raw<readonly PreferansSaid[]>([]);
  /** By deal: who sat where, as far as we have seen it. */
  seated = $state.raw<Readonly<Record<number, Finished['names']>>>({});
  /** The trick just closed: it stays for a moment, as everybody must see it (P-3.9.7). */
  trick = $state.raw<Trick | null>(null);
  /** Whether everything that came has been shown. */
  calm = $state(true);
  /** Waiting for the answer to what I have just done. */
  sent = $state(false);
  note = $state.raw<Note | null>(null);
  /** Lines for a screen reader, the latest last. */
  heard = $state.raw<readonly { readonly key: number; readonly text: string }[]>([]);
  /** The pulka begins: the lot is shown, and the table waits behind it. Who deals first, by his name on the sheet. */
  lot = $state.raw<{ readonly dealer: string | null } | null>(null);
  namedAt = 0;

  #connection: Connection | null = null;
  #queue: PreferansEv[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #trickTimer: ReturnType<typeof setTimeout> | undefined;
  #asked = new Map<string, { readonly wish: Wish; readonly tries: number }>();
  #key = 0;
  #seen = false;
  #seq = 0; // of what is shown
  #due = 0; // of what I did, once the club has said so

  constructor(id: string) {
    this.id = id;
  }

  open(): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#connection = connect<Preferans>(`${scheme}//${location.host}/ws/table/${encodeURIComponent(this.id)}`, {
      show: (message) => (message.t === 'snap' ? this.snap(message) : this.#queued(message)),
      answer: (id, nak, seq) => this.#answered(id, nak, seq),
      changed: (link) => (this.link = link),
    });
  }

  close(): void {
    this.#connection?.close();
    clearTimeout(this.#timer);
    clearTimeout(this.#noteTimer);
    clearTimeout(this.#trickTimer);
  }

  /** The lot has been looked at. */
  begin(): void {
    this.lot = null;
    this.#advance();
  }

  // --- what I do ---------------------------------------------------------------------------------------------

  do(event: Event): void {
    this.#wish({ do: event });
  }

  next(): void {
    this.#wish({ next: true });
  }

  /** End the pulka by consent: mine, and the bots', who agree to everything. */
  stop(): void {
    const consent = this.table?.players.map(({ name }) => name) ?? [];
    const stop: Event = { type: 'stop', consent };
    this.#wish({ do: stop });
  }

  #wish(wish: Wish, tries = 0): void {
    this.#catchUp();
    this.sent = true;
    if (this.#connection) this.#asked.set(this.#connection.wish(wish), { wish, tries });
  }

  /** Who acts has seen enough: the rest is shown at once. */
  #catchUp(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#trickTimer);
    while (this.#queue.length > 0) this.#happened(this.#queue.shift()!);
    this.#timer = undefined;
    this.trick = null;
    this.calm = true;
  }

  #answered(id: string, nak: Nak | null, seq: number): void {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    this.#due = Math.max(this.#due, seq);
    this.#settle();
    if (nak === null) {
      if (asked && 'do' in asked.wish && ['contract', 'correct'].includes(asked.wish.do.type))
        this.namedAt = Date.now();
      return;
    }
    // What may be offered at any time may have crossed with a card of somebody else.
    const offer = asked && 'do' in asked.wish && ['claim', 'surrender', 'stop'].includes(asked.wish.do.type);
    if (nak.code === 'stale' && offer && asked.tries < 3) {
      setTimeout(() => this.#wish(asked.wish, asked.tries + 1), 120);
      return;
    }
    const why = nak.reason ? tt(`reason.${nak.reason}`) : '';
    if (nak.code !== 'illegal') this.tell(tt(`nak.${nak.code}`), true);
    else this.tell(t('nak.illegal', { reason: nak.law ? `${why} (${law(settings.lang, nak.law)})` : why }), true);
  }

  /** Something is on its way until it has been answered and is on the screen. */
  #settle(): void {
    this.sent = this.#asked.size > 0 || this.#seq < this.#due;
  }

  /** A line that everybody notices, and that goes by itself. */
  tell(text: string, bad = false): void {
    this.note = { text, bad };
    this.#hear(text);
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => (this.note = null), 5_000);
  }

  // --- what happens ------------------------------------------------------------------------------------------

  snap(snap: PreferansSnap): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    const back = this.#seen;
    this.#seen = true;
    this.table = snap.table;
    this.view = snap.view;
    this.sheet = snap.sheet;
    this.#ended(snap.last);
    this.log = snap.log;
    this.trick = null;
    this.calm = true;
    this.#seq = snap.seq;
    this.#due = 0;
    this.#settle();
    if (back) this.tell(t('link.back'));
    else if (snap.sheet.deals.length === 0 && snap.view !== null && snap.view.history.length === 0) {
      const { names, seats, dealer } = snap.view.terms;
      this.lot = { dealer: names[seats.indexOf(dealer)] ?? null };
    }
  }

  #queued(event: PreferansEv): void {
    this.#queue.push(event);
    this.calm = false;
    if (this.#timer === undefined && this.lot === null) this.#advance();
  }

  #advance(): void {
    const event = this.#queue.shift();
    if (!event) {
      this.#timer = undefined;
      this.calm = true;
      return;
    }
    const stay = this.#happened(event);
    const pace = settings.pace === 'calm' ? 1 : settings.pace === 'quick' ? QUICK : 0;
    if (stay * pace > 0) {
      this.#timer = setTimeout(() => this.#advance(), stay * pace);
      this.calm = this.#queue.length === 0;
    } else this.#advance();
  }

  #happened({ seq, said, view, sheet, last }: PreferansEv): number {
    this.#seq = seq;
    const before = this.view;
    const history = view?.history ?? last?.history ?? [];
    const trick = said.event.type === 'play' ? closed(before, history) : null;
    this.view = view;
    this.#settle();
    if (sheet !== undefined) this.sheet = sheet;
    if (last !== undefined) this.#ended(last);
    this.log = said.event.type === 'deal' ? [said] : [...this.log, said];
    clearTimeout(this.#trickTimer);
    this.trick = trick;
    if (this.table) {
      const scene: Scene = { lang: settings.lang, table: this.#named, before, after: view, last: this.last };
      this.#hear([say(scene, said), aside(scene)].filter(Boolean).join(' '));
    }
    if (trick) {
      const pace = settings.pace === 'calm' ? 1 : settings.pace === 'quick' ? QUICK : 0;
      if (STAY.trick * pace === 0) this.trick = null;
      else this.#trickTimer = setTimeout(() => (this.trick = null), STAY.trick * pace);
      return STAY.trick;
    }
    if (said.event.type === 'play') return STAY.card;
    return said.event.type === 'deal' ? STAY.deal : STAY.word;
  }

  #ended(last: Finished | null): void {
    this.last = last;
    if (last) this.seated = { ...this.seated, [last.number]: last.names };
  }

  #hear(text: string): void {
    if (text) this.heard = [...this.heard.slice(-3), { key: this.#key++, text }];
  }

  // --- as it is told -----------------------------------------------------------------------------------------

  /** The table with its players called as this page calls them. */
  get #named(): Table {
    const table = this.table!;
    return { ...table, players: table.players.map((one) => ({ ...one, nick: called(one.nick, one.bot) })) };
  }

  get named(): Table | null {
    return this.table ? this.#named : null;
  }

  /** The running deal in lines: words, and who took each trick. What fell in it only the last trick shows (P-3.9.8). */
  get lines(): readonly Line[] {
    if (!this.table) return [];
    const scene: Scene = { lang: settings.lang, table: this.#named, before: null, after: this.view, last: this.last };
    const words = this.log
      .filter(({ event }) => event.type !== 'play')
      .map((said, key) => ({ key, text: say(scene, said, 'shown') }))
      .filter(({ text }) => text !== '');
    const tricks = (this.view?.history ?? []).map(({ winner }, at) => ({
      key: 1000 + at,
      text: taken(scene, winner, at + 1),
    }));
    return [...words, ...tricks];
  }

  /** The hand that waits for my card. */
  get plays(): Seat | null {
    return this.view && this.calm && !this.sent ? playing(this.view) : null;
  }

  get mine(): boolean {
    return this.view !== null && this.view.seat !== null && this.view.actor === this.view.seat;
  }
}

export const cardMotion = (): number => motion(220);
