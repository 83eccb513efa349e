"""Bridge at a table of the club: the lot, whole sessions of every form, and what each is sent."""

import json
import re
from collections.abc import Callable, Mapping

import pytest

from kozyr import bots
from kozyr.cards import Card, CardSet, Seat
from kozyr.club import wire
from kozyr.club.games.bridge.analysis import analyse
from kozyr.club.games.bridge.shown import Finished
from kozyr.club.games.preferans import Guarantee
from kozyr.club.table.listing import record
from kozyr.club.table.part import Eye
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Step, Table
from kozyr.games import Reason, Refusal, game, replay
from kozyr.games.bridge import Contract, Session, State, agree
from kozyr.games.bridge.scoring import imps
from kozyr.games.bridge.terms import partner
from kozyr.games.bridge.words import Stop
from kozyr.notation import format as written, parse as read
from kozyr.store import Entry
from tests.clubtable import at, done, lot_of, opened, own, steps
from tests.longer import longer


def setup(
    preset: str = "rubber", players: int = 4, changes: Mapping[str, object] | None = None, *, humans: int = 1
) -> Setup:
    people = [Person(f"person {n}", account=f"account {n}") for n in range(humans)]
    people += [Person(f"bot {n}", bot="random") for n in range(players - humans)]
    agreed = game("bridge").agree(preset, changes, players)
    return Setup("table", "bridge", preset, agreed, tuple(people), accepted=tuple(range(humans)))


def running(table: Table) -> State:
    assert isinstance(table.progress.state, State)
    return table.progress.state


@pytest.mark.rule("B-GEN-6")
def test_the_highest_chooses_and_deals_the_second_sits_opposite() -> None:
    table = opened(setup(), lot_of("S7", "HA", "DK", "C2", deal=()))
    assert [player.nick for player in table.info(at(table, 0)).players] == ["bot 0", "person 0", "bot 1", "bot 2"]
    assert [player.name for player in table.info(at(table, 0)).players] == ["N", "E", "S", "W"]
    assert table.progress.match.dealer == 0
    assert running(table).terms.dealer is Seat.N


@pytest.mark.parametrize(
    ("preset", "players"),
    [("rubber-variants", 4), ("duplicate", 4), ("rubber", 2),
     *longer(("rubber", 4), ("chicago-russian", 4), ("rubber", 3), ("rubber", 5), ("rubber", 6))],
)  # fmt: skip
def test_a_session_is_the_fold_of_its_log(preset: str, players: int, share: Callable[[int], int]) -> None:
    """A restart after every entry: what is stored gives back the same table, and the same bytes for everybody."""
    changes: dict[str, object] = {"deals": 3} if preset == "duplicate" else {}
    for seed in range(share(10)):
        live = again = opened(setup(preset, players, changes))
        log: list[Entry] = []
        for number, step in enumerate(steps(live, seed)):
            again = again.after(step.entry)
            log.append(step.entry)
            if number % 7 == 0:
                assert again == step.table
                for eye in (*(at(again, place) for place in range(players)), Eye("kibitzer")):
                    assert wire.encode(again.snap(eye)) == wire.encode(step.table.snap(eye))
            if number > 500:  # at random a rubber has no end
                break
        sheet = json.loads(wire.encode(again.snap(at(again, 0))))["sheet"]
        assert sheet["finished"] == again.finished
        assert len(sheet["deals"]) == len(again.progress.match.history)
        parsed = read(written(record(again, log)))
        assert parsed.record is not None
        played = replay(parsed.record)
        assert played.error is None
        assert isinstance(again.progress.match, Session)
        assert played.match.sheet == again.progress.match.sheet


def test_who_is_sent_which_cards() -> None:
    """The cards in every byte, against a plain telling of the rule: mine, dummy after the lead, the trick, the last one."""
    table = opened(setup("duplicate", changes={"deals": 2}))
    looked = 0
    for step in steps(table, 5):
        table = step.table
        state = table.progress.state
        if not isinstance(state, State) or state.phase not in {"auction", "play"} or not table.running:
            continue
        looked += 1
        for place in range(4):
            seat = table.seat(place)
            assert seat is not None
            may = set(CardSet(state.hands[seat.position])) | set(state.trick)
            if state.led and state.dummy is not None:
                may |= set(CardSet(state.hands[state.dummy.position]))
            if not state.trick:
                may |= of_log(state)
            if state.play is not None and state.play.laid:
                may |= set(CardSet(state.hands[state.play.declarer.position]))
            view = json.loads(table.view(at(table, place)))
            assert cards_in(view) <= may | of_log(state), (place, state.phase)
            assert not view["history"]
    assert looked > 60


