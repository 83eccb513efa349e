// One table while it is on the screen: what came over the wire, as it is shown, and what I do. Whatever the game: what a
// moment means the game's own client says (`client.ts`). The line, the pace, fair dealing and what is said stand apart.

import { freed, grown, laidOpen, loose } from '../bench/bench';
import { comeIn } from '../core/club';
import { told } from '../core/counsel';
import { find } from '../core/i18n';
import { signed, type Exact } from '../core/points';
import { lawPath } from '../core/routes';
import { law } from '../core/speech';
import { tellAct } from '../core/table/acts';
import { lotSeen, seeLot } from '../core/table/lots';
import { nickOf } from '../core/table/people';
import { away, type Away } from '../core/table/presence';
import { clocked, type Clocked } from '../core/table/turn';
import type { Chair, ClosedTrick, Line, Query, Reading, Scene } from '../core/table/reading';
import { same } from '../core/waiting';
import type {
  Act, Aside, Candidate, Chat, Ev, GameEvent, Here, Hint, Kind, Nak, Named, Points, Room, Said, Snap, Table, TableInfo, Wish, Words,
} from '../core/wire'; // prettier-ignore
import type { Hearing, Reveal } from '../wire.gen';
import { called, here, settings, t, tt } from '../settings.svelte';
import { TableConnection } from './connection.svelte';
import { FairDealing } from './dealing.svelte';
import { pace, Queue } from './queue.svelte';
import { sound } from './sounds';
import { Voice } from './voice.svelte';

/** How long a thing stays before the next one happens, in milliseconds. */
const STAY = { word: 450, card: 420, trick: 1300, deal: 300 };
const HASTE = 0.22; // of that, where the rest is played quickly
const AGAIN_MS = 120;
const TRIES = 3;
const WORDS = 200; // of the talk, kept on the page

type Shown<K extends Kind> = Snap<K> | Ev<K>;

const NOBODY: Here = { t: 'here', online: [], since: {}, kibitzers: [] };

/** How long what one does can be mended before it is sent, at a table that rules on errors. */
const MEND_MS = 1200;
/** Calls and cards: what may be asked back (PE-5.4.22). */
const UNDONE: ReadonlySet<string> = new Set([
  'play',
  'pass',
  'bid',
  'here',
  'misere',
  'take',
  'double',
  'redouble',
  'order',
]);

/** What a session asks of the client of its game; what it draws with is the shell's (`client.ts`). */
export interface Reader<K extends Kind> {
  readonly name: string; // as on the wire
  readonly reading: Reading<K>;
  /** Lot: the draw before the first deal is shown. */
  readonly parts: { readonly Lot?: unknown };
  /** What each would have if the match ended now, by place on the sheet; without it nothing is told. */
  standing?(sheet: K['sheet'], conventions: Readonly<Record<string, unknown>>): readonly (Points | Exact)[];
}

