// The wire of docs/protocol.md: what travels between the club and a browser, whatever the game.
// What a game puts into it (view, sheet, finished deal) is that game's own type.

import type { CardTerms, FromFile } from './club';
import type { Reveal } from './fair';

export const PROTO = 1;

/** An event is itself on the wire: `{"type":"play","card":"C7"}`. */
export interface GameEvent {
  readonly type: string;
}

/** An exact number: whole as a number, a fraction as text (`"26/3"`). */
export type Points = number | string;

/** Why an event is refused, and the rule that forbids it. */
export interface Illegal {
  readonly reason: string;
  readonly law: string;
}

export interface Player {
  readonly name: string; // on the sheet: a seat's letter, at five a number; empty before the lot
  readonly nick: string; // empty: a free chair
  readonly bot: string | null; // the level of the club's own; `owner/name` of a program that has an account
  readonly account: string | null;
  readonly chair: number; // never changes; what acts speak of
  readonly held: 'left' | 'absent' | null; // a bot plays for him
}

export interface Lot {
  readonly seats: readonly (readonly [name: string, card: string])[]; // lowest first: chose first
  readonly deal: readonly (readonly [name: string, card: string])[];
}

export type Role = 'player' | 'visitor' | 'kibitzer';

export interface Table {
  readonly id: string;
  readonly game: string;
  readonly preset: string;
  readonly diff: Readonly<Record<string, readonly [preset: unknown, here: unknown]>>;
  readonly conventions: Readonly<Record<string, unknown>>;
  readonly terms: CardTerms;
  readonly card: string; // the hash of what was agreed
  readonly public: boolean;
  readonly owner: number;
  readonly pulka: number; // counts rematches
  readonly previous: string | null;
  readonly you: string | null; // my name on the sheet; null: I have no seat
  readonly chair: number | null;
  readonly role: Role;
  readonly players: readonly Player[]; // clockwise
  readonly lot: Lot | null;
  readonly frozen?: boolean; // a fault has stopped the table
  readonly stand_in?: string; // the level of a bot that holds a seat
  readonly file?: FromFile | null; // the deals were brought
}

export interface Said<E extends GameEvent = GameEvent> {
  readonly seat: string | null; // null: the table itself
  readonly event: E;
}

/** What the table itself reads in a game's view. */
export interface GameView {
  readonly seat: string | null; // mine; null: I only watch, or wait
  readonly actor: string | null; // who decides
  readonly phase: string;
  readonly refused: Readonly<Record<string, Illegal>>; // my cards that may not be laid now
}

/** A deal that has ended. */
export interface GameLast {
  readonly number: number;
}

/** What a game brings: types only. */
export interface Kind {
  event: GameEvent;
  view: GameView;
  sheet: unknown;
  last: GameLast;
}

// --- what goes on between people -----------------------------------------------------------------------------

export type State = 'gathering' | 'playing' | 'adjourned' | 'finished';

export type What =
  | { readonly kind: 'adjourn' | 'stop' | 'open_chat' }
  | { readonly kind: 'hand_over'; readonly chair: number; readonly account: string };

export interface Proposal {
  readonly n: number;
  readonly by: number;
  readonly what: What;
  readonly nick: string | null; // of the one who would sit down
  readonly yes: readonly number[];
  readonly asked: readonly number[];
  readonly asks_you: boolean;
}

/** Who asks for the sight of one hand, or has it (PE-5.5.4). */
export interface Looking {
  readonly account: string;
  readonly nick: string;
  readonly chair: number;
  readonly yes: boolean | null;
}

/** A guaranteed result: whatever happens, as if the declarer had made so many tricks (P-3.8.5.1a). */
export interface Contract {
  readonly n: number;
  readonly deal: number;
  readonly by: number;
  readonly tricks: number;
  readonly to: readonly { readonly chair: number; readonly yes: boolean | null }[];
  readonly points: Readonly<Record<string, Points>> | null;
}

export interface Fair {
  readonly pack: string; // stands for the master secret
  readonly deal: number;
  readonly phase: 'hashes' | 'nonces' | 'ready' | 'dealt' | 'revealed' | null; // null: before the first
  readonly commitment: string;
  readonly asked: readonly number[];
  readonly shares: readonly {
    readonly chair: number;
    readonly player: string;
    readonly hash: string | null;
    readonly nonce: string | null;
  }[];
}

export interface Room {
  readonly state: State;
  readonly accepted: readonly number[];
  readonly proposal: Proposal | null;
  readonly resume: readonly number[];
  readonly next: readonly number[];
  readonly chat: boolean; // players may write now
  readonly looks: readonly Looking[];
  readonly warned: Readonly<Record<string, number>>;
  readonly removed: readonly string[];
  readonly contracts: readonly Contract[];
  readonly hints?: Readonly<Record<string, number>>; // taken, by chair
  readonly side: Readonly<Record<string, Points>>;
  readonly reseed: readonly number[];
  readonly rematch: string | null;
  readonly ended: 'played' | 'stopped' | 'force_majeure' | null;
  readonly fair: Fair | null;
}

/** An act in the log; `by`: a chair, null the table itself. */
export interface Done {
  readonly by: number | null;
  readonly do: { readonly act: string } & Readonly<Record<string, unknown>>;
}

export interface Watcher {
  readonly account: string;
  readonly nick: string;
  readonly bot?: string | null; // a program
  readonly at: number | null; // the chair whose hand he sees
}

/** Who is connected; not in the log. */
export interface Here {
  readonly online: readonly number[];
  readonly since: Readonly<Record<string, number>>; // by chair: away since, ms
  readonly kibitzers: readonly Watcher[];
}

