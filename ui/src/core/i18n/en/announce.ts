// What is asked of somebody who announces an event, in English.

import type { Same } from '..';
import type ru from '../ru/announce';

const words: Same<typeof ru> = {
  usual: 'All else as usual: the terms of {preset}, anybody may enter, you are the arbiter.',
  but: 'All else as usual, but: ',
  change: 'Change the rest',
  entering: 'Name and entries',
  agreement: 'The terms of the game',
  course: 'Course and scores',
  terms: 'the terms of {preset}',
  enter: 'Log in and announce',
  'enter.about': 'Whoever announces has a login. Your answers are kept.',
  settle: 'What is settled',
  'settle.about':
    'It is read on the page of the event. Mend what is wrong and confirm it: then everybody can be seated.',
  'settle.do': 'So be it',
  'usual.sessions.hall': '{when}, at real tables',
  'usual.sessions.online': '{when}, at tables of the club',
  'usual.sessions.later': 'on the day that the arbiter names',
  'usual.entry': 'whoever wants to, without a fee',
  'usual.special_conditions': 'none',
  'usual.published': 'on the page of the event',
};

export default words;
