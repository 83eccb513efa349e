// Which page is shown: `/`, `/new`, `/table/<id>`.

export type Page = { readonly is: 'home' } | { readonly is: 'new' } | { readonly is: 'table'; readonly id: string };

function read(): Page {
  const table = /^\/table\/([\w-]+)\/?$/.exec(location.pathname);
  if (table) return { is: 'table', id: table[1]! };
  return { is: location.pathname.startsWith('/new') ? 'new' : 'home' };
}

const now = $state<{ page: Page }>({ page: read() });
addEventListener('popstate', () => (now.page = read()));

export const page = (): Page => now.page;

export function go(path: string): void {
  history.pushState(null, '', path);
  now.page = read();
  scrollTo(0, 0);
}

/** For links: go without loading, unless the person wants another tab. */
export function follow(event: MouseEvent): void {
  const link = (event.currentTarget as HTMLAnchorElement).getAttribute('href');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link);
}
