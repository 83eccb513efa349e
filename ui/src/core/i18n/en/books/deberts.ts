// The book of rules: the title of a leaf and its paragraphs. Numbers come from figures.gen.json.

const book: Readonly<Record<string, string>> = {
  about: 'Two players, {hand} cards, combinations said aloud, and a race to {target}. Moscow rules.',
  cards: 'The pack',
  'cards.1':
    'Two play with {cards} cards, seven to ace in each suit. Cards are worth points, and the first to {target} wins.',
  'cards.2': 'In a plain suit the order is ace, ten, king, queen, jack, nine, eight, seven.',
  trumps: 'Trumps',
  'trumps.1':
    'Trumps have an order of their own: the jack is highest and worth {tJ}. Next comes the nine, {t9}, then ace, ten, king, queen, eight and seven.',
  'trumps.2':
    'The rest are worth the same everywhere: ace {tA}, ten {tT}, king {tK}, queen {tQ}, a plain jack {pJ}. The whole pack has {pack}.',
  deal: 'The deal',
  'deal.1':
    'Each gets {first} cards, {times} at a time, the non-dealer first. The next card is turned up: its suit is the first trump.',
  'deal.2': 'The next to deal is whoever took more points.',
  bidding: 'Bidding',
  'bidding.1': 'First round: the non-dealer says “I play” or “pass”, then the dealer. The turned-up suit is played.',
  'bidding.2':
    'Nobody took it: in the second round you name another suit. All pass again: the other player deals anew.',
  rest: 'More cards, and the seven',
  'rest.1':
    'Somebody plays: {more} more cards to each make {hand}. The bottom card of the stock is put on top, face up, for both to see.',
  'rest.2':
    'With the first trump you may, before your first card, exchange the seven of trumps for the turned-up card.',
  melds: 'Combinations',
  'melds.1':
    'Terz: three running cards of a suit, {terz} points. Fifty: four running, {fifty}. The order here is the usual one: seven, eight, nine, ten, jack, queen, king, ace.',
  'melds.2': 'Bella: king and queen of trumps, {bella}. It is said when the second of the two is laid.',
  height: 'Whose is higher',
  'height.1':
    'A combination is said with your first card. The second player asks “height?” and hears the top card, or says “passes”.',
  'height.2':
    'A fifty beats a terz; of equals the higher top card wins, then trumps, then the non-dealer. The combinations of one player alone count.',
  play: 'Play',
  'play.1':
    'The non-dealer leads first, then whoever took. Follow suit; without it trump; without trumps lay any card.',
  'play.2': 'A trump lead must be beaten with a higher trump, if you have one.',
  count: 'Count and bait',
  'count.1': 'You add the cards of your tricks, your combinations, and {last} for the last trick.',
  'count.2':
    'The one who chose the trump has more: each writes his own. He has less: that is bait, and the other writes everything.',
  'count.3':
    'Equal is a hanging bait. The other writes his own, and the player’s points wait for whoever takes more in the next deal.',
  party: 'The party',
  'party.1': 'The first with {target} wins the party. If both reach it, whoever took the last trick wins.',
  'party.2':
    'At your turn, but for the last trick, you may close: points are counted at once. Enough wins, too few loses the party.',
  'seen.first': 'first round',
  'seen.second': 'second round',
};
export default book;
