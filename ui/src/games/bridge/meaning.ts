// What bots say of a call, in the reader's words. Over the wire it is in signs that players of every language read
// (`text` in src/kozyr/bots/bridge/system.py): `10+ HCP, ♥5+, F1`. What is no such sign, as people's own words, stays as it is.

import { words, type Key, type Lang } from '../../core/i18n';

const UNITS = { HCP: 'hcp', pts: 'points', aces: 'ace', keys: 'key', kings: 'king' } as const;
const NAMES: Readonly<Record<string, string>> = {
  bal: 'balanced',
  F1: 'one',
  GF: 'game',
  'to play': 'sign_off',
  Stayman: 'stayman',
  transfer: 'transfer',
  Blackwood: 'blackwood',
  Gerber: 'gerber',
  'key cards?': 'keycard',
  'key cards': 'keys',
  'queen?': 'queen_ask',
  'kings?': 'king_ask',
  takeout: 'takeout',
  'negative X': 'negative',
  waiting: 'waiting',
  'Jacoby 2NT': 'jacoby',
  weak: 'weak',
  cue: 'cue',
  penalty: 'penalty',
  aces: 'aces',
  quantitative: 'quantitative',
  preempt: 'preempt',
  'completes the transfer': 'completes',
  natural: 'natural',
  checkback: 'checkback',
  '4th suit': 'fourth',
  'two suits': 'two_suits',
  'support X': 'support',
  splinter: 'splinter',
  control: 'control',
  relay: 'relay',
  'no 4-card major': 'denies',
  minimum: 'minimum',
  strong: 'strong',
  invites: 'invite',
  preference: 'preference',
  competes: 'competes',
  balances: 'balancing',
  slam: 'slam',
};

/** A meaning as somebody of this language reads it. */
export function worded(lang: Lang, meaning: string): string {
  const t = words(lang);
  const said = (name: string, params: Record<string, string> = {}): string => t(`br.sign.${name}` as Key, params);
  const part = (sign: string): string => {
    if (Object.hasOwn(NAMES, sign)) return said(NAMES[sign]!);
    const counted = /^([\d+–/]+) (HCP|pts|aces|keys|kings)$/.exec(sign);
    if (counted) return said(UNITS[counted[2] as keyof typeof UNITS], { n: counted[1]! });
    const fit = /^([\d+–]+) ([♠♥♦♣]) pts$/.exec(sign);
    if (fit) return said('fit', { n: fit[1]!, suit: fit[2]! });
    const stop = /^stop ([♠♥♦♣])$/.exec(sign);
    if (stop) return said('stop', { suit: stop[1]! });
    const queen = /^(no )?Q ([♠♥♦♣])$/.exec(sign);
    return queen ? said(queen[1] ? 'no_queen' : 'queen', { suit: queen[2]! }) : sign;
  };
  return meaning.split(', ').map(part).join(', ');
}
