// Which page an address means. The club serves the client for every path without a dot, so addresses are the client's.

export type Page =
  | { readonly is: 'door' }
  | { readonly is: 'new' }
  | { readonly is: 'table'; readonly id: string }
  /** One deal card by card: `card` is how many have been played, null: as it was dealt. */
  | {
      readonly is: 'deal';
      readonly id: string;
      readonly deal: number;
      readonly card: number | null;
      /** With the post-mortem. */
      readonly review: boolean;
    }
  /** The post-mortem of a whole match. */
  | { readonly is: 'match'; readonly id: string }
  /** A deal played again against bots from the move of this number on. */
  | { readonly is: 'again'; readonly id: string; readonly deal: number; readonly at: number }
  | { readonly is: 'fair'; readonly id: string | null; readonly deal: number | null }
  /** My account. */
  | { readonly is: 'me' }
  /** A player's matches; null: my own. */
  | { readonly is: 'player'; readonly who: string | null }
  | { readonly is: 'conduct' }
  /** The ratings of those who want to be listed. */
  | { readonly is: 'ratings' }
  /** The director's desk; the case is in the hash, and stays in the browser. */
  | { readonly is: 'desk' }
  /** Every incident; or all paragraphs of a body of law, by the letters of their ids. */
  | { readonly is: 'laws'; readonly body: string | null }
  /** The book of rules of a game; null: all of them. */
  | { readonly is: 'rules'; readonly game: string | null }
  /** The players' words. */
  | { readonly is: 'words' }
  /** Tokens for my own programs. */
  | { readonly is: 'programs' }
  /** For operators of the club alone; all others get "not found". */
  | { readonly is: 'operator' }
  /** A sheet that a real table keeps; null: begin one, or open one of mine. */
  | { readonly is: 'keep'; readonly id: string | null }
  /** An event of the club; null: announce one. */
  | { readonly is: 'event'; readonly id: string | null }
  /** An event for its officials. */
  | { readonly is: 'hall'; readonly id: string }
  /** The same for a projector. */
  | { readonly is: 'wall'; readonly id: string }
  /** A cup that the club plays; null: announce one. */
  | { readonly is: 'cup'; readonly id: string | null }
  /** A league; null: found one. */
  | { readonly is: 'league'; readonly id: string | null }
  | { readonly is: 'leagues' }
  /** The list of events. */
  | { readonly is: 'events' }
  /** A lesson with the coach. */
  | { readonly is: 'lesson'; readonly game: string; readonly name: string }
  | { readonly is: 'cups' }
  /** A problem; the list of them is the next. */
  | { readonly is: 'problem'; readonly game: string; readonly name: string }
  | { readonly is: 'problems' }
  /** The deals of the day, in all games. */
  | { readonly is: 'days' }
  /** The deal of a day in a game. */
  | { readonly is: 'day'; readonly game: string; readonly day: string }
  /** Deals for friends; null: choose some. */
  | { readonly is: 'challenge'; readonly id: string | null }
  /** The list of lessons. */
  | { readonly is: 'learn' }
  /** Tools of arbiters and scorers. */
  | { readonly is: 'arbiter' }
  | { readonly is: 'lost' };

const ID = '([\\w-]{1,64})';
const NTH = '([1-9]\\d{0,3})';
const at = (pattern: string): RegExp => new RegExp(`^${pattern}/?$`);

const DOOR = at('');
const TABLE = at(`/(?:t|table)/${ID}`);
const DEAL = at(`/(?:t|table)/${ID}/deal/${NTH}(/review)?`);
const MATCH = at(`/(?:t|table)/${ID}/review`);
const AGAIN = at(`/(?:t|table)/${ID}/deal/${NTH}/again/([1-9]\\d{0,8})`);
const FAIR = at(`/(?:t|table)/${ID}/deal/${NTH}/fair`);
const KEEP = at(`/keep/${ID}`);
const EVENT = at(`/event/${ID}`);
const WALL = at(`/event/${ID}/wall`);
const HALL = at(`/event/${ID}/hall`);
const CUP = at(`/cup/${ID}`);
const LEAGUE = at(`/league/${ID}`);
const PLAYER = at(`/player/${ID}`);
const RULES = at(`/rules/${ID}`);
const BODY = at('/laws/([A-Z]{1,4})');
const LESSON = at(`/learn/([a-z]{1,32})/${ID}`);
const DAY = at('/day/([a-z]{1,32})/(20\\d\\d-\\d\\d-\\d\\d)');
const CHALLENGE = at(`/challenge/${ID}`);
const PROBLEM = at(`/problems/([a-z]{1,32})/${ID}`);

