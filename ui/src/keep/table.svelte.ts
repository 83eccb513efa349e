// A kept sheet as the score of a table, so that the parts that draw a score at a table draw it here.

import { signed } from '../core/points';
import type { Kind } from '../core/wire';
import type { Session } from '../table/client';
import type { KeptSheet } from '../wire.gen';

/** What those parts ask a table for. */
export function asAtTable<K extends Kind>(kept: () => KeptSheet, you: () => string | null): Session<K> {
  const names = () => kept().sheet.names;
  const nick = (name: string | null | undefined): string => {
    const at = names().indexOf(name ?? '');
    return kept().players[at] ?? name ?? '';
  };
  const seat = (): string | null => names()[kept().players.indexOf(you() ?? '')] ?? null;
  const table = {
    get sheet() {
      return kept().sheet;
    },
    get named() {
      const players = names().map((name) => ({ name, nick: nick(name) }));
      return { id: kept().id, you: seat(), conventions: kept().conventions, players };
    },
    get standing() {
      const { settlement } = kept().sheet as unknown as {
        readonly settlement?: { readonly result: readonly (number | string)[] };
      };
      return (settlement?.result ?? []).map((points, at) => `${kept().players[at]} ${signed(points)}`).join(' · ');
    },
    nick,
    view: null,
    last: null,
  };
  return table as unknown as Session<K>;
}
