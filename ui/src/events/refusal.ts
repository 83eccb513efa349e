// Why the club has not taken something from somebody at an event, in his own language. What the club says itself is for programmers.

import type { Refused } from '../core/api';
import { t } from '../settings.svelte';

/** What stands in the club's words, and ours; tests/test_client_words.py holds the first against the club's own text. */
export const REFUSALS = [
  ['the line is written already', 'refusal.written'],
  ['is confirmed, and no claim on it is heard', 'refusal.confirmed'],
  ['no round is being played', 'refusal.no_round'],
  ['no round has begun', 'refusal.no_round'],
  ['nobody is seated yet', 'refusal.no_round'],
  ['does not sit there', 'refusal.elsewhere'],
  ['who calls sits there', 'refusal.elsewhere'],
  ['has called, and waits', 'refusal.called'],
  ['has entered already', 'refusal.entered'],
  ['has no room for one more', 'refusal.no_room'],
  ['everybody is seated', 'refusal.seated'],
  ['the director enters whom he takes', 'refusal.by_director'],
  ['notice is given before the next deal', 'refusal.noticed_late'],
  ['the session ended more than', 'refusal.filed_late'],
  ['the correction period of', 'refusal.period'],
  ['the event is closed', 'refusal.closed'],
  ['has not the power to', 'refusal.power'],
  ['only natural systems are allowed', 'refusal.natural'],
  ['names its four first', 'refusal.first'],
  ['are named, and they stand', 'refusal.stands'],
  ['the board is not of round', 'refusal.board'],
  ['does not play any more', 'refusal.out'],
] as const;

/** One line for a reader. */
export const refusal = ({ message }: Pick<Refused, 'message'>): string => {
  const found = REFUSALS.find(([said]) => message.includes(said));
  return found ? t(found[1]) : message;
};
