"""A plan of play in dispute at a live table: the whister plays his, who objects has the result of his own (P-3.8.5.1b)."""

import msgspec
import pytest

from kozyr.arbiter import ARBITER
from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.club.table import bench
from kozyr.club.table.chance import drawn_lot
from kozyr.club.table.customs import disputed
from kozyr.club.table.listing import record
from kozyr.club.table.part import Eye
from kozyr.club.table.setup import Setup
from kozyr.club.table.table import Table
from kozyr.games import Refusal, game
from kozyr.games.preferans import Pulka
from kozyr.games.rulings import Dictated, LotDrawn, Resulted
from kozyr.notation import fair_tag
from kozyr.notation.fair import record_reveals, verdicts
from kozyr.store import Entry
from tests.clubtable import MASTER, lot_of, setup
from tests.judged import Live, dealt

LOT = lot_of("S7", "S8", "S9", "ST", deal=("C7", "C8", "C9", "CT"))
LAW = "P-3.8.5.1b"
# N deals and sits out; E plays misere, which S and W catch: W's diamonds take nothing, S's hearts do.
CARDS = "N:- KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA"
MISERE = "misere pass pass discard:DA,CA"
SIX = "6S pass pass discard:CA,DA contract:6S pass whist open"


def agreed(dispute: str = "arbiter", irregularities: str = "prevent") -> Setup:
    told = {"pool_target": 4, "whist.plan_dispute": dispute, "table.irregularities": irregularities}
    return msgspec.structs.replace(setup(4, humans=4), conventions=game("preferans").agree("sochi", told, 4))


def before_play(tokens: str, agreed: Setup) -> Live:
    lot = Entry(1, 0, "lot", None, None, wire.encode(LOT).decode())
    live = dealt(Live(Table.open(agreed).after(lot), (lot,)), CARDS)
    live.goes(tokens)
    return live


def shown(live: Live) -> tuple[str, ...]:
    """Who is told that he may object."""
    bench = live.table.bench.shown(live.table, None)
    chairs = () if bench is None else bench.objects
    return tuple(seat.value for seat in live.state.terms.seats if live.chair(seat) in chairs)


def why_not(result: object) -> tuple[str, str | None]:
    assert isinstance(result, Refusal), result
    return str(result.code), result.law


@pytest.mark.rule("P-3.8.5.1b", "P-3.6.6")
@pytest.mark.parametrize("irregularities", ["prevent", "rule"])
@pytest.mark.parametrize("joins", [False, True])
@pytest.mark.parametrize("lot", [0, 1])
def test_who_objects_has_the_result_of_his_plan_and_the_declarer_one_by_lot(
    irregularities: str, joins: bool, lot: int
) -> None:
    live = before_play(f"{MISERE} HA", agreed(irregularities=irregularities))
    assert shown(live) == ("N", "S", "W")
    live.takes(live.objects(Seat.S, "HJ", lot))
    call = live.table.bench.pending
    assert call is not None
    assert call.ruling.proof is not None
    assert {branch.chooser for branch in call.ruling.branches} == {live.state.terms.name(Seat.N), ARBITER}
    assert why_not(live.tries(Seat.S, live.state.judging.word("HJ")))[0] != ""  # the table stands still
    live.chooses(Seat.N, 0 if joins else 1)
    effects = live.table.bench.ruled[-1].ruling.branches[0 if joins else 1].effects
    result = next(effect for effect in effects if isinstance(effect, Resulted))
    name = live.state.terms.name
    assert set(result.of) == {name(Seat.S), *([name(Seat.N)] if joins else []), *([name(Seat.E)] if lot else [])}
    assert LotDrawn(lot, 2) in effects
    # The plan that is carried out is W's: he says what his partner plays.
    assert Dictated(Seat.S, Seat.W) in effects
    assert live.state.actor is Seat.W
    assert live.state.turn is Seat.S
    caught = result.tricks[Seat.E]
    assert caught > 0
    live.goes("HJ HT")
    live.does(Seat.E, "claim:E1-S5-W4")
    while live.table.running:
        live.goes("yes")
    pulka = live.table.progress.match
    assert isinstance(pulka, Pulka)
    assert pulka.sheet.hill[1] == 10 * (caught if lot else 1)
    assert live.table.bench.ruled[-1].ruling.laws == (LAW,)
    again = Table.open(live.table.setup)
    for entry in live.log:
        again = again.after(entry)
    assert wire.encode(again.snap(Eye("player", 1))) == wire.encode(live.table.snap(Eye("player", 1)))


