// A table with bots, opened and gone to at once.

import { Refused } from '../core/api';
import { newTable } from '../core/club';
import { tablePath } from '../core/routes';
import { atOnce, remember, type Setup } from '../games/setup';
import { ask, me } from '../me.svelte';
import { go } from '../router.svelte';
import { settings, t } from '../settings.svelte';

/** Sit down; returns why that cannot be, in words, or nothing. */
export async function sitDown(setup: Setup): Promise<string> {
  try {
    const table = await newTable(atOnce(setup, settings.name || me()?.nick || ''));
    remember(setup);
    void ask();
    go(tablePath(table));
    return '';
  } catch (error) {
    return error instanceof Refused ? (await import('../events/refusal')).read(error) : t('home.failed');
  }
}
