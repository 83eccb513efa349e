import { settings } from '../settings.svelte';

/** A moment in short, in milliseconds since 1970. */
export const when = (ts: number): string =>
  new Date(ts).toLocaleString(settings.lang, { dateStyle: 'short', timeStyle: 'short' });
