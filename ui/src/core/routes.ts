// Which page an address means. The club serves the client for every path without a dot, so addresses are the client's.

/** Pages of which there is one each. `operator`: for operators alone; all others get "not found". */
type Single =
  | 'door'
  | 'new'
  | 'me'
  | 'conduct'
  | 'ratings'
  | 'desk'
  | 'words'
  | 'programs'
  | 'operator'
  | 'leagues'
  | 'events'
  | 'cups'
  | 'problems'
  | 'days'
  | 'learn'
  | 'arbiter'
  | 'lost';

export type Page =
  | { readonly is: Single }
  /** A table; the post-mortem of its whole match; an event for its officials, and for a projector. */
  | { readonly is: 'table' | 'match' | 'hall' | 'wall'; readonly id: string }
  /** A sheet of a real table, an event, a cup, a league, deals for friends; null: make one, or choose. */
  | { readonly is: 'keep' | 'event' | 'cup' | 'league' | 'challenge'; readonly id: string | null }
  /** One deal card by card: `card` is how many have been played, null: as it was dealt; with the post-mortem or without. */
  | {
      readonly is: 'deal';
      readonly id: string;
      readonly deal: number;
      readonly card: number | null;
      readonly review: boolean;
    }
  /** A deal played again against bots from the move of this number on. */
  | { readonly is: 'again'; readonly id: string; readonly deal: number; readonly at: number }
  | { readonly is: 'fair'; readonly id: string | null; readonly deal: number | null }
  /** A player's matches; null: my own. */
  | { readonly is: 'player'; readonly who: string | null }
  /** Every incident; or all paragraphs of a body of law, by the letters of their ids. */
  | { readonly is: 'laws'; readonly body: string | null }
  /** The book of rules of a game; null: all of them. */
  | { readonly is: 'rules'; readonly game: string | null }
  /** A lesson with the coach; a problem. */
  | { readonly is: 'lesson' | 'problem'; readonly game: string; readonly name: string }
  /** The deal of a day in a game. */
  | { readonly is: 'day'; readonly game: string; readonly day: string };

const ID = '([\\w-]{1,64})';
const NTH = '([1-9]\\d{0,3})';
const TABLE = `/(?:t|table)/${ID}`;
const GAME = '([a-z]{1,32})';

/** Pages by their whole address. */
const PAGES: Readonly<Record<string, Page>> = {
  '': { is: 'door' },
  '/new': { is: 'new' },
  '/me': { is: 'me' },
  '/history': { is: 'player', who: null },
  '/fair': { is: 'fair', id: null, deal: null },
  '/keep': { is: 'keep', id: null },
  '/events': { is: 'events' },
  '/events/new': { is: 'event', id: null },
  '/learn': { is: 'learn' },
  '/day': { is: 'days' },
  '/challenge': { is: 'challenge', id: null },
  '/problems': { is: 'problems' },
  '/arbiter': { is: 'arbiter' },
  '/cups': { is: 'cups' },
  '/cups/new': { is: 'cup', id: null },
  '/leagues': { is: 'leagues' },
  '/leagues/new': { is: 'league', id: null },
  '/ratings': { is: 'ratings' },
  '/conduct': { is: 'conduct' },
  '/desk': { is: 'desk' },
  '/laws': { is: 'laws', body: null },
  '/rules': { is: 'rules', game: null },
  '/words': { is: 'words' },
  '/programs': { is: 'programs' },
  '/operator': { is: 'operator' },
};

/** Pages of something: what the address names comes in its order, empty where it may be left out; `card` is of the hash. */
type Named = (parts: readonly string[], card: number | null) => Page;
const NAMED: readonly (readonly [RegExp, Named])[] = (
  [
    [`${TABLE}/deal/${NTH}/fair`, ([id, deal]) => ({ is: 'fair', id: id!, deal: Number(deal) })],
    [
      `${TABLE}/deal/${NTH}(/review)?`,
      ([id, deal, review], card) => ({ is: 'deal', id: id!, deal: Number(deal), card, review: review !== undefined }),
    ],
    [`${TABLE}/review`, ([id]) => ({ is: 'match', id: id! })],
    [
      `${TABLE}/deal/${NTH}/again/([1-9]\\d{0,8})`,
      ([id, deal, at]) => ({ is: 'again', id: id!, deal: Number(deal), at: Number(at) }),
    ],
    [TABLE, ([id]) => ({ is: 'table', id: id! })],
    [`/player/${ID}`, ([who]) => ({ is: 'player', who: who! })],
    [`/(keep|event|cup|league|challenge)/${ID}`, ([is, id]) => ({ is: is as 'keep', id: id! })],
    [`/event/${ID}/(wall|hall)`, ([id, is]) => ({ is: is as 'wall', id: id! })],
    [`/rules/${ID}`, ([game]) => ({ is: 'rules', game: game! })],
    ['/laws/([A-Z]{1,4})', ([body]) => ({ is: 'laws', body: body! })],
    [`/learn/${GAME}/${ID}`, ([game, name]) => ({ is: 'lesson', game: game!, name: name! })],
    [`/problems/${GAME}/${ID}`, ([game, name]) => ({ is: 'problem', game: game!, name: name! })],
    [`/day/${GAME}/(20\\d\\d-\\d\\d-\\d\\d)`, ([game, day]) => ({ is: 'day', game: game!, day: day! })],
  ] as const satisfies readonly (readonly [string, Named])[]
).map(([pattern, page]) => [new RegExp(`^${pattern}/?$`), page]);

export function route(path: string, hash = ''): Page {
  const whole = PAGES[path.replace(/\/$/, '')];
  if (whole) return whole;
  const card = /^#(\d{1,3})$/.exec(hash)?.[1];
  for (const [pattern, page] of NAMED) {
    const found = pattern.exec(path);
    if (found) return page(found.slice(1), card === undefined ? null : Number(card));
  }
  return { is: 'lost' };
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