export function route(path: string, hash = ''): Page {
  if (DOOR.test(path)) return { is: 'door' };
  const fair = FAIR.exec(path);
  if (fair) return { is: 'fair', id: fair[1]!, deal: Number(fair[2]) };
  const deal = DEAL.exec(path);
  if (deal) {
    const card = /^#(\d{1,3})$/.exec(hash);
    const review = deal[3] !== undefined;
    return { is: 'deal', id: deal[1]!, deal: Number(deal[2]), card: card ? Number(card[1]) : null, review };
  }
  const match = MATCH.exec(path);
  if (match) return { is: 'match', id: match[1]! };
  const again = AGAIN.exec(path);
  if (again) return { is: 'again', id: again[1]!, deal: Number(again[2]), at: Number(again[3]) };
  const table = TABLE.exec(path);
  if (table) return { is: 'table', id: table[1]! };
  const player = PLAYER.exec(path);
  if (player) return { is: 'player', who: player[1]! };
  const sheet = KEEP.exec(path);
  if (sheet) return { is: 'keep', id: sheet[1]! };
  const wall = WALL.exec(path);
  if (wall) return { is: 'wall', id: wall[1]! };
  const hall = HALL.exec(path);
  if (hall) return { is: 'hall', id: hall[1]! };
  const event = EVENT.exec(path);
  if (event) return { is: 'event', id: event[1]! };
  const cup = CUP.exec(path);
  if (cup) return { is: 'cup', id: cup[1]! };
  const league = LEAGUE.exec(path);
  if (league) return { is: 'league', id: league[1]! };
  const rules = RULES.exec(path);
  if (rules) return { is: 'rules', game: rules[1]! };
  const body = BODY.exec(path);
  if (body) return { is: 'laws', body: body[1]! };
  const lesson = LESSON.exec(path);
  if (lesson) return { is: 'lesson', game: lesson[1]!, name: lesson[2]! };
  const problem = PROBLEM.exec(path);
  if (problem) return { is: 'problem', game: problem[1]!, name: problem[2]! };
  const day = DAY.exec(path);
  if (day) return { is: 'day', game: day[1]!, day: day[2]! };
  const challenge = CHALLENGE.exec(path);
  if (challenge) return { is: 'challenge', id: challenge[1]! };
  switch (path.replace(/\/$/, '')) {
    case '/new':
      return { is: 'new' };
    case '/me':
      return { is: 'me' };
    case '/history':
      return { is: 'player', who: null };
    case '/fair':
      return { is: 'fair', id: null, deal: null };
    case '/keep':
      return { is: 'keep', id: null };
    case '/events':
      return { is: 'events' };
    case '/events/new':
      return { is: 'event', id: null };
    case '/learn':
      return { is: 'learn' };
    case '/day':
      return { is: 'days' };
    case '/challenge':
      return { is: 'challenge', id: null };
    case '/problems':
      return { is: 'problems' };
    case '/arbiter':
      return { is: 'arbiter' };
    case '/cups':
      return { is: 'cups' };
    case '/leagues':
      return { is: 'leagues' };
    case '/leagues/new':
      return { is: 'league', id: null };
    case '/cups/new':
      return { is: 'cup', id: null };
    case '/ratings':
      return { is: 'ratings' };
    case '/conduct':
      return { is: 'conduct' };
    case '/desk':
      return { is: 'desk' };
    case '/laws':
      return { is: 'laws', body: null };
    case '/rules':
      return { is: 'rules', game: null };
    case '/words':
      return { is: 'words' };
    case '/programs':
      return { is: 'programs' };
    case '/operator':
      return { is: 'operator' };
    default:
      return { is: 'lost' };
  }
}

export const tablePath = (id: string): string => `/table/${encodeURIComponent(id)}`;
export const dealPath = (id: string, deal: number, card: number | null = null): string =>
  `${tablePath(id)}/deal/${deal}${card === null ? '' : `#${card}`}`;
export const reviewPath = (id: string, deal: number, card: number | null = null): string =>
  `${dealPath(id, deal)}/review${card === null ? '' : `#${card}`}`;
