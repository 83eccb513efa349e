// A table that waits for players: who sits, who has accepted the card, and its changes since my last look.

import type { FromFile, Here, Player, Room, TableInfo, TableTerms } from './wire';

export interface Place {
  readonly chair: number;
  readonly player: Player | null; // null: free
  readonly mine: boolean;
  readonly owner: boolean;
  readonly accepted: boolean; // bots have nothing against any card
  readonly away: boolean;
}

export function places(table: TableInfo, room: Room, here: Here): readonly Place[] {
  return [...table.players]
    .sort((a, b) => a.chair - b.chair)
    .map((player) => {
      const taken = player.nick !== '' && player.nick !== null;
      const bot = player.bot !== null;
      return {
        chair: player.chair,
        player: taken || bot ? player : null,
        mine: player.chair === table.chair,
        owner: player.chair === table.owner,
        accepted: bot || (taken && room.accepted.includes(player.chair)),
        away: taken && !bot && player.chair !== table.chair && !here.online.includes(player.chair),
      };
    });
}

/** My next step; the page has one bright button at a time. */
export type Step = 'sit' | 'full' | 'accept' | 'invite' | 'wait';

export function step(table: TableInfo, all: readonly Place[]): Step {
  const free = all.some(({ player }) => player === null);
  if (table.chair === null) return free ? 'sit' : 'full';
  const mine = all.find((place) => place.mine);
  if (mine && !mine.accepted) return 'accept';
  return free ? 'invite' : 'wait';
}

/** The card for a reader: every option that differs from its preset, and the further terms. */
export interface Card {
  readonly hash: string;
  readonly preset: string;
  readonly diff: Readonly<Record<string, readonly [preset: unknown, here: unknown]>>;
  readonly terms: TableTerms;
  readonly file: FromFile | null;
}

export const cardOf = ({ card, preset, diff, terms, file }: TableInfo): Card => ({
  hash: card,
  preset,
  diff,
  terms,
  file,
});

export type Change =
  | { readonly of: 'preset'; readonly was: string; readonly now: string }
  | { readonly of: 'option'; readonly option: string; readonly was: unknown; readonly now: unknown }
  | { readonly of: 'file'; readonly was: FromFile | null; readonly now: FromFile | null }
  | { readonly of: 'term'; readonly term: keyof TableTerms; readonly was: unknown; readonly now: unknown };

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The changes of a card. Between presets only the differences from them are told, for the rest is the preset's. */
export function changes(was: Card, now: Card): readonly Change[] {
  if (was.hash === now.hash) return [];
  const found: Change[] = [];
  if (was.preset !== now.preset) found.push({ of: 'preset', was: was.preset, now: now.preset });
  if (!same(was.file, now.file)) found.push({ of: 'file', was: was.file, now: now.file });
  for (const option of new Set([...Object.keys(was.diff), ...Object.keys(now.diff)])) {
    const [before, after] = [was.diff[option], now.diff[option]];
    // An option that no longer differs stands as its preset has it, and the other way round.
    const [a, b] = [before ? before[1] : after?.[0], after ? after[1] : before?.[0]];
    if (!same(a, b)) found.push({ of: 'option', option, was: a, now: b });
  }
  for (const term of Object.keys(now.terms) as (keyof TableTerms)[]) {
    if (!same(was.terms[term], now.terms[term]))
      found.push({ of: 'term', term, was: was.terms[term], now: now.terms[term] });
  }
  return found;
}

/** Terms that are worth a line: those that say something. */
export function spoken(terms: TableTerms): readonly (keyof TableTerms)[] {
  const all: readonly (keyof TableTerms)[] = [
    'whist_value', 'pulkas', 'until', 'chat_in_play', 'tempo_mask', 'kibitzers', 'invited', 'hints', 'rated', 'unpaced', 'clock',
    'move_time', 'deal_time',
  ]; // prettier-ignore
  return all.filter((term) => {
    const value = terms[term];
    if (term === 'pulkas') return value !== 1;
    if (term === 'invited') return terms.invited.length > 0;
    if (term === 'kibitzers') return value === false;
    if (term === 'clock') return value !== 'none';
    if (term === 'move_time' || term === 'deal_time') return terms.clock === 'bank';
    return value !== null && value !== false;
  });
}