export interface Chat {
  readonly n: number;
  readonly at: number;
  readonly account: string;
  readonly nick: string;
  readonly chair: number | null;
  readonly text: string | null;
  readonly phrase: string | null;
}

/** What a person may do at a table besides playing. */
export type Act =
  | { readonly act: 'sit'; readonly chair: number }
  | { readonly act: 'rise' | 'leave' | 'back' | 'resume' | 'reseed' | 'rematch' | 'hint' }
  | { readonly act: 'chair'; readonly chair: number; readonly bot: string | null }
  | {
      readonly act: 'card';
      readonly preset: string;
      readonly changes: Readonly<Record<string, unknown>>;
      readonly terms: Partial<CardTerms>;
      readonly public: boolean;
      readonly file?: boolean; // keep the deals that were brought
    }
  | { readonly act: 'accept'; readonly card: string }
  | { readonly act: 'propose'; readonly what: What }
  | { readonly act: 'answer'; readonly n: number; readonly yes: boolean }
  | { readonly act: 'withdraw'; readonly n: number }
  | { readonly act: 'object' | 'warn'; readonly account: string }
  | { readonly act: 'look'; readonly chair: number }
  | { readonly act: 'allow'; readonly account: string; readonly yes: boolean }
  | { readonly act: 'guarantee'; readonly tricks: number }
  | { readonly act: 'take'; readonly n: number; readonly answer: 'yes' | 'no' | 'mine' }
  | { readonly act: 'seal'; readonly deal: number; readonly hash: string }
  | { readonly act: 'nonce'; readonly deal: number; readonly nonce: string };

export type Words = { readonly text: string } | { readonly phrase: string };

// --- from the server -----------------------------------------------------------------------------------------

export interface Snap<K extends Kind = Kind> {
  readonly t: 'snap';
  readonly seq: number;
  readonly hash: string;
  readonly table: Table;
  readonly room: Room;
  readonly view: K['view'] | null;
  readonly sheet: K['sheet'] | null; // null before the lot
  readonly log: readonly Said<K['event']>[];
  readonly last: K['last'] | null;
  readonly proof: Reveal | null;
  readonly here: Here;
  readonly chat: readonly Chat[];
}

/** One entry of the log: an event of the game or an act at the table. What is left out is as it was. */
export interface Ev<K extends Kind = Kind> {
  readonly t: 'ev';
  readonly seq: number;
  readonly hash: string;
  readonly said: Said<K['event']> | null;
  readonly act?: Done | null;
  readonly view?: K['view'] | null;
  readonly table?: Table;
  readonly room?: Room;
  readonly sheet?: K['sheet'];
  readonly last?: K['last'] | null;
  readonly proof?: Reveal;
}

export interface HereNow extends Here {
  readonly t: 'here';
}
export interface ChatNow extends Chat {
  readonly t: 'chat';
}
export interface Looked {
  readonly t: 'looked';
  readonly chair: number;
}
/** What a bot weighed: `why` and `facts` are put into words by the page (`counsel.ts`). */
export interface Candidate {
  readonly event: GameEvent;
  readonly score: number | null;
  readonly why: string;
  readonly facts: Readonly<Record<string, number | string>>;
  readonly unit: string;
}

/** A hint that I took: what a bot of this level weighs, the best first; null: it took too long. */
export interface Hint {
  readonly t: 'hint';
  readonly at: number; // the entry of the game that I am to answer
  readonly level: string;
  readonly candidates: readonly Candidate[] | null;
}

export interface Bye {
  readonly t: 'bye';
  readonly code: 'elsewhere' | 'no_kibitzers' | 'sent_away';
}

export interface Ack {
  readonly t: 'ack';
  readonly id: string;
  readonly seq: number;
}

export type Code = 'illegal' | 'stale' | 'closed' | 'bad' | 'flood';

export interface Nak {
  readonly t: 'nak';
  readonly id: string | null;
  readonly code: Code;
  readonly reason?: string | null;
  readonly law?: string | null;
}

/** What is not in the log: presence, talk, a look at the last trick. */
export type Aside = HereNow | ChatNow | Looked | Hint;
export type FromServer<K extends Kind = Kind> = Snap<K> | Ev<K> | Aside | Ack | Nak | Bye;

export interface Have {
  readonly seq: number;
  readonly hash: string;
}

/** What a person asks for: an event of the game, the next deal, an act at the table, a word. */
export type Wish =
  { readonly do: GameEvent } | { readonly next: true } | { readonly act: Act } | { readonly say: Words };

export type ToServer =
  | { readonly t: 'hello'; readonly proto: number; readonly have?: Have }
  | { readonly t: 'cmd'; readonly id: string; readonly at: number; readonly do: GameEvent }
  | { readonly t: 'next'; readonly id: string; readonly at: number }
  | { readonly t: 'act'; readonly id: string; readonly do: Act }
  | ({ readonly t: 'say'; readonly id: string } & Words)
  | { readonly t: 'looked' };

// --- HTTP ---------------------------------------------------------------------------------------------------

export interface OptionAbout {
  readonly values: readonly string[]; // empty: a number, or a list of numbers
  readonly about: string;
  readonly law: string;
}

export interface GameAbout {
  readonly players: readonly number[];
  readonly presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly options: Readonly<Record<string, OptionAbout>>;
  readonly bots?: readonly string[]; // levels, from the weakest
}

export interface Refusal {
  readonly message: string;
  readonly code?: string;
  readonly options?: readonly string[];
}

export interface Wanted {
  readonly game: string;
  readonly preset: string;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly players: number;
}
