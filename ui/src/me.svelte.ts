// Who I am to the club, as far as this page knows; asked once, and told by whoever changes it.

import { whoAmI } from './core/account';
import type { Me } from './wire.gen';

let known = $state.raw<{ readonly me: Me | null; readonly asked: boolean }>({ me: null, asked: false });
let asking: Promise<Me | null> | null = null;

/** Null: no session yet, or not known yet. Asks when it is first wanted. */
export function me(): Me | null {
  if (!known.asked) void ask();
  return known.me;
}

export function became(now: Me | null): void {
  known = { me: now, asked: true };
}

/** Ask the club who I am; null too when it does not answer. */
export function ask(): Promise<Me | null> {
  asking ??= whoAmI()
    .catch(() => null)
    .then((found) => {
      asking = null;
      became(found);
      return found;
    });
  return asking;
}
