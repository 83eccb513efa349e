// The book of rules: the title of a leaf and its paragraphs. Numbers come from figures.gen.json.

const book: Readonly<Record<string, string>> = {
  about: 'Two against two, {hand} tricks, an auction and a partner’s hand on the table. A rubber of two games.',
  cards: 'Pack and places',
  'cards.1':
    'There are {cards} cards, {hand} for each. The ace is highest, then king, queen, jack, ten and so on down to the two.',
  'cards.2': 'Partners sit opposite: North with South, East with West. What they win they win together.',
  trick: 'The trick',
  'trick.1':
    'Each lays a card, clockwise. You follow the suit that was led; without it you lay what you like, and need not trump.',
  'trick.2': 'The highest trump takes, without trumps the highest card of the suit led. Whoever took leads next.',
  bids: 'Bids',
  'bids.1':
    'The dealer speaks first. A bid is a level, from the first to the seventh, and a denomination: ♣, ♦, ♥, ♠ and, highest, no trumps.',
  'bids.2':
    'The next bid must be higher: the same level in a higher denomination, or a higher level. There are {bids} bids.',
  calls: 'Pass, double, redouble',
  'calls.1':
    'You may pass instead, and come back later. Against an opponents’ bid there is “double”: the stake grows {times2} times. The answer is “redouble”: {times4} times.',
  'calls.2':
    'A new bid cancels a double. The auction ends with {passes} passes running after a bid. Four passes at the very start: the next player deals.',
  contract: 'The contract',
  'contract.1':
    'The last bid is the contract. Its level is added to {book}: two diamonds promise {need2} tricks, four spades {need4}.',
  'contract.2': 'The declarer is the one of the pair who first named that denomination.',
  dummy: 'Dummy',
  'dummy.1':
    'The player on the declarer’s left leads. Then the declarer’s partner lays his cards on the table, face up: he is dummy.',
  'dummy.2': 'The declarer plays both hands. Dummy gives no advice and takes no part.',
  points: 'Below the line',
  'points.1':
    'A contract that is made writes its tricks below the line. In the minors, ♣ and ♦, a trick is worth {minor}, in the majors, ♥ and ♠, {major}. At no trumps the first is {first}, the others {later}.',
  'points.2':
    'Doubled counts twice, redoubled four times. {game} points are a game. Three no trumps makes it at once, and so do {level4} in a major and {level5} in a minor.',
  premiums: 'Above the line',
  'premiums.1':
    'An overtrick is worth as much as a bid trick, doubled {overx}. Making a doubled contract brings {insult} more.',
  'premiums.2':
    'Tricks short: the opponents write {down} for each. Doubled, {downx} for the first, {downx2} for the second and third.',
  'premiums.3': 'A small slam, {level6} bid and made, brings {small}; a grand slam, {level7}, {grand}.',
  rubber: 'Game, vulnerable, rubber',
  'rubber.1':
    'A game may come from several deals. Whoever has one is vulnerable: undertricks cost more, {downz} instead of {down}, and slams bring more.',
  'rubber.2': 'A line is drawn under a game, and both sides start from nought towards the next.',
  'rubber.3':
    'Two games end the rubber: {clean} if the others have none, else {slow}. Everything above and below the line is added.',
  boards: 'Duplicate',
  'boards.1':
    'The same deal is played at many tables and compared, so that luck matters less. The board’s number says who deals and who is vulnerable; after {cycle} it begins again.',
  'boards.2':
    'There is no rubber, every deal stands alone: a game brings {bonus}, vulnerable {bonusz}, a lower contract {part}.',
  'seen.each': 'trick',
  'seen.plain': 'undoubled',
  'seen.x': 'doubled',
  'seen.xx': 'redoubled',
  'seen.minor': '♣ ♦',
  'seen.major': '♥ ♠',
  'seen.nt': 'NT, first',
  'seen.later': 'NT, later',
  'seen.level': 'level',
  'seen.need': 'tricks',
  'seen.free': 'not vul.',
  'seen.zone': 'vulnerable',
  'seen.down': 'undertrick',
  'seen.downx': 'doubled',
  'seen.small': 'small slam',
  'seen.grand': 'grand slam',
  'seen.board': 'board',
  'seen.dealer': 'dealer',
  'seen.who': 'vulnerable',
  'seen.none': 'none',
  'seen.both': 'all',
};
export default book;
