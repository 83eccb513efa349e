// The words of bridge: as shown (`4♠X`, `пас`) and as said (`четыре пики, контра`).

import { SIGNS, type SuitId } from '../../core/cards';
import { find, words, type Lang } from '../../core/i18n';
import type { Call, Contract, Denomination, Event, Outcome } from './types';

export type Written = 'said' | 'shown';

/** A denomination: `♠`, `БК`. */
export const sign = (lang: Lang, denomination: string): string =>
  denomination === 'NT' ? words(lang)('contract.nt') : (SIGNS[denomination as SuitId] ?? denomination);

/** The token of a call: `1NT`, `pass`, `X`. */
export function token(event: Call): string {
  if (event.type === 'bid') return `${event.level}${event.denomination}`;
  return event.type === 'double' ? 'X' : event.type === 'redouble' ? 'XX' : event.type;
}

/** The buttons that do this: a bid has one for its level, too. */
export function buttons(event: Event): readonly string[] {
  switch (event.type) {
    case 'bid':
      return [`level:${event.level}`, token(event)];
    case 'answer':
      return [event.yes ? 'yes' : 'no'];
    case 'double':
    case 'redouble':
    case 'pass':
      return [token(event)];
    case 'play':
      return [];
    default:
      return [event.type];
  }
}

const bid = (lang: Lang, level: number, denomination: string, written: Written): string =>
  written === 'said'
    ? (find(lang, `br.said.${denomination}`, { n: level }) ?? '')
    : `${level}${sign(lang, denomination)}`;

/** A call by its token. */
export function call(lang: Lang, token: string, written: Written = 'shown'): string {
  const found = /^([1-7])(C|D|H|S|NT)$/.exec(token);
  if (found) return bid(lang, Number(found[1]), found[2]!, written);
  if (token === 'X' || token === 'XX') return written === 'said' ? (find(lang, `br.said.${token}`) ?? token) : token;
  return token === 'pass' ? words(lang)('act.pass').toLowerCase() : token;
}

/** `4HX` taken apart. */
export function parseContract(text: string): Contract | null {
  const found = /^([1-7])(C|D|H|S|NT)(X{0,2})$/.exec(text);
  if (!found) return null;
  return { level: Number(found[1]), denomination: found[2] as Denomination, doubled: found[3]!.length as 0 | 1 | 2 };
}

export function contractName(
  lang: Lang,
  { level, denomination, doubled }: Contract,
  written: Written = 'shown',
): string {
  const plain = bid(lang, level, denomination, written);
  if (doubled === 0) return plain;
  const marks = 'X'.repeat(doubled);
  return written === 'said' ? `${plain}, ${find(lang, `br.said.${marks}`) ?? marks}` : plain + marks;
}

/** How many tricks more than undertaken, or fewer. */
export const over = (contract: Contract, tricks: number): number => tricks - 6 - contract.level;

/** `=`, `+1`, `−2`. */
export const overShown = (n: number): string => (n === 0 ? '=' : n > 0 ? `+${n}` : `−${-n}`);

/** How a deal ended, in a word; good: for the declarer. */
export interface Result {
  readonly words: string;
  readonly good: boolean | null;
}

export function result(lang: Lang, outcome: Outcome | null): Result {
  const t = words(lang);
  const contract = outcome?.contract ? parseContract(outcome.contract) : null;
  if (!contract || !outcome) return { words: t('br.result.passed'), good: null };
  const n = over(contract, outcome.tricks ?? 0);
  if (n === 0) return { words: t('br.result.made'), good: true };
  if (n > 0) return { words: t('br.result.over', { n }), good: true };
  return { words: find(lang, `deal.short.${-n}`) ?? t('br.result.down', { n: -n }), good: false };
}

/** `4♠X +1`; the declarer stands beside it. */
export function outcomeShown(lang: Lang, outcome: Pick<Outcome, 'contract' | 'tricks'> | null): string {
  const contract = outcome?.contract ? parseContract(outcome.contract) : null;
  if (!contract) return words(lang)('br.result.passed');
  return `${contractName(lang, contract)} ${overShown(over(contract, outcome?.tricks ?? 0))}`;
}

/** A contract of par, as the solver writes it: `4S by NS +1`. */
export function parShown(lang: Lang, text: string): string {
  const [head = '', , who = '', more = ''] = text.split(' ');
  const contract = parseContract(head);
  return contract
    ? `${contractName(lang, contract)} ${find(lang, `br.seats.${who}`) ?? who} ${more.replace('-', '−')}`.trim()
    : text;
}
