// Bridge at the table.

import { reading } from './reading';
import { claims } from './table';
import type { Bridge } from './types';
import { define } from '../../table/client';
import Action from './Action.svelte';
import AuctionNow from './AuctionNow.svelte';
import Centre from './Centre.svelte';
import Claim from './Claim.svelte';
import Deal from './Deal.svelte';
import Deals from './Deals.svelte';
import End from './End.svelte';
import Line from './Line.svelte';
import Lot from './Lot.svelte';
import Mine from './Mine.svelte';
import Open from './Open.svelte';
import Result from './Result.svelte';
import Sheet from './Sheet.svelte';

export default define<Bridge>({
  name: 'bridge',
  title: 'br.title',
  reading,
  parts: { Line, Centre, Action, Mine, Open, Lot, Result, End, Sheet, Deals, Deal },
  panels: [
    {
      id: 'claim',
      title: 'br.act.claim.title',
      short: 'br.act.claim',
      icon: 'flag',
      key: 'KeyC',
      on: (game) => game.view !== null && game.view.claim === null && claims(game.view).length > 0 && !game.sent,
      part: Claim,
    },
    {
      // After the lead only where the table agreed to review it (B-LAW-REV-3); before it stands on the cloth.
      id: 'auction',
      title: 'br.auction',
      icon: 'talk',
      key: 'KeyB',
      on: ({ view }) => view !== null && view.phase === 'play' && view.review && view.tabled.length > 0,
      part: AuctionNow,
    },
  ],
  keys: [
    ['1–7', 'br.keys.level'],
    ['P', 'keys.pass'],
    ['X', 'br.keys.double'],
    ['M', 'br.keys.meaning'],
    ['C', 'br.keys.claim'],
    ['B', 'br.auction'],
  ],
  nth: (last, sheet) => (sheet.form === 'duplicate' ? last.board : last.number),
  standing: (sheet) => sheet.totals,
  heading: (sheet) => {
    if (sheet.form === 'duplicate') return ['br.boards.title', { n: sheet.deals.length, of: sheet.boards ?? 0 }];
    if (sheet.rubbers > 1) return ['br.rubber.nth', { n: sheet.rubber, of: sheet.rubbers }];
    return [sheet.form === 'chicago' ? 'br.chicago.title' : 'br.rubber.title', {}];
  },
});
