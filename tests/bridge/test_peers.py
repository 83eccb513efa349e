"""Bridge beside other people's programs: endplay's score table, OpenSpiel's whole deals."""

import os
from collections.abc import Callable
from importlib.util import find_spec

import pytest

from bench import bridge as beside
from kozyr.games.bridge import Contract, Denomination, duplicate_score


def lacks(package: str, how: str) -> None:
    """Skip with a reason where a peer is not installed; fail where it has to be."""
    if find_spec(package) is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{package} is not installed: {how}", pytrace=False)
        pytest.skip(f"{package} is not installed: {how}")


@pytest.mark.rule("B-DUP-9", "B-SCORE-T1", "B-SCORE-T2")
def test_the_whole_score_table_agrees_with_endplay() -> None:
    lacks("endplay", "pip install '.[test]'")
    from endplay.types import Contract as Theirs, Denom, Penalty, Player, Vul  # noqa: PLC0415 - may be absent

    penalties = (Penalty.passed, Penalty.doubled, Penalty.redoubled)
    denominations = {"C": Denom.clubs, "D": Denom.diamonds, "H": Denom.hearts, "S": Denom.spades, "NT": Denom.nt}
    compared = 0
    for level in range(1, 8):
        for denomination in Denomination:
            for doubled in range(3):
                ours = Contract(level, denomination, doubled)
                for tricks in range(14):
                    theirs = Theirs(
                        level=level,
                        denom=denominations[denomination.value],
                        declarer=Player.north,
                        penalty=penalties[doubled],
                        result=tricks - ours.need,
                    )
                    for vulnerable, vul in ((False, Vul.none), (True, Vul.both)):
                        assert duplicate_score(ours, tricks, vulnerable=vulnerable) == theirs.score(vul), (ours, tricks)
                        compared += 1
    assert compared == 7 * 5 * 3 * 14 * 2


def test_random_deals_from_the_first_card_to_the_score_agree_with_open_spiel(share: Callable[[int], int]) -> None:
    if find_spec("pyspiel") is None:  # an extra of `make bench`, which always runs the same walk
        pytest.skip("open_spiel is not installed: `make bench` installs it and runs this")
    deals = share(2000)
    events, contracts = beside.walk(deals, seed=7)
    assert events > 30 * contracts > 0
