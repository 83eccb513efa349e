// Every event as a line to read or to hear: short, in good grammar, without a word for "player".

import { deedShown } from '../../core/deeds';
import { find, honours, words, type Key } from '../../core/i18n';
import { nickOf } from '../../core/table/people';
import type { Scene as Moment } from '../../core/table/reading';
import { isSeat, seatsIn } from '../../core/wire';
import { closed, owner } from './table';
import type { Preferans, PreferansSaid, Seat, Trick } from './types';
import { call, contractSaid, contractShown, result } from './wording';
import { cardName, cardNames } from '../../core/speech';

export type Scene = Moment<Preferans>;

type Written = 'said' | 'shown'; // `шесть пик` for the ear, `6♠` for the eye

/** Who a seat is: a nickname, or null for me. */
function person(scene: Scene, seat: string | null): string | null {
  const view = scene.after ?? scene.before;
  if (!isSeat(seat)) return '';
  const { table } = scene;
  const at = view?.terms.seats.indexOf(seat) ?? -1;
  const name = view ? view.terms.names[at] : (scene.last?.names?.[seat] ?? seat);
  if (name === table.you) return null;
  if (name === undefined) return words(scene.lang)('table.dummy');
  return nickOf(table, name);
}

/** What a seat is called in a list: `вы` for me. */
export const named = (scene: Scene, seat: string): string => person(scene, seat) ?? words(scene.lang)('table.you');

/** What is to be said of an event; empty if nothing. */
export function say(scene: Scene, { seat, event }: PreferansSaid, written: Written = 'said'): string {
  const t = words(scene.lang);
  const contract = written === 'said' ? contractSaid : contractShown;
  const who = person(scene, seat);
  const line = (key: string, params: Record<string, string | number> = {}): string =>
    who === null
      ? t(`say.${key}.me` as Key, params)
      : (find(scene.lang, `say.${key}`, { who, ...params }) ?? t(`say.${key}` as Key, params));
  const spoken = (token: string) => line('call', { call: call(scene.lang, token, contract) });
  switch (event.type) {
    case 'deal': {
      const terms = scene.after?.terms;
      if (!terms) return '';
      const dealer = person(scene, terms.dealer);
      const deals = dealer === null ? t('table.deals.me') : t('table.deals', { who: dealer });
      return t('say.deal', { n: terms.number, dealer: deals[0]!.toUpperCase() + deals.slice(1) });
    }
    case 'look':
    case 'refuse':
    case 'surrender':
      return line(event.type);
    case 'invite':
      return line('invite');
    case 'pass':
      return spoken((event.blind ? 'blind:' : '') + event.type);
    case 'misere':
    case 'bid':
      return spoken(
        (event.blind ? 'blind:' : event.hand ? 'hand:' : '') + (event.type === 'bid' ? event.contract : event.type),
      );
    case 'here':
    case 'whist':
    case 'half':
      return spoken(event.type);
    case 'lay':
      return spoken(event.open ? 'open' : 'closed');
    case 'take':
      return event.cards === 1 ? spoken('take1') : line('take');
    case 'answer':
      return line(event.yes ? 'yes' : 'no');
    case 'discard':
      return line('discard', { cards: cardNames(scene.lang, event.cards ?? [], true) });
    case 'contract':
    case 'correct':
      return line(event.type, { contract: contract(scene.lang, event.contract) });
    case 'peek':
      return line('peek', { whose: person(scene, event.hand) || t('table.you') });
    case 'play':
      return played(scene, event.card, seat, line);
    case 'claim':
      return line('claim', { tricks: tricks(scene, event.tricks) });
    case 'stop':
      return t('say.stop');
    default: {
      // What a hand did besides, and rulings, at a table that rules on errors; a ruling is the table's own.
      const what = deedShown(scene.lang, event, honours(scene.lang));
      if (what === null) return '';
      return seat === null
        ? what[0]!.toUpperCase() + what.slice(1)
        : t('bench.did', { who: who ?? t('table.you'), what });
    }
  }
}

/** Totals of a claim: `вы 6, Бобр 2, Анна 2`. */
export function tricks(scene: Scene, of: Readonly<Partial<Record<Seat, number>>>): string {
  const t = words(scene.lang);
  return seatsIn(of)
    .map((seat) => `${person(scene, seat) ?? t('table.you')} ${of[seat]}`)
    .join(', ');
}

/** Who took a trick, in the history of the deal. */
export function taken(scene: Scene, winner: Seat, nth: number): string {
  const t = words(scene.lang);
  return t('say.trick.nth', { n: nth, who: person(scene, winner) ?? t('table.you') });
}

function played(
  scene: Scene,
  card: string,
  seat: string | null,
  line: (key: string, params?: Record<string, string | number>) => string,
): string {
  const after = scene.after ?? scene.last;
  const all = scene.after ?? { trick: [], history: scene.last?.history ?? [] };
  const from = owner(all, card) ?? seat;
  const t = words(scene.lang);
  const named = cardName(scene.lang, card, true);
  // A card from an open hand is said of the hand it lies in, whoever plays it.
  const hand = from === seat ? undefined : person(scene, from);
  const text =
    hand === undefined
      ? line('play', { card: named })
      : hand === null
        ? t('say.play.me', { card: named })
        : t('say.play', { who: hand, card: named });
  const trick: Trick | null = after ? closed(scene.before, after.history) : null;
  if (!trick || trick.cards.at(-1)?.[1] !== card) return text;
  const taker = person(scene, trick.winner);
  return `${text} ${taker === null ? t('say.trick.me') : t('say.trick', { who: taker })}`;
}

/** What is said besides: cards that came to light, my turn, the end of the deal. */
export function aside(scene: Scene): string {
  const { lang, before, after, last } = scene;
  const t = words(lang);
  const said: string[] = [];
  if (after && before && before.terms.number === after.terms.number && after.talon.length > before.talon.length) {
    said.push(t('say.talon', { cards: cardNames(lang, after.talon) }));
  }
  if (last && before && !after) {
    const { words: how, contract } = result(lang, last.outcome);
    said.push(t('say.over', { result: [contractSaid(lang, contract), how].filter(Boolean).join(', ') }));
  }
  if (after && after.seat !== null && after.actor === after.seat) said.push(t('say.your.turn'));
  return said.join(' ');
}
