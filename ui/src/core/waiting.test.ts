import { describe, expect, it } from 'vitest';
import { cardOf, changes, places, spoken, step, type Card } from './waiting';
import type { Here, Player, Room, Table, TableTerms } from './wire';

const player = (chair: number, nick: string, bot: string | null = null): Player =>
  ({ name: '', nick, bot, account: bot || !nick ? null : `a${chair}`, chair, held: null }) as Player;
const terms: TableTerms = {
  whist_value: null, pulkas: 1, until: null, chat_in_play: false, tempo_mask: false, kibitzers: true, invited: [], hints: false,
  rated: false, unpaced: false,
  clock: 'none', move_time: 30, deal_time: 120,
}; // prettier-ignore
const table = (chair: number | null, players: readonly Player[]): Table =>
  ({ chair, owner: 0, players, card: 'h1', preset: 'sochi', diff: {}, terms }) as unknown as Table;
const room = (accepted: readonly number[]): Room => ({ accepted }) as unknown as Room;
const here: Here = { t: 'here', online: [0], since: {}, kibitzers: [] };

describe('a table that gathers', () => {
  const players = [player(2, ''), player(0, 'Анна'), player(1, 'Bobr', 'novice'), player(3, 'Олег')];

  it('shows its chairs in order', () => {
    const all = places(table(0, players), room([0]), here);
    expect(all.map(({ chair }) => chair)).toEqual([0, 1, 2, 3]);
    expect(all.map(({ player }) => player?.nick ?? null)).toEqual(['Анна', 'Bobr', null, 'Олег']);
    expect(all.map(({ accepted }) => accepted)).toEqual([true, true, false, false]);
    expect(all.map(({ away }) => away)).toEqual([false, false, false, true]);
    expect(all[0]).toMatchObject({ mine: true, owner: true });
  });

  it('knows what comes next for me', () => {
    const steps = (chair: number | null, accepted: readonly number[], of = players) => {
      const now = table(chair, of);
      return step(now, places(now, room(accepted), here));
    };
    expect(steps(null, [0])).toBe('sit');
    expect(steps(3, [0])).toBe('accept');
    expect(steps(0, [0])).toBe('invite');
    const full = players.with(0, player(2, 'Вера'));
    expect(steps(null, [0], full)).toBe('full');
    expect(steps(0, [0, 3], full)).toBe('wait');
  });
});

describe('a card', () => {
  const card = (hash: string, more: Partial<Card> = {}): Card => ({
    hash,
    preset: 'sochi',
    diff: {},
    terms,
    file: null,
    ...more,
  });

  it('tells what is new in it', () => {
    const was = card('a', { diff: { pool_target: [50, 20], bombs: [false, true] } });
    const now = card('b', { diff: { pool_target: [50, 10] }, terms: { ...terms, until: '23:30' } });
    expect(changes(was, was)).toEqual([]);
    expect(changes(was, now)).toEqual([
      { of: 'option', option: 'pool_target', was: 20, now: 10 },
      { of: 'option', option: 'bombs', was: true, now: false },
      { of: 'term', term: 'until', was: null, now: '23:30' },
    ]);
    const file = { name: 'evening.pbn', boards: 2 };
    expect(changes(was, card('d', { diff: was.diff, file }))).toEqual([{ of: 'file', was: null, now: file }]);
    expect(changes(now, card('c', { preset: 'rostov', terms: now.terms }))).toEqual([
      { of: 'preset', was: 'sochi', now: 'rostov' },
      { of: 'option', option: 'pool_target', was: 10, now: 50 },
    ]);
  });

  it('says only what says something', () => {
    expect(spoken(terms)).toEqual([]);
    expect(spoken({ ...terms, clock: 'correspondence' })).toEqual(['clock']);
    expect(spoken({ ...terms, clock: 'bank' })).toEqual(['clock', 'move_time', 'deal_time']);
    expect(spoken({ ...terms, pulkas: 2, kibitzers: false, hints: true })).toEqual(['pulkas', 'kibitzers', 'hints']);
    expect(spoken({ ...terms, rated: true })).toEqual(['rated']);
    expect(spoken({ ...terms, unpaced: true })).toEqual(['unpaced']);
    expect(cardOf(table(0, [])).hash).toBe('h1');
  });
});
