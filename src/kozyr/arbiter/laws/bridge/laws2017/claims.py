"""Claims and concessions by the Laws of 2017 (68-71): the normal lines of the claimer are searched, and the director picks.

All cards are known to the search. The opponents play whatever costs the claimer most, and the claimer's side plays the
worst of its normal lines: doubtful points go against the claimer (70A). A line that needs a card with one opponent
never gains, since the other choice is normal too (70E1). What is not normal, for the class of player:

1. anybody: a trick is left that a certain winner would take, or taken from the partner who has won it; an unbeatable
   card is thrown away while another is there;
2. `club`: a suit of which the hand holds the highest card is led from below;
3. `expert`: a beatable card is led while the hand holds a card that wins for sure.

Who knows of the trumps that are out draws them first while holding the highest (70C); who does not may forget them.
A told order of cards is followed as far as it can be (68C, 70D1).
What was not searched in time is said: a number that was found stands as found, and fewer may be possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec

from kozyr.arbiter import incidents
from kozyr.arbiter.laws.bridge.laws2017.fair import best_play
from kozyr.arbiter.laws.bridge.plain import Search, asked, board_of, certain, master, parted
from kozyr.arbiter.laws.bridge.terms import name, playing
from kozyr.arbiter.ruling import ARBITER, Branch, Moment, Proof, Reason, Ruling, stands
from kozyr.cards import Card, CardSet, Seat
from kozyr.games.bridge.terms import FOLLOW, TRICKS, left, side_of
from kozyr.games.refusal import Refused
from kozyr.games.rulings import Resulted
from kozyr.games.trick import followers, winner
from kozyr.solver.bridge import Board

_SECONDS: Final = 6.0
_LINES: Final = 6  # that are told


class Line(msgspec.Struct, frozen=True):
    """A normal line: the claimer's next card of it, and the fewest tricks of the rest that it leads to."""

    card: Card
    tricks: int


def rule(moment: Moment, incident: incidents.CardsShown) -> Ruling:
    """The ruling on a claim or a concession.

    Raises:
        Refused: a number of tricks that are not left, or an order that is not the claimer's hand.
    """
    state, play = playing(moment)
    seat, side = incident.seat, side_of(incident.seat)
    rest = TRICKS - len(state.history)
    claimed = rest if incident.tricks is None else incident.tricks
    if claimed > rest:
        raise Refused("tricks_left", field="tricks", count=claimed, most=rest)
    own = CardSet(state.holding(seat))
    if incident.order and (len(incident.order) != len(own) or CardSet.of(incident.order) != own):
        raise Refused("plan_order", field="order", seat=seat.value)
    about = {"player": name(state, seat), "claimed": str(claimed), "rest": str(rest)}
    if incident.settled == "objected":
        return stands(("LDB-68B2",), Reason("db.claim.objected", about))
    if incident.settled == "played_on":
        return stands(("LDB-68D2",), Reason("db.claim.played_on", about))
    board = board_of(state)
    won = state.won[side]
    if incident.settled == "accepted":
        declarer, proof = best_play(state, "LDB-69B2")
        likely = (declarer if side == side_of(play.declarer) else TRICKS - declarer) - won
        about["likely"] = str(likely)
        return _counted(("LDB-69B2",), "db.claim.accepted", about, seat, won, (likely, claimed), proof)
    search = Search(side, partial(_normal, side=side, incident=incident), _SECONDS, alike=not incident.order)
    least = search.worst(board)
    lines, open_cards = _lines(search, board, least.line)
    value: dict[str, int | str] = {"tricks": least.tricks, "line": " ".join(card.text for card in least.line)}
    value |= {line.card.text: line.tricks for line in lines[:_LINES]}
    about["least"] = str(least.tricks)
    if open_cards:
        value["open"] = " ".join(card.text for card in open_cards)
    proof = Proof("normal_lines", value, (asked(board),))
    if not least.decided and least.tricks >= claimed:  # no line that takes fewer was found, and there may be one
        return _counted(("LDB-70A",), "db.claim.open", about, seat, won, (claimed,), proof)
    if least.tricks > claimed:  # what no normal line can lose is not conceded
        return _counted(("LDB-71",), "db.claim.not_conceded", about, seat, won, (least.tricks,), proof)
    if least.tricks == claimed:
        return _counted(("LDB-70A",), "db.claim.good", about, seat, won, (claimed,), proof)
    numbers = tuple(sorted({least.tricks, *(line.tricks for line in lines if line.tricks < claimed), claimed}))
    laws = ("LDB-70A", "LDB-70D1", "LDB-70E1", *(("LDB-70C",) if _trumps_out(board, side) else ()))
    code = "db.claim.doubtful" if least.decided else "db.claim.partly"
    return _counted(laws, code, about, seat, won, numbers, proof)


