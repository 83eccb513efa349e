// What a bot weighed, put into words: codes and numbers come from the club, whatever the game.

import { SIGNS, index, type Letters, type SuitId } from './cards';
import { cardName } from './speech';
import { find, words, type Key, type Lang } from './i18n';
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
    case 'declare':
      return say(`declare.${String(fields['kind'])}`) ?? event.type;
    default:
      return say(event.type) ?? event.type;
  }
}

const number = (lang: Lang, value: number, digits = 1): string =>
  new Intl.NumberFormat(lang, { maximumFractionDigits: digits }).format(value);

/** What it is expected to bring; empty where a rule of thumb weighed it. */
export function scoreShown(
  lang: Lang,
  { score, unit }: { readonly score: number | null; readonly unit: string },
): string {
  if (score === null || unit === 'weight') return '';
  const n = new Intl.NumberFormat(lang, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
    .format(score)
    .replace('-', '−');
  const rounded = Math.round(Math.abs(score) * 10) / 10;
  const text = find(lang, `score.${unit}`, { n, m: rounded });
  return text ?? n;
}

/** Why, in a few words; a code that this page does not know gets a general one. */
export const whyShown = (lang: Lang, { why }: Candidate): string =>
  find(lang, `think.${why}`) ?? words(lang)('think.other');

const figure = ({ facts }: Candidate, name: string): number | null => {
  const value = facts[name];
  return typeof value === 'number' ? value : null;
};

/** What a sentence may speak of: the figures as they are written, and as plurals need them. */
function params(lang: Lang, one: Candidate): Readonly<Record<string, string | number>> {
  const said: Record<string, string | number> = {
    contract: contract(lang, String(one.facts['contract'] ?? (one.event as Fields)['contract'] ?? '')),
  };
  for (const [name, value] of Object.entries(one.facts)) {
    if (name === 'contract') continue;
    said[name] = typeof value === 'number' ? number(lang, value) : value;
    // Whole numbers decline as whole ones: what is shown as `6` is six, `6,3` is not.
    if (typeof value === 'number') said[`${name}_n`] = Math.round(value * 10) / 10;
  }
  const share = figure(one, 'made') ?? figure(one, 'safe');
  if (share !== null) {
    said['percent'] = Math.round(100 * share);
    said['tenths'] = String(Math.round(10 * share));
  }
  return said;
}

/** Which figures a sentence can be made of, the most telling first. */
const TELLING = ['made', 'safe', 'need', 'needed', 'tricks', 'all', 'points', 'promise', 'hcp'] as const;

const capital = (text: string): string => (text ? text[0]!.toUpperCase() + text.slice(1) : text);
const sentence = (text: string): string => (/[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`);

/** Why the best one is the best: sentences made of its figures. */
export function reasonShown(lang: Lang, one: Candidate): string {
  const said = params(lang, one);
  const has = (name: string) => one.facts[name] !== undefined && one.facts[name] !== '';
  const whose = one.facts['whose'];
  if (typeof whose === 'string') {
    const more = find(lang, `hint.play.${whose}`, said);
    const made = has('made') ? find(lang, `hint.play.made.${whose}`, said) : undefined;
    return [whyShown(lang, one), more, made].flatMap((text) => (text ? [sentence(text)] : [])).join(' ');
  }
  for (const name of TELLING) {
    const text = has(name) ? find(lang, `hint.${one.why}.${name}`, said) : undefined;
    if (text !== undefined) return sentence(text);
  }
  const own = one.why.startsWith('call_') && has('promise') ? find(lang, 'hint.call.promise', said) : undefined;
  return [whyShown(lang, one), own].flatMap((text) => (text ? [sentence(text)] : [])).join(' ');
}

const CLOSE = 0.05;

/** What another one loses against the best, and why; empty where a rule of thumb weighed them. */
export function lossShown(lang: Lang, best: Candidate, one: Candidate): string {
  if (one.unit === 'weight' || one.unit !== best.unit) return one.why === best.why ? '' : sentence(whyShown(lang, one));
  const loss = best.score - one.score;
  const t = words(lang);
  if (loss < CLOSE) return t('hint.even');
  const n = Math.round(loss * 10) / 10;
  const what = find(lang, `hint.loss.${one.unit}`, { n: number(lang, n), m: n }) ?? number(lang, n);
  const plain = sentence(t('hint.loses', { what }));
  const [made, before] = [figure(one, 'made'), figure(best, 'made')];
  if (made !== null && before !== null && Math.abs(made - before) >= CLOSE) {
    const percent = (share: number) => Math.round(100 * share);
    return `${plain} ${sentence(t('hint.loses.made', { n: percent(made), best: percent(before) }))}`;
  }
  const [tricks, most] = [figure(one, 'tricks'), figure(best, 'tricks')];
  if (tricks === null || most === null || Math.abs(tricks - most) < CLOSE) return plain;
  const by = Math.round(Math.abs(tricks - most) * 10) / 10;
  const whose = best.facts['whose'] === undefined || best.facts['whose'] === 'me' ? 'mine' : 'declarer';
  const more = t(`hint.loses.${whose}.${tricks > most ? 'more' : 'less'}` as Key, { n: number(lang, by) });
  return `${plain} ${sentence(more)}`;
}

/** A candidate for the ear: what, and why. */
export const told = (lang: Lang, one: Candidate): string =>
  `${one.event.type === 'play' ? cardName(lang, String((one.event as Fields)['card'])) : eventShown(lang, one.event, 'AKQJ')}: ${reasonShown(lang, one)}`;
