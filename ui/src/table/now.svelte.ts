// The passing time in seconds, for counters on the page; it runs only while the page shows one.

import { createSubscriber } from 'svelte/reactivity';

const tick = createSubscriber((update) => {
  const ticking = setInterval(update, 1_000);
  return () => clearInterval(ticking);
});

export function now(): number {
  tick();
  return Date.now();
}