def of_log(state: State) -> set[Card]:
    """What fell in the trick before this one may be looked at until the next lead is complete."""
    return {card for trick in state.history[-1:] for _, card in trick.cards}


def cards_in(view: object) -> set[Card]:
    found = set(re.findall(r'"([SHDC][2-9TJQKA])"', json.dumps(view)))
    return {Card(text) for text in found}


def test_the_auction_is_not_told_again_after_the_lead() -> None:
    table = opened(setup("duplicate", changes={"deals": 1, "explain": "self"}))
    for step in steps(table, 8):
        state = step.table.progress.state
        if isinstance(state, State) and state.phase == "play" and state.led:
            view = json.loads(step.table.view(at(step.table, 0)))
            assert view["calls"] == []
            assert view["contract"]
            return
    pytest.fail("nobody has led")


def test_a_meaning_is_not_sent_to_partner() -> None:
    table = opened(setup("duplicate", changes={"deals": 1, "explain": "self"}, humans=0))
    while not isinstance(table.progress.state, State) or not table.progress.state.talk.meanings:
        duty = table.duty
        assert duty is not None
        view = None if duty.place is None else table.sees(duty.place)
        if duty.place is None or view is None:
            table = done(own(table)).table
        else:
            table = done(table.decide(duty.place, bots.choose(view, "novice", 3), 0)).table
    state = running(table)
    [(number, _)] = state.talk.meanings
    for place in range(4):
        seat = table.seat(place)
        assert seat is not None
        sent = json.loads(table.view(at(table, place)))["meanings"]
        assert (str(number) in sent) == (seat is not partner(state.calls[number][0]))


def test_who_stops_speaks_for_himself() -> None:
    people = opened(setup(humans=2))
    place = people.place(0)
    everybody = people.names
    assert people.decide(place, Stop(everybody), 0) == Refusal(Reason.NO_CONSENT, "B-RUBBER-V6")
    alone = opened(setup(humans=1))
    assert isinstance(alone.decide(alone.place(0), Stop(everybody), 0), Step)  # bots consent to everything
    table = opened(setup())
    stopped = done(table.decide(table.place(0), Stop(force_majeure=True), 0)).table
    assert stopped.finished
    assert stopped.course.how == "force_majeure"
    assert set(stopped.progress.match.results) == {"N", "E", "S", "W"}


def test_a_guarantee_is_a_custom_of_another_game() -> None:
    table = opened(setup())
    told = table.act(table.order[0], Guarantee(1), 0)
    assert not hasattr(told, "entry")
    assert own(table) is not None


def test_a_deal_is_analysed_with_open_cards() -> None:
    last = None
    for step in steps(opened(setup("duplicate", changes={"deals": 1})), 4):
        last = step.table.last or last
    assert isinstance(last, Finished)
    found = analyse(last, compared=agree("duplicate"))
    assert found.other is not None
    assert found.other.imps == imps(last.score - found.other.score)
    assert found.table is not None
    assert set(found.table) == {"S", "H", "D", "C", "NT"}
    assert found.par is not None
    assert found.par.contracts or found.par.score == 0
    assert analyse(last, compared=None).other is None


@pytest.mark.rule("B-CHICAGO-5", "B-DUP-9")
def test_the_other_table_keeps_its_score_as_this_one_does() -> None:
    for seed in range(7, 27):
        tables = [step.table for step in steps(opened(setup("duplicate", changes={"deals": 1})), seed)]
        last = next(table.last for table in reversed(tables) if table.last is not None)
        assert isinstance(last, Finished)
        usual, rare = (analyse(last, compared=agree("duplicate", {"part_bonus": n})).other for n in (50, 100))
        assert usual is not None
        assert rare is not None
        contract = None if usual.contract is None else Contract.parse(usual.contract)
        if contract is None or usual.tricks is None or not contract.need <= usual.tricks:
            continue
        if contract.doubled or contract.level > 3 or str(contract) == "3NT":
            continue
        side = 1 if usual.declarer in {"N", "S"} else -1
        assert rare.score - usual.score == 50 * side
        assert rare.imps == imps(last.score - rare.score)
        return
    pytest.fail("no part-score in twenty boards")
