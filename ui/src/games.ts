// The games of the club; a game's part is loaded when somebody sits down to it.

import type { GameClient } from './table/client';

const GAMES: Readonly<Record<string, () => Promise<{ default: GameClient }>>> = {
  preferans: () => import('./preferans'),
  deberts: () => import('./deberts'),
  bridge: () => import('./bridge'),
};

/** A game's part of the client, or null if this page does not know the game. */
export async function gameClient(name: string): Promise<GameClient | null> {
  const load = GAMES[name];
  return load ? (await load()).default : null;
}
