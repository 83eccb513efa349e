"""What shows that an option is obeyed: a case is a story that ends otherwise for each value of the option.

The cases of a game stand in `tests/<game>/evidence.py`, by the option's dotted name; `tests/test_options.py` plays them.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from kozyr import sheets
from kozyr.club.acts import TableTerms, Undo
from kozyr.club.table.consent import ProposalMade
from kozyr.club.table.customs import customs
from kozyr.club.table.setup import Setup
from kozyr.club.table.table import Table as ClubTable
from kozyr.games import AnyMatch, AnyState, game
from kozyr.games.options import Conventions
from tests.clubtable import opened, setup
from tests.judged import Live

# The conventions of a game are its own struct; a story reads what it needs.
Story = Callable[[Any, int], object]


class Case(NamedTuple):
    """One story, played once for each value of the option.

    shows: what differs, in a sentence. preset, players, also: what else is agreed. needs: what must be agreed with a value
    besides. samples: values to try where the option has no list of them. option: another name to set (a group of options).
    """

    shows: str
    story: Story
    preset: str
    players: int
    also: Mapping[str, object] = {}
    needs: Mapping[str, Mapping[str, object]] = {}
    samples: tuple[object, ...] = ()


def ends(case: Case, name: str, option: str, value: object) -> object:
    """How the story of a game ends where the option has this value."""
    changes = {**case.also, option: value, **case.needs.get(str(value), {})}
    return case.story(game(name).agree(case.preset, changes, case.players), case.players)


def at_club(conventions: Conventions, players: int, name: str) -> ClubTable:
    """A table of the club that has agreed on this, its lot drawn."""
    agreed = msgspec.structs.replace(setup(players), game=name, conventions=conventions)
    return opened(agreed)


def printed(match: AnyMatch, name: str) -> object:
    """The sheet as the command line prints it."""
    return sheets.printer(name).blocks(match)


def on_the_wire(state: AnyState, name: str, seat: Any) -> Any:
    """A player's view as the club sends it."""
    return customs(name).view(state.view(seat), watching=False)


def taken_back(agreed: Setup, conventions: Conventions, word: str) -> str:
    """What a table of people makes of the first caller's wish to have this word back."""
    live = Live.opened(msgspec.structs.replace(agreed, conventions=conventions))
    caller = live.state.actor
    assert caller is not None
    live.does(caller, word)
    answer = live.table.act(live.chair(caller), ProposalMade(Undo(live.n())), 0)
    return type(answer).__name__


def mended(agreed: Setup, conventions: Conventions) -> tuple[str, ...]:
    """What a page is told that one may mend for a moment, at a table that rules on errors."""
    live = Live.opened(msgspec.structs.replace(agreed, conventions=conventions))
    return live.table.bench.shown(live.table, None).mends


def chat_and_tempo(conventions: Conventions, _players: int) -> tuple[bool, bool]:
    """What the table's card says of talk during play and of the tempo mask, where nobody has said otherwise."""
    terms = TableTerms().of(conventions)
    return bool(terms.chat_in_play), bool(terms.tempo_mask)
