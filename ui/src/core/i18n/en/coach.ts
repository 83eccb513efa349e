// The coach at a first table.

import type { Same } from '..';
import type ru from '../ru/coach';

const coach: Same<typeof ru> = {
  coach: 'The coach',
  silence: 'Send the coach away',
  done: 'Three deals without a mistake: the coach falls silent. The button with the book calls it again.',
  gone: 'The coach is silent. The button with the book calls it again.',
  ask: 'What would the expert do?',
  expert: 'The expert: {what}. {why}',
  forced: 'Nothing else can be done: {what}.',
  lay: 'Touch it once more, and the card is played.',

  'auction@preferans': 'The auction: say how many tricks you promise, or pass.',
  'discard@preferans': 'The talon is yours: mark two cards that you can spare, and discard them.',
  'discard.misere@preferans': 'Misère: discard the two cards that would take a trick.',
  'contract@preferans': 'Name your game: the trump and the number of tricks.',
  'whist@preferans': 'An opponent plays: whist, if you take tricks against the game, else pass.',
  'whist.lay@preferans': 'The whist is yours: open shows the cards, closed does not.',
  'play.declarer@preferans': 'Your game: take the tricks that you promised.',
  'play.misere@preferans': 'Your misère: take no trick.',
  'play.catch@preferans': 'An opponent’s misère: make the opponent take a trick.',
  'play.whist@preferans': 'You play against the game: take tricks.',
  'play.allpass@preferans': 'All-pass: take as few as you can.',

  'auction@bridge': 'The auction: bid how many tricks above six your pair takes, or pass.',
  'play.lead@bridge': 'You lead first.',
  'play.declarer@bridge': 'You are the declarer: you play your cards and dummy’s.',
  'play.defend@bridge': 'Defence: take tricks together with your partner.',

  'auction@deberts': 'The bidding: play if you will get more than the opponent, else pass.',
  'words@deberts': 'Before the first card combinations are said and the seven is exchanged.',
  'play.maker@deberts': 'Your game: get more than the opponent.',
  'play.other@deberts': 'The opponent plays: get no less.',
};
export default coach;
