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
  trump: 'trumps',
  'who.N': 'Anna',
  'who.E': 'Boris',
  'who.S': 'Vera',
  'who.W': 'Gleb',
};
export default words;
