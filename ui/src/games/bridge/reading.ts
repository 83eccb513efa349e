// How the table reads a view of bridge.

import { words, type Lang } from '../../core/i18n';
import { handText } from '../../core/cards';
import type { Chair as Anybody, Marks, Reading } from '../../core/table/reading';
import { worded } from './meaning';
import { answer, aside, lines, say } from './say';
import { SEATS } from '../../core/wire';
import { chairs, closed, idle, playable, playing, type Chair } from './table';
import type { Bridge, View } from './types';
import { buttons, call } from './wording';

function marks(lang: Lang, anybody: Anybody): Marks {
  const chair = anybody as Chair;
  const t = words(lang);
  return {
    word: chair.call === null ? null : call(lang, chair.call),
    role: chair.declarer ? t('table.declarer') : chair.dummy && chair.name !== null ? t('br.dummy') : null,
  };
}

/** What waits for me, as the coach names it. */
function task({ phase, declarer, seat, last, trick }: View): string {
  if (phase !== 'play') return phase;
  if (declarer === seat) return 'play.declarer';
  return last === null && trick.length === 0 ? 'play.lead' : 'play.defend';
}

export const reading: Reading<Bridge> = {
  buttons,
  idle,
  chairs,
  marks,
  promised: worded,
  task,
  number: (view) => view.terms.number,
  over: (sheet) => sheet.finished,
  playing,
  playable,
  closed,
  lastTrick: (view, last) => (view ? view.last : (last?.history.at(-1) ?? null)),
  say,
  aside,
  lines,
  answer,
  dealt: (last) => `N:${SEATS.map((seat) => handText(last.hands[seat] ?? [])).join(' ')}`,
  anytime: new Set(['stop', 'ask', 'explain', 'claim', 'honours']),
};
