// The link to a table as one pure function: what we know, what happened, what to do. No socket, clock or chance
// in here; `connection.ts` has those. The decisions are numbered, and the tests name them.
//
//  1  The socket opens             say hello; with what we have, if we have anything.
//  2  A snapshot comes             it replaces everything; then every unanswered command is sent again, same id.
//  3  The next event comes         show it.
//  4  An event we have already     drop it.
//  5  An event after a gap         say hello with nothing in hand; drop events until the snapshot.
//  6  ack or nak of our command    it is answered. Of any other: drop it.
//  7  A person wants something     give it an id and keep it until it is answered; send it if the link is live.
//  8  The socket closes            wait 0.5 s, doubling to 8 s, with jitter, and open again.
//  9  It closes for good           no such table, not admitted, a client too old: stay closed and say which.
// 10  Silence                      ping after 1.5 s; after 3 s say that it is quiet; after 9 s the line is dead: close it, then 8.
//                                 Who only watches pings after 15 s, and all that follows comes 13.5 s later.
// 11  The network is back          do not wait out the pause; a line that had gone quiet is not waited for either.
// 12  Another tab took the table   stay out of its way, whatever happens; a person may take it back.
// 13  The server restarts          as 8, and say that it is the club, not the line; the first pause is drawn wider.
// 14  There is no session yet      become a guest, then open again; if that fails, as 8.
// 15  A frame was too long         whatever we sent last is refused; the rest as 8.
// 16  Presence, a word, a look     hand it on while the link is live; a snapshot has it all.
// 17  Something not worth keeping  send it if the link is live, else forget it.
// 18  The network is gone          quiet at once, and ping: a club on one's own machine still answers.

import {
  PROTO,
  type Aside,
  type Bye,
  type FromServer,
  type Have,
  type Kind,
  type Nak,
  type ToServer,
  type Wish,
} from './wire';

export const PING_MS = 1_500;
export const QUIET_MS = 3_000;
export const DEAD_MS = 9_000;
export const SPARED_MS = 13_500; // later for who only watches
export const FIRST_PAUSE_MS = 500;
export const LONGEST_PAUSE_MS = 8_000;

export type End = 'no_table' | 'no_kibitzers' | 'not_invited' | 'sent_away' | 'too_old';

/** Close codes after which trying again is of no use. */
const ENDS: Readonly<Record<number, End>> = { 4404: 'no_table', 4403: 'sent_away', 4426: 'too_old' };
const NO_SESSION = 4401;
const ELSEWHERE = 4409;
const TOO_LONG = 1009;
const RESTART = 1012;

export interface Command {
  readonly id: string;
  readonly at: number;
  readonly wish: Wish;
}

export interface Link {
  readonly phase: 'opening' | 'greeting' | 'live' | 'pausing' | 'entering' | 'elsewhere' | 'ended';
  readonly end: End | null;
  readonly bye: Bye['code'] | null; // the server's last word
  readonly restarts: boolean; // the club went away by itself
  readonly have: Have | null;
  readonly waiting: readonly Command[]; // not answered yet
  readonly attempt: number; // failures in a row
  readonly heardAt: number;
  readonly pingAt: number;
  readonly quiet: boolean; // it should have answered by now
  readonly watches: boolean; // a kibitzer, of whom nobody waits for anything
}

export type Happening<K extends Kind = Kind> =
  | { readonly on: 'start'; readonly now: number }
  | { readonly on: 'open'; readonly now: number }
  | { readonly on: 'message'; readonly now: number; readonly message: FromServer<K> | 'p' }
  | { readonly on: 'close'; readonly code: number; readonly chance: number } // chance: 0..1
  | { readonly on: 'tick'; readonly now: number }
  | { readonly on: 'pause over' }
  | { readonly on: 'network back' }
  | { readonly on: 'network gone'; readonly now: number }
  | { readonly on: 'wish'; readonly id: string; readonly wish: Wish }
  | { readonly on: 'tell'; readonly message: ToServer }
  | { readonly on: 'take back' }
  | { readonly on: 'entered' };

