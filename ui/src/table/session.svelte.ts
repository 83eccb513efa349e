// One table while it is on the screen: what came over the wire, shown at a pace that eyes can follow, and what I do.
// Whatever the game: what a moment means the game's own client says (`client.ts`).

import { connect, type Connection } from '../core/connection';
import { start, type Link } from '../core/link';
import { nonce as draw, nonceHash, verify, type Reveal, type Verdict } from '../core/fair';
import { find } from '../core/i18n';
import { cardName, law } from '../core/speech';
import { told } from '../core/counsel';
import { guest } from '../core/club';
import { tellAct } from '../core/table/acts';
import { due, keepDrawer, noted, put, readDrawer, seal, seen, unseal, type Drawer } from '../core/table/fairness';
import { away, type Away } from '../core/table/presence';
import type { Chair, ClosedTrick, Line, Query, Scene } from '../core/table/reading';
import type {
  Act,
  Aside,
  Chat,
  Ev,
  Fair,
  GameEvent,
  Here,
  Hint,
  Kind,
  Nak,
  Player,
  Room,
  Said,
  Snap,
  Table,
  Wish,
  Words,
} from '../core/wire';
import { called, here, settings, t, tt } from '../settings.svelte';
import type { GameClient } from './client';
import { sound } from './sounds';

/** How long a thing stays before the next one happens. */
const STAY = { word: 450, card: 420, trick: 1300, deal: 300 };
const QUICK = 0.4;
const NOTE_MS = 5_000;
const AGAIN_MS = 120;

export interface Note {
  readonly text: string;
  readonly bad: boolean;
}

type Shown<K extends Kind> = Snap<K> | Ev<K>;

const NOBODY: Here = { online: [], since: {}, kibitzers: [] };

export class Session<K extends Kind = Kind> {
  readonly id: string;
  client = $state.raw<GameClient<K> | null>(null);
  /** This page does not know the game. */
  unknown = $state(false);
  link = $state.raw<Link>(start);
  table = $state.raw<Table | null>(null);
  /** What goes on between people: proposals, consents, talk, who watches. */
  room = $state.raw<Room | null>(null);
  here = $state.raw<Here>(NOBODY);
  /** Since when a chair is empty, by this page's clock. */
  away = $state.raw<Away>({});
  chat = $state.raw<readonly Chat[]>([]);
  /** Words that nobody has looked at yet. */
  unread = $state(0);
  /** The last deal that could be verified, and what came of it. */
  verdict = $state.raw<{ readonly deal: number; readonly verdict: Verdict } | null>(null);
  view = $state.raw<K['view'] | null>(null);
  sheet = $state.raw<K['sheet'] | null>(null);
  last = $state.raw<K['last'] | null>(null);
  log = $state.raw<readonly Said<K['event']>[]>([]);
  /** The deals that ended while we looked on, by number. */
  ended = $state.raw<Readonly<Record<number, K['last']>>>({});
  /** The trick just closed: it stays for a moment, as everybody must see it (P-3.9.7). */
  trick = $state.raw<ClosedTrick | null>(null);
  /** Whether everything that came has been shown. */
  calm = $state(true);
  /** Waiting for the answer to what I have just done. */
  sent = $state(false);
  /** What I did last, and when the club took it. */
  done = $state.raw<{ readonly type: string; readonly at: number } | null>(null);
  note = $state.raw<Note | null>(null);
  /** Lines for a screen reader, the latest last. */
  heard = $state.raw<readonly Line[]>([]);
  /** The match begins: the lot is shown, and the table waits behind it. */
  lot = $state(false);
  /** Cards of my hand that I have laid aside but not sent; nobody else knows. */
  picked = $state.raw<readonly string[]>([]);
  /** A card that I shall lay when it is my turn; only this page knows, and it goes by itself if it may not be laid. */
  prepared = $state.raw<string | null>(null);
  /** The hint that I took for what waits for me. */
  hint = $state.raw<Hint | null>(null);
  /** What a game's part keeps for itself while the table is open: notes, a view turned. Nothing of it is sent. */
  scratch = $state.raw<Readonly<Record<string, unknown>>>({});

