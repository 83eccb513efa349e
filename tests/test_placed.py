"""A table of an event: placed and not drawn, its boards dealt for the event, bots that answer equal play with equal cards."""

from collections.abc import Iterator

import msgspec
import pytest

from kozyr import bots
from kozyr.club import wire
from kozyr.club.acts import Adjourn, CallBot, EndMatch, OpenChat
from kozyr.club.files import Deals
from kozyr.club.games.preferans import Guarantee
from kozyr.club.refusal import Manner
from kozyr.club.table.chance import bot_seed
from kozyr.club.table.consent import ProposalMade
from kozyr.club.table.course import PLACED, Placed
from kozyr.club.table.ended import RematchNamed, Reseed
from kozyr.club.table.listing import listing, played
from kozyr.club.table.seats import Leave
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Step, Table
from kozyr.games import Refusal, game
from kozyr.games.match import Stop
from kozyr.store import Entry
from kozyr.tournaments.boards import mark
from kozyr.tournaments.part import revealed
from tests.clubtable import MASTER, done, own

BOARDS = (3, 4)


def setup(id_: str, *, humans: int = 2) -> Setup:
    """A table of four at the event `cup`; the others are bots."""
    people = [Person(f"{id_} {n}", account=f"{id_} {n}") for n in range(humans)]
    people += [Person(f"bot {n}", bot="novice") for n in range(humans, 4)]
    told = tuple(f"{board}:{mark(board, 4).value}" for board in BOARDS)
    cards = tuple(str(revealed("preferans", MASTER, "cup", board, 4, ())[0].layout) for board in BOARDS)
    changes = {"length_mode": "boards", "length_deals": 2, "boards": told}
    conventions = game("preferans").agree("sochi", changes, 4)
    return Setup(id_, "preferans", "sochi", conventions, tuple(people), deals=Deals("cup", "Cup", cards, told))


def entry(about: Setup, boards: tuple[int, ...] = BOARDS, *, stand_ins: bool = True) -> Entry:
    people = tuple(person for person in about.people if person is not None)
    placed = Placed("cup", 1, 1, 1, people, boards, stand_ins=stand_ins)
    return Entry(1, 0, PLACED, None, None, wire.encode(placed).decode())


def begun(id_: str, humans: int = 2) -> Table:
    about = setup(id_, humans=humans)
    return Table.open(about).after(entry(about))


def course(table: Table) -> Iterator[Step]:
    """The whole table; people do what a bot of theirs would by the same seed."""
    while not table.finished:
        assert table.duty is not None
        if table.duty.place is None:
            step = done(own(table))
        else:
            view = table.sees(table.duty.place)
            assert view is not None
            event = bots.choose(view, "novice", bot_seed(table, MASTER))
            step = done(table.decide(table.duty.place, event, 0))
        yield step
        table = step.table


def test_a_placed_table_begins_without_lot_card_or_share() -> None:
    table = begun("one")
    assert table.state == "playing"
    assert table.order == (0, 1, 2, 3)
    assert table.duty is not None
    assert table.duty.what == "deal"
    whole = list(course(table))
    assert whole[-1].table.finished
    assert not whole[-1].table.cut.proofs  # the event shows what its boards came from
    kinds = {step.entry.kind for step in whole}
    assert kinds == {"event"}


def test_a_restart_after_each_entry_gives_the_same_frames() -> None:
    again = begun("one")
    for step in course(again):
        again = again.after(step.entry)
        for eye in (again.eye("one 0"), again.eye("one 1")):
            assert eye is not None
            assert wire.encode(again.snap(eye)) == wire.encode(step.table.snap(eye))


def test_what_other_people_agree_on_nobody_agrees_on_at_an_event() -> None:
    table = next(step.table for step in course(begun("one")) if step.table.deal_state is not None)
    for act in (
        ProposalMade(EndMatch()),
        ProposalMade(Adjourn()),
        ProposalMade(OpenChat()),
        Reseed(),
        RematchNamed("x"),
        Guarantee(3),
    ):
        refused = table.act(0, act, 0)
        assert isinstance(refused, Refusal)
        assert refused.code is Manner.NOT_AGREED
        assert refused.law == "PT-I.4"
    assert isinstance(table.decide(0, Stop(table.names), 0), Refusal)


@pytest.mark.rule("PT-I.4")
def test_nobody_gets_a_bot_where_the_event_has_none_in_place_of_people() -> None:
    about = setup("one", humans=4)
    for stand_ins in (True, False):
        table = Table.open(about).after(entry(about, stand_ins=stand_ins))
        table = done(own(table)).table
        assert table.duty is not None
        assert table.duty.place is not None
        mover = table.order[table.duty.place]
        other = (mover + 1) % 4
        for act, by in ((Leave(), mover), (ProposalMade(CallBot(mover)), other)):
            found = table.act(by, act, 0)
            refused = isinstance(found, Refusal) and (found.code, found.law) == (Manner.NOT_AGREED, "PT-I.4")
            assert refused != stand_ins, act


def test_nobody_watches_and_no_list_tells_of_it() -> None:
    for table in (begun("one"), *(step.table for step in course(begun("one")))):
        assert table.eye("two 0") is None
        assert table.eye("one 0") is not None
        assert listing(table) is None
        assert played(table) == ()


def test_who_plays_alike_is_answered_alike_card_for_card() -> None:
    """Other people, another table, another number of the entry: the bots' events are the same."""
    one, two = begun("one"), begun("two", humans=1)
    two = done(two.act(0, Leave(), 0)).table  # so the numbers of the entries differ
    first, second = (
        [(step.entry.seat, step.entry.body) for step in course(table) if step.entry.kind == "event"]
        for table in (one, two)
    )
    assert first == second
    assert bot_seed(next(course(one)).table, MASTER) != bot_seed(next(course(one)).table, b"another" + MASTER)


@pytest.mark.parametrize("boards", [(3,), (3, 4, 5)])
def test_an_entry_that_is_not_this_tables_is_refused(boards: tuple[int, ...]) -> None:
    about = setup("one")
    for told in (entry(about, boards), entry(setup("two"))):
        placed = msgspec.json.decode(told.body, type=Placed)
        with pytest.raises(ValueError, match="not that of the event"):
            Table.open(about).begin(placed, 0)
    table = begun("one")
    with pytest.raises(ValueError, match="not that of the event"):
        table.after(Entry(2, 0, PLACED, None, None, entry(about).body))


def test_a_board_that_comes_later_shows_in_no_frame() -> None:
    """With the cards of the next board dealt anew, everybody is told the same bytes until it is dealt."""
    about = setup("one")
    assert about.deals is not None
    other = str(revealed("preferans", b"another" + MASTER, "cup", BOARDS[1], 4, ())[0].layout)
    assert other != about.deals.cards[1]
    changed = msgspec.structs.replace(
        about, deals=msgspec.structs.replace(about.deals, cards=(about.deals.cards[0], other))
    )
    here, there = (Table.open(one).after(entry(one)) for one in (about, changed))
    for step in course(here):
        if step.before.course.deals == 1:
            break
        after = there.after(step.entry)
        for account in ("one 0", "one 1"):
            eye = here.eye(account)
            assert eye is not None
            assert wire.encode(step.ev(eye, eye)) == wire.encode(Step(there, step.entry, after).ev(eye, eye))
        there = after
    assert there.course.deals == 1
    eyes = (at.eye("one 0") for at in (step.before, there))
    told = [wire.encode(at.snap(eye)) for at, eye in zip((step.before, there), eyes, strict=True) if eye is not None]
    assert told[0] == told[1]
