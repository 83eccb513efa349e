// Preferans at the table.

import { claims } from './actions';
import { reading } from './reading';
import { heading, standing } from './standing';
import type { Preferans, View } from './types';
import { define } from '../../table/client';
import Action from './Action.svelte';
import Centre from './Centre.svelte';
import Claim from './Claim.svelte';
import Customs from './Customs.svelte';
import Deal from './Deal.svelte';
import Deals from './Deals.svelte';
import Dispute from './Dispute.svelte';
import End from './End.svelte';
import Guarantee from './Guarantee.svelte';
import Line from './Line.svelte';
import Lot from './Lot.svelte';
import Mine from './Mine.svelte';
import Notes from './Notes.svelte';
import Result from './Result.svelte';
import Sheet from './Sheet.svelte';

/** I play against the declarer with cards of my own. */
const defends = ({ seat, declarer, hands }: View): boolean =>
  seat !== null && declarer !== null && seat !== declarer && (hands[seat]?.count ?? 0) > 0;

export default define<Preferans>({
  name: 'preferans',
  title: 'table.sheet',
  reading,
  parts: { Line, Centre, Action, Mine, Lot, Customs, Result, End, Sheet, Deals, Deal },
  panels: [
    {
      id: 'claim',
      title: 'act.claim',
      short: 'act.claim.short',
      icon: 'hand',
      key: 'KeyC',
      on: ({ view }) => view !== null && view.claim === null && claims(view).length > 0,
      part: Claim,
    },
    {
      id: 'notes',
      title: 'notes.title',
      icon: 'terms',
      key: 'KeyZ',
      on: ({ view, table }) =>
        view?.contract === 'misere' &&
        view.phase === 'play' &&
        defends(view) &&
        table?.conventions['misere.write_layout'] !== false,
      part: Notes,
    },
    {
      id: 'guarantee',
      title: 'bet.title',
      icon: 'flag',
      on: ({ view, room, table }) =>
        view !== null &&
        view.phase === 'play' &&
        view.contract !== 'allpass' &&
        defends(view) &&
        table?.conventions['whist.plan_dispute'] === 'side_bet' &&
        !(room?.contracts ?? []).some(({ points }) => points === null),
      part: Guarantee,
    },
    {
      id: 'dispute',
      title: 'dispute.title',
      short: 'dispute.short',
      icon: 'flag',
      on: ({ room, table }) => table?.chair != null && (room?.bench?.objects ?? []).includes(table.chair),
      part: Dispute,
    },
  ],
  keys: [
    ['1–9, 0', 'keys.digits'],
    ['P', 'keys.pass'],
    ['M', 'keys.misere'],
    ['W', 'keys.whist'],
    ['C', 'keys.claim'],
  ],
  standing,
  heading,
});
