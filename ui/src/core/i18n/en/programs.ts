// The page of programs.

import type { Same } from '..';
import type ru from '../ru/programs';

const words: Same<typeof ru> = {
  'programs.about':
    'A program of yours can sit at a table: with people, with bots, with other programs. It comes in by a token and sees its own cards only.',
  'programs.go': 'Programs and tokens',
  'programs.go.about': 'Writing a bot of your own? Make a token for it.',
  'programs.name': 'Name of the program',
  'programs.name.about': 'everybody at the table will see: {mark}',
  'programs.make': 'Make a token',
  'programs.made': 'A token for “{name}”',
  'programs.once': 'Copy it now: the club shows a token once and does not keep it.',
  'programs.token': 'Token',
  'programs.copy': 'Copy the token',
  'programs.hide': 'I have saved it, put it away',
  'programs.list': 'Tokens in force',
  'programs.none': 'None so far.',
  'programs.since': 'since {date}',
  'programs.end': 'Revoke',
  'programs.end.of': 'Revoke the token of “{name}”',
  'programs.end.title': 'Revoke this token?',
  'programs.end.about':
    '“{name}” is cut off at once, and this token opens nothing any more. A minute later a bot of the club takes its seat. What it has played stays in the histories.',
  'programs.end.yes': 'Revoke',
  'programs.end.no': 'Keep it',
  'programs.ended': 'The token of “{name}” is revoked.',
  'programs.how': 'How to connect',
  'programs.how.about': 'A token is a password: keep it in an environment variable, not in the text of the program.',
  'programs.line': 'Command',
  'programs.line.copy': 'Copy the command',
  'programs.line.about': 'TABLE is the last word of the table’s address',
  'programs.protocol': 'The protocol',
  'programs.example': 'An example: bot.py',
};

export default words;
