// The games of the club. A game is a folder here and a line below; what it must bring, `game.ts` says. Its words stand in the folder of each language.

import bridge from './bridge';
import deberts from './deberts';
import type { Game } from './game';
import preferans from './preferans';
import type { GameClient } from '../table/client';

export const GAMES: readonly Game[] = [preferans, bridge, deberts];

/** A game that has a folder here. */
export const gameNamed = (name: string): Game | undefined => GAMES.find((game) => game.name === name);

/** A game at the table; one without a folder gets the plain page. */
export async function clientOf(name: string): Promise<GameClient> {
  const game = gameNamed(name);
  return game ? (await game.client()).default : (await import('./plain/client')).plain(name);
}
