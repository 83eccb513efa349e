"""Claims: the proof against a search that tries every card and knows no short cut; and what is absurd, by example."""

import random
from collections.abc import Callable, Sequence

import pytest

from kozyr.cards import Card, Seat, Suit
from kozyr.solver.bridge import Board
from kozyr.solver.claims import absurd, prove_claim
from kozyr.solver.preferans import Position
from tests.solver.endings import endings

SEATS = (Seat.N, Seat.E, Seat.S)


def worst(position: Position, claimant: Seat, *, dictated: bool, plan: Sequence[Card] = ()) -> int:
    """What the claimant's side gets of what it wants: tricks, or tricks of others; every card tried.

    plan: he plays the first of these cards that he can.
    """
    if not position.left:
        return 0
    mover = position.mover
    defends = position.declarer not in {None, claimant}
    side = {claimant} | ({seat for seat in SEATS if seat is not position.declarer} if defends else set())
    cards = list(position.legal)
    if plan and mover is claimant:
        cards = [next(card for card in plan if card in cards)]
    elif dictated and mover is claimant:
        cards = [card for card in cards if not absurd(position, card)]
        assert cards
    outcomes = []
    for card in cards:
        after, taker, complete = position.play(card)
        won = complete and (taker in side) == (position.kind == "tricks")
        outcomes.append(won + worst(after, claimant, dictated=dictated, plan=plan))
    free = mover in side and not (dictated and mover is claimant)
    return (max if free else min)(outcomes)


def test_claims_are_proved_as_by_trying_everything(share: Callable[[int], int]) -> None:
    both = 0
    for position in endings(1, share(200)):
        for seat in SEATS:
            left = position.left
            best, dictated = (worst(position, seat, dictated=way) for way in (False, True))
            assert dictated <= best
            both += dictated < best
            for tricks in range(left + 1):
                proof = prove_claim(position, seat, tricks)
                need = tricks if position.kind == "tricks" else left - tricks
                assert proof.value == (best if position.kind == "tricks" else left - best), position
                assert proof.holds == (best >= need), position
                assert proof.dictated == (dictated >= need), position
                assert bool(proof.line) != proof.dictated, position
                broken(position, seat, proof.line, need)
    assert both  # the two questions differ now and then


@pytest.mark.rule("P-3.9.14.4")
def test_a_plan_is_proved_as_by_trying_everything(share: Callable[[int], int]) -> None:
    chance, helped = random.Random(4), 0
    for position in endings(2, share(200)):
        for seat in SEATS:
            plan = list(position.hand(seat))
            chance.shuffle(plan)
            got = worst(position, seat, dictated=True, plan=plan)
            helped += got > worst(position, seat, dictated=True)
            for tricks in range(position.left + 1):
                proof = prove_claim(position, seat, tricks, plan=plan)
                need = tricks if position.kind == "tricks" else position.left - tricks
                assert proof.dictated == (got >= need), position
                assert bool(proof.line) != proof.dictated, position
    assert helped  # a plan can be better than what the opponents would ask for
    with pytest.raises(ValueError, match="not of the cards of N"):
        prove_claim(position, Seat.N, 0, plan=[*position.hand(Seat.E)])


def broken(position: Position, seat: Seat, line: tuple[Card, ...], need: int) -> None:
    """A refutation is legal, asks nothing absurd, and leaves too few tricks."""
    defends = position.declarer not in {None, seat}
    for card in line:
        assert card in position.legal
        assert position.mover is not seat or not absurd(position, card)
        position, taker, complete = position.play(card)
        ours = taker is seat or (defends and taker is not position.declarer and taker is not None)
        need -= complete and ours == (position.kind == "tricks")
    assert not line or need > position.left


def place(deal: str, **facts: object) -> Position:
    words = {"leader": Seat.N, "declarer": Seat.N, "trump": None} | facts
    return Position.parse(deal, **words)  # type: ignore[arg-type]


@pytest.mark.rule("P-3.9.14.4")
def test_tops_are_proved_in_any_order() -> None:
    proof = prove_claim(place("N:AK.AK.AK.AKQJ QJT9.QJT9.QJ. 87.87.T987.T9", trump=Suit.HEARTS), Seat.N, 10)
    assert (proof.holds, proof.value) == (False, 8)  # four small trumps are out, and N has two
    proof = prove_claim(place("N:AK.AK.AK.AKQJ QJT9.QJT9.QJ. 87.87.T987.T9"), Seat.N, 10)
    assert (proof.holds, proof.dictated, proof.line) == (True, True, ())


@pytest.mark.rule("P-3.9.14.4")
def test_a_trump_still_out_breaks_a_claim_without_a_plan() -> None:
    """Trumps first and all is well; asked to lead his side suit first, he is ruffed."""
    position = place("N:A..AK. 7.98.. .AK.Q.", trump=Suit.SPADES)
    proof = prove_claim(position, Seat.N, 3)
    assert proof.holds
    assert proof.dictated is False
    assert proof.line[0].suit is Suit.DIAMONDS
    assert prove_claim(position, Seat.N, 2).dictated


