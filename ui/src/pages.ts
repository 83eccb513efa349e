// The pages of the client, each loaded when somebody goes there.

import type { Component } from 'svelte';
import { loadRest, type Key } from './core/i18n';
import type { Page } from './core/routes';
import { settings } from './settings.svelte';

interface Kind {
  readonly title: Key | null; // null: the page has the name of the club
  readonly load: () => Promise<{ default: Component<never> }>;
}

const PAGES: Readonly<Record<Page['is'], Kind>> = {
  door: { title: null, load: () => import('./screens/Home.svelte') },
  new: { title: 'setup.title', load: () => import('./screens/NewTable.svelte') },
  table: { title: 'page.table', load: () => import('./screens/TableScreen.svelte') },
  deal: { title: 'page.deal', load: () => import('./screens/Replay.svelte') },
  match: { title: 'page.match', load: () => import('./screens/MatchReview.svelte') },
  again: { title: 'page.again', load: () => import('./screens/Again.svelte') },
  fair: { title: 'page.fair', load: () => import('./screens/Fair.svelte') },
  me: { title: 'page.me', load: () => import('./screens/Account.svelte') },
  player: { title: 'page.player', load: () => import('./screens/Player.svelte') },
  ratings: { title: 'page.ratings', load: () => import('./screens/Ratings.svelte') },
  conduct: { title: 'page.conduct', load: () => import('./screens/Conduct.svelte') },
  desk: { title: 'page.desk', load: () => import('./screens/Desk.svelte') },
  laws: { title: 'page.laws', load: () => import('./screens/Laws.svelte') },
  rules: { title: 'page.rules', load: () => import('./screens/Rules.svelte') },
  words: { title: 'page.words', load: () => import('./screens/Words.svelte') },
  programs: { title: 'page.programs', load: () => import('./screens/Programs.svelte') },
  operator: { title: 'page.operator', load: () => import('./screens/Operator.svelte') },
  keep: { title: 'page.keep', load: () => import('./screens/Keep.svelte') },
  event: { title: 'page.event', load: () => import('./screens/Event.svelte') },
  wall: { title: 'page.event', load: () => import('./screens/Wall.svelte') },
  hall: { title: 'page.hall', load: () => import('./screens/Hall.svelte') },
  cup: { title: 'page.cup', load: () => import('./screens/Cup.svelte') },
  league: { title: 'page.league', load: () => import('./screens/League.svelte') },
  leagues: { title: 'page.leagues', load: () => import('./screens/Leagues.svelte') },
  events: { title: 'page.events', load: () => import('./screens/Events.svelte') },
  lesson: { title: 'page.lesson', load: () => import('./screens/Lesson.svelte') },
  problem: { title: 'page.problem', load: () => import('./screens/Problem.svelte') },
  problems: { title: 'page.problems', load: () => import('./screens/Problems.svelte') },
  days: { title: 'page.days', load: () => import('./screens/Days.svelte') },
  day: { title: 'page.days', load: () => import('./screens/Day.svelte') },
  challenge: { title: 'page.challenge', load: () => import('./screens/Challenge.svelte') },
  cups: { title: 'page.cups', load: () => import('./screens/Events.svelte') },
  learn: { title: 'page.learn', load: () => import('./screens/Learn.svelte') },
  arbiter: { title: 'page.arbiter', load: () => import('./screens/Arbiter.svelte') },
  lost: { title: 'page.lost', load: () => import('./screens/Lost.svelte') },
};

export const titleOf = (page: Page): Key | null => PAGES[page.is].title;

/** The component of a page with its words; it takes the page's own fields (`id`, `deal`, …). Rejects if it cannot be fetched. */
export async function load(page: Page): Promise<Component<Record<string, unknown>>> {
  const [found] = await Promise.all([PAGES[page.is].load(), page.is === 'door' ? null : loadRest(settings.lang)]);
  return found.default as unknown as Component<Record<string, unknown>>;
}