export type Deed<K extends Kind = Kind> =
  | { readonly do: 'open' }
  | { readonly do: 'close' }
  | { readonly do: 'send'; readonly message: ToServer | 'p' }
  | { readonly do: 'show'; readonly message: Extract<FromServer<K>, { t: 'snap' | 'ev' }> | Aside }
  | { readonly do: 'enter' }
  | { readonly do: 'answer'; readonly id: string; readonly nak: Nak | null; readonly seq: number }
  | { readonly do: 'wake'; readonly after: number };

/** A refusal that this page gives itself has nothing to explain. */
const UNSAID = { reason: null, law: null, detail: null, wait: null };

export const start: Link = {
  phase: 'pausing',
  end: null,
  bye: null,
  restarts: false,
  have: null,
  waiting: [],
  attempt: 0,
  heardAt: 0,
  pingAt: 0,
  quiet: false,
  watches: false,
};

/** How long to wait before the nth try in a row: doubling, with up to a half less by chance. */
export function pause(attempt: number, chance: number): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, attempt - 1));
  return Math.round(full * (1 - chance / 2));
}

function asMessage(command: Command): ToServer {
  const { id, at, wish } = command;
  if ('do' in wish) return { t: 'cmd', id, at, do: wish.do };
  if ('act' in wish) return { t: 'act', id, do: wish.act };
  if ('say' in wish) return { t: 'say', id, ...wish.say };
  return { t: 'next', id, at };
}

function hello(have: Have | null): ToServer {
  return have ? { t: 'hello', proto: PROTO, have } : { t: 'hello', proto: PROTO };
}

export function decide<K extends Kind = Kind>(
  link: Link,
  what: Happening<K>,
): { link: Link; deeds: readonly Deed<K>[] } {
  const stay = { link, deeds: [] };
  if (link.phase === 'ended') return stay;
  switch (what.on) {
    case 'network back': // 11
      if (link.quiet) return { link, deeds: [{ do: 'close' }] };
      return link.phase === 'pausing' ? opening(link) : stay;

    case 'start':
    case 'pause over': // 12: not while another tab has the table
      return link.phase === 'pausing' ? opening(link) : stay;

    case 'network gone': // 18
      if (link.phase !== 'live' && link.phase !== 'greeting') return stay;
      return { link: { ...link, quiet: true, pingAt: what.now }, deeds: [{ do: 'send', message: 'p' }] };

    case 'take back': // 12
      return link.phase === 'elsewhere' ? opening(link) : stay;

    case 'entered': // 14
      return link.phase === 'entering' ? opening(link) : stay;

    case 'open': // 1
      return {
        link: { ...link, phase: 'greeting', heardAt: what.now, pingAt: what.now, quiet: false },
        deeds: [{ do: 'send', message: hello(link.have) }],
      };

    case 'message':
      return heard({ ...link, heardAt: what.now, quiet: false }, what.message);

    case 'wish': {
      // 7
      const command: Command = { id: what.id, at: link.have?.seq ?? 0, wish: what.wish };
      return {
        link: { ...link, waiting: [...link.waiting, command] },
        deeds: link.phase === 'live' ? [{ do: 'send', message: asMessage(command) }] : [],
      };
    }

    case 'tell': // 17
      return link.phase === 'live' ? { link, deeds: [{ do: 'send', message: what.message }] } : stay;

    case 'close':
      return closed(link, what.code, what.chance);

    case 'tick': // 10
      if (link.phase !== 'live' && link.phase !== 'greeting') return stay;
      if (what.now - link.heardAt >= DEAD_MS + spared(link)) return { link, deeds: [{ do: 'close' }] };
      return silent(link, what.now);
  }
}

function spared({ watches }: Link): number {
  return watches ? SPARED_MS : 0;
}

/** Nothing has been heard for a while, but not for so long that the line is dead. */
function silent(link: Link, now: number): { link: Link; deeds: readonly [] | readonly [Deed & { do: 'send' }] } {
  // A page that has slept hears nothing either: only an unanswered ping tells.
  const asked = link.pingAt > link.heardAt;
  const quiet = link.quiet || (asked && now - link.heardAt >= QUIET_MS + spared(link));
  const told = quiet === link.quiet ? link : { ...link, quiet };
  const due = asked ? link.pingAt : link.heardAt + (link.waiting.length > 0 ? 0 : spared(link));
  if (now - due < PING_MS) return { link: told, deeds: [] };
  return { link: { ...told, pingAt: now }, deeds: [{ do: 'send', message: 'p' }] };
}

