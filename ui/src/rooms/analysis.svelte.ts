// What deals were worth with open cards: asked from the club once a page, shared by the result, the list and the sheet.

import { ask } from '../core/api';

/** An answer of the club; what stands in it is the game's own. */
export type Asked<Analysis> =
  { readonly state: 'loading' | 'failed' } | { readonly state: 'there'; readonly of: Analysis };

const known = $state<Record<string, Asked<unknown>>>({});

const key = (table: string, deal: number) => `${table}/${deal}`;

/** What is known of a deal by now; nothing: nobody has asked. A table has one game, so the caller knows what it is. */
export const analysis = <Analysis>(table: string, deal: number): Asked<Analysis> | null =>
  (known[key(table, deal)] as Asked<Analysis> | undefined) ?? null;

/** Ask for it, unless it is known or on its way; a failure may be asked again. */
export async function analyse(table: string, deal: number): Promise<void> {
  const at = key(table, deal);
  if (known[at] && known[at].state !== 'failed') return;
  known[at] = { state: 'loading' };
  try {
    const of: unknown = await ask(`/api/tables/${encodeURIComponent(table)}/deals/${deal}/analysis`);
    known[at] = { state: 'there', of };
  } catch {
    known[at] = { state: 'failed' }; // the page says so and lets one ask again
  }
}
