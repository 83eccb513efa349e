// A game that has no folder here, at the table: hands, the trick, what may be done as buttons, the outcome as a table.

import { define, type GameClient } from '../../table/client';
import Action from './Action.svelte';
import Centre from './Centre.svelte';
import Deal from './Deal.svelte';
import Deals from './Deals.svelte';
import End from './End.svelte';
import Line from './Line.svelte';
import Mine from './Mine.svelte';
import { reading } from './reading';
import Result from './Result.svelte';
import Sheet from './Sheet.svelte';
import type { Plain } from './types';

/** The client of any game. */
export const plain = (name: string): GameClient =>
  define<Plain>({
    name,
    title: 'table.sheet',
    reading,
    parts: { Line, Centre, Action, Mine, Result, End, Sheet, Deals, Deal },
    panels: [],
    keys: [],
    heading: () => ['table.sheet', {}],
  });
