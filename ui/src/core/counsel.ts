// A bot's candidates in words: codes and numbers come from the club, for any game.

import { SIGNS, index, type Letters, type SuitId } from './cards';
import { cardName } from './speech';
import { find, honours, words, type Lang } from './i18n';
import type { Candidate, GameEvent } from './wire';

type Fields = GameEvent & Readonly<Record<string, unknown>>;

const sign = (suit: string): string => SIGNS[suit as SuitId] ?? suit;
const card = (id: string, letters: Letters): string => `${sign(id[0] ?? '')}${index(id[1] ?? '', letters)}`;

/** `6S`, `10NT`, `misere` as people write them. */
function contract(lang: Lang, text: string): string {
  const found = /^(\d+)(S|H|D|C|NT)$/.exec(text);
  if (!found) return find(lang, `ev.${text}`) ?? text;
  return `${found[1]}${found[2] === 'NT' ? words(lang)('ev.nt') : sign(found[2]!)}`;
}

/** An event in a word or two, with suit signs. */
export function eventShown(lang: Lang, event: GameEvent, letters: Letters): string {
  const fields = event as Fields;
  const say = (code: string, params?: Readonly<Record<string, string>>) => find(lang, `ev.${code}`, params);
  switch (event.type) {
    case 'play': {
      const laid = card(String(fields['card']), letters);
      return fields['bella'] ? `${say('bella')}, ${laid}` : laid;
    }
    case 'bid':
      return contract(
        lang,
        String(fields['contract'] ?? `${String(fields['level'])}${String(fields['denomination'])}`),
      );
    case 'contract':
    case 'correct':
      return contract(lang, String(fields['contract']));
    case 'discard': {
      const cards = (fields['cards'] as readonly string[] | undefined) ?? [];
      return say('discard', { cards: cards.map((one) => card(one, letters)).join(' ') })!;
    }
    case 'answer':
      return say(fields['yes'] ? 'answer.yes' : 'answer.no')!;
    case 'lay':
      return say(fields['open'] ? 'lay.open' : 'lay.closed')!;
    case 'order':
      return typeof fields['trump'] === 'string' ? say('order.in', { suit: sign(fields['trump']) })! : say('order')!;
    case 'trump':
      return say('trump', { suit: sign(String(fields['suit'] ?? fields['trump'] ?? '')) }) ?? event.type;
    case 'declare':
      return say(`declare.${String(fields['kind'])}`) ?? event.type;
    default:
      return say(event.type) ?? event.type;
  }
}

/** The cards of an event: the one that is laid, or those that are put away. */
export function cardsOf(event: GameEvent): readonly string[] {
  const { card: one, cards } = event as Fields;
  return typeof one === 'string' ? [one] : Array.isArray(cards) ? (cards as readonly string[]) : [];
}

const number = (lang: Lang, value: number, digits = 1): string =>
  new Intl.NumberFormat(lang, { maximumFractionDigits: digits }).format(value);

/** What it is expected to bring; empty where a rule of thumb weighed it. A share of something has no sign. */
export function scoreShown(
  lang: Lang,
  { score, unit }: { readonly score: number | null; readonly unit: string },
): string {
  if (score === null || unit === 'weight') return '';
  const signDisplay = SHARES.has(unit) ? 'auto' : 'exceptZero';
  const n = new Intl.NumberFormat(lang, { maximumFractionDigits: 1, signDisplay }).format(score).replace('-', '−');
  const rounded = Math.round(Math.abs(score) * 10) / 10;
  const text = find(lang, `score.${unit}`, { n, m: rounded });
  return text ?? n;
}

const SHARES: ReadonlySet<string> = new Set(['chance', 'matchpoints']);

/** Why, in a few words; a code that this page does not know gets a general one. */
export const whyShown = (lang: Lang, { why }: Candidate): string =>
  find(lang, `think.${why}`) ?? words(lang)('think.other');

const figure = ({ facts }: Candidate, name: string): number | null => {
  const value = facts[name];
  return typeof value === 'number' ? value : null;
};

/** A contract by its size and suit, to tell which is the dearer: `7D`. */
function contractOf(one: Candidate): { readonly text: string; readonly size: number; readonly order: number } {
  const text = String(one.facts['contract'] ?? (one.event as Fields)['contract'] ?? '');
  const found = /^(\d+)(S|C|D|H|NT)$/.exec(text);
  const size = found ? Number(found[1]) : 0;
  return { text, size, order: found ? size * 10 + ['S', 'C', 'D', 'H', 'NT'].indexOf(found[2]!) : 0 };
}

