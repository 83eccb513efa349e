// Every event as a line to read or to hear, as people at the table would tell it.

import { find, words, type Key } from '../../core/i18n';
import { answered } from '../../core/table/answers';
import { nickOf } from '../../core/table/people';
import { cardName, cardNames } from '../../core/speech';
import type { Query, Scene as Moment } from '../../core/table/reading';
import { isSeat } from '../../core/wire';
import { worded } from './meaning';
import { mySide, total } from './sheet';
import { closed, lineOf, own, playerOf } from './table';
import type { Bridge, BridgeSaid, Seat, Sheet, View } from './types';
import { call, contractName, outcomeShown, result, token, type Written } from './wording';

export type Scene = Moment<Bridge>;

type Anyone = Pick<View, 'terms'> | null;

/** Who a seat is: a nickname, `dummy` for a hand that somebody plays besides, or null for me. */
function person({ table, lang, last }: Scene, seat: Seat, view: Anyone): string | null {
  if (view && !own(view, seat)) return words(lang)('br.dummy.of', { who: nick(table, playerOf(view, seat)) });
  const name = view ? playerOf(view, seat) : (last?.names[seat] ?? null);
  return name !== null && name === table.you ? null : nick(table, name) || seat;
}

const nick = (table: Scene['table'], name: string | null): string => nickOf(table, name);

/** What a seat is called in a list: `вы` for me. */
export const named = (scene: Scene, seat: Seat): string =>
  person(scene, seat, scene.after ?? scene.before) ?? words(scene.lang)('table.you');

const sentence = (text: string): string => (text[0]?.toUpperCase() ?? '') + text.slice(1);

const vul = (scene: Scene, view: View): string => words(scene.lang)(`br.vul.${view.terms.vulnerability}`);

/** What is to be said of an event; empty if nothing. */
export function say(scene: Scene, said: BridgeSaid, written: Written = 'said'): string {
  const { seat, event } = said;
  const { lang, before, after } = scene;
  const t = words(lang);
  const view = after ?? before;
  // A card of dummy is laid by the declarer.
  const from = event.type === 'play' ? (before?.turn ?? seat) : seat;
  const who = isSeat(from) ? person(scene, from, view) : '';
  const line = (key: string, params: Record<string, string | number> = {}): string =>
    who === null ? t(`${key}.me` as Key, params) : (find(lang, key, { who, ...params }) ?? '');
  switch (event.type) {
    case 'deal': {
      if (!after) return '';
      const dealer = person(scene, after.terms.dealer, after);
      const deals = dealer === null ? t('table.deals.me') : t('table.deals', { who: dealer });
      return `${t('say.deal', { n: after.terms.number, dealer: sentence(deals) })} ${sentence(vul(scene, after))}.`;
    }
    case 'pass':
    case 'bid':
    case 'double':
    case 'redouble': {
      if (before?.phase === 'honours') return '';
      const plain = call(lang, token(event), written);
      return line('say.call', { call: event.meaning ? `${plain}, ${worded(lang, event.meaning)}` : plain });
    }
    case 'ask': {
      const asked = view?.calls[event.call];
      return asked ? line('br.say.ask', { call: call(lang, asked[1], written) }) : '';
    }
    case 'explain': {
      const told = view?.calls[event.call];
      if (!told || !event.meaning) return '';
      return line('br.say.explain', { call: call(lang, told[1], written), meaning: worded(lang, event.meaning) });
    }
    case 'play': {
      const laid = line('say.play', { card: cardName(lang, event.card, true) });
      const trick = closed(before, after, scene.last, said);
      if (!trick) return laid;
      const taker = person(scene, trick.winner, view);
      return `${laid} ${taker === null ? t('say.trick.me') : t('say.trick', { who: taker })}`;
    }
    case 'claim':
      return [
        line('br.say.claim', { n: event.tricks }),
        event.line ? `${t('br.claim.line', { line: event.line })}.` : '',
      ]
        .filter(Boolean)
        .join(' ');
    case 'answer':
      return line(event.yes ? 'say.yes' : 'say.no');
    case 'honours':
      return line('br.say.honours');
    case 'stop':
      return t('br.say.stop');
    default:
      return '';
  }
}