function opening(link: Link): { link: Link; deeds: readonly [{ readonly do: 'open' }] } {
  return { link: { ...link, phase: 'opening', bye: null }, deeds: [{ do: 'open' }] };
}

function closed<K extends Kind>(link: Link, code: number, chance: number): { link: Link; deeds: readonly Deed<K>[] } {
  // The server's last word counts, even where the close itself was lost on the way.
  const said = link.bye === 'elsewhere' ? null : link.bye;
  const end = said ?? ENDS[code];
  link = { ...link, quiet: false };
  if (end) return { link: { ...link, phase: 'ended', end }, deeds: [] }; // 9
  if (link.phase === 'elsewhere' || link.phase === 'pausing') return { link, deeds: [] };
  if (code === ELSEWHERE || link.bye === 'elsewhere') return { link: { ...link, phase: 'elsewhere' }, deeds: [] }; // 12
  if (code === NO_SESSION && link.phase !== 'entering') {
    return { link: { ...link, phase: 'entering' }, deeds: [{ do: 'enter' }] }; // 14
  }
  const attempt = link.attempt + 1; // 8
  const restarts = code === RESTART || link.restarts; // 13
  const refused = code === TOO_LONG ? link.waiting.slice(-1) : []; // 15
  const waiting = link.waiting.filter((command) => !refused.includes(command));
  const after = code === RESTART ? pause(2, chance) : pause(attempt, chance);
  const bad = refused.map(({ id }): Deed<K> => ({
    do: 'answer',
    id,
    nak: { t: 'nak', id, code: 'bad', ...UNSAID },
    seq: 0,
  }));
  return { link: { ...link, phase: 'pausing', attempt, restarts, waiting }, deeds: [...bad, { do: 'wake', after }] };
}

function heard<K extends Kind>(link: Link, message: FromServer<K> | 'p'): { link: Link; deeds: readonly Deed<K>[] } {
  if (message === 'p') return { link, deeds: [] };
  switch (message.t) {
    case 'snap': {
      // 2
      const again = link.waiting.map((command): Deed<K> => ({ do: 'send', message: asMessage(command) }));
      const have = { seq: message.seq, hash: message.hash };
      return {
        link: { ...link, phase: 'live', attempt: 0, restarts: false, have, watches: message.table.role === 'kibitzer' },
        deeds: [{ do: 'show', message }, ...again],
      };
    }
    case 'ev': {
      const seq = link.have?.seq ?? -1;
      if (link.phase !== 'live' || message.seq <= seq) return { link, deeds: [] }; // 4
      if (message.seq > seq + 1) {
        // 5
        return {
          link: { ...link, phase: 'greeting', have: null },
          deeds: [{ do: 'send', message: hello(null) }],
        };
      }
      const have = { seq: message.seq, hash: message.hash }; // 3
      const watches = message.table ? message.table.role === 'kibitzer' : link.watches;
      return { link: { ...link, have, watches }, deeds: [{ do: 'show', message }] };
    }
    case 'here':
    case 'chat':
    case 'looked':
    case 'hint': // 16
      return { link, deeds: link.phase === 'live' ? [{ do: 'show', message }] : [] };
    case 'bye':
      return { link: { ...link, bye: message.code }, deeds: [] };
    case 'ack':
    case 'nak': {
      // 6
      const known = link.waiting.some((command) => command.id === message.id);
      if (!known || message.id === null) return { link, deeds: [] };
      const waiting = link.waiting.filter((command) => command.id !== message.id);
      // The answer may come before the event itself; `seq` says which one it is.
      const [nak, seq] = message.t === 'nak' ? [message, 0] : [null, message.seq];
      return { link: { ...link, waiting }, deeds: [{ do: 'answer', id: message.id, nak, seq }] };
    }
  }
}
