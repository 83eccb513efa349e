import { describe, expect, it } from 'vitest';
import {
  atOnce,
  bases,
  botOf,
  botsOf,
  chaptered,
  choice,
  forPlayers,
  grouped,
  lengthOf,
  levelOf,
  numbers,
  order,
  presetOf,
  read,
  scale,
  search,
  styleOf,
  styles,
  takesFile,
  usual,
  waits,
  wanted,
  withBots,
  type Setup,
} from './setup';
import type { GameAbout } from '../core/wire';

const under = (heading: string) => ({ values: [], about: '', law: 'P-1.1', heading, needs: '' });
const about: GameAbout = {
  players: [2, 3, 4],
  presets: { sochi: {}, rostov: {}, qualifying: {}, gusarik: {} },
  options: {
    pool_target: under('pulka'), 'auction.here': under('auction'), bombs: under('blind'), 'blind.pass': under('blind'),
    'table.chat_in_play': under('card'), 'table.stake': under('table'), talon_bonus: under('contract'), qualifying: under('card'),
  },
  chapters: {
    pulka: ['pulka'], auction: ['auction', 'blind'], play: ['contract', 'misere'], table: ['table', 'card'], irr: ['irr'],
  },
  bots: ['random', 'novice'],
  styles: ['cautious', 'bold'],
}; // prettier-ignore

describe('a table that somebody sets up', () => {
  const setup: Setup = { ...usual('preferans', about), players: 4, chairs: ['novice', null, 'random', 'novice'] };

  it('asks for what was chosen', () => {
    expect(presetOf({ base: 'sochi', overlays: ['qualifying'] })).toBe('sochi+qualifying');
    expect(order({ ...setup, public: true }, 'Анна')).toEqual({
      game: 'preferans', preset: 'sochi', changes: { pool_target: 20 }, players: 4, bots: ['novice', null, 'random'],
      name: 'Анна', public: true, terms: {},
    }); // prettier-ignore
  });

  it('waits for people, or begins at once with bots', () => {
    expect(waits(setup)).toBe(true);
    expect(waits({ ...setup, players: 2 })).toBe(false);
    expect(atOnce({ ...setup, public: true }, '').bots).toEqual(['novice', 'novice', 'random']);
    expect(atOnce({ ...setup, public: true }, '').public).toBe(false);
  });

  it('has one slider for all its bots, and leaves the chairs of people free', () => {
    expect(scale({ ...about, bots: ['random', 'novice', 'club'] })).toEqual(['novice', 'club']);
    expect(botsOf(setup)).toEqual(['novice', 'random']);
    expect(botsOf({ ...setup, chairs: [null, null, null] })).toEqual([]);
    expect(withBots(setup, () => 'club').chairs).toEqual(['club', null, 'club']);
  });

  it('names a style behind the level, and the plain one not at all', () => {
    expect(styles(about)).toEqual(['cautious', 'plain', 'bold']);
    expect(styles({ ...about, styles: [] })).toEqual([]);
    expect(['club', 'club+bold'].map(levelOf)).toEqual(['club', 'club']);
    expect(['club', 'club+bold'].map(styleOf)).toEqual(['plain', 'bold']);
    expect(botOf('club', 'bold')).toBe('club+bold');
    expect(botOf('club', 'plain')).toBe('club');
    expect(botOf('random', 'bold')).toBe('random');
  });

  it('has hints where one sits down among bots at once, unless they were put off, and nowhere else by itself', () => {
    const setup = usual('preferans', about);
    expect(atOnce(setup, '').terms).toEqual({ hints: true });
    expect(atOnce({ ...setup, terms: { hints: false, kibitzers: false } }, '').terms).toEqual({
      hints: false,
      kibitzers: false,
    });
    expect(order(setup, '').terms).toEqual({});
    expect('terms' in search(setup, '', true)).toBe(false);
  });

  it('has its options under headings, and what the card has is not said twice', () => {
    expect(bases('preferans', about)).toEqual(['sochi', 'rostov']);
    expect(grouped('preferans', about)).toEqual([
      { name: 'pulka', options: ['pool_target'] },
      { name: 'auction', options: ['auction.here'] },
      { name: 'blind', options: ['bombs', 'blind.pass'] },
      { name: 'contract', options: ['talon_bonus'] },
      { name: 'table', options: ['table.stake'] },
    ]);
    expect(chaptered('preferans', about).map(({ name }) => name)).toEqual(['pulka', 'auction', 'play', 'table']);
    const judged = { ...about, options: { ...about.options, 'irr.dealer_fine': { ...under('irr'), needs: 'table' } } };
    expect(chaptered('preferans', judged)).toHaveLength(4); // nobody rules there
    expect(chaptered('preferans', judged, true).at(-1)).toEqual({
      name: 'irr',
      groups: [{ name: 'irr', options: ['irr.dealer_fine'] }],
    });
  });

  it('of a game that this page does not know is plain', () => {
    const other = usual('tarot', about);
    expect([other.base, other.players]).toEqual(['sochi', 2]);
    expect(grouped('tarot', about).flatMap(({ options }) => options)).toContain('blind.pass');
  });

  it('reads what was typed', () => {
    expect(read(' 20 ', 50)).toBe(20);
    expect(read('', 50)).toBeNull();
    expect(read('1, 2;3', [1])).toEqual([1, 2, 3]);
    expect(choice('on', false)).toBe(true);
    expect(choice('off', false)).toBe(false);
    expect(choice('off', 'first_hand')).toBe('off');
  });
});