/** The contract in a sentence. */
function playsLine(scene: Scene, view: View): string {
  if (!view.contract || view.declarer === null) return '';
  return words(scene.lang)('br.ask.plays', {
    contract: contractName(scene.lang, view.contract, 'said'),
    who: named(scene, view.declarer),
  });
}

/** What is said besides: the contract, dummy's cards, my turn, the end of the deal. */
export function aside(scene: Scene): string {
  const { lang, before, after, last } = scene;
  const t = words(lang);
  const said: string[] = [];
  if (after && before && !before.contract && after.contract) said.push(playsLine(scene, after));
  if (after && before)
    for (const seat of after.tabled) {
      const cards = after.hands[seat]?.cards;
      if (!before.tabled.includes(seat) && cards) said.push(t('br.say.dummy', { cards: cardNames(lang, cards) }));
    }
  if (after && before && before.asked.length < after.asked.length) {
    const call_ = after.calls[after.asked.at(-1)!];
    if (call_?.[0] === after.seat) said.push(t('br.say.asked', { call: call(lang, call_![1], 'said') }));
  }
  if (last && before && !after) said.push(t('say.over', { result: result(lang, last.outcome).words }));
  if (after && after.seat !== null && after.actor === after.seat)
    said.push(
      t(after.phase === 'play' && after.turn !== after.seat && !after.claim ? 'br.act.turn.dummy' : 'say.your.turn'),
    );
  return said.join(' ');
}

/** What somebody who does not see the table asks. */
export function answer(query: Query, scene: Scene, sheet: Sheet): string {
  const { lang, after: view, last } = scene;
  const t = words(lang);
  const common = () =>
    answered(query, scene, view ? view.last : last?.history.at(-1), (seat) => named(scene, seat as Seat));
  switch (query) {
    case 'hand': {
      const dummy = view?.dummy && view.dummy !== view.seat ? view.hands[view.dummy]?.cards : null;
      return dummy ? `${common()} ${t('br.say.dummy', { cards: cardNames(lang, dummy) })}` : common();
    }
    case 'score': {
      const side = mySide(sheet, scene.table.you);
      const tricks = view?.contract
        ? ` ${t('br.tricks', { us: view.tricks[side === 0 ? 'NS' : 'EW'] ?? 0, them: view.tricks[side === 0 ? 'EW' : 'NS'] ?? 0 })}`
        : '';
      const them = side === 0 ? 1 : 0;
      return t('br.score', { us: total(sheet, side, sheet.rubber), them: total(sheet, them, sheet.rubber) }) + tricks;
    }
    case 'contract': {
      if (!view) return last ? `${outcomeShown(lang, last.outcome)}.` : t('ask.contract.none');
      if (view.contract) return playsLine(scene, view);
      return view.bid ? t('ask.bid', { contract: contractName(lang, view.bid, 'said') }) : t('ask.contract.none');
    }
    default:
      return common();
  }
}

/** The running deal in lines: after the lead nobody may hear the auction again, only the contract (B-LAW-REV-3). */
export function lines(scene: Scene, log: readonly BridgeSaid[]): readonly { key: number; text: string }[] {
  const view = scene.after;
  const auction = view === null || view.review;
  const t = words(scene.lang);
  const heard = new Set(['pass', 'bid', 'double', 'redouble', 'ask', 'explain']);
  const said = log
    .map((one, key) => ({ key, one }))
    .filter(({ one: { event } }) => event.type !== 'play' && (auction || !heard.has(event.type)))
    .map(({ key, one }) => ({ key, text: say({ ...scene, before: null }, one, 'shown') }))
    .filter(({ text }) => text !== '');
  if (!view?.contract || view.declarer === null) return said;
  const plays = t('br.ask.plays', {
    contract: contractName(scene.lang, view.contract),
    who: named(scene, view.declarer),
  });
  const side = view.seat === null ? 'NS' : lineOf(view.seat);
  const counted =
    view.tricks.NS === undefined
      ? []
      : [
          {
            key: 2001,
            text: t('br.tricks', { us: view.tricks[side] ?? 0, them: view.tricks[side === 'NS' ? 'EW' : 'NS'] ?? 0 }),
          },
        ];
  return [...said, { key: 2000, text: plays }, ...counted];
}
