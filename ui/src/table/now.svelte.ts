// The time in seconds that go by, for whatever counts them on the page; it runs only while somebody looks.

import { createSubscriber } from 'svelte/reactivity';

const tick = createSubscriber((update) => {
  const ticking = setInterval(update, 1_000);
  return () => clearInterval(ticking);
});

export function now(): number {
  tick();
  return Date.now();
}
