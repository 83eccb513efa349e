import { describe, expect, it } from 'vitest';
import {
  DEAD_MS,
  LONGEST_PAUSE_MS,
  PING_MS,
  QUIET_MS,
  SPARED_MS,
  decide,
  pause,
  start,
  type Deed,
  type Happening,
  type Link,
} from './link';
import { ROOM, TABLE } from './table/moments';
import { PROTO, type Ev, type Snap } from './wire';

const snap = (seq: number): Snap => ({
  t: 'snap',
  seq,
  hash: `h${seq}`,
  table: TABLE,
  room: ROOM,
  view: null,
  sheet: null,
  log: [],
  last: null,
  proof: null,
  turn: null,
  here: { t: 'here', online: [], since: {}, kibitzers: [] },
  chat: [],
});
const ev = (seq: number): Ev => ({
  t: 'ev',
  seq,
  hash: `h${seq}`,
  said: { seat: 'N', event: { type: 'pass' } },
  act: null,
  view: null,
});
const pass = { do: { type: 'pass' } } as const;

/** Plays happenings in order; every deed that came of them. */
function play(link: Link, ...story: Happening[]): { link: Link; deeds: Deed[] } {
  const deeds: Deed[] = [];
  for (const what of story) {
    const step = decide(link, what);
    link = step.link;
    deeds.push(...step.deeds);
  }
  return { link, deeds };
}

const at = (seq: number): Link =>
  play(start, { on: 'start', now: 0 }, { on: 'open', now: 0 }, { on: 'message', now: 0, message: snap(seq) }).link;
const kinds = (deeds: Deed[]) =>
  deeds.map((deed) => (deed.do === 'send' && deed.message !== 'p' ? deed.message.t : deed.do));

