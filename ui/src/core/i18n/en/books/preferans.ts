// The book of rules: the title of a leaf and its paragraphs. Numbers come from figures.gen.json.

const book: Readonly<Record<string, string>> = {
  about: 'Three players, ten tricks, and an auction for the talon. Sochi rules to {pool} in the pool.',
  cards: 'The pack',
  'cards.1':
    'There are {cards} cards: four suits of {suit}. The ace is highest, then king, queen, jack, ten and so on down to the seven.',
  'cards.2': 'Suits have an order, too: ♠ is lowest, then ♣ and ♦, and ♥ is highest. It matters in the auction alone.',
  deal: 'The deal',
  'deal.1':
    'Three sit at the table, each for himself. Cards are dealt by twos: {hand} to each, and {talon} aside, face down. Those are the talon.',
  'deal.2':
    'The next to deal is the neighbour on the left. With four players the dealer rests: he “sits on the talon”.',
  trick: 'The trick',
  'trick.1':
    'Each lays one card: that is a trick. The player on the dealer’s left leads first, afterwards whoever took the last trick.',
  'trick.2':
    'You follow the suit that was led. Without that suit you must trump; without a trump you lay any card. You need not beat a trump that lies there.',
  'trick.3': 'The highest trump takes the trick; without trumps, the highest card of the suit that was led.',
  auction: 'The auction',
  'auction.1':
    'You speak in turn, the dealer’s left neighbour first. Whoever promises most takes the talon and chooses the game.',
  'auction.2':
    'The ladder goes {size6}♠, {size6}♣, {size6}♦, {size6}♥, {size6} without trumps, {size7}♠ and so on to {size10} without trumps. “One” means {size6}♠, “two” means {size6}♣. You climb one step at a time.',
  'auction.3':
    'First hand may say “here” instead of climbing: the same step is his. Whoever has said “pass” is out of this auction.',
  talon: 'Talon and contract',
  'talon.1': 'The winner shows the talon to all, takes it up, and lays any two cards aside, face down.',
  'talon.2':
    'Then he names the game: how many tricks he will take, and which suit is trump. Not below his bid; above it he may.',
  whist: 'Whist',
  'whist.1': 'Each opponent says in turn: “whist”, I will try to stop him, or “pass”.',
  'whist.2':
    'Whoever whists owes tricks: against six {due6} together, against seven {due7}, against eight, nine and ten {due8}.',
  'whist.3':
    'One whists: he chooses open play, where the passer lays his cards down and the whister plays both hands, or closed play. Two whist: it is always closed.',
  'whist.4':
    'Both pass: the game is made without play. After a pass the second may also leave for half a whist: {half6} tricks against six, {half7} against seven.',
  misere: 'Misère',
  'misere.1':
    'Misère: take no trick at all. There are no trumps. It is called as your first word or never, and only nine beats it.',
  'misere.2':
    'The talon is shown, two cards are laid aside, and the opponents put their cards on the table: they hunt together. A clean misère writes {misere} to the pool, each trick taken {misere} to the hill.',
  allpass: 'All-pass',
  'allpass.1':
    'All three have passed: now take as few tricks as you can. There are no trumps. The talon’s cards name the suit of the first two tricks; the highest of the three cards laid takes.',
  'allpass.2':
    'A trick costs {all1} on the hill. When all-passes follow each other it costs {all2}, then {all3}, and no more. The fewest tricks are taken off everybody’s. Who took none writes the price of a trick to the pool.',
  'allpass.3': 'Any game from {exit} up ends the series.',
  price: 'Prices',
  'price.1':
    'Made: the price of the game goes to the pool. Tricks short: the price goes to the hill for each one missing.',
  'price.2':
    'The whister writes the price for each of his tricks on the declarer. If that one went down, everybody writes consolation on him, too: the price for each missing trick.',
  'price.3':
    'Whisters who fall short write the price to the hill for each trick. Say, seven down two costs {set2} on the hill, and a whister’s three tricks bring {made7} whists.',
  sheet: 'The sheet',
  'sheet.1':
    'Each has a sector of the sheet. From the middle outwards: hill, pool, whists on each of the others. Figures are running totals with a point between.',
  'sheet.2':
    'Each plays until his pool has {pool}. Then he helps the one whose pool is larger, and writes {help} whists on him for each point.',
  'sheet.3':
    'At the end everything becomes whists. A hill higher by {hill} points costs {each} whists to each of the two others. All together it comes to nought.',
  'seen.game': 'game',
  'seen.pool': 'to the pool',
  'seen.hill': 'to the hill',
  'seen.whist': 'a whist',
  'seen.due': 'owed by whist',
  'seen.here': 'here',
};
export default book;
