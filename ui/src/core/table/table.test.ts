import { describe, expect, it } from 'vitest';
import { LANGS } from '../i18n';
import type { Done, Fair, Here, Table } from '../wire';
import { proposed, tellAct } from './acts';
import { due, keepDrawer, noted, put, readDrawer, seen, type Kept } from './fairness';
import { TABLE } from './moments';
import { away, clock } from './presence';
import { around } from './reading';

describe('places', () => {
  it('go clockwise from mine; who only watches sees the first one below', () => {
    expect(around([...'NESW'], (one) => one === 'S')).toEqual([
      ['S', 'me'],
      ['W', 'left'],
      ['N', 'top'],
      ['E', 'right'],
    ]);
    expect(around([...'NES'], () => false).map(([one]) => one)).toEqual(['N', 'E', 'S']);
    expect(around([...'12345'], (one) => one === '5').map(([, side]) => side)).toEqual([
      'me',
      'left',
      'topleft',
      'topright',
      'right',
    ]);
  });
});

describe('who is away', () => {
  const here = (since: Record<number, number>): Here => ({ t: 'here', online: [], since, kibitzers: [] });
  it('is timed by this page where it saw him go, and by the club where it did not', () => {
    expect(away({}, here({ 1: 500 }), null, 1000)).toEqual({ 1: 500 });
    expect(away({}, here({ 1: 99_000 }), null, 1000)).toEqual({ 1: 1000 }); // the club's clock is ahead
    const gone = away({}, here({ 1: 99_000 }), here({}), 1000);
    expect(gone).toEqual({ 1: 1000 });
    expect(away(gone, here({ 1: 99_000, 2: 99_500 }), here({ 1: 99_000 }), 3000)).toEqual({ 1: 1000, 2: 3000 });
    expect(away(gone, here({}), here({ 1: 99_000 }), 3000)).toEqual({});
  });
  it('is written as a clock', () => {
    expect([0, 23_999, 725_000, 3_720_000, -5].map(clock)).toEqual(['0:00', '0:23', '12:05', '1:02:00', '0:00']);
  });
});

describe('acts', () => {
  const done = (by: number | null, act: Done['do']): Done => ({ by, do: act });
  const tell = (one: Done, lang: (typeof LANGS)[number] = 'ru', table: Table = TABLE) =>
    tellAct(lang, table, one, [{ account: 'w1', nick: 'Кот', bot: null, at: null }])?.text ?? null;

  it('are told to the others, and to me in my words', () => {
    expect(tell(done(1, { act: 'leave' }))).toBe('Борис больше не за столом. Место держит бот.');
    expect(tell(done(0, { act: 'leave' }))).toBe('Вы встали. За вас играет бот.');
    expect(tell(done(null, { act: 'hold', chair: 2, why: 'absent' }), 'uk')).toBe(
      'Вера: зв’язку немає. Місце тримає бот.',
    );
    expect(tell(done(2, { act: 'back' }), 'en')).toBe('Вера is back at the table.');
    expect(tell(done(1, { act: 'answer', n: 3, yes: false, account: null }))).toBe('Борис: нет. Играем дальше.');
    expect(tell(done(1, { act: 'object', account: 'w1' }))).toBe('Зрителя попросили отойти: Кот.');
    expect(tell(done(1, { act: 'object', account: 'gone' }))).toBe('Зрителя попросили отойти: зритель.');
  });
  it('call who has no name as the page does', () => {
    const called = (nick: string) => (nick === 'Guest' ? 'Гость' : nick);
    const told = (act: Done['do'], nick: string) =>
      tellAct('ru', TABLE, done(null, act), [{ account: 'w1', nick, bot: null, at: null }], called)?.text;
    expect(told({ act: 'sit', chair: 1, nick: 'Guest' } as Done['do'], 'Кот')).toBe('За стол садится Гость.');
    expect(told({ act: 'object', account: 'w1' }, 'Guest')).toBe('Зрителя попросили отойти: Гость.');
  });
  it('say nothing of shares, and nothing that the page shows in its own place', () => {
    const silent: readonly Done['do'][] = [
      { act: 'seal', deal: 1, hash: 'h' }, { act: 'nonce', deal: 1, nonce: 'aa' }, { act: 'next' },
      { act: 'commit', deal: 1, commitment: 'c' }, { act: 'reveal', deal: 1, seed: 's' },
      { act: 'away', deal: 1, chairs: [] }, { act: 'propose', what: { kind: 'stop' }, nick: null },
      { act: 'guarantee', tricks: 6 }, { act: 'accept', card: 'c' },
      { act: 'card', preset: 'sochi', conventions: {}, terms: { ...TABLE.terms }, public: false, file: false },
    ]; // prettier-ignore
    for (const act of silent) {
      expect(tell(done(null, act)), act.act).toBeNull();
    }
    expect(tell(done(1, { act: 'answer', n: 3, yes: true, account: null }))).toBeNull();
    expect(tell(done(0, { act: 'resume' }))).toBeNull();
  });
  it('have words in every language', () => {
    for (const lang of LANGS) {
      const told: readonly Done['do'][] = [
        { act: 'leave' }, { act: 'back' }, { act: 'withdraw', n: 1 }, { act: 'resume' }, { act: 'rise' }, { act: 'reseed' },
        { act: 'sit', chair: 1, account: 'w1', nick: 'Кот', program: null }, { act: 'object', account: 'w1' },
        { act: 'warn', account: 'w1' }, { act: 'allow', account: 'w1', yes: true },
        { act: 'time_out', chair: 2 },
      ]; // prettier-ignore
      for (const act of told) {
        expect(tell(done(1, act), lang), `${lang} ${act.act}`).not.toMatch(/told\.|[{}]/);
      }
      for (const kind of ['adjourn', 'stop', 'open_chat', 'force_majeure'] as const) {
        expect(proposed(lang, TABLE, { kind }, null)).not.toMatch(/propose\./);
      }
      expect(proposed(lang, TABLE, { kind: 'call_bot', chair: 2 }, null)).toMatch(/Вера/);
      expect(proposed(lang, TABLE, { kind: 'hand_over', chair: 2, account: 'w1' }, 'Кот')).toMatch(
        /Вера.*Кот|Кот.*Вера/,
      );
    }
  });
});

