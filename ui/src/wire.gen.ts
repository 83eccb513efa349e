// Made by `make wire` from src/kozyr/club (wire.py, answers.py) and the games: not to be edited.

/** An exact number: whole as a number, a fraction as text (`"26/3"`). */
export type Points = number | string;
/** An event is itself on the wire: `{"type":"play","card":"C7"}`. */
export interface GameEvent { readonly type: string }
/** What a game brings: types only. */
export interface Kind { event: GameEvent; view: View; sheet: Sheet; last: Finished }

export const PROTO = 2 as const;

export const PHRASES = ["hello", "good_luck", "ready", "one_moment", "back", "well_played", "thanks", "sorry", "my_fault", "bad_luck", "it_happens", "last_pulka", "once_more", "bye"] as const;

export const REASONS = {"quarrel": "PE-5.4.2", "advice": "PE-5.4.19", "familiarity": "PE-5.4.20", "illegal_information": "PE-5.4.11", "collusion": "PE-5.4.13", "kibitzer": "PE-5.5.1", "walked_out": "PE-5.4.18", "other": null} as const;

export type TableState = 'gathering' | 'playing' | 'adjourned' | 'finished';

export type Role = 'player' | 'visitor' | 'kibitzer';

export type Held = 'left' | 'absent' | 'time';

export type How = 'played' | 'stopped' | 'force_majeure';

export type FairPhase = 'hashes' | 'nonces' | 'ready' | 'dealt' | 'revealed';

export type NakCode = 'illegal' | 'stale' | 'closed' | 'bad' | 'flood';

export type ReportReason = 'quarrel' | 'advice' | 'familiarity' | 'illegal_information' | 'collusion' | 'kibitzer' | 'walked_out' | 'other';

/** Keep the table for another day (PE-5.4.18). */
export interface Adjourn {
  readonly kind: 'adjourn';
}

/** End the match early and settle (PE-5.4.18). without: the chair whose time is out, so that nobody asks him. */
export interface EndMatch {
  readonly kind: 'stop';
  readonly without?: number | null;
}

/** Drop the running deal and settle what stands in the sheet, since somebody must go (PE-5.4.18). */
export interface ForceMajeure {
  readonly kind: 'force_majeure';
}

/** Let a bot play for the one whose time is out; he is not asked. */
export interface CallBot {
  readonly kind: 'call_bot';
  readonly chair: number;
}

/** Speak freely for the rest of this match (PE-5.4.8). */
export interface OpenChat {
  readonly kind: 'open_chat';
}

/** A substitute takes a seat (PE-5.4.7). */
export interface HandOver {
  readonly kind: 'hand_over';
  readonly chair: number;
  readonly account: string;
}

/** Take back one's own last call or card, number n of the deal's events, where that was agreed on (PE-5.4.22). */
export interface Undo {
  readonly kind: 'take_back';
  readonly n: number;
}

export type What = Adjourn | EndMatch | ForceMajeure | CallBot | OpenChat | HandOver | Undo;

/** The score of a match. names: the players, by place. finished: no deal follows. */
export interface Sheet {
  readonly names: readonly string[];
  readonly finished: boolean;
}

/** A deal that is over, as anybody may see it. number: which of the match, from 1. names: who sat where. outcome: the facts. hands: as they were dealt and exchanged. history: the tricks. calls: the auction. */
export interface Finished {
  readonly number: number;
  readonly names: Readonly<Partial<Record<Seat, string>>>;
  readonly outcome: Outcome | null;
  readonly hands: Readonly<Partial<Record<Seat, readonly Card[]>>>;
  readonly history: readonly Trick[];
  readonly calls: readonly (readonly [Seat, string])[];
}

export type Seat = 'N' | 'E' | 'S' | 'W';

/** The facts of a finished deal: contract, tricks, who whisted. Not points. ruled: what counts because of a ruling. */
export interface Outcome {
  readonly ruled?: Counted | null;
}

