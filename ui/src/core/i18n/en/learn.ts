import type ru from '../ru/learn';

const words: Readonly<Record<keyof typeof ru, string>> = {
  'rules.title': 'Rules',
  'rules.lead': 'Three games, a small book each: ten leaves with pictures. Ten minutes to read.',
  'rules.read': 'Open',
  'rules.of': '{game}: the rules',
  'rules.print': 'Print',
  'rules.contents': 'Leaves',
  'rules.more': 'In full',
  'rules.preset':
    'Numbers are those of {preset}, with which the club begins. Other terms change them, and the table says so.',
  'rules.play': 'Sit down with bots',
  'rules.words': 'The players’ words',
  'words.title': 'The players’ words',
  'words.lead':
    'What people say at the table, and what it means. At a table any word explains itself when you hold it.',
  'words.seek': 'A word',
  'words.none': 'There is no such word.',
  trump: 'trumps',
  'who.N': 'Anna',
  'who.E': 'Boris',
  'who.S': 'Vera',
  'who.W': 'Gleb',
};
export default words;
