// Deberts: the terms, their names and values.

import type { SameOptions } from './index';
import type ru from './ru.deberts.options';

const options: SameOptions<typeof ru> = {
  target: ['Party to', {}],
  both_reached: ['Both have it', { last_trick: 'the last trick decides', more_points: 'points decide' }],
  match_points: ['A party won is worth', { '1': 'one point', difference: 'the difference' }],
  closing: ['A party may be closed', {}],
  closing_counts: ['Closing counts', { 'combos+bella+tricks': 'melds, bella and tricks' }],
  first_dealer: ['Who deals first', { ace_draw: 'who draws an ace', random: 'any lot' }],
  min_cut: ['Cards in a part of the cut, at least', {}],
  next_dealer: ['Who deals next', { winner: 'who got more points', alternate: 'in turn' }],
  dealer_on_tie: [
    'Who deals after a hanging bait',
    { by_record: 'who wrote more', same: 'the same', alternate: 'the other' },
  ],
  open_bottom_card: ['The bottom card is shown', {}],
  passed_out: [
    'When all pass',
    { redeal: 'the other deals', last_must: 'the last one must play', obligation: 'after two the dealer must play' },
  ],
  exchange7: ['Who may swap the seven', { either: 'either', declarer_only: 'the declarer', off: 'nobody' }],
  exchange7_first_six: ['Only a seven of the first six is swapped', {}],
  hundred: ['Five in a row are a hundred', {}],
  bella_optional: ['A bella need not be declared', {}],
  suggest_height_question: ['The table offers only the right words', {}],
  must_beat: ['Trumps led must be beaten', { trump_lead: 'yes', never: 'no' }],
  hanging: [
    'Equal points',
    {
      accumulate: 'hang together',
      queue: 'hang in a queue',
      burn: 'hang for one deal',
      bait: 'are bait',
      keep: 'are each one’s own',
    },
  ],
  winner_takes_all: ['The winner takes all', {}],
  bait_fine: ['Fine for repeated baits', {}],
  bait_fine_every: ['Fined: every so manyth bait', {}],
  bare_fine: ['Fine for deals without a trick', {}],
  bare_fine_every: ['Fined: every so manyth such deal', {}],
};

export default options;