describe('a table of bridge', () => {
  const presets = { rubber: {}, 'rubber-variants': {}, chicago: {}, duplicate: { deals: 16 } };
  const bridge: GameAbout = {
    players: [2, 3, 4, 5, 6],
    presets,
    options: { deals: under('form'), honours: under('honours') },
    chapters: { form: ['form'], score: ['honours'], table: ['table', 'card'] },
    bots: ['random', 'novice'],
    styles: [],
  };

  it('has presets by the number of players, and a length where boards are counted', () => {
    expect(bases('bridge', bridge, 4)).toEqual(Object.keys(presets));
    expect(bases('bridge', bridge, 3)).toEqual(['rubber', 'rubber-variants']);
    const boards: Setup = { ...usual('bridge', bridge), base: 'duplicate' };
    expect(lengthOf(boards, bridge)).toBe('16');
    expect(lengthOf({ ...boards, base: 'rubber' }, bridge)).toBe('');
    expect(forPlayers(boards, 5, bridge)).toMatchObject({ base: 'rubber', players: 5 });
    expect(forPlayers({ ...boards, base: 'rubber-variants' }, 5, bridge).base).toBe('rubber-variants');
    expect(order({ ...boards, base: 'rubber', players: 6, chairs: [null] }, '').bots).toHaveLength(5);
    expect(grouped('bridge', bridge)).toEqual([{ name: 'honours', options: ['honours'] }]);
  });

  it('takes deals from a file where boards have numbers', () => {
    const about = { ...bridge, presets: { rubber: { form: 'rubber' }, duplicate: { form: 'duplicate', deals: 16 } } };
    expect([takesFile(about, 'duplicate'), takesFile(about, 'rubber'), takesFile(null, 'duplicate')]).toEqual([
      true,
      false,
      false,
    ]);
    const file = {
      name: 'a.pbn',
      boards: 2,
      text: '[Board "1"]',
      changes: { deals: 2, boards: ['7:S:none', '3:W:both'] },
    };
    const setup: Setup = { ...usual('bridge', about), base: 'duplicate', changes: { explain: 'partner' }, file };
    expect(wanted(setup).changes).toEqual({ explain: 'partner', ...file.changes });
    expect(order(setup, '').file).toEqual({ name: 'a.pbn', text: '[Board "1"]' });
    expect(order({ ...setup, file: { ...file, text: null } }, '').file).toBeUndefined();
    expect(lengthOf(setup, about)).toBe('2');
    expect(numbers(file)).toBe('7, 3');
    expect(numbers({ ...file, boards: 16, changes: { deals: 16 } })).toBe('1–16');
    expect(forPlayers(setup, 5, about).file).toBeNull();
  });
});
