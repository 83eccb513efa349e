// What accounts are called, asked once each: a table card names accounts alone.

import { profile } from '../core/account';
import { called } from '../settings.svelte';

const nicks = $state<Record<string, string>>({});
const asked: Record<string, true> = {};

/** A name; dots until the club has said it, the account itself if it knows none. */
export function nameOf(account: string): string {
  if (!(account in asked)) {
    asked[account] = true;
    profile(account).then(
      ({ nick }) => (nicks[account] = nick),
      () => (nicks[account] = account),
    );
  }
  const nick = nicks[account];
  return nick === undefined ? '…' : called(nick, null);
}