/** Parts of a game know it as `Session` (`client.ts`), with the client that they are parts of. */
export class TableSession<K extends Kind = Kind, C extends Reader<K> = Reader<K>> {
  readonly id: string;
  readonly connection: TableConnection<K>;
  readonly voice = new Voice();
  readonly fair: FairDealing;
  readonly queue = new Queue<Ev<K>>(
    (event) => this.#happened(event),
    () => this.lot,
  );
  client = $state.raw<C | null>(null);
  /** The game's part could not be fetched. */
  unknown = $state(false);
  table = $state.raw<TableInfo | null>(null);
  /** What goes on between people: proposals, consents, talk, who watches. */
  room = $state.raw<Room | null>(null);
  here = $state.raw<Here>(NOBODY);
  /** Since when a chair is empty, by this page's clock. */
  away = $state.raw<Away>({});
  /** Whose move the table waits for, and since when. */
  clock = $state.raw<Clocked | null>(null);
  chat = $state.raw<readonly Chat[]>([]);
  /** Words that nobody has looked at yet. */
  unread = $state(0);
  view = $state.raw<K['view'] | null>(null);
  sheet = $state.raw<K['sheet'] | null>(null);
  last = $state.raw<K['last'] | null>(null);
  log = $state.raw<readonly Said<K>[]>([]);
  /** The deals that ended while we looked on, by number. */
  ended = $state.raw<Readonly<Record<number, K['last']>>>({});
  /** The trick just closed: it stays for a moment, as everybody must see it (P-3.9.7). */
  trick = $state.raw<ClosedTrick | null>(null);
  /** Something lies open to be read: what comes waits, or until a tap. */
  resting = $state(false);
  /** The match begins: the lot is shown, and the table waits behind it. */
  lot = $state(false);
  /** The deal that was dealt while I looked on; who comes back to a hand does not see it dealt again. */
  dealt = $state(0);
  /** I have nothing left to decide in this deal, and wish it played on quickly. */
  hurried = $state(0);
  /** Cards of my hand that I have laid aside but not sent; nobody else knows. */
  picked = $state.raw<readonly string[]>([]);
  /** A card that I shall lay when it is my turn; only this page knows, and it goes by itself if it may not be laid. */
  prepared = $state.raw<string | null>(null);
  /** What the arbiter has ruled, until I have read it: the deal that it was about may be over by then. */
  ruling = $state.raw<Hearing | null>(null);
  /** The hint that I took for what waits for me. */
  hint = $state.raw<Hint | null>(null);
  /** What a game's part keeps for itself while the table is open: notes, a view turned. Nothing of it is sent. */
  scratch = $state.raw<Readonly<Record<string, unknown>>>({});

  #find: (name: string) => Promise<unknown>;
  #shelf: Shown<K>[] = []; // came before the game's part was here
  #loading = false;
  #trickTimer: ReturnType<typeof setTimeout> | undefined;
  #over: K['last'] | null = null; // the last deal that came, whether it has been shown or not
  #proof: Reveal | null = null;
  #drawn = false; // the lot was drawn while I looked on
  #seen = false;
  /** What I have done and what is not sent yet: for a moment it can be mended. */
  held = $state.raw<K['event'] | null>(null);
  #heldTimer: ReturnType<typeof setTimeout> | undefined;
  #standing = $state.raw<K['view'] | null>(null); // the last view there was

  /** find: the client of a game by its name. connection: where it is not a socket of the club. */
  constructor(id: string, find: (name: string) => Promise<unknown>, connection = new TableConnection<K>()) {
    this.id = id;
    this.connection = connection;
    this.#find = find;
    this.fair = new FairDealing(id, (act) => this.act(act));
  }

  open(): void {
    this.connection.begin(this.id, {
      show: (message) => this.show(message),
      enter: async () => void (await comeIn(settings.name)),
      refused: (nak, wish, tries) => this.#refused(nak, wish, tries),
    });
  }