@pytest.mark.rule("P-3.9.14.4")
def test_nobody_may_ask_for_a_lead_from_under_an_ace() -> None:
    """AQ over the king: asked for the queen he would lose a trick, but that is absurd."""
    position = place("N:AQ... K7... J8...")
    assert absurd(position, Card.SQ)
    assert not absurd(position, Card.SA)
    proof = prove_claim(position, Seat.N, 2)
    assert (proof.holds, proof.value) == (False, 1)
    assert prove_claim(position, Seat.N, 1).dictated
    assert not absurd(place("N:AQ... J7... T8..."), Card.SQ)  # the queen is as good as the ace


@pytest.mark.rule("P-3.9.14.4")
@pytest.mark.parametrize(
    ("deal", "leader", "trick", "trump", "silly", "fair"),
    [
        # Last to play: to let the trick go is absurd, to take it with the ace what the queen takes is not.
        ("N:AQ7... .87.. .QT..", Seat.E, "SJ ST", None, "S7", "SA SQ"),
        # Before the last: the ace is certain, the nine is not.
        ("N:A9... JT... .7..", Seat.S, "S8", None, "S9", "SA"),
        # Nothing is certain where the ace can be trumped.
        ("N:A9... .K7.. ..7.", Seat.S, "S8", Suit.HEARTS, "", "S9 SA"),
        # A lost trick takes the small card, and no master while there are others.
        ("N:K7.A.. 9.J.. T.K..", Seat.E, "SA SQ", None, "SK", "S7"),
        ("N:.A8.7. .J.8. .KT..", Seat.E, "SA S9", None, "HA", "D7 H8"),
        # Cards that nobody parts are one card.
        ("N:KQ.A.. .J.8. .KT..", Seat.E, "SA S9", None, "", "SK SQ"),
        # He must trump; how high is his own affair, if none is certain or all are.
        ("N:AQ... ..7. ...7", Seat.E, "DA DK", Suit.SPADES, "", "SA SQ"),
    ],
)
def test_what_is_absurd_for_one_who_wants_tricks(
    deal: str, leader: Seat, trick: str, trump: Suit | None, silly: str, fair: str
) -> None:
    cards = tuple(Card(word) for word in trick.split())
    judged(place(deal, leader=leader, trick=cards, trump=trump), silly, fair)


@pytest.mark.rule("P-3.9.14.4")
@pytest.mark.parametrize(
    ("deal", "leader", "trick", "silly", "fair"),
    [
        ("N:K7.8.. 9.JT.. T.K9..", Seat.N, "", "SK", "H8 S7"),  # leads the high one of two
        ("N:A7... 9... Q...", Seat.E, "SJ ST", "SA", "S7"),  # takes what he need not take
        ("N:.A8.K. .J.8. .KT..", Seat.E, "SA S9", "H8", "DK HA"),  # keeps the ace and throws the eight
        ("N:J... Q9... T...", Seat.N, "SJ", "SQ", "S9"),  # a catcher takes the trick off the declarer
        ("N:8... Q9... T...", Seat.S, "SJ S8", "", "S9 SQ"),  # between catchers all is play
    ],
)
def test_what_is_absurd_at_misere(deal: str, leader: Seat, trick: str, silly: str, fair: str) -> None:
    cards = tuple(Card(word) for word in trick.split())
    if leader is Seat.N and cards:
        deal = deal.replace("N:J...", "N:...").replace("T...", "...")
    judged(place(deal, leader=leader, trick=cards, kind="misere"), silly, fair)


def judged(position: Position, silly: str, fair: str) -> None:
    found: dict[bool, list[str]] = {True: [], False: []}
    for card in position.legal:
        found[absurd(position, card)].append(card.text)
    assert (sorted(found[True]), sorted(found[False])) == (sorted(silly.split()), sorted(fair.split()))


def test_defenders_claim_together() -> None:
    """E's claim counts his partner's tricks; E is dictated, S plays as well as can be."""
    position = place("N:K.A.. A..7. Q..8.", leader=Seat.E)
    proof = prove_claim(position, Seat.E, 1)
    assert (proof.holds, proof.value, proof.dictated) == (True, 2, True)


def test_bridge_claims_are_proved_against_every_defence() -> None:
    board = Board.parse("N:AKQ.AK.. JT9.QJ.. 876.T9.. 543.87..", trump=None, declarer=Seat.N, leader=Seat.N)
    assert prove_claim(board, Seat.S, 5).holds
    assert prove_claim(board, Seat.E, 0).holds
    assert not prove_claim(board, Seat.E, 1).holds


def test_a_search_that_takes_too_long_says_so() -> None:
    position = place("N:AQT8.AQ8.K7.7 KJ9.KJ9.AJ.KT 7.T7.QT98.AQJ", trump=Suit.SPADES)
    proof = prove_claim(position, Seat.N, 2, seconds=0.01)
    assert proof.holds
    assert proof.dictated is None


def test_impossible_claims_are_refused() -> None:
    position = place("N:AQ... K7... J8...")
    with pytest.raises(ValueError, match="a claim of 3 where 2 tricks are left"):
        prove_claim(position, Seat.N, 3)
    with pytest.raises(ValueError, match="W does not play"):
        prove_claim(position, Seat.W, 1)
    with pytest.raises(ValueError, match="stands twice"):
        prove_claim(place("N:AQ... K7... J8...", trick=(Card.SK,)), Seat.N, 1)
