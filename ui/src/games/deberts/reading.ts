// How the table reads a view of deberts.

import { words, type Lang } from '../../core/i18n';
import type { Chair as Anybody, Marks, Reading } from '../../core/table/reading';
import { answer, aside, say, taken } from './say';
import { chairs, closed, closedTricks, playable, playing, type Chair } from './table';
import type { Deberts, View } from './types';
import { sign, token, word } from './wording';

function marks(lang: Lang, anybody: Anybody): Marks {
  const chair = anybody as Chair;
  const t = words(lang);
  const plays = chair.maker && chair.trump ? t('deb.plays', { suit: sign(chair.trump) }) : null;
  const bid = chair.tricks === null && chair.said !== null ? word(lang, chair.said) : null;
  return {
    word: plays ?? bid,
    role: chair.points === null || chair.tricks === null ? null : t('deb.points', { n: chair.points }),
  };
}

/** What waits for me, as the coach names it. */
function task({ phase, maker, seat, legal }: View): string {
  if (phase !== 'play') return phase;
  if (legal.some(({ type }) => type !== 'play')) return 'words';
  return maker === seat ? 'play.maker' : 'play.other';
}

export const reading: Reading<Deberts> = {
  buttons: (event) => (event.type !== 'play' ? [token(event)] : event.bella ? ['bella'] : ['silent']),
  chairs,
  marks,
  task,
  number: (view) => view.terms.number,
  over: (sheet) => sheet.finished,
  playing,
  playable,
  closed,
  lastTrick: (view, last) => (view?.history ?? last?.history ?? []).at(-1) ?? null,
  say,
  aside,
  lines(scene, log) {
    const said = log
      .filter(({ event }) => event.type !== 'play' || event.bella)
      .map((one, key) => ({ key, text: say({ ...scene, before: null }, one, 'shown') }))
      .filter(({ text }) => text !== '');
    // What fell in a trick only the last trick shows.
    const view = scene.after;
    const last = view?.history.at(-1);
    return view && last ? [...said, { key: 1000, text: taken(scene, last.winner, closedTricks(view)) }] : said;
  },
  answer,
  anytime: new Set(['stop']),
};
