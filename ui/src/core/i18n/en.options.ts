// The terms of a table: what each is called, and its values.

import type { SameOptions } from './index';
import type ru from './ru.options';

const en: SameOptions<typeof ru> = {
  pool_target: ['Each pool is played to', {}],
  pool_mode: ['Pools', { help: 'one each, with help', common: 'one common sum' }],
  help_whists: ['Whists for a point of help', {}],
  length_mode: ['The pulka ends', { pool: 'when pools are full', deals: 'after so many deals' }],
  length_deals: ['How many deals', {}],
  pool_overflow: [
    'What is over when all pools are full',
    { hill: 'comes off the hill', forfeit: 'is lost', whists: 'becomes whists' },
  ],
  pool_point_whists: ['Whists in a pool point', {}],
  unit: ['Hill and whists are multiplied by', {}],
  shortfall_on_stop: ['A missing pool point, on the hill', {}],
  gusarik_hill: ['The hill in gusarik', { divisible: 'divided by two', indivisible: 'not divided' }],
  rounding: [
    'If it does not divide',
    {
      codex: 'move a hill by a point',
      exact: 'keep fractions',
      half_up: 'half a hundred goes up',
      half_down: 'half a hundred goes down',
    },
  ],
  settlement: ['Which count is shown', { mean: 'by the mean hill', pairwise: 'by pairs' }],
  early_stop: ['Ending early', { unanimous: 'if all agree', never: 'never' }],
  prizes: ['Prizes at the end (“jumps”)', {}],
  prize_first: ['Prize for the first full pool', {}],
  prize_hill: ['Prize for the lowest hill', {}],
  newcomer: ['A newcomer', { mean_against: 'enters with the means', not_allowed: 'cannot enter' }],
  consolation_for_waiting: ['Consolation for the waiting fifth', {}],
  seat_draw: ['Seats', { codex: 'the lowest card chooses', random: 'by lot' }],
  laws: ['Codex', { 'codex-1996': 'Lesnoy, 1996', 'club-003': 'of the club', 'source-001': 'of bridge' }],
  qualifying: ['Qualifying tournament', {}],

  'auction.jumps': ['Jump bids', { forbidden: 'forbidden', allowed: 'allowed' }],
  'auction.here': ['Who may say “here”', { first_hand: 'first hand', elder_hand: 'the elder of two', off: 'nobody' }],
  'auction.misere_beaten_by': ['Misère is outbid by', { nine: 'a nine', no_talon_chain: 'the chain without talon' }],
  'auction.after_nine_over_misere': ['After a nine over misère', { ladder: 'bidding goes on', stop: 'bidding ends' }],
  'auction.third_hand_silent_take': ['Third hand takes the talon silently', {}],
  'auction.third_hand_one_card_is_pass': ['One talon card opened is a pass', {}],

  'blind.pass': ['Blind pass', {}],
  'blind.bid': ['Blind bid', {}],
  'blind.misere': ['Blind misère', {}],
  'blind.cap': ['Highest level of blind passes', {}],
  'blind.counter': [
    'The level rises',
    { per_deal: 'with each pass of a deal', per_series: 'with each deal of a series', both: 'with both' },
  ],
  bombs: ['Bombs for blind passes', {}],

  'contract.change': ['A slip in naming', { codex: 'can be mended', frozen: 'stands' }],
  'contract.surrender': ['Giving up', { without_all_only: 'without all', without_three: 'without three' }],
  'contract.ten_is': ['A ten is', { whisted: 'whisted', checked: 'checked' }],
  talon_refusal_fine: ['Dealer’s fine for a bad talon', {}],
  talon_bonus: ['Talon bonus', {}],
  talon_bonus_at_three: ['Talon bonus with three players', { dealer: 'the dealer’s', halves: 'halved' }],

  'misere.half_share': ['The dealer may share a misère', {}],
  'misere.write_layout': ['The lie may be written down', {}],

  'allpass.scoring': ['All-pass is scored', { hill: 'on the hill', whists: 'in whists' }],
  'allpass.prices': ['Price of a trick, in order', {}],
  'allpass.progression': [
    'The price grows',
    { none: 'never', arithmetic: 'arithmetically', geometric: 'geometrically', list: 'by the list' },
  ],
  'allpass.step': ['Added to the price', {}],
  'allpass.ratio': ['The price is multiplied by', {}],
  'allpass.limit': ['Steps of growth', {}],
  'allpass.min_bid_in_series': [
    'Bidding in a series starts at',
    { '6': 'six', '7': 'seven', '6+k': 'six and more with the series' },
  ],
  'allpass.whists_per_trick': ['Whists for another’s trick', {}],
  'allpass.zero_bonus': [
    'No trick: to the pool',
    {
      trick_price: 'a trick’s price',
      '1': 'one point',
      none: 'nothing',
      hill_2_or_pool_1: 'twice off the hill, or to the pool',
    },
  ],
  'allpass.dealer_zero_bonus': ['The same for the dealer on the talon', {}],
  'allpass.amnesty': ['Amnesty', {}],
  'allpass.talon': ['The talon in an all-pass', { opened: 'leads', closed: 'stays closed' }],
  'allpass.dealer_owns_talon_tricks': ['At four the talon wins for the dealer', {}],
  'allpass.dealer': ['After an all-pass deals', { sliding: 'the next', repeat: 'the same' }],
  'allpass.exit_min': [
    'Way out of all-passes',
    { '6': 'with a six', '7': 'with a seven', '6+k': 'six and more with the series' },
  ],
  'allpass.exit_requires': [
    'The way out needs a game',
    { any_contract: 'named', made: 'made', made_and_whisted: 'made and whisted' },
  ],
  'allpass.misere_exits': ['Misère is a way out', {}],
  'allpass.failed_exit': [
    'Price after a failed exit',
    { freeze: 'stays', repeat_last: 'once more the same', reset: 'starts over' },
  ],
  'allpass.forced_rounds': ['Compulsory all-passes first', {}],

  'whist.responsibility': [
    'Responsibility of whist',
    { full: 'full', half: 'half', half_then_full: 'full once the pool is full' },
  ],
  'whist.style': ['Whist', { greedy: 'greedy', gentleman: 'gentleman’s' }],
  'whist.consolation': [
    'Consolation',
    { all_including_dealer: 'for all, dealer too', whisters_only: 'for whisters', none: 'for nobody' },
  ],
  'whist.obligatory_6s': ['“Stalingrad”: six spades must be whisted', {}],
  'whist.half': ['Half a whist', {}],
  'whist.first_hand_half': ['A whister may leave for half', {}],
  'whist.return_by_first': ['First hand returns the whist', { six_seven: 'on six and seven', any: 'on any game' }],
  'whist.dealer_may_return': ['The dealer may whist', {}],
  'whist.dealer_responsible': ['The dealer answers for missing tricks', {}],
  'whist.dealer_whist_takes_all': [
    'A whisting dealer takes',
    { off: 'his own', all: 'everything', own: 'whists and own consolation' },
  ],
  'whist.shared_8_9_10': ['Two whists on 8, 9, 10: who answers', { second: 'the second', both: 'both' }],
  'whist.shared_deficit': ['What two miss', { capped: 'no more than together', personal: 'each his own' }],
  'whist.invitation': ['Inviting whist', { off: 'not played' }],
  'whist.light_before_declarer_lead': ['Open cards lie down before the first lead', {}],
  'whist.plan_dispute': [
    'A disputed plan',
    { off: 'is left', side_bet: 'is a side bet', arbiter: 'goes to the arbiter' },
  ],

  'deal.min_cut': ['Fewest cards in a cut', {}],
  'deal.talon_slot': ['The talon is pair number', {}],
  'deal.hands': ['In play', { active: 'three hands', dummy: 'two and a closed one' }],

  'irr.redeal_window': [
    'A new deal may be asked for',
    { split: 'within the codex’s limits', auction_start: 'before the auction' },
  ],
  'irr.dealer_fine': ['Fine for the dealer’s second fault', {}],
  'irr.talon_peek_fine': ['Fine for a look at the talon', {}],
  'irr.out_of_turn_call': ['A call out of turn', { lead_control: 'lead under control', none: 'no consequence' }],
  'irr.illegal_contract': ['An illegal contract', { without_all: 'without all', refuse_only: 'is refused' }],
  'irr.discard_peek': ['A look at one’s discard', { fine: 'is fined', prevent: 'is prevented', none: 'is free' }],
  'irr.open_card_grounds': ['A card becomes open', { four: 'on four grounds', two: 'on two' }],
  'irr.wrong_count_whister': [
    'Wrong number of cards of a whister',
    { two: 'without two', at_least_two: 'at least two' },
  ],
  'irr.record_error': ['A wrong entry', { mirror: 'is fined in mirror', none: 'is mended' }],
  'irr.late_correction': ['A late correction needs', { writer: 'the writer', all: 'everybody' }],

  'table.stake': ['Virtual price of a whist', {}],
  'table.irregularities': ['An illegal move', { prevent: 'is refused', rule: 'can happen, the arbiter rules' }],
  'table.show_counters': ['Trick counters', {}],
  'table.chat_in_play': ['Talk during play', {}],
  'table.played_when': ['A card is played when', { released: 'released', lifted: 'lifted' }],
  'table.undo': ['Taking back', { off: 'never', unanimous: 'if all agree' }],
  'table.tempo_mask': ['All cards fall at one tempo', {}],
};

export default en;