describe('my share in a deal', () => {
  const share = (hash: string | null, nonce: string | null = null) => ({ chair: 0, player: 'N', hash, nonce });
  const fair = (phase: Fair['phase'], mine = share(null)): Fair => ({
    pack: 'p',
    deal: 3,
    phase,
    commitment: 'c',
    asked: [0],
    shares: [mine, { chair: 1, player: 'E', hash: null, nonce: null }],
  });
  const kept: Kept = { player: 'N', nonce: 'aa', commitment: 'c', shares: [] };

  it('is a hash first, then the nonce that is kept, each once', () => {
    expect(due(fair('hashes'), 0, undefined)).toEqual({ give: 'hash', player: 'N' });
    expect(due(fair('hashes', share('h')), 0, kept)).toBeNull();
    expect(due(fair('nonces', share('h')), 0, kept)).toEqual({ give: 'nonce', nonce: 'aa' });
    expect(due(fair('nonces', share('h', 'aa')), 0, kept)).toBeNull();
    expect(due(fair('nonces', share(null)), 0, kept)).toBeNull(); // too late: away
    expect(due(fair('nonces', share('h')), 0, undefined)).toBeNull(); // drawn in another browser
    expect(due(fair('revealed', share('h')), 0, kept)).toBeNull();
    expect(due(fair('hashes'), null, undefined)).toBeNull();
    expect(due({ ...fair('hashes'), asked: [1] }, 0, undefined)).toBeNull();
  });

  it('is kept with what was seen, and held against the reveal', () => {
    let drawer = put({}, 3, kept);
    drawer = noted(drawer, fair('nonces', share('h')));
    expect(seen(drawer[3])).toEqual({ commitment: 'c', shares: [{ player: 'N', hash: 'h', nonce: null }] });
    drawer = noted(drawer, fair('revealed', share('h', 'aa')));
    expect(seen(drawer[3])).toMatchObject({ own: { player: 'N', nonce: 'aa' } });
    expect(seen(undefined)).toEqual({});
    expect(noted({}, fair('revealed'))).toEqual({});
    const store = new Map<string, string>();
    keepDrawer({ setItem: (key, value) => void store.set(key, value) }, 't', drawer);
    expect(readDrawer({ getItem: (key) => store.get(key) ?? null }, 't')).toEqual(drawer);
    expect(readDrawer({ getItem: () => '{' }, 't')).toEqual({});
    const many = Array.from({ length: 80 }, (_, at) => at).reduce((all, deal) => put(all, deal, kept), {});
    expect(Object.keys(many)).toHaveLength(60);
    expect(many).toHaveProperty('79');
  });
});
