// Made by `make wire` from src/kozyr/club (wire.py, answers.py) and the games: not to be edited.

/** An exact number: whole as a number, a fraction as text (`"26/3"`). */
export type Points = number | string;
/** An event is itself on the wire: `{"type":"play","card":"C7"}`. */
export interface GameEvent { readonly type: string }
/** What a game brings: types only. */
export interface Kind { event: GameEvent; view: View; sheet: Sheet; last: Finished }

export const PROTO = 3 as const;

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

/** End the match early and settle (PE-5.4.18). */
export interface EndMatch {
  readonly kind: 'stop';
  /** The chair whose time is out, and whose consent is not asked. */
  readonly without?: number | null;
}

/** Drop the running deal and settle the sheet, since a player must go (PE-5.4.18). */
export interface ForceMajeure {
  readonly kind: 'force_majeure';
}

/** Let a bot play for the player whose time is out. That player's consent is not asked. */
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

/** Take back the own last call or card, number n of the deal's events, where that was agreed on (PE-5.4.22). */
export interface Undo {
  readonly kind: 'take_back';
  readonly n: number;
}

export type What = Adjourn | EndMatch | ForceMajeure | CallBot | OpenChat | HandOver | Undo;

/** The score of a match. */
export interface Sheet {
  /** The players, by place. */
  readonly names: readonly string[];
  /** Whether no deal follows. */
  readonly finished: boolean;
}

/** A deal that is over, in its public form. */
export interface Finished {
  /** The number of the deal in the match, from 1. */
  readonly number: number;
  /** The players' names by seat. */
  readonly names: Readonly<Partial<Record<Seat, string>>>;
  /** The facts of the deal. */
  readonly outcome: Outcome | null;
  /** The cards as dealt and exchanged. */
  readonly hands: Readonly<Partial<Record<Seat, readonly Card[]>>>;
  /** The tricks of the deal. */
  readonly history: readonly Trick[];
  /** The calls of the auction. */
  readonly calls: readonly (readonly [Seat, string])[];
}

export type Seat = 'N' | 'E' | 'S' | 'W';

/** The facts of a finished deal: contract, tricks, whisters. It has no points. */
export interface Outcome {
  /** The counts that a ruling has changed. */
  readonly ruled?: Counted | null;
}

