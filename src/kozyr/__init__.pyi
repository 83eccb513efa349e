from typing import Final

from kozyr.cards import Card as Card, CardSet as CardSet, Rank as Rank, Seat as Seat, Suit as Suit
from kozyr.deals import Layout as Layout
from kozyr.sheets.face import deal as deal, read as read, score as score, solve as solve

__version__: Final[str]
