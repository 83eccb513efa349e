// Every event as a line to read or to hear, as people at the table would tell it.

import { find, words, type Key } from '../../core/i18n';
import { answered } from '../../core/table/answers';
import { nickOf } from '../../core/table/people';
import { cardName } from '../../core/speech';
import type { Query, Scene as Moment } from '../../core/table/reading';
import { closed } from './table';
import type { Deberts, DebertsSaid, Sheet } from './types';
import { meldNames, result, token, trumpSaid, word, type Written } from './wording';

export type Scene = Moment<Deberts>;

/** Who a seat is: a nickname, or null for me. */
function person({ table }: Scene, seat: string): string | null {
  if (seat === table.you) return null;
  return nickOf(table, seat);
}

/** What a seat is called in a list: `вы` for me. */
export const named = (scene: Scene, seat: string): string => person(scene, seat) ?? words(scene.lang)('table.you');

const sentence = (text: string): string => (text[0]?.toUpperCase() ?? '') + text.slice(1);

/** What is to be said of an event; empty if nothing. */
export function say(scene: Scene, { seat, event }: DebertsSaid, written: Written = 'said'): string {
  const { lang } = scene;
  const t = words(lang);
  const who = seat === null ? '' : person(scene, seat);
  const line = (key: string, params: Record<string, string | number> = {}): string =>
    who === null ? t(`${key}.me` as Key, params) : (find(lang, key, { who, ...params }) ?? '');
  switch (event.type) {
    case 'deal': {
      const terms = scene.after?.terms;
      if (!terms) return '';
      const dealer = person(scene, terms.dealer);
      const deals = dealer === null ? t('table.deals.me') : t('table.deals', { who: dealer });
      const up = scene.after?.first_trump;
      const turned = up ? t('deb.say.turned', { card: cardName(lang, up) }) : '';
      return [t('say.deal', { n: terms.number, dealer: sentence(deals) }), turned].filter(Boolean).join(' ');
    }
    case 'play': {
      const { card } = event;
      const bella = event.bella ? line('say.call', { call: t('deb.word.bella') }) : '';
      const laid = line('say.play', { card: cardName(lang, card, true) });
      const trick = closed(scene.before, scene.after, scene.last);
      if (!trick || trick.cards.at(-1)?.[1] !== card) return [bella, laid].filter(Boolean).join(' ');
      const taker = person(scene, trick.winner);
      const took = taker === null ? t('say.trick.me') : t('say.trick', { who: taker });
      return [bella, laid, took].filter(Boolean).join(' ');
    }
    case 'exchange': {
      const card = scene.after?.first_trump ?? scene.last?.first_trump ?? '';
      return line('deb.say.exchange', { card: cardName(lang, card, true) });
    }
    case 'stop':
      return t('deb.say.stop');
    case 'substitute':
    case 'correction':
      return '';
    default:
      return line('say.call', { call: word(lang, token(event), written) }).replace(/\?\.$/, '?');
  }
}

/** What is said besides: the trump and the bottom card, what everybody knows by now, my turn, the end of the deal. */
export function aside(scene: Scene): string {
  const { lang, before, after, last } = scene;
  const t = words(lang);
  const said: string[] = [];
  if (after && before && before.maker === null && after.maker !== null && after.trump) {
    said.push(`${trumpSaid(lang, after.trump)}.`);
    if (after.bottom) said.push(t('deb.say.bottom', { card: cardName(lang, after.bottom) }));
  }
  if (after && before && after.baited !== null && before.baited === null) said.push(bait(scene, after.baited));
  if (last && before && !after) {
    const totals = last.count && Object.fromEntries(Object.entries(last.count).map(([s, { total }]) => [s, total]));
    if (last.outcome?.bait && before.baited === null) said.push(bait(scene, last.outcome.bait));
    said.push(t('say.over', { result: result(lang, last.outcome, totals).words }));
    if (totals)
      said.push(
        Object.entries(totals)
          .map(([seat, n]) => `${named(scene, seat)} ${n}`)
          .join(', ') + '.',
      );
  }
  if (after && after.seat !== null && after.actor === after.seat) said.push(t('say.your.turn'));
  return said.join(' ');
}

function bait(scene: Scene, seat: string): string {
  const t = words(scene.lang);
  const who = person(scene, seat);
  return who === null ? t('deb.say.bait.me') : t('deb.say.bait', { who });
}

/** Who took a trick, in the history of the deal. */
export function taken(scene: Scene, winner: string, nth: number): string {
  return words(scene.lang)('say.trick.nth', { n: nth, who: named(scene, winner) });
}

/** What somebody who does not see the table asks. */
export function answer(query: Query, scene: Scene, sheet: Sheet): string {
  const { lang, after: view, last } = scene;
  const t = words(lang);
  switch (query) {
    case 'score': {
      const points = sheet.names.map((name, at) => `${named(scene, name)} ${sheet.points[at]}`).join(', ');
      const hangs = sheet.hanging.reduce((sum, one) => sum + one, 0);
      return hangs > 0 ? `${points}, ${t('deb.hangs', { n: hangs })}.` : `${points}.`;
    }
    case 'contract': {
      if (!view?.maker || !view.trump) {
        const up = view?.first_trump;
        return up ? t('deb.say.turned', { card: cardName(lang, up) }) : t('ask.contract.none');
      }
      const known = view.passed ? meldNames(lang, view.named[view.passed] ?? [], 'said') : '';
      const plays = t('deb.ask.plays', { who: named(scene, view.maker), trump: trumpSaid(lang, view.trump) });
      return known && view.passed ? `${plays} ${named(scene, view.passed)}: ${known}.` : plays;
    }
    default:
      return answered(query, scene, (view?.history ?? last?.history ?? []).at(-1), (seat) => named(scene, seat));
  }
}
