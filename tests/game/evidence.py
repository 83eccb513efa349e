"""Pairs: what each option changes."""

from collections.abc import Mapping

from kozyr.deals import fair_deal
from kozyr.games import Deal, Progress
from tests.evidence import Case, chat_and_tempo
from tests.game.pairs import PACK, SEATS, PairsConventions, start


def calls(conventions: PairsConventions, players: int) -> object:
    """What the eldest may call."""
    state = dealt(conventions, players).state
    assert state is not None
    return [event.token for event in state.legal()]


def one_deal(conventions: PairsConventions, players: int) -> object:
    """Whether the match is over after a deal."""
    progress = dealt(conventions, players)
    number = progress.match.next_deal().number
    while not progress.finished and progress.match.next_deal().number == number:
        assert progress.state is not None
        progress = progress.apply(progress.state.legal()[0])
    return progress.finished


def dealt(conventions: PairsConventions, players: int) -> Progress:
    """A match with its first deal."""
    progress = Progress.start(start(conventions, players))
    return progress.apply(Deal(str(fair_deal(b"evidence of options", "1", PACK, SEATS))))


EVIDENCE: Mapping[str, tuple[Case, ...]] = {
    "deals": (Case("a deal is over", one_deal, "usual", 2, samples=(1, 2)),),
    "no_trump": (Case("the eldest's calls", calls, "usual", 2),),
    "table.chat_in_play": (Case("the table's card", chat_and_tempo, "usual", 2),),
    "table.tempo_mask": (Case("the table's card", chat_and_tempo, "usual", 2),),
}
