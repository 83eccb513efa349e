// How tables are told of in lists.

import { lengthOf, presetOf, type Setup } from '../games/setup';
import { called, t, tt } from '../settings.svelte';

export const presetName = (preset: string): string =>
  preset
    .split('+')
    .map((part) => tt(`preset.${part}`))
    .join(' + ');

export const playersOf = (n: number): string => tt(`players.${n}`);

/** What is played, in a line: `Сочинка, втроём, до 20`. */
export function termsOf(setup: Setup): string {
  const length = lengthOf(setup);
  return [presetName(presetOf(setup)), playersOf(setup.players), length && t('setup.length', { n: length }, setup.game)]
    .filter(Boolean)
    .join(', ');
}

/** Who sits at a table; nobody stands for a free chair. */
export function people(
  nicks: readonly (string | null)[],
  players: number,
  bots: readonly (string | null)[] = [],
): string {
  const named = nicks.flatMap((nick, at) =>
    nick === null ? [] : [called(nick, bots[at] ?? (isBot(nick) ? '' : null))],
  );
  const free = players - named.length;
  return [...named, ...(free > 0 ? [t('room.free', { n: free })] : [])].join(', ');
}

/** The others at a table where one of them is me. */
export function others(nicks: readonly (string | null)[], players: number, mine: string): string {
  const at = nicks.indexOf(mine);
  return at < 0 ? people(nicks, players) : people([...nicks.slice(0, at), ...nicks.slice(at + 1)], players - 1);
}

/** The club's own bots have names of their own; lists of nicknames do not say who is one. */
const isBot = (nick: string): boolean => tt(`bot.${nick}`) !== `bot.${nick}`;