  close(): void {
    here.game = '';
    this.connection.close();
    this.queue.clear();
    this.voice.close();
    clearTimeout(this.#trickTimer);
    this.mend();
  }

  /** What lies open has been read: go on. */
  read(): void {
    this.resting = false;
    this.queue.skip();
  }

  /** The lot has been looked at. */
  begin(): void {
    seeLot(this.id);
    this.lot = false;
    this.queue.advance();
  }

  // --- what I do ---------------------------------------------------------------------------------------------

  /** At a table that rules on errors it is sent a moment later, or when it is done once more: it can be mended before it counts. */
  do(event: K['event']): void {
    const again = this.held !== null && same(this.held, event);
    clearTimeout(this.#heldTimer);
    const moment = !again && this.#mends(event) ? MEND_MS * pace() : 0;
    if (moment === 0) return this.#send(event);
    this.held = event;
    this.#heldTimer = setTimeout(() => this.#send(event), moment);
  }

  /** What was about to be sent is not. */
  mend(): void {
    clearTimeout(this.#heldTimer);
    this.held = null;
  }

  #mends(event: K['event']): boolean {
    const mends = this.room?.bench?.mends ?? [];
    return mends.includes(event.type === 'play' ? 'card' : 'word');
  }

  #send(event: K['event']): void {
    this.held = null;
    this.#wish({ do: event });
  }

  next(): void {
    this.#wish({ next: true });
  }

  /** Do something at the table besides playing. */
  act(act: Act): void {
    this.connection.ask({ act });
  }

  /** Say something to everybody. */
  write(words: Words): void {
    this.connection.ask({ say: words });
  }

  /** The others are told that I look at the last trick. */
  look(): void {
    if (this.table?.role === 'player') this.connection.tell({ t: 'looked' });
  }

  /** Nothing is left to me in this deal, and nobody else is here: the rest is played without pauses. */
  hurry(): void {
    if (!this.mayHurry || this.view === null || this.client === null) return;
    this.hurried = this.client.reading.number(this.view);
    this.connection.tell({ t: 'hurry' });
    this.queue.skip();
  }

  /** Whether the rest of the deal can be played quickly: bots alone play it, and it leaves me nothing to decide. */
  get mayHurry(): boolean {
    const { view, table, client } = this;
    if (view === null || table === null || table.role !== 'player' || table.event || this.company) return false;
    return this.hurried === 0 && this.room?.state === 'playing' && (client?.reading.idle?.(view) ?? false);
  }

  /** Lay a card from the hand that waits for one. */
  play(card: string): void {
    const event: GameEvent & { readonly card: string } = { type: 'play', card };
    this.do(event);
  }

  /** Say why a card may not be laid. */
  refuse(card: string): void {
    const why = this.view?.reasons[card];
    if (why) {
      const law = why.law ?? null;
      this.voice.tell(this.#because(why.reason, law), true, this.#laws(why.reason, law));
    }
  }

  /** Who acts has seen enough: the rest is shown at once. */
  #wish(wish: Wish, tries = 0): void {
    this.queue.catchUp();
    clearTimeout(this.#trickTimer);
    this.trick = null;
    this.connection.play(wish, tries);
  }

  #refused(nak: Nak, wish: Wish | null, tries: number): void {
    // What may be offered at any time may have crossed with a card of somebody else.
    const offer = wish && 'do' in wish && this.client?.reading.anytime.has(wish.do.type);
    if (nak.code === 'stale' && offer && tries < TRIES) {
      setTimeout(() => this.#wish(wish, tries + 1), AGAIN_MS);
      return;
    }
    // Shares of a deal are given by the page, not by a person; who comes too late is away, and the next one cuts.
    if (wish && 'act' in wish && ['seal', 'nonce'].includes(wish.act.act)) return;
    // A hint that was taken before the page was loaded anew comes by itself.
    if (nak.code === 'illegal' && nak.reason === 'already' && wish && 'act' in wish && wish.act.act === 'hint') return;
    const arbiter = wish && 'act' in wish && wish.act.act === 'arbiter';
    const of = arbiter ? 'arbiter' : wish && !('do' in wish) ? 'act' : this.client?.name;
    const why =
      nak.code === 'illegal' ? this.#because(nak.reason, nak.law, of) : tt(`nak.${nak.code}`, { n: nak.wait ?? 1 });
    this.voice.tell(why, true, nak.code === 'illegal' ? this.#laws(nak.reason, nak.law, of) : null);
  }

  #because(reason: string | null, id: string | null, of = this.client?.name): string {
    // What is done at the table besides may have its own words for a reason; a game has its own in `tt`.
    const own = reason && find(settings.lang, `reason.${of}.${reason}`);
    const why = own || (reason ? tt(`reason.${reason}`) : '');
    return t('nak.illegal', { reason: id ? `${why} (${law(settings.lang, id)})` : why });
  }

  /** The page of the laws at that rule; it says the reason where the arbiter has nothing to rule. */
  #laws(reason: string | null, id: string | null, of = this.client?.name): string | null {
    if (id === null) return null;
    return lawPath(id, reason ? `?reason=${reason}&of=${of ?? ''}` : '');
  }

  /** Answer a question about the table, for the ear. */
  ask(query: Query): void {
    const { client, sheet } = this;
    if (client && this.table && sheet !== null) this.voice.say(client.reading.answer(query, this.scene, sheet));
  }

  // --- what happens ------------------------------------------------------------------------------------------

  /** Something came. The first snapshot says which game it is, and that game's part is loaded before it is shown. */
  show(message: Shown<K> | Aside): void {
    switch (message.t) {
      case 'here':
        return this.#present(message);
      case 'chat':
        return this.#spoken(message);
      case 'looked':
        if (message.chair !== this.table?.chair) this.voice.tell(t('told.looked', { who: this.who(message.chair) }));
        return;
      case 'hint': {
        const hint = this.#worded(message);
        const [best, next] = hint.candidates ?? [];
        this.hint = hint;
        return this.voice.say(best ? told(settings.lang, best, next) : t('hint.late'));
      }
    }
    if (message.t === 'snap') {
      this.table = message.table;
      this.room = message.room;
      this.chat = message.chat;
      this.#present(message.here ?? NOBODY, null);
    }
    // A share is due at once: it does not wait until what came before has been shown.
    const table = message.t === 'snap' ? message.table : this.table;
    if (message.room && table) void this.fair.share(message.room.fair, table.role === 'player' ? table.chair : null);
    if (message.last) this.#over = message.last;
    if (message.proof) this.#proof = message.proof;
    if (message.proof) this.#verify();
    if (this.client !== null) this.#take(message, this.client);
    else {
      this.#shelf.push(message);
      if (message.t === 'snap' && !this.#loading) void this.#load(message.table.game);
    }
  }

  /** A hint with what its calls promise in the words of its game. */
  #worded(hint: Hint): Hint {
    const promised = this.client?.reading.promised;
    const word = (one: Candidate): Candidate =>
      typeof one.facts['promise'] === 'string' && promised
        ? { ...one, facts: { ...one.facts, promise: promised(settings.lang, one.facts['promise']) } }
        : one;
    return { ...hint, candidates: hint.candidates?.map(word) ?? null };
  }

  #take(message: Shown<K>, client: C): void {
    if (message.t === 'snap') this.#snap(message, client);
    else this.queue.push(message);
  }

