// The games of the club. A game is a folder here and its name below; what it must bring, `game.ts` says. Its words stand in the folder of each language.

import type { Game } from './game';
import type { GameClient } from '../table/client';

const folders = import.meta.glob<Game>('./*/index.ts', { eager: true, import: 'default' });

export const GAMES = ['preferans', 'bridge', 'deberts'].map((name): Game => folders[`./${name}/index.ts`]!);

/** A game that has a folder here. */
export const gameNamed = (name: string): Game | undefined => GAMES.find((game) => game.name === name);

/** A game at the table; one without a folder gets the plain page. */
export async function clientOf(name: string): Promise<GameClient> {
  const game = gameNamed(name);
  return game ? (await game.client()).default : (await import('./plain/client')).plain(name);
}
