// How the table reads a view of preferans.

import { handText } from '../../core/cards';
import { words, type Lang } from '../../core/i18n';
import { buttons } from './actions';
import { answered } from '../../core/table/answers';
import { nickOf } from '../../core/table/people';
import { exact, shown } from '../../core/points';
import { cardName } from '../../core/speech';
import type { Chair as Anybody, Marks, Query, Reading, Scene } from '../../core/table/reading';
import { SEATS } from '../../core/wire';
import { aside, named, say, taken } from './say';
import { chairs, closed, idle, playable, playing, type Chair } from './table';
import type { Preferans, PreferansSaid, Sheet, View } from './types';
import { call, cardShown, contractSaid, contractShown } from './wording';

/** How long the talon lies open before anything else is shown, ms: long enough to be read twice. */
const TALON_MS = 2_800;
/** What follows the talon in the log. */
const AFTER_TALON: ReadonlySet<string> = new Set(['discard', 'refuse', 'contract', 'claim', 'surrender']);

/** From so many contracts on they are laid out as in a bidding box. */
const TALL = 10;

function marks(lang: Lang, anybody: Anybody): Marks {
  const chair = anybody as Chair;
  const t = words(lang);
  const role =
    chair.name !== null && chair.seat === null
      ? t('table.waits')
      : chair.sits
        ? t('table.sits')
        : chair.declarer && chair.said === null
          ? t('table.declarer')
          : null;
  return { word: chair.said === null ? null : call(lang, chair.said, contractShown), role };
}

/** What waits for me, as the coach names it. */
function task({ phase, contract, declarer, seat, legal }: View): string {
  if (phase === 'discard') return contract === 'misere' ? 'discard.misere' : phase;
  if (phase === 'whist') return legal.some(({ type }) => type === 'lay') ? 'whist.lay' : phase;
  if (phase !== 'play') return phase;
  if (declarer === null) return 'play.allpass';
  const mine = declarer === seat;
  if (contract === 'misere') return mine ? 'play.misere' : 'play.catch';
  return mine ? 'play.declarer' : 'play.whist';
}

export const reading: Reading<Preferans> = {
  buttons,
  idle,
  chairs,
  marks,
  task,
  number: (view) => view.terms.number,
  over: (sheet) => sheet.finished && sheet.settlement !== null,
  playing,
  playable,
  closed: (before, after, last) => closed(before, after?.history ?? last?.history ?? []),
  lastTrick: (view, last) => (view?.history ?? last?.history ?? []).at(-1) ?? null,
  say,
  aside,
  lines(scene, log) {
    // What fell in a trick only the last trick shows (P-3.9.8).
    const said = log
      .filter(({ event }) => event.type !== 'play')
      .map((one, key) => ({ key, text: say(scene, one, 'shown'), struck: one.struck ?? false }));
    const talon = talonLine(scene, log);
    if (talon) said.splice(talon.at, 0, { key: 900, text: talon.text, struck: false });
    const tricks = (scene.after?.history ?? []).map(({ winner }, at) => ({
      key: 1000 + at,
      text: taken(scene, winner, at + 1),
    }));
    return [...said, ...tricks].filter(({ text }) => text !== '');
  },
  answer,
  dealt({ hands, talon }) {
    const last = Math.max(...SEATS.map((seat, at) => (hands[seat] ? at : -1)));
    const texts = SEATS.slice(0, last + 1).map((seat) => (hands[seat] ? handText(hands[seat]) : '-'));
    return `N:${texts.join(' ')} + ${talon.join(' ')}`;
  },
  anytime: new Set(['claim', 'surrender', 'stop']),
  marked: (view) => (view.contract === 'allpass' ? [] : view.talon),
  stays: (before, after) =>
    before !== null && after !== null && after.contract !== 'allpass' && shows(after) && !shows(before) ? TALON_MS : 0,
  tall: (view) => view.legal.filter(({ type }) => type === 'bid' || type === 'contract').length > TALL,
};

/** Both cards of the talon lie open to me. */
const shows = ({ talon }: View): boolean => talon.length === 2;

/** What lay in the talon, after the words of the auction; null while it is closed, and at an all-pass, where it leads. */
function talonLine(
  { lang, after }: Scene<Preferans>,
  log: readonly PreferansSaid[],
): { readonly at: number; readonly text: string } | null {
  if (!after || !shows(after) || after.contract === 'allpass') return null;
  const said = log.filter(({ event }) => event.type !== 'play');
  const next = said.findIndex(({ event }) => AFTER_TALON.has(event.type));
  const cards = after.talon.map((card) => cardShown(lang, card)).join(' ');
  return { at: next < 0 ? said.length : next, text: words(lang)('say.talon', { cards }) };
}

/** What somebody who does not see the table asks. */
function answer(query: Query, scene: Scene<Preferans>, sheet: Sheet): string {
  const { lang, after: view, last } = scene;
  const t = words(lang);
  switch (query) {
    case 'trick': {
      const laid = view?.trick ?? [];
      const led = view?.lead ? [t('ask.trick.talon', { card: cardName(lang, view.lead) })] : [];
      const cards = laid.map(([seat, card]) => `${named(scene, seat)}: ${cardName(lang, card)}`);
      return laid.length + led.length > 0 ? `${[...led, ...cards].join(', ')}.` : t('ask.trick.none');
    }
    case 'score':
      return sheet.names
        .map((name, at) =>
          t('ask.score', {
            who: nickOf(scene.table, name),
            pool: shown(exact(sheet.pool[at] ?? 0)),
            hill: shown(exact(sheet.hill[at] ?? 0)),
          }),
        )
        .join(' ');
    case 'contract': {
      if (!view?.contract)
        return view?.bid ? t('ask.bid', { contract: contractSaid(lang, view.bid) }) : t('ask.contract.none');
      const contract = contractSaid(lang, view.contract);
      if (view.declarer === null) return `${contract}.`;
      const tricks = view.tricks[view.declarer] ?? 0;
      return t('ask.contract', { contract, who: named(scene, view.declarer), n: tricks });
    }
    default:
      return answered(query, scene, reading.lastTrick(view, last), (seat) => named(scene, seat));
  }
}
