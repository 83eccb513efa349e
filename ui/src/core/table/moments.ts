// A table and a room in which nothing happens, for tests.
import type { Room, Table } from '../wire';

export const TABLE: Table = {
  id: 't',
  game: 'preferans',
  preset: 'sochi',
  diff: {},
  conventions: {},
  terms: {
    whist_value: null,
    pulkas: 1,
    until: null,
    chat_in_play: false,
    tempo_mask: false,
    kibitzers: true,
    hints: false,
  },
  card: 'c',
  public: false,
  owner: 0,
  pulka: 1,
  previous: null,
  you: 'S',
  chair: 0,
  role: 'player',
  players: ['S', 'N', 'E'].map((name, chair) => ({
    name,
    nick: ['Анна', 'Борис', 'Вера'][chair]!,
    bot: null,
    account: `a${chair}`,
    chair,
    held: null,
  })),
  lot: null,
};

export const ROOM: Room = {
  state: 'playing',
  accepted: [],
  proposal: null,
  resume: [],
  next: [],
  chat: false,
  looks: [],
  warned: {},
  removed: [],
  contracts: [],
  side: {},
  reseed: [],
  rematch: null,
  ended: null,
  fair: null,
};