@pytest.mark.rule("P-3.8.5.1b")
def test_the_one_who_whists_in_the_light_plays_his_plan_and_the_passer_objects() -> None:
    live = before_play(SIX, agreed())
    assert shown(live) == ("N", "S")
    assert why_not(live.objects(Seat.W, "SJ")) == ("no_right", LAW)
    assert why_not(live.objects(Seat.E, "SK")) == ("no_right", LAW)
    assert why_not(live.objects(Seat.S, "SK")) == ("not_held", LAW)
    live.takes(live.objects(Seat.S, "SA"))
    live.chooses(Seat.N, 1)
    assert shown(live) == ()
    assert why_not(live.objects(Seat.N, "SA")) == ("already", LAW)
    live.goes("SK")
    assert live.state.actor is Seat.W


@pytest.mark.rule("P-3.8.5.1b")
def test_where_and_when_nobody_objects() -> None:
    early = before_play("6S pass pass discard:CA,DA contract:6S pass whist", agreed())
    assert why_not(early.objects(Seat.S, "SA")) == ("not_now", LAW)
    dark = before_play("6S pass pass discard:CA,DA contract:6S whist whist", agreed())
    assert why_not(dark.objects(Seat.S, "SA")) == ("no_right", LAW)
    late = before_play(f"{SIX} SK SA", agreed())
    assert why_not(late.objects(Seat.S, "ST")) == ("not_now", LAW)
    other = before_play(SIX, agreed("side_bet"))
    assert why_not(other.objects(Seat.S, "SA")) == ("not_agreed", "P-3.8.5.1")
    assert other.table.bench.shown(other.table, None) is None
    for live in (early, dark, late, other):
        assert shown(live) == ()


@pytest.mark.rule("P-3.8.5.1b")
def test_the_lot_comes_from_the_key_of_the_deal_and_is_verified() -> None:
    drawn = set()
    for seed in (0, 6):
        live = Live.opened(agreed(), MASTER[:-1] + bytes([seed]))
        master = MASTER[:-1] + bytes([seed])
        first = live.state.actor
        assert first is not None
        live.goes("misere pass pass")
        live.takes(live.tries(first, next(one for one in live.state.legal(first) if one.token.startswith("discard"))))
        live.takes(live.tries(first, live.state.legal(first)[0]))
        by = live.state.turn
        assert by is not None
        lot = drawn_lot(live.table, master, 2)
        drawn.add(lot)
        plan = live.state.legal(by)[0].token
        live.takes(live.objects(by, plan, lot))
        chair = live.table.bench.asked(live.table)
        if chair is not None:
            seat = live.state.terms.seat(live.table.name(chair))
            assert seat is not None
            live.chooses(seat, 1)
        while live.table.running:
            actor = live.state.actor
            assert actor is not None
            live.takes(live.tries(actor, live.state.legal(actor)[0]))
        while len(live.table.cut.proofs) < 2:  # that of the lot for the seats is the first
            live.takes_own(master)
        told = record(live.table, live.log)
        told = msgspec.structs.replace(told, tags=(("Table", "table"), *map(fair_tag, live.table.cut.proofs)))
        assert [one for one in verdicts(list(record_reveals(told)), told) if one.fault is not None] == []
    assert drawn == {0, 1}


@pytest.mark.parametrize("tokens", [MISERE, SIX])
def test_an_objection_is_looked_for_only_where_one_can_be_made(tokens: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command asks who may object, so that a look at each chair's view may only come before the plans."""
    live, asked = before_play(tokens, agreed()), []
    for _ in range(5):  # two defenders have played then
        assert live.state.actor is not None
        live.does(live.state.actor, live.state.legal(live.state.actor)[0].token)

    def counted(table: Table, chair: int) -> object:
        asked.append(table)
        return disputed(table, chair)

    for table in live.past:
        everybody = tuple(chair for chair in table.persons if table.bench.no_objection(chair, table) is None)
        with monkeypatch.context() as patch:
            patch.setattr(bench, "disputed", counted)
            assert table.bench.objects(table) == everybody
    assert {len(table.course.running) for table in asked} <= {len(tokens.split()) + n for n in (1, 2)}
    assert any(table.bench.objects(table) for table in asked)
