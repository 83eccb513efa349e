// A decision as a sentence from its numbers. What was seen comes first; all hands are told apart from it.

import type { Letters } from '../core/cards';
import type { Lang } from '../core/i18n';
import { exact, value } from '../core/points';
import { figure, tokenShown } from '../core/review';
import type { ReviewTold, Weighed } from '../wire.gen';
import { r, rr } from './words';

/** Less than this is nought as it is written. */
const LEAST = 0.05;

export const lost = (lang: Lang, unit: string, amount: number): string =>
  rr(`loss.${unit}`, { ...figure(lang, amount) });

/** What it cost by what was seen; empty where nothing was given away. */
export function seenSaid(lang: Lang, { event, seen }: Weighed, letters: Letters): string {
  if (seen === null || seen.score <= 0) return '';
  const main = lost(lang, seen.unit, seen.score);
  const losses = [
    seen.least ? r('or.more', { loss: main }) : main,
    (seen.tricks ?? 0) >= LEAST ? lost(lang, 'tricks', seen.tricks ?? 0) : '',
    seen.points && seen.unit !== 'points' ? lost(lang, 'points', seen.points) : '',
  ].filter(Boolean);
  if (seen.interval) losses[0] = r('between', { loss: losses[0]!, n: figure(lang, seen.interval).n });
  const [mine, other] = (seen.sets ?? [0, 0]).map((share) => Math.round(share * 100)) as [number, number];
  if (mine > other) losses.push(r('sets', { mine, other }));
  const what = { event: tokenShown(lang, event, letters), losses: losses.join(', ') };
  return seen.better ? r('instead', { ...what, better: tokenShown(lang, seen.better, letters) }) : r('alone', what);
}

/** What it cost with all hands seen; empty where nobody can say. */
export function openSaid(lang: Lang, { open }: Weighed, unit: ReviewTold['unit'], letters: Letters): string {
  if (open === null) return '';
  const score = value(exact(open.score));
  if (score <= 0 && !open.tricks) return r('open.none');
  const losses = [
    score > 0 ? lost(lang, unit, score) : '',
    open.imps ? lost(lang, 'imps', open.imps) : '',
    open.tricks ? lost(lang, 'tricks', open.tricks) : '',
  ]
    .filter(Boolean)
    .join(', ');
  const better = open.better.map((token) => tokenShown(lang, token, letters)).join(', ');
  return better ? r('open', { losses, better }) : r('open.bare', { losses });
}
