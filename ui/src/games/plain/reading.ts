// How the table reads the view of a game that has no folder here: by what every game tells.

import { eventShown } from '../../core/counsel';
import { SIGNS, type SuitId } from '../../core/cards';
import { find, honours, words, type Lang } from '../../core/i18n';
import { cardName } from '../../core/speech';
import { answered } from '../../core/table/answers';
import { nickOf } from '../../core/table/people';
import { around, type Chair, type ClosedTrick, type Query, type Reading, type Scene } from '../../core/table/reading';
import { isSeat, type Said, type Table } from '../../core/wire';
import type { Event, Plain, View } from './types';

/** Players in the order of the table; who plays a seat has its name. */
function chairs(table: Table, view: View | null): readonly Chair[] {
  return around(table.players, ({ name }) => name === table.you).map(([{ name, nick, bot }, side]) => {
    const hand = isSeat(name) ? view?.hands[name] : undefined;
    return {
      key: name ?? nick,
      name,
      nick,
      bot,
      side,
      seat: hand ? name : null,
      me: name === table.you,
      dealer: false,
      sits: view !== null && hand === undefined,
      acts: view !== null && view.actor === name,
      tricks: view?.history.filter(({ winner }) => winner === name).length ?? null,
      count: hand?.count ?? 0,
      cards: hand?.cards ?? null,
    };
  });
}

const playable = (view: View): ReadonlySet<string> =>
  new Set(view.legal.flatMap(({ type, card }) => (type === 'play' && card ? [card] : [])));

const playing = (view: View): string | null => (playable(view).size > 0 ? view.turn : null);

/** What may be done now besides laying a card. */
export const choices = (view: View): readonly Event[] =>
  [...view.legal, ...view.offers].filter(({ type }) => type !== 'play');

function closed(before: View | null, after: View | null, _: unknown, said?: Said<Plain>): ClosedTrick | null {
  const card = said?.event.card;
  if (!before || !said?.seat || !card || (after && after.trick.length > 0)) return null;
  const winner = after?.history.at(-1)?.winner ?? after?.turn ?? said.seat;
  return { cards: [...before.trick, [said.seat, card]], winner };
}

function say({ lang, table }: Scene<Plain>, { seat, event }: Said<Plain>, written = 'said'): string {
  const t = words(lang);
  if (seat === null) return '';
  const who = seat === table.you ? t('table.you') : nickOf(table, seat);
  if (event.type === 'play' && event.card)
    return written === 'said' ? t('say.play', { who, card: cardName(lang, event.card, true) }) : '';
  return t('say.call', { who, call: eventShown(lang, event, honours(lang)) });
}

/** A suit is shown by its sign, wherever a game tells one. */
const suits = /^(?:trump|suit)/;
function fact(lang: Lang, name: string, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map((one) => fact(lang, name, one)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([of, one]) => `${called(lang, of)}: ${fact(lang, of, one)}`)
      .join(', ');
  if (typeof value === 'boolean') return words(lang)(value ? 'ev.answer.yes' : 'ev.answer.no');
  const text = String(value);
  return suits.test(name) ? (SIGNS[text as SuitId] ?? text) : text;
}
/** What a field is called, where many games have it; else as the game itself names it. */
const called = (lang: Lang, name: string): string => find(lang, `fact.${name}`) ?? name.replaceAll('_', ' ');

/** Anything that a game tells, in rows: what it is called, and what it is. */
export const facts = (lang: Lang, of: unknown): readonly (readonly [name: string, value: string])[] =>
  Object.entries(of ?? {}).map(([name, value]) => [called(lang, name), fact(lang, name, value)]);

const answer = (query: Query, scene: Scene<Plain>): string =>
  answered(query, scene, scene.after?.history.at(-1), (seat) =>
    seat === scene.table.you ? words(scene.lang)('table.you') : nickOf(scene.table, seat),
  );

export const reading: Reading<Plain> = {
  chairs,
  marks: () => ({ word: null, role: null }),
  number: () => 1,
  over: (sheet) => sheet.finished,
  playing,
  playable,
  closed,
  lastTrick: (view) => view?.history.at(-1) ?? null,
  say,
  aside: ({ lang, before, after }) =>
    after?.actor != null && after.actor === after.seat && before?.actor !== after.actor
      ? words(lang)('say.your.turn')
      : '',
  lines: (scene, log) =>
    log.map((one, key) => ({ key, text: say(scene, one, 'shown') })).filter(({ text }) => text !== ''),
  answer,
  anytime: new Set(['claim', 'stop']),
};