  #connection: Connection | null = null;
  #client: (name: string) => Promise<GameClient | null>;
  #shelf: Shown<K>[] = []; // came before the game's part was here
  #loading = false;
  #queue: Ev<K>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #trickTimer: ReturnType<typeof setTimeout> | undefined;
  #asked = new Map<string, { readonly wish: Wish; readonly tries: number }>();
  #drawer: Drawer = {};
  #over: K['last'] | null = null; // the last deal that came, whether it has been shown or not
  #proof: Reveal | null = null;
  #drawn = false; // the lot was drawn while I looked on
  #key = 0;
  #seen = false;
  #seq = 0; // of what is shown
  #due = 0; // of what I did, once the club has said so
  #standing = $state.raw<K['view'] | null>(null); // the last view there was

  constructor(id: string, client: (name: string) => Promise<GameClient | null>) {
    this.id = id;
    this.#client = client;
  }

  open(): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#connection = connect<K>(`${scheme}//${location.host}/ws/table/${encodeURIComponent(this.id)}`, {
      show: (message) => this.show(message),
      answer: (id, nak, seq) => this.#answered(id, nak, seq),
      enter: async () => void (await guest(settings.name)),
      changed: (link) => (this.link = link),
    });
  }

  close(): void {
    here.game = '';
    this.#connection?.close();
    this.#connection = null; // what is still on its way finds nobody
    clearTimeout(this.#timer);
    clearTimeout(this.#noteTimer);
    clearTimeout(this.#trickTimer);
  }

  /** The lot has been looked at. */
  begin(): void {
    this.lot = false;
    this.#advance();
  }

  // --- what I do ---------------------------------------------------------------------------------------------

  do(event: K['event']): void {
    this.#wish({ do: event });
  }

  next(): void {
    this.#wish({ next: true });
  }

  /** Do something at the table besides playing. */
  act(act: Act): void {
    this.#ask({ act }, 0);
  }

  /** Say something to everybody. */
  write(words: Words): void {
    this.#ask({ say: words }, 0);
  }

  /** The others are told that I look at the last trick. */
  look(): void {
    if (this.table?.role === 'player') this.#connection?.tell({ t: 'looked' });
  }

  /** Another tab has the table: have it here. */
  takeBack(): void {
    this.#connection?.takeBack();
  }

  /** Lay a card from the hand that waits for one. */
  play(card: string): void {
    const event: GameEvent & { readonly card: string } = { type: 'play', card };
    this.do(event);
  }

  /** Prepare a card of my hand for when it is my turn, or take it back. */
  prepare(card: string): void {
    this.prepared = this.prepared === card ? null : card;
    const text = this.prepared ? t('prepare.done', { card: cardName(settings.lang, card) }) : t('prepare.off');
    this.say(text);
  }

  /** Whether a card may be prepared now: somebody else is to lay one. */
  get preparing(): boolean {
    const waits = this.view !== null && this.view.phase === 'play' && this.view.seat !== null && !this.mine;
    return settings.prepare && waits && this.table?.role === 'player';
  }

  /** Say why a card may not be laid. */
  refuse(card: string): void {
    const why = this.view?.refused[card];
    if (why) this.tell(this.#because(why.reason, why.law), true);
  }

  #wish(wish: Wish, tries = 0): void {
    this.#catchUp();
    this.sent = true;
    this.#ask(wish, tries);
  }

  #ask(wish: Wish, tries: number): void {
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
      if (asked && 'do' in asked.wish) this.done = { type: asked.wish.do.type, at: Date.now() };
      return;
    }
    // What may be offered at any time may have crossed with a card of somebody else.
    const offer = asked && 'do' in asked.wish && this.client?.reading.anytime.has(asked.wish.do.type);
    if (nak.code === 'stale' && offer && asked.tries < 3) {
      setTimeout(() => this.#wish(asked.wish, asked.tries + 1), AGAIN_MS);
      return;
    }
    // Shares of a deal are given by the page, not by a person; who comes too late is away, and the next one cuts.
    if (asked && 'act' in asked.wish && ['seal', 'nonce'].includes(asked.wish.act.act)) return;
    if (nak.code !== 'illegal') this.tell(tt(`nak.${nak.code}`), true);
    else {
      const of = asked && !('do' in asked.wish) ? 'act' : this.client?.name;
      this.tell(this.#because(nak.reason ?? null, nak.law ?? null, of), true);
    }
  }

  #because(reason: string | null, id: string | null, of = this.client?.name): string {
    // What is done at the table besides may have its own words for a reason; a game has its own in `tt`.
    const own = reason && find(settings.lang, `reason.${of}.${reason}`);
    const why = own || (reason ? tt(`reason.${reason}`) : '');
    return t('nak.illegal', { reason: id ? `${why} (${law(settings.lang, id)})` : why });
  }

  /** Something is on its way until it has been answered and is on the screen. */
  #settle(): void {
    const plays = [...this.#asked.values()].some(({ wish }) => 'do' in wish || 'next' in wish);
    this.sent = plays || this.#seq < this.#due;
  }

  /** A line that everybody notices, and that goes by itself. */
  tell(text: string, bad = false): void {
    this.note = { text, bad };
    this.say(text);
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => (this.note = null), NOTE_MS);
  }

  /** A line for the ear alone. */
  say(text: string): void {
    if (text) this.heard = [...this.heard.slice(-3), { key: this.#key++, text }];
  }

  /** Answer a question about the table, for the ear. */
  ask(query: Query): void {
    const { client, sheet } = this;
    if (client && this.table && sheet !== null) this.say(client.reading.answer(query, this.scene, sheet));
  }

  // --- what happens ------------------------------------------------------------------------------------------

  /** Something came. The first snapshot says which game it is, and that game's part is loaded before it is shown. */
  show(message: Shown<K> | Aside): void {
    if (message.t === 'here') return this.#present(message);
    if (message.t === 'chat') return this.#spoken(message);
    if (message.t === 'looked') return this.#looked(message.chair);
    if (message.t === 'hint') return this.#helped(message);
    if (message.t === 'snap') this.#arrived(message);
    // A share is due at once: it does not wait until what came before has been shown.
    if (message.room) void this.#share(message.room.fair, message.t === 'snap' ? message.table : this.table);
    if (message.last) this.#over = message.last;
    if (message.proof) this.#proof = message.proof;
    if (message.proof && this.client) void this.#verify(message.proof);
    if (this.client === null) {
      this.#shelf.push(message);
      if (message.t === 'snap' && !this.#loading) void this.#load(message.table.game);
    } else if (message.t === 'snap') this.snap(message, this.client);
    else this.#queued(message);
  }

  /** What stands of a snapshot whatever the game. */
  #arrived(snap: Snap<K>): void {
    this.table = snap.table;
    this.room = snap.room;
    this.chat = snap.chat;
    this.away = away(this.away, snap.here, null, Date.now());
    this.here = snap.here;
    if (Object.keys(this.#drawer).length === 0) this.#drawer = readDrawer(localStorage, this.id);
  }

  #present(here: Here): void {
    this.away = away(this.away, here, this.here, Date.now());
    this.here = here;
  }

  #spoken(word: Chat): void {
    if (this.chat.some(({ n }) => n === word.n)) return;
    this.chat = [...this.chat.slice(-199), word];
    const mine = word.chair !== null && word.chair === this.table?.chair;
    if (!mine) {
      this.unread += 1;
      sound('talk');
    }
    this.say(t('chat.heard', { who: called(word.nick, null), words: wordsOf(word) }));
  }

  #looked(chair: number): void {
    if (chair !== this.table?.chair) this.tell(t('told.looked', { who: this.who(chair) }));
  }

  #helped(hint: Hint): void {
    this.hint = hint;
    this.say(hint.candidates?.[0] ? told(settings.lang, hint.candidates[0]) : t('hint.late'));
  }

  async #share(fair: Fair | null, table: Table | null): Promise<void> {
    if (!fair || !table) return;
    const chair = table.role === 'player' ? table.chair : null;
    this.#drawer = noted(this.#drawer, fair);
    const give = due(fair, chair, this.#drawer[fair.deal]);
    keepDrawer(localStorage, this.id, this.#drawer);
    if (give === null || !('subtle' in crypto)) return; // without a safe line nobody here can make a hash: away
    if (give.give === 'nonce') return this.act(unseal(fair.deal, give.nonce));
    const held = this.#drawer[fair.deal];
    const { player } = give;
    const again = held?.commitment === fair.commitment && held.player === player;
    const nonce = again ? held.nonce : draw();
    this.#drawer = put(this.#drawer, fair.deal, { player, nonce, commitment: fair.commitment, shares: [] });
    keepDrawer(localStorage, this.id, this.#drawer);
    this.act(seal(fair.deal, await nonceHash(this.id, fair.deal, player, nonce)));
  }

  async #verify(proof: Reveal): Promise<void> {
    if (!('subtle' in crypto)) return;
    const over = this.#over?.number === proof.deal ? this.#over : null;
    const cards = over === null ? undefined : this.client?.reading.dealt?.(over);
    const kept = { ...seen(this.#drawer[proof.deal]), ...(cards === undefined ? {} : { cards }) };
    const verdict = await verify(proof, kept);
    const here: Verdict = proof.table === this.id ? verdict : { ok: false, why: 'seen' };
    this.verdict = { deal: proof.deal, verdict: here };
  }

  async #load(name: string): Promise<void> {
    this.#loading = true;
    const client = await this.#client(name).catch(() => null);
    if (this.#connection === null) return; // the page has gone to another table
    if (client === null) {
      this.unknown = true;
      return;
    }
    this.client = client as unknown as GameClient<K>;
    here.game = name;
    for (const message of this.#shelf.splice(0)) {
      if (message.t === 'snap') this.snap(message, this.client);
      else this.#queued(message);
    }
    if (this.#proof) void this.#verify(this.#proof);
  }

  snap(snap: Snap<K>, client: GameClient<K>): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    const back = this.#seen;
    this.#seen = true;
    this.hint = null; // if it is still good it comes again
    this.#stand(snap.view);
    this.sheet = snap.sheet;
    this.#ended(snap.last);
    this.log = snap.log;
    this.trick = null;
    this.calm = true;
    this.#seq = snap.seq;
    this.#due = 0;
    this.#settle();
    if (back) this.tell(t('link.back'));
    else if (client.parts.Lot && snap.view !== null && snap.view.seat !== null) {
      const first = client.reading.number(snap.view) === 1 && client.reading.lastTrick(snap.view, null) === null;
      this.lot = first && (snap.table.lot?.seats.length ?? 0) > 0;
    }
  }

  #queued(event: Ev<K>): void {
    this.#queue.push(event);
    this.calm = false;
    if (this.#timer === undefined && !this.lot) this.#advance();
  }

  #advance(): void {
    const event = this.#queue.shift();
    if (!event) {
      this.#timer = undefined;
      this.calm = true;
      return;
    }
    const stay = this.#happened(event) * this.#pace;
    if (stay > 0) {
      this.#timer = setTimeout(() => this.#advance(), stay);
      this.calm = this.#queue.length === 0;
    } else if (!this.lot) this.#advance();
    else this.#timer = undefined;
  }

  get #pace(): number {
    return settings.pace === 'calm' ? 1 : settings.pace === 'quick' ? QUICK : 0;
  }

  /** Show one event; how long it should stay, in milliseconds. */
  #happened({ seq, said, act, view, table, room, sheet, last }: Ev<K>): number {
    const client = this.client!;
    this.#seq = seq;
    if (table) {
      this.#drawn ||= this.table?.lot === null && table.lot !== null;
      this.table = table;
    }
    if (room) this.room = room;
    if (act && this.table) this.#acted(tellAct(settings.lang, this.named, act, this.here.kibitzers));
    const before = this.view;
    const trick =
      said?.event.type === 'play' && view !== undefined
        ? client.reading.closed(before, view, last ?? null, said)
        : null;
    if (view !== undefined) this.#stand(view);
    this.#settle();
    if (sheet !== undefined) this.sheet = sheet;
    if (last !== undefined) this.#ended(last);
    if (this.#drawn && this.view && client.parts.Lot) {
      this.#drawn = false;
      this.lot = this.view.seat !== null;
    }
    if (!said) return 0;
    this.hint = null;
    this.log = said.event.type === 'deal' ? [said] : [...this.log, said];
    clearTimeout(this.#trickTimer);
    this.trick = trick;
    if (trick) sound('trick');
    else if (said.event.type === 'play') sound('card');
    if (this.mine && before?.actor !== this.view?.actor) sound('turn');
    if (this.table) {
      const scene = { ...this.scene, before };
      this.say([client.reading.say(scene, said), client.reading.aside(scene)].filter(Boolean).join(' '));
    }
    if (trick) {
      if (this.#pace === 0) this.trick = null;
      else this.#trickTimer = setTimeout(() => (this.trick = null), STAY.trick * this.#pace);
      return STAY.trick;
    }
    if (said.event.type === 'play') return STAY.card;
    return said.event.type === 'deal' ? STAY.deal : STAY.word;
  }

  #acted(told: { readonly text: string; readonly bad: boolean } | null): void {
    if (told) this.tell(told.text, told.bad);
  }

  #stand(view: K['view'] | null): void {
    this.view = view;
    if (view) this.#standing = view;
  }

  #ended(last: K['last'] | null): void {
    this.last = last;
    if (last) this.ended = { ...this.ended, [last.number]: last };
  }

  // --- as it is told -----------------------------------------------------------------------------------------

  /** The table with its players called as this page calls them; once there is one. */
  readonly named: Table = $derived.by(() => {
    const table = this.table!;
    return { ...table, players: table.players.map((one) => ({ ...one, nick: called(one.nick, one.bot) })) };
  });

  /** This moment, as it is told. */
  get scene(): Scene<K> {
    return { lang: settings.lang, table: this.named, before: null, after: this.view, last: this.last };
  }

  /** What stands on the table: while the last trick of a deal stays, the table still stands as it was. */
  readonly shown: K['view'] | null = $derived(this.view ?? (this.trick ? this.#standing : null));

  readonly chairs: readonly Chair[] = $derived(
    this.client && this.table ? this.client.reading.chairs(this.named, this.shown) : [],
  );

  /** Who has a chair, as acts number them. */
  player(chair: number | null): Player | undefined {
    return this.table ? this.named.players.find((one) => one.chair === chair) : undefined;
  }

  /** What the one on a chair is called in a sentence. */
  who(chair: number | null): string {
    if (chair !== null && chair === this.table?.chair) return t('table.you');
    return this.player(chair)?.nick ?? '';
  }

  /** The chair of a seat in this deal. */
  chair(seat: string | null): Chair | undefined {
    return this.chairs.find((one) => one.seat === seat);
  }

  /** The running deal in lines. */
  readonly lines: readonly Line[] = $derived(
    this.client && this.table ? this.client.reading.lines(this.scene, this.log) : [],
  );

  /** The seat whose card I am to lay now. */
  get plays(): string | null {
    return this.view && this.calm && !this.sent && this.client ? this.client.reading.playing(this.view) : null;
  }

  /** The table waits for me. */
  get mine(): boolean {
    return (
      this.view !== null &&
      this.view.seat !== null &&
      this.view.actor === this.view.seat &&
      this.table?.role === 'player' &&
      this.room?.state === 'playing'
    );
  }

  /** The deal that has just ended, once its last trick has been seen. */
  get result(): K['last'] | null {
    return this.view === null && this.trick === null ? this.last : null;
  }
}

/** What was written, or a phrase in the language of the page. */
export const wordsOf = (word: Chat): string => word.text ?? tt(`phrase.${word.phrase}`);

/** What somebody is called where names stand: with `you` for me only where I gave no name. */
export const nameOf = (chair: Chair | undefined): string =>
  !chair ? '' : chair.name === null ? t('table.dummy') : chair.me ? chair.nick || t('table.you') : chair.nick;

/** What somebody is called in a sentence: `you` for me. */
export const callOf = (chair: Chair | undefined): string =>
  !chair ? '' : chair.name === null ? t('table.dummy') : chair.me ? t('table.you') : chair.nick;