/** The counts that a ruling changes in a deal, beside the real tricks; players by name. */
export interface Counted {
  /** The rule that a changed entry names. */
  readonly law: string;
  /** The tricks really taken, where the ruling gave some to others. */
  readonly taken?: Readonly<Record<string, number>>;
  /** The number that counts for a player's own score instead of the tricks; it may be below nought. */
  readonly counted?: Readonly<Record<string, number>>;
  /** The tricks of all as they count for one player, where results differ by player (P-3.8.5.1b). */
  readonly results?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export type Card = string;

/** A finished trick: the leader, the cards in order, the winner. */
export interface Trick {
  readonly leader: Seat;
  readonly cards: readonly (readonly [Seat, Card])[];
  readonly winner: Seat;
  /** The card of the talon that named the suit. */
  readonly talon?: Card | null;
}

/** All that one viewer may know, and nothing else; the sight of a bot and a client. A game adds its own fields. */
export interface View {
  /** The seat of the viewer. null: a kibitzer. */
  readonly seat: Seat | null;
  readonly terms: Terms;
  readonly phase: string;
  /** The seat that plays or calls next. */
  readonly turn: Seat | null;
  /** The seat that decides. */
  readonly actor: Seat | null;
  /** The hands by seat: the number of cards, and the cards that the viewer may see. */
  readonly hands: Readonly<Partial<Record<Seat, Hand>>>;
  /** The cards of the trick in progress, from the lead. */
  readonly trick: readonly (readonly [Seat, Card])[];
  /** The finished tricks that the viewer may know. */
  readonly history: readonly Trick[];
  /** The events from which this seat has to choose now. */
  readonly legal: readonly GameEvent[];
  /** The events that this seat may put to the others besides; both lists are sorted by token. */
  readonly offers: readonly GameEvent[];
  /** Cards of its own that may not be played now, and why. */
  readonly reasons: Readonly<Record<Card, Refusal>>;
  /** The duties of seats towards the others. */
  readonly duties: readonly Duty[];
  /** All that a hand can do now where the table rules on errors instead of refusing them. */
  readonly possible: readonly GameEvent[];
  /** The facts, once the deal is over. */
  readonly outcome: Outcome | null;
}

/** The terms of a deal before its cards. A game adds the demands of its match. */
export type Terms = object;

/** A hand as a viewer sees it: the number of cards, the cards if visible, and the commonly known cards of a hidden hand. */
export interface Hand {
  readonly count: number;
  readonly cards: readonly Card[] | null;
  readonly known: readonly Card[];
}

/** Why something may not be, in any room: a code that every reader has words for, and the law that forbids it. */
export interface Refusal {
  readonly reason: string;
  readonly law?: string;
  /** The names, numbers and moments in the words of the code, by name. `field`, if there is one, is the wrong answer or argument. `why` is the code of a sentence within the sentence, whose params stand beside it. `at_table`, `at_board`, `at_room` and `at_team` say where it was. In a view, for an unplayable card, and inside other answers the code is called `reason`. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/** An act that a seat owes the others besides its turn: its token begins with `what`, such as `explain:3`. */
export interface Duty {
  readonly seat: Seat;
  readonly what: string;
  readonly law: string;
}

export type Reason = string;

export type Manner = 'wrong_state' | 'not_player' | 'not_visitor' | 'not_kibitzer' | 'not_owner' | 'no_chair' | 'taken' | 'already' | 'barred' | 'not_invited' | 'programs_only' | 'card_changed' | 'not_yours' | 'not_held' | 'pending' | 'no_proposal' | 'not_asked' | 'no_kibitzer' | 'one_hand' | 'not_agreed' | 'not_now' | 'quiet' | 'table_only' | 'bad_share' | 'bad_card' | 'no_hints' | 'no_part' | 'not_seen' | 'no_ruling' | 'late' | 'hearing';

/** All that one viewer may know. */
export interface Snap<K extends Kind = Kind> {
  readonly t: 'snap';
  readonly seq: number;
  /** The hash of the bytes of `view`. */
  readonly hash: string;
  readonly table: TableInfo;
  readonly room: RoomInfo;
  readonly view: K['view'] | null;
  readonly sheet: K['sheet'] | null;
  /** The events of the running deal. */
  readonly log: readonly Said<K>[];
  /** The deal that has ended, until the next one comes. */
  readonly last: K['last'] | null;
  /** The proof of the last finished deal. */
  readonly proof: Reveal | null;
  readonly turn: Turn | null;
  readonly here: Here | null;
  readonly chat: readonly Line[];
}

/** The agreement of a table, and the occupants of its chairs. */
export interface TableInfo {
  readonly id: string;
  readonly game: string;
  readonly preset: string;
  /** The options that differ from their preset, with its value and ours. */
  readonly diff: Readonly<Record<string, readonly [unknown, unknown]>>;
  /** The value of every option. */
  readonly conventions: Readonly<Record<string, unknown>>;
  readonly terms: TableTerms;
  /** The hash of the card that is accepted. */
  readonly card: string;
  readonly public: boolean;
  /** The chair of the table's owner; null: only bots sit there. */
  readonly owner: number | null;
  /** The number of the match: rematches count from 1. */
  readonly pulka: number;
  /** The table of the match before. */
  readonly previous: string | null;
  /** The viewer's own name on the sheet. */
  readonly you: string | null;
  readonly chair: number | null;
  readonly role: Role;
  readonly players: readonly Player[];
  readonly lot: Lot | null;
  /** A fault has stopped the table. */
  readonly frozen: boolean;
  /** The level of a bot that holds a person's seat. */
  readonly stand_in: string;
  /** The file of the deals; null: the club deals by itself. */
  readonly file: FromFile | null;
  /** null: it is of none. */
  readonly event: AtEvent | null;
}

/** The table card besides the conventions (PE-5.4.4). */
export interface TableTerms {
  /** The virtual price of a whist, never money. */
  readonly whist_value: string | null;
  /** How many will be played. */
  readonly pulkas: number;
  /** HH:MM, when the people want to end. */
  readonly until: string | null;
  /** Whether players may write during a deal. null: as the conventions say. */
  readonly chat_in_play: boolean | null;
  /** Whether the time of a call or card is masked. null: as the conventions say. */
  readonly tempo_mask: boolean | null;
  /** Whether kibitzers may watch. */
  readonly kibitzers: boolean;
  /** Whether players may be helped. */
  readonly hints: boolean;
  /** Whether its deals count for the ratings (docs/ratings.md). */
  readonly rated: boolean;
  /** Whether nothing waits for anybody to look or to think: for programs and bots alone (docs/bot-protocol.md). */
  readonly unpaced: boolean;
  /** The accounts that alone may sit down and watch, besides those at the table. Empty: everybody with the link. */
  readonly invited: readonly string[];
  /** How long the table waits for a move. `none`: until the others have had enough. `bank`: `move_time` seconds, and `deal_time` seconds more in each deal. `correspondence`: days. */
  readonly clock: 'none' | 'bank' | 'correspondence';
  readonly move_time: number;
  readonly deal_time: number;
}

/** A chair: its occupant, the name on the sheet once it is known, and whether a bot holds it. */
export interface Player {
  /** The name on the sheet. null: before the lot. */
  readonly name: string | null;
  /** null: the chair is free. */
  readonly nick: string | null;
  /** The level of a club's bot, or `owner/program` of a program's account. */
  readonly bot: string | null;
  readonly account: string | null;
  /** The number of the chair; it never changes, and acts use it. */
  readonly chair: number;
  readonly held: Held | null;
}

/** The cards drawn for the seats, lowest first, and for the first deal, each with the player's name. */
export interface Lot {
  readonly seats: readonly (readonly [string, string])[];
  readonly deal: readonly (readonly [string, string])[];
}

/** The deals come from a player's file. */
export interface FromFile {
  /** The name of the file; empty, if the text was pasted. */
  readonly name: string;
  /** How many boards the file has. */
  readonly boards: number;
}

/** The event of a table: session, round, table, and the boards in their order. */
export interface AtEvent {
  readonly id: string;
  readonly session: number;
  readonly round: number;
  readonly table: number;
  readonly boards: readonly number[];
  /** The room of a match of teams. */
  readonly room: string;
}

/** The things between people at a table. */
export interface RoomInfo {
  readonly state: TableState;
  /** Chairs that accept the card. */
  readonly accepted: readonly number[];
  readonly proposal: Proposal | null;
  /** The chairs that want to play on. */
  readonly resume: readonly number[];
  /** The chairs that have looked at the last deal. */
  readonly next: readonly number[];
  /** The reader may write now. */
  readonly chat: boolean;
  /** The kibitzers who see one hand, or ask to. */
  readonly looks: readonly Looking[];
  /** The warnings, by account. */
  readonly warned: Readonly<Record<string, number>>;
  /** Accounts that were sent away. */
  readonly removed: readonly string[];
  readonly contracts: readonly Contract[];
  /** The taken hints, by chair. */
  readonly hints: Readonly<Record<string, number>>;
  /** The points of contracts, by name. */
  readonly side: Readonly<Record<string, Points>>;
  /** Chairs that want a new pack. */
  readonly reseed: readonly number[];
  /** The id of the next table. */
  readonly rematch: string | null;
  /** How the match ended. */
  readonly ended: How | null;
  readonly fair: Fair;
  /** null: errors are refused here, not ruled on. */
  readonly bench: Bench | null;
}

/** A proposal that waits for everybody's consent. */
export interface Proposal {
  readonly n: number;
  readonly by: number;
  readonly what: What;
  /** The nickname of the person who would sit down. */
  readonly nick: string | null;
  readonly yes: readonly number[];
  /** Chairs that have not answered. */
  readonly asked: readonly number[];
  /** The reader has to answer. */
  readonly asks_you: boolean;
}

/** A kibitzer who asks for the sight of one hand, or has it (PE-5.5.4). */
export interface Looking {
  readonly account: string;
  readonly nick: string;
  readonly chair: number;
  /** The answer of the hand's owner. */
  readonly yes: boolean | null;
}

/** A guaranteed result (P-3.8.5.1a). */
export interface Contract {
  readonly n: number;
  readonly deal: number;
  readonly by: number;
  readonly tricks: number;
  readonly to: readonly Voice[];
  /** By chair, the points of each bound player, once the deal is over. */
  readonly points: Readonly<Record<string, Points>> | null;
}

/** The answer of a chair; null: it has still to come. */
export interface Voice {
  readonly chair: number;
  readonly yes: boolean | null;
}

/** The shuffle that runs or comes (docs/fair.md). */
export interface Fair {
  /** The commitment to the master secret. */
  readonly pack: string;
  readonly deal: number | null;
  readonly phase: FairPhase | null;
  readonly commitment: string | null;
  /** The chairs whose share is still missing in this phase. `deal`, `phase` and `commitment` are null before the first one. */
  readonly asked: readonly number[];
  readonly shares: readonly FairShare[];
}

/** A player's share of a deal. */
export interface FairShare {
  readonly chair: number;
  /** The player's name in the hashes. */
  readonly player: string;
  readonly hash: string | null;
  readonly nonce: string | null;
}

/** The arbiter at a table that rules on errors. */
export interface Bench {
  /** How often each chair may still call the arbiter in this deal. */
  readonly calls: Readonly<Record<string, number>>;
  /** The ruling with an open choice, for which the table waits. */
  readonly pending: Hearing | null;
  /** The rulings in this deal, or in the one that has just ended. */
  readonly ruled: readonly Hearing[];
  /** The tricks that rulings give and take in the running deal, for the counters. */
  readonly tricks: readonly TricksRuled[];
  /** The things that a page lets its player mend for a moment before they are sent and count (P-3.4.8, PC-4.7.2, B-LAW-BID-3, B-LAW-CARD-1). */
  readonly mends: readonly ('word' | 'card')[];
  /** Chairs that may object now to the plan by which a contract is about to be played (P-3.8.5.1b). */
  readonly objects: readonly number[];
  /** Whether the deal that has just ended can still be called for. */
  readonly hearing: boolean;
  /** Whether errors are possible at this table, and the arbiter is called for them. */
  readonly errors: boolean;
}

/** A call of the arbiter and the ruling on it. */
export interface Hearing {
  /** The number of the call. */
  readonly n: number;
  /** The chair of the caller. */
  readonly by: number;
  /** The event of the deal that it is about. */
  readonly entry: number;
  /** The paragraphs of the ruling. */
  readonly laws: readonly string[];
  readonly reason: RulingReason;
  readonly branches: readonly RulingBranch[];
  /** Chairs that have still to choose. */
  readonly asked: readonly number[];
  /** The branch that was taken. */
  readonly chosen: number | null;
  /** The proof, once the cards lie open to the reader. */
  readonly proof: Proof | null;
}

/** The reason of a ruling, as a code and its parameters. */
export interface RulingReason {
  readonly code: string;
  readonly about: Readonly<Record<string, string>>;
  /** The reason in one sentence, by language. */
  readonly said: Readonly<Record<string, string>>;
}

/** One possible outcome of a ruling. */
export interface RulingBranch {
  /** The chair with the choice. null: the arbiter's. */
  readonly chair: number | null;
  /** The effects of the branch. */
  readonly effects: readonly (ReDealt | DealtBy | TakenBack | CallReplaced | DeclarerSet | AllPassBegun | CardGiven | TalonDrawn | Barred | Opened | Spared | Demanded | TakenUp | LeadRuled | FollowRuled | PlayRuled | Dictated | Transferred | FirstTaken | TakenOff | Added | AllRest | Resulted | SheetEntry | Compensated | Scored | Shared | Fined | Warned | LotDrawn | PlayOn)[];
}

/** The deal is broken off and the cards are dealt again, by the same dealer or by the next one. `redeal=same`. */
export interface ReDealt {
  readonly type: 'redeal';
  readonly by: 'same' | 'next';
}

/** This player deals, or has dealt. A deal on the table stands as this player's, and the next dealer follows after it. `dealer=E`. */
export interface DealtBy {
  readonly type: 'dealer';
  readonly player: string;
}

/** The acts after entry `to` of the log, in the running deal, are taken back; the players remember the cards that they saw. `back=12`. */
export interface TakenBack {
  readonly type: 'back';
  readonly to: number;
}

/** A seat makes this call, in place of the withdrawn one. */
export interface CallReplaced {
  readonly type: 'call';
  readonly seat: Seat;
  readonly call: string;
}

/** The auction is over: this seat plays, and may name no less than this contract. `declarer=S,6C`. */
export interface DeclarerSet {
  readonly type: 'declarer';
  readonly seat: Seat;
  readonly least: string;
}

/** The auction is over: all have passed. */
export interface AllPassBegun {
  readonly type: 'allpass';
}

/** A card goes from one hand to another; giver or taker null: from or to no hand. `give=S7,E,N`, `give=S7,,N`; `give=,E,N` where the viewer has not seen which. */
export interface CardGiven {
  readonly type: 'give';
  readonly card: Card | null;
  readonly giver: Seat | null;
  readonly taker: Seat | null;
}

/** The holder of the talon mixes the hand, and these cards are drawn for the talon; upper card first. `talon=E,S7,DA`. */
export interface TalonDrawn {
  readonly type: 'talon';
  readonly seat: Seat;
  readonly cards: readonly Card[];
}

/** A seat may not do something, at its next turn or to the end of the deal: `bar=E,end,bid`. */
export interface Barred {
  readonly type: 'bar';
  readonly seat: Seat;
  readonly until: 'once' | 'end';
  /** Bid (it must pass), double, correct the contract, claim, name another contract than the bid. */
  readonly what: 'bid' | 'double' | 'correct' | 'claim' | 'contract';
}

/** Cards of a hand lie open, and must be played at the first chance. */
export interface Opened {
  readonly type: 'open';
  readonly seat: Seat;
  readonly cards: readonly Card[];
  /** The seat that chooses between several playable cards. null: their owner. */
  readonly order: Seat | null;
  /** Whether the first playable card is played, since the owner has told a plan (P-3.9.14.4). */
  readonly planned: boolean;
  /** Whether an honour of the suit may be played before the open card, and no lower card may (LDB-50C). */
  readonly minor: boolean;
}

/** The opponent forbids a seat to play its open cards now: they wait for the next chance. `spare=E`. */
export interface Spared {
  readonly type: 'spare';
  readonly seat: Seat;
}

/** The opponent demands an open card, which is played at the first chance: `demand=S,S8`. */
export interface Demanded {
  readonly type: 'demand';
  readonly seat: Seat;
  readonly card: Card;
}

/** A seat takes its open cards back into its hand: `take-up=E`. */
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
  /** `kept`: for as long as the seat, which is on lead, keeps the lead (LDB-26B, LDB-50D2a). */
  readonly until: 'first' | 'kept' | 'end';
  /** The seat that takes its open cards up once the demanded suit is led (B-LAW-PEN-2). */
  readonly lifts: Seat | null;
}

export type Suit = 'S' | 'H' | 'D' | 'C';

/** The next card of a seat is ruled: the highest or the lowest of a suit that it holds, or none of that suit (LDB-57A). `follow=W,highest,S`. */
export interface FollowRuled {
  readonly type: 'follow';
  readonly seat: Seat;
  readonly how: 'highest' | 'lowest' | 'forbid';
  readonly suit: Suit;
}

/** The next card of a seat is one of these (LDB-46B3b, LDB-58B1): `play=S,S4,H4`. */
export interface PlayRuled {
  readonly type: 'play';
  readonly seat: Seat;
  readonly cards: readonly Card[];
}

/** Another seat sees a hand and decides its play: its next card, or all cards to the end. */
export interface Dictated {
  readonly type: 'dictate';
  readonly seat: Seat;
  readonly by: Seat;
  readonly until: 'once' | 'end';
  /** Trumps are not drawn and nothing is finessed (B-LAW-CLAIM-2). The seat leads no trump while it has another card. To a trick that another seat leads it plays its highest card of the suit or its lowest. */
  readonly plain: boolean;
}

/** A number of tricks goes from one seat to another, for all counts of tricks. */
export interface Transferred {
  readonly type: 'transfer';
  readonly tricks: number;
  readonly giver: Seat;
  readonly taker: Seat;
  /** The number of a trick: no more tricks go than the giver's side has won from it to the end of the deal. */
  readonly since: number | null;
}

/** In an all-pass, the first tricks of the deal count for one seat, not for their takers (P-3.2.19). `first=2,E`. */
export interface FirstTaken {
  readonly type: 'first';
  readonly tricks: number;
  readonly seat: Seat;
}

/** A seat counts a number of tricks less, which no seat gets. */
export interface TakenOff {
  readonly type: 'less';
  readonly tricks: number;
  readonly seat: Seat;
  /** The count afterwards is at most this number. */
  readonly most: number | null;
}

/** A seat counts a number of tricks more, which no seat loses: `more=1,E`. */
export interface Added {
  readonly type: 'more';
  readonly tricks: number;
  readonly seat: Seat;
}

/** All tricks that are left are a seat's, and the play is over: `rest=E`. */
export interface AllRest {
  readonly type: 'rest';
  readonly seat: Seat;
}

/** The deal counts as if the tricks had fallen like this, and is over. */
export interface Resulted {
  readonly type: 'result';
  /** In the order N E S W, null for a seat without any. */
  readonly tricks: Readonly<Partial<Record<Seat, number>>>;
  /** The only players for whom the result counts; the deal then goes on. */
  readonly of: readonly string[];
}

/** An entry in the sheet: the column, the player, an exact number, and for whists the other player. */
export interface SheetEntry {
  readonly type: 'entry';
  readonly player: string;
  readonly column: string;
  readonly points: string;
  readonly on: string;
  /** The law that the entry names, if it is not the first one of the ruling. */
  readonly law: string;
}

/** One player pays another for a loss: a number of points between the two in the game's account. `compensate=N,E,50`. */
export interface Compensated {
  readonly type: 'compensate';
  readonly player: string;
  readonly on: string;
  readonly points: string;
}

/** The deal has no result of its own: an artificial score, in per cent of the most, or an assigned one. `score=artificial,E,40`. */
export interface Scored {
  readonly type: 'score';
  readonly kind: 'artificial' | 'assigned';
  readonly player: string;
  readonly points: string;
}

/** The score of a side is an average of several outcomes, each with its per cent (LDB-12C1c); the cards count no more. The log keeps it; where results are compared the director enters it, and the comparison weighs it. */
export interface Shared {
  readonly type: 'share';
  /** The side, as its game writes it. */
  readonly line: string;
  /** Each a score and its per cent. */
  readonly outcomes: readonly (readonly [number, number])[];
}

/** A procedural or disciplinary penalty, in per cent of the most on a board (LDB-90, LDB-91). The log keeps it; where results are compared the director enters it. `fine=E,10`. */
export interface Fined {
  readonly type: 'fine';
  readonly player: string;
  readonly percent: number;
}

/** A player is warned; the log remembers it: `warn=E`. */
export interface Warned {
  readonly type: 'warn';
  readonly player: string;
}

/** A draw that a law leaves to chance: a number from nought, below `among`. Other effects have its consequences. */
export interface LotDrawn {
  readonly type: 'lot';
  readonly number: number;
  readonly among: number;
}

/** The event stands, and the deal goes on. */
export interface PlayOn {
  readonly type: 'play-on';
}

/** The result of a search: the question, its value, and positions that anybody can replay with `kozyr solve`. */
export interface Proof {
  readonly question: 'best_discard' | 'foregone' | 'dictated_claim' | 'planned_claim' | 'plain_claim' | 'spoilt_play' | 'misere_play' | 'plans' | 'plan' | 'sensible_line' | 'undecided_revoke' | 'due_tricks' | 'assigned' | 'normal_lines' | 'best_play' | 'bots_call';
  readonly value: Readonly<Record<string, number | string>>;
  /** The positions, as `kozyr solve` reads them. */
  readonly positions: readonly (Readonly<Record<string, unknown>>)[];
}

/** Tricks that a ruling gives to a seat, or takes from it (below nought), beside those that fell. */
export interface TricksRuled {
  readonly seat: Seat;
  readonly tricks: number;
  /** The law of the change. */
  readonly law: string;
  /** Whether they are the first tricks of an all-pass, not additional ones (P-3.2.19). */
  readonly first: boolean;
}

/** An event as its reader saw it. */
export interface Said<K extends Kind = Kind> {
  /** The seat of the event. null: the table itself. */
  readonly seat: string | null;
  readonly event: K['event'];
  /** Its number, by which the arbiter is called for it, at a table that rules on errors. */
  readonly n?: number;
  /** A ruling has taken it back. */
  readonly struck?: boolean;
}

/** All sources of a deal, published once it is over, so that it can be dealt again. */
export interface Reveal {
  /** The version of the method. */
  readonly v: string;
  /** The table in `seed_commitment`. */
  readonly table: string;
  /** The deal in `seed_commitment`; 0 is the lot. */
  readonly deal: number;
  /** The pack, the hands and the seats (`pack_text`). */
  readonly pack: string;
  readonly commitment: string;
  readonly seed: string;
  /** The shares of the people at the table, clockwise. */
  readonly shares: readonly Share[];
  /** The text of the deal. */
  readonly cards: string;
}

/** A player's share of a deal: the part in shuffling and cutting the pack (P-3.2.3, P-3.2.5). */
export interface Share {
  /** The player's name at the table. */
  readonly player: string;
  /** The hash of the nonce (`nonce_hash`), given before any nonce was known. null: the player was away. */
  readonly hash: string | null;
  /** The nonce, 16 to 64 bytes as hexadecimal. null: the player was away, or withheld it. */
  readonly nonce: string | null;
}

/** The person for whom the table waits. */
export interface Turn {
  readonly chair: number;
  /** When the wait began, in milliseconds since 1970. */
  readonly since: number;
  /** The rest of the person's time bank in this deal, in milliseconds. */
  readonly bank: number | null;
  /** Whether the time is out. bank is null where the card has none. */
  readonly out: boolean;
}

/** The connected chairs, the moments since when the others are gone (milliseconds since 1970), and the watchers. */
export interface Here {
  readonly t: 'here';
  readonly online: readonly number[];
  readonly since: Readonly<Record<string, number>>;
  /** The first 50. */
  readonly kibitzers: readonly Watcher[];
  /** How many watch besides these. */
  readonly more?: number;
}

/** A viewer of the table without a chair. */
export interface Watcher {
  readonly account: string;
  readonly nick: string;
  /** The name of a program. null: a person. */
  readonly bot: string | null;
  /** The chair whose hand the watcher sees. */
  readonly at: number | null;
}

/** Something that was said: a text or a phrase. */
export interface Line {
  readonly n: number;
  /** When it was said, in milliseconds since 1970. */
  readonly at: number;
  readonly account: string;
  readonly nick: string;
  readonly chair: number | null;
  readonly text: string | null;
  readonly phrase: string | null;
}

/** One entry of the log: an event of the game or an act; omitted fields are unchanged. */
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

/** An act of the log. */
export interface Done {
  /** The chair. null: the table, or the account that the act names. */
  readonly by: number | null;
  readonly do: Act;
}

/** A line of the chat, sent when it is written. */
export interface Chat {
  readonly t: 'chat';
  readonly n: number;
  /** When it was said, in milliseconds since 1970. */
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

/** The candidates that a bot of this level weighs for the reader's decision, the best first; no other viewer gets them. */
export interface Hinted<K extends Kind = Kind> {
  readonly t: 'hint';
  /** The entry of the game that the reader has to answer. */
  readonly at: number;
  readonly level: string;
  /** null: it took too long. */
  readonly candidates: readonly Candidate<K>[] | null;
}

/** A weighed event: its score, and the reason as a code and parameters for a sentence in any language. Scores compare candidates of one decision, and `unit` names their unit. It is expected whists of the deal against all others together, or tricks. Elsewhere it is this side's points, IMPs or per cent of the matchpoints. A rule of thumb has weights. */
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

/** Refused, and nothing changed. */
export interface Nak {
  readonly t: 'nak';
  readonly id: string | null;
  readonly code: NakCode;
  readonly reason: string | null;
  readonly law: string | null;
  /** The details for programmers, with `bad`. */
  readonly detail: string | null;
  /** In how many seconds it may be tried again, at `flood`. */
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

/** Why a request is refused. */
export interface Fault {
  /** The English sentence. */
  readonly message: string;
  /** The code of the refusal. The client's words for it hold `params`. */
  readonly code: string;
  /** The rule of the refusal, if there is one. */
  readonly law?: string | null;
  readonly params?: Readonly<Record<string, string | number>>;
  /** The closing of the thing, with the code `closed`. */
  readonly closed?: Closed | null;
  /** In how many seconds it may be tried again, at `often`. */
  readonly wait?: number | null;
}

/** The operator has closed something. */
export interface Closed {
  /** The moment of closing, in milliseconds since 1970. */
  readonly since: number;
  /** The operator's reason; empty: none was given. */
  readonly why: string;
}

/** An account as its owner sees it. */
export interface Me {
  readonly account: string;
  readonly nick: string;
  readonly guest: boolean;
  /** The name of a program. null: a person. */
  readonly bot: string | null;
  readonly login: string | null;
  /** When the account was made, in milliseconds since 1970. */
  readonly since: number;
  /** Whether the account may use the page of operators. */
  readonly operator: boolean;
}

/** The number of other sessions that were ended. */
export interface Ended {
  readonly ended: number;
}

/** A program in its owner's list. */
export interface OwnProgram {
  readonly account: string;
  readonly name: string;
  readonly bot: string | null;
  readonly since: number;
  /** If the operator has closed it, since when and why. */
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

/** The accounts that an account has muted. */
export interface Muted {
  readonly accounts: readonly Somebody[];
}

/** An account as others see it. */
export interface Somebody {
  readonly account: string;
  readonly nick: string;
}

/** The facts that a person has told about the own account. */
export interface OwnWhere {
  /** Whether the person has answered, if only by declining. */
  readonly asked: boolean;
  readonly country: string | null;
  readonly place: string;
  readonly zone: string | null;
  readonly shown: boolean;
  readonly known: boolean;
  readonly ranked: boolean;
  /** All countries to choose from. */
  readonly countries: readonly string[];
}

/** A former partner. */
export interface Met {
  readonly account: string;
  readonly nick: string;
  /** Whether the person is at the club now. */
  readonly here: boolean;
  readonly where: Where | null;
  /** How many matches both have played together. */
  readonly matches: number;
  /** When the last common match began. */
  readonly last: number;
}

/** A person's place, as told by that person. */
export interface Where {
  /** Two letters of ISO 3166. */
  readonly country: string | null;
  readonly place: string;
  /** The time zone in the IANA database. */
  readonly zone: string | null;
}

/** The number of a report. */
export interface Reported {
  readonly report: number;
}

/** A match of the reader, with its table. */
export interface OwnMatch {
  readonly game: string;
  readonly preset: string;
  readonly players: number;
  /** The player's name on the sheet. */
  readonly name: string;
  readonly begun: number;
  readonly ended: number | null;
  readonly how: string;
  readonly deals: number;
  /** The exact result. null: the match is not settled. */
  readonly result: string | null;
  /** The player's place in the match, from 1. */
  readonly place: number | null;
  readonly table: string;
}

/** An account as others may know it. */
export interface Profile {
  readonly account: string;
  readonly nick: string;
  readonly since: number;
  readonly guest: boolean;
  readonly bot: string | null;
  readonly reliability: Reliability;
  /** The last matches, without their tables. */
  readonly finished: readonly Match[];
  /** The person's place, if told to everybody. */
  readonly where?: Where;
  /** The closing of a program by the operator. */
  readonly closed?: Closed;
}

/** How many matches an account has begun, seen to their end, left, stalled, and dodged a lost deal in (PE-5.4.18). */
export interface Reliability {
  readonly begun: number;
  readonly finished: number;
  readonly left: number;
}

/** A match of a player. */
export interface Match {
  readonly game: string;
  readonly preset: string;
  readonly players: number;
  /** The player's name on the sheet. */
  readonly name: string;
  readonly begun: number;
  readonly ended: number | null;
  readonly how: string;
  readonly deals: number;
  /** The exact result. null: the match is not settled. */
  readonly result: string | null;
  /** The player's place in the match, from 1. */
  readonly place: number | null;
}

/** The ratings of a game that rest on enough deals, the highest first: of people who want to stand here, and of bots. */
export interface RatedList {
  readonly game: string;
  /** The number of deals below which nothing is said. */
  readonly least: number;
  readonly people: readonly RatedOne[];
  readonly bots: readonly RatedOne[];
}

/** A line of a list of ratings, in points. */
export interface RatedOne {
  /** null: a bot of the club. */
  readonly account: string | null;
  readonly nick: string | null;
  /** The level of a bot of the club, or the name of a program. */
  readonly bot: string | null;
  readonly rating: number;
  /** Half of the 95 % interval. */
  readonly interval: number;
  readonly deals: number;
}

/** The reader's rating of a game. `rating` and `interval` are null where `deals` are fewer than `least`. */
export interface OwnRating {
  readonly game: string;
  readonly deals: number;
  readonly least: number;
  readonly rating: number | null;
  readonly interval: number | null;
}

/** A game. */
export interface GameAbout {
  readonly players: readonly number[];
  /** The value of every option in each. */
  readonly presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly options: Readonly<Record<string, OptionAbout>>;
  /** The parts of the form, in order, each with its headings. */
  readonly chapters: Readonly<Record<string, readonly string[]>>;
  /** The levels of bots, from the weakest. */
  readonly bots: readonly string[];
  /** The styles that a level may have besides the plain one, as in `club+bold`. */
  readonly styles: readonly string[];
}

/** An option. */
export interface OptionAbout {
  /** The values as text. Empty: a number, or a list of numbers. */
  readonly values: readonly string[];
  readonly about: string;
  readonly law: string;
  /** Under which a form shows it. */
  readonly heading: string;
  /** The option that has to be `rule` for this one to decide anything; empty: none. */
  readonly needs: string;
}

/** The value of every option, and the differences from the preset: its value and ours. */
export interface Agreed {
  readonly diff: Readonly<Record<string, readonly [unknown, unknown]>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The contents of a file of deals. */
export interface FileTold {
  readonly name: string;
  readonly boards: readonly BoardTold[];
  readonly left_out: readonly LeftOut[];
  /** Boards left out besides those named. */
  readonly more: number;
  /** Options that the file brings. */
  readonly changes: Readonly<Record<string, unknown>>;
}

/** A board of a file, without its cards. */
export interface BoardTold {
  readonly number: string;
  readonly dealer: string;
  readonly vul: string;
}

/** A board that cannot be played, and why. */
export interface LeftOut {
  readonly line: number;
  /** Its number in the file. */
  readonly board: string;
  readonly why: 'hidden' | 'short' | 'no_deal' | 'no_dealer' | 'no_vulnerability' | 'again' | 'too_many' | 'unread';
  /** A seat, or the parser's words. */
  readonly detail?: string;
}

/** A new table, and the deals of its file. */
export interface Created {
  readonly table: string;
  readonly file?: FileTold;
}

/** An event was announced, or a league founded. */
export interface Made {
  readonly id: string;
}

/** A table as its own people's list shows it. */
export interface MyTable {
  readonly table: string;
  readonly game: string;
  readonly preset: string;
  readonly players: number;
  readonly finished: boolean;
  readonly state: TableState;
  readonly nicks: readonly string[];
  readonly created: number;
  /** Whether the reader is on move there. */
  readonly to_move: boolean;
}

/** A table as an invited person sees it before sitting down. */
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
  /** null: bots alone sit there. */
  readonly owner: number | null;
  readonly pulka: number;
  /** The number of chairs that wait for a player. */
  readonly free: number;
  /** When the table was set up, in milliseconds since 1970. */
  readonly created: number;
  readonly conventions: Readonly<Record<string, unknown>>;
  readonly you: 'player' | 'stranger';
}

/** The occupant of a chair; all null: the chair is free. */
export interface ChairTold {
  readonly nick: string | null;
  readonly account: string | null;
  readonly bot: string | null;
}

/** The lists of the lobby: public tables with free chairs, tables to watch, seeks, and people who are here. In both lists of tables the newest table of each network comes first, then the second of each, and so on. */
export interface LobbyLists {
  readonly gathering: readonly Listed[];
  readonly running: readonly Listed[];
  readonly seeks: readonly Sought[];
  readonly here: Present;
  /** The tables that wait for the reader alone, if the reader can be found. */
  readonly invited: readonly Listed[];
  readonly members: Members;
}

/** A public table in a list of the lobby. */
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
  /** null: bots alone sit there. */
  readonly owner: number | null;
  readonly pulka: number;
  /** The number of chairs that wait for a player. */
  readonly free: number;
  /** When the table was set up, in milliseconds since 1970. */
  readonly created: number;
}

/** A match for which people are sought. */
export interface Sought {
  readonly game: string;
  readonly preset: string;
  readonly diff: Readonly<Record<string, readonly [unknown, unknown]>>;
  readonly players: number;
  /** The nicknames of the people who wait for it, the first one first. */
  readonly nicks: readonly string[];
  /** Its deals count for the ratings. */
  readonly rated: boolean;
}

/** The people at the club now. */
export interface Present {
  /** The people with a login, fifty at most. */
  readonly people: readonly Somebody[];
  /** How many guests there are. */
  readonly guests: number;
}

/** How many people have a login here, and from how many countries they have told to be (PT-N.1). */
export interface Members {
  readonly people: number;
  readonly countries: number;
}

/** The state of the reader's seek. */
export interface Seeking {
  /** `waiting`; `found`: they sit at `table`; `over`: nothing is looked for any more. */
  readonly state: 'waiting' | 'found' | 'over';
  readonly table: string | null;
  /** The nicknames of the people who wait for the same, the reader's too. */
  readonly nicks: readonly string[];
  readonly players: number;
  /** Seconds after which bots fill the chairs; null: never. */
  readonly bots_in: number | null;
}

/** A table as an operator sees it. */
export interface OperatorTable {
  readonly table: string;
  readonly game: string;
  readonly created: number;
  /** `closed`, `finished`, the list of the lobby, or `private`. */
  readonly state: string;
  readonly people: number;
  readonly nicks: readonly string[];
}

/** A ban (`ban`) or a mute (`mute`) of the operator. */
export interface OperatorRuling {
  readonly kind: string;
  readonly subject: string;
  /** The nickname, if the subject is an account. */
  readonly nick: string | null;
  readonly since: number;
  /** null: until it is lifted. */
  readonly until: number | null;
  readonly why: string;
}

/** Something that an operator can close, or has closed. */
export interface OperatorThing {
  readonly what: 'table' | 'sheet' | 'event' | 'cup' | 'league' | 'program';
  readonly id: string;
  /** The thing's name; of a table or sheet the people at it. */
  readonly name: string;
  readonly created: number;
  /** When the thing was closed, in milliseconds since 1970. */
  readonly since: number | null;
  /** Why the thing was closed. */
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

/** An account that an operator has found. */
export interface OperatorPerson {
  readonly account: string;
  readonly nick: string;
  readonly login: string | null;
  /** The program's name, `owner/name`; null: a person. */
  readonly program: string | null;
  readonly since: number;
}

/** All reports of one target for one reason: a row of the queue. */
export interface ReportTold {
  /** The number of the first. */
  readonly report: number;
  /** The state of the reports: `open`, `taken` or `done`. */
  readonly state: string;
  /** When the first report came. */
  readonly since: number;
  /** When the last report came. */
  readonly ts: number;
  /** The table of the last report. */
  readonly table: string;
  /** The reported person. null: a ruling is reported. */
  readonly on: Somebody | null;
  readonly reason: string;
  /** The number of people who reported. */
  readonly count: number;
  readonly people: number;
  /** The newest reports. */
  readonly texts: readonly ReportSaid[];
  /** The paragraph of the reason, or those of the disputed ruling. */
  readonly laws: readonly string[];
}

/** One report on a target, with the table of the last common match. */
export interface ReportSaid {
  readonly by: Somebody;
  readonly ts: number;
  readonly table: string;
  readonly text: string;
}

/** The result of an operator's act, in the lines of `kozyr admin`. */
export interface OperatorSaid {
  readonly lines: readonly string[];
}

/** A deal that is over, to be shown card by card. */
export interface PastDeal<K extends Kind = Kind> {
  readonly table: string;
  readonly game: string;
  readonly preset: string;
  readonly you: string | null;
  /** The players of that deal. */
  readonly players: readonly Player[];
  /** How many are over by now. */
  readonly deals: number;
  readonly deal: K['last'];
  readonly moves: readonly Move<K>[];
  readonly sheet: K['sheet'];
  /** The arbiter's rulings in the deal, with the proofs. */
  readonly rulings: readonly Hearing[];
  /** The event of the table. null: the table belongs to none. */
  readonly event: AtEvent | null;
}

/** An event of a deal that is over. */
export interface Move<K extends Kind = Kind> {
  /** Its number in the log. */
  readonly n: number;
  readonly seat: string | null;
  readonly event: K['event'];
  /** The level of the bot that decided. null: a person did. */
  readonly bot: string | null;
  /** A ruling has taken it back. */
  readonly struck?: boolean;
}

/** The candidates that a bot weighed for its decision, the best first. */
export interface Why<K extends Kind = Kind> {
  readonly move: Move<K>;
  readonly level: string;
  /** Decimal text, since it may have 63 bits. */
  readonly seed: string;
  /** Whether the bot did what it thinks best now; it may have taken too long then, or think otherwise now. */
  readonly same: boolean;
  /** null: it took too long now. */
  readonly candidates: readonly Candidate<K>[] | null;
}

/** All that the desk asks, and all laws that it rules by. */
export interface Book {
  readonly games: Readonly<Record<string, DeskGame>>;
  readonly laws: readonly BookLaw[];
}

/** The desk's knowledge of a game, for the page. */
export interface DeskGame {
  /** Each with the laws that it follows, where the game has several. */
  readonly presets: Readonly<Record<string, string>>;
  /** The options that a law reads. */
  readonly options: readonly string[];
  readonly seatings: readonly Seating[];
  /** The calls to choose from, as written. */
  readonly calls: readonly string[];
  /** The contracts to choose from, as written. */
  readonly contracts: readonly string[];
  /** The cards of the pack. */
  readonly cards: readonly Card[];
  /** How many cards a hand has. */
  readonly size: number;
  /** How many cards are in no hand. */
  readonly rest: number;
  readonly incidents: readonly Asked[];
}

/** The seats of the deal that people tell of. */
export interface Seating {
  readonly players: number;
  /** The seats of the deal, clockwise. */
  readonly seats: readonly Seat[];
  /** The seat of the dealer. */
  readonly dealer: Seat;
  /** The seats with cards, the first hand first. */
  readonly hands: readonly Seat[];
}

/** The questions of one incident in one game. */
export interface Asked {
  readonly incident: string;
  readonly questions: readonly Question[];
  /** How far the deal has come at the incident. */
  readonly until: 'none' | 'dealt' | 'auction' | 'discard' | 'contract' | 'whist' | 'play';
  /** Whether the offender's card breaks the rules of play: see `tale`. */
  readonly breaks: boolean;
  /** Whether a card is led besides: see `tale`. */
  readonly led: boolean;
  /** Fields of the incident with one fixed value. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** Answers that are another's too. */
  readonly same: Readonly<Record<string, string>>;
  /** How far the deal has come while no contract was told. */
  readonly bare: 'none' | 'dealt' | 'auction' | 'discard' | 'contract' | 'whist' | 'play' | null;
  /** How far the deal has come, by the subject of the incident. */
  readonly by_about: Readonly<Record<string, 'none' | 'dealt' | 'auction' | 'discard' | 'contract' | 'whist' | 'play'>>;
  /** The field with cards that `seat` holds. */
  readonly shows: string;
  /** The cards that a proof needs: those dealt, or those held now. */
  readonly cards: 'no' | 'deal' | 'now';
  /** The field of the story that tells of the partner of `seat`. */
  readonly mate: string;
  /** The entry is the card told, though the incident can do without one. */
  readonly entry: boolean;
  /** The question at which it is said that the laws refuse what was told, where they do not name it. */
  readonly at: string;
  /** The body of law that asks so; empty: any. */
  readonly laws: string;
}

/** One question. */
export interface Question {
  readonly name: string;
  /** The part of the case that takes the answer. */
  readonly of: 'incident' | 'story';
  readonly kind: 'choice' | 'yes' | 'number' | 'seat' | 'seats' | 'card' | 'cards' | 'calls' | 'call' | 'contract' | 'text' | 'guilt' | 'counts' | 'results' | 'written';
  /** The words of a choice. */
  readonly values?: readonly string[];
  /** "don't know" is an answer. */
  readonly unknown?: boolean;
  /** Conditions of the question: for each named answer, the words that lead to it. `+` means more than nothing, `*` anything, `!word` anything but that word. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
}

/** A law that can be ruled. */
export interface BookLaw {
  readonly law: string;
  /** The game of the law, or `any`. */
  readonly game: string;
  readonly incident: string;
  /** The part of the law in the ruling on this incident. */
  readonly part: 'ruling' | 'ground' | 'deadline' | 'frame';
  /** The body of law that it stands in. */
  readonly body: string;
}

/** A ruling, and what it was made of. */
export interface Heard {
  readonly ruling: Spoken;
  /** The claim came past its deadline, and everything stands. */
  readonly late: boolean;
  /** With its entry. game, preset, players, options, events. */
  readonly incident: Readonly<Record<string, unknown>>;
  readonly game: string;
  readonly preset: string;
  readonly players: number;
  readonly options: Readonly<Record<string, string>>;
  readonly events: string;
  /** The cards, as the command takes them, so that anybody can ask it again. */
  readonly deal: string;
  /** The moment, as the command takes it; a record is not repeated. */
  readonly at: number;
  /** The entries of the record that the desk has made. */
  readonly lines: readonly LogLine[];
  /** For each branch: how it changes each player's account in the match, exact. */
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

/** The last moment at which a claim is heard: the law, the moment as a code, and whether it has passed. */
export interface Deadline {
  readonly law: string;
  readonly until: string;
  readonly passed: boolean;
}

/** One way in which a ruling can go. */
export interface SpokenBranch {
  /** The player who may take the branch, or the arbiter. */
  readonly chooser: string;
  readonly effects: readonly (ReDealt | DealtBy | TakenBack | CallReplaced | DeclarerSet | AllPassBegun | CardGiven | TalonDrawn | Barred | Opened | Spared | Demanded | TakenUp | LeadRuled | FollowRuled | PlayRuled | Dictated | Transferred | FirstTaken | TakenOff | Added | AllRest | Resulted | SheetEntry | Compensated | Scored | Shared | Fined | Warned | LotDrawn | PlayOn)[];
  /** The event of a record that it becomes. */
  readonly token: string;
}

/** Why it is ruled so. */
export interface SpokenReason {
  /** The code of the reason, for programs. */
  readonly code: string;
  /** The parameters of the reason. */
  readonly about: Readonly<Record<string, string>>;
  /** The sentence. */
  readonly text: string;
}

/** An entry of a record. */
export interface LogLine {
  /** The number of the entry. */
  readonly n: number;
  /** The seat of the entry; of a card, its holder's seat. */
  readonly seat: Seat | null;
  /** The entry as a record writes it. */
  readonly token: string;
  /** Whether the entry is against the rules. */
  readonly forced: boolean;
}

/** The contents of a dropped file. */
export interface Dropped {
  readonly game: string;
  readonly players: number;
  /** The entries of a record, if it is one. */
  readonly lines: readonly LogLine[];
  /** The cards of boards, where the file is no record. */
  readonly boards: readonly DroppedBoard[];
  /** The body of law that a record names, where its game has several. */
  readonly laws: string;
}

/** The cards of a board, as a deal is written. */
export interface DroppedBoard {
  /** The board's name or number in the file. */
  readonly name: string;
  readonly deal: string;
}

/** The bidding system of a pair or team, filed before it sits down; a later card takes the place of it (B-AUC-13). */
export interface SystemCard {
  readonly what: 'system_card';
  readonly entrant: number;
  readonly system: 'natural' | 'artificial';
  readonly text: string;
}

/** A new sheet; everybody with its id may write on it. */
export interface KeptMade {
  readonly id: string;
}

/** A kept sheet. */
export interface KeptSheet<K extends Kind = Kind> {
  readonly id: string;
  /** The number of its last entry. */
  readonly seq: number;
  readonly created: number;
  readonly game: string;
  readonly preset: string;
  /** The players, clockwise. */
  readonly players: readonly string[];
  /** The value of every option. */
  readonly conventions: Readonly<Record<string, unknown>>;
  /** The sheet, as at a table. */
  readonly sheet: K['sheet'];
  /** Errors have their time and their price. */
  readonly judged: boolean;
  /** The last deal whose contract is named. */
  readonly contract: number;
  /** The deals that may be written, the present one first. */
  readonly due: readonly Due[];
  readonly lines: readonly KeptLine[];
  readonly errors: readonly KeptError[];
  /** The players who have had their warning. */
  readonly warned: readonly string[];
  readonly ending: Ending | null;
  /** The arguments of `kozyr score` for the file. */
  readonly score: string;
  /** Newcomers, substitutes, fines of the table. */
  readonly changes: readonly Change[];
  /** The options that differ from their preset, with its value and ours. */
  readonly diff: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/** The engine's facts of a deal that is to be written. */
export interface Due {
  /** The number of the deal, from 1. */
  readonly deal: number;
  /** The dealer's name on the sheet. */
  readonly dealer: string;
  /** The players who may declare, from the first hand. */
  readonly hands: readonly string[];
  /** The dealer without cards. */
  readonly sitter: string | null;
  /** The price of a trick of an all-pass. `lowest` has the tricks of the lowest bid. */
  readonly price: number | null;
  readonly lowest: number | null;
  /** The multipliers of each player's next games. */
  readonly factors: Readonly<Record<string, number>>;
  /** An all-pass that must be played. */
  readonly forced: boolean;
  /** The vulnerability, at bridge. */
  readonly vul: string | null;
  /** The number of the board, at bridge. */
  readonly board: number;
  /** The seats of the players, at bridge. */
  readonly seats: Readonly<Record<string, string>>;
  /** The dealer plays without bidding. */
  readonly obliged: boolean;
}

/** A line of the sheet, as it counts now. */
export interface KeptLine {
  /** The number of its entry in the log. */
  readonly n: number;
  /** When it was written, in milliseconds since 1970. */
  readonly ts: number;
  readonly by: string;
  readonly deal: number;
  readonly state: 'asked' | 'stands' | 'refused' | 'taken_back';
  /** Whether the line was forgotten and added later (P-4.2.10). */
  readonly late: boolean;
  /** The players who must consent to the line (P-4.2.10). */
  readonly asked: readonly string[];
  /** The players who have consented (P-4.2.10). */
  readonly yes: readonly string[];
  readonly outcome: Outcome | null;
  readonly marks: readonly Mark[];
  /** The contract and the result (P-4.2.11). */
  readonly protocol: string | null;
  /** Whether the line was corrected. */
  readonly wrong: boolean;
  /** An error in it can still be pointed out. */
  readonly open: boolean;
  /** The outcome before the correction of the line. */
  readonly was_outcome: Outcome | null;
  /** The marks before the correction of the line. */
  readonly was_marks: readonly Mark[];
  readonly was_protocol: string | null;
  /** The due facts when the standing result was played. */
  readonly due: Due | null;
  /** Whether the entries by hand replace the result of their deal. */
  readonly instead: boolean;
}

/** Points that a player writes by hand into the own sector. */
export interface Mark {
  /** `pool`, `hill` or `whists` (then `on` names the other player). */
  readonly column: string;
  readonly points: number;
  readonly on: string;
}

/** An error that a player has pointed out in an entry. */
export interface KeptError {
  /** The number of its entry in the log. */
  readonly n: number;
  /** When it was written, in milliseconds since 1970. */
  readonly ts: number;
  readonly by: string;
  readonly deal: number;
  readonly entry: number;
  readonly writer: string;
  readonly state: 'asked' | 'stands' | 'refused' | 'taken_back';
  /** Good will is needed (P-4.2.9). */
  readonly late: boolean;
  readonly asked: readonly string[];
  readonly yes: readonly string[];
  /** Whether it was the writer's first error. */
  readonly warned: boolean;
  readonly fines: readonly KeptFine[];
  readonly law: string;
  /** The right marks, where the entry was by hand. */
  readonly marks: readonly Mark[];
}

/** The fine for an error: points in a player's column. */
export interface KeptFine {
  readonly player: string;
  readonly column: string;
  /** The player on whom the whists are. */
  readonly on: string;
  readonly points: number | string;
}

/** A proposal to end early (P-4.2.15). */
export interface Ending {
  /** The number of its entry in the log. */
  readonly n: number;
  /** When it was written, in milliseconds since 1970. */
  readonly ts: number;
  readonly by: string;
  readonly state: 'asked' | 'stands' | 'refused' | 'taken_back';
  readonly asked: readonly string[];
  readonly yes: readonly string[];
}

/** A change at the table between two deals, by consent. */
export interface Change {
  /** The number of its entry in the log. */
  readonly n: number;
  /** When it was written, in milliseconds since 1970. */
  readonly ts: number;
  readonly by: string;
  /** The kind of change. `join`: a person sits down under this name. `replace`: the person takes over a player's score. `fine`: points on the player's hill by a rule. */
  readonly what: 'join' | 'replace' | 'fine';
  /** The last deal before the change. */
  readonly deal: number;
  readonly player: string;
  readonly name: string;
  readonly points: number;
  readonly law: string;
  /** The state of the change: `asked`, `stands` or `refused`. */
  readonly state: 'asked' | 'stands' | 'refused';
  readonly asked: readonly string[];
  readonly yes: readonly string[];
}

/** An event as an account sees it. */
export interface ClubEvent {
  readonly id: string;
  /** A number that changes with every change of the event (`?have=`). */
  readonly mark: number;
  readonly created: number;
  readonly starts: number | null;
  readonly name: string;
  readonly game: string;
  readonly preset: string;
  readonly changes: Readonly<Record<string, string>>;
  /** The body of law by which errors are ruled. Empty: the game has one alone. */
  readonly laws: string;
  /** Each option by its dotted name. */
  readonly regulations: Readonly<Record<string, unknown>>;
  /** The obstacles that keep it from opening. */
  readonly lacking: readonly Refusal[];
  readonly arbiter: string;
  readonly officials: readonly Assistant[];
  readonly conditions: readonly string[];
  readonly entrants: readonly EventEntrant[];
  /** The entrants named by number that are not in `entrants`. */
  readonly named: readonly EventEntrant[];
  /** The length of each list. The event's page has the reader's own rows and the first ones; `GET /api/events/EVENT/part` has the rest. */
  readonly counts: EventCounts;
  readonly you: EventYou | null;
  /** Whether a session was seated. */
  readonly seated: boolean;
  /** null: none is, or it has ended. */
  readonly round: EventRound | null;
  /** The standing, once it is published; of parties always, since their table shows who plays on. */
  readonly standing: readonly Place[];
  /** The unit of its totals. */
  readonly unit: string | null;
  readonly published: number | null;
  readonly closed: boolean;
  /** At tables of the club. */
  readonly online: boolean;
  /** Whether a bot replaces an absent player. */
  readonly stand_ins: boolean;
  /** Whether the club plays it as a cup, of any kind. */
  readonly cup: boolean;
  /** The kind of cup as which the club plays it. null: it plays none. */
  readonly cup_kind: 'cup' | 'day' | 'challenge' | null;
  /** The entrants who have given a nonce. */
  readonly shared: readonly string[];
  /** How many there can be of an entrant. */
  readonly together: number;
  /** The accounts that want to join the reader's pair or team. */
  readonly asks: readonly string[];
  /** The pair or team that the reader asks to join. */
  readonly asked: number | null;
  /** The start of check-in, in milliseconds since 1970; 0: any time before the seating; null: no check-in. */
  readonly check_in: number | null;
  /** When the next round begins by itself, in milliseconds since 1970. null: the director begins it. */
  readonly begins: number | null;
  /** Whether played boards may be looked at before publication. */
  readonly live: boolean;
  /** Lines of other tables on boards that the reader has played. */
  readonly seen: readonly EventLine[];
  /** Lines of the reader's table in the round that runs. */
  readonly own: readonly OwnLine[];
  /** The lines that the reader's tables of earlier rounds lack. */
  readonly due: readonly OwnLine[];
  /** The rulings on the reader's boards. */
  readonly rulings: readonly OwnRuling[];
  readonly committee: EventCommittee | null;
  /** When the time for appeals is over, in milliseconds since 1970. null: the session runs. */
  readonly appeals_until: number | null;
  /** Whether the reader's table waits for the director. */
  readonly called: boolean;
  /** The round's clock stands still. */
  readonly paused: boolean;
  /** The matches of teams at tables of the club. */
  readonly teams: EventTeams | null;
}

/** An assistant, and the assistant's delegated powers in their alphabet (PT-I.13.2.4). */
export interface Assistant {
  readonly name: string;
  readonly powers: readonly ('assistants' | 'register' | 'conditions' | 'discipline' | 'interpret' | 'rectify' | 'penalty' | 'waive' | 'disputes' | 'fine' | 'disqualify' | 'tabulate' | 'report' | 'delegate')[];
}

/** An entrant. */
export interface EventEntrant {
  readonly entrant: number;
  readonly name: string;
  readonly members: readonly string[];
  /** The accounts that play for the entrant. */
  readonly accounts: readonly string[];
  /** Whether the entrant is disqualified. */
  readonly out: boolean;
  /** Whether the entrant has withdrawn. */
  readonly gone: boolean;
  /** Whether the entrant has checked in. */
  readonly here: boolean;
  /** The entrant's number in the queue for a place, from 1; 0: the entrant has a place. */
  readonly waits: number;
  /** The system of the filed card. null: none was filed (B-AUC-13). */
  readonly system: 'natural' | 'artificial' | null;
}

/** How long each list of an event is altogether. */
export interface EventCounts {
  readonly entrants: number;
  /** Entrants who have not withdrawn. */
  readonly playing: number;
  readonly shared: number;
  readonly tables: number;
  readonly standing: number;
  readonly seen: number;
  /** How many matches of teams there are. */
  readonly matches: number;
  /** How many boards of open rooms there are. */
  readonly open_rooms: number;
}

/** The reader of the page. */
export interface EventYou {
  /** The reader's name at this event. */
  readonly name: string;
  /** The entrant for whom the reader plays. */
  readonly entrant: number | null;
  /** Whether the reader is the arbiter. */
  readonly arbiter: boolean;
  /** The powers of an assistant. */
  readonly powers: readonly string[];
}

/** The round that runs, or the next one. */
export interface EventRound {
  readonly session: number;
  readonly round: number;
  readonly rounds: number;
  readonly running: boolean;
  /** The end of the round by the clock, in milliseconds since 1970. null: the clock does not run. */
  readonly deadline: number | null;
  readonly tables: readonly EventTable[];
  /** The entrants without a table. */
  readonly resting: readonly number[];
  /** The reader's table in the next round. null: there is none, or it is not known. */
  readonly next: EventTable | null;
}

/** The seats of a table in a round, by the entrants' numbers, and its boards. */
export interface EventTable {
  readonly table: number;
  readonly boards: readonly number[];
  readonly seats: Readonly<Record<string, number>>;
  /** The club's own table of the play, shown only to its players. */
  readonly at: string | null;
}

/** A line of the final table; rank is shared by equals: 1, 2, 2, 4. */
export interface Place {
  readonly place: number;
  readonly entrant: number;
  readonly total: Points;
}

/** A line: the play of a board at one table. */
export interface EventLine {
  readonly board: number;
  readonly session: number;
  readonly round: number;
  readonly table: number;
  readonly room: string;
  readonly result: string;
  /** The entrants by seat. */
  readonly seats: Readonly<Record<string, number>>;
  /** Whists or points, by seat. */
  readonly scores: Readonly<Record<string, Points>>;
  /** The points beside the other tables, by seat, where boards are compared by points. */
  readonly points: Readonly<Record<string, Points>>;
  /** The id of the club's table. */
  readonly at: string | null;
  /** The number of the deal at that table. */
  readonly deal: number;
  /** The scores by rulings instead of those reached, by seat, as `620 (60 %) -100 (40 %)`. */
  readonly ruled: Readonly<Record<string, string>>;
}

/** A line of a table at which the reader sits or has sat: written at a real table, or lacking from a round that has ended. */
export interface OwnLine {
  readonly round: number;
  readonly table: number;
  /** The board; 0: a party. */
  readonly board: number;
  /** The room of a match of teams. */
  readonly room: string;
  /** The entrants by seat. */
  readonly seats: Readonly<Record<string, number>>;
  /** The result; empty: the line is lacking. */
  readonly result: string;
  readonly confirmed: boolean;
  readonly scores: Readonly<Record<string, Points>>;
}

/** A ruling on a board of the reader's. */
export interface OwnRuling {
  /** The number of the ruling's entry. */
  readonly entry: number;
  readonly board: number;
  readonly table: number;
  readonly law: string;
  readonly text: string;
  readonly guilt: string | null;
  readonly assigned: string | null;
  /** Whether the entrant's notice of an appeal is still in time (PT-0.6). */
  readonly may: boolean;
  /** The number of the entry with the notice of appeal. */
  readonly notice: number | null;
  /** The number of the entry with the filed appeal. */
  readonly filed: number | null;
  /** The committee's decision. null: there is none yet. */
  readonly allowed: boolean | null;
  /** The text by language of a ruling that the club's arbiter has made at the table. */
  readonly said: Readonly<Record<string, string>>;
}

/** The open decisions of a member of a committee. */
export interface EventCommittee {
  readonly appeals: readonly EventAppeal[];
  readonly proposed: readonly Proposed[];
}

/** An appeal that the reader may decide now. */
export interface EventAppeal {
  /** The number of the appeal's entry. */
  readonly entry: number;
  /** The committee that decides. */
  readonly by: 'committee' | 'society';
  readonly entrant: number;
  readonly board: number;
  readonly table: number;
  readonly law: string;
  /** The text of the ruling. */
  readonly ruling: string;
  readonly facts: string;
  readonly request: string;
  /** The entrants whose scores are concerned. */
  readonly about: readonly number[];
  /** The text by language, where the club has ruled by itself. */
  readonly said: Readonly<Record<string, string>>;
}

/** A disqualification that waits for the approval of a committee member. */
export interface Proposed {
  /** Its number in the log. */
  readonly entry: number;
  readonly entrant: number;
  /** The name of its proposer. */
  readonly by: string;
}

/** The facts of an event of teams: series of the round, matches, and tables for spectators; entrants see none of the last. */
export interface EventTeams {
  readonly series: readonly EventSeries[];
  readonly matches: readonly EventMatch[];
  readonly open_rooms: readonly EventOpenRoom[];
}

/** A series of a match of the round that runs or comes. */
export interface EventSeries {
  readonly table: number;
  readonly series: number;
  readonly boards: readonly number[];
  /** The team whose captain is to name the four now. null: both have. */
  readonly names: number | null;
  /** Both rooms begin it, or have begun. */
  readonly stands: boolean;
  readonly fours: readonly LinedUp[];
  /** The members whom the reader may name, as captain of a team that has named none yet. */
  readonly yours: readonly string[];
}

/** A team's four in a series of boards: the pair of the open room, and that of the closed one (B-TEAM-3). */
export interface LinedUp {
  readonly what: 'lined_up';
  readonly entrant: number;
  readonly boards: readonly number[];
  readonly open_room: readonly [string, string];
  readonly closed_room: readonly [string, string];
}

/** The result of a match on boards that are no longer sealed. */
export interface EventMatch {
  readonly session: number;
  readonly round: number;
  readonly table: number;
  readonly home: number;
  readonly away: number;
  /** The number of boards that are no longer sealed; `of`: all boards. */
  readonly boards: number;
  readonly of: number;
  /** IMPs, or boards, of home. */
  readonly won: Points;
  /** The victory points of both, once all boards are there. */
  readonly vp: readonly [Points, Points] | null;
}

/** A table of an open room at which spectators may look (B-TEAM-1). */
export interface EventOpenRoom {
  readonly session: number;
  readonly round: number;
  readonly table: number;
  readonly series: number;
  readonly boards: readonly number[];
  /** The id of the club's table. */
  readonly at: string;
}

/** The answer of `GET /api/events/EVENT/part`: rows of the wanted list, and the entrants that they name by number. */
export interface EventPart {
  readonly mark: number;
  readonly entrants: readonly EventEntrant[];
  readonly tables: readonly EventTable[];
  /** The series of the matches at these tables. */
  readonly series: readonly EventSeries[];
  readonly standing: readonly Place[];
  readonly seen: readonly EventLine[];
  readonly matches: readonly EventMatch[];
  readonly open_rooms: readonly EventOpenRoom[];
  readonly named: readonly EventEntrant[];
}

/** An event in the list. */
export interface ListedEvent {
  readonly id: string;
  readonly created: number;
  readonly name: string;
  readonly game: string;
  readonly preset: string;
  readonly arbiter: string;
  readonly online: boolean;
  readonly stage: 'announced' | 'seated' | 'playing' | 'between' | 'played' | 'published' | 'over';
  /** The planned beginning of its first session. */
  readonly starts: number | null;
  /** How many; null: it is over. */
  readonly entrants: number | null;
  /** I take part, or officiate. */
  readonly you: boolean;
  /** Whether the event is a cup, whose entrants play each issue alone. */
  readonly cup: boolean;
}

/** The answer of `GET /api/events/EVENT/fair`. */
export interface EventFair {
  /** The commitments by board. */
  readonly commitments: Readonly<Record<string, string>>;
  /** The reveals of the boards that are no longer sealed. */
  readonly reveals: readonly Reveal[];
}

/** The answer of `GET /api/events/EVENT/boards`, once the result is published: every line, board by board. */
export interface EventBoards {
  readonly lines: readonly EventLine[];
  /** The entrants who played them. */
  readonly named: readonly EventEntrant[];
}

/** The answer of `GET /api/regulations`: every option in the order of the form, and the paragraph of each offence with a penalty. */
export interface RegulationsTold {
  readonly options: readonly RegulationTold[];
  readonly offences: Readonly<Partial<Record<'late' | 'slow' | 'discussion' | 'comparing' | 'touching' | 'wrong_pocket' | 'procedure' | 'disobedience' | 'other', string>>>;
}

/** An option of the regulations by its dotted name. */
export interface RegulationTold {
  readonly name: string;
  /** `choice` of values, `choices`: several of them in an order, `flag`, `number` from least to most, `numbers`: some in a row. */
  readonly kind: 'choice' | 'choices' | 'flag' | 'number' | 'numbers';
  readonly values: readonly string[];
  readonly least: number | null;
  readonly most: number | null;
  /** Whether the value may be left out. */
  readonly none: boolean;
  /** The default value. */
  readonly usual: unknown;
  /** The paragraph of the option. */
  readonly law: string;
  /** The games that alone obey the regulation. null: all. */
  readonly games: readonly string[] | null;
  /** The types of event that alone obey the regulation. null: all. */
  readonly types: readonly string[] | null;
}

/** The answer of `GET /api/events/EVENT/hall` to an official. */
export interface EventHall {
  /** The number of the event's last entry. */
  readonly seq: number;
  readonly event: ClubEvent;
  /** The names of all accounts that have come. */
  readonly known: readonly string[];
  readonly calls: readonly Call[];
  /** The entries that the reader may make (PT-I.13.2.4). */
  readonly may: readonly string[];
  /** Whether the reader takes part, and so is told of no line and no total before the session has ended (PT-I.12.2.4). */
  readonly blind: boolean;
  readonly sessions: readonly HallSession[];
  readonly lines: readonly HallLine[];
  readonly parties: readonly Party[];
  /** Lines that rounds which have ended lack. */
  readonly missing: readonly At[];
  /** Boards that may be played later. */
  readonly late: readonly At[];
  readonly rulings: readonly HallRuling[];
  readonly penalties: readonly ProceduralPenalty[];
  readonly warned: readonly TableWarned[];
  readonly notices: readonly Notice[];
  readonly appeals: readonly Appeal[];
  readonly committee: readonly string[];
  readonly society: readonly string[];
  readonly suspended: readonly number[];
  readonly proposed: readonly Proposed[];
  /** Tables that had lines to write when their round ended (PT-I.4). */
  readonly slow: readonly At[];
  readonly offences: Readonly<Partial<Record<'late' | 'slow' | 'discussion' | 'comparing' | 'touching' | 'wrong_pocket' | 'procedure' | 'disobedience' | 'other', HallOffence>>>;
  readonly cards: readonly number[];
  /** So far, whether it is published or not. */
  readonly standing: readonly Place[];
  /** The unit of its totals. */
  readonly unit: string;
  /** When the time for appeals of the session is over (PT-0.6). `corrections_until`: when that for corrections is (PT-0.7); in milliseconds since 1970. */
  readonly appeals_until: number | null;
  readonly corrections_until: number | null;
  /** Its entries behind those that the reader has. */
  readonly log: readonly HallEntry[];
}

/** A table that waits for the director. */
export interface Call {
  /** The number of the event's entry. */
  readonly call: number;
  readonly table: number;
  readonly name: string;
  readonly about: string;
  /** Since when, in milliseconds since 1970. */
  readonly at: number;
}

/** A session. */
export interface HallSession {
  readonly session: number;
  readonly stage: number;
  /** How many rounds have begun. */
  readonly begun: number;
  /** How many rounds have ended. */
  readonly ended: number;
  /** When the last round ended, in milliseconds since 1970. */
  readonly ended_at: number | null;
  /** When the clock was stopped, in milliseconds since 1970. */
  readonly paused_at: number | null;
  /** The unkept promises of the movement. */
  readonly lacks: readonly Lack[];
  /** The movement's other remarks. */
  readonly note: string;
  readonly rounds: readonly HallRound[];
}

/** Something that a movement cannot have, or that comes out uneven in it. */
export interface Lack {
  readonly code: 'none_known' | 'none_with_one_box' | 'none' | 'line_step' | 'skip' | 'uneven' | 'rests';
  /** The parameters of its words in `LACKS`. */
  readonly numbers: readonly string[];
}

/** A round of a movement. */
export interface HallRound {
  readonly round: number;
  readonly tables: readonly EventTable[];
  /** The resting entrants. */
  readonly rest: readonly number[];
}

/** A line. */
export interface HallLine {
  readonly at: At;
  readonly result: string;
  readonly seats: Readonly<Record<string, number>>;
  readonly scores: Readonly<Record<string, Points>>;
  /** Beside the other tables, so far. */
  readonly points: Readonly<Record<string, Points>>;
  /** Its number in the log. */
  readonly entry: number;
  readonly confirmed: boolean;
  /** The reason why the line is unlikely. */
  readonly warning: Refusal | null;
}

/** The place of a line: the session and its round, both from 1, the table, the board, the room of a team match. */
export interface At {
  readonly session: number;
  readonly round: number;
  readonly table: number;
  readonly board: number;
  readonly room: string;
}

/** A table's pulka, rubber or party: each entrant's points, its number of deals, and that of positive ones. */
export interface Party {
  readonly at: At;
  readonly won: Readonly<Record<string, Points>>;
  readonly deals: number;
  readonly positive: Readonly<Record<string, number>>;
  /** Its number in the log. */
  readonly entry: number;
}

/** A ruling. */
export interface HallRuling {
  /** The number of the ruling's entry. */
  readonly entry: number;
  readonly board: number;
  readonly table: number;
  readonly round: number;
  readonly law: string;
  readonly text: string;
  readonly decision: Decision;
  readonly own_error: boolean;
  readonly referred: boolean;
  /** Entries of notices of an appeal against it (PT-0.6). */
  readonly noticed: readonly number[];
  readonly room: string;
  /** The caller, where the club's arbiter has ruled at the table. null: the ruling is the director's own. */
  readonly by: string | null;
  /** The text of the club's ruling by language. */
  readonly said: Readonly<Record<string, string>>;
  /** The points that it gives beside the deal, by entrant. */
  readonly points: Readonly<Record<string, string>>;
  /** The board was broken off and is played again. */
  readonly replayed: boolean;
  /** The table's ruling that this one completes; 0: none. */
  readonly of: number;
  /** The completion that can still be entered. null: there is none. */
  readonly offer: Offer | null;
}

/** The effect of a ruling on a board's scores, by entrant: one form for pairs, teams and single players. */
export interface Decision {
  /** The entrants with an artificial score, by guilt (PT-I.11.2.B.1). */
  readonly artificial?: Readonly<Record<string, 'fully' | 'partly' | 'innocent'>>;
  /** A score instead of the reached one; they need not sum to nought (PT-I.11.2.B.2). */
  readonly assigned?: Readonly<Record<string, string>>;
  /** Several scores that might have been reached, each with its weight in per cent (Law 12C1c). */
  readonly weighted?: Readonly<Record<string, readonly (readonly [number, string])[]>>;
  /** The room of a match in which these scores, or the changed form of the board, count; empty: the open one. Pairs have no rooms. */
  readonly room?: '' | 'open' | 'closed';
  /** The entrants who keep their result after all. */
  readonly natural?: readonly number[];
  /** At which tables the board was played in the changed form, as table and round (PT-I.10). */
  readonly fouled?: readonly (readonly [number, number])[];
  /** The entrants for whom the board does not count. */
  readonly dropped?: readonly number[];
}

/** The completion that the director can enter on a table's ruling, as it is: the rule, and the board's scores. */
export interface Offer {
  readonly law: string;
  readonly decision: Decision;
}

/** A penalty that stands. */
export interface ProceduralPenalty {
  /** Its number in the log. */
  readonly entry: number;
  readonly entrant: number;
  /** The part of a board's max that it takes. */
  readonly percent: number;
  readonly offence: string;
  /** The stage of the event in which it counts. */
  readonly stage: number;
}

/** A table was warned in a round of a session. */
export interface TableWarned {
  readonly session: number;
  readonly round: number;
  readonly table: number;
  readonly offence: string;
}

/** A notice of an appeal. */
export interface Notice {
  /** Its number in the log. */
  readonly entry: number;
  /** The entry of the ruling. */
  readonly ruling: number;
  readonly entrant: number;
  /** The entry of the appeal. null: it is not filed yet. */
  readonly filed: number | null;
}

/** An appeal that was filed. */
export interface Appeal {
  /** Its number in the log. */
  readonly entry: number;
  /** The entry of the ruling. */
  readonly ruling: number;
  readonly entrant: number;
  readonly facts: string;
  readonly request: string;
  /** The committee's decision. null: there is none yet. */
  readonly committee: boolean | null;
  /** The decision of the society's committee. null: there is none yet. */
  readonly society: boolean | null;
}

/** An offence: its paragraph, and its penalty at this event, in per cent of a board's max. */
export interface HallOffence {
  readonly law: string;
  readonly percent: number;
}

/** A line of the director's log. */
export interface HallEntry {
  readonly entry: number;
  /** The moment of the entry, in milliseconds since 1970. */
  readonly at: number;
  readonly who: string;
  readonly why: string;
  /** The entry itself. */
  readonly said: object;
}

/** The answer of `GET /api/events/EVENT/tables/TABLE`: the table of the running round; of a match of teams one for each playing room. */
export interface EventLook<K extends Kind = Kind> {
  readonly round: number;
  readonly table: number;
  readonly rooms: readonly LookedTable<K>[];
}

/** A table of the club. */
export interface LookedTable<K extends Kind = Kind> {
  /** The room of a match of teams. */
  readonly room: string;
  /** The board that is played, or comes next; 0: a party, or all are over. */
  readonly board: number;
  /** The players' names by seat. */
  readonly people: Readonly<Record<string, string>>;
  /** The calls and cards of the running deal, as everybody saw them. */
  readonly said: readonly Said<K>[];
  /** Whether the table waits for a choice after the arbiter's ruling. */
  readonly waits: boolean;
}

/** One result before an entry and after it. */
export interface Effect {
  readonly of: 'match' | 'board' | 'total';
  /** The table of a match, or the board; 0 of a total. */
  readonly number: number;
  /** A board of the match; 0: the whole match. */
  readonly board: number;
  readonly entrants: readonly number[];
  /** The result of each of them; empty: there was none. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A league as an account sees it. */
export interface LeagueTold {
  readonly id: string;
  /** The number of its last entry. */
  readonly seq: number;
  readonly name: string;
  readonly text: string;
  readonly created: number;
  readonly formula: Formula;
  /** The reader's number. */
  readonly you: number | null;
  /** Whether the reader is a steward. */
  readonly steward: boolean;
  readonly members: readonly LeagueMember[];
  readonly clubs: readonly LeagueClub[];
  /** The lists of all games, then of each game with one. */
  readonly lists: readonly LeagueList[];
  readonly rules: readonly LeagueRules[];
  readonly events: readonly LeagueEvent[];
  readonly news: readonly News[];
}

/** The worth of an event, the same for everybody, and published (PT-I.9): weight x those behind, equals for half, / all others. */
export interface Formula {
  /** The weight of the first place, where an event has none of its own. */
  readonly weight: number;
  /** The least number of entrants of an event that counts. */
  readonly least: number;
  /** How many best events of each member count; 0: all. */
  readonly best: number;
}

/** A member of the league. */
export interface LeagueMember {
  readonly member: number;
  readonly name: string;
  /** The number of the member's club. */
  readonly club: number | null;
  readonly steward: boolean;
}

/** A club that has joined. */
export interface LeagueClub {
  readonly club: number;
  readonly name: string;
  readonly place: string;
  /** The number of its members. */
  readonly members: number;
  /** Whether the reader speaks for it. */
  readonly yours: boolean;
}

/** The rating lists of a game, or of all games together (`game` is null then). */
export interface LeagueList {
  readonly game: string | null;
  readonly people: readonly LeaguePlace[];
  readonly clubs: readonly LeaguePlace[];
}

/** A line of a rating list. */
export interface LeaguePlace {
  readonly rank: number;
  /** The number of a member, or of a club. */
  readonly who: number;
  readonly name: string;
  readonly points: Points;
  /** The number of events in the sum. */
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

/** An event that counts. */
export interface LeagueEvent {
  readonly event: string;
  readonly name: string;
  readonly game: string;
  readonly at: number;
  readonly entrants: number;
  /** The weight of the first place. */
  readonly weight: number;
  /** The rule set by which the event was played. */
  readonly rules: string;
  /** The version of that rule set. */
  readonly version: number;
  readonly won: readonly LeaguePlace[];
}

/** A line of the bulletin, about an act or with an announcement. */
export interface News {
  /** The number of its entry. */
  readonly seq: number;
  readonly at: number;
  readonly what: 'said' | 'counted' | 'withdrawn' | 'rules' | 'formula' | 'club';
  /** The title of a statement, or the name of its subject. */
  readonly title: string;
  readonly text: string;
  /** The version of a rule set. */
  readonly version: number;
}

/** A league in the list. */
export interface ListedLeague {
  readonly id: string;
  readonly name: string;
  readonly created: number;
}

/** A cup as an account sees it at a moment. */
export interface CupTold {
  readonly id: string;
  readonly now: number;
  readonly name: string;
  readonly level: string;
  /** How many deals an issue has. */
  readonly deals: number;
  readonly entrants: number;
  /** The reader's number. */
  readonly you: number | null;
  /** Whether the reader is an editor. */
  readonly editor: boolean;
  readonly official: boolean;
  readonly published: boolean;
  readonly issues: readonly CupIssue[];
  /** The table of all issues that may be told, or of the final once it is over. */
  readonly places: readonly CupPlace[];
  /** The finalists by number, once the qualifying is over. */
  readonly finalists: readonly number[] | null;
  /** The entrants of the final's issue, with the finalists. */
  readonly prestige: readonly CupPlace[];
  /** The commitment to the lottery's seed. */
  readonly lottery: string;
  /** The lottery's seed, once it is drawn. */
  readonly seed: string;
  readonly prizes: number;
  /** The winners of the lottery. */
  readonly winners: readonly CupPlace[];
  readonly numbers: Numbers | null;
  /** The signatures of the bots, where they were not the same in all results that are told; else none. */
  readonly engines: readonly string[];
  /** The obstacles to composing its issues, for the editors. */
  readonly lacking: readonly Refusal[];
}

/** An issue of a cup. */
export interface CupIssue {
  readonly issue: number;
  /** Whether it is the final's issue. */
  readonly final: boolean;
  /** The window's beginning. null: the issue is not composed. */
  readonly opens: number | null;
  /** The window's end. null: the issue is not composed. */
  readonly closes: number | null;
  /** The beginning of the window for the match of prestige. */
  readonly others: number | null;
  /** The end of the window for the match of prestige. */
  readonly ends: number | null;
  readonly mine: CupMine | null;
  /** Whether its results may be shown; they are in `places`. */
  readonly told: boolean;
  /** The issue can no longer be played, and its boards are public. */
  readonly over: boolean;
  readonly places: readonly CupPlace[];
}

/** My part of an issue. */
export interface CupMine {
  /** The beginning of my window. */
  readonly opens: number;
  /** The end of my window. */
  readonly closes: number;
  /** My table for the issue, once I have begun. */
  readonly table: string | null;
  /** How many of its deals are over. */
  readonly done: number;
}

/** A line of a cup's table. */
export interface CupPlace {
  readonly rank: number;
  readonly entrant: number;
  readonly name: string;
  /** The sum of whists, as a fraction. */
  readonly total: string;
  /** The engines that the entrant has met, by their places in `CupTold.engines`, from 1. */
  readonly engines: readonly number[];
}

/** The countries, cities and ages of entrants, as far as they are told (PT-M.5). told: how many have told any. */
export interface Numbers {
  readonly told: number;
  readonly countries: number;
  readonly cities: number;
  readonly youngest: number | null;
  readonly oldest: number | null;
}

/** A board that an editor may choose. */
export interface CupCandidate {
  readonly board: number;
  /** The deal. */
  readonly cards: string;
  /** The first hand. */
  readonly first: string;
  /** The tricks that random cards throw away on it, as a fraction. */
  readonly tricks: string;
  /** Hands that make a contract (docs/boards.md). */
  readonly rivals: number;
}

/** The answer of `GET /api/cups/EVENT/issues/N` once the issue can no longer be played. */
export interface CupBoards {
  readonly issue: number;
  readonly names: Readonly<Record<string, string>>;
  readonly boards: readonly CupBoard[];
}

/** A board of an issue that is over. */
export interface CupBoard {
  readonly board: number;
  readonly cards: string;
  /** The first hand. */
  readonly first: string;
  readonly note: string;
  /** Whists by the entrant's number, as fractions. */
  readonly won: Readonly<Record<string, string>>;
}

/** The answer of `GET /api/days`: in each game yesterday's, today's and tomorrow's deal, where there are such. */
export interface DaysTold {
  readonly now: number;
  readonly days: readonly DayListed[];
}

/** A day's deal in the list. */
export interface DayListed {
  readonly game: string;
  readonly day: string;
  readonly opens: number;
  readonly closes: number;
  readonly players: number;
  /** Whether the reader has played it to its end. */
  readonly done: boolean;
  readonly why: Refusal | null;
}

/** A day's deal, or a challenge. */
export interface SharedTold {
  readonly id: string;
  readonly kind: 'cup' | 'day' | 'challenge';
  readonly game: string;
  readonly preset: string;
  /** Of the bots. */
  readonly level: string;
  /** The day, or the challenger's name. */
  readonly name: string;
  readonly deals: number;
  readonly now: number;
  readonly opens: number;
  readonly closes: number;
  /** The commitment to each board (docs/fair.md). */
  readonly seals: Readonly<Record<string, string>>;
  /** How many have begun. */
  readonly players: number;
  /** Why the reader may not play now. null: nothing is in the way. */
  readonly why: Refusal | null;
  readonly mine: SharedMine | null;
  /** How many results are counted: of everybody who has played all deals, and after the end of all others. */
  readonly counted: number;
  /** Whether the reader has sent the challenge, and may end its time. */
  readonly own: boolean;
  /** How many results are still being counted after the end. */
  readonly awaited: number;
  /** Whether different bots have answered in results that are told. */
  readonly mixed: boolean;
  /** Whether places follow from per cents, and not from sums. */
  readonly percents: boolean;
  /** Empty until the window has closed. */
  readonly boards: readonly SharedBoard[];
  /** Empty until the window has closed. */
  readonly places: readonly SharedPlace[];
}

/** The reader's own attempt. */
export interface SharedMine {
  /** The reader's name there. */
  readonly name: string;
  /** Where it is played. null: the reader has entered, and not begun. */
  readonly table: string | null;
  /** How many deals are over. */
  readonly done: number;
  /** The deals, once the attempt is counted; empty before. */
  readonly won: readonly SharedWon[];
}

/** What a deal has brought. */
export interface SharedWon {
  /** Contract and result, as a table writes it (docs/events.md); empty: it is unfinished. */
  readonly line: string;
  /** Whists, points, or points above the opponent's, as a fraction. */
  readonly won: string;
}

/** A board that nobody will play any more. */
export interface SharedBoard {
  readonly board: number;
  readonly cards: string;
  /** The seat that has the word dealer; at preferans the first hand. */
  readonly first: string;
  readonly fair: Reveal;
  /** How many have played it to its end. */
  readonly count: number;
  readonly lines: readonly SharedLine[];
}

/** The line of somebody who has played a board to its end. */
export interface SharedLine {
  readonly name: string;
  readonly line: string;
  readonly won: string;
  /** How many of the others have won less; equals count a half. null: there are no others. */
  readonly percent: number | null;
  /** The table, to look at. */
  readonly table: string;
}

/** A line of the table of all deals. */
export interface SharedPlace {
  /** null: not all deals are played. */
  readonly rank: number | null;
  readonly name: string;
  /** How many deals are played. */
  readonly done: number;
  /** The sum of all deals, as a fraction. */
  readonly total: string;
  /** The mean of the deals. null: there are no others. */
  readonly percent: number | null;
}

/** The answer to playing: the table. again: the attempt is over, and the first one counts. */
export interface SharedTable {
  readonly table: string;
  readonly again: boolean;
}

/** The answer of `GET /api/challenges`: those that the reader has sent or plays, the newest first. */
export interface ChallengesTold {
  readonly now: number;
  readonly challenges: readonly ChallengeListed[];
}

/** A challenge in the reader's list. */
export interface ChallengeListed {
  readonly id: string;
  readonly game: string;
  /** The challenger's name. */
  readonly name: string;
  readonly deals: number;
  readonly created: number;
  readonly closes: number;
  /** How many have begun. */
  readonly players: number;
  /** How many results are counted. */
  readonly counted: number;
  /** Whether the reader has sent it. */
  readonly own: boolean;
  /** How many deals the reader has played. null: the reader has not begun. */
  readonly done: number | null;
}

/** A lesson of the list. title, about: by language. */
export interface LessonRow {
  readonly game: string;
  readonly lesson: string;
  readonly title: Readonly<Record<string, string>>;
  readonly about: Readonly<Record<string, string>>;
}

/** The state of a lesson. snap: before the last choice, or the beginning. since: the events since then. say: the coach's sentences, one after another, each by language. verdict: of the last choice, if it was not good: it is to be taken back. done: the lesson is over. */
export interface LessonTold<K extends Kind = Kind> {
  readonly snap: Snap<K>;
  readonly since: readonly Ev<K>[];
  readonly say: readonly (Readonly<Record<string, string>>)[];
  readonly verdict: LessonVerdict<K> | null;
  readonly done: boolean;
}

/** Why the last choice was not good. cost: in `unit`, which is empty where nothing is counted. better: the good choices. */
export interface LessonVerdict<K extends Kind = Kind> {
  readonly cost: number;
  readonly unit: string;
  readonly better: readonly K['event'][];
}

/** The problems of a theme: the grade of each, from 1 to 4. The nth has the name of the theme, a dash, and n from 1. */
export interface ProblemsRow {
  readonly game: string;
  readonly theme: string;
  readonly grades: readonly number[];
}

/** The state of a problem. theme: its kind. aim: the contract that a discard is for; else empty. more: what the right choices still bring the side that is asked, in `unit`; tricks that nobody wants count below nought. snap: before the last choice, or the problem itself, with all hands open. since: the events since then; after a wrong choice those of its refutation. wrong: of the last choice. done: nothing more is asked. then: of one's own problems what was chosen in the deal, once it is answered. over: of one's own problems when the deal ended, in milliseconds. */
export interface ProblemTold<K extends Kind = Kind> {
  readonly theme: string;
  readonly grade: number;
  readonly aim: string;
  readonly more: number;
  readonly unit: 'tricks' | 'points' | 'whists' | 'imps' | 'matchpoints' | 'chance';
  readonly snap: Snap<K>;
  readonly since: readonly Ev<K>[];
  readonly wrong: ProblemWrong<K> | null;
  readonly done: boolean;
  readonly then: K['event'] | null;
  readonly over: number;
}

/** Why the last choice was wrong. cost: in the problem's unit. better: the right choices. */
export interface ProblemWrong<K extends Kind = Kind> {
  readonly cost: number;
  readonly better: readonly K['event'][];
}

/** The post-mortem of a deal. Choices are tokens (docs/kz.md), moments the numbers of moves. */
export interface ReviewTold {
  readonly game: string;
  readonly unit: 'whists' | 'points' | 'imps' | 'chance';
  readonly deal: Reviewed;
}

/** One deal. number: in the match, from 1. first, last: its entries. dearest: by player, the entries of the dearest decisions by what was seen. solved: every moment could be valued; a moment that cannot be is worth what the next one is. made: the players whose contract it was, and whether it was made. */
export interface Reviewed {
  readonly number: number;
  readonly first: number;
  readonly last: number;
  readonly accounts: Readonly<Record<string, Account>>;
  readonly moments: readonly Worth[];
  readonly decisions: readonly Weighed[];
  readonly dearest: Readonly<Record<string, readonly number[]>>;
  readonly solved: boolean;
  readonly made: Readonly<Record<string, boolean>>;
}

/** What a deal changed for one player in the settled sheet, and where it came from. sheet: the change. luck: what experts make of the same cards from the same sheet. auction: the value after the auction less that. discard, whist, play: what the acts after the auction changed. rulings: what the arbiter changed. */
export interface Account {
  readonly sheet: Points;
  readonly luck: Points;
  readonly auction: Points;
  readonly discard: Shares;
  readonly whist: Shares;
  readonly play: Shares;
  readonly rulings: Points;
}

/** A part of the account by whose acts moved it, as seen from one player. */
export interface Shares {
  readonly mine: Points;
  readonly partner: Points;
  readonly opponents: Points;
}

/** What the deal is worth to each player after an entry. The first moment is that of the cards, worth the luck. */
export interface Worth {
  readonly seq: number;
  readonly worth: Readonly<Record<string, Points>>;
}

/** One act of a player. seq: its entry. seat: whose card or word; player: the decider. event: the token. line: of the dearest decisions, the deal from there on as it goes with the better choice and no error after it. */
export interface Weighed {
  readonly seq: number;
  readonly seat: Seat;
  readonly player: string;
  readonly stage: 'auction' | 'discard' | 'whist' | 'play';
  readonly event: string;
  readonly open: OpenCost | null;
  readonly seen: SeenCost | null;
  readonly line: readonly Laid[];
}

/** What a decision cost with all hands open. score: whists or points that the side of the decider lost; never below zero. tricks: the same in tricks, where the decision is about tricks. better: the best choices, as tokens. imps: the same against a table where it was not lost, where results are compared in IMPs. */
export interface OpenCost {
  readonly score: Points;
  readonly tricks: number | null;
  readonly better: readonly string[];
  readonly imps: number | null;
}

/** What a decision cost by what the decider could see: the expert's weighed worlds at that moment. score: how far the choice stands behind the expert's, in `unit`. interval: half of its 95 % interval; null where the expert judges by tables. least: the expert did not weigh the choice, so it cost at least this. better: the expert's choice. tricks, points: lost on average. sets: in which shares of the worlds the contract fails after the choice and after the expert's. null where worlds do not say it. */
export interface SeenCost {
  readonly score: number;
  readonly unit: string;
  readonly better: string;
  readonly interval: number | null;
  readonly least: boolean;
  readonly tricks: number | null;
  readonly points: number | null;
  readonly sets: readonly [number, number] | null;
}

/** One act of a better line. seat: whose card or word. event: the token. took: who takes the trick that it fills. */
export interface Laid {
  readonly seat: Seat;
  readonly event: string;
  readonly took: Seat | null;
}

/** The state of a deal that is played again. snap: before the last choice, or the moment where it goes on. since: the events since then. done: the deal is over. */
export interface RetryTold<K extends Kind = Kind> {
  readonly snap: Snap<K>;
  readonly since: readonly Ev<K>[];
  readonly done: boolean;
}

/** A post-mortem that is being worked out: the decisions that are weighed, of how many. 0 of 0: others come first. */
export interface ReviewGoing {
  readonly done: number;
  readonly of: number;
}

/** One's deals of a game that have a post-mortem. unit: of all losses. contracts: one's own; made: of them. curve: what each of the latest deals cost, the oldest first. */
export interface OwnDeals {
  readonly game: string;
  readonly unit: string;
  readonly deals: number;
  readonly contracts: number;
  readonly made: number;
  readonly lost: readonly OwnLoss[];
  readonly curve: readonly number[];
  readonly dear: readonly OwnDear[];
}

/** What one's decisions of a stage cost by what was seen, on average a deal. right: those that cost nothing. curve: what they cost in each of the latest deals, the oldest first. */
export interface OwnLoss {
  readonly stage: 'auction' | 'discard' | 'whist' | 'play';
  readonly decisions: number;
  readonly right: number;
  readonly a_deal: number;
  readonly curve: readonly number[];
}

/** One of one's dearest decisions, and where it was made. */
export interface OwnDear {
  readonly table: string;
  readonly deal: number;
  readonly one: Weighed;
}

/** The account of a match so far. deals: those that have a post-mortem; missing: the others that are over. total: of all deals, with what was written between them, by player: the change of the settled sheet. Empty while deals are missing. dearest: by player. */
export interface MatchTold {
  readonly game: string;
  readonly unit: 'whists' | 'points' | 'imps' | 'chance';
  readonly deals: readonly DealAccount[];
  readonly missing: readonly number[];
  readonly total: Readonly<Record<string, Account>>;
  readonly dearest: Readonly<Record<string, readonly DearDecision[]>>;
}

/** The account of one deal, by player. */
export interface DealAccount {
  readonly deal: number;
  readonly accounts: Readonly<Record<string, Account>>;
}

/** One of a player's dearest decisions of the match, and its deal. */
export interface DearDecision {
  readonly deal: number;
  readonly one: Weighed;
}

/** One of one's own problems. over: when its deal ended, in milliseconds. cost: in `unit`, by what was seen. */
export interface OwnProblem {
  readonly game: string;
  readonly name: string;
  readonly stage: 'auction' | 'discard' | 'whist' | 'play';
  readonly over: number;
  readonly cost: number;
  readonly unit: string;
}

export type FromServer<K extends Kind = Kind> = Snap<K> | Ev<K> | Here | Chat | LookedBy | Hinted<K> | Ack | Nak | Bye;

/** A person takes a free chair. */
export interface SatDown {
  readonly act: 'sit';
  readonly chair: number;
  readonly account: string;
  readonly nick: string;
  readonly program: string | null;
}

/** A player leaves a table before the game; no reason is needed (PE-5.4.3). */
export interface Rise {
  readonly act: 'rise';
}

/** The owner has put a bot on a chair, or freed it; the earlier occupant may not come back (PE-5.4.6). */
export interface ChairChanged {
  readonly act: 'chair';
  readonly chair: number;
  readonly bot: string | null;
  readonly nick: string | null;
}

/** A player walks out of a match; a bot holds the seat. */
export interface Leave {
  readonly act: 'leave';
}

/** The table lets a bot hold the seat of a player who has been away too long. */
export interface Hold {
  readonly act: 'hold';
  readonly chair: number;
  readonly why: 'absent';
}

/** A player has the own seat again. */
export interface Back {
  readonly act: 'back';
}

/** The owner has changed the card: the act has every convention and term, since presets and defaults may change. */
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

/** A player objects to a kibitzer, and the kibitzer leaves at once (PE-5.5.4). */
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

/** A player proposes something. */
export interface ProposalMade {
  readonly act: 'propose';
  readonly what: What;
  /** The nickname of the person who would take a seat. */
  readonly nick: string | null;
}

/** An answer, yes or no, to proposal number n. */
export interface ProposalAnswered {
  readonly act: 'answer';
  readonly n: number;
  readonly yes: boolean;
  /** The account of a substitute, who has no chair yet. */
  readonly account: string | null;
}

/** The proposer takes the proposal back. */
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

/** The players that gave nothing in time. */
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

/** A player wants another match with the same people. */
export interface RematchNamed {
  readonly act: 'rematch';
  /** The id of the next table. */
  readonly table: string;
}

/** A player asks the club's bot for advice; the other players are told of it. */
export interface Hint {
  readonly act: 'hint';
}

/** A player has called the arbiter for entry number `entry`. */
export interface ArbiterCalled {
  readonly act: 'arbiter';
  readonly entry: number;
  /** The ruling, with the proof. */
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

/** One way in which a ruling can go. */
export interface Branch {
  /** The player who may take the branch, or the arbiter. */
  readonly chooser: string;
  /** The effects of the branch. */
  readonly effects: readonly (ReDealt | DealtBy | TakenBack | CallReplaced | DeclarerSet | AllPassBegun | CardGiven | TalonDrawn | Barred | Opened | Spared | Demanded | TakenUp | LeadRuled | FollowRuled | PlayRuled | Dictated | Transferred | FirstTaken | TakenOff | Added | AllRest | Resulted | SheetEntry | Compensated | Scored | Shared | Fined | Warned | LotDrawn | PlayOn)[];
}

/** A chooser takes a branch of the ruling on call number n. One of the arbiter's own means: the chooser wants nothing. */
export interface BranchChosen {
  readonly act: 'choose';
  readonly n: number;
  readonly branch: number;
}

/** The table writes the score of the deal that has just ended, which is heard no more (P-3.9.17). The next cards write it, too. So the table says it after a match's last deal, and where an event's round ends. */
export interface ScoreWritten {
  readonly act: 'written';
}

/** A defender guarantees a result to players who reject the defender's plan (P-3.8.5.1a). */
export interface PreferansGuaranteeAct {
  readonly act: 'guarantee';
  readonly tricks: number;
}

/** An answer to an offered guarantee. mine: the same terms the other way round. */
export interface PreferansTakeAct {
  readonly act: 'take';
  readonly n: number;
  readonly answer: 'yes' | 'no' | 'mine';
}

/** The table says that the time of the player on move is out. */
export interface TimeOut {
  readonly act: 'time_out';
  readonly chair: number;
}

export type Act = SatDown | Rise | ChairChanged | Leave | Hold | Back | CardChanged | Accept | Object | Warn | LookAsked | Allow | ProposalMade | ProposalAnswered | Withdraw | Resume | Commit | Seal | Nonce | Away | ServersPart | Seen | Reseed | RematchNamed | Hint | ArbiterCalled | BranchChosen | ScoreWritten | PreferansGuaranteeAct | PreferansTakeAct | TimeOut;

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

/** The owner changes the table card; the others must accept it again. */
export interface ChangeCard {
  readonly act: 'card';
  readonly preset: string;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly terms?: Partial<TableTerms>;
  readonly public?: boolean;
  /** Its deals, if any, stay. */
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

/** Answer yes or no to proposal number n. */
export interface AnswerProposal {
  readonly act: 'answer';
  readonly n: number;
  readonly yes: boolean;
}

/** A player asks for another match with the same people. */
export interface AskRematch {
  readonly act: 'rematch';
}

/** A player calls the arbiter for a seen event, by the number with which it was told. */
export interface CallArbiter {
  readonly act: 'arbiter';
  readonly entry: number;
}

/** A player objects to the plan of another (P-3.8.5.1b). */
export interface DisputePlan {
  readonly act: 'dispute';
  /** The cards of the objector's own plan, in the order of play. */
  readonly plan: readonly Card[];
}

export type Wish = TakeChair | Rise | ChangeChair | Leave | Back | ChangeCard | Accept | Object | Warn | AskToLook | Allow | Propose | AnswerProposal | Withdraw | Resume | Seal | Nonce | Reseed | AskRematch | Hint | CallArbiter | DisputePlan | BranchChosen | PreferansGuaranteeAct | PreferansTakeAct;

/** The pencil is down under the result of a deal (P-4.2.8). */
export interface Write {
  readonly act: 'write';
  /** The player who acts; the phone may belong to another. */
  readonly by: string;
  /** The number of the deal, from 1. */
  readonly deal: number;
  /** The outcome, as a line of a score file. */
  readonly outcome: object;
}

/** The pencil is down under entries by hand, which belong to this deal. */
export interface Enter {
  readonly act: 'enter';
  /** The player who acts; the phone may belong to another. */
  readonly by: string;
  readonly deal: number;
  readonly marks: readonly Mark[];
  /** Whether the entries replace the deal's result: then the deal counts as written, and the next player deals. */
  readonly instead?: boolean;
}

/** The auction of this deal is over: earlier lines are now final (P-4.2.9). */
export interface Named {
  readonly act: 'named';
  /** The player who acts; the phone may belong to another. */
  readonly by: string;
  readonly deal: number;
}

/** The result of a deal is wrong, and this is the right one. */
export interface Rewrite {
  readonly act: 'rewrite';
  /** The player who acts; the phone may belong to another. */
  readonly by: string;
  /** The number of the wrong entry. */
  readonly entry: number;
  readonly outcome: object;
}

/** Entries by hand are wrong, and these are the right ones. none: nothing should stand there. */
export interface Amend {
  readonly act: 'amend';
  /** The player who acts; the phone may belong to another. */
  readonly by: string;
  readonly entry: number;
  readonly marks: readonly Mark[];
}

/** A player withdraws the objection to an entry: the written line counts again. */
export interface TakeBack {
  readonly act: 'take_back';
  /** The player who acts; the phone may belong to another. */
  readonly by: string;
  readonly entry: number;
}

/** The answer to a question that needs consent. */
export interface Consent {
  readonly act: 'agree';
  /** The player who acts; the phone may belong to another. */
  readonly by: string;
  /** The number of the question. */
  readonly entry: number;
  readonly yes: boolean;
}

/** A proposal to end here and settle (P-4.2.15). */
export interface End {
  readonly act: 'end';
  /** The player who acts; the phone may belong to another. */
  readonly by: string;
}

/** One more player sits down (P-3.1.2). */
export interface Join {
  readonly act: 'join';
  /** The player who acts; the phone may belong to another. */
  readonly by: string;
  readonly name: string;
}

/** Another person takes over a player's score (PE-5.4.7). */
export interface Replace {
  readonly act: 'replace';
  /** The player who acts; the phone may belong to another. */
  readonly by: string;
  readonly player: string;
  readonly name: string;
}

/** A fine of the table: points on a player's hill by a rule. */
export interface Penalty {
  readonly act: 'fine';
  /** The player who acts; the phone may belong to another. */
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

/** The state that the client has already. */
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

/** The sender has nothing left to decide in this deal, and plays with bots alone: they are to pause no more in it. */
export interface Hurry {
  readonly t: 'hurry';
}

/** The body of `POST /api/agree`. */
export interface Agree {
  readonly game: string;
  readonly preset: string;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly players?: number | null;
}

/** A question to the desk: an incident and the deal in which it happened. */
export interface Case {
  readonly game: string;
  /** The incident as `kozyr rule` takes it. The entry of the infraction may be left out. */
  readonly incident: Readonly<Record<string, unknown>>;
  /** The game's first, if empty. */
  readonly preset?: string;
  readonly players?: number | null;
  readonly options?: Readonly<Record<string, string>>;
  /** The answers about the deal, or its `events` as the command takes them. */
  readonly story?: Story;
  readonly events?: string;
  /** The cards as they were dealt. */
  readonly deal?: string;
  /** A `.kz` record in the place of all that. */
  readonly record?: string;
  /** After so many of its entries, all if left out. */
  readonly at?: number | null;
  readonly lang?: string;
}

/** The story of a deal without a record. The story tells of the match's first deal: its dealer is the first seat. */
export interface Story {
  /** The auction so far, as tokens. */
  readonly calls?: readonly string[];
  /** Whether somebody has called already. */
  readonly begun?: boolean;
  /** The declarer. null at an all-pass. */
  readonly declarer?: Seat | null;
  /** The contract as written: `6S`, `misere`, `3NTX`, `allpass`. */
  readonly contract?: string;
  /** The declarer's bid, where the contract is another one. */
  readonly bid?: string;
  /** The seats that whist. */
  readonly whisters?: readonly Seat[];
  /** How many tricks are over. */
  readonly tricks?: number;
  /** The seat that leads now, or led the current trick. */
  readonly leader?: Seat | null;
  /** The cards of the current trick, in order. */
  readonly cards?: readonly Card[];
  /** The seat of the offender. */
  readonly offender?: Seat | null;
  /** With what, where it is none of `cards` or of `calls`. */
  readonly card?: Card | null;
  /** The card that the offender should have played. */
  readonly had?: Card | null;
  /** How many whole tricks have been played since. */
  readonly later?: number;
  readonly won?: number | null;
  /** The told cards of each hand. */
  readonly hands?: Readonly<Partial<Record<Seat, readonly Card[]>>>;
  /** How many cards each was dealt, where that was wrong. */
  readonly sizes?: Readonly<Partial<Record<Seat, number>>>;
  /** A card that has gone from the offender's hand. */
  readonly missing?: Card | null;
  /** Whether the auction is over. */
  readonly closed?: boolean;
  /** A card has been played. */
  readonly played?: boolean;
  /** A line of the sheet. */
  readonly written?: Written | null;
  /** The auction of the deal after it is over. */
  readonly passed?: boolean;
  /** The last card has fallen. */
  readonly over?: boolean;
  /** The score is written, and the next cards have come. */
  readonly scored?: boolean;
  /** The suit led to the trick `nth`, in which the offender played no card. */
  readonly suit?: '' | 'S' | 'H' | 'D' | 'C';
  readonly nth?: number;
  /** Cards of the offender's that lie open. */
  readonly nailed?: readonly Card[];
  /** Whether the offender's partner has acted on the offender's words. */
  readonly acted?: boolean;
  /** The offender's question about combinations at deberts. `height` asks about the `claim`, whether the offender's own were better or not; `nine` asks about the nine. */
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

/** A file as it is sent: its name (empty: it was pasted), and its text. */
export interface DealsFile {
  readonly text: string;
  readonly name?: string;
}

/** A file that was dropped on the desk, as text. */
export interface DroppedFile {
  readonly text: string;
}

/** The body of `POST /api/me`. */
export interface Guest {
  readonly name?: string;
}

/** The body of `POST /api/guest`. */
export interface Newcomer {
  readonly name?: string;
  /** The page of the newcomer, as `/table/ID`; its link vouches for a crowd. */
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

/** The body of `POST /api/seek`. */
export interface NewSeek {
  readonly game: string;
  readonly players: number;
  readonly preset: string;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  /** The level of the bots that fill the chairs after a minute; null: wait for people. */
  readonly bot?: string | null;
  /** Whether the deals are to count for the ratings; with bots alone they do not. */
  readonly rated?: boolean;
}

/** The body of `POST /api/tables`. */
export interface NewTable {
  readonly game: string;
  readonly players: number;
  /** A level, perhaps with a style (`club+bold`), for every chair but the sender's; null for a person. */
  readonly bots: readonly (string | null)[];
  readonly preset: string;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly public?: boolean;
  readonly terms?: Partial<TableTerms>;
  /** Deals to be played instead of the club's own. */
  readonly file?: DealsFile | null;
}

/** The body of `POST /api/operator`: an act of `kozyr admin`. */
export interface OperatorAct {
  readonly what: 'close' | 'open' | 'ban' | 'mute' | 'lift' | 'rename' | 'delete' | 'report';
  /** The thing to close or open, by its id or page address; or an account or a network. */
  readonly who?: string;
  /** The length of a ban or mute, as `12h`. */
  readonly length?: string;
  /** The reason: of a closing for all its readers, otherwise for operators alone. */
  readonly why?: string;
  /** The new name, for `rename`. */
  readonly name?: string;
  /** The number of the report, for the act `report`. */
  readonly report?: number;
  /** The new state of the report, for the act `report`. */
  readonly state?: 'open' | 'taken' | 'done';
}

/** The body of `POST /api/reports`. */
export interface Report {
  readonly table: string;
  /** One of `REASONS`, with the account; or `ruling`, with the number of the call. */
  readonly reason: string;
  readonly account?: string;
  readonly ruling?: number;
  readonly text?: string;
}

/** The body of `POST /api/reset`. */
export interface Reset {
  /** The secret of the operator's link. */
  readonly link: string;
  readonly password: string;
}

/** The body of `PUT /api/where`: a person's place, and its readers. The club guesses nothing of it. */
export interface TellWhere {
  /** Two letters of ISO 3166. null: the person declines. */
  readonly country: string | null;
  readonly place?: string;
  /** A name of the IANA database. */
  readonly zone?: string | null;
  /** Whether everybody may see the place. */
  readonly shown?: boolean;
  /** Whether former partners may find the person, invite them, and see when they are here. */
  readonly known?: boolean;
  /** Whether the lists of ratings name the person. */
  readonly ranked?: boolean;
}

/** The game of a sheet, and its players, clockwise. */
export interface Setup {
  readonly game: string;
  readonly preset: string;
  readonly players: readonly string[];
  /** The changes to the preset. */
  readonly changes?: Readonly<Record<string, boolean | number | string | null>>;
  /** The place of the first dealer, from 0. */
  readonly dealer?: number;
}

/** The body of `POST /api/cups/EVENT/compose`: an issue, under an id by which it is composed once. */
export interface ComposeIssue {
  readonly id: string;
  readonly issue: number;
  /** The boards that the editor has chosen. */
  readonly boards: readonly number[];
  /** The window's beginning, in milliseconds since 1970. */
  readonly opens: number;
  /** The window's end, in milliseconds since 1970. */
  readonly closes: number;
  /** The beginning of everybody's window for the final's issue, in milliseconds since 1970. */
  readonly others?: number | null;
  /** The end of everybody's window for the final's issue, in milliseconds since 1970. */
  readonly ends?: number | null;
  readonly notes?: Readonly<Record<string, string>>;
}

/** The body of `POST /api/cups/EVENT/play`: I come to the table of my issue, or come back to it. */
export interface PlayIssue {
  readonly issue: number;
}

/** The body of `POST /api/challenges`: the game, how many deals, and how many hours they may be played. */
export interface NewChallenge {
  readonly id: string;
  readonly game: string;
  readonly deals: 4 | 8 | 16;
  readonly hours?: number;
}

/** The body of `POST /api/days/GAME/DAY/play` and `POST /api/challenges/ID/play`: I come to my table, or come back. */
export type PlayDeals = object;

/** The body of `POST /api/challenges/ID/shut`: its time ends now, since everybody who has begun has finished. */
export type ShutChallenge = object;

/** The body of `POST /api/events/EVENT/call`: my table calls the director, under an id by which it does once. */
export interface CallDirector {
  readonly id: string;
  readonly table: number;
  readonly about?: string;
}

/** The body of `POST /api/events/EVENT/came`: the sender is at the table that made the call in this entry. */
export interface CameToTable {
  readonly id: string;
  readonly call: number;
}

/** The body of `POST /api/events/EVENT/come`, under an id by which it is done once. */
export interface ComeToEvent {
  readonly id: string;
}

/** The body of `POST /api/events/EVENT/enter`, under an id by which it is done once. */
export interface EnterEvent {
  readonly id: string;
  /** The name of a pair or a team. */
  readonly team?: string;
  /** Of a cup's entrant, optional: countries are only counted, and never shown (PT-M.5). */
  readonly country?: string;
  /** Of a cup's entrant, optional: cities are only counted, and never shown (PT-M.5). */
  readonly city?: string;
  /** Of a cup's entrant, optional: ages are only counted, and never shown (PT-M.5). */
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

/** The body of `POST /api/events/EVENT/late`: seat a pair that came late in the rounds to come, once for each id. */
export interface LateEvent {
  readonly id: string;
  readonly entrant: number;
}

/** The body of `POST /api/events/EVENT/seat`: seat all entrants in this way, once for each id. */
export interface SeatEvent {
  readonly id: string;
  readonly seating?: HowSeated;
}

/** The seating of a session. */
export interface HowSeated {
  readonly by?: 'lot' | 'rating' | 'hand';
  /** The order, for a seating by hand. */
  readonly order?: readonly number[] | null;
  /** The seed of the lot; drawn, if it is left out. */
  readonly seed?: string;
  /** The number of players at a table. */
  readonly at?: 3 | 4 | null;
  readonly rounds?: number | null;
  readonly copies?: number | null;
  /** The kind of a movement of pairs, or the next round of teams. */
  readonly kind?: 'howell' | 'three_quarter' | 'mitchell' | 'switched' | 'relay' | 'web' | 'individual' | 'swiss' | null;
  /** The boards of a round, at bridge. */
  readonly boards?: number | null;
  /** The number of rooms of `tournament.movement=rooms`, by default two. */
  readonly rooms?: number | null;
  /** The first round is for setting boards. */
  readonly set_by_hand?: boolean;
  /** Each room has its own. */
  readonly own_boards?: boolean;
  /** Each line of the last session has a room of its own (PT-I.5a). */
  readonly lines?: boolean;
  /** A new one of bridge. */
  readonly stage?: boolean;
  /** In place of a session of which no round has begun. */
  readonly again?: boolean;
}

/** The body of `POST /api/events/EVENT/share`: an entrant's nonce for all boards, under an id by which it is given once. */
export interface ShareInEvent {
  readonly id: string;
  readonly nonce: string;
}

/** The body of `POST /api/events`. */
export interface NewEvent {
  readonly name: string;
  readonly game: string;
  readonly preset: string;
  /** The changes to the preset. */
  readonly changes?: Readonly<Record<string, string>>;
  /** The regulations by dotted names, `duties` and `penalties` as groups. */
  readonly regulations?: Readonly<Record<string, unknown>>;
  /** At tables of the club, which deals the boards: duplicate preferans, and bridge by single players, pairs or teams. */
  readonly online?: boolean;
  /** In the list of events; else it is known by its address alone. */
  readonly listed?: boolean;
  /** The planned beginning of the first session, in milliseconds since 1970. */
  readonly starts?: number | null;
  /** Whether a bot replaces an absent player online. */
  readonly stand_ins?: boolean;
  /** The club plays this cup. */
  readonly cup?: NewCup | null;
}

/** The settings of a cup that the club plays (`cup` of `NewEvent`): the level of its bots, the prizes of its lottery. */
export interface NewCup {
  readonly level?: 'novice' | 'amateur' | 'club' | 'strong' | 'expert';
  readonly prizes?: number;
}

/** The body of `POST /api/leagues`; the founder is the first member and steward. */
export interface NewLeague {
  readonly name: string;
  readonly text?: string;
  readonly formula?: Partial<Formula>;
}

/** The body of `POST /api/leagues/LEAGUE`: an act, done once for each id. */
export interface LeagueDo {
  readonly id: string;
  readonly wish: WantsIn | WantsOut | WantsClub | WantsClubOut | WantsToPlayFor | Appoint | Dismiss | SetFormula | PublishRules | CountEvent | WithdrawEvent | SayInLeague;
}

/** The sender joins, under the own name or the first free one like it. */
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

/** The club leaves. */
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

/** A member is a steward no more. */
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

/** An event of the club counts, once it is over; by its id. */
export interface CountEvent {
  readonly do: 'count';
  readonly event: string;
  /** Its own; null: the formula's. */
  readonly weight?: number | null;
}

/** An event counts no more. */
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

/** The body of `POST /api/keep/SHEET`: an act, under an id by which it is written once, however often it is sent. */
export interface KeepDo {
  readonly id: string;
  /** The last number of the sheet that its sender has seen. */
  readonly at: number;
  readonly do: KeepAct;
}

/** A request for a lesson: the learner's choices so far, each as its event. */
export interface TakeLesson<K extends Kind = Kind> {
  readonly game: string;
  readonly lesson: string;
  readonly choices?: readonly K['event'][];
}

/** A request for a problem: the choices so far, each as its event. */
export interface TakeProblem<K extends Kind = Kind> {
  readonly game: string;
  readonly problem: string;
  readonly choices?: readonly K['event'][];
}

/** A request to play a deal again: the move before which it goes on, and the choices of its author so far. */
export interface RetryDeal<K extends Kind = Kind> {
  readonly at: number;
  readonly choices?: readonly K['event'][];
}

export type ToServer<K extends Kind = Kind> = Hello | Cmd<K> | Next | ActMessage | Say | Looked | Hurry;

/** The cards come to the table: `cards` is the text of a `kozyr.deals.Layout`. */
export interface Deal {
  readonly type: 'deal';
  readonly cards: string;
}

/** Lift the own cards; only where calls before looking were agreed (P-3.3.19). */
export interface PreferansLook {
  readonly type: 'look';
}

/** Pass, in the auction (P-3.3.10) or on whist (P-3.8.1). */
export interface PreferansPass {
  readonly type: 'pass';
  /** Whether the pass came before looking (P-3.3.19a). */
  readonly blind?: boolean;
}

/** A step of the ladder (P-3.3.7). */
export interface PreferansBid {
  readonly type: 'bid';
  readonly contract: PreferansContract;
  /** Whether the bid came before looking. */
  readonly blind?: boolean;
  /** Whether the game is played without the talon (PC-4.4.4-note). */
  readonly hand?: boolean;
}

export type PreferansContract = '6S' | '6C' | '6D' | '6H' | '6NT' | '7S' | '7C' | '7D' | '7H' | '7NT' | '8S' | '8C' | '8D' | '8H' | '8NT' | '9S' | '9C' | '9D' | '9H' | '9NT' | '10S' | '10C' | '10D' | '10H' | '10NT' | 'misere' | 'allpass';

/** Match the last bid at the same step: 'здесь', 'мои' (P-3.3.8). */
export interface PreferansHere {
  readonly type: 'here';
}

/** Misère, as a first call (P-3.3.9). */
export interface PreferansMisere {
  readonly type: 'misere';
  /** Whether the misère came before looking. */
  readonly blind?: boolean;
  /** Whether the misère is played without the talon. */
  readonly hand?: boolean;
}

/** Take the talon without a word (P-3.3.15); one card of it opened is a pass (PC-4.2.11). */
export interface PreferansTake {
  readonly type: 'take';
  readonly cards?: number;
}

/** Invite the dealer without cards to share a misère (P-3.6.9). */
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

/** Correct a slip in naming. */
export interface PreferansCorrect {
  readonly type: 'correct';
  readonly contract: PreferansContract;
  /** Without a pause, as the table's clock found it (P-3.4.8). */
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

/** The dealer looks at one defender's hand before answering (P-3.8.8). */
export interface PreferansPeek {
  readonly type: 'peek';
  readonly hand: Seat;
}

/** The sole whister plays with open cards or in the dark (P-3.8.5). */
export interface PreferansLay {
  readonly type: 'lay';
  readonly open: boolean;
}

/** A card played to the trick. */
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

/** End the match early: by consent of all, or force majeure, which needs no consent (PE-5.4.18). */
export interface Stop {
  readonly type: 'stop';
  readonly consent?: readonly string[];
  readonly force_majeure?: boolean;
}

/** One more player sits down, left of the last dealer, and deals (P-3.1.2); all must consent. */
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

/** An entry in the sheet by consent or ruling: `column` is pool, hill or whists (then `on` names the other player). */
export interface PreferansCorrection {
  readonly type: 'correction';
  /** An integer, or an exact fraction in text (`"26/3"`). */
  readonly points: number | string;
  readonly law: string;
  readonly player: string;
  readonly column: string;
  readonly on?: string;
}

/** Cards are shown without being played. */
export interface Exposed {
  readonly type: 'expose';
  /** The seat whose cards are shown. */
  readonly of: Seat;
  readonly cards?: readonly Card[];
  /** The seats that see the cards; empty: everybody. */
  readonly to?: readonly Seat[];
  /** Whether the whole hand lies in the order in which its player is going to play. */
  readonly plan?: boolean;
}

/** The talon is seen by one player, opened to all, or taken into a hand, before it is bought. */
export interface TalonTouched {
  readonly type: 'talon';
  readonly how: 'seen' | 'opened' | 'taken';
}

/** A player turns over an old trick, or another player's last one; or looks at the own discard. */
export interface LookedAt {
  readonly type: 'look-at';
  /** Its number, from 1; 0: the discard. */
  readonly trick?: number;
}

/** A declarer puts away another number of cards than two. Others see how many. */
export interface PutAway {
  readonly type: 'put-away';
  readonly cards?: readonly Card[];
  readonly number?: number;
}

/** Something is wrong with the deal. */
export interface Misdeal {
  readonly type: 'misdeal';
  /** The fault of the deal. */
  readonly fault: 'face_up' | 'pack_short' | 'no_cut' | 'wrong_dealer' | 'direction' | 'batch' | 'talon_place' | 'hands' | 'shuffled' | 'thin_cut';
  /** The number of cards of each seat, N E S W, if that is the fault. */
  readonly sizes?: readonly number[];
  /** The player who dealt instead of the due dealer. */
  readonly by?: string;
}

/** A card is not in its hand: it has fallen, or two were played as one. */
export interface Missing {
  readonly type: 'missing';
  readonly of: Seat;
  readonly card: Card;
}

/** A card that no hand held is found, elsewhere or among the played cards. */
export interface Found {
  readonly type: 'found';
  readonly card: Card;
  readonly among: 'elsewhere' | 'played';
}

/** A player says or shows a thing that may be illegal information. */
export interface Remark {
  readonly type: 'remark';
  /** The subject of the remark. */
  readonly about: 'auction' | 'bought_suit' | 'cards' | 'count' | 'void' | 'displeasure' | 'gesture' | 'memory';
  /** The words of the remark. */
  readonly said?: string;
}

/** An outsider advises a player. */
export interface Advice {
  readonly type: 'advice';
  /** The player who gets the advice. */
  readonly to: Seat;
  /** The subject of the advice, with the suit or card if it was named. */
  readonly about: 'contract' | 'discard' | 'lead' | 'play';
  readonly what?: string;
}

/** A ruling: its laws (entries in the sheet name the first one), its chooser, and its effects. */
export interface Ruled {
  readonly type: 'ruled';
  readonly laws: readonly string[];
  /** `arbiter`, or the player who had the choice. */
  readonly by: string;
  readonly effects: readonly (ReDealt | DealtBy | TakenBack | CallReplaced | DeclarerSet | AllPassBegun | CardGiven | TalonDrawn | Barred | Opened | Spared | Demanded | TakenUp | LeadRuled | FollowRuled | PlayRuled | Dictated | Transferred | FirstTaken | TakenOff | Added | AllRest | Resulted | SheetEntry | Compensated | Scored | Shared | Fined | Warned | LotDrawn | PlayOn)[];
}

export type PreferansEvent = Deal | PreferansLook | PreferansPass | PreferansBid | PreferansHere | PreferansMisere | PreferansTake | PreferansInvite | Answer | PreferansDiscard | PreferansRefuse | PreferansName | PreferansCorrect | PreferansWhist | PreferansHalf | PreferansPeek | PreferansLay | Play | PreferansClaim | PreferansSurrender | Stop | PreferansNewcomer | Substitute | PreferansCorrection | Exposed | TalonTouched | LookedAt | PutAway | Misdeal | Missing | Found | Remark | Advice | Ruled;

/** All that one viewer may know of a deal; `seat` null is a kibitzer. */
export interface PreferansView {
  /** The seat of the viewer. null: a kibitzer. */
  readonly seat: Seat | null;
  readonly terms: PreferansTerms;
  readonly phase: string;
  /** The seat that plays or calls next. */
  readonly turn: Seat | null;
  /** The seat that decides. */
  readonly actor: Seat | null;
  /** The hands by seat: the number of cards, and the cards that the viewer may see. */
  readonly hands: Readonly<Partial<Record<Seat, Hand>>>;
  /** The cards of the trick in progress, from the lead. */
  readonly trick: readonly (readonly [Seat, Card])[];
  /** The finished tricks that the viewer may know. */
  readonly history: readonly Trick[];
  /** The events from which this seat has to choose now. */
  readonly legal: readonly PreferansEvent[];
  /** The events that this seat may put to the others besides; both lists are sorted by token. */
  readonly offers: readonly PreferansEvent[];
  /** Cards of its own that may not be played now, and why. */
  readonly reasons: Readonly<Record<Card, Refusal>>;
  /** The duties of seats towards the others. */
  readonly duties: readonly Duty[];
  /** All that a hand can do now where the table rules on errors instead of refusing them. */
  readonly possible: readonly PreferansEvent[];
  /** The facts, once the deal is over. */
  readonly outcome: PreferansOutcome | null;
  /** The talon's cards that the viewer may see. */
  readonly talon: readonly Card[];
  /** The calls of the auction, each with its seat. */
  readonly calls: readonly (readonly [Seat, string])[];
  /** The answers on whist, each with its seat. */
  readonly answers: readonly (readonly [Seat, string])[];
  /** The present bid. */
  readonly bid: PreferansContract | null;
  readonly contract: PreferansContract | null;
  readonly declarer: Seat | null;
  readonly whisters: readonly Seat[];
  readonly open: boolean;
  readonly shared: boolean;
  readonly factor: number;
  /** The price of a trick in an all-pass. */
  readonly price: number;
  /** The talon's card that leads. */
  readonly lead: Card | null;
  /** The tricks won by each seat. Everybody saw the tricks before the last one fall; a table shows the last one alone (P-3.9.8). */
  readonly tricks: Readonly<Partial<Record<Seat, number>>>;
  /** The two cards put away, where the viewer may look at them. */
  readonly discard: readonly Card[] | null;
  readonly claim: PreferansPending | null;
}

/** The terms of a deal before its cards. */
export interface PreferansTerms {
  /** The number of the deal in the pulka, from 1. */
  readonly number: number;
  /** The seats of this deal, clockwise, including a dealer without cards. */
  readonly seats: readonly Seat[];
  /** The players in those seats. */
  readonly names: readonly string[];
  readonly dealer: Seat;
  /** The bidders, from the first hand on. */
  readonly hands: readonly Seat[];
  readonly auction: PreferansAuctionRules;
  readonly whist: PreferansWhistRules;
  /** The name of the fifth player, who neither plays nor deals. */
  readonly waiting: string | null;
  /** The closed hand of gusarik. */
  readonly dummy: Seat | null;
  /** All-passes in a row so far. */
  readonly series: number;
  /** The level of blind passes that they left. */
  readonly level: number;
  /** The price of a trick of an all-pass now, before doubling. */
  readonly price: number;
  /** This deal is a compulsory all-pass. */
  readonly forced: boolean;
  /** The factor of each seat's next contract, by seat N E S W. */
  readonly bombs: readonly [number, number, number, number];
}

/** The facts of the conventions and of this deal that the auction needs. */
export interface PreferansAuctionRules {
  /** From the first hand on. */
  readonly bidders: readonly Seat[];
  /** The smallest size that may be bid. */
  readonly lowest: number;
  /** Blind passes of the series so far (P-3.7.7). */
  readonly level: number;
  /** The smallest size also rises with the level ("6+k"), and is seven at least (P-3.7.8). */
  readonly escalate: boolean;
  /** The dealer may be invited (P-3.6.9). */
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

/** The facts of the conventions that whisting needs. */
export interface PreferansWhistRules {
  readonly half: boolean;
  readonly first_hand_half: boolean;
  readonly return_on_any: boolean;
  readonly dealer: boolean;
  readonly obligatory_6s: boolean;
}

/** The facts of a deal, by players' names; one line of a score file. */
export interface PreferansOutcome {
  readonly dealer: string;
  readonly kind: 'tricks' | 'misere' | 'allpass';
  readonly declarer?: string | null;
  readonly contract?: PreferansContract | null;
  /** Left out when nothing was played. */
  readonly tricks?: Readonly<Record<string, number>> | null;
  /** Each defender's final word on whist; an overruled `half_whist` stays. A defender without a word passed. */
  readonly calls?: Readonly<Record<string, 'whist' | 'pass' | 'half_whist'>>;
  /** The multiplier of the deal (bombs, blind calls). null: only the declarer's own bomb, if there is one. */
  readonly factor?: number | null;
  /** The contract was given up (P-3.5.4). */
  readonly surrender?: boolean;
  /** Its cards, for the bonus of P-3.4.11. */
  readonly talon?: readonly [Card, Card] | null;
  /** The talon was refused (P-3.4.10). */
  readonly refused?: boolean;
  /** A misère with the dealer (P-3.6.9). */
  readonly shared?: boolean;
  /** The players who passed before looking (P-3.3.19a). */
  readonly blind?: readonly string[];
  /** Whether the game was played with open cards. */
  readonly open?: boolean;
  /** Whether the wrong player dealt, and it was seen too late (P-3.2.14). */
  readonly out_of_turn?: boolean;
  /** The counts that a ruling has changed. */
  readonly ruled?: Counted | null;
}

/** A claim on the table: its seat, the tricks that it gives, the seats that have agreed, and the told line of play. >>> claim = Pending(Seat.S, tricks=9).agree(Seat.W) >>> claim.waiting((Seat.W, Seat.N, Seat.E)) (Seat.N, Seat.E) */
export interface PreferansPending {
  readonly by: Seat;
  readonly tricks: Readonly<Partial<Record<Seat, number>>>;
  readonly agreed: readonly Seat[];
  readonly line: string;
}

/** The pulka for a client. whists[i][j] are the whists of i on j. */
export interface PreferansSheet {
  /** The players, by place. */
  readonly names: readonly string[];
  /** Whether no deal follows. */
  readonly finished: boolean;
  /** The target of the pools. */
  readonly target: number;
  /** How many deals the pulka has, where deals end it and not the pools (P-4.2.2). */
  readonly length: number | null;
  readonly pool: readonly Points[];
  readonly hill: readonly Points[];
  readonly whists: readonly (readonly Points[])[];
  readonly entries: readonly PreferansEntry[];
  readonly deals: readonly PreferansOutcome[];
  readonly series: number;
  /** Once the pulka is over; of a kept sheet, as if it ended now. */
  readonly settlement: PreferansSettlement | null;
}

/** One entry of the sheet. */
export interface PreferansEntry {
  /** Its number, from 1 (0: an amendment). */
  readonly deal: number;
  readonly column: 'pool' | 'hill' | 'whists';
  /** The player whose sector has the entry. */
  readonly who: number;
  readonly points: Points;
  /** A code that a client can explain. */
  readonly why: string;
  /** The rule that made it. */
  readonly law: string;
  /** The player on whom whists are written (column whists). */
  readonly on: number | null;
}

/** The final count, in whists. */
export interface PreferansSettlement {
  /** Each hill after missing and surplus pool points have gone to it. */
  readonly hill: readonly Points[];
  /** The change by settlement (P-4.2.3.3). `pairwise` and `mean` are the two ways of P-4.2.14, which agree. */
  readonly change: readonly Points[];
  readonly pairwise: readonly (readonly Points[])[];
  /** The exact result of each player. */
  readonly result: readonly Points[];
  /** After that adjustment, or `result` again where exact fractions were agreed. */
  readonly rounded: readonly Points[];
  /** Hills moved by a point so that the sum divides, as (place, points), with the whists that make up for it (P-4.2.12). */
  readonly adjusted: readonly (readonly [number, number])[];
  readonly compensation: number;
}

/** A finished deal of preferans. `names` has the players by seat; at five they change. */
export interface PreferansFinished {
  /** The number of the deal in the match, from 1. */
  readonly number: number;
  /** The players' names by seat. */
  readonly names: Readonly<Partial<Record<Seat, string>>>;
  /** The facts of the deal. */
  readonly outcome: PreferansOutcome | null;
  /** The cards as dealt and exchanged. */
  readonly hands: Readonly<Partial<Record<Seat, readonly Card[]>>>;
  /** The tricks of the deal. */
  readonly history: readonly Trick[];
  /** The calls of the auction. */
  readonly calls: readonly (readonly [Seat, string])[];
  readonly entries: readonly PreferansEntry[];
  readonly talon: readonly Card[];
  readonly discard: readonly Card[];
  readonly answers: readonly (readonly [Seat, string])[];
}

/** The tricks of each hand as declarer with the talon and its best discard, against two opponents who play together. */
export interface PreferansAnalysis {
  /** The tricks in each denomination. */
  readonly tricks: Readonly<Record<string, Readonly<Partial<Record<Seat, number>>>>> | null;
  /** At misère; null: it took too long. */
  readonly misere: Readonly<Partial<Record<Seat, number>>> | null;
  /** The highest contract that a hand makes, as `7H` or `misere`; hands that make none are left out. */
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
  /** The meaning by the pair's system, for the opponents alone (`explain` self). */
  readonly meaning?: string;
}

/** A level and a denomination (B-AUC-2). */
export interface BridgeBid {
  readonly type: 'bid';
  readonly level: number;
  readonly denomination: BridgeDenomination;
  /** The meaning by the pair's system, for the opponents alone (`explain` self). */
  readonly meaning?: string;
}

export type BridgeDenomination = 'C' | 'D' | 'H' | 'S' | 'NT';

/** Double an opponents' bid (B-AUC-8). */
export interface BridgeDouble {
  readonly type: 'double';
  /** The meaning by the pair's system, for the opponents alone (`explain` self). */
  readonly meaning?: string;
}

/** Redouble an opponents' double (B-AUC-9). */
export interface BridgeRedouble {
  readonly type: 'redouble';
  /** The meaning by the pair's system, for the opponents alone (`explain` self). */
  readonly meaning?: string;
}

/** Ask for the meaning of an opponent's call; `call` counts the calls of the auction from 0 (B-AUC-15, B-LAW-REV-1). */
export interface BridgeAsk {
  readonly type: 'ask';
  readonly call: number;
}

/** Tell the opponents the meaning of a call (B-AUC-15); by partner or by the caller, as `explain` says. */
export interface BridgeExplain {
  readonly type: 'explain';
  readonly call: number;
  readonly meaning: string;
}

/** Shorten the play: the declarer's side is to have `tricks` tricks in all (B-LAW-CLAIM-1). */
export interface BridgeClaim {
  readonly type: 'claim';
  readonly tricks: number;
  /** The line of play, told with the claim and not changed afterwards; everybody hears it. */
  readonly line?: string;
}

/** Declare four or five honours in one hand (B-SCORE-13). */
export interface BridgeHonours {
  readonly type: 'honours';
}

/** Points above the line for a side, by a ruling; less than nought takes away. */
export interface BridgeCorrection {
  readonly type: 'correction';
  /** An integer, or an exact fraction in text (`"26/3"`). */
  readonly points: number | string;
  readonly law: string;
  readonly line: 'NS' | 'EW';
}

export type BridgeEvent = Deal | BridgePass | BridgeBid | BridgeDouble | BridgeRedouble | BridgeAsk | BridgeExplain | Play | BridgeClaim | Answer | BridgeHonours | Stop | Substitute | BridgeCorrection | Exposed | TalonTouched | LookedAt | PutAway | Misdeal | Missing | Found | Remark | Advice | Ruled;

/** All that one viewer may know of a deal; `seat` null is a kibitzer. calls, history: the calls and tricks that all players heard and saw. */
export interface BridgeView {
  /** The seat of the viewer. null: a kibitzer. */
  readonly seat: Seat | null;
  readonly terms: BridgeTerms;
  readonly phase: string;
  /** The seat that plays or calls next. */
  readonly turn: Seat | null;
  /** The seat that decides. */
  readonly actor: Seat | null;
  /** The hands by seat: the number of cards, and the cards that the viewer may see. */
  readonly hands: Readonly<Partial<Record<Seat, Hand>>>;
  /** The cards of the trick in progress, from the lead. */
  readonly trick: readonly (readonly [Seat, Card])[];
  /** The finished tricks that the viewer may know. */
  readonly history: readonly Trick[];
  /** The events from which this seat has to choose now. */
  readonly legal: readonly BridgeEvent[];
  /** The events that this seat may put to the others besides; both lists are sorted by token. */
  readonly offers: readonly BridgeEvent[];
  /** Cards of its own that may not be played now, and why. */
  readonly reasons: Readonly<Record<Card, Refusal>>;
  /** The duties of seats towards the others. */
  readonly duties: readonly Duty[];
  /** All that a hand can do now where the table rules on errors instead of refusing them. */
  readonly possible: readonly BridgeEvent[];
  /** The facts, once the deal is over. */
  readonly outcome: BridgeOutcome | null;
  readonly calls: readonly (readonly [Seat, string])[];
  /** The meanings of calls that the viewer may know, by the number of the call. */
  readonly meanings: Readonly<Record<string, string>>;
  /** Calls that opponents want explained. */
  readonly asked: readonly number[];
  /** Whether the table may repeat the auction now (B-LAW-REV-3). */
  readonly review: boolean;
  /** The highest bid so far. */
  readonly bid: BridgeContract | null;
  readonly contract: BridgeContract | null;
  readonly declarer: Seat | null;
  /** The hand that lies on the table. */
  readonly dummy: Seat | null;
  /** The seats whose hands are on the table. */
  readonly tabled: readonly Seat[];
  /** The last trick, if the viewer may look at it again (B-LAW-TRICK-1). */
  readonly last: Trick | null;
  /** The tricks won by each line. */
  readonly tricks: Readonly<Partial<Record<'NS' | 'EW', number>>>;
  /** How many tricks the declarer would have in all. */
  readonly claim: BridgePending | null;
  /** The seat that declared honours. */
  readonly honours: Seat | null;
}

/** The terms of a deal before its cards. */
export interface BridgeTerms {
  /** The number of the deal in the session, from 1; a deal dealt again counts anew. */
  readonly number: number;
  readonly dealer: Seat;
  readonly vulnerability: 'none' | 'ns' | 'ew' | 'both';
  /** The number of the rubber, from 1. */
  readonly rubber: number;
  /** Its number at duplicate, or the deal of a Chicago rubber; 0 in a rubber. */
  readonly board: number;
  /** The seats of people, clockwise. */
  readonly seats: readonly Seat[];
  /** The players in those seats. */
  readonly names: readonly string[];
  /** The seat that decides for each seat, N E S W. Two and three players play their dummies themselves. */
  readonly control: readonly [Seat, Seat, Seat, Seat];
  /** The kind of auction. */
  readonly kind: 'four' | 'two' | 'three' | 'free';
  /** Part-scores below the line, N-S E-W. */
  readonly part: readonly [number, number];
}

/** The facts of a deal, by seats; one line of a score file. */
export interface BridgeOutcome {
  readonly dealer: 'N' | 'E' | 'S' | 'W';
  /** Left out, the match knows. */
  readonly vul?: 'none' | 'ns' | 'ew' | 'both' | null;
  /** The contract. null: all passed. */
  readonly contract?: string | null;
  readonly declarer?: 'N' | 'E' | 'S' | 'W' | null;
  /** The declarer's tricks, of thirteen. */
  readonly tricks?: number | null;
  /** The declared honours, by seat: 100 or 150. */
  readonly honours?: Readonly<Partial<Record<'N' | 'E' | 'S' | 'W', number>>>;
  /** Points of the court cards by line, where the Russian target is played for. */
  readonly hcp?: Readonly<Partial<Record<'NS' | 'EW', number>>>;
  /** The counts that a ruling has changed. */
  readonly ruled?: Counted | null;
}

/** A contract: level, denomination, and 0, 1 or 2 for plain, doubled or redoubled (B-AUC-11). */
export interface BridgeContract {
  readonly level: number;
  readonly denomination: BridgeDenomination;
  readonly doubled: number;
}

/** A claim on the table: its seat, the tricks that it gives, the seats that have agreed, and the told line of play. >>> claim = Pending(Seat.S, tricks=9).agree(Seat.W) >>> claim.waiting((Seat.W, Seat.N, Seat.E)) (Seat.N, Seat.E) */
export interface BridgePending {
  readonly by: Seat;
  readonly tricks: number;
  readonly agreed: readonly Seat[];
  readonly line: string;
}

/** The score of the session, as a client gets it. Pairs are N-S, E-W of the running rubber; places are the players' places, by seat N E S W. */
export interface BridgeSheet {
  /** The players, by place. */
  readonly names: readonly string[];
  /** Whether no deal follows. */
  readonly finished: boolean;
  readonly form: string;
  readonly compare: string;
  /** The number of the running rubber. */
  readonly rubber: number;
  /** How many rubbers there are. */
  readonly rubbers: number;
  readonly boards: number | null;
  /** Games of the running rubber, by side. */
  readonly games: readonly [number, number];
  /** Part-scores of the running rubber, by side. */
  readonly part: readonly [number, number];
  /** Points below the line in the running rubber, by side. */
  readonly below: readonly [number, number];
  /** Points above the line in the running rubber, by side. */
  readonly above: readonly [number, number];
  /** The written lines of the running rubber. */
  readonly lines: readonly number[];
  /** The points that each deal brought N-S. */
  readonly scores: readonly number[];
  /** The IMPs that each deal brought N-S. */
  readonly imps: readonly number[];
  /** The results of each finished rubber, by player. */
  readonly results: readonly (readonly number[])[];
  readonly totals: readonly number[];
  readonly places: readonly [number, number, number, number];
  readonly entries: readonly BridgeEntry[];
  readonly deals: readonly BridgeOutcome[];
  readonly stopped: boolean;
}

/** One entry of the sheet. */
export interface BridgeEntry {
  /** The number of the deal, from 1; 0: no deal made the entry. */
  readonly deal: number;
  /** The number of the rubber, from 1. */
  readonly rubber: number;
  /** 0 N-S, 1 E-W, as they sit in that rubber. */
  readonly side: number;
  /** Whether the points stand below the line. */
  readonly below: boolean;
  readonly points: number;
  /** The reason of the entry, as a code for clients. */
  readonly why: 'contract' | 'overtricks' | 'insult' | 'small_slam' | 'grand_slam' | 'undertricks' | 'honours' | 'game' | 'part' | 'rubber' | 'clean_rubber' | 'unfinished_game' | 'unfinished_part' | 'ruling';
  /** The rule that made it. */
  readonly law: string;
}

/** A deal that is over: all cards lie open. */
export interface BridgeFinished {
  /** The number of the deal in the match, from 1. */
  readonly number: number;
  /** The players' names by seat. */
  readonly names: Readonly<Partial<Record<Seat, string>>>;
  /** The facts of the deal. */
  readonly outcome: BridgeOutcome | null;
  /** The cards as dealt and exchanged. */
  readonly hands: Readonly<Partial<Record<Seat, readonly Card[]>>>;
  /** The tricks of the deal. */
  readonly history: readonly Trick[];
  /** The calls of the auction. */
  readonly calls: readonly (readonly [Seat, string])[];
  readonly board: number;
  readonly dealer: Seat;
  readonly vulnerability: 'none' | 'ns' | 'ew' | 'both';
  readonly entries: readonly BridgeEntry[];
  /** The points that the deal by itself brought N-S. */
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

/** The same board at a table of four bots. */
export interface BridgeOtherTable {
  readonly level: string;
  readonly calls: readonly (readonly [Seat, string])[];
  readonly contract: string | null;
  readonly declarer: string | null;
  readonly tricks: number | null;
  /** The score of N-S at the other table. */
  readonly score: number;
  /** The IMPs that N-S here have won by the difference. */
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
  readonly laws: 'source-001' | '2017';
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

/** The eldest's claim with the first card: 'terz', 'fifty' (D-COMBO-5). It does not tell the height yet. */
export interface DebertsDeclare {
  readonly type: 'declare';
  readonly kind: 'terz' | 'fifty' | 'hundred';
}

/** 'Does a terz from the nine of trumps pass?', before deciding on the exchange (D-COMBO-17). */
export interface DebertsNine {
  readonly type: 'nine';
}

/** 'It does not pass': the answer of a player with a higher combination (D-COMBO-17). */
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

/** A card to the trick. */
export interface DebertsPlay {
  readonly type: 'play';
  readonly card: Card;
  /** Whether the card is the second of trump king and queen, and 'bella' is said (D-COMBO-15). */
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
  /** An integer, or an exact fraction in text (`"26/3"`). */
  readonly points: number | string;
  readonly law: string;
  readonly player: string;
}

export type DebertsEvent = Deal | DebertsPass | DebertsOrder | DebertsExchange | DebertsDeclare | DebertsNine | DebertsHigher | DebertsPasses | DebertsHeight | DebertsFrom | DebertsShow | DebertsPlay | DebertsBella | DebertsClose | Stop | Substitute | DebertsCorrection | Exposed | TalonTouched | LookedAt | PutAway | Misdeal | Missing | Found | Remark | Advice | Ruled;

/** A view as the wire has it. */
export interface DebertsView {
  /** The seat of the viewer. null: a kibitzer. */
  readonly seat: Seat | null;
  readonly terms: DebertsTerms;
  readonly phase: string;
  /** The seat that plays or calls next. */
  readonly turn: Seat | null;
  /** The seat that decides. */
  readonly actor: Seat | null;
  /** The hands by seat: the number of cards, and the cards that the viewer may see. */
  readonly hands: Readonly<Partial<Record<Seat, Hand>>>;
  /** The cards of the trick in progress, from the lead. */
  readonly trick: readonly (readonly [Seat, Card])[];
  /** The finished tricks that the viewer may know. */
  readonly history: readonly Trick[];
  /** The events from which this seat has to choose now. */
  readonly legal: readonly DebertsEvent[];
  /** The events that this seat may put to the others besides; both lists are sorted by token. */
  readonly offers: readonly DebertsEvent[];
  /** Cards of its own that may not be played now, and why. */
  readonly reasons: Readonly<Record<Card, Refusal>>;
  /** The duties of seats towards the others. */
  readonly duties: readonly Duty[];
  /** All that a hand can do now where the table rules on errors instead of refusing them. */
  readonly possible: readonly DebertsEvent[];
  /** The facts, once the deal is over. */
  readonly outcome: DebertsOutcome | null;
  /** The step of the dialogue about combinations. */
  readonly step: '' | 'nine' | 'answer' | 'reply' | 'show';
  /** The card that was turned up. */
  readonly first_trump: Card | null;
  /** The card that lies face up now. */
  readonly upcard: Card | null;
  readonly bottom: Card | null;
  /** The number of cards hidden from all. */
  readonly stock: number;
  readonly calls: readonly (readonly [Seat, string])[];
  readonly maker: Seat | null;
  readonly trump: Suit | null;
  readonly exchanged: Seat | null;
  /** The words about combinations, in order. */
  readonly said: readonly (readonly [Seat, string])[];
  readonly claim: 'terz' | 'fifty' | 'hundred' | null;
  /** The combinations told in full. */
  readonly named: Readonly<Partial<Record<Seat, readonly DebertsMeld[]>>>;
  /** The seat whose combinations count. */
  readonly passed: Seat | null;
  readonly bella: Seat | null;
  /** The points of the cards in each player's tricks so far. reasons: cards that the rules forbid now; where errors are possible they are legal all the same. */
  readonly points: Readonly<Partial<Record<Seat, number>>>;
  /** The seat whose offence was found out. */
  readonly baited: Seat | null;
  /** How many each has taken. */
  readonly tricks: Readonly<Partial<Record<Seat, number>>>;
}

/** The terms of a deal on the wire, with the eldest, who speaks and leads first. */
export interface DebertsTerms {
  /** The number of the deal in the party, from 1. */
  readonly number: number;
  readonly dealer: Seat;
  /** The score of the party before the deal. */
  readonly score: readonly [number, number];
  /** The points that hang before the deal. */
  readonly hanging: readonly number[];
  /** The dealer plays by the first trump without bidding (`passed_out` obligation). */
  readonly obliged: boolean;
  readonly eldest: Seat;
}

/** The facts of a deal, by seats' letters; one line of a score file. */
export interface DebertsOutcome {
  readonly dealer: string;
  /** The seat that ordered. null: no seat did. */
  readonly maker?: string | null;
  readonly trump?: Suit | null;
  /** The points of the cards in each player's tricks, with the last trick's ten. */
  readonly points?: Readonly<Record<string, number>>;
  /** Combinations that passed, so of one player only; after a card bait all declared ones. */
  readonly melds?: Readonly<Record<string, readonly ('terz' | 'fifty' | 'hundred')[]>>;
  /** The seat that declared a bella. */
  readonly bella?: string | null;
  /** The seat that took the last trick. */
  readonly last?: string | null;
  /** The seat that took no trick. */
  readonly bare?: string | null;
  /** The seat that has earned a card bait; the points are then those of all cards (D-BAIT-4). */
  readonly bait?: string | null;
  /** The seat that stopped the play (D-CLOSE-1); the points are those up to then. */
  readonly closed?: string | null;
  /** The counts that a ruling has changed. */
  readonly ruled?: Counted | null;
}

/** The party for a client. */
export interface DebertsSheet {
  /** The players, by place. */
  readonly names: readonly string[];
  /** Whether no deal follows. */
  readonly finished: boolean;
  readonly target: number;
  readonly points: readonly [number, number];
  /** The hanging points, the oldest first. */
  readonly hanging: readonly number[];
  readonly baits: readonly [number, number];
  readonly entries: readonly DebertsEntry[];
  readonly deals: readonly DebertsOutcome[];
  readonly stopped: boolean;
  /** The place of the winner. */
  readonly winner: number | null;
  /** The points that the winner writes for the party. */
  readonly match_points: readonly [number, number];
}

/** One entry of the sheet: the deal from 1 (0: none), the player, the points, the reason as a code, and the rule. Hanging points are an entry as well, but count for no player yet: `who` is the declarer of that deal. */
export interface DebertsEntry {
  readonly deal: number;
  readonly who: number;
  readonly points: number;
  readonly why: 'own' | 'taken' | 'hangs' | 'pot' | 'card_bait' | 'closed' | 'bait_fine' | 'bare_fine' | 'correction';
  readonly law: string;
}

/** A deal that is over: all cards lie open, and each player's points are counted. */
export interface DebertsFinished {
  /** The number of the deal in the match, from 1. */
  readonly number: number;
  /** The players' names by seat. */
  readonly names: Readonly<Partial<Record<Seat, string>>>;
  /** The facts of the deal. */
  readonly outcome: DebertsOutcome | null;
  /** The cards as dealt and exchanged. */
  readonly hands: Readonly<Partial<Record<Seat, readonly Card[]>>>;
  /** The tricks of the deal. */
  readonly history: readonly Trick[];
  /** The calls of the auction. */
  readonly calls: readonly (readonly [Seat, string])[];
  readonly entries: readonly DebertsEntry[];
  readonly first_trump: Card | null;
  /** The cards in no hand. `count` and `stock` are null if no player ordered. */
  readonly stock: readonly Card[] | null;
  readonly said: readonly (readonly [Seat, string])[];
  readonly named: Readonly<Partial<Record<Seat, readonly DebertsMeld[]>>>;
  readonly count: Readonly<Partial<Record<Seat, DebertsCount>>> | null;
  /** The score of the party after the deal. */
  readonly score: readonly [number, number];
  /** The hanging points after the deal. */
  readonly hanging: readonly number[];
}

/** The count of one player, in the order in which players say it aloud (D-SCORE-3). First come the "spoken" items: combinations, bella, last trick, jack and nine of trumps. The other cards follow one by one as they lie in the tricks, the worthless ones too. */
export interface DebertsCount {
  readonly items: readonly DebertsItem[];
  /** The sum of all items. */
  readonly total: number;
}

/** One counted card or combination. */
export interface DebertsItem {
  readonly what: 'terz' | 'fifty' | 'hundred' | 'bella' | 'last_trick' | 'spoken' | 'card';
  readonly points: number;
  /** The top card of a combination, if it was told. null: the last trick, a bella. */
  readonly card: Card | null;
}

/** What can be agreed on for deberts. */
export interface DebertsOptions {
  readonly target: number;
  readonly both_reached: 'last_trick' | 'more_points';
  readonly match_points: 1 | 'difference';
  readonly closing: boolean;
  readonly closing_counts: 'combos+bella+tricks';
  readonly boards: readonly string[];
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
