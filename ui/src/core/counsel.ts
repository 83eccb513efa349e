// What a bot weighed, put into words: codes and numbers come from the club, whatever the game.

import { SIGNS, index, type Letters, type SuitId } from './cards';
import { cardName } from './speech';
import { find, words, type Lang } from './i18n';
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

/** Why, as a sentence; a code that this page does not know gets a general one. */
export const whyShown = (lang: Lang, { why }: Candidate): string =>
  find(lang, `think.${why}`) ?? words(lang)('think.other');

/** A candidate for the ear: what, and why. */
export const told = (lang: Lang, one: Candidate): string =>
  `${one.event.type === 'play' ? cardName(lang, String((one.event as Fields)['card'])) : eventShown(lang, one.event, 'AKQJ')}: ${whyShown(lang, one)}.`;

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

/** The figures behind it that have a word here. */
export function factsShown(lang: Lang, { facts }: Candidate): readonly string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value === '' || value === null) return [];
    const n = typeof value === 'number' ? number(lang, value, name === 'safe' ? 2 : 1) : contract(lang, value);
    return find(lang, `fact.${name}`, { n }) ?? [];
  });
}
