// What deals were worth: asked from the club once a page, shared by the result, the list and the sheet.

import { ask } from '../../core/api';
import type { Analysis } from './types';

export type Asked = { readonly state: 'loading' | 'failed' } | { readonly state: 'there'; readonly of: Analysis };

const known = $state<Record<string, Asked>>({});

const key = (table: string, deal: number) => `${table}/${deal}`;

/** What is known of a deal by now; nothing: nobody has asked. */
export const analysis = (table: string, deal: number): Asked | null => known[key(table, deal)] ?? null;

/** Ask for it, unless it is known or on its way; a failure may be asked again. */
export async function analyse(table: string, deal: number): Promise<void> {
  const at = key(table, deal);
  if (known[at] && known[at].state !== 'failed') return;
  known[at] = { state: 'loading' };
  try {
    const of: Analysis = await ask(`/api/tables/${encodeURIComponent(table)}/deals/${deal}/analysis`);
    known[at] = { state: 'there', of };
  } catch {
    known[at] = { state: 'failed' }; // the page says so and lets one ask again
  }
}
