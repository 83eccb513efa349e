// The service worker: the shell and the assets with a hash in their names, nothing else. What the club says (/api),
// tables and hands never come near a cache. `scripts/worker.mjs` writes the list of files in when the page is built.

const VERSION = '__VERSION__';
const SHELL = __SHELL__; // what a page needs to start
const CACHE = `kozyr-${VERSION}`;
const WAIT_MS = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(keys.filter((key) => key !== CACHE).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});

// A newer build waits until the person says so.
self.addEventListener('message', (event) => {
  if (event.data === 'now') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(asset(event));
  else if (request.mode === 'navigate' && !/^\/(?:api|ws|metrics|health)(?:\/|$)/.test(url.pathname))
    event.respondWith(page(request));
});

/** What has a hash in its name never changes. Where it cannot be kept, the page has it all the same. */
async function asset(event) {
  const { request } = event;
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    event.waitUntil(
      caches
        .open(CACHE)
        .then((cache) => cache.put(request, copy))
        .catch(() => undefined),
    );
  }
  return answer;
}

/** The page itself: from the club while it answers, so that a newer build is found; else the one that is kept. */
async function page(request) {
  const kept = () => caches.match('/');
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(WAIT_MS) });
    return answer.status >= 500 ? ((await kept()) ?? answer) : answer;
  } catch (error) {
    const found = await kept();
    if (found) return found;
    throw error;
  }
}
