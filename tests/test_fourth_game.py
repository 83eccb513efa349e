"""A game from out of the tree at a table of the club: without a part of its own there it has the plain one."""

import json

import pytest

from kozyr.cards import Card, Seat
from kozyr.club import wire
from kozyr.club.acts import TableTerms
from kozyr.club.files import Deals
from kozyr.club.games.preferans import Guarantee
from kozyr.club.refusal import Manner
from kozyr.club.table.customs import Customs, agree, customs
from kozyr.club.table.listing import played, record
from kozyr.club.table.part import Eye
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Table
from kozyr.games import Deal, Reason, Refusal, Stop, game, part, replay
from kozyr.notation import format as written, parse as read
from kozyr.store import Entry
from tests.clubtable import at, done, opened, steps
from tests.games import OURS

PAIRS = "pairs"
assert PAIRS not in OURS


def setup(humans: int = 1) -> Setup:
    players = game(PAIRS).players[0]
    conventions = agree(PAIRS, next(iter(game(PAIRS).presets)), None, players)
    people = [Person(f"person {n}", account=f"account {n}") for n in range(humans)]
    people += [Person(f"bot {n}", bot="random") for n in range(players - humans)]
    terms, preset = TableTerms().of(conventions), next(iter(game(PAIRS).presets))
    return Setup("table", PAIRS, preset, conventions, tuple(people), terms, accepted=tuple(range(humans)))


def test_it_has_the_plain_customs() -> None:
    assert type(customs(PAIRS)) is Customs
    for name in OURS:
        assert (type(customs(name)) is Customs) is (part("club", name) is None)


@pytest.mark.rule("PT-L.1")
def test_a_match_is_played_and_is_the_fold_of_its_log() -> None:
    """Every entry read again gives the same table and the same bytes for everybody; the record is replayed."""
    agreed = setup()
    live = again = opened(agreed)
    log: list[Entry] = []
    for step in steps(live, 3):
        again = again.after(step.entry)
        log.append(step.entry)
        assert again == step.table
        for eye in (at(again, 0), at(again, 1), Eye("kibitzer"), Eye("kibitzer", None, 0)):
            assert wire.encode(again.snap(eye)) == wire.encode(step.table.snap(eye))
            step.ev(eye)
    assert again.finished
    assert (again.course.how, again.duty) == ("played", None)
    told = json.loads(wire.encode(again.snap(at(again, 0))))
    assert told["sheet"]["names"] == list(again.names)
    assert told["last"]["number"] == again.course.deals
    results = again.progress.match.results
    assert [row.result for row in played(again)] == [str(results[again.name(0)])]
    parsed = read(written(record(again, log)))
    assert parsed.record is not None
    assert replay(parsed.record).match == again.progress.match


def test_no_hidden_card_is_sent() -> None:
    """The cards of the others are in no byte that a player is sent while the deal runs."""
    checked = 0
    for step in steps(opened(setup()), 5):
        state, table = step.table.deal_state, step.table
        if state is None:
            continue
        for place in range(len(table.names)):
            view = state.view(table.seat(place))
            hidden = {card for other in view.hands for card in _hand(table, other) if other is not view.seat}
            hidden -= {card for _, card in view.trick} | {card for trick in view.history for _, card in trick.cards}
            hidden -= {card for hand in view.hands.values() for card in (*(hand.cards or ()), *hand.known)}
            sent = table.view(at(table, place)) + wire.encode(table.snap(at(table, place)).log)
            assert not [card for card in hidden if f'"{card.text}"'.encode() in sent]
            checked += bool(hidden)
    assert checked > 40


def _hand(table: Table, seat: Seat) -> tuple[Card, ...]:
    """What a seat holds, from its own view."""
    assert table.deal_state is not None
    return table.deal_state.view(seat).hands[seat].cards or ()


def test_what_is_refused_cites_the_clubs_own_code() -> None:
    table = next(step.table for step in steps(opened(setup()), 1) if step.table.running)
    assert table.deal(b"x" * 32, 0) == Refusal(Reason.NOT_NOW, table.customs.laws.dealing)
    assert table.customs.laws.dealing.startswith("PE-")
    assert table.act(0, Guarantee(1), 0) == Refusal(Manner.NOT_AGREED)
    assert isinstance(table.decide(table.place(0), Deal(""), 0), Refusal)


def test_a_file_of_deals_is_not_for_it() -> None:
    with pytest.raises(ValueError, match="duplicate bridge"):
        agree(PAIRS, next(iter(game(PAIRS).presets)), None, None, Deals("id", "evening.pbn", ("N:...",), ("1:N:none",)))


def test_people_stop_it_by_consent() -> None:
    table = next(step.table for step in steps(opened(setup()), 1) if step.table.running)
    names = table.names
    stopped = done(table.decide(table.place(0), Stop(names), 0))
    assert stopped.table.course.how == "stopped"
