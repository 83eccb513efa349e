"""Pairs: what each option changes."""

from collections.abc import Mapping, Set as AbstractSet

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

# What nothing reads any more, or nothing but logs.
HIDDEN: Mapping[str, str] = {
    "edition": "log",
    "table.stake": "nobody",
    "table.show_counters": "nobody",
    "table.irregularities": "nobody",
    "table.played_when": "nobody",
    "table.undo": "nobody",
}
# What only faults in dealing or writing bring to the arbiter: at a table the program deals and writes.
RULED: AbstractSet[str] = set[str]()
# Hidden options that more than one value could have, and why nobody chooses them; all others of "nobody" have one value.
UNCHOSEN: Mapping[str, str] = {}
# Hidden options, changed: what old records may have.
OLD: Mapping[str, str] = {}
