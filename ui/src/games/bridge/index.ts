// Bridge, as the page finds it.

import type { WordFile } from '../../core/i18n';
import type { Game } from '../game';

const game: Game = {
  name: 'bridge',
  words: import.meta.glob<WordFile>('./words/*.ts'),
  client: () => import('./client'),
  replay: () => import('./replay'),
  setup: {
    base: 'rubber',
    players: 4,
    changes: {},
    overlays: [],
    automatic: {},
    length: { option: 'deals', values: [4, 8, 16, 24], only: ['duplicate', 'teams'] },
    only: {
      chicago: [4],
      'chicago-old': [4],
      'chicago-russian': [4],
      'chicago-duplicate': [4],
      duplicate: [4],
      teams: [4],
    },
    groups: {
      form: 'form',
      first_board: 'form',
      vulnerability: 'form',
      chicago_vul: 'form',
      chicago_passed_out: 'form',
      pivot_tour: 'form',
      honours: 'honours',
      honours_claim: 'honours',
      unfinished: 'score',
      compare: 'compare',
      mp_unit: 'compare',
      vp_scale: 'compare',
      series_min_half: 'compare',
      two_hand_end: 'few',
      three_hand_auction: 'few',
      explain: 'round',
      review_after_lead: 'round',
      dummy_sees_all: 'round',
      laws: 'round',
      table: 'table',
    },
    order: ['form', 'score', 'honours', 'compare', 'round', 'few', 'table'],
    rest: 'score',
  },
};

export default game;
