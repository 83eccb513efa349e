// Problems: the words of the page, and what is asked by theme.

export default {
  you: 'You',
  problem: 'Problem',
  all: 'All problems',
  about:
    'All hands are open. Choose the right play: the best defence refutes a wrong one, card by card. Rating and streak stay in this browser.',
  streak: 'Streak: {n}, best: {best}.',
  count: '{n} of {all} solved · rating {rating}',
  of: '{n} of {all}',
  solve: 'Solve',
  nth: 'Problem {n}, difficulty {grade} of 4',
  'nth.right': 'Problem {n}, difficulty {grade} of 4, solved',
  'nth.wrong': 'Problem {n}, difficulty {grade} of 4, not solved',
  title: '{theme}, problem {n}',
  none: 'There is no such problem',
  'none.about': 'The link may be old. All problems are on the page “Learn”.',
  lost: 'No answer. Check the connection and try again.',
  retry: 'Try again',
  or: ' or ',
  right: 'Right!',
  rating: 'Rating {n}, streak {streak}.',
  'wrong.tricks': '{n, plural, one {Not so: it costs a trick.} other {Not so: it costs # tricks.}}',
  'wrong.points': '{n, plural, one {Not so: it costs # point.} other {Not so: it costs # points.}}',
  better: 'Right was: {what}.',
  refuted: 'See why.',
  next: 'Next problem',
  again: 'Once more',
  'theme.misere-catch': 'Catch the misère',
  'theme.misere-play': 'Play the misère',
  'theme.discard': 'The best discard',
  'theme.first': 'The first card',
  'theme.ending': 'Endings',
  'theme.allpass': 'All-pass',
  'theme.lead': 'Opening leads',
  'theme.suit': 'Single suits',
  'theme.squeeze': 'Squeezes',
  'theme.throw-in': 'Throw-ins',
  'theme.order': 'What to order',
  'theme.declare': 'What to declare',
  'theme.last-four': 'The last tricks',
  'ask.misere-catch':
    '{n, plural, one {Misère. Give the declarer a trick.} other {Misère. Give the declarer # tricks.}}',
  'ask.misere-play': 'You play misère. Take no trick.',
  'ask.discard':
    '{n, plural, one {Put two cards away so that {aim} takes # trick.} other {Put two cards away so that {aim} takes # tricks.}}',
  'ask.first':
    '{n, plural, one {The only first card: your side takes # trick.} other {The only first card: your side takes # tricks.}}',
  'ask.ending': '{n, plural, one {Your side takes # more trick.} other {Your side takes # more tricks.}}',
  'ask.allpass':
    '{n, plural, =0 {All-pass. Not one more trick, though both play against you.} one {All-pass. At most # more trick, though both play against you.} other {All-pass. At most # more tricks, though both play against you.}}',
  'ask.lead':
    '{n, plural, one {The opening lead: the defence takes # trick.} other {The opening lead: the defence takes # tricks.}}',
  'ask.suit':
    '{n, plural, one {Play the suit: your side takes # more trick.} other {Play the suit: your side takes # more tricks.}}',
  'ask.squeeze':
    '{n, plural, one {Squeeze: your side takes # more trick.} other {Squeeze: your side takes all # tricks.}}',
  'ask.throw-in':
    '{n, plural, one {Throw-in: your side takes # more trick.} other {Throw-in: your side takes # more tricks.}}',
  'ask.order': 'The second round. What is best if both play their best?',
  'ask.declare': 'No card has been led yet. What to say, and what to keep to yourself?',
  'ask.last-four': '{n, plural, one {Take # more point.} other {Take # more points.}}',
};
