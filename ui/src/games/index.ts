// The games of the club. A game is a folder here and a line below; what it must bring, `game.ts` says.

import { wordsFrom } from '../core/i18n';
import bridge from './bridge';
import deberts from './deberts';
import type { Game } from './game';
import preferans from './preferans';

export const GAMES: readonly Game[] = [preferans, bridge, deberts];

/** A game that this page knows. */
export const gameNamed = (name: string): Game | undefined => GAMES.find((game) => game.name === name);

for (const { name, words } of GAMES) wordsFrom(name, words);
