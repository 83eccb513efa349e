// The page that is shown, by the address.

import { above, route, type Page } from './core/routes';

export type { Page } from './core/routes';

const read = (): Page => route(location.pathname, location.hash);
let now = $state.raw<Page>(read());
/** How many pages of the club lie behind this one; each entry of the browser's history has its own number. */
const stepOf = (state: unknown): number | null => (state as { step?: number } | null)?.step ?? null;
let steps = stepOf(history.state) ?? 0;
const again = () => {
  const step = stepOf(history.state);
  if (step === null)
    history.replaceState({ step: ++steps }, ''); // a link to a part of the page
  else steps = step;
  now = read();
};
if (stepOf(history.state) === null) history.replaceState({ step: 0 }, '');
addEventListener('popstate', again);
addEventListener('hashchange', again);

export const page = (): Page => now;

export function go(path: string): void {
  history.pushState({ step: ++steps }, '', path);
  now = read();
  scrollTo(0, 0);
}

/** The address changes, and "back" does not lead to every step between: for a slider. */
export function slide(path: string): void {
  history.replaceState({ step: steps }, '', path);
  now = read();
}

/** Where one came from; who came from nowhere goes to the page above this one. */
export function back(event?: MouseEvent): void {
  if (event && (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)) return;
  event?.preventDefault();
  if (steps > 0) history.back();
  else slide(above(now));
}

/** For links: go without loading, unless the person wants another tab. */
export function follow(event: MouseEvent): void {
  const link = (event.currentTarget as HTMLAnchorElement).getAttribute('href');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link);
}
