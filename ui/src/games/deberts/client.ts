// Deberts at the table.

import { reading } from './reading';
import { turn } from './table';
import type { Deberts } from './types';
import { define } from '../../table/client';
import Action from './Action.svelte';
import Centre from './Centre.svelte';
import Close from './Close.svelte';
import Deal from './Deal.svelte';
import Deals from './Deals.svelte';
import End from './End.svelte';
import Line from './Line.svelte';
import Lot from './Lot.svelte';
import Mine from './Mine.svelte';
import Result from './Result.svelte';
import Sheet from './Sheet.svelte';

export default define<Deberts>({
  name: 'deberts',
  title: 'deb.party',
  reading,
  parts: { Line, Centre, Action, Mine, Lot, Result, End, Sheet, Deals, Deal },
  panels: [
    {
      id: 'close',
      title: 'deb.act.close',
      icon: 'flag',
      key: 'KeyC',
      on: (game) => game.view !== null && game.mine && !game.sent && turn(game.view).close !== null,
      part: Close,
    },
  ],
  keys: [
    ['1–9', 'deb.keys.words'],
    ['P', 'keys.pass'],
    ['C', 'deb.keys.close'],
  ],
  standing: (sheet) => sheet.points,
  heading: (sheet) => ['deb.party.to', { n: sheet.target }],
});