/** What a sentence may speak of: the figures as they are written, and as plurals need them. */
function params(lang: Lang, one: Candidate): Readonly<Record<string, string | number>> {
  const { text, size } = contractOf(one);
  const said: Record<string, string | number> = { contract: contract(lang, text), size };
  for (const [name, value] of Object.entries(one.facts)) {
    if (name === 'contract') continue;
    said[name] = typeof value === 'number' ? number(lang, value) : value;
    // Whole numbers decline as whole ones: a shown `6` is six, `6,3` is not.
    if (typeof value === 'number') said[`${name}_n`] = Math.round(value * 10) / 10;
  }
  const points = figure(one, 'points');
  if (points !== null) {
    said['lead'] = Math.round(points) > 0 ? 'ahead' : Math.round(points) < 0 ? 'behind' : 'even';
    said['by'] = Math.abs(Math.round(points));
  }
  const share = figure(one, 'made') ?? figure(one, 'safe');
  if (share !== null) {
    said['percent'] = Math.round(100 * share);
    said['caught'] = 100 - Math.round(100 * share);
    said['tenths'] = String(Math.round(10 * share));
  }
  return said;
}

/** Which figures a sentence can be made of, the most telling first. */
const TELLING = ['made', 'safe', 'need', 'needed', 'tricks', 'all', 'points', 'promise', 'hcp'] as const;

