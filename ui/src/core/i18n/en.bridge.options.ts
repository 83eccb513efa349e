// Bridge: the terms, their names and values.

import type { SameOptions } from './index';
import type ru from './ru.bridge.options';

const options: SameOptions<typeof ru> = {
  form: ['Game', { rubber: 'rubber', chicago: 'Chicago', duplicate: 'duplicate' }],
  deals: ['Deals', { by_games: 'until the rubber ends' }],
  first_board: ['Number of the first board', {}],
  boards: ['Numbers of the boards', {}],
  vulnerability: ['Vulnerability', { by_games: 'by games won', chicago: 'in turn', board: 'by the board' }],
  chicago_vul: [
    'Vulnerable in deals two and three',
    { modern: 'the side that does not deal', old: 'the dealing side' },
  ],
  chicago_passed_out: ['All pass at Chicago', { redeal: 'the same deals again', counts: 'it is a deal' }],
  pivot_tour: ['A tour: three rubbers, each with another partner', {}],
  part_scores: ['Part-scores', { carry: 'add up to a game', none: 'every deal stands alone' }],
  part_bonus: ['For a part-score', {}],
  rubber_bonus: [
    'For the rubber',
    { '700_500': '700 in two games, 500 in three', game200_rubber700: '200 a game, 700 the rubber' },
  ],
  rubber_bonus_variant: ['The last game brings then', { '700_only': '700 alone', '200_plus_700': '200 and 700' }],
  clean_rubber: ['Rubber in two games', {}],
  insult: ['For making it doubled, redoubled', {}],
  nv_doubled_penalty: [
    'Doubled undertricks, not vulnerable',
    { '100_200_200_300': '100, 200, 200, then 300 each', '100_200': '100, then 200 each' },
  ],
  honours: ['Honours count', {}],
  honours_claim: [
    'Honours are declared',
    { after_play: 'after the play', after_auction: 'after the auction', automatic: 'by themselves' },
  ],
  chicago_game_bonus: ['Game at Chicago', { '300/500': '300, vulnerable 500', none: 'nothing' }],
  chicago_part_bonus: ['Part-score at the end of Chicago', {}],
  'unfinished.game': ['Game in an unfinished rubber', {}],
  'unfinished.part': ['Part-score in an unfinished rubber', {}],
  rubber_points: ['A rubber counts', { raw: 'its points', hundreds: 'in hundreds' }],
  compare: [
    'Compared',
    { none: 'not at all', russian_target: 'with the target for the points', matchpoints: 'matchpoints', imps: 'IMPs' },
  ],
  mp_unit: ['Matchpoints for a worse result', {}],
  vp_scale: ['Victory points', { off: 'none', '24 boards': 'table for 24 boards', wbf: 'WBF scale, by formula' }],
  series_min_half: ['A series is half the match at least', {}],
  two_hand_end: ['The auction of two ends', { one_pass: 'with the first pass' }],
  three_hand_auction: ['The auction of three', { source: 'the pair first, then the soloist', free: 'all in turn' }],
  explain: ['Who explains a call', { partner: 'partner, when asked', self: 'the caller; partner does not see it' }],
  review_after_lead: ['After the lead', { contract_only: 'only the contract is told', always: 'the auction stays' }],
  dummy_sees_all: ['Dummy sees all hands', {}],
};

export default options;
