// Lessons: words of the coach and of the page.

import type { Same } from '..';
import type ru from '../ru/lesson';

const lesson: Same<typeof ru> = {
  you: 'You',
  coach: 'The coach',
  next: 'Go on',
  back: 'Take it back',
  wrong: 'Better not.',
  yours: 'Your choice: the coach shows a mistake.',
  lay: 'Touch it once more, and the card is played.',
  sit: 'Play with bots',
  'cost.tricks': '{n, plural, one {That costs a trick.} other {That costs # tricks.}}',
  'cost.points': '{n, plural, one {That costs a point.} other {That costs # points.}}',
  better: 'Better: {what}.',
  or: ' or ',
  end: 'The lesson is done',
  after: 'The next lesson',
  again: 'Again',
  all: 'All lessons',
  none: 'There is no such lesson',
  'none.about': 'The link may be old. All lessons stand on the page “Learn”.',
  learn: 'Learn',
  first: 'Begin here',
  coming: 'The next lesson',
  begin: 'Begin',
  learnt: 'done',
  count: '{n} of {all}',
  everything: 'All lessons are done',
  'everything.about': 'Now to the table: play with bots, or call your friends.',
  lost: 'No answer. Check the connection and try again.',
  retry: 'Try again',
};
export default lesson;
