// The page that is shown, by the address.

import { route, type Page } from './core/routes';

export type { Page } from './core/routes';

const read = (): Page => route(location.pathname, location.hash);
let now = $state.raw<Page>(read());
const again = () => (now = read());
addEventListener('popstate', again);
addEventListener('hashchange', again);

export const page = (): Page => now;

export function go(path: string): void {
  history.pushState(null, '', path);
  now = read();
  scrollTo(0, 0);
}

/** The address changes, and "back" does not lead to every step between: for a slider. */
export function slide(path: string): void {
  history.replaceState(null, '', path);
  now = read();
}

/** For links: go without loading, unless the person wants another tab. */
export function follow(event: MouseEvent): void {
  const link = (event.currentTarget as HTMLAnchorElement).getAttribute('href');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link);
}
