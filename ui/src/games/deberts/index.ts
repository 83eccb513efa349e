// Deberts, as the page finds it.

import type { WordFile } from '../../core/i18n';
import type { Game } from '../game';

const game: Game = {
  name: 'deberts',
  words: import.meta.glob<WordFile>('./words/*.ts'),
  client: () => import('./client'),
  replay: () => import('./replay'),
  setup: {
    base: 'moscow',
    players: 2,
    changes: {},
    overlays: [],
    automatic: {},
    length: { option: 'target', values: [301, 501, 1001] },
    groups: {
      first_dealer: 'deal', min_cut: 'deal', next_dealer: 'deal', dealer_on_tie: 'deal', open_bottom_card: 'deal',
      passed_out: 'auction', exchange7: 'melds', exchange7_first_six: 'melds', hundred: 'melds', bella_optional: 'melds',
      suggest_height_question: 'melds', must_beat: 'play', hanging: 'count', winner_takes_all: 'count', bait_fine: 'count',
      bait_fine_every: 'count', bare_fine: 'count', bare_fine_every: 'count', table: 'table',
    }, // prettier-ignore
    order: ['party', 'deal', 'auction', 'melds', 'play', 'count', 'table'],
    rest: 'party',
  },
};

export default game;