export const matchPath = (id: string): string => `${tablePath(id)}/review`;
export const againPath = (id: string, deal: number, at: number): string => `${dealPath(id, deal)}/again/${at}`;
export const fairPath = (id: string, deal: number): string => `${dealPath(id, deal)}/fair`;
export const keepPath = (id: string): string => `/keep/${encodeURIComponent(id)}`;
export const eventPath = (id: string): string => `/event/${encodeURIComponent(id)}`;
export const wallPath = (id: string): string => `${eventPath(id)}/wall`;
export const hallPath = (id: string): string => `${eventPath(id)}/hall`;
export const cupPath = (id: string): string => `/cup/${encodeURIComponent(id)}`;
export const leaguePath = (id: string): string => `/league/${encodeURIComponent(id)}`;
export const playerPath = (who: string): string => `/player/${encodeURIComponent(who)}`;
/** The words of a paragraph: the page of its body of law. `asked`: the refusal that leads there, as a query. */
export const lawPath = (id: string, asked = ''): string => `/laws/${id.replace(/-.*$/, '')}${asked}#${id}`;

/** The five headings under which every page stands, and the address of each. */
export const HEADINGS = { play: '/', learn: '/learn', events: '/events', arbiter: '/arbiter', me: '/me' } as const;
export type Heading = keyof typeof HEADINGS;

/**
 * The heading of a page, and the page from which a link leads to it; without the latter the heading's own page has the link.
 * A visitor who came from no page goes "back" to it.
 */
interface Under {
  readonly heading: Heading;
  readonly from?: Page['is'];
}
export const UNDER: Readonly<Record<Exclude<Page['is'], 'lost'>, Under>> = {
  door: { heading: 'play' },
  new: { heading: 'play' },
  table: { heading: 'play' },
  learn: { heading: 'learn' },
  rules: { heading: 'learn' },
  lesson: { heading: 'learn' },
  problems: { heading: 'learn' },
  problem: { heading: 'learn', from: 'problems' },
  days: { heading: 'learn' },
  day: { heading: 'learn', from: 'days' },
  challenge: { heading: 'learn', from: 'days' },
  words: { heading: 'learn' },
  events: { heading: 'events' },
  cups: { heading: 'events' },
  leagues: { heading: 'events' },
  event: { heading: 'events' },
  cup: { heading: 'events', from: 'cups' },
  league: { heading: 'events', from: 'leagues' },
  hall: { heading: 'events', from: 'event' },
  wall: { heading: 'events', from: 'event' },
  arbiter: { heading: 'arbiter' },
  desk: { heading: 'arbiter' },
  laws: { heading: 'arbiter' },
  keep: { heading: 'arbiter' },
  conduct: { heading: 'arbiter' },
  ratings: { heading: 'me' },
  me: { heading: 'me' },
  player: { heading: 'me' },
  deal: { heading: 'me', from: 'player' },
  match: { heading: 'me', from: 'player' },
  again: { heading: 'me', from: 'player' },
  programs: { heading: 'me' },
  fair: { heading: 'me' },
  operator: { heading: 'me' },
};

export const headingOf = (page: Page): Heading | null => (page.is === 'lost' ? null : UNDER[page.is].heading);

/** The table, what is played at one alone, and pages for a wall have no heading. */
export const bare = ({ is }: Page): boolean =>
  is === 'table' || is === 'lesson' || is === 'problem' || is === 'again' || is === 'wall';

/** The page of "back" for a visitor who came from no page: the page that this one belongs to. */
export function above(page: Page): string {
  switch (page.is) {
    case 'deal':
      return page.review ? dealPath(page.id, page.deal) : tablePath(page.id);
    case 'match':
      return tablePath(page.id);
    case 'again':
      return reviewPath(page.id, page.deal);
    case 'fair':
      return page.id === null ? HEADINGS.me : page.deal === null ? tablePath(page.id) : dealPath(page.id, page.deal);
    case 'hall':
    case 'wall':
      return eventPath(page.id);
    case 'cup':
      return '/cups';
    case 'league':
      return '/leagues';
    case 'rules':
      return page.game === null ? HEADINGS.learn : '/rules';
    case 'laws':
      return page.body === null ? HEADINGS.arbiter : '/laws';
    case 'problem':
      return '/problems';
    case 'day':
    case 'challenge':
      return '/day';
    case 'keep':
      return page.id === null ? HEADINGS.arbiter : '/keep';
    default:
      return HEADINGS[headingOf(page) ?? 'play'];
  }
}
