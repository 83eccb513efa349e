// Deals from a file.

import type { Same } from '..';
import type ru from '../ru/file';

const words: Same<typeof ru> = {
  'file.title': 'Where the deals come from',
  'file.club': 'the club deals',
  'file.bring': 'from a file',
  'file.about':
    'PBN or LIN: its boards are played in order, with their own numbers, dealers and vulnerability. The table’s card will say that they were brought.',
  'file.choose': 'Choose a file',
  'file.paste': 'Paste text',
  'file.paste.label': 'Text of PBN or LIN',
  'file.paste.go': 'Read it',
  'file.remove': 'Take the file away',
  'file.pasted': 'pasted text',
  'file.reading': 'Reading…',
  'file.boards': '{n} {n, plural, one {board} other {boards}}: № {list}',
  'file.left': 'Left out: {n}',
  'file.left.at': 'line {line}, board {board}: {why}',
  'file.left.line': 'line {line}: {why}',
  'file.left.more': 'and {n} more',
  'file.why.hidden': 'a hidden hand: {detail}',
  'file.why.short': 'not thirteen cards in a hand: {detail}',
  'file.why.no_deal': 'there are no cards',
  'file.why.no_dealer': 'it does not say who deals',
  'file.why.no_vulnerability': 'it does not say who is vulnerable',
  'file.why.again': 'these cards are there already and are played once',
  'file.why.too_many': 'a table plays 64 boards at most',
  'file.why.unread': '{detail}',
  'file.none': 'There is no board here that can be played.',
  'file.long': 'Too much text: 250 KB at most.',
  'file.from': 'Deals',
  'file.from.name': 'from the file “{name}”, {n} {n, plural, one {board} other {boards}}',
  'file.from.pasted': 'from pasted text, {n} {n, plural, one {board} other {boards}}',
  'file.from.about': 'Whoever set the table up brought them, and may know the cards. The club did not shuffle them.',
  'fair.event': 'A board of the event',
  'fair.event.about':
    'The club was bound to it when the event was announced. It can be verified once all have played it.',
  'fair.file': 'A board of the file “{name}”',
  'fair.file.pasted': 'A board of the pasted text',
  'fair.file.about': 'The club did not shuffle it: there is nothing to verify.',
  'proof.file':
    'Nobody shuffled these cards: the deals were brought in a file. Only the lot for the seats can be verified.',
};

export default words;