const capital = (text: string): string => (text ? text[0]!.toUpperCase() + text.slice(1) : text);
const sentence = (text: string): string => (/[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`);

/** What differs by less is the same. */
const CLOSE = 0.05;
const CLOSE_SHARE = 0.015;
const SURE = 0.03;
/** Words for a choice that say nothing of the reason: the figures alone tell it. */
const PLAIN: ReadonlySet<string> = new Set(['searched', 'bids', 'passes', 'names', 'whists']);

/** Whether more of what a figure counts is good for the one who chooses; null: nobody has said so. */
function wanted(one: Candidate, name: 'made' | 'tricks'): 1 | -1 | null {
  const { whose, wants } = one.facts;
  if (typeof whose !== 'string') return one.unit === 'weight' ? null : 1; // one's own contract before the play
  if (name === 'made') return whose === 'me' ? 1 : -1;
  return wants === 'more' ? 1 : wants === 'fewer' ? -1 : null;
}

/** The figure in which the first is better than the second, and which can be held against the other's: both count the same. */
function telling(better: Candidate, worse: Candidate): 'made' | 'tricks' | 'points' | null {
  const alike = better.why === worse.why || (better.facts['whose'] !== undefined && worse.facts['whose'] !== undefined);
  if (better.unit !== worse.unit) return null;
  for (const name of alike ? (['made', 'tricks'] as const) : []) {
    const [up, down, want] = [figure(better, name), figure(worse, name), wanted(better, name)];
    const least = name === 'made' ? CLOSE_SHARE : CLOSE;
    if (up !== null && down !== null && want !== null && want * (up - down) >= least) return name;
  }
  // In a party points are counted alike, whatever is done: those of the deal above the opponent's.
  if (!alike && better.unit !== 'chance') return null;
  const [up, down] = [figure(better, 'points'), figure(worse, 'points')];
  return up !== null && down !== null && up - down >= 0.5 ? 'points' : null;
}

/** Why it is good, as a part of a sentence; `rival` is what it is held against, if there is anything. */
function merit(lang: Lang, one: Candidate, rival?: Candidate): string {
  const said = params(lang, one);
  const has = (name: string) => one.facts[name] !== undefined && one.facts[name] !== '';
  const whose = one.facts['whose'];
  if (typeof whose === 'string') {
    const made = figure(one, 'made');
    const open = made !== null && made > SURE && made < 1 - SURE; // what is sure is no reason for this card
    const name = (rival && telling(one, rival)) ?? (open ? 'made' : 'tricks');
    const more = find(lang, `hint.play.${name}.${whose}`, said) ?? find(lang, `hint.play.tricks.${whose}`, said);
    const what = PLAIN.has(one.why) ? '' : whyShown(lang, one);
    return [what, more ?? ''].filter(Boolean).join(': ') || whyShown(lang, one);
  }
  // A pass is right because of what the game would come to.
  if (one.why === 'passes' && rival !== undefined) {
    const weak = weakness(lang, rival);
    if (weak) return weak;
  }
  for (const name of TELLING) {
    const text = has(name) ? find(lang, `hint.${one.why}.${name}`, said) : undefined;
    if (text !== undefined) return text;
  }
  const own = one.why.startsWith('call_') && has('promise') ? find(lang, 'hint.call.promise', said) : undefined;
  return [whyShown(lang, one), own ?? ''].filter(Boolean).join(': ');
}

/** What is wrong with a choice by its own figures; empty where they show nothing. */
function weakness(lang: Lang, one: Candidate): string {
  const said = params(lang, one);
  const { size } = contractOf(one);
  const [tricks, share] = [figure(one, 'tricks'), figure(one, 'made') ?? figure(one, 'safe')];
  const say = (code: string): string => find(lang, `hint.against.${one.why}.${code}`, said) ?? '';
  if (share !== null) return share < 0.6 ? say('share') : '';
  if (size > 0 && tricks !== null) return tricks < size ? say('short') : tricks < size + 0.7 ? say('tight') : '';
  return '';
}

/** A loss or a gain by its number: `1,2 виста`. */
function amount(lang: Lang, unit: string, value: number): string {
  const m = Math.round(value * 10) / 10;
  return find(lang, `hint.loss.${unit}`, { n: number(lang, m), m }) ?? number(lang, m);
}

/** The call of the system that was left for this one, and why; empty where none was. */
function leftShown(lang: Lang, one: Candidate): string {
  const { book, left } = one.facts;
  if (typeof book !== 'string') return '';
  const call = contract(lang, { X: 'double', XX: 'redouble' }[book] ?? book);
  const what = amount(lang, one.unit, figure(one, 'gain') ?? 0);
  const said = find(lang, `hint.left.${String(left)}`, { book: call, what });
  return said === undefined ? '' : ` ${sentence(said)}`;
}

/** Whether a bot that errs has chosen it, and knew a better one: that one comes next. */
export const slipped = (one: Candidate | undefined): boolean => one?.facts['slip'] !== undefined;

/** Why the best one is the best: a sentence made of its figures, those that tell it from the next one first. */
export function reasonShown(lang: Lang, one: Candidate, rival?: Candidate): string {
  if (!rival || !slipped(one)) return sentence(merit(lang, one, rival)) + leftShown(lang, one);
  const { loss } = against(lang, rival, one);
  return sentence(words(lang)('hint.slip', { loss, what: eventShown(lang, rival.event, honours(lang)) }));
}

/** What another one has less of than the best; empty where no figure of theirs can be compared. */
function less(lang: Lang, best: Candidate, one: Candidate): string {
  const name = telling(best, one);
  if (name === null || name === one.unit) return ''; // the loss itself says it
  const [mine, most] = [figure(one, name)!, figure(best, name)!];
  const whose = typeof best.facts['whose'] === 'string' ? best.facts['whose'] : 'me';
  if (name === 'made') {
    const [n, top] = [Math.round(100 * mine), Math.round(100 * most)];
    return find(lang, `hint.less.made.${whose}`, { n, best: top }) ?? '';
  }
  const by = Math.round(Math.abs(most - mine) * 10) / 10;
  const way = name === 'points' ? 'points' : `tricks.${whose}.${mine > most ? 'more' : 'fewer'}`;
  return find(lang, `hint.less.${way}`, { n: number(lang, name === 'points' ? Math.round(by) : by), m: by }) ?? '';
}

/** Whether another choice is as good as the best one, as far as scores can tell. */
export const even = (best: Candidate, one: Candidate): boolean =>
  one.unit !== 'weight' && one.unit === best.unit && best.score - one.score < CLOSE;

/** What another choice costs, and why, consistent with each other. */
export interface Against {
  /** `на 5 вистов хуже`; empty where a rule of thumb weighed them. */
  readonly loss: string;
  /** Its own reason, from figures that say the same as the loss does. */
  readonly why: string;
  /** Where it has none: what is better, and why that. */
  readonly better: string;
}

export function against(lang: Lang, best: Candidate, one: Candidate, letters?: Letters): Against {
  const t = words(lang);
  const better = t('hint.better', {
    what: eventShown(lang, best.event, letters ?? honours(lang)),
    why: merit(lang, best, one).replaceAll(': ', ', '),
  });
  if (one.unit === 'weight' || one.unit !== best.unit) return { loss: '', why: '', better };
  const loss = best.score - one.score;
  if (even(best, one)) return { loss: t('hint.even'), why: '', better: '' };
  const n = Math.round(loss * 10) / 10;
  const what = amount(lang, one.unit, loss);
  const cheaper = contractOf(one).order > 0 && contractOf(one).order < contractOf(best).order;
  const [made, most] = [figure(one, 'made'), figure(best, 'made')];
  const cheap = cheaper && made !== null && most !== null && made >= most ? t('hint.cheaper') : '';
  const plain = find(lang, `hint.loses.${one.unit}`, { n: number(lang, n) }) ?? t('hint.loses', { what });
  const shares = made !== null && most !== null;
  const figures = shares ? [less(lang, best, one), cheap] : [weakness(lang, one), less(lang, best, one)];
  return { loss: plain, why: figures.find(Boolean) ?? '', better };
}

/** One sentence about another choice: what is lost, and why. */
export function lossShown(lang: Lang, best: Candidate, one: Candidate, letters?: Letters): string {
  const { loss, why, better } = against(lang, best, one, letters);
  return sentence([loss, why || better].filter(Boolean).join(': '));
}

/** The same beside the best one and its reason: nothing is said twice. */
export function lossBeside(lang: Lang, best: Candidate, one: Candidate): string {
  const { loss, why } = against(lang, best, one);
  const plain = one.why === best.why ? '' : whyShown(lang, one);
  const text = loss === '' ? plain : [loss, why].filter(Boolean).join(': ');
  return text && sentence(text);
}

/** A candidate for the ear: what, and why. */
export const told = (lang: Lang, one: Candidate, rival?: Candidate): string =>
  `${one.event.type === 'play' ? cardName(lang, String((one.event as Fields)['card'])) : eventShown(lang, one.event, 'AKQJ')}: ${reasonShown(lang, one, rival)}`;
