import { describe, expect, it } from 'vitest';
import {
  HEADINGS,
  UNDER,
  above,
  againPath,
  matchPath,
  dealPath,
  fairPath,
  headingOf,
  lawPath,
  playerPath,
  reviewPath,
  route,
  tablePath,
  type Page,
} from './routes';

describe('an address', () => {
  it.each([
    ['/', { is: 'door' }],
    ['', { is: 'door' }],
    ['/new', { is: 'new' }],
    ['/new/', { is: 'new' }],
    ['/me', { is: 'me' }],
    ['/history', { is: 'player', who: null }],
    ['/events', { is: 'events' }],
    ['/events/new', { is: 'event', id: null }],
    ['/cups', { is: 'cups' }],
    ['/learn', { is: 'learn' }],
    ['/arbiter', { is: 'arbiter' }],
    ['/conduct', { is: 'conduct' }],
    ['/ratings', { is: 'ratings' }],
    ['/programs', { is: 'programs' }],
    ['/fair', { is: 'fair', id: null, deal: null }],
    ['/laws', { is: 'laws', body: null }],
    ['/laws/PT', { is: 'laws', body: 'PT' }],
    ['/rules', { is: 'rules', game: null }],
    ['/words', { is: 'words' }],
    ['/rules/deberts', { is: 'rules', game: 'deberts' }],
    ['/t/k3f-9_A', { is: 'table', id: 'k3f-9_A' }],
    ['/table/k3f', { is: 'table', id: 'k3f' }],
  ])('%s', (path, page) => expect(route(path)).toEqual(page));

  it('of a deal has the card in it', () => {
    expect(route('/t/k3f/deal/7')).toEqual({ is: 'deal', id: 'k3f', deal: 7, card: null, review: false });
    expect(route('/table/k3f/deal/7', '#0')).toEqual({ is: 'deal', id: 'k3f', deal: 7, card: 0, review: false });
    expect(route('/t/k3f/deal/7', '#29')).toEqual({ is: 'deal', id: 'k3f', deal: 7, card: 29, review: false });
    expect(route('/t/k3f/deal/7', '#x')).toEqual({ is: 'deal', id: 'k3f', deal: 7, card: null, review: false });
  });

  it.each(['/t/', '/t/a/b', '/t/a/deal/0', '/t/a/deal/x', '/newer', '/t/%2e%2e', '/player/'])('%s is nowhere', (path) =>
    expect(route(path)).toEqual({ is: 'lost' }),
  );

  it('is read as it was made', () => {
    expect(route(tablePath('k3f'))).toEqual({ is: 'table', id: 'k3f' });
    const [path, hash] = dealPath('k3f', 3, 12).split('#');
    expect(route(path!, `#${hash}`)).toEqual({ is: 'deal', id: 'k3f', deal: 3, card: 12, review: false });
    const [review, nth] = reviewPath('k3f', 3, 5).split('#');
    expect(route(review!, `#${nth}`)).toEqual({ is: 'deal', id: 'k3f', deal: 3, card: 5, review: true });
    expect(above(route(review!))).toBe('/table/k3f/deal/3');
    expect(route(matchPath('k3f'))).toEqual({ is: 'match', id: 'k3f' });
    expect(above(route(matchPath('k3f')))).toBe('/table/k3f');
    expect(route(againPath('k3f', 3, 17))).toEqual({ is: 'again', id: 'k3f', deal: 3, at: 17 });
    expect(above(route(againPath('k3f', 3, 17)))).toBe(review);
    expect(route(fairPath('k3f', 3))).toEqual({ is: 'fair', id: 'k3f', deal: 3 });
    expect(lawPath('P-3.3.9', '?reason=late')).toBe('/laws/P?reason=late#P-3.3.9');
    expect(route(playerPath('a1'))).toEqual({ is: 'player', who: 'a1' });
  });
});

describe('the five headings', () => {
  const PAGES = Object.keys(UNDER) as (keyof typeof UNDER)[];

  it.each(PAGES)('%s is at most two taps from one', (page) => {
    const way: string[] = [];
    for (let at: Page['is'] | undefined = page; at !== undefined && at !== 'lost'; at = UNDER[at].from) {
      expect(way).not.toContain(at);
      expect(UNDER[at].heading).toBe(UNDER[page].heading);
      way.push(at);
    }
    // The last of them has a link on the heading's own page, if it is not that page.
    const own = route(HEADINGS[UNDER[page].heading]).is;
    expect(way.length - (way.at(-1) === own ? 1 : 0)).toBeLessThanOrEqual(2);
  });

  it('have pages of their own', () => {
    for (const [heading, path] of Object.entries(HEADINGS)) expect(headingOf(route(path))).toBe(heading);
  });

  it('take back who came from nowhere', () => {
    expect(above(route('/event/e1/hall'))).toBe('/event/e1');
    expect(above(route('/table/k3f/deal/3/fair'))).toBe('/table/k3f/deal/3');
    expect(above(route('/table/k3f/deal/3'))).toBe('/table/k3f');
    expect(above(route('/keep/k1'))).toBe('/keep');
    expect(above(route('/keep'))).toBe('/arbiter');
    for (const path of ['/rules', '/words', '/learn/bridge/trick']) expect(above(route(path)), path).toBe('/learn');
    expect(above(route('/rules/bridge'))).toBe('/rules');
    expect(above(route('/league/l1'))).toBe('/leagues');
    expect(above(route('/nowhere'))).toBe('/');
  });
});