def _counted(
    laws: tuple[str, ...],
    code: str,
    about: dict[str, str],
    seat: Seat,
    won: int,
    numbers: tuple[int, ...],
    proof: Proof,
) -> Ruling:
    """A ruling with a branch for each number of the claimer's further tricks, the proposed one first."""
    branches = tuple(
        Branch(ARBITER, (Resulted({seat: won + n, left(seat): TRICKS - won - n}),)) for n in dict.fromkeys(numbers)
    )
    return Ruling((*laws, "LDB-68D1"), branches, Reason(code, about), None, proof)


def _lines(search: Search, board: Board, worst: tuple[Card, ...]) -> tuple[tuple[Line, ...], tuple[Card, ...]]:
    """The normal lines by the claimer's next card, the worst first, each with the fewest tricks of the rest.

    Besides, the cards whose lines were not searched to their end in time.
    """
    now, won = board, 0
    for card in worst:  # the opponents' best cards up to the claimer's turn
        if now.mover.position % 2 == search.side:
            break
        won += search.won(now, card)
        now = now.play(card)
    if not now.left or now.mover.position % 2 != search.side:
        return (), ()
    found: list[Line] = []
    undecided: list[Card] = []
    for card in tuple(search.choices(now)):
        after, taken = now.play(card), won + search.won(now, card)
        rest = search.worst(after)
        if rest.decided or rest.tricks < after.left:
            found.append(Line(card, taken + rest.tricks))
        if not rest.decided:
            undecided.append(card)
    return tuple(sorted(found, key=lambda line: (line.tricks, line.card.text))), tuple(undecided)


def _trumps_out(board: Board, side: int) -> bool:
    """Whether the opponents of the claimer hold trumps."""
    if board.trump is None:
        return False
    return any(board.hands[at].bits & board.trump.bits for at in range(4) if at % 2 != side)


def _normal(board: Board, side: int, incident: incidents.CardsShown) -> Iterator[Card]:
    """The cards that may be played now: any of an opponent, the normal ones of the claimer's side."""
    mover = board.mover
    hand = board.hands[mover.position]
    legal = followers(hand.bits, board.trick[0].suit, board.trump, FOLLOW) if board.trick else hand.bits
    if mover.position % 2 != side:
        yield from parted(board, legal)
        return
    if mover is incident.seat and incident.order:
        told = next((card for card in incident.order if card.bit & legal), None)
        if told is not None:
            yield told
            return
    yield from parted(board, _sensible(board, legal, side, incident))


def _sensible(board: Board, legal: int, side: int, incident: incidents.CardsShown) -> int:
    """The legal cards that are normal for the class of player, as bits; all, where none is."""
    others = 0
    for at in range(4):
        if at != board.mover.position:
            others |= board.hands[at].bits
    cards = list(CardSet(legal))
    if not board.trick:
        kept = _leads(board, cards, others, side, incident)
    else:
        at = winner(board.trick, board.trump)
        mates = len(board.trick) >= 2 and at == len(board.trick) - 2
        sure = [] if mates else [card for card in cards if certain(board, card)]
        kept = sure or cards
        if mates and len(board.trick) == 3:  # the partner has won the trick
            kept = [card for card in kept if winner((*board.trick, card), board.trump) != 3] or kept
        follows = [card for card in kept if card.suit is board.trick[0].suit]
        if not follows and not sure:  # a discard: no unbeatable card while another is there
            kept = [card for card in kept if not master(card, others)] or kept
    return CardSet.of(kept).bits or legal


def _leads(board: Board, cards: list[Card], others: int, side: int, incident: incidents.CardsShown) -> list[Card]:
    """The normal leads."""
    level, trump = incident.level or "club", board.trump
    if incident.aware and _trumps_out(board, side):
        drawn = [card for card in cards if card.suit is trump and master(card, others)]
        if drawn:
            return drawn
    if level != "beginner":
        tops = {card.suit for card in cards if master(card, others)}
        cards = [card for card in cards if card.suit not in tops or master(card, others)]
    if level == "expert":
        safe = trump is None or not _trumps_out(board, side) or not incident.aware
        sure = [card for card in cards if master(card, others) and (safe or card.suit is trump)]
        cards = sure or cards
    return cards
