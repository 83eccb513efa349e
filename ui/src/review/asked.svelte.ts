// Post-mortems by deal: asked from the club once a page.

import { Refused } from '../core/api';
import { going, reviewOf } from '../core/review';
import { line } from '../events/refusal';
import type { ReviewTold } from '../wire.gen';

export type Asked =
  | { readonly state: 'loading'; readonly done: number; readonly of: number } // 0 of 0: it has not begun
  | { readonly state: 'failed'; readonly why: string } // empty: no answer
  | { readonly state: 'there'; readonly of: ReviewTold };

const known = $state<Record<string, Asked>>({});
const key = (table: string, deal: number) => `${table}/${deal}`;

/** What is known of a deal by now; null: nobody has asked. */
export const asked = (table: string, deal: number): Asked | null => known[key(table, deal)] ?? null;

/** Ask for it, unless it is known or on its way; a failure may be asked again. */
export async function askFor(table: string, deal: number): Promise<void> {
  const at = key(table, deal);
  if (known[at] && known[at].state !== 'failed') return;
  known[at] = { state: 'loading', done: 0, of: 0 };
  try {
    // The club answers within about a second, with the post-mortem or with how far it is.
    for (;;) {
      const told = await reviewOf(table, deal);
      if (!going(told)) {
        known[at] = { state: 'there', of: told };
        return;
      }
      known[at] = { state: 'loading', ...told };
    }
  } catch (error) {
    known[at] = { state: 'failed', why: error instanceof Refused ? line(error) : '' };
  }
}