describe('the link', () => {
  it('1: says hello with nothing the first time, with what it has later', () => {
    const first = play(start, { on: 'start', now: 0 }, { on: 'open', now: 0 });
    expect(first.deeds).toEqual([{ do: 'open' }, { do: 'send', message: { t: 'hello', proto: PROTO } }]);
    const later = play(at(7), { on: 'close', code: 1006, chance: 0 }, { on: 'pause over' }, { on: 'open', now: 9 });
    expect(later.deeds.at(-1)).toEqual({
      do: 'send',
      message: { t: 'hello', proto: PROTO, have: { seq: 7, hash: 'h7' } },
    });
  });

  it('2: a snapshot replaces everything and unanswered commands go again under the same id', () => {
    const wished = play(at(3), { on: 'wish', id: 'a', wish: pass }, { on: 'close', code: 1006, chance: 0 });
    const back = play(
      wished.link,
      { on: 'pause over' },
      { on: 'open', now: 1 },
      { on: 'message', now: 1, message: snap(5) },
    );
    expect(kinds(back.deeds)).toEqual(['open', 'hello', 'show', 'cmd']);
    expect(back.deeds.at(-1)).toMatchObject({ message: { id: 'a', at: 3 } });
    expect(back.link).toMatchObject({ phase: 'live', attempt: 0, have: { seq: 5 } });
  });

  it('3, 4: shows the next event once', () => {
    const once = play(at(3), { on: 'message', now: 1, message: ev(4) });
    expect(kinds(once.deeds)).toEqual(['show']);
    expect(play(once.link, { on: 'message', now: 1, message: ev(4) }).deeds).toEqual([]);
    expect(play(once.link, { on: 'message', now: 1, message: ev(2) }).deeds).toEqual([]);
  });

  it('5: asks for a snapshot after a gap and drops events until it comes', () => {
    const gap = play(at(3), { on: 'message', now: 1, message: ev(6) });
    expect(gap.deeds).toEqual([{ do: 'send', message: { t: 'hello', proto: PROTO } }]);
    expect(play(gap.link, { on: 'message', now: 1, message: ev(7) }).deeds).toEqual([]);
    expect(kinds(play(gap.link, { on: 'message', now: 1, message: snap(7) }).deeds)).toEqual(['show']);
  });

  it('6: an answer settles its own command only', () => {
    const two = play(at(3), { on: 'wish', id: 'a', wish: pass }, { on: 'wish', id: 'b', wish: { next: true } }).link;
    const done = play(two, { on: 'message', now: 1, message: { t: 'ack', id: 'a', seq: 4 } });
    expect(done.deeds).toEqual([{ do: 'answer', id: 'a', nak: null, seq: 4 }]);
    expect(done.link.waiting.map((command) => command.id)).toEqual(['b']);
    expect(play(done.link, { on: 'message', now: 1, message: { t: 'ack', id: 'a', seq: 4 } }).deeds).toEqual([]);
    const no = play(done.link, {
      on: 'message',
      now: 1,
      message: { t: 'nak', id: 'b', code: 'stale', reason: null, law: null, detail: null, wait: null },
    });
    expect(no.deeds).toMatchObject([
      { do: 'answer', id: 'b', nak: { code: 'stale', reason: null, law: null, detail: null, wait: null } },
    ]);
  });

  it('7: keeps a wish until the link is live', () => {
    const early = play(start, { on: 'start', now: 0 }, { on: 'wish', id: 'a', wish: pass }, { on: 'open', now: 0 });
    expect(kinds(early.deeds)).toEqual(['open', 'hello']);
    expect(kinds(play(early.link, { on: 'message', now: 0, message: snap(0) }).deeds)).toEqual(['show', 'cmd']);
  });

  it('8: waits longer each time, never longer than eight seconds, and starts over once it was live', () => {
    expect([1, 2, 3, 4, 5, 9].map((n) => pause(n, 0))).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
    expect(pause(9, 1)).toBe(LONGEST_PAUSE_MS / 2);
    let link = at(1);
    for (const after of [500, 1000, 2000]) {
      const step = play(link, { on: 'close', code: 1006, chance: 0 });
      expect(step.deeds).toEqual([{ do: 'wake', after }]);
      link = play(step.link, { on: 'pause over' }, { on: 'open', now: 0 }).link;
    }
    expect(play(link, { on: 'message', now: 0, message: snap(2) }).link.attempt).toBe(0);
  });

  it('9: stays closed where trying again is of no use', () => {
    const gone = play(at(1), { on: 'close', code: 4404, chance: 0 });
    expect(gone).toMatchObject({ deeds: [], link: { phase: 'ended', end: 'no_table' } });
    expect(play(gone.link, { on: 'network back' }, { on: 'wish', id: 'a', wish: pass }).deeds).toEqual([]);
  });

  it('10: pings when it hears nothing, and gives up the line after nine seconds', () => {
    const link = at(1);
    expect(play(link, { on: 'tick', now: PING_MS - 1 }).deeds).toEqual([]);
    const pinged = play(link, { on: 'tick', now: PING_MS });
    expect(pinged.deeds).toEqual([{ do: 'send', message: 'p' }]);
    expect(play(pinged.link, { on: 'tick', now: PING_MS + 1 }).deeds).toEqual([]);
    expect(play(pinged.link, { on: 'tick', now: DEAD_MS }).deeds).toEqual([{ do: 'close' }]);
    const answered = play(pinged.link, { on: 'message', now: PING_MS + 50, message: 'p' }).link;
    expect(kinds(play(answered, { on: 'tick', now: DEAD_MS }).deeds)).toEqual(['send']);
  });

  it('10: who only watches pings after fifteen seconds, and then as everybody', () => {
    const kibitzer = { ...snap(1), table: { ...TABLE, role: 'kibitzer', chair: null } } as const;
    const link = play(at(1), { on: 'message', now: 0, message: kibitzer }).link;
    const first = SPARED_MS + PING_MS;
    expect(play(link, { on: 'tick', now: first - 1 }).deeds).toEqual([]);
    const pinged = play(link, { on: 'tick', now: first });
    expect(kinds(pinged.deeds)).toEqual(['send']);
    expect(play(pinged.link, { on: 'tick', now: first + PING_MS - 1 }).link.quiet).toBe(false);
    const again = play(pinged.link, { on: 'tick', now: first + PING_MS });
    expect(again).toMatchObject({ link: { quiet: true }, deeds: [{ do: 'send', message: 'p' }] });
    expect(kinds(play(again.link, { on: 'tick', now: SPARED_MS + DEAD_MS - 1 }).deeds)).toEqual(['send']);
    expect(kinds(play(again.link, { on: 'tick', now: SPARED_MS + DEAD_MS }).deeds)).toEqual(['close']);
    // The network is gone, or something is to be answered: asked at once, and not dead before its time.
    const gone = play(link, { on: 'network gone', now: 12_000 });
    expect(kinds(gone.deeds)).toEqual(['send']);
    expect(kinds(play(gone.link, { on: 'tick', now: 12_000 + PING_MS }).deeds)).toEqual(['send']);
    const wished = play(link, { on: 'wish', id: 'a', wish: pass }).link;
    expect(kinds(play(wished, { on: 'tick', now: PING_MS }).deeds)).toEqual(['send']);
    // One of the players after all.
    const seated = play(link, { on: 'message', now: 0, message: { ...ev(2), table: TABLE } }).link;
    expect(kinds(play(seated, { on: 'tick', now: PING_MS }).deeds)).toEqual(['send']);
    expect(play(link, { on: 'message', now: 0, message: ev(2) }).link.watches).toBe(true);
  });

  it('10: says after three seconds that nobody answers, and takes it back at the first word', () => {
    const pinged = play(at(1), { on: 'tick', now: PING_MS }).link;
    expect(play(pinged, { on: 'tick', now: QUIET_MS - 1 }).link.quiet).toBe(false);
    const quiet = play(pinged, { on: 'tick', now: QUIET_MS }).link;
    expect(quiet).toMatchObject({ quiet: true, phase: 'live' });
    expect(play(quiet, { on: 'message', now: QUIET_MS + 1, message: 'p' }).link.quiet).toBe(false);
    expect(play(quiet, { on: 'close', code: 1006, chance: 0 }).link.quiet).toBe(false);
    // A page that has slept asks first.
    expect(play(at(1), { on: 'tick', now: QUIET_MS + 1 })).toMatchObject({ link: { quiet: false } });
  });

  it('11: does not wait out the pause when the network is back', () => {
    const lost = play(at(1), { on: 'close', code: 1006, chance: 0 }).link;
    expect(play(lost, { on: 'network back' }).deeds).toEqual([{ do: 'open' }]);
    expect(play(at(1), { on: 'network back' }).deeds).toEqual([]);
  });

  it('18, 11: is quiet as soon as the network is gone, and trusts no old line when it is back', () => {
    const gone = play(at(1), { on: 'network gone', now: 7 });
    expect(gone).toMatchObject({ link: { quiet: true, pingAt: 7 }, deeds: [{ do: 'send', message: 'p' }] });
    expect(play(gone.link, { on: 'message', now: 8, message: 'p' }).link.quiet).toBe(false);
    expect(play(gone.link, { on: 'network back' }).deeds).toEqual([{ do: 'close' }]);
    expect(play(start, { on: 'network gone', now: 7 })).toEqual({ link: start, deeds: [] });
  });

  it('12: stays away while another tab has the table, and comes back only when a person says so', () => {
    const bye = play(
      at(3),
      { on: 'wish', id: 'a', wish: pass },
      { on: 'message', now: 1, message: { t: 'bye', code: 'elsewhere' } },
    );
    for (const code of [4409, 1006]) {
      const gone = play(bye.link, { on: 'close', code, chance: 0 });
      expect(gone).toMatchObject({ deeds: [], link: { phase: 'elsewhere' } });
      const quiet = play(
        gone.link,
        { on: 'network back' },
        { on: 'pause over' },
        { on: 'tick', now: 99_999 },
        { on: 'close', code: 1006, chance: 0 },
      );
      expect(quiet).toMatchObject({ deeds: [], link: { phase: 'elsewhere' } });
      const back = play(
        quiet.link,
        { on: 'take back' },
        { on: 'open', now: 1 },
        { on: 'message', now: 1, message: snap(9) },
      );
      expect(kinds(back.deeds)).toEqual(['open', 'hello', 'show', 'cmd']);
      expect(back.link).toMatchObject({ phase: 'live', bye: null });
    }
    expect(play(at(3), { on: 'take back' }).deeds).toEqual([]);
  });

  it('9: says why somebody is not let in', () => {
    const told = play(at(1), { on: 'message', now: 1, message: { t: 'bye', code: 'no_kibitzers' } }).link;
    expect(play(told, { on: 'close', code: 4403, chance: 0 }).link.end).toBe('no_kibitzers');
    expect(play(at(1), { on: 'close', code: 4403, chance: 0 }).link.end).toBe('sent_away');
    expect(play(at(1), { on: 'close', code: 4426, chance: 0 }).link.end).toBe('too_old');
  });

  it('13: knows a restart of the club from a lost line, until it is live again', () => {
    const gone = play(at(1), { on: 'close', code: 1012, chance: 0 });
    expect(gone).toMatchObject({ deeds: [{ do: 'wake', after: 1000 }], link: { restarts: true, phase: 'pausing' } });
    const refused = play(gone.link, { on: 'pause over' }, { on: 'close', code: 1006, chance: 0 });
    expect(refused.link).toMatchObject({ restarts: true, attempt: 2 });
    const back = play(
      refused.link,
      { on: 'pause over' },
      { on: 'open', now: 1 },
      { on: 'message', now: 1, message: snap(2) },
    );
    expect(back.link).toMatchObject({ restarts: false, attempt: 0 });
    expect(play(at(1), { on: 'close', code: 1006, chance: 0 }).link.restarts).toBe(false);
  });

  it('14: becomes a guest where there is no session, and does not go round in circles', () => {
    const none = play(start, { on: 'start', now: 0 }, { on: 'open', now: 0 }, { on: 'close', code: 4401, chance: 0 });
    expect(none).toMatchObject({ link: { phase: 'entering' } });
    expect(none.deeds.at(-1)).toEqual({ do: 'enter' });
    expect(play(none.link, { on: 'network back' }).deeds).toEqual([]);
    expect(play(none.link, { on: 'entered' }).deeds).toEqual([{ do: 'open' }]);
    expect(play(none.link, { on: 'close', code: 4401, chance: 0 })).toMatchObject({
      link: { phase: 'pausing' },
      deeds: [{ do: 'wake', after: 500 }],
    });
  });

  it('15: does not send again what was too long', () => {
    const long = play(
      at(1),
      { on: 'wish', id: 'a', wish: pass },
      { on: 'wish', id: 'b', wish: { say: { text: 'x' } } },
    );
    const gone = play(long.link, { on: 'close', code: 1009, chance: 0 });
    expect(gone.deeds).toMatchObject([{ do: 'answer', id: 'b', nak: { code: 'bad' } }, { do: 'wake' }]);
    expect(gone.link.waiting.map(({ id }) => id)).toEqual(['a']);
  });

  it('16: hands on presence and talk while it is live', () => {
    const here = { t: 'here', online: [0], since: {}, kibitzers: [] } as const;
    expect(kinds(play(at(1), { on: 'message', now: 1, message: here }).deeds)).toEqual(['show']);
    const greeting = play(start, { on: 'start', now: 0 }, { on: 'open', now: 0 }).link;
    expect(play(greeting, { on: 'message', now: 1, message: here }).deeds).toEqual([]);
  });

  it('17: forgets what is not worth keeping when the line is down', () => {
    const looked = { on: 'tell', message: { t: 'looked' } } as const;
    expect(kinds(play(at(1), looked).deeds)).toEqual(['looked']);
    const down = play(at(1), { on: 'close', code: 1006, chance: 0 }, looked);
    expect(down.link.waiting).toEqual([]);
    expect(kinds(down.deeds)).toEqual(['wake']);
  });

  it('sends acts and words in their own frames', () => {
    const sent = play(
      at(1),
      { on: 'wish', id: 'a', wish: { act: { act: 'leave' } } },
      { on: 'wish', id: 'b', wish: { say: { phrase: 'thanks' } } },
    );
    expect(sent.deeds).toEqual([
      { do: 'send', message: { t: 'act', id: 'a', do: { act: 'leave' } } },
      { do: 'send', message: { t: 'say', id: 'b', phrase: 'thanks' } },
    ]);
  });
});