/** What counts in a deal because of a ruling, beside the tricks that the facts have; players by name. law: the rule that a changed entry names. taken: the tricks really taken, where the ruling gave some to others. counted: what counts for a player's own score instead of his tricks; it may be less than nought. results: the tricks of all that count for one player alone, where results differ by player (P-3.8.5.1b). */
export interface Counted {
  readonly law: string;
  readonly taken?: Readonly<Record<string, number>>;
  readonly counted?: Readonly<Record<string, number>>;
  readonly results?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export type Card = string;

/** A finished trick: who led, the cards in order, who took it; talon: the card of the talon that named the suit. */
export interface Trick {
  readonly leader: Seat;
  readonly cards: readonly (readonly [Seat, Card])[];
  readonly winner: Seat;
  readonly talon?: Card | null;
}

/** All that one viewer may know, and nothing else; what a bot and a client get. A game adds its own. seat: whose view; null: a kibitzer's. turn: whose cards or call it is. actor: who decides. hands: by seat, with the number of cards and those that the viewer may see. trick: the cards of the trick in progress, from the lead. history: the finished tricks. legal: what this seat has to choose from now; offers: what it may put to the others besides; both sorted by token. reasons: cards of its own that may not be played now, and why. duties: what seats owe the others. possible: all that a hand can do now where the table rules on errors instead of refusing them. outcome: the facts, once the deal is over. game: the name under which the game is registered. */
export interface View {
  readonly seat: Seat | null;
  readonly terms: Terms;
  readonly phase: string;
  readonly turn: Seat | null;
  readonly actor: Seat | null;
  readonly hands: Readonly<Partial<Record<Seat, Hand>>>;
  readonly trick: readonly (readonly [Seat, Card])[];
  readonly history: readonly Trick[];
  readonly legal: readonly GameEvent[];
  readonly offers: readonly GameEvent[];
  readonly reasons: Readonly<Record<Card, Refusal>>;
  readonly duties: readonly Duty[];
  readonly possible: readonly GameEvent[];
  readonly outcome: Outcome | null;
}

/** What is known before the cards; a game adds what the match demands of this deal. number: which deal of the match, from 1. seats: who sits in this deal, clockwise; names: the players in those seats. A player who waits is in neither. holders: who gets cards, in the order in which the pack's hands go to them. */
export type Terms = object;

/** A hand as a viewer sees it: how many cards, which, if he may know, and which of a hidden hand everybody knows. */
export interface Hand {
  readonly count: number;
  readonly cards: readonly Card[] | null;
  readonly known: readonly Card[];
}

/** Why something may not be, in any room: a code that every reader has words for, and the law that forbids it. params: what stands in those words, by name: names, numbers, moments. `field`, if there is one, is the answer or the argument that says it. `why` is the code of a sentence within the sentence, whose params stand beside it. `at_table`, `at_board`, `at_room` and `at_team` say where it was. In a view, where it says why a card may not be played, and wherever it travels as it is, the code is called `reason`. */
export interface Refusal {
  readonly reason: string;
  readonly law?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Something that a seat owes the others besides its turn: `what` is the token it begins with, `explain:3`. */
export interface Duty {
  readonly seat: Seat;
  readonly what: string;
  readonly law: string;
}

export type Reason = string;

export type Manner = 'wrong_state' | 'not_player' | 'not_visitor' | 'not_kibitzer' | 'not_owner' | 'no_chair' | 'taken' | 'already' | 'barred' | 'not_invited' | 'card_changed' | 'not_yours' | 'not_held' | 'pending' | 'no_proposal' | 'not_asked' | 'no_kibitzer' | 'one_hand' | 'not_agreed' | 'not_now' | 'quiet' | 'table_only' | 'bad_share' | 'bad_card' | 'no_hints' | 'no_part' | 'not_seen' | 'no_ruling' | 'late' | 'hearing';

/** Everything that one viewer may know. hash: of the bytes of `view`. log: the events of the running deal. last: the deal that has ended, until the next one comes. proof: how the last deal that is over was dealt. */
export interface Snap<K extends Kind = Kind> {
  readonly t: 'snap';
  readonly seq: number;
  readonly hash: string;
  readonly table: TableInfo;
  readonly room: RoomInfo;
  readonly view: K['view'] | null;
  readonly sheet: K['sheet'] | null;
  readonly log: readonly Said<K>[];
  readonly last: K['last'] | null;
  readonly proof: Reveal | null;
  readonly turn: Turn | null;
  readonly here: Here | null;
  readonly chat: readonly Line[];
}

/** What was agreed and who sits where. diff: the options that differ from their preset, with its value and ours. conventions: every option. card: the hash of what is accepted. owner: the chair whose table it is; null: bots alone sit there. pulka: counts rematches from 1, previous: the table before. you: one's own name on the sheet. frozen: a fault has stopped the table. stand_in: the level of a bot that holds somebody's seat. file: null: the club deals by itself. event: null: it is of none. */
export interface TableInfo {
  readonly id: string;
  readonly game: string;
  readonly preset: string;
  readonly diff: Readonly<Record<string, readonly [unknown, unknown]>>;
  readonly conventions: Readonly<Record<string, unknown>>;
  readonly terms: TableTerms;
  readonly card: string;
  readonly public: boolean;
  readonly owner: number | null;
  readonly pulka: number;
  readonly previous: string | null;
  readonly you: string | null;
  readonly chair: number | null;
  readonly role: Role;
  readonly players: readonly Player[];
  readonly lot: Lot | null;
  readonly frozen: boolean;
  readonly stand_in: string;
  readonly file: FromFile | null;
  readonly event: AtEvent | null;
}

/** The table card besides the conventions (PE-5.4.4). whist_value: the virtual price of a whist, never money. pulkas: how many will be played. until: HH:MM, when the people want to end. chat_in_play, tempo_mask: null: as the conventions say. kibitzers: whether others may watch. hints: whether players may be helped. invited: accounts that alone may sit down and watch, besides those who sit already; none: whoever has the link. clock: how long the table waits for a move: `none`: until the others have had enough; `bank`: `move_time` seconds, and `deal_time` seconds more in each deal; `correspondence`: days. absent, retired, was: how a log of any age is read, as in `kozyr.games.options`: the values in logs that are older than a field, whatever its default is, and names and values that are gone. */
export interface TableTerms {
  readonly whist_value: string | null;
  readonly pulkas: number;
  readonly until: string | null;
  readonly chat_in_play: boolean | null;
  readonly tempo_mask: boolean | null;
  readonly kibitzers: boolean;
  readonly hints: boolean;
  readonly invited: readonly string[];
  readonly clock: 'none' | 'bank' | 'correspondence';
  readonly move_time: number;
  readonly deal_time: number;
}

/** A chair: who sits there, his name on the sheet once it is known, whether a bot holds it. name: null before the lot. nick: null: the chair is free. bot: the level of one of ours, or `owner/program` of an account that is a program. chair: never changes, and is what acts speak of. */
export interface Player {
  readonly name: string | null;
  readonly nick: string | null;
  readonly bot: string | null;
  readonly account: string | null;
  readonly chair: number;
  readonly held: Held | null;
}

/** The cards drawn for the seats, lowest first, and for the first deal, each with the player's name. */
export interface Lot {
  readonly seats: readonly (readonly [string, string])[];
  readonly deal: readonly (readonly [string, string])[];
}

/** The deals come from a file that somebody brought. name: empty, if he pasted it. boards: how many there are. */
export interface FromFile {
  readonly name: string;
  readonly boards: number;
}

/** Of which event a table is, in which session and round, which of its tables, and the boards in their order. room: of a match of teams. */
export interface AtEvent {
  readonly id: string;
  readonly session: number;
  readonly round: number;
  readonly table: number;
  readonly boards: readonly number[];
  readonly room: string;
}

/** What goes on between people. accepted: chairs that accept the card. resume: that want to play on. next: that have looked at the last deal. chat: the reader may write now. looks: who asks for, or has, the sight of one hand. warned: by account. removed: accounts that were sent away. hints: taken, by chair. side: what contracts have brought, by name. reseed: chairs that want a new pack. rematch: the next table. ended: how the match ended. bench: null: errors are refused here, not ruled on. */
export interface RoomInfo {
  readonly state: TableState;
  readonly accepted: readonly number[];
  readonly proposal: Proposal | null;
  readonly resume: readonly number[];
  readonly next: readonly number[];
  readonly chat: boolean;
  readonly looks: readonly Looking[];
  readonly warned: Readonly<Record<string, number>>;
  readonly removed: readonly string[];
  readonly contracts: readonly Contract[];
  readonly hints: Readonly<Record<string, number>>;
  readonly side: Readonly<Record<string, Points>>;
  readonly reseed: readonly number[];
  readonly rematch: string | null;
  readonly ended: How | null;
  readonly fair: Fair;
  readonly bench: Bench | null;
}

/** What waits for everybody's consent. nick: of the one who would sit down. asked: chairs that have not answered. asks_you: the reader has to answer. */
export interface Proposal {
  readonly n: number;
  readonly by: number;
  readonly what: What;
  readonly nick: string | null;
  readonly yes: readonly number[];
  readonly asked: readonly number[];
  readonly asks_you: boolean;
}

/** A kibitzer who asks for the sight of one hand, or has it (PE-5.5.4). yes: its owner's answer. */
export interface Looking {
  readonly account: string;
  readonly nick: string;
  readonly chair: number;
  readonly yes: boolean | null;
}

/** A guaranteed result (P-3.8.5.1a). points: by chair, what each who is bound gets, once the deal is over. */
export interface Contract {
  readonly n: number;
  readonly deal: number;
  readonly by: number;
  readonly tricks: number;
  readonly to: readonly Voice[];
  readonly points: Readonly<Record<string, Points>> | null;
}

/** The answer of a chair; null: it has still to come. */
export interface Voice {
  readonly chair: number;
  readonly yes: boolean | null;
}

/** The shuffle that runs or comes (docs/fair.md). pack: stands for the master secret. asked: whose share is waited for in this phase. deal, phase and commitment are null before the first one. */
export interface Fair {
  readonly pack: string;
  readonly deal: number | null;
  readonly phase: FairPhase | null;
  readonly commitment: string | null;
  readonly asked: readonly number[];
  readonly shares: readonly FairShare[];
}

/** What somebody has given to a deal. player: what he is called in the hashes. */
export interface FairShare {
  readonly chair: number;
  readonly player: string;
  readonly hash: string | null;
  readonly nonce: string | null;
}

/** The arbiter at a table that rules on errors. pending: what somebody has still to choose, and the table waits. calls: how often each chair may still call him in this deal. ruled: what he has ruled in this deal, or in the one that has just ended. tricks: what rulings give and take in the running deal, for the counters. mends: what a page lets one mend for a moment before it is sent, and so before it counts (P-3.4.8, PC-4.7.2, B-LAW-BID-3, B-LAW-CARD-1). objects: chairs that may object now to the plan by which a contract is about to be played (P-3.8.5.1b). errors: they are possible here, and he is called for them. */
export interface Bench {
  readonly calls: Readonly<Record<string, number>>;
  readonly pending: Hearing | null;
  readonly ruled: readonly Hearing[];
  readonly tricks: readonly TricksRuled[];
  readonly mends: readonly ('word' | 'card')[];
  readonly objects: readonly number[];
  readonly errors: boolean;
}

/** A call of the arbiter and what he says to it. n: its number. by: the chair that has called him. entry: the event of the deal that it is about. laws: the paragraphs. asked: chairs that have still to choose. chosen: the branch that was taken. proof: what was computed, once the cards lie open to the reader. */
export interface Hearing {
  readonly n: number;
  readonly by: number;
  readonly entry: number;
  readonly laws: readonly string[];
  readonly reason: RulingReason;
  readonly branches: readonly RulingBranch[];
  readonly asked: readonly number[];
  readonly chosen: number | null;
  readonly proof: Proof | null;
}

/** Why it is ruled so, as a code and what it speaks of; said: the same in one sentence, by language. */
export interface RulingReason {
  readonly code: string;
  readonly about: Readonly<Record<string, string>>;
  readonly said: Readonly<Record<string, string>>;
}

/** One way in which a ruling can go. chair: whose choice it is; null: the arbiter's. effects: what follows from it. */
export interface RulingBranch {
  readonly chair: number | null;
  readonly effects: readonly (ReDealt | DealtBy | TakenBack | CallReplaced | DeclarerSet | AllPassBegun | CardGiven | TalonDrawn | Barred | Opened | Spared | TakenUp | LeadRuled | Dictated | Transferred | FirstTaken | TakenOff | Added | AllRest | Resulted | SheetEntry | Compensated | Scored | Warned | LotDrawn | PlayOn)[];
}

/** The deal is broken off and the cards are dealt again, by the same dealer or by the next one. */
export interface ReDealt {
  readonly type: 'redeal';
  readonly by: 'same' | 'next';
}

/** This player deals, or has dealt: a deal that lies on the table stands as his, and the next follows after it. */
export interface DealtBy {
  readonly type: 'dealer';
  readonly player: string;
}

/** What was done after entry `to` of the log, in the running deal, is taken back; everybody keeps what he has seen. */
export interface TakenBack {
  readonly type: 'back';
  readonly to: number;
}

/** A seat calls this, in the place of what was taken back. */
export interface CallReplaced {
  readonly type: 'call';
  readonly seat: Seat;
  readonly call: string;
}

/** The auction is over: this seat plays, and may name no less than this contract. */
export interface DeclarerSet {
  readonly type: 'declarer';
  readonly seat: Seat;
  readonly least: string;
}

/** The auction is over: all have passed. */
export interface AllPassBegun {
  readonly type: 'allpass';
}

/** A card goes from one hand to another; giver or taker null: from or to nobody's. */
export interface CardGiven {
  readonly type: 'give';
  readonly card: Card | null;
  readonly giver: Seat | null;
  readonly taker: Seat | null;
}

/** The one who has the talon in his hand mixes his cards, and these are drawn for the talon; upper card first. */
export interface TalonDrawn {
  readonly type: 'talon';
  readonly seat: Seat;
  readonly cards: readonly Card[];
}

/** A seat may not do something, at its next turn or to the end of the deal. what: bid (it must pass), double, correct the contract, claim. */
export interface Barred {
  readonly type: 'bar';
  readonly seat: Seat;
  readonly until: 'once' | 'end';
  readonly what: 'bid' | 'double' | 'correct' | 'claim';
}

/** Cards of a hand lie open, and must be played at the first chance. order: who chooses where more than one of them can be played; null: their owner. planned: nobody does, of those that can be played the first is, for he has told a plan (P-3.9.14.4). */
export interface Opened {
  readonly type: 'open';
  readonly seat: Seat;
  readonly cards: readonly Card[];
  readonly order: Seat | null;
  readonly planned: boolean;
}

/** The opponent forbids a seat to play its open cards now: they wait for the next chance. */
export interface Spared {
  readonly type: 'spare';
  readonly seat: Seat;
}

/** A seat takes its open cards back into its hand. */
export interface TakenUp {
  readonly type: 'take-up';
  readonly seat: Seat;
}

/** A seat must lead this suit, or may not, at its first lead from now on or as long as the deal lasts. */
export interface LeadRuled {
  readonly type: 'lead';
  readonly seat: Seat;
  readonly suit: Suit;
  readonly how: 'demand' | 'forbid';
  readonly until: 'first' | 'end';
}

export type Suit = 'S' | 'H' | 'D' | 'C';

/** Another, who sees its cards, decides what is played from a seat: its next card, or all to the end. plain: trumps are not drawn and nothing is finessed (B-LAW-CLAIM-2). The seat leads no trump while it has another card. To a trick that another seat leads it plays its highest card of the suit or its lowest. */
export interface Dictated {
  readonly type: 'dictate';
  readonly seat: Seat;
  readonly by: Seat;
  readonly until: 'once' | 'end';
  readonly plain: boolean;
}

/** So many tricks go from one to another, and are the other's in everything that is counted. */
export interface Transferred {
  readonly type: 'transfer';
  readonly tricks: number;
  readonly giver: Seat;
  readonly taker: Seat;
}

/** In an all-pass, the first tricks of the deal are one's, whoever takes them (P-3.2.19). */
export interface FirstTaken {
  readonly type: 'first';
  readonly tricks: number;
  readonly seat: Seat;
}

/** So many tricks less count for one, and nobody gets them; most: not more than so many are his before. */
export interface TakenOff {
  readonly type: 'less';
  readonly tricks: number;
  readonly seat: Seat;
  readonly most: number | null;
}

/** So many tricks more count for one, and nobody loses them. */
export interface Added {
  readonly type: 'more';
  readonly tricks: number;
  readonly seat: Seat;
}

/** All tricks that are left are one's, and the play is over. */
export interface AllRest {
  readonly type: 'rest';
  readonly seat: Seat;
}

/** The deal counts as if the tricks had fallen like this, and is over; of: for these players alone, and it goes on. tricks: in the order N E S W, null for a seat without any. */
export interface Resulted {
  readonly type: 'result';
  readonly tricks: Readonly<Partial<Record<Seat, number>>>;
  readonly of: readonly string[];
}

/** An entry in the sheet: the column, whose, how much as an exact number, and on whom, for whists. law: that the entry names, where it is not the first of the ruling. */
export interface SheetEntry {
  readonly type: 'entry';
  readonly player: string;
  readonly column: string;
  readonly points: string;
  readonly on: string;
  readonly law: string;
}

/** What somebody has lost is made good by another: so many points of the game's account between two players. */
export interface Compensated {
  readonly type: 'compensate';
  readonly player: string;
  readonly on: string;
  readonly points: string;
}

/** The deal has no result of its own: an artificial score, in per cent of the most, or one that is assigned. */
export interface Scored {
  readonly type: 'score';
  readonly kind: 'artificial' | 'assigned';
  readonly player: string;
  readonly points: string;
}

/** A player is warned; the log remembers it. */
export interface Warned {
  readonly type: 'warn';
  readonly player: string;
}

/** What a law leaves to chance was drawn: this number of so many, from nought. What follows from it, other effects say. */
export interface LotDrawn {
  readonly type: 'lot';
  readonly number: number;
  readonly among: number;
}

/** What has happened stands, and the deal goes on. */
export interface PlayOn {
  readonly type: 'play-on';
}

/** What was computed: the question, its value, and cards that anybody can replay with `kozyr solve`. positions: as `kozyr solve` reads them. */
export interface Proof {
  readonly question: string;
  readonly value: Readonly<Record<string, number | string>>;
  readonly positions: readonly (Readonly<Record<string, unknown>>)[];
}

/** Tricks that a ruling gives to a seat, or takes from it (below nought), beside those that fell; law: why. first: they are the first of an all-pass, whoever takes them (P-3.2.19), and not more of them. */
export interface TricksRuled {
  readonly seat: Seat;
  readonly tricks: number;
  readonly law: string;
  readonly first: boolean;
}

/** An event as its reader saw it. seat: null: the table itself. n: its number, by which the arbiter is called for it, at a table that rules on errors. struck: a ruling has taken it back. */
export interface Said<K extends Kind = Kind> {
  readonly seat: string | null;
  readonly event: K['event'];
  readonly n?: number;
  readonly struck?: boolean;
}

/** All that went into a deal, published once it is over, so that anybody can deal it again. v: the version of the method. table, deal: what `seed_commitment` was made for; deal 0 is the lot. pack: the pack, the hands and the seats (`pack_text`). shares: of the people at the table, clockwise. cards: the deal. */
export interface Reveal {
  readonly v: string;
  readonly table: string;
  readonly deal: number;
  readonly pack: string;
  readonly commitment: string;
  readonly seed: string;
  readonly shares: readonly Share[];
  readonly cards: string;
}

/** What a player gave to a deal: his part in shuffling and cutting the pack (P-3.2.3, P-3.2.5). player: his name at the table. hash: of his nonce (`nonce_hash`), given before anybody's nonce was known; null: he was away. nonce: 16 to 64 bytes as hexadecimal; null: he was away, or withheld it. */
export interface Share {
  readonly player: string;
  readonly hash: string | null;
  readonly nonce: string | null;
}

/** Whose person the table waits for. since: milliseconds since 1970. bank: milliseconds left of his time bank in this deal. out: his time is out. bank is null where the card has none. */
export interface Turn {
  readonly chair: number;
  readonly since: number;
  readonly bank: number | null;
  readonly out: boolean;
}

/** Who is connected, by chair; since when the others are not, in milliseconds since 1970; and who watches. */
export interface Here {
  readonly t: 'here';
  readonly online: readonly number[];
  readonly since: Readonly<Record<string, number>>;
  readonly kibitzers: readonly Watcher[];
}

/** Somebody who looks at the table without a chair. bot: what a program is called. at: the chair whose hand he sees. */
export interface Watcher {
  readonly account: string;
  readonly nick: string;
  readonly bot: string | null;
  readonly at: number | null;
}

/** Something that was said: a text or a phrase. at: milliseconds since 1970. */
export interface Line {
  readonly n: number;
  readonly at: number;
  readonly account: string;
  readonly nick: string;
  readonly chair: number | null;
  readonly text: string | null;
  readonly phrase: string | null;
}

/** One entry of the log: an event of the game or an act; what is left out is as it was. */
export interface Ev<K extends Kind = Kind> {
  readonly t: 'ev';
  readonly seq: number;
  readonly hash: string;
  readonly said: Said<K> | null;
  readonly act: Done | null;
  readonly view?: K['view'] | null;
  readonly table?: TableInfo;
  readonly room?: RoomInfo;
  readonly sheet?: K['sheet'];
  readonly last?: K['last'] | null;
  readonly proof?: Reveal;
  readonly turn?: Turn | null;
}

/** An act that stands in the log. by: the chair; null: the table, or whom the act names. */
export interface Done {
  readonly by: number | null;
  readonly do: Act;
}

/** The same as it is said. */
export interface Chat {
  readonly t: 'chat';
  readonly n: number;
  readonly at: number;
  readonly account: string;
  readonly nick: string;
  readonly chair: number | null;
  readonly text: string | null;
  readonly phrase: string | null;
}

/** The player of this chair looks at the last trick (PE-5.4.9). */
export interface LookedBy {
  readonly t: 'looked';
  readonly chair: number;
}

/** What a bot of this level weighs where its reader is to decide, the best first; he alone gets it. at: the entry of the game that he answers. candidates: null: it took too long. */
export interface Hinted<K extends Kind = Kind> {
  readonly t: 'hint';
  readonly at: number;
  readonly level: string;
  readonly candidates: readonly Candidate<K>[] | null;
}

/** An event that the bot weighed: its score, and why as a code and parameters for a sentence in any language. Scores compare candidates of one decision, and `unit` names their unit. It is expected whists of the deal against all others together, or tricks; or this side's points, IMPs or per cent of the matchpoints; or weights of a rule of thumb. */
export interface Candidate<K extends Kind = Kind> {
  readonly event: K['event'];
  readonly score: number;
  readonly why: string;
  readonly facts: Readonly<Record<string, number | string>>;
  readonly unit: 'whists' | 'tricks' | 'weight' | 'points' | 'imps' | 'matchpoints' | 'chance';
}

/** The command is in the log, as this number. */
export interface Ack {
  readonly t: 'ack';
  readonly id: string;
  readonly seq: number;
}

/** Refused, and nothing changed. detail: for programmers, at `bad`. wait: in how many seconds it may be tried again, at `flood`. */
export interface Nak {
  readonly t: 'nak';
  readonly id: string | null;
  readonly code: NakCode;
  readonly reason: string | null;
  readonly law: string | null;
  readonly detail: string | null;
  readonly wait: number | null;
}

/** The last message before the server closes the socket. */
export interface Bye {
  readonly t: 'bye';
  readonly code: 'elsewhere' | 'no_kibitzers' | 'not_invited' | 'sent_away';
}

/** The answer to a request that is refused. */
export interface Failure {
  readonly error: Fault;
}

/** Why a request is refused. message: in English, for programs. options: those that contradict each other. code: why, for the client, whose words for it hold `params`. law: the rule, where one says so. closed: with the code `closed`. wait: in how many seconds it may be tried again, at `often`. */
export interface Fault {
  readonly message: string;
  readonly options: readonly string[];
  readonly code: string | null;
  readonly law?: string | null;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly closed?: Closed | null;
  readonly wait?: number | null;
}

/** The operator has closed something. since: milliseconds since 1970. why: his words; empty: he gave none. */
export interface Closed {
  readonly since: number;
  readonly why: string;
}

/** An account as its owner sees it. bot: what a program is called. since: milliseconds since 1970. operator: he may use the page of operators. */
export interface Me {
  readonly account: string;
  readonly nick: string;
  readonly guest: boolean;
  readonly bot: string | null;
  readonly login: string | null;
  readonly since: number;
  readonly operator: boolean;
}

/** So many other sessions were ended. */
export interface Ended {
  readonly ended: number;
}

/** A program in its owner's list. closed: if the operator has closed it, since when and why. */
export interface OwnProgram {
  readonly account: string;
  readonly name: string;
  readonly bot: string | null;
  readonly since: number;
  readonly closed?: Closed;
}

/** The same with its token, which is shown once. */
export interface NewProgram {
  readonly account: string;
  readonly name: string;
  readonly bot: string | null;
  readonly since: number;
  readonly token: string;
}

/** Whose chat an account does not hear. */
export interface Muted {
  readonly accounts: readonly Somebody[];
}

/** An account as others see it. */
export interface Somebody {
  readonly account: string;
  readonly nick: string;
}

/** What somebody has told of himself. asked: he has answered, if only that he would not say. countries: that there are. */
export interface OwnWhere {
  readonly asked: boolean;
  readonly country: string | null;
  readonly place: string;
  readonly zone: string | null;
  readonly shown: boolean;
  readonly known: boolean;
  readonly countries: readonly string[];
}

/** Somebody with whom one has played. here: he is at the club now. matches: together. last: when the last of them began. */
export interface Met {
  readonly account: string;
  readonly nick: string;
  readonly here: boolean;
  readonly where: Where | null;
  readonly matches: number;
  readonly last: number;
}

/** Where somebody is, as he tells it. country: two letters of ISO 3166. zone: of the IANA database; his time follows from it. */
export interface Where {
  readonly country: string | null;
  readonly place: string;
  readonly zone: string | null;
}

/** The number of a report. */
export interface Reported {
  readonly report: number;
}

/** A match of one's own, with its table. */
export interface OwnMatch {
  readonly game: string;
  readonly preset: string;
  readonly players: number;
  readonly name: string;
  readonly begun: number;
  readonly ended: number | null;
  readonly how: string;
  readonly deals: number;
  readonly result: string | null;
  readonly place: number | null;
  readonly table: string;
}

/** Somebody as others may know him. finished: his last matches; at which tables is his own affair. where: if he tells it. closed: of a program that the operator has closed. */
export interface Profile {
  readonly account: string;
  readonly nick: string;
  readonly since: number;
  readonly guest: boolean;
  readonly bot: string | null;
  readonly reliability: Reliability;
  readonly finished: readonly Match[];
  readonly where?: Where;
  readonly closed?: Closed;
}

/** How many matches somebody has begun, seen to their end, and walked out of, stalled or dodged a lost deal in (PE-5.4.18). */
export interface Reliability {
  readonly begun: number;
  readonly finished: number;
  readonly left: number;
}

/** A match that somebody has played. name: his, on the sheet. result: exact; null: not settled. place: from 1. */
export interface Match {
  readonly game: string;
  readonly preset: string;
  readonly players: number;
  readonly name: string;
  readonly begun: number;
  readonly ended: number | null;
  readonly how: string;
  readonly deals: number;
  readonly result: string | null;
  readonly place: number | null;
}

/** A game. presets: the value of every option in each. headings: of the form, in order. bots: levels, from the weakest. */
export interface GameAbout {
  readonly players: readonly number[];
  readonly presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly options: Readonly<Record<string, OptionAbout>>;
  readonly headings: readonly string[];
  readonly bots: readonly string[];
}

/** An option. values: as text; none: a number, or a list of numbers. heading: under which a form shows it. needs: the option that has to be `rule` for this one to decide anything; empty: none. */
export interface OptionAbout {
  readonly values: readonly string[];
  readonly about: string;
  readonly law: string;
  readonly heading: string;
  readonly needs: string;
}

/** What is agreed: every option's value; and in what it differs from its preset: its value and ours. */
export interface Agreed {
  readonly diff: Readonly<Record<string, readonly [unknown, unknown]>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What a file of deals has. more: boards left out besides those named. changes: options that the file brings. */
export interface FileTold {
  readonly name: string;
  readonly boards: readonly BoardTold[];
  readonly left_out: readonly LeftOut[];
  readonly more: number;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** A board of a file, without its cards. */
export interface BoardTold {
  readonly number: string;
  readonly dealer: string;
  readonly vul: string;
}

/** A board that cannot be played, and why. board: its number in the file. detail: a seat, or the parser's words. */
export interface LeftOut {
  readonly line: number;
  readonly board: string;
  readonly why: 'hidden' | 'short' | 'no_deal' | 'no_dealer' | 'no_vulnerability' | 'again' | 'too_many' | 'unread';
  readonly detail?: string;
}

/** A table that was set up, and what its file had. */
export interface Created {
  readonly table: string;
  readonly file?: FileTold;
}

/** A table as its own people's list shows it. to_move: it is my move there. */
export interface MyTable {
  readonly table: string;
  readonly game: string;
  readonly preset: string;
  readonly players: number;
  readonly finished: boolean;
  readonly state: TableState;
  readonly nicks: readonly string[];
  readonly created: number;
  readonly to_move: boolean;
}

/** A table as an invited person sees it before he sits down. */
export interface About {
  readonly table: string;
  readonly game: string;
  readonly preset: string;
  readonly diff: Readonly<Record<string, readonly [unknown, unknown]>>;
  readonly terms: TableTerms;
  readonly file: FromFile | null;
  readonly players: number;
  readonly public: boolean;
  readonly state: TableState;
  readonly chairs: readonly ChairTold[];
  readonly owner: number | null;
  readonly pulka: number;
  readonly free: number;
  readonly created: number;
  readonly conventions: Readonly<Record<string, unknown>>;
  readonly you: 'player' | 'stranger';
}

/** Who sits on a chair; all null: it is free. */
export interface ChairTold {
  readonly nick: string | null;
  readonly account: string | null;
  readonly bot: string | null;
}

/** Public tables at which one may sit down, and those at which one may watch; what is sought; who is here. Of both lists the newest table of each network stands first, then the second of each, and so on. invited: tables that wait for the reader alone, if he lets himself be found. */
export interface LobbyLists {
  readonly gathering: readonly Listed[];
  readonly running: readonly Listed[];
  readonly seeks: readonly Sought[];
  readonly here: Present;
  readonly invited: readonly Listed[];
  readonly members: Members;
}

/** A public table in a list of the lobby. created: milliseconds since 1970. */
export interface Listed {
  readonly table: string;
  readonly game: string;
  readonly preset: string;
  readonly diff: Readonly<Record<string, readonly [unknown, unknown]>>;
  readonly terms: TableTerms;
  readonly file: FromFile | null;
  readonly players: number;
  readonly public: boolean;
  readonly state: TableState;
  readonly chairs: readonly ChairTold[];
  readonly owner: number | null;
  readonly pulka: number;
  readonly free: number;
  readonly created: number;
}

/** What somebody looks for others to play. nicks: those who wait for it, the first of them first. */
export interface Sought {
  readonly game: string;
  readonly preset: string;
  readonly diff: Readonly<Record<string, readonly [unknown, unknown]>>;
  readonly players: number;
  readonly nicks: readonly string[];
}

/** Who is at the club now. people: those who have a login, fifty at most. guests: how many others. */
export interface Present {
  readonly people: readonly Somebody[];
  readonly guests: number;
}

/** How many people have a login here, and from how many countries those are who have told it (PT-N.1). */
export interface Members {
  readonly people: number;
  readonly countries: number;
}

/** What has become of one's own seek. state: `waiting`; `found`: they sit at `table`; `over`: nothing is looked for any more. nicks: those who wait for the same, and oneself. bots_in: seconds after which bots fill the chairs; null: never. */
export interface Seeking {
  readonly state: 'waiting' | 'found' | 'over';
  readonly table: string | null;
  readonly nicks: readonly string[];
  readonly players: number;
  readonly bots_in: number | null;
}

/** A table as an operator sees it. state: `closed`, `finished`, the list of the lobby, or `private`. */
export interface OperatorTable {
  readonly table: string;
  readonly game: string;
  readonly created: number;
  readonly state: string;
  readonly people: number;
  readonly nicks: readonly string[];
}

/** Who is shut out (`ban`) or silent (`mute`). nick: of an account. until: null: until it is lifted. */
export interface OperatorRuling {
  readonly kind: string;
  readonly subject: string;
  readonly nick: string | null;
  readonly since: number;
  readonly until: number | null;
  readonly why: string;
}

/** Something that an operator can close, or has closed. name: of a table or a sheet, who is at it. since, why: of what is closed. */
export interface OperatorThing {
  readonly what: 'table' | 'sheet' | 'event' | 'cup' | 'league' | 'program';
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly since: number | null;
  readonly why: string;
}

/** A line of the audit. */
export interface OperatorDone {
  readonly ts: number;
  readonly who: string;
  readonly what: string;
  readonly subject: string;
  readonly why: string;
}

/** An account that an operator has found. program: `owner/name` of one that is a program. */
export interface OperatorPerson {
  readonly account: string;
  readonly nick: string;
  readonly login: string | null;
  readonly program: string | null;
  readonly since: number;
}

/** All reports of one target for one reason: a row of the queue. report: the number of the first. state: `open`, `taken`, `done`. since, ts: when the first came, and the last. table: of the last. on: who is reported; null: a ruling is. count: how often it was said, by so many people. texts: the newest. laws: the paragraph that the reason stands for, or those of the ruling that is thought wrong. */
export interface ReportTold {
  readonly report: number;
  readonly state: string;
  readonly since: number;
  readonly ts: number;
  readonly table: string;
  readonly on: Somebody | null;
  readonly reason: string;
  readonly count: number;
  readonly people: number;
  readonly texts: readonly ReportSaid[];
  readonly laws: readonly string[];
}

/** What somebody has said of a target, and at which table they met last. */
export interface ReportSaid {
  readonly by: Somebody;
  readonly ts: number;
  readonly table: string;
  readonly text: string;
}

/** What an act of an operator's has come to, as `kozyr admin` says it. */
export interface OperatorSaid {
  readonly lines: readonly string[];
}

/** A deal that is over, to be shown card by card. players: who sat there then. deals: how many are over by now. rulings: what the arbiter has ruled in it, with the proofs. event: whose table it is. */
export interface PastDeal<K extends Kind = Kind> {
  readonly table: string;
  readonly game: string;
  readonly preset: string;
  readonly you: string | null;
  readonly players: readonly Player[];
  readonly deals: number;
  readonly deal: K['last'];
  readonly moves: readonly Move<K>[];
  readonly sheet: K['sheet'];
  readonly rulings: readonly Hearing[];
  readonly event: AtEvent | null;
}

/** An event of a deal that is over. n: its number in the log. bot: the level of who decided it; null: a person. struck: a ruling has taken it back. */
export interface Move<K extends Kind = Kind> {
  readonly n: number;
  readonly seat: string | null;
  readonly event: K['event'];
  readonly bot: string | null;
  readonly struck?: boolean;
}

/** What a bot weighed when it decided, the best first. same: it did what it thinks best; not if it had taken too long, or thinks otherwise since. candidates: null: it took too long now. seed: decimal text, since it may have 63 bits. */
export interface Why<K extends Kind = Kind> {
  readonly move: Move<K>;
  readonly level: string;
  readonly seed: string;
  readonly same: boolean;
  readonly candidates: readonly Candidate<K>[] | null;
}

/** All that the desk asks, and all laws that it rules by. */
export interface Book {
  readonly games: Readonly<Record<string, DeskGame>>;
  readonly laws: readonly BookLaw[];
}

/** What the desk knows of a game. presets: each with the laws that it follows, where the game has several; options: that a law reads. calls, contracts: to choose from, as written. cards: the pack; size: of a hand; rest: cards in no hand. */
export interface DeskGame {
  readonly presets: Readonly<Record<string, string>>;
  readonly options: readonly string[];
  readonly seatings: readonly Seating[];
  readonly calls: readonly string[];
  readonly contracts: readonly string[];
  readonly cards: readonly Card[];
  readonly size: number;
  readonly rest: number;
  readonly incidents: readonly Asked[];
}

/** Who sits where in the deal that is told of. seats: clockwise; dealer: who deals; hands: who has cards, the first hand first. */
export interface Seating {
  readonly players: number;
  readonly seats: readonly Seat[];
  readonly dealer: Seat;
  readonly hands: readonly Seat[];
}

/** What one incident asks in one game. until: where the deal stands then. breaks, led: see `tale`. fixed: what is not asked. same: answers that are another's too. bare: where it stands as long as no contract was told; by_about: where it stands by what the incident is about. shows: the field with cards that `seat` holds. cards: which cards a proof needs, those dealt or those held now. mate: what the partner of `seat` did, as a field of the story. entry: the entry is the card told, though the incident can do without one. at: the question at which it is said that the laws refuse what was told, where they do not name it. */
export interface Asked {
  readonly incident: string;
  readonly questions: readonly Question[];
  readonly until: 'none' | 'dealt' | 'auction' | 'discard' | 'contract' | 'whist' | 'play';
  readonly breaks: boolean;
  readonly led: boolean;
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly same: Readonly<Record<string, string>>;
  readonly bare: 'none' | 'dealt' | 'auction' | 'discard' | 'contract' | 'whist' | 'play' | null;
  readonly by_about: Readonly<Record<string, 'none' | 'dealt' | 'auction' | 'discard' | 'contract' | 'whist' | 'play'>>;
  readonly shows: string;
  readonly cards: 'no' | 'deal' | 'now';
  readonly mate: string;
  readonly entry: boolean;
  readonly at: string;
}

/** One question. of: where its answer goes; values: of a choice; unknown: "don't know" is an answer. when: asked only if each of these was answered by one of the words beside it; `+` stands for more than nothing, `*` for anything, `!word` for anything but that word. */
export interface Question {
  readonly name: string;
  readonly of: 'incident' | 'story';
  readonly kind: 'choice' | 'yes' | 'number' | 'seat' | 'seats' | 'card' | 'cards' | 'calls' | 'call' | 'contract' | 'text' | 'guilt' | 'counts' | 'results' | 'written';
  readonly values?: readonly string[];
  readonly unknown?: boolean;
  readonly when?: Readonly<Record<string, readonly string[]>>;
}

/** A law that can be ruled. game: whose, or `any`; part: what it is in the ruling on this incident. */
export interface BookLaw {
  readonly law: string;
  readonly game: string;
  readonly incident: string;
  readonly part: 'ruling' | 'ground' | 'deadline' | 'frame';
}

/** A ruling, and what it was made of. late: the claim came past its deadline, and everything stands. incident: with its entry. game, preset, players, options, events, deal, at: what the command takes, so that anybody can ask it again; a record is not repeated. lines: the entries. writes: for each branch what it changes for each player in the match's account, exact. */
export interface Heard {
  readonly ruling: Spoken;
  readonly late: boolean;
  readonly incident: Readonly<Record<string, unknown>>;
  readonly game: string;
  readonly preset: string;
  readonly players: number;
  readonly options: Readonly<Record<string, string>>;
  readonly events: string;
  readonly deal: string;
  readonly at: number;
  readonly lines: readonly LogLine[];
  readonly writes: readonly (Readonly<Record<string, string>>)[];
}

/** A ruling as `kozyr rule --json` prints it. */
export interface Spoken {
  readonly laws: readonly string[];
  readonly deadline: Deadline | null;
  readonly branches: readonly SpokenBranch[];
  readonly reason: SpokenReason;
  readonly proof: Proof | null;
}

/** Until when a claim is heard: the law, the moment as a code, and whether it has passed. */
export interface Deadline {
  readonly law: string;
  readonly until: string;
  readonly passed: boolean;
}

/** One way in which a ruling can go. chooser: who may take it; token: the event of a record that it becomes. */
export interface SpokenBranch {
  readonly chooser: string;
  readonly effects: readonly (ReDealt | DealtBy | TakenBack | CallReplaced | DeclarerSet | AllPassBegun | CardGiven | TalonDrawn | Barred | Opened | Spared | TakenUp | LeadRuled | Dictated | Transferred | FirstTaken | TakenOff | Added | AllRest | Resulted | SheetEntry | Compensated | Scored | Warned | LotDrawn | PlayOn)[];
  readonly token: string;
}

/** Why it is ruled so. code: for programs; about: what it speaks of; text: the sentence. */
export interface SpokenReason {
  readonly code: string;
  readonly about: Readonly<Record<string, string>>;
  readonly text: string;
}

/** An entry of a record. n: its number; seat: whose it is, a card its holder's; token: as a record has it; forced: against the rules. */
export interface LogLine {
  readonly n: number;
  readonly seat: Seat | null;
  readonly token: string;
  readonly forced: boolean;
}

/** What a file has. lines: the entries of a record, if it is one; boards: cards else. */
export interface Dropped {
  readonly game: string;
  readonly players: number;
  readonly lines: readonly LogLine[];
  readonly boards: readonly DroppedBoard[];
}

/** The cards of a board, as a deal is written. name: what the file calls it. */
export interface DroppedBoard {
  readonly name: string;
  readonly deal: string;
}

/** A sheet was begun; whoever has its id may write on it. */
export interface KeptMade {
  readonly id: string;
}

/** A kept sheet. seq: the number of its last entry. players: clockwise. conventions: every option. sheet: as at a table. diff: the options that differ from their preset, with its value and ours. judged: errors have their time and their price. contract: the last deal whose contract is named. due: the deals that may be written, the present one first. warned: who has had his warning. changes: newcomers, substitutes, fines of the table. score: how `kozyr score` is told to read the file. */
export interface KeptSheet<K extends Kind = Kind> {
  readonly id: string;
  readonly seq: number;
  readonly created: number;
  readonly game: string;
  readonly preset: string;
  readonly players: readonly string[];
  readonly conventions: Readonly<Record<string, unknown>>;
  readonly sheet: K['sheet'];
  readonly judged: boolean;
  readonly contract: number;
  readonly due: readonly Due[];
  readonly lines: readonly KeptLine[];
  readonly errors: readonly KeptError[];
  readonly warned: readonly string[];
  readonly ending: Ending | null;
  readonly score: string;
  readonly changes: readonly Change[];
  readonly diff: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/** What the engine says of a deal that is to be written. deal: from 1. dealer, hands, sitter: names on the sheet; hands: who may declare, from the first hand; sitter: who deals and has no cards. price: of a trick of an all-pass, lowest: tricks of the lowest bid. factors: what multiplies a player's next game. forced: an all-pass that must be played. vul, board, seats: of bridge. obliged: the dealer plays without bidding. */
export interface Due {
  readonly deal: number;
  readonly dealer: string;
  readonly hands: readonly string[];
  readonly sitter: string | null;
  readonly price: number | null;
  readonly lowest: number | null;
  readonly factors: Readonly<Record<string, number>>;
  readonly forced: boolean;
  readonly vul: string | null;
  readonly board: number;
  readonly seats: Readonly<Record<string, string>>;
  readonly obliged: boolean;
}

/** What is written, as it counts now. was_outcome, was_marks: what stood there before somebody put it right. n: the number of its entry. protocol: contract and result (P-4.2.11). wrong: it was put right. open: an error in it can still be pointed out. late, asked, yes: it was forgotten, and whose consent it needs and has (P-4.2.10). due: what was due when a result that stands was played. instead: entries by hand that stand for the result of their deal. */
export interface KeptLine {
  readonly n: number;
  readonly ts: number;
  readonly by: string;
  readonly deal: number;
  readonly state: 'asked' | 'stands' | 'refused' | 'taken_back';
  readonly late: boolean;
  readonly asked: readonly string[];
  readonly yes: readonly string[];
  readonly outcome: Outcome | null;
  readonly marks: readonly Mark[];
  readonly protocol: string | null;
  readonly wrong: boolean;
  readonly open: boolean;
  readonly was_outcome: Outcome | null;
  readonly was_marks: readonly Mark[];
  readonly was_protocol: string | null;
  readonly due: Due | null;
  readonly instead: boolean;
}

/** Points that a player writes by hand into his own sector. column: `pool`, `hill` or `whists` (then `on` whom). */
export interface Mark {
  readonly column: string;
  readonly points: number;
  readonly on: string;
}

/** An error that somebody has pointed out in an entry. late: good will is needed (P-4.2.9). warned: the writer's first one. */
export interface KeptError {
  readonly n: number;
  readonly ts: number;
  readonly by: string;
  readonly deal: number;
  readonly entry: number;
  readonly writer: string;
  readonly state: 'asked' | 'stands' | 'refused' | 'taken_back';
  readonly late: boolean;
  readonly asked: readonly string[];
  readonly yes: readonly string[];
  readonly warned: boolean;
  readonly fines: readonly KeptFine[];
  readonly law: string;
}

/** What an error has cost: points in somebody's column. on: of whists. */
export interface KeptFine {
  readonly player: string;
  readonly column: string;
  readonly on: string;
  readonly points: number | string;
}

/** A proposal to end early (P-4.2.15). */
export interface Ending {
  readonly n: number;
  readonly ts: number;
  readonly by: string;
  readonly state: 'asked' | 'stands' | 'refused' | 'taken_back';
  readonly asked: readonly string[];
  readonly yes: readonly string[];
}

/** What happens at the table between two deals, by consent. what: `join`: somebody sits down under this name; `replace`: he takes over a player's score; `fine`: points on the player's hill by a rule. deal: the last one before it. state: `asked`, `stands` or `refused`. */
export interface Change {
  readonly n: number;
  readonly ts: number;
  readonly by: string;
  readonly what: 'join' | 'replace' | 'fine';
  readonly deal: number;
  readonly player: string;
  readonly name: string;
  readonly points: number;
  readonly law: string;
  readonly state: 'asked' | 'stands' | 'refused';
  readonly asked: readonly string[];
  readonly yes: readonly string[];
}

/** An event as somebody sees it. mark: changes whenever something of it does, and tells nothing else (`?have=`). lacking: what still keeps it from opening. together: how many there can be of an entrant. asks: who wants to be of the reader's. asked: whom the reader asks. own: lines of the reader's table in the round that runs. due: those that his tables of earlier rounds lack. rulings: on his boards; appeals_until: when no appeal is filed any more, in milliseconds since 1970; null: the session runs. called: his table waits for the director. paused: the round's clock stands still. begins: when the next round begins by itself, in milliseconds since 1970; null: the director begins it. live: what was played may be looked at before it is published. seen: lines of other tables on boards that the reader has played. check_in: from when on entrants check in, in milliseconds since 1970; 0: at any time before they are seated; null: nobody has to. counts: how long each list is; on the event's page the reader's own rows and the first ones stand in it, and `GET /api/events/EVENT/part` has the rest. named: who is named by number and stands not in `entrants`. teams: of matches of teams at tables of the club. regulations: each option by its dotted name. seated: a session was; round: null: none is, or it has ended. standing: once it is published, and not before; of parties as it stands, since everybody sees who plays on. unit: of its totals. online: at tables of the club; stand_ins: a bot plays there for somebody who is not there. cup: the club plays it. shared: who has given his nonce. */
export interface ClubEvent {
  readonly id: string;
  readonly mark: number;
  readonly created: number;
  readonly starts: number | null;
  readonly name: string;
  readonly game: string;
  readonly preset: string;
  readonly changes: Readonly<Record<string, string>>;
  readonly regulations: Readonly<Record<string, unknown>>;
  readonly lacking: readonly Refusal[];
  readonly arbiter: string;
  readonly officials: readonly EventOfficial[];
  readonly conditions: readonly string[];
  readonly entrants: readonly EventEntrant[];
  readonly named: readonly EventNamed[];
  readonly counts: EventCounts;
  readonly you: EventYou | null;
  readonly seated: boolean;
  readonly round: EventRound | null;
  readonly standing: readonly EventPlace[];
  readonly unit: string | null;
  readonly published: number | null;
  readonly closed: boolean;
  readonly online: boolean;
  readonly stand_ins: boolean;
  readonly cup: boolean;
  readonly shared: readonly string[];
  readonly together: number;
  readonly asks: readonly string[];
  readonly asked: number | null;
  readonly check_in: number | null;
  readonly begins: number | null;
  readonly live: boolean;
  readonly seen: readonly EventLine[];
  readonly own: readonly OwnLine[];
  readonly due: readonly OwnDue[];
  readonly rulings: readonly OwnRuling[];
  readonly committee: EventCommittee | null;
  readonly appeals_until: number | null;
  readonly called: boolean;
  readonly paused: boolean;
  readonly teams: EventTeams | null;
}

/** An assistant, and what was delegated to him (PT-I.13.2.4). */
export interface EventOfficial {
  readonly name: string;
  readonly powers: readonly string[];
}

/** Who has entered. accounts: that play for him. out: disqualified. gone: withdrawn. here: has checked in. waits: which of those he is who wait for a place, from 1; 0: he has one. system: of the card that was filed; null: none was (B-AUC-13). */
export interface EventEntrant {
  readonly entrant: number;
  readonly name: string;
  readonly members: readonly string[];
  readonly accounts: readonly string[];
  readonly out: boolean;
  readonly gone: boolean;
  readonly here: boolean;
  readonly waits: number;
  readonly system: 'natural' | 'artificial' | null;
}

/** Somebody who is named by his number in an answer in whose list of entrants he does not stand. system: see `EventEntrant`. */
export interface EventNamed {
  readonly entrant: number;
  readonly name: string;
  readonly members: readonly string[];
  readonly system: 'natural' | 'artificial' | null;
}

/** How long each list of an event is altogether. playing: entrants who have not withdrawn. matches, open_rooms: of teams. */
export interface EventCounts {
  readonly entrants: number;
  readonly playing: number;
  readonly shared: number;
  readonly tables: number;
  readonly standing: number;
  readonly seen: number;
  readonly matches: number;
  readonly open_rooms: number;
}

/** The reader himself. name: at this event. entrant: for whom he plays. arbiter: he is it; powers: of an assistant. */
export interface EventYou {
  readonly name: string;
  readonly entrant: number | null;
  readonly arbiter: boolean;
  readonly powers: readonly string[];
}

/** The round that runs, or the next one. deadline: when it ends by the clock, in milliseconds since 1970; null: it does not run. resting: entrants without a table. next: where the reader sits in the round after the one that runs; null: nowhere, or it is not known. */
export interface EventRound {
  readonly session: number;
  readonly round: number;
  readonly rounds: number;
  readonly running: boolean;
  readonly deadline: number | null;
  readonly tables: readonly EventTable[];
  readonly resting: readonly number[];
  readonly next: EventTable | null;
}

/** Who sits where at a table of a round, by the entrants' numbers, and which boards it plays. at: the club's own table where it is played, for those who sit there and for nobody else. */
export interface EventTable {
  readonly table: number;
  readonly boards: readonly number[];
  readonly seats: Readonly<Record<string, number>>;
  readonly at: string | null;
}

/** A line of the official table: places are shared by equals. */
export interface EventPlace {
  readonly place: number;
  readonly entrant: number;
  readonly total: Points;
}

/** What was played at a board. seats: entrants by seat. scores: whists or points, by seat. points: what they come to beside the other tables, by seat, where boards are compared by points. at: the club's table; deal: the nth of it. */
export interface EventLine {
  readonly board: number;
  readonly session: number;
  readonly round: number;
  readonly table: number;
  readonly room: string;
  readonly result: string;
  readonly seats: Readonly<Record<string, number>>;
  readonly scores: Readonly<Record<string, Points>>;
  readonly points: Readonly<Record<string, Points>>;
  readonly at: string | null;
  readonly deal: number;
}

/** What stands in a line of the reader's own table in this round, at a real table. room: of a match of teams. */
export interface OwnLine {
  readonly table: number;
  readonly board: number;
  readonly room: string;
  readonly result: string;
  readonly confirmed: boolean;
  readonly scores: Readonly<Record<string, Points>>;
}

/** A line that the reader's table lacks of a round that has ended. board: 0 of a party. seats: entrants by seat. */
export interface OwnDue {
  readonly round: number;
  readonly table: number;
  readonly board: number;
  readonly room: string;
  readonly seats: Readonly<Record<string, number>>;
}

/** A ruling on a board of the reader's. entry: its number; may: his notice of an appeal is still heard (PT-0.6). notice, filed: the entries of his notice and of the appeal; allowed: what the committee decided; null: not yet. said: the text by language, of what the club's arbiter has ruled at the table. */
export interface OwnRuling {
  readonly entry: number;
  readonly board: number;
  readonly table: number;
  readonly law: string;
  readonly text: string;
  readonly guilt: string | null;
  readonly assigned: string | null;
  readonly may: boolean;
  readonly notice: number | null;
  readonly filed: number | null;
  readonly allowed: boolean | null;
  readonly said: Readonly<Record<string, string>>;
}

/** What a member of a committee has to decide. */
export interface EventCommittee {
  readonly appeals: readonly EventAppeal[];
  readonly proposed: readonly EventProposed[];
}

/** An appeal that the reader may decide now. entry: its number; by: for which committee. about: the entrants whose scores it is about. ruling: its text; said: the same by language, where the club has ruled by itself. */
export interface EventAppeal {
  readonly entry: number;
  readonly by: 'committee' | 'society';
  readonly entrant: number;
  readonly board: number;
  readonly table: number;
  readonly law: string;
  readonly ruling: string;
  readonly facts: string;
  readonly request: string;
  readonly about: readonly number[];
  readonly said: Readonly<Record<string, string>>;
}

/** A disqualification that waits for the reader's approval. entry: its number. */
export interface EventProposed {
  readonly entry: number;
  readonly entrant: number;
  readonly by: string;
}

/** What an event of teams tells besides: series of the round, matches, and tables for spectators, of which who takes part sees none. */
export interface EventTeams {
  readonly series: readonly EventSeries[];
  readonly matches: readonly EventMatch[];
  readonly open_rooms: readonly EventOpenRoom[];
}

/** A series of a match of the round that runs or comes. names: the team whose captain is to name his four now; null: both have. stands: both rooms begin it, or have begun. yours: these may be chosen by me, the captain of a team of this match that has named nobody yet. */
export interface EventSeries {
  readonly table: number;
  readonly series: number;
  readonly boards: readonly number[];
  readonly names: number | null;
  readonly stands: boolean;
  readonly fours: readonly EventFour[];
  readonly yours: readonly string[];
}

/** A team's four in a series of a match: by name, the pair of each room. */
export interface EventFour {
  readonly entrant: number;
  readonly open_room: readonly [string, string];
  readonly closed_room: readonly [string, string];
}

/** What a match has come to on boards that are sealed no longer. boards: how many of them, of so many. won: IMPs, or boards, of home; vp: of both, once all are there. */
export interface EventMatch {
  readonly session: number;
  readonly round: number;
  readonly table: number;
  readonly home: number;
  readonly away: number;
  readonly boards: number;
  readonly of: number;
  readonly won: Points;
  readonly vp: readonly [Points, Points] | null;
}

/** A table of an open room at which spectators may look (B-TEAM-1). at: the club's own. */
export interface EventOpenRoom {
  readonly session: number;
  readonly round: number;
  readonly table: number;
  readonly series: number;
  readonly boards: readonly number[];
  readonly at: string;
}

/** What `GET /api/events/EVENT/part` answers: rows of the list that was asked for, and whom they name by number. series: of the matches at these tables. */
export interface EventPart {
  readonly mark: number;
  readonly entrants: readonly EventEntrant[];
  readonly tables: readonly EventTable[];
  readonly series: readonly EventSeries[];
  readonly standing: readonly EventPlace[];
  readonly seen: readonly EventLine[];
  readonly matches: readonly EventMatch[];
  readonly open_rooms: readonly EventOpenRoom[];
  readonly named: readonly EventNamed[];
}

/** An event in the list. starts: when its first session is to begin. entrants: how many; null: it is over. you: I take part, or officiate. */
export interface ListedEvent {
  readonly id: string;
  readonly created: number;
  readonly name: string;
  readonly game: string;
  readonly preset: string;
  readonly arbiter: string;
  readonly online: boolean;
  readonly stage: 'announced' | 'seated' | 'playing' | 'between' | 'played' | 'published' | 'over';
  readonly starts: number | null;
  readonly entrants: number | null;
  readonly you: boolean;
}

/** An event was announced. */
export interface EventMade {
  readonly id: string;
}

/** What `GET /api/events/EVENT/fair` answers. commitments: by board. reveals: of the boards that are sealed no longer. */
export interface EventFair {
  readonly commitments: Readonly<Record<string, string>>;
  readonly reveals: readonly Reveal[];
}

/** What `GET /api/events/EVENT/boards` answers, once the result is published: every line, board by board. named: who played them. */
export interface EventBoards {
  readonly lines: readonly EventLine[];
  readonly named: readonly EventNamed[];
}

/** A system card, as opponents open it (B-AUC-13). */
export interface EventCard {
  readonly entrant: number;
  readonly system: 'natural' | 'artificial';
  readonly text: string;
}

/** What `GET /api/regulations` answers: every option in the order of the form, and the paragraph of each offence that has a penalty. */
export interface RegulationsTold {
  readonly options: readonly RegulationTold[];
  readonly offences: Readonly<Partial<Record<'late' | 'slow' | 'discussion' | 'comparing' | 'touching' | 'wrong_pocket' | 'procedure' | 'disobedience' | 'other', string>>>;
}

/** An option of the regulations by its dotted name. kind: `choice` of values, `choices`: several of them in an order, `flag`, `number` from least to most, `numbers`: some in a row. none: it may be left out. usual: what it is if nobody says. games, types: at which alone it is obeyed; null: at all. law: its paragraph. */
export interface RegulationTold {
  readonly name: string;
  readonly kind: 'choice' | 'choices' | 'flag' | 'number' | 'numbers';
  readonly values: readonly string[];
  readonly least: number | null;
  readonly most: number | null;
  readonly none: boolean;
  readonly usual: unknown;
  readonly law: string;
  readonly games: readonly string[] | null;
  readonly types: readonly string[] | null;
}

/** What `GET /api/events/EVENT/hall` answers to an official. seq: of the event's last entry. standing: so far, whether it is published or not; unit: of its totals. missing: lines that rounds which have ended lack. late: boards that may be played later. appeals_until: when no appeal of the session is filed any more (PT-0.6), corrections_until: no line mended (PT-0.7); in milliseconds since 1970. log: its entries behind those that the reader has. may: what he may enter (PT-I.13.2.4). known: the names of all accounts that have come. blind: he takes part himself, so he is told of no line and no total before the session has ended (PT-I.12.2.4). */
export interface EventHall {
  readonly seq: number;
  readonly event: ClubEvent;
  readonly known: readonly string[];
  readonly calls: readonly HallCall[];
  readonly may: readonly string[];
  readonly blind: boolean;
  readonly sessions: readonly HallSession[];
  readonly lines: readonly HallLine[];
  readonly parties: readonly HallParty[];
  readonly missing: readonly HallAt[];
  readonly late: readonly HallAt[];
  readonly rulings: readonly HallRuling[];
  readonly penalties: readonly HallPenalty[];
  readonly warned: readonly HallWarned[];
  readonly notices: readonly HallNotice[];
  readonly appeals: readonly HallAppeal[];
  readonly committee: readonly string[];
  readonly society: readonly string[];
  readonly suspended: readonly number[];
  readonly proposed: readonly HallProposed[];
  readonly slow: readonly HallSlow[];
  readonly offences: Readonly<Partial<Record<'late' | 'slow' | 'discussion' | 'comparing' | 'touching' | 'wrong_pocket' | 'procedure' | 'disobedience' | 'other', HallOffence>>>;
  readonly cards: readonly number[];
  readonly standing: readonly EventPlace[];
  readonly unit: string;
  readonly appeals_until: number | null;
  readonly corrections_until: number | null;
  readonly log: readonly HallEntry[];
}

/** A table that waits for the director. call: the number of the event's entry; at: since when, in milliseconds since 1970. */
export interface HallCall {
  readonly call: number;
  readonly table: number;
  readonly name: string;
  readonly about: string;
  readonly at: number;
}

/** A session. begun, ended: how many rounds. ended_at, paused_at: in milliseconds since 1970. lacks: of the movement; note: what else it says. */
export interface HallSession {
  readonly session: number;
  readonly stage: number;
  readonly begun: number;
  readonly ended: number;
  readonly ended_at: number | null;
  readonly paused_at: number | null;
  readonly lacks: readonly HallLack[];
  readonly note: string;
  readonly rounds: readonly HallRound[];
}

/** What a movement cannot have, or what comes out uneven in it. numbers: for the words of the code. */
export interface HallLack {
  readonly code: 'none_known' | 'none_with_one_box' | 'none' | 'line_step' | 'skip' | 'uneven' | 'rests';
  readonly numbers: readonly string[];
}

/** A round of a movement. rest: entrants. */
export interface HallRound {
  readonly round: number;
  readonly tables: readonly HallTable[];
  readonly rest: readonly number[];
}

/** A table of a round: its boards, and entrants by seat. */
export interface HallTable {
  readonly table: number;
  readonly boards: readonly number[];
  readonly seats: Readonly<Record<string, number>>;
}

/** A line. entry: its number in the log. warning: what is unlikely. points: beside the other tables, so far. */
export interface HallLine {
  readonly at: HallAt;
  readonly result: string;
  readonly seats: Readonly<Record<string, number>>;
  readonly scores: Readonly<Record<string, Points>>;
  readonly points: Readonly<Record<string, Points>>;
  readonly entry: number;
  readonly confirmed: boolean;
  readonly warning: Refusal | null;
}

/** Where a line stands, or is missing. */
export interface HallAt {
  readonly session: number;
  readonly round: number;
  readonly table: number;
  readonly board: number;
  readonly room: string;
}

/** A party of a table: what each entrant has won, in how many deals. */
export interface HallParty {
  readonly at: HallAt;
  readonly won: Readonly<Record<string, Points>>;
  readonly deals: number;
  readonly entry: number;
}

/** A ruling. entry: its number. noticed: entries of notices of an appeal against it (PT-0.6). by: who called, where the club's arbiter has ruled at the table; null: the director's own. said: such a ruling's text by language. points: what it gives beside the deal, by entrant. replayed: the board was broken off and is played again. of: the table's ruling that this one completes; 0: none. offer: what is left to enter on it; null: nothing. */
export interface HallRuling {
  readonly entry: number;
  readonly board: number;
  readonly table: number;
  readonly round: number;
  readonly law: string;
  readonly text: string;
  readonly decision: Decision;
  readonly own_error: boolean;
  readonly referred: boolean;
  readonly noticed: readonly number[];
  readonly room: string;
  readonly by: string | null;
  readonly said: Readonly<Record<string, string>>;
  readonly points: Readonly<Record<string, string>>;
  readonly replayed: boolean;
  readonly of: number;
  readonly offer: HallOffer | null;
}

/** What a ruling does to a board's scores, by entrant. artificial: by guilt (PT-I.11.2.B.1). assigned: a score instead of the one reached; they need not sum to nought (PT-I.11.2.B.2). natural: who keeps what he has reached after all. fouled: at which tables the board was played in the changed form, as table and round (PT-I.10). dropped: for whom the board does not count. */
export interface Decision {
  readonly artificial?: Readonly<Record<string, 'fully' | 'partly' | 'innocent'>>;
  readonly assigned?: Readonly<Record<string, string>>;
  readonly natural?: readonly number[];
  readonly fouled?: readonly (readonly [number, number])[];
  readonly dropped?: readonly number[];
}

/** What the director can enter on a table's ruling as it is: the rule and the scores, by a ruling that is `of` it. */
export interface HallOffer {
  readonly law: string;
  readonly decision: Decision;
}

/** A penalty that stands. entry: its number. */
export interface HallPenalty {
  readonly entry: number;
  readonly entrant: number;
  readonly percent: number;
  readonly offence: string;
}

/** A table was warned in a round of a session. */
export interface HallWarned {
  readonly session: number;
  readonly round: number;
  readonly table: number;
  readonly offence: string;
}

/** A notice of an appeal. entry: its number; ruling: that of the ruling. filed: the entry of the appeal; null: not yet. */
export interface HallNotice {
  readonly entry: number;
  readonly ruling: number;
  readonly entrant: number;
  readonly filed: number | null;
}

/** An appeal that was filed. committee, society: what they have decided; null: nothing yet. */
export interface HallAppeal {
  readonly entry: number;
  readonly ruling: number;
  readonly entrant: number;
  readonly facts: string;
  readonly request: string;
  readonly committee: boolean | null;
  readonly society: boolean | null;
}

/** A disqualification that waits for the approval of one of the committee. entry: its number. */
export interface HallProposed {
  readonly entry: number;
  readonly entrant: number;
  readonly by: string;
}

/** A table that had lines to write when its round ended (PT-I.4). */
export interface HallSlow {
  readonly session: number;
  readonly round: number;
  readonly table: number;
}

/** An offence: its paragraph, and its penalty at this event, in per cent of a board's max. */
export interface HallOffence {
  readonly law: string;
  readonly percent: number;
}

/** A line of the director's log. at: milliseconds since 1970. said: what was entered. */
export interface HallEntry {
  readonly entry: number;
  readonly at: number;
  readonly who: string;
  readonly why: string;
  readonly said: object;
}

/** What `GET /api/events/EVENT/tables/TABLE` answers: the table of the round that runs; of a match of teams one for each room that plays. */
export interface EventLook<K extends Kind = Kind> {
  readonly round: number;
  readonly table: number;
  readonly rooms: readonly LookedTable<K>[];
}

/** A table of the club. room: of a match of teams. board: that is played, or comes next; 0: of a party, or all are over. people: their names by seat. said: what has been called and played in the running deal, as everybody saw it. waits: for the arbiter's ruling to be chosen from. */
export interface LookedTable<K extends Kind = Kind> {
  readonly room: string;
  readonly board: number;
  readonly people: Readonly<Record<string, string>>;
  readonly said: readonly Said<K>[];
  readonly waits: boolean;
}

/** A league as somebody sees it. seq: of its last entry. you: his number; steward: he is one. lists: of all games, then of each that has one. */
export interface LeagueTold {
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  readonly text: string;
  readonly created: number;
  readonly formula: Formula;
  readonly you: number | null;
  readonly steward: boolean;
  readonly members: readonly LeagueMember[];
  readonly clubs: readonly LeagueClub[];
  readonly lists: readonly LeagueList[];
  readonly rules: readonly LeagueRules[];
  readonly events: readonly LeagueEvent[];
  readonly news: readonly LeagueNews[];
}

/** What an event is worth, the same for everybody, and published (PT-I.9): weight x those behind, equals for half, / all others. weight: of the first place, where an event has none of its own. least: entrants without whom an event does not count. best: only so many best events of each are in his sum; 0: all. */
export interface Formula {
  readonly weight: number;
  readonly least: number;
  readonly best: number;
}

/** Somebody who has joined. club: its number. */
export interface LeagueMember {
  readonly member: number;
  readonly name: string;
  readonly club: number | null;
  readonly steward: boolean;
}

/** A club that has joined. members: so many play for it; yours: you speak for it. */
export interface LeagueClub {
  readonly club: number;
  readonly name: string;
  readonly place: string;
  readonly members: number;
  readonly yours: boolean;
}

/** The rating lists of a game, or of all games together (`game` is null then). */
export interface LeagueList {
  readonly game: string | null;
  readonly people: readonly LeaguePlace[];
  readonly clubs: readonly LeaguePlace[];
}

/** A line of a rating list. who: the number of a member, or of a club. events: so many are in the sum. */
export interface LeaguePlace {
  readonly rank: number;
  readonly who: number;
  readonly name: string;
  readonly points: Points;
  readonly events: number;
}

/** A version of a rule set; the newest stands first. */
export interface LeagueRules {
  readonly name: string;
  readonly version: number;
  readonly game: string;
  readonly preset: string;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** An event that counts. weight: of the first place; rules, version: by which it was played. */
export interface LeagueEvent {
  readonly event: string;
  readonly name: string;
  readonly game: string;
  readonly at: number;
  readonly entrants: number;
  readonly weight: number;
  readonly rules: string;
  readonly version: number;
  readonly won: readonly LeagueWon[];
}

/** What a member has won at an event. */
export interface LeagueWon {
  readonly member: number;
  readonly name: string;
  readonly rank: number;
  readonly points: Points;
}

/** A line of the bulletin. what: `said`, `counted`, `withdrawn`, `rules`, `formula`, `club`. title: of what was said, or the name of what it is about. */
export interface LeagueNews {
  readonly seq: number;
  readonly at: number;
  readonly what: string;
  readonly title: string;
  readonly text: string;
  readonly version: number;
}

/** A league was founded. */
export interface LeagueMade {
  readonly id: string;
}

/** A league in the list. */
export interface ListedLeague {
  readonly id: string;
  readonly name: string;
  readonly created: number;
}

/** A cup as somebody sees it at a moment. deals: of an issue. you: his number; editor: he composes. places: the table of all issues that may be told, or of the final once it is over. finalists: by number, once the qualifying is over. prestige: who has played the final's issue, with the finalists. lottery: the commitment; seed: once it is drawn; winners: of its prizes. engines: the signatures of the bots, where they were not the same in all results that are told; else none. */
export interface CupTold {
  readonly id: string;
  readonly now: number;
  readonly name: string;
  readonly level: string;
  readonly deals: number;
  readonly entrants: number;
  readonly you: number | null;
  readonly editor: boolean;
  readonly official: boolean;
  readonly published: boolean;
  readonly issues: readonly CupIssue[];
  readonly places: readonly CupPlace[];
  readonly finalists: readonly number[] | null;
  readonly prestige: readonly CupPlace[];
  readonly lottery: string;
  readonly seed: string;
  readonly prizes: number;
  readonly winners: readonly CupPlace[];
  readonly numbers: CupNumbers | null;
  readonly engines: readonly string[];
}

/** An issue of a cup. final: the final's. opens, closes: null: it is not composed. others, ends: the match of prestige's window. told: its results may be told, and are in `places`. over: nobody can play it any more, and its boards are told. */
export interface CupIssue {
  readonly issue: number;
  readonly final: boolean;
  readonly opens: number | null;
  readonly closes: number | null;
  readonly others: number | null;
  readonly ends: number | null;
  readonly mine: CupMine | null;
  readonly told: boolean;
  readonly over: boolean;
  readonly places: readonly CupPlace[];
}

/** My part of an issue. opens, closes: my window. table: where I play it, once I have begun; done: deals that are over. */
export interface CupMine {
  readonly opens: number;
  readonly closes: number;
  readonly table: string | null;
  readonly done: number;
}

/** A line of a cup's table. total: whists, as a fraction. engines: which of the cup's he has met, by their places in `CupTold.engines`, from 1. */
export interface CupPlace {
  readonly rank: number;
  readonly entrant: number;
  readonly name: string;
  readonly total: string;
  readonly engines: readonly number[];
}

/** From where entrants come and how old they are, of those who have told it (PT-M.5). */
export interface CupNumbers {
  readonly told: number;
  readonly countries: number;
  readonly cities: number;
  readonly youngest: number | null;
  readonly oldest: number | null;
}

/** The table at which I play an issue. */
export interface CupTable {
  readonly table: string;
}

/** What `GET /api/cups/EVENT/candidates` answers an editor. */
export interface Candidates {
  readonly candidates: readonly CupCandidate[];
}

/** A board that an editor may choose. cards, first: the deal, and who is the first hand. tricks: that are thrown away on it by cards at random, as a fraction; rivals: hands that make a contract (docs/boards.md). */
export interface CupCandidate {
  readonly board: number;
  readonly cards: string;
  readonly first: string;
  readonly tricks: string;
  readonly rivals: number;
}

/** What `GET /api/cups/EVENT/issues/N` answers once nobody can play the issue any more. */
export interface CupBoards {
  readonly issue: number;
  readonly names: Readonly<Record<string, string>>;
  readonly boards: readonly CupBoard[];
}

/** A board of an issue that is over. first: the first hand. won: whists by the entrant's number, as fractions. */
export interface CupBoard {
  readonly board: number;
  readonly cards: string;
  readonly first: string;
  readonly note: string;
  readonly won: Readonly<Record<string, string>>;
}

export type FromServer<K extends Kind = Kind> = Snap<K> | Ev<K> | Here | Chat | LookedBy | Hinted<K> | Ack | Nak | Bye;

/** Somebody has taken a free chair. */
export interface SatDown {
  readonly act: 'sit';
  readonly chair: number;
  readonly account: string;
  readonly nick: string;
  readonly program: string | null;
}

/** A player leaves a table that gathers; nobody asks why (PE-5.4.3). */
export interface Rise {
  readonly act: 'rise';
}

/** The owner has put a bot on a chair, or freed it; who sat there may not come back (PE-5.4.6). */
export interface ChairChanged {
  readonly act: 'chair';
  readonly chair: number;
  readonly bot: string | null;
  readonly nick: string | null;
}

/** A player walks out of a match; a bot holds his seat. */
export interface Leave {
  readonly act: 'leave';
}

/** The table lets a bot hold the seat of one who has been away too long. */
export interface Hold {
  readonly act: 'hold';
  readonly chair: number;
  readonly why: 'absent';
}

/** A player has his seat again. */
export interface Back {
  readonly act: 'back';
}

/** The owner has changed the card: every convention and term stands here, since presets and defaults may change. */
export interface CardChanged {
  readonly act: 'card';
  readonly preset: string;
  readonly conventions: Readonly<Record<string, unknown>>;
  readonly terms: Readonly<Record<string, unknown>>;
  readonly public: boolean;
  readonly file: boolean;
}

/** A player accepts the card with this hash, which is compared while deciding alone. */
export interface Accept {
  readonly act: 'accept';
  readonly card: string;
}

/** A player objects to a kibitzer, who leaves at once (PE-5.5.4). */
export interface Object {
  readonly act: 'object';
  readonly account: string;
}

/** A player warns a kibitzer for noise; the second warning is the last (PE-5.5.2). */
export interface Warn {
  readonly act: 'warn';
  readonly account: string;
}

/** A kibitzer has asked to look into one hand (PE-5.5.4). */
export interface LookAsked {
  readonly act: 'look';
  readonly chair: number;
  readonly account: string;
  readonly nick: string;
}

/** The owner of a hand lets a kibitzer see it, or does no longer. */
export interface Allow {
  readonly act: 'allow';
  readonly account: string;
  readonly yes: boolean;
}

/** A player proposes something. nick: of the one who would take a seat. */
export interface ProposalMade {
  readonly act: 'propose';
  readonly what: What;
  readonly nick: string | null;
}

/** Yes or no to proposal number n. account: only of a substitute, who has no chair yet. */
export interface ProposalAnswered {
  readonly act: 'answer';
  readonly n: number;
  readonly yes: boolean;
  readonly account: string | null;
}

/** Who proposed takes it back. */
export interface Withdraw {
  readonly act: 'withdraw';
  readonly n: number;
}

/** A player wants to go on with an adjourned match. */
export interface Resume {
  readonly act: 'resume';
}

/** The server binds itself to its part of a deal; 0 is the lot. */
export interface Commit {
  readonly act: 'commit';
  readonly deal: number;
  readonly commitment: string;
}

/** The hash of a player's nonce. */
export interface Seal {
  readonly act: 'seal';
  readonly deal: number;
  readonly hash: string;
}

/** A player's nonce. */
export interface Nonce {
  readonly act: 'nonce';
  readonly deal: number;
  readonly nonce: string;
}

/** These gave nothing in time. */
export interface Away {
  readonly act: 'away';
  readonly deal: number;
  readonly chairs: readonly number[];
}

/** The server's part, once the deal is over. */
export interface ServersPart {
  readonly act: 'reveal';
  readonly deal: number;
  readonly seed: string;
}

/** A player has looked at the deal that ended. */
export interface Seen {
  readonly act: 'next';
}

/** A player wants a new pack for the next match, for no reason given (PE-5.4.15, PE-5.4.16). */
export interface Reseed {
  readonly act: 'reseed';
}

/** A player wants another match with the same people; table: where it will be. */
export interface RematchNamed {
  readonly act: 'rematch';
  readonly table: string;
}

/** A player lets the club's bot tell him what it would do; the others hear that he did. */
export interface Hint {
  readonly act: 'hint';
}

/** A player has called the arbiter for entry number `entry`; ruling: what he says, with the proof. */
export interface ArbiterCalled {
  readonly act: 'arbiter';
  readonly entry: number;
  readonly ruling: Ruling;
}

/** A ruling: the laws it rests on, its branches, why, until when it could be asked for, and the proof. */
export interface Ruling {
  readonly laws: readonly string[];
  readonly branches: readonly Branch[];
  readonly reason: Reason;
  readonly deadline: Deadline | null;
  readonly proof: Proof | null;
}

/** One way in which a ruling can go. chooser: who may take it, a player or the arbiter; effects: what it does. */
export interface Branch {
  readonly chooser: string;
  readonly effects: readonly (ReDealt | DealtBy | TakenBack | CallReplaced | DeclarerSet | AllPassBegun | CardGiven | TalonDrawn | Barred | Opened | Spared | TakenUp | LeadRuled | Dictated | Transferred | FirstTaken | TakenOff | Added | AllRest | Resulted | SheetEntry | Compensated | Scored | Warned | LotDrawn | PlayOn)[];
}

/** Who has the choice takes a branch of the ruling on call number n; one of the arbiter's own: he wants nothing. */
export interface BranchChosen {
  readonly act: 'choose';
  readonly n: number;
  readonly branch: number;
}

/** A defender guarantees a result against those who do not like his plan (P-3.8.5.1a). */
export interface PreferansGuaranteeAct {
  readonly act: 'guarantee';
  readonly tricks: number;
}

/** An answer to that; mine: the same terms the other way round. */
export interface PreferansTakeAct {
  readonly act: 'take';
  readonly n: number;
  readonly answer: 'yes' | 'no' | 'mine';
}

/** The table says that the time of the one who is to move is out. */
export interface TimeOut {
  readonly act: 'time_out';
  readonly chair: number;
}

export type Act = SatDown | Rise | ChairChanged | Leave | Hold | Back | CardChanged | Accept | Object | Warn | LookAsked | Allow | ProposalMade | ProposalAnswered | Withdraw | Resume | Commit | Seal | Nonce | Away | ServersPart | Seen | Reseed | RematchNamed | Hint | ArbiterCalled | BranchChosen | PreferansGuaranteeAct | PreferansTakeAct | TimeOut;

/** A visitor takes a free chair. */
export interface TakeChair {
  readonly act: 'sit';
  readonly chair: number;
}

/** The owner puts a bot on a chair, or frees it. */
export interface ChangeChair {
  readonly act: 'chair';
  readonly chair: number;
  readonly bot?: string | null;
}

/** The owner changes the table card; what the others accepted falls. file: its deals, if any, stay. */
export interface ChangeCard {
  readonly act: 'card';
  readonly preset: string;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly terms?: Partial<TableTerms>;
  readonly public?: boolean;
  readonly file?: boolean;
}

/** A kibitzer asks to look into one hand. */
export interface AskToLook {
  readonly act: 'look';
  readonly chair: number;
}

/** A player proposes something that needs everybody's consent. */
export interface Propose {
  readonly act: 'propose';
  readonly what: What;
}

/** Yes or no to proposal number n. */
export interface AnswerProposal {
  readonly act: 'answer';
  readonly n: number;
  readonly yes: boolean;
}

/** A player wants another match with the same people. */
export interface AskRematch {
  readonly act: 'rematch';
}

/** A player calls the arbiter for an event that he has seen: the number that it was told with. */
export interface CallArbiter {
  readonly act: 'arbiter';
  readonly entry: number;
}

/** A player objects to the plan of another (P-3.8.5.1b); plan: the cards of his own, in the order in which they are played. */
export interface DisputePlan {
  readonly act: 'dispute';
  readonly plan: readonly Card[];
}

export type Wish = TakeChair | Rise | ChangeChair | Leave | Back | ChangeCard | Accept | Object | Warn | AskToLook | Allow | Propose | AnswerProposal | Withdraw | Resume | Seal | Nonce | Reseed | AskRematch | Hint | CallArbiter | DisputePlan | BranchChosen | PreferansGuaranteeAct | PreferansTakeAct;

/** The pencil is down under the result of a deal (P-4.2.8). deal: from 1. outcome: as a line of a score file has it. */
export interface Write {
  readonly act: 'write';
  readonly by: string;
  readonly deal: number;
  readonly outcome: object;
}

/** The pencil is down under entries by hand, which belong to this deal. instead: they stand for its result: the deal is written, and the next one deals. */
export interface Enter {
  readonly act: 'enter';
  readonly by: string;
  readonly deal: number;
  readonly marks: readonly Mark[];
  readonly instead?: boolean;
}

/** The auction of this deal is over: what was written before stands (P-4.2.9). */
export interface Named {
  readonly act: 'named';
  readonly by: string;
  readonly deal: number;
}

/** The result of a deal is wrong, and this is the right one. entry: the number of what is wrong. */
export interface Rewrite {
  readonly act: 'rewrite';
  readonly by: string;
  readonly entry: number;
  readonly outcome: object;
}

/** Entries by hand are wrong, and these are the right ones; none: nothing should stand there. */
export interface Amend {
  readonly act: 'amend';
  readonly by: string;
  readonly entry: number;
  readonly marks: readonly Mark[];
}

/** Who has pointed out an error takes it back: what was written stands again. */
export interface TakeBack {
  readonly act: 'take_back';
  readonly by: string;
  readonly entry: number;
}

/** The answer to what needs consent. entry: the number of what is asked. */
export interface Consent {
  readonly act: 'agree';
  readonly by: string;
  readonly entry: number;
  readonly yes: boolean;
}

/** A proposal to end here and settle (P-4.2.15). */
export interface End {
  readonly act: 'end';
  readonly by: string;
}

/** One more sits down (P-3.1.2). */
export interface Join {
  readonly act: 'join';
  readonly by: string;
  readonly name: string;
}

/** Another person takes over a player's score (PE-5.4.7). */
export interface Replace {
  readonly act: 'replace';
  readonly by: string;
  readonly player: string;
  readonly name: string;
}

/** A fine of the table: points on a player's hill by a rule. */
export interface Penalty {
  readonly act: 'fine';
  readonly by: string;
  readonly player: string;
  readonly points: number;
  readonly law: string;
}

export type KeepAct = Write | Enter | Named | Rewrite | Amend | TakeBack | Consent | End | Join | Replace | Penalty;

/** The first message, and the way to ask for everything again. */
export interface Hello {
  readonly t: 'hello';
  readonly proto: number;
  readonly have?: Have | null;
}

/** What the client has already. */
export interface Have {
  readonly seq: number;
  readonly hash: string;
}

/** Do this: `do` is an event of the table's game; `at` the last number seen. */
export interface Cmd<K extends Kind = Kind> {
  readonly t: 'cmd';
  readonly id: string;
  readonly at: number;
  readonly do: K['event'];
}

/** The finished deal has been looked at, deal on. */
export interface Next {
  readonly t: 'next';
  readonly id: string;
  readonly at: number;
}

/** An act at the table; the table's parts say which there are. */
export interface ActMessage {
  readonly t: 'act';
  readonly id: string;
  readonly do: Wish;
}

/** Chat: either words or a phrase. */
export interface Say {
  readonly t: 'say';
  readonly id: string;
  readonly text?: string | null;
  readonly phrase?: string | null;
}

/** The sender looks at the last trick. */
export interface Looked {
  readonly t: 'looked';
}

/** The body of `POST /api/agree`. */
export interface Agree {
  readonly game: string;
  readonly preset: string;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly players?: number | null;
}

/** What the desk is asked. incident: as `kozyr rule` takes it, but the entry that was the infraction may be left out. preset: the game's first, if empty. story: what was told; or `events`, as the command takes them. deal: the cards as they were dealt. record: a `.kz` record in the place of all that; at: after so many of its entries, all if left out. */
export interface Case {
  readonly game: string;
  readonly incident: Readonly<Record<string, unknown>>;
  readonly preset?: string;
  readonly players?: number | null;
  readonly options?: Readonly<Record<string, string>>;
  readonly story?: Story;
  readonly events?: string;
  readonly deal?: string;
  readonly record?: string;
  readonly at?: number | null;
  readonly lang?: 'ru' | 'uk' | 'en';
}

/** What was told of a deal of which there is no record. The first deal is told of: its dealer is the first seat. calls: the auction so far, as tokens. begun: somebody has called already. declarer, contract: as written, `6S`, `misere`, `3NTX`; `allpass` has no declarer. bid: what he had bid, where he has named another. whisters: who whists. tricks: how many are over. leader: who leads, or has led, now. cards: what fell to the trick then, in order. offender: who has erred; card: with what, where it is none of `cards` or of `calls`; had: what he should have played. later: whole tricks since. hands: what hands hold, where it was told. sizes: how many cards each was dealt, where that was wrong. missing: a card that has gone from the offender's hand. closed: the auction is over; played: a card has been played. written: a line of the sheet; passed: the auction of the deal after it is over. scored: the deal has ended, and its score is written. suit: what was led to the trick `nth`, where the offender played no card. nailed: cards of the offender's that lie open. acted: his partner has played because of what he said. said: what he asked about combinations, at deberts: `height` of the `claim`, where his own were better or not, or the `nine`. */
export interface Story {
  readonly calls?: readonly string[];
  readonly begun?: boolean;
  readonly declarer?: Seat | null;
  readonly contract?: string;
  readonly bid?: string;
  readonly whisters?: readonly Seat[];
  readonly tricks?: number;
  readonly leader?: Seat | null;
  readonly cards?: readonly Card[];
  readonly offender?: Seat | null;
  readonly card?: Card | null;
  readonly had?: Card | null;
  readonly later?: number;
  readonly won?: number | null;
  readonly hands?: Readonly<Partial<Record<Seat, readonly Card[]>>>;
  readonly sizes?: Readonly<Partial<Record<Seat, number>>>;
  readonly missing?: Card | null;
  readonly closed?: boolean;
  readonly played?: boolean;
  readonly written?: Written | null;
  readonly passed?: boolean;
  readonly scored?: boolean;
  readonly suit?: '' | 'S' | 'H' | 'D' | 'C';
  readonly nth?: number;
  readonly nailed?: readonly Card[];
  readonly acted?: boolean;
  readonly said?: 'card' | 'height' | 'nine';
  readonly claim?: 'terz' | 'fifty' | 'hundred';
  readonly better?: boolean;
}

/** A line that somebody has written in the sheet by hand. */
export interface Written {
  readonly player: string;
  readonly column: 'pool' | 'hill' | 'whists';
  readonly points: number | string;
  readonly on?: string;
}

/** A file as it is sent: what it is called (nothing: it was pasted), and what stands in it. */
export interface DealsFile {
  readonly text: string;
  readonly name?: string;
}

/** What somebody has dropped on the desk, as text. */
export interface DroppedFile {
  readonly text: string;
}

/** The body of `POST /api/me`. */
export interface Guest {
  readonly name?: string;
}

/** The body of `POST /api/guest`. at: the page where he stands, as `/table/ID`: its link vouches for a crowd. */
export interface Newcomer {
  readonly name?: string;
  readonly at?: string;
}

/** The body of `POST /api/register` and `POST /api/login`. */
export interface Login {
  readonly login: string;
  readonly password: string;
}

/** The body of `POST /api/bots`. */
export interface NewBot {
  readonly name: string;
}

/** The body of `POST /api/password`. */
export interface NewPassword {
  readonly old: string;
  readonly new: string;
}

/** The body of `POST /api/seek`. bot: the level of the bots that fill the chairs after a minute; null: wait for people. */
export interface NewSeek {
  readonly game: string;
  readonly players: number;
  readonly preset: string;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly bot?: string | null;
}

/** The body of `POST /api/tables`. bots: for every chair but one's own a level, or null for a person. file: deals to be played instead of the club's own. */
export interface NewTable {
  readonly game: string;
  readonly players: number;
  readonly bots: readonly (string | null)[];
  readonly preset: string;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly public?: boolean;
  readonly terms?: Partial<TableTerms>;
  readonly file?: DealsFile | null;
}

/** The body of `POST /api/operator`: an act of `kozyr admin`. who: what is closed or opened, by its id or the address of its page; an account or a network. length: of a ban or mute, as `12h`. why: of what is closed, for everybody who comes to it; else for operators alone. name: at `rename`. report, state: at `report`. */
export interface OperatorAct {
  readonly what: 'close' | 'open' | 'ban' | 'mute' | 'lift' | 'rename' | 'delete' | 'report';
  readonly who?: string;
  readonly length?: string;
  readonly why?: string;
  readonly name?: string;
  readonly report?: number;
  readonly state?: 'open' | 'taken' | 'done';
}

/** The body of `POST /api/reports`. reason: one of `REASONS`, and about whom; or `ruling`, and the number of the call. */
export interface Report {
  readonly table: string;
  readonly reason: string;
  readonly account?: string;
  readonly ruling?: number;
  readonly text?: string;
}

/** The body of `POST /api/reset`. link: the secret of the operator's link. */
export interface Reset {
  readonly link: string;
  readonly password: string;
}

/** The body of `PUT /api/where`: where somebody is, and who may know it. Nothing of it is ever guessed. country: two letters of ISO 3166; null: he would not say. zone: of the IANA database. shown: everybody may see it. known: those he has played with may find him, invite him, and see when he is here. */
export interface TellWhere {
  readonly country: string | null;
  readonly place?: string;
  readonly zone?: string | null;
  readonly shown?: boolean;
  readonly known?: boolean;
}

/** What is played and who sits, clockwise. changes: to the preset. dealer: the place of the first one, from 0. */
export interface Setup {
  readonly game: string;
  readonly preset: string;
  readonly players: readonly string[];
  readonly changes?: Readonly<Record<string, boolean | number | string | null>>;
  readonly dealer?: number;
}

/** The body of `POST /api/cups/EVENT/compose`: an issue, under an id by which it is composed once. boards: those that the editor has chosen. opens, closes, others, ends: in milliseconds since 1970, the last two of the final's issue alone. */
export interface ComposeIssue {
  readonly id: string;
  readonly issue: number;
  readonly boards: readonly number[];
  readonly opens: number;
  readonly closes: number;
  readonly others?: number | null;
  readonly ends?: number | null;
  readonly notes?: Readonly<Record<string, string>>;
}

/** The body of `POST /api/cups/EVENT/play`: I come to the table of my issue, or come back to it. */
export interface PlayIssue {
  readonly issue: number;
}

/** The body of `POST /api/events/EVENT/call`: my table calls the director, under an id by which it does once. */
export interface CallDirector {
  readonly id: string;
  readonly table: number;
  readonly about?: string;
}

/** The body of `POST /api/events/EVENT/came`: I am at the table whose call is the event's entry of this number. */
export interface CameToTable {
  readonly id: string;
  readonly call: number;
}

/** The body of `POST /api/events/EVENT/come`, under an id by which it is done once. */
export interface ComeToEvent {
  readonly id: string;
}

/** The body of `POST /api/events/EVENT/enter`, under an id by which it is done once. country, city, age: as he likes (PT-M.5); they are counted, and shown to nobody. team: of a pair or a team with a name of its own. */
export interface EnterEvent {
  readonly id: string;
  readonly team?: string;
  readonly country?: string;
  readonly city?: string;
  readonly age?: number | null;
}

/** The body of `POST /api/events/EVENT/join`: I want to be of this pair or team, under an id by which it is asked once. */
export interface JoinEntrant {
  readonly id: string;
  readonly entrant: number;
}

/** The body of `POST /api/events/EVENT`: an entry of the director's, under an id by which it is written once, and why. */
export interface EventDo {
  readonly id: string;
  readonly do: object;
  readonly why?: string;
}

/** The body of `POST /api/events/EVENT/seat`: everybody who has entered is seated so, under an id by which it is done once. */
export interface SeatEvent {
  readonly id: string;
  readonly seating?: HowSeated;
}

/** How a session is seated. order: by hand. seed: of the lot; drawn, if it is left out. at: so many at a table. kind: of a movement of pairs, or the next round of teams. boards: of a round, at bridge. rooms: of `tournament.movement=rooms`, two if left out. set_by_hand: the first round is for setting boards. own_boards: each room has its own. stage: a new one of bridge. again: in place of a session of which no round has begun. */
export interface HowSeated {
  readonly by?: 'lot' | 'rating' | 'hand';
  readonly order?: readonly number[] | null;
  readonly seed?: string;
  readonly at?: 3 | 4 | null;
  readonly rounds?: number | null;
  readonly copies?: number | null;
  readonly kind?: 'howell' | 'mitchell' | 'relay' | 'individual' | 'swiss' | null;
  readonly boards?: number | null;
  readonly rooms?: number | null;
  readonly set_by_hand?: boolean;
  readonly own_boards?: boolean;
  readonly stage?: boolean;
  readonly again?: boolean;
}

/** The body of `POST /api/events/EVENT/share`: an entrant's nonce for all boards, under an id by which it is given once. */
export interface ShareInEvent {
  readonly id: string;
  readonly nonce: string;
}

/** The body of `POST /api/events`. changes: to the preset. regulations: by dotted names, `duties` and `penalties` as groups. online: at tables of the club, which deals the boards: duplicate preferans, and bridge by single players, pairs or teams. cup: the club plays this cup. listed: in the list of events; else it is known by its address alone. starts: when the first session is to begin, in milliseconds since 1970. stand_ins: online a bot plays for somebody who is not there. */
export interface NewEvent {
  readonly name: string;
  readonly game: string;
  readonly preset: string;
  readonly changes?: Readonly<Record<string, string>>;
  readonly regulations?: Readonly<Record<string, unknown>>;
  readonly online?: boolean;
  readonly listed?: boolean;
  readonly starts?: number | null;
  readonly stand_ins?: boolean;
  readonly cup?: NewCup | null;
}

/** How the club plays a cup that is announced (`cup` of `NewEvent`): the level of its bots, the prizes of its lottery. */
export interface NewCup {
  readonly level?: 'novice' | 'club' | 'expert';
  readonly prizes?: number;
}

/** The body of `POST /api/leagues`: who founds it is its first member and steward. */
export interface NewLeague {
  readonly name: string;
  readonly text?: string;
  readonly formula?: Partial<Formula>;
}

/** The body of `POST /api/leagues/LEAGUE`: what I want, under an id by which it is done once. */
export interface LeagueDo {
  readonly id: string;
  readonly wish: WantsIn | WantsOut | WantsClub | WantsClubOut | WantsToPlayFor | Appoint | Dismiss | SetFormula | PublishRules | CountEvent | WithdrawEvent | SayInLeague;
}

/** I join, under my name or the first like it that is free. */
export interface WantsIn {
  readonly do: 'join';
}

/** I leave. */
export interface WantsOut {
  readonly do: 'leave';
}

/** A club joins; I speak for it. */
export interface WantsClub {
  readonly do: 'club';
  readonly name: string;
  readonly place?: string;
}

/** It leaves. */
export interface WantsClubOut {
  readonly do: 'club_left';
  readonly club: number;
}

/** I play for a club; null: for none. */
export interface WantsToPlayFor {
  readonly do: 'plays_for';
  readonly club: number | null;
}

/** A member is a steward. */
export interface Appoint {
  readonly do: 'appoint';
  readonly member: number;
}

/** He is none any more. */
export interface Dismiss {
  readonly do: 'dismiss';
  readonly member: number;
}

/** Events count by this formula from now on. */
export interface SetFormula {
  readonly do: 'formula';
  readonly formula: Partial<Formula>;
}

/** A rule set, or its next version. */
export interface PublishRules {
  readonly do: 'rules';
  readonly name: string;
  readonly game: string;
  readonly preset: string;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly text?: string;
}

/** An event of the club counts, once it is over; by its id. weight: its own; null: the formula's. */
export interface CountEvent {
  readonly do: 'count';
  readonly event: string;
  readonly weight?: number | null;
}

/** It counts no more. */
export interface WithdrawEvent {
  readonly do: 'withdraw';
  readonly event: string;
  readonly why: string;
}

/** A line of the bulletin. */
export interface SayInLeague {
  readonly do: 'say';
  readonly title: string;
  readonly text: string;
}

/** The body of `POST /api/keep/SHEET`: an act, under an id by which it is written once, however often it is sent. at: the last number of the sheet that its sender has seen. */
export interface KeepDo {
  readonly id: string;
  readonly at: number;
  readonly do: KeepAct;
}

export type ToServer<K extends Kind = Kind> = Hello | Cmd<K> | Next | ActMessage | Say | Looked;

/** The cards come to the table: `cards` is the text of a `kozyr.deals.Layout`. */
export interface Deal {
  readonly type: 'deal';
  readonly cards: string;
}

/** Lift one's cards; only where calls before looking were agreed (P-3.3.19). */
export interface PreferansLook {
  readonly type: 'look';
}

/** Pass, in the auction (P-3.3.10) or on whist (P-3.8.1). blind: before looking (P-3.3.19a). */
export interface PreferansPass {
  readonly type: 'pass';
  readonly blind?: boolean;
}

/** A step of the ladder (P-3.3.7). blind: before looking. hand: without the talon (PC-4.4.4-note). */
export interface PreferansBid {
  readonly type: 'bid';
  readonly contract: PreferansContract;
  readonly blind?: boolean;
  readonly hand?: boolean;
}

export type PreferansContract = '6S' | '6C' | '6D' | '6H' | '6NT' | '7S' | '7C' | '7D' | '7H' | '7NT' | '8S' | '8C' | '8D' | '8H' | '8NT' | '9S' | '9C' | '9D' | '9H' | '9NT' | '10S' | '10C' | '10D' | '10H' | '10NT' | 'misere' | 'allpass';

/** Match the last bid at the same step: 'здесь', 'мои' (P-3.3.8). */
export interface PreferansHere {
  readonly type: 'here';
}

/** Misère, as a first call (P-3.3.9). blind: before looking. hand: without the talon. */
export interface PreferansMisere {
  readonly type: 'misere';
  readonly blind?: boolean;
  readonly hand?: boolean;
}

/** Take the talon without a word (P-3.3.15); one card of it opened is a pass (PC-4.2.11). */
export interface PreferansTake {
  readonly type: 'take';
  readonly cards?: number;
}

/** Invite the dealer who sits out to share a misère (P-3.6.9). */
export interface PreferansInvite {
  readonly type: 'invite';
}

/** Yes or no to a claim, or to an invitation. */
export interface Answer {
  readonly type: 'answer';
  readonly yes: boolean;
}

/** Put two cards away (P-3.4.1). Others see no cards in it. */
export interface PreferansDiscard {
  readonly type: 'discard';
  readonly cards: readonly Card[];
}

/** Refuse the talon: put its own two cards away, to the dealer's cost (P-3.4.10). */
export interface PreferansRefuse {
  readonly type: 'refuse';
}

/** Name the contract (P-3.4.1). */
export interface PreferansName {
  readonly type: 'contract';
  readonly contract: PreferansContract;
}

/** Correct a slip in naming; prompt: without a pause, as the table's clock found it (P-3.4.8). */
export interface PreferansCorrect {
  readonly type: 'correct';
  readonly contract: PreferansContract;
  readonly prompt?: boolean;
}

/** Whist, also when it is returned (P-3.8.1, P-3.8.8). */
export interface PreferansWhist {
  readonly type: 'whist';
}

/** Leave for half a whist (P-3.8.7). */
export interface PreferansHalf {
  readonly type: 'half';
}

/** The dealer looks at one defender's hand before he answers (P-3.8.8). */
export interface PreferansPeek {
  readonly type: 'peek';
  readonly hand: Seat;
}

/** The sole whister plays with open cards or in the dark (P-3.8.5). */
export interface PreferansLay {
  readonly type: 'lay';
  readonly open: boolean;
}

/** A card to the trick. */
export interface Play {
  readonly type: 'play';
  readonly card: Card;
}

/** Propose how the tricks will fall, by consent of all (P-3.9.22): totals by seat. */
export interface PreferansClaim {
  readonly type: 'claim';
  readonly tricks: Readonly<Partial<Record<Seat, number>>>;
}

/** Give the contract up: without all, or without three where that is agreed (P-3.5.4). */
export interface PreferansSurrender {
  readonly type: 'surrender';
}

/** End the match early: by consent of all, or force majeure, which needs nobody's (PE-5.4.18). */
export interface Stop {
  readonly type: 'stop';
  readonly consent?: readonly string[];
  readonly force_majeure?: boolean;
}

/** One more sits down, left of the last dealer, and deals (P-3.1.2); all must consent. */
export interface PreferansNewcomer {
  readonly type: 'newcomer';
  readonly consent: readonly string[];
}

/** Another person takes over a player's score (PE-5.4.7); the others must consent. */
export interface Substitute {
  readonly type: 'substitute';
  readonly player: string;
  readonly consent: readonly string[];
}

/** An entry in the sheet by consent or by a ruling: `column` is pool, hill or whists (then `on` whom). */
export interface PreferansCorrection {
  readonly type: 'correction';
  readonly points: number | string;
  readonly law: string;
  readonly player: string;
  readonly column: string;
  readonly on?: string;
}

/** Cards are shown without being played. of: whose; to: who sees them, everybody if it is empty. plan: the whole hand lies in the order in which he says that he will play it. */
export interface Exposed {
  readonly type: 'expose';
  readonly of: Seat;
  readonly cards?: readonly Card[];
  readonly to?: readonly Seat[];
  readonly plan?: boolean;
}

/** The talon is seen by one, opened to all, or taken into a hand, before it is bought. */
export interface TalonTouched {
  readonly type: 'talon';
  readonly how: 'seen' | 'opened' | 'taken';
}

/** Somebody turns over a trick that is not the last, or somebody else's; or looks at his own discard. trick: its number, from 1; 0: the discard. */
export interface LookedAt {
  readonly type: 'look-at';
  readonly trick?: number;
}

/** A declarer puts away another number of cards than two. Others see how many. */
export interface PutAway {
  readonly type: 'put-away';
  readonly cards?: readonly Card[];
  readonly number?: number;
}

/** Something is wrong with the deal. fault: what. sizes: how many cards each has, N E S W, where that is it. by: who has dealt, where it was another's deal. */
export interface Misdeal {
  readonly type: 'misdeal';
  readonly fault: 'face_up' | 'pack_short' | 'no_cut' | 'wrong_dealer' | 'direction' | 'batch' | 'talon_place' | 'hands' | 'shuffled' | 'thin_cut';
  readonly sizes?: readonly number[];
  readonly by?: string;
}

/** A card is not in the hand that it was in: it has fallen, or two were played as one. */
export interface Missing {
  readonly type: 'missing';
  readonly of: Seat;
  readonly card: Card;
}

/** A card that nobody held is found, elsewhere or among those played. */
export interface Found {
  readonly type: 'found';
  readonly card: Card;
  readonly among: 'elsewhere' | 'played';
}

/** Somebody at the table says or shows what may be illegal information. about: what; said: the words. */
export interface Remark {
  readonly type: 'remark';
  readonly about: 'auction' | 'bought_suit' | 'cards' | 'count' | 'void' | 'displeasure' | 'gesture' | 'memory';
  readonly said?: string;
}

/** An outsider advises a player. to: whom; about: what; suit or card: which, if he has said so. */
export interface Advice {
  readonly type: 'advice';
  readonly to: Seat;
  readonly about: 'contract' | 'discard' | 'lead' | 'play';
  readonly what?: string;
}

/** A ruling: the laws it rests on, the first one of which entries in the sheet name; who chose it, and its effects. by: `arbiter`, or the player who had the choice. */
export interface Ruled {
  readonly type: 'ruled';
  readonly laws: readonly string[];
  readonly by: string;
  readonly effects: readonly (ReDealt | DealtBy | TakenBack | CallReplaced | DeclarerSet | AllPassBegun | CardGiven | TalonDrawn | Barred | Opened | Spared | TakenUp | LeadRuled | Dictated | Transferred | FirstTaken | TakenOff | Added | AllRest | Resulted | SheetEntry | Compensated | Scored | Warned | LotDrawn | PlayOn)[];
}

export type PreferansEvent = Deal | PreferansLook | PreferansPass | PreferansBid | PreferansHere | PreferansMisere | PreferansTake | PreferansInvite | Answer | PreferansDiscard | PreferansRefuse | PreferansName | PreferansCorrect | PreferansWhist | PreferansHalf | PreferansPeek | PreferansLay | Play | PreferansClaim | PreferansSurrender | Stop | PreferansNewcomer | Substitute | PreferansCorrection | Exposed | TalonTouched | LookedAt | PutAway | Misdeal | Missing | Found | Remark | Advice | Ruled;

/** All that one viewer may know of a deal; `seat` null is a kibitzer. talon: its cards that he may see. calls, answers: who said what in the auction and on whist. bid: what stands. price: of a trick in an all-pass. lead: the talon's card that leads. tricks: those won. Tricks before the last are what everyone saw fall; a table shows only the last one (P-3.9.8). discard: the two cards put away, where the viewer may look at them. put_away: the same for the viewer who put them away, also after the first lead, which ends the looking (P-3.4.9); no table shows it. */
export interface PreferansView {
  readonly seat: Seat | null;
  readonly terms: PreferansTerms;
  readonly phase: string;
  readonly turn: Seat | null;
  readonly actor: Seat | null;
  readonly hands: Readonly<Partial<Record<Seat, Hand>>>;
  readonly trick: readonly (readonly [Seat, Card])[];
  readonly history: readonly Trick[];
  readonly legal: readonly PreferansEvent[];
  readonly offers: readonly PreferansEvent[];
  readonly reasons: Readonly<Record<Card, Refusal>>;
  readonly duties: readonly Duty[];
  readonly possible: readonly PreferansEvent[];
  readonly outcome: PreferansOutcome | null;
  readonly talon: readonly Card[];
  readonly calls: readonly (readonly [Seat, string])[];
  readonly answers: readonly (readonly [Seat, string])[];
  readonly bid: PreferansContract | null;
  readonly contract: PreferansContract | null;
  readonly declarer: Seat | null;
  readonly whisters: readonly Seat[];
  readonly open: boolean;
  readonly shared: boolean;
  readonly factor: number;
  readonly price: number;
  readonly lead: Card | null;
  readonly tricks: Readonly<Partial<Record<Seat, number>>>;
  readonly discard: readonly Card[] | null;
  readonly claim: PreferansPending | null;
}

/** What is known before the cards. number: which deal of the pulka, from 1. seats: who sits in this deal, clockwise; a dealer who sits out too. names: the players in those seats. waiting: the fifth, who neither plays nor deals. hands: who bids, from the first hand on. dummy: the closed hand of gusarik. series, level: all-passes in a row so far and the level of blind passes that they left. price: what a trick of an all-pass costs now, before doubling. forced: this deal is a compulsory all-pass. bombs: for each seat the factor of its next contract (by seat, N E S W). */
export interface PreferansTerms {
  readonly number: number;
  readonly seats: readonly Seat[];
  readonly names: readonly string[];
  readonly dealer: Seat;
  readonly hands: readonly Seat[];
  readonly auction: PreferansAuctionRules;
  readonly whist: PreferansWhistRules;
  readonly waiting: string | null;
  readonly dummy: Seat | null;
  readonly series: number;
  readonly level: number;
  readonly price: number;
  readonly forced: boolean;
  readonly bombs: readonly [number, number, number, number];
}

/** What the auction needs to know of the conventions and of this deal. bidders: from the first hand on. lowest: the smallest size that may be bid. level: blind passes of the series so far (P-3.7.7). escalate: the smallest size also rises with the level ("6+k"), and is seven at least (P-3.7.8). share: the dealer may be invited (P-3.6.9). */
export interface PreferansAuctionRules {
  readonly bidders: readonly Seat[];
  readonly lowest: number;
  readonly level: number;
  readonly escalate: boolean;
  readonly share: boolean;
  readonly jumps: boolean;
  readonly here: 'first_hand' | 'elder_hand' | 'off';
  readonly chain: boolean;
  readonly stop_after_nine: boolean;
  readonly silent_take: boolean;
  readonly one_card_is_pass: boolean;
  readonly blind_pass: boolean;
  readonly blind_bid: boolean;
  readonly blind_misere: boolean;
  readonly blind_cap: number | null;
  readonly blind_counter: 'per_deal' | 'per_series' | 'both';
}

/** What whisting needs to know of the conventions. */
export interface PreferansWhistRules {
  readonly half: boolean;
  readonly first_hand_half: boolean;
  readonly return_on_any: boolean;
  readonly dealer: boolean;
  readonly obligatory_6s: boolean;
}

/** The facts of a deal, by players' names; one line of a score file. calls: each one's final word on whist; `half_whist` stays the word of one who left for half and was overruled. A defender who is not named passed. tricks: left out when nothing was played. factor: what multiplies the deal (bombs, blind calls); null: only the declarer's own bomb, if he has one. surrender: the contract was given up (P-3.5.4). talon: its cards, for the bonus of P-3.4.11. refused: the talon was refused (P-3.4.10). shared: a misère with the dealer (P-3.6.9). blind: who passed before looking (P-3.3.19a). open: played with open cards. out_of_turn: it was another's deal, and that was seen too late (P-3.2.14). */
export interface PreferansOutcome {
  readonly dealer: string;
  readonly kind: 'tricks' | 'misere' | 'allpass';
  readonly declarer?: string | null;
  readonly contract?: PreferansContract | null;
  readonly tricks?: Readonly<Record<string, number>> | null;
  readonly calls?: Readonly<Record<string, 'whist' | 'pass' | 'half_whist'>>;
  readonly factor?: number | null;
  readonly surrender?: boolean;
  readonly talon?: readonly [Card, Card] | null;
  readonly refused?: boolean;
  readonly shared?: boolean;
  readonly blind?: readonly string[];
  readonly open?: boolean;
  readonly out_of_turn?: boolean;
  readonly ruled?: Counted | null;
}

/** A claim on the table: whose, the tricks that it gives, who has agreed, and the line of play that was told. >>> claim = Pending(Seat.S, tricks=9).agree(Seat.W) >>> claim.waiting((Seat.W, Seat.N, Seat.E)) (Seat.N, Seat.E) */
export interface PreferansPending {
  readonly by: Seat;
  readonly tricks: Readonly<Partial<Record<Seat, number>>>;
  readonly agreed: readonly Seat[];
  readonly line: string;
}

/** The pulka for a client. whists[i][j] is what i has written on j. settlement: once the pulka is over; of a kept sheet, as if it ended now. target: of the pools; length: of how many deals it is, where those end it and not the pools (P-4.2.2). */
export interface PreferansSheet {
  readonly names: readonly string[];
  readonly finished: boolean;
  readonly target: number;
  readonly length: number | null;
  readonly pool: readonly Points[];
  readonly hill: readonly Points[];
  readonly whists: readonly (readonly Points[])[];
  readonly entries: readonly PreferansEntry[];
  readonly deals: readonly PreferansOutcome[];
  readonly series: number;
  readonly settlement: PreferansSettlement | null;
}

/** One entry of the sheet. deal: its number, from 1 (0: an amendment). who: whose sector. on: whom the whists are on (column whists). why: a code that a client can explain. law: the rule that made it. */
export interface PreferansEntry {
  readonly deal: number;
  readonly column: 'pool' | 'hill' | 'whists';
  readonly who: number;
  readonly points: Points;
  readonly why: string;
  readonly law: string;
  readonly on: number | null;
}

/** The final count, in whists. hill: each hill after missing and surplus pool points have gone to it. change: by how much (P-4.2.3.3). pairwise, mean: the two ways of P-4.2.14, which agree. adjusted: hills moved by a point so that the sum divides, as (place, points), with the whists that make up for it (P-4.2.12). result: exact. rounded: after that adjustment, or `result` again where exact fractions were agreed. */
export interface PreferansSettlement {
  readonly hill: readonly Points[];
  readonly change: readonly Points[];
  readonly pairwise: readonly (readonly Points[])[];
  readonly result: readonly Points[];
  readonly rounded: readonly Points[];
  readonly adjusted: readonly (readonly [number, number])[];
  readonly compensation: number;
}

/** A deal of preferans that is over. names: who sat where, which at five changes. */
export interface PreferansFinished {
  readonly number: number;
  readonly names: Readonly<Partial<Record<Seat, string>>>;
  readonly outcome: PreferansOutcome | null;
  readonly hands: Readonly<Partial<Record<Seat, readonly Card[]>>>;
  readonly history: readonly Trick[];
  readonly calls: readonly (readonly [Seat, string])[];
  readonly entries: readonly PreferansEntry[];
  readonly talon: readonly Card[];
  readonly discard: readonly Card[];
  readonly answers: readonly (readonly [Seat, string])[];
}

/** What each hand takes as declarer with the talon and its best discard, the two others playing together. tricks: in each denomination; misere: at misère; null: it took too long. makes: the highest contract that a hand makes, as `7H` or `misere`; hands that make none are left out. */
export interface PreferansAnalysis {
  readonly tricks: Readonly<Record<string, Readonly<Partial<Record<Seat, number>>>>> | null;
  readonly misere: Readonly<Partial<Record<Seat, number>>> | null;
  readonly makes: Readonly<Partial<Record<Seat, string>>>;
}

/** What can be agreed on for preferans. */
export interface PreferansOptions {
  readonly laws: 'codex-1996' | 'club-003';
  readonly qualifying: boolean;
  readonly seat_draw: 'codex' | 'random';
  readonly newcomer: 'mean_against' | 'not_allowed';
  readonly length_mode: 'pool' | 'deals' | 'boards';
  readonly length_deals: number;
  readonly boards: readonly string[];
  readonly pool_target: number;
  readonly pool_mode: 'help' | 'common';
  readonly help_whists: number;
  readonly pool_point_whists: number;
  readonly unit: number;
  readonly pool_overflow: 'hill' | 'forfeit' | 'whists';
  readonly gusarik_hill: 'divisible' | 'indivisible';
  readonly shortfall_on_stop: number;
  readonly rounding: 'codex' | 'exact';
  readonly settlement: 'mean' | 'pairwise';
  readonly prizes: boolean;
  readonly prize_first: number;
  readonly prize_hill: number;
  readonly early_stop: 'unanimous' | 'never';
  readonly consolation_for_waiting: boolean;
  readonly 'deal.min_cut': number;
  readonly 'deal.talon_slot': number;
  readonly 'deal.hands': 'active' | 'dummy';
  readonly 'irr.redeal_window': 'split' | 'auction_start';
  readonly 'irr.dealer_fine': number;
  readonly 'irr.talon_peek_fine': number;
  readonly 'auction.jumps': 'forbidden' | 'allowed';
  readonly 'auction.here': 'first_hand' | 'elder_hand' | 'off';
  readonly 'auction.misere_beaten_by': 'nine' | 'no_talon_chain';
  readonly 'auction.after_nine_over_misere': 'ladder' | 'stop';
  readonly 'auction.third_hand_silent_take': boolean;
  readonly 'auction.third_hand_one_card_is_pass': boolean;
  readonly 'blind.pass': boolean;
  readonly 'blind.bid': boolean;
  readonly 'blind.misere': boolean;
  readonly 'blind.cap': number | null;
  readonly 'blind.counter': 'per_deal' | 'per_series' | 'both';
  readonly bombs: boolean;
  readonly 'contract.change': 'codex' | 'frozen';
  readonly 'contract.surrender': 'without_all_only' | 'without_three';
  readonly 'contract.ten_is': 'whisted' | 'checked';
  readonly talon_refusal_fine: number;
  readonly talon_bonus: boolean;
  readonly talon_bonus_at_three: 'dealer' | 'halves';
  readonly 'misere.half_share': boolean;
  readonly 'misere.write_layout': boolean;
  readonly 'irr.out_of_turn_call': 'lead_control' | 'none';
  readonly 'irr.illegal_contract': 'without_all' | 'refuse_only';
  readonly 'irr.discard_peek': 'fine' | 'prevent' | 'none';
  readonly 'allpass.scoring': 'hill' | 'whists';
  readonly 'allpass.prices': readonly number[];
  readonly 'allpass.progression': 'none' | 'arithmetic' | 'geometric' | 'list';
  readonly 'allpass.step': number;
  readonly 'allpass.ratio': number;
  readonly 'allpass.limit': number | null;
  readonly 'allpass.min_bid_in_series': 6 | 7 | '6+k';
  readonly 'allpass.whists_per_trick': number;
  readonly 'allpass.zero_bonus': 'trick_price' | 1 | 'none' | 'hill_2_or_pool_1';
  readonly 'allpass.dealer_zero_bonus': boolean;
  readonly 'allpass.amnesty': boolean;
  readonly 'allpass.talon': 'opened' | 'closed';
  readonly 'allpass.dealer_owns_talon_tricks': boolean;
  readonly 'allpass.dealer': 'sliding' | 'repeat';
  readonly 'allpass.exit_min': 6 | 7 | '6+k';
  readonly 'allpass.exit_requires': 'any_contract' | 'made' | 'made_and_whisted';
  readonly 'allpass.misere_exits': boolean;
  readonly 'allpass.failed_exit': 'freeze' | 'repeat_last' | 'reset';
  readonly 'allpass.forced_rounds': number;
  readonly 'whist.responsibility': 'full' | 'half' | 'half_then_full';
  readonly 'whist.style': 'greedy' | 'gentleman';
  readonly 'whist.consolation': 'all_including_dealer' | 'whisters_only' | 'none';
  readonly 'whist.obligatory_6s': boolean;
  readonly 'whist.half': boolean;
  readonly 'whist.first_hand_half': boolean;
  readonly 'whist.return_by_first': 'six_seven' | 'any';
  readonly 'whist.dealer_may_return': boolean;
  readonly 'whist.dealer_responsible': boolean;
  readonly 'whist.dealer_whist_takes_all': 'off' | 'all' | 'own';
  readonly 'whist.shared_8_9_10': 'second' | 'both';
  readonly 'whist.shared_deficit': 'capped' | 'personal';
  readonly 'whist.invitation': 'off';
  readonly 'whist.light_before_declarer_lead': boolean;
  readonly 'whist.plan_dispute': 'off' | 'side_bet' | 'arbiter';
  readonly 'irr.open_card_grounds': 'four' | 'two';
  readonly 'irr.wrong_count_whister': 'two' | 'at_least_two';
  readonly 'irr.record_error': 'mirror' | 'none';
  readonly 'irr.late_correction': 'writer' | 'all';
  readonly edition: number;
  readonly 'table.stake': number;
  readonly 'table.irregularities': 'prevent' | 'rule';
  readonly 'table.show_counters': boolean;
  readonly 'table.chat_in_play': boolean;
  readonly 'table.played_when': 'released' | 'lifted';
  readonly 'table.undo': 'off' | 'unanimous';
  readonly 'table.tempo_mask': boolean;
}

/** What preferans puts into messages. */
export interface Preferans extends Kind {
  event: PreferansEvent;
  view: PreferansView;
  sheet: PreferansSheet;
  last: PreferansFinished;
}

/** Pass (B-AUC-7); after the play: no honours to declare. */
export interface BridgePass {
  readonly type: 'pass';
  readonly meaning?: string;
}

/** A level and a denomination (B-AUC-2). */
export interface BridgeBid {
  readonly type: 'bid';
  readonly level: number;
  readonly denomination: BridgeDenomination;
  readonly meaning?: string;
}

export type BridgeDenomination = 'C' | 'D' | 'H' | 'S' | 'NT';

/** Double an opponents' bid (B-AUC-8). */
export interface BridgeDouble {
  readonly type: 'double';
  readonly meaning?: string;
}

/** Redouble an opponents' double (B-AUC-9). */
export interface BridgeRedouble {
  readonly type: 'redouble';
  readonly meaning?: string;
}

/** Ask what an opponent's call means; `call` counts the calls of the auction from 0 (B-AUC-15, B-LAW-REV-1). */
export interface BridgeAsk {
  readonly type: 'ask';
  readonly call: number;
}

/** Tell the opponents what a call means (B-AUC-15); by partner or by the caller, as `explain` says. */
export interface BridgeExplain {
  readonly type: 'explain';
  readonly call: number;
  readonly meaning: string;
}

/** Shorten the play: the declarer's side will have so many tricks in all (B-LAW-CLAIM-1). line: how, as it is said with the claim and not changed afterwards; everybody hears it. */
export interface BridgeClaim {
  readonly type: 'claim';
  readonly tricks: number;
  readonly line?: string;
}

/** Declare four or five honours in one hand (B-SCORE-13). */
export interface BridgeHonours {
  readonly type: 'honours';
}

/** Points above the line for a side, by a ruling; less than nought takes away. */
export interface BridgeCorrection {
  readonly type: 'correction';
  readonly points: number | string;
  readonly law: string;
  readonly line: 'NS' | 'EW';
}

export type BridgeEvent = Deal | BridgePass | BridgeBid | BridgeDouble | BridgeRedouble | BridgeAsk | BridgeExplain | Play | BridgeClaim | Answer | BridgeHonours | Stop | Substitute | BridgeCorrection | Exposed | TalonTouched | LookedAt | PutAway | Misdeal | Missing | Found | Remark | Advice | Ruled;

/** All that one viewer may know of a deal; `seat` null is a kibitzer. calls, history: what everyone heard and saw fall. meanings: of calls by their number, as far as he may know them. asked: calls that opponents want explained. review: whether the table may repeat the auction now (B-LAW-REV-3); last: the last trick, for him who may look at it again (B-LAW-TRICK-1). bid: the highest so far. dummy: the hand that lies on the table; tabled: every seat whose hand lies there. tricks: by line. claim: how many tricks the declarer would have in all. honours: whose were declared. */
export interface BridgeView {
  readonly seat: Seat | null;
  readonly terms: BridgeTerms;
  readonly phase: string;
  readonly turn: Seat | null;
  readonly actor: Seat | null;
  readonly hands: Readonly<Partial<Record<Seat, Hand>>>;
  readonly trick: readonly (readonly [Seat, Card])[];
  readonly history: readonly Trick[];
  readonly legal: readonly BridgeEvent[];
  readonly offers: readonly BridgeEvent[];
  readonly reasons: Readonly<Record<Card, Refusal>>;
  readonly duties: readonly Duty[];
  readonly possible: readonly BridgeEvent[];
  readonly outcome: BridgeOutcome | null;
  readonly calls: readonly (readonly [Seat, string])[];
  readonly meanings: Readonly<Record<string, string>>;
  readonly asked: readonly number[];
  readonly review: boolean;
  readonly bid: BridgeContract | null;
  readonly contract: BridgeContract | null;
  readonly declarer: Seat | null;
  readonly dummy: Seat | null;
  readonly tabled: readonly Seat[];
  readonly last: Trick | null;
  readonly tricks: Readonly<Partial<Record<'NS' | 'EW', number>>>;
  readonly claim: BridgePending | null;
  readonly honours: Seat | null;
}

/** What is known before the cards. number: which deal of the session, from 1; one dealt again counts anew. rubber: of which rubber, from 1. board: its number at duplicate, or the deal of a Chicago rubber; 0 in a rubber. seats: where people sit, clockwise. names: the players in those seats. control: who decides for each seat, N E S W (two and three play their dummies themselves). kind: the auction's. part: part-scores below the line, N-S E-W. */
export interface BridgeTerms {
  readonly number: number;
  readonly dealer: Seat;
  readonly vulnerability: 'none' | 'ns' | 'ew' | 'both';
  readonly rubber: number;
  readonly board: number;
  readonly seats: readonly Seat[];
  readonly names: readonly string[];
  readonly control: readonly [Seat, Seat, Seat, Seat];
  readonly kind: 'four' | 'two' | 'three' | 'free';
  readonly part: readonly [number, number];
}

/** The facts of a deal, by seats; one line of a score file. vul: left out, the match knows. contract: null if all passed. tricks: the declarer's, of thirteen. honours: what was declared, by seat: 100 or 150. hcp: points of the court cards by line, where the Russian target is played for. */
export interface BridgeOutcome {
  readonly dealer: 'N' | 'E' | 'S' | 'W';
  readonly vul?: 'none' | 'ns' | 'ew' | 'both' | null;
  readonly contract?: string | null;
  readonly declarer?: 'N' | 'E' | 'S' | 'W' | null;
  readonly tricks?: number | null;
  readonly honours?: Readonly<Partial<Record<'N' | 'E' | 'S' | 'W', number>>>;
  readonly hcp?: Readonly<Partial<Record<'NS' | 'EW', number>>>;
  readonly ruled?: Counted | null;
}

/** What is played: level, denomination, and 0, 1 or 2 for plain, doubled or redoubled (B-AUC-11). */
export interface BridgeContract {
  readonly level: number;
  readonly denomination: BridgeDenomination;
  readonly doubled: number;
}

/** A claim on the table: whose, the tricks that it gives, who has agreed, and the line of play that was told. >>> claim = Pending(Seat.S, tricks=9).agree(Seat.W) >>> claim.waiting((Seat.W, Seat.N, Seat.E)) (Seat.N, Seat.E) */
export interface BridgePending {
  readonly by: Seat;
  readonly tricks: number;
  readonly agreed: readonly Seat[];
  readonly line: string;
}

/** The session for a client. Pairs are N-S, E-W of the running rubber; places whose each seat is, N E S W. rubber, rubbers: the running one of how many. games, part, below, above, lines: of the running rubber. scores, imps: what each deal brought N-S. results: of each finished rubber, by player. next: who deals and is vulnerable then. */
export interface BridgeSheet {
  readonly names: readonly string[];
  readonly finished: boolean;
  readonly form: string;
  readonly compare: string;
  readonly rubber: number;
  readonly rubbers: number;
  readonly boards: number | null;
  readonly games: readonly [number, number];
  readonly part: readonly [number, number];
  readonly below: readonly [number, number];
  readonly above: readonly [number, number];
  readonly lines: readonly number[];
  readonly scores: readonly number[];
  readonly imps: readonly number[];
  readonly results: readonly (readonly number[])[];
  readonly totals: readonly number[];
  readonly places: readonly [number, number, number, number];
  readonly entries: readonly BridgeEntry[];
  readonly deals: readonly BridgeOutcome[];
  readonly stopped: boolean;
}

/** One entry of the sheet. deal: from 1; 0: none. rubber: from 1. side: 0 N-S, 1 E-W, as they sit in that rubber. below: the line, or above. why: a code for clients. law: the rule that made it. */
export interface BridgeEntry {
  readonly deal: number;
  readonly rubber: number;
  readonly side: number;
  readonly below: boolean;
  readonly points: number;
  readonly why: 'contract' | 'overtricks' | 'insult' | 'small_slam' | 'grand_slam' | 'undertricks' | 'honours' | 'game' | 'part' | 'rubber' | 'clean_rubber' | 'unfinished_game' | 'unfinished_part' | 'ruling';
  readonly law: string;
}

/** A deal that is over: all cards lie open. score: what it brought N-S by itself. */
export interface BridgeFinished {
  readonly number: number;
  readonly names: Readonly<Partial<Record<Seat, string>>>;
  readonly outcome: BridgeOutcome | null;
  readonly hands: Readonly<Partial<Record<Seat, readonly Card[]>>>;
  readonly history: readonly Trick[];
  readonly calls: readonly (readonly [Seat, string])[];
  readonly board: number;
  readonly dealer: Seat;
  readonly vulnerability: 'none' | 'ns' | 'ew' | 'both';
  readonly entries: readonly BridgeEntry[];
  readonly score: number;
  readonly meanings: Readonly<Record<string, string>>;
}

/** table: tricks of each declarer in each denomination; null with par: it took too long. */
export interface BridgeAnalysis {
  readonly table: Readonly<Record<string, Readonly<Partial<Record<Seat, number>>>>> | null;
  readonly par: BridgePar | null;
  readonly other: BridgeOtherTable | null;
}

/** The score of N-S if everybody bids perfectly, and contracts that reach it, as `4S by NS +1`. */
export interface BridgePar {
  readonly score: number;
  readonly contracts: readonly string[];
}

/** The same board at a table of four bots. score: of N-S there; imps: what N-S here have won by the difference. */
export interface BridgeOtherTable {
  readonly level: string;
  readonly calls: readonly (readonly [Seat, string])[];
  readonly contract: string | null;
  readonly declarer: string | null;
  readonly tricks: number | null;
  readonly score: number;
  readonly imps: number;
}

/** What can be agreed on for bridge. */
export interface BridgeOptions {
  readonly form: 'rubber' | 'chicago' | 'duplicate';
  readonly deals: 'by_games' | number;
  readonly first_board: number;
  readonly boards: readonly string[];
  readonly vulnerability: 'by_games' | 'chicago' | 'board';
  readonly chicago_vul: 'modern' | 'old';
  readonly chicago_passed_out: 'redeal' | 'counts';
  readonly pivot_tour: boolean;
  readonly part_scores: 'carry' | 'none';
  readonly part_bonus: 0 | 50 | 100;
  readonly rubber_bonus: '700_500' | 'game200_rubber700';
  readonly rubber_bonus_variant: '700_only' | '200_plus_700';
  readonly clean_rubber: 700 | 750;
  readonly insult: '50/100' | '50/50';
  readonly nv_doubled_penalty: '100_200_200_300' | '100_200';
  readonly honours: boolean;
  readonly honours_claim: 'after_play' | 'after_auction' | 'automatic';
  readonly chicago_game_bonus: '300/500' | 'none';
  readonly chicago_part_bonus: number;
  readonly 'unfinished.game': number;
  readonly 'unfinished.part': number;
  readonly rubber_points: 'raw' | 'hundreds';
  readonly rounding: 'half_up' | 'half_down';
  readonly compare: 'none' | 'russian_target' | 'matchpoints' | 'imps';
  readonly mp_unit: 2 | 1;
  readonly vp_scale: 'off' | '24 boards' | 'wbf';
  readonly series_min_half: boolean;
  readonly two_hand_end: 'one_pass';
  readonly three_hand_auction: 'source' | 'free';
  readonly explain: 'partner' | 'self';
  readonly system: 'sayc' | 'two-over-one' | 'pressure';
  readonly review_after_lead: 'contract_only' | 'always';
  readonly dummy_sees_all: boolean;
  readonly laws: 'source-001';
  readonly edition: number;
  readonly 'table.stake': number;
  readonly 'table.irregularities': 'prevent' | 'rule';
  readonly 'table.show_counters': boolean;
  readonly 'table.chat_in_play': boolean;
  readonly 'table.played_when': 'released' | 'lifted';
  readonly 'table.undo': 'off' | 'unanimous';
  readonly 'table.tempo_mask': boolean;
}

/** What bridge puts into messages. */
export interface Bridge extends Kind {
  event: BridgeEvent;
  view: BridgeView;
  sheet: BridgeSheet;
  last: BridgeFinished;
}

/** Pass, in the bidding (D-BID-1); or no bella after the other's offence (D-BAIT-6). */
export interface DebertsPass {
  readonly type: 'pass';
}

/** 'I play': by the first trump (D-BID-1), or in the suit named (D-BID-2). */
export interface DebertsOrder {
  readonly type: 'order';
  readonly trump?: Suit | null;
}

/** Put the seven of trumps in the place of the turned-up card and take that (D-COMBO-16). */
export interface DebertsExchange {
  readonly type: 'exchange';
}

/** The eldest's claim at his first play: 'terz', 'fifty' (D-COMBO-5). Of what height he does not say yet. */
export interface DebertsDeclare {
  readonly type: 'declare';
  readonly kind: 'terz' | 'fifty' | 'hundred';
}

/** 'Does a terz from the nine of trumps pass?', before deciding on the exchange (D-COMBO-17). */
export interface DebertsNine {
  readonly type: 'nine';
}

/** 'It does not pass': the answer of one who has a higher combination (D-COMBO-17). */
export interface DebertsHigher {
  readonly type: 'higher';
}

/** 'It passes': the other's combination counts (D-COMBO-7). */
export interface DebertsPasses {
  readonly type: 'passes';
}

/** 'Height?': how high is the combination you declared (D-COMBO-8). */
export interface DebertsHeight {
  readonly type: 'height';
}

/** The answer: 'from the queen', 'from the queen of trumps' (D-COMBO-10). */
export interface DebertsFrom {
  readonly type: 'from';
  readonly rank: Rank;
  readonly trump?: boolean;
}

export type Rank = '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K' | 'A';

/** Name combinations in full, the highest first: 'terz from the king of hearts' (D-COMBO-7, D-COMBO-10). */
export interface DebertsShow {
  readonly type: 'show';
  readonly melds: readonly DebertsMeld[];
}

/** A combination, told by its kind and its top card: a terz from the jack of spades (D-COMBO-7). */
export interface DebertsMeld {
  readonly kind: 'terz' | 'fifty' | 'hundred';
  readonly top: Card;
}

/** A card to the trick. bella: it is the second of trump king and queen, and 'bella' is said (D-COMBO-15). */
export interface DebertsPlay {
  readonly type: 'play';
  readonly card: Card;
  readonly bella?: boolean;
}

/** Declare a bella that is not played yet, after the other's offence (D-BAIT-6). */
export interface DebertsBella {
  readonly type: 'bella';
}

/** 'I have it': stop the play and count whether the target is reached (D-CLOSE-1). */
export interface DebertsClose {
  readonly type: 'close';
}

/** Points that a player writes by consent or by a ruling, with the rule that gives them. */
export interface DebertsCorrection {
  readonly type: 'correction';
  readonly points: number | string;
  readonly law: string;
  readonly player: string;
}

export type DebertsEvent = Deal | DebertsPass | DebertsOrder | DebertsExchange | DebertsDeclare | DebertsNine | DebertsHigher | DebertsPasses | DebertsHeight | DebertsFrom | DebertsShow | DebertsPlay | DebertsBella | DebertsClose | Stop | Substitute | DebertsCorrection | Exposed | TalonTouched | LookedAt | PutAway | Misdeal | Missing | Found | Remark | Advice | Ruled;

/** A view as the wire has it. tricks: how many each has taken. */
export interface DebertsView {
  readonly seat: Seat | null;
  readonly terms: DebertsTerms;
  readonly phase: string;
  readonly turn: Seat | null;
  readonly actor: Seat | null;
  readonly hands: Readonly<Partial<Record<Seat, Hand>>>;
  readonly trick: readonly (readonly [Seat, Card])[];
  readonly history: readonly Trick[];
  readonly legal: readonly DebertsEvent[];
  readonly offers: readonly DebertsEvent[];
  readonly reasons: Readonly<Record<Card, Refusal>>;
  readonly duties: readonly Duty[];
  readonly possible: readonly DebertsEvent[];
  readonly outcome: DebertsOutcome | null;
  readonly step: '' | 'nine' | 'answer' | 'reply' | 'show';
  readonly first_trump: Card | null;
  readonly upcard: Card | null;
  readonly bottom: Card | null;
  readonly stock: number;
  readonly calls: readonly (readonly [Seat, string])[];
  readonly maker: Seat | null;
  readonly trump: Suit | null;
  readonly exchanged: Seat | null;
  readonly said: readonly (readonly [Seat, string])[];
  readonly claim: 'terz' | 'fifty' | 'hundred' | null;
  readonly named: Readonly<Partial<Record<Seat, readonly DebertsMeld[]>>>;
  readonly passed: Seat | null;
  readonly bella: Seat | null;
  readonly points: Readonly<Partial<Record<Seat, number>>>;
  readonly baited: Seat | null;
  readonly tricks: Readonly<Partial<Record<Seat, number>>>;
}

/** The terms of a deal as the wire has them, with the one who speaks and leads first. */
export interface DebertsTerms {
  readonly number: number;
  readonly dealer: Seat;
  readonly score: readonly [number, number];
  readonly hanging: readonly number[];
  readonly obliged: boolean;
  readonly eldest: Seat;
}

/** The facts of a deal, by seats' letters; one line of a score file. maker: who ordered; null: nobody. points: of the cards in each one's tricks, the last trick's ten included. melds: combinations that passed, so of one player only; after a card bait all that were declared. bella: who declared it. last: who took the last trick. bare: who took none. bait: who has earned a card bait; the points are then those of all cards of both (D-BAIT-4). closed: who stopped the play (D-CLOSE-1); the points are those so far. */
export interface DebertsOutcome {
  readonly dealer: string;
  readonly maker?: string | null;
  readonly trump?: Suit | null;
  readonly points?: Readonly<Record<string, number>>;
  readonly melds?: Readonly<Record<string, readonly ('terz' | 'fifty' | 'hundred')[]>>;
  readonly bella?: string | null;
  readonly last?: string | null;
  readonly bare?: string | null;
  readonly bait?: string | null;
  readonly closed?: string | null;
  readonly ruled?: Counted | null;
}

/** The party for a client. hanging: oldest first. winner: a place; match_points: what he writes for the party. */
export interface DebertsSheet {
  readonly names: readonly string[];
  readonly finished: boolean;
  readonly target: number;
  readonly points: readonly [number, number];
  readonly hanging: readonly number[];
  readonly baits: readonly [number, number];
  readonly entries: readonly DebertsEntry[];
  readonly deals: readonly DebertsOutcome[];
  readonly stopped: boolean;
  readonly winner: number | null;
  readonly match_points: readonly [number, number];
}

/** One entry of the sheet: deal, from 1 (0: no deal made it); whose; how many points; why, as a code for clients; the rule that made it. Points that hang are an entry as well, but for nobody yet: `who` is the declarer whose they were. */
export interface DebertsEntry {
  readonly deal: number;
  readonly who: number;
  readonly points: number;
  readonly why: 'own' | 'taken' | 'hangs' | 'pot' | 'card_bait' | 'closed' | 'bait_fine' | 'bare_fine' | 'correction';
  readonly law: string;
}

/** A deal that is over: all cards lie open, and each one's points are counted. stock: what was in nobody's hand. count, stock null: nobody ordered. score, hanging: after the deal. */
export interface DebertsFinished {
  readonly number: number;
  readonly names: Readonly<Partial<Record<Seat, string>>>;
  readonly outcome: DebertsOutcome | null;
  readonly hands: Readonly<Partial<Record<Seat, readonly Card[]>>>;
  readonly history: readonly Trick[];
  readonly calls: readonly (readonly [Seat, string])[];
  readonly entries: readonly DebertsEntry[];
  readonly first_trump: Card | null;
  readonly stock: readonly Card[] | null;
  readonly said: readonly (readonly [Seat, string])[];
  readonly named: Readonly<Partial<Record<Seat, readonly DebertsMeld[]>>>;
  readonly count: Readonly<Partial<Record<Seat, DebertsCount>>> | null;
  readonly score: readonly [number, number];
  readonly hanging: readonly number[];
}

/** The count of one player, in the order in which players say it aloud (D-SCORE-3). Combinations, bella, last trick, jack and nine of trumps ("spoken"); then his cards one by one as they lie in his tricks, those two left out, those worth nothing too. total: of all items. */
export interface DebertsCount {
  readonly items: readonly DebertsItem[];
  readonly total: number;
}

/** One thing that is counted. card: of a combination its top card, if that was told; null: the last trick, a bella. */
export interface DebertsItem {
  readonly what: 'terz' | 'fifty' | 'hundred' | 'bella' | 'last_trick' | 'spoken' | 'card';
  readonly points: number;
  readonly card: Card | null;
}

/** What can be agreed on for deberts. */
export interface DebertsOptions {
  readonly target: number;
  readonly both_reached: 'last_trick' | 'more_points';
  readonly match_points: 1 | 'difference';
  readonly closing: boolean;
  readonly closing_counts: 'combos+bella+tricks';
  readonly first_dealer: 'ace_draw' | 'random';
  readonly min_cut: number;
  readonly next_dealer: 'winner' | 'alternate';
  readonly dealer_on_tie: 'by_record' | 'same' | 'alternate';
  readonly open_bottom_card: boolean;
  readonly passed_out: 'redeal' | 'last_must' | 'obligation';
  readonly exchange7: 'either' | 'declarer_only' | 'off';
  readonly exchange7_first_six: boolean;
  readonly hundred: boolean;
  readonly bella_optional: boolean;
  readonly suggest_height_question: boolean;
  readonly must_beat: 'trump_lead' | 'never';
  readonly hanging: 'accumulate' | 'queue' | 'burn' | 'bait' | 'keep';
  readonly winner_takes_all: boolean;
  readonly bait_fine: number;
  readonly bait_fine_every: number;
  readonly bare_fine: number;
  readonly bare_fine_every: number;
  readonly edition: number;
  readonly 'table.stake': number;
  readonly 'table.irregularities': 'prevent' | 'rule';
  readonly 'table.show_counters': boolean;
  readonly 'table.chat_in_play': boolean;
  readonly 'table.played_when': 'released' | 'lifted';
  readonly 'table.undo': 'off' | 'unanimous';
  readonly 'table.tempo_mask': boolean;
}

/** What deberts puts into messages. */
export interface Deberts extends Kind {
  event: DebertsEvent;
  view: DebertsView;
  sheet: DebertsSheet;
  last: DebertsFinished;
}