  #present(now: Here, before: Here | null = this.here): void {
    this.away = away(this.away, now, before, Date.now());
    this.here = now;
  }

  #spoken(word: Chat): void {
    if (this.chat.some(({ n }) => n === word.n)) return;
    this.chat = [...this.chat.slice(1 - WORDS), word];
    if (word.chair === null || word.chair !== this.table?.chair) {
      this.unread += 1;
      sound('talk');
    }
    this.voice.say(t('chat.heard', { who: called(word.nick, null), words: wordsOf(word) }));
  }

  #verify(): void {
    const [proof, over, client] = [this.#proof, this.#over, this.client];
    if (!proof || !client) return;
    const cards = over?.number === proof.deal ? client.reading.dealt?.(over) : undefined;
    void this.fair.verify(proof, cards);
  }

  async #load(name: string): Promise<void> {
    this.#loading = true;
    const client = await this.#find(name).catch(() => null);
    if (!this.connection.open) return; // the page has gone to another table
    if (client === null) {
      this.unknown = true;
      return;
    }
    // What this game has put on the wire goes to this game's client alone, so its own types may be forgotten between.
    const own = client as C;
    this.client = own;
    here.game = name;
    for (const message of this.#shelf.splice(0)) this.#take(message, own);
    this.#verify();
  }

  #snap(snap: Snap<K>, client: C): void {
    this.queue.clear();
    const back = this.#seen;
    this.#seen = true;
    this.hint = null; // if it is still good it comes again
    this.#stand(snap.view);
    this.sheet = snap.sheet;
    this.#ended(snap.last);
    this.log = snap.log;
    this.clock = clocked(snap.turn, this.clock, false, Date.now());
    this.trick = null;
    this.connection.shown(snap.seq, true);
    if (back && this.connection.live) this.voice.tell(t('link.back'));
    else if (!back && client.parts.Lot && snap.view !== null && snap.view.seat !== null) {
      const first = client.reading.number(snap.view) === 1 && client.reading.lastTrick(snap.view, null) === null;
      this.lot = first && (snap.table.lot?.seats.length ?? 0) > 0 && !lotSeen(this.id);
    }
    // Where nothing has been said or played yet the hand is dealt before one's eyes; who comes back has seen it.
    const begins = snap.log.every(({ event }) => event.type === 'deal');
    if (!back && snap.view !== null && begins) this.dealt = client.reading.number(snap.view);
  }

  /** Show one event; how long it should stay, in milliseconds. */
  #happened({ seq, said, act, view, table, room, sheet, last, turn }: Ev<K>): number {
    const client = this.client!;
    if (table) {
      this.#drawn ||= this.table?.lot === null && table.lot !== null;
      this.table = table;
    }
    const ruled = room?.bench?.ruled ?? [];
    if (ruled.length > (this.room?.bench?.ruled.length ?? 0)) this.ruling = ruled.at(-1)!;
    if (room) this.room = room;
    if (turn !== undefined) this.clock = clocked(turn, this.clock, true, Date.now());
    const word =
      act && this.table && tellAct(settings.lang, this.named, act, this.here.kibitzers, (nick) => called(nick, null));
    // What the page shows by itself is only spoken: the notice over the cloth asks a player what to do, and who sits down
    // before the lot stands in the list of chairs.
    const asked = act?.do.act === 'time_out' && this.table?.role === 'player' && this.table.terms.clock !== 'bank';
    const listed = (act?.do.act === 'sit' || act?.do.act === 'rise') && this.table?.lot === null;
    if (word && (asked || listed)) this.voice.say(word.text);
    else if (word) this.voice.tell(word.text, word.bad);
    const before = this.view;
    const trick =
      said?.event.type === 'play' && view !== undefined
        ? client.reading.closed(before, view, last ?? null, said)
        : null;
    if (view !== undefined) this.#stand(view);
    this.connection.shown(seq);
    if (sheet !== undefined) this.sheet = sheet;
    if (last !== undefined) this.#ended(last);
    if (this.#drawn && this.view && client.parts.Lot) {
      this.#drawn = false;
      this.lot = this.view.seat !== null;
    }
    if (!said) return 0;
    if (said.event.type === 'deal' && this.view) this.dealt = client.reading.number(this.view);
    this.hint = null;
    this.log = grown(this.log, said);
    if (trick) sound('trick');
    else if (said.event.type === 'play') sound('card');
    if (this.mine && before?.actor !== this.view?.actor) sound('turn');
    if (this.table) {
      const scene = { ...this.scene, before };
      this.voice.say([client.reading.say(scene, said), client.reading.aside(scene)].filter(Boolean).join(' '));
    }
    if (this.view === null) this.hurried = 0;
    const haste = this.hurried > 0 ? HASTE : 1;
    this.#stay(trick, haste);
    const open = (client.reading.stays?.(before, this.view) ?? 0) * haste;
    this.resting = open > 0 && pace() > 0;
    if (open > 0) return open;
    if (trick) return STAY.trick * haste;
    if (said.event.type === 'play') return STAY.card * haste;
    return said.event.type === 'deal' ? STAY.deal : STAY.word;
  }

  /** A trick that has closed lies for a moment. */
  #stay(trick: ClosedTrick | null, haste: number): void {
    clearTimeout(this.#trickTimer);
    this.trick = pace() === 0 ? null : trick;
    if (this.trick) this.#trickTimer = setTimeout(() => (this.trick = null), STAY.trick * haste * pace());
  }

  #stand(view: K['view'] | null): void {
    this.view = view && this.judged ? freed(view) : view;
    if (view) this.#standing = this.view;
  }

  #ended(last: K['last'] | null): void {
    this.last = last;
    if (last) this.ended = { ...this.ended, [last.number]: last };
  }

  // --- as it is told -----------------------------------------------------------------------------------------

  /** The table with its players called as this page calls them; once there is one. */
  readonly named: Table = $derived.by(() => {
    const table = this.table!;
    const players = table.players.map((one) => ({ ...one, nick: one.nick === null ? '' : called(one.nick, one.bot) }));
    return { ...table, players };
  });

  /** This moment, as it is told. */
  get scene(): Scene<K> {
    return { lang: settings.lang, table: this.named, before: null, after: this.view, last: this.last };
  }

  /** What stands on the table: while the last trick of a deal stays, the table still stands as it was. */
  readonly shown: K['view'] | null = $derived(this.view ?? (this.trick ? this.#standing : null));

  readonly chairs: readonly Chair[] = $derived.by(() => {
    if (!this.client || !this.table) return [];
    const chairs = this.client.reading.chairs(this.named, this.shown);
    return this.judged ? laidOpen(chairs, this.shown) : chairs;
  });

  /** Who has a chair, as acts number them. */
  player(chair: number | null): Named | undefined {
    return this.table ? this.named.players.find((one) => one.chair === chair) : undefined;
  }

  /** What the one on a chair is called in a sentence. */
  who(chair: number | null): string {
    if (chair !== null && chair === this.table?.chair) return t('table.you');
    return this.player(chair)?.nick ?? '';
  }

  /** What a player is called, by the name on the sheet. */
  nick(name: string | null | undefined): string {
    return nickOf(this.named, name);
  }

  /** The chair of a seat in this deal. */
  chair(seat: string | null): Chair | undefined {
    return this.chairs.find((one) => one.seat === seat);
  }

  /** What each would have if the match ended now, mine first: `вы +36 · Филин −12`; empty where no game says. */
  readonly standing: string = $derived.by(() => {
    const { client, sheet, table } = this;
    if (!client?.standing || sheet === null || !table) return '';
    const { names } = sheet as { readonly names: readonly string[] };
    const each = client.standing(sheet, table.conventions);
    const first = Math.max(0, names.indexOf(table.you ?? ''));
    return names
      .map((_, n) => (first + n) % names.length)
      .map((at) => `${names[at] === table.you ? t('table.you') : this.nick(names[at])} ${signed(each[at] ?? 0)}`)
      .join(' · ');
  });

  /** The running deal in lines. */
  readonly lines: readonly Line[] = $derived(
    this.client && this.table ? this.client.reading.lines(this.scene, this.log) : [],
  );

  /** The number of my own last call or card, where all may let me take it back; null: there is none now. */
  get undoable(): number | null {
    const { table, room, view, log } = this;
    const agreed = table?.conventions['table.undo'] === 'unanimous' && table.role === 'player';
    const last = log.at(-1);
    if (!agreed || room?.state !== 'playing' || room.proposal !== null || !view || !last?.n || last.struck) return null;
    return last.seat !== null && last.seat === view.seat && UNDONE.has(last.event.type) ? last.n : null;
  }

  /** Waiting for the answer to what I have just done. */
  get sent(): boolean {
    return this.connection.sent;
  }

  /** The seat whose card I am to lay now. */
  get plays(): string | null {
    return this.view && this.queue.calm && !this.sent && this.client ? this.client.reading.playing(this.view) : null;
  }

  /** My cards that may not be laid now, and why. */
  readonly barred: Readonly<Record<string, string>> = $derived(
    Object.fromEntries(
      Object.entries(this.shown?.reasons ?? {}).map(([card, { reason }]) => [card, tt(`reason.${reason}`)]),
    ),
  );

  /** Errors are possible here, and the arbiter is called. */
  get judged(): boolean {
    return this.room?.bench?.errors === true;
  }

  /** At such a table: the cards that my hand can lay, in its turn or not; null: none now. */
  get loose(): ReadonlySet<string> | null {
    const able = this.judged && this.queue.calm && !this.sent && this.table?.role === 'player';
    return able ? loose(this.view) : null;
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

  /** Other people play here, so somebody waits for me. */
  get company(): boolean {
    const { players, chair } = this.named;
    return players.some((one) => one.bot === null && one.held === null && one.chair !== chair);
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
