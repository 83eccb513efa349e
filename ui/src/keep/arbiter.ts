// The way from a sheet to the director's desk, with what is known: the case stands in the link after `#`.

import { route } from '../core/routes';
import { begin, encoded, type Answer } from '../desk/case';
import type { KeptLine, KeptSheet, Mark } from '../wire.gen';

/** Places as the desk calls them. */
const PLACES: Readonly<Record<number, readonly string[]>> = {
  2: ['N', 'S'],
  3: ['N', 'E', 'S'],
  4: ['N', 'E', 'S', 'W'],
  5: ['1', '2', '3', '4', '5'],
};

/** The number that was to be written where `one` was: what the right entries put into the same column; 0: nothing. */
const rightOf = (one: Mark, right: readonly Mark[]): number =>
  right.filter(({ column, on }) => column === one.column && on === one.on).reduce((sum, { points }) => sum + points, 0);

/** What the desk asks about an entry, as far as the sheet knows it. */
function known(kept: KeptSheet, incident: string, { by, marks, late }: Line, right: Right): Known {
  const seat = (name: string): string => PLACES[kept.players.length]?.[kept.players.indexOf(name)] ?? '';
  const one = marks.length === 1 ? marks[0]! : null;
  const written = one && {
    player: seat(by),
    column: one.column,
    points: one.points,
    ...(one.on && { on: seat(one.on) }),
  };
  if (incident === 'sheet_error')
    return {
      ...(written && { 'story.written': written }),
      ...(one && right && { 'incident.right': rightOf(one, right) }),
      'incident.pencil_down': true,
      'story.passed': late,
    };
  return {
    'incident.player': seat(by),
    ...(one && { 'incident.column': one.column, 'incident.points': one.points }),
    ...(one?.on && { 'incident.on': seat(one.on) }),
    'story.passed': late,
  };
}

type Known = Readonly<Record<string, Answer>>;
/** An entry as it stands on the sheet. */
export type Line = Pick<KeptLine, 'by' | 'marks' | 'late'>;
/** The entries that somebody says are right; null: nobody has said yet. */
type Right = readonly Mark[] | null;

/** The desk's link for an incident of this sheet, which is ruled on at once where the sheet knows all that is asked; null: this club has no desk, or the game no law of the sheet. */
export function deskLink(
  kept: KeptSheet,
  incident: 'sheet_error' | 'forgotten_entry',
  line?: Line,
  right: Right = null,
): string | null {
  if (!kept.judged || (route('/desk').is as string) === 'lost') return null;
  const draft = begin(kept.game, kept.preset.split('+')[0] ?? kept.preset, kept.players.length, incident);
  return `/desk#${encoded(line ? { ...draft, answers: known(kept, incident, line, right), ready: true } : draft)}`;
}
