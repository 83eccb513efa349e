// The people here. The club's clock says since when a chair is empty; changes that we see are timed by our clock.

import type { Here } from '../wire';

/** By chair: empty since, by this page's clock, ms. */
export type Away = Readonly<Record<number, number>>;

/** The absent players now. before: our last knowledge; null: we have just come, and must believe the club's clock. */
export function away(known: Away, here: Here, before: Here | null, now: number): Away {
  return Object.fromEntries(
    Object.entries(here.since).map(([chair, since]) => {
      const at = Number(chair);
      const same = before?.since[at] === since;
      const from = same && known[at] !== undefined ? known[at] : before === null ? Math.min(since, now) : now;
      return [chair, from];
    }),
  );
}

/** `0:23`, `12:05`, `1:02:00`. */
export function clock(ms: number): string {
  const all = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
