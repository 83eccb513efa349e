"""The novice at deberts: legal, repeatable, quick enough, and better than chance."""

import pytest

from kozyr.bots import choose
from kozyr.deals import DEBERTS, fair_deal
from kozyr.games import Deal, Progress
from kozyr.games.deberts import Party, agree, start
from kozyr.games.deberts.words import Close
from tests.duel import Duel

KEY = b"sixteen bytes of key"


def party(levels: tuple[str, str], seed: int, **options: object) -> Party:
    """A whole party between two levels, N's and S's."""
    changes = {name.replace("__", "."): value for name, value in options.items()}
    progress = Progress.start(start(agree("moscow", changes), 2, seed % 2))
    while progress.state is not None:
        match = progress.match
        assert isinstance(match, Party)
        layout = fair_deal(KEY, f"{seed} {match.number}", DEBERTS, match.next_deal().holders)
        progress = progress.apply(Deal(str(layout)))
        while progress.match is match and progress.state is not None:
            seat = progress.state.turn
            assert seat is not None
            view = progress.state.view(seat)
            event = choose(view, levels["NS".index(seat.value)], seed)
            assert event == choose(view, levels["NS".index(seat.value)], seed)
            progress = progress.apply(event, seat)
    assert isinstance(progress.match, Party)
    return progress.match


def test_the_novice_beats_chance() -> None:
    won = sum(party(("novice", "random"), seed).winner == 0 for seed in range(12))
    assert won >= 10


@pytest.mark.parametrize("options", [{}, {"table__irregularities": "rule"}, {"suggest_height_question": False}])
def test_novices_finish_their_parties_without_an_offence(options: dict[str, object]) -> None:
    parties = [party(("novice", "novice"), seed, **options) for seed in range(6)]
    outcomes = [outcome for found in parties for outcome in found.history]
    assert not [outcome for outcome in outcomes if outcome.bait]
    assert [outcome for outcome in outcomes if outcome.melds]
    assert [outcome for outcome in outcomes if outcome.bella]
    for found in parties:  # nobody closes in vain
        last = found.history[-1]
        assert found.winner is not None
        assert last.closed is None or found.names[found.winner] == last.closed


def test_he_closes_as_soon_as_he_has_it_and_not_before() -> None:
    for score, closes in ((480, False), (481, True)):
        duel = Duel(target=501)
        terms = duel.state.terms
        duel.state = type(duel.state)(type(terms)(terms.conventions, 1, terms.dealer, (0, score)))
        duel.deal(o="HJ SA", r="H7", up="D8").plays("H").goes("HJ H7")
        assert (choose(duel.view("O")) == Close()) is closes
