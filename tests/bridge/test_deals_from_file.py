"""Deals that somebody brings to a table: read from PBN and LIN, played in order, and shown to nobody before."""

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kozyr import notation
from kozyr.cards import Seat
from kozyr.cli import main
from kozyr.club import wire
from kozyr.club.files import DealsFile, FoundDeals
from kozyr.club.games.bridge.boards import look, options
from kozyr.club.refusal import Manner
from kozyr.club.table.card import CardChanged, ChangeCard, TableCard
from kozyr.club.table.chance import bot_seed, decision_seed
from kozyr.club.table.customs import agree, customs
from kozyr.club.table.listing import record as listed_record, summary
from kozyr.club.table.part import Asker, Eye
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Step, Table
from kozyr.deals import BRIDGE, Layout, deal_seed, fair_deal
from kozyr.games import Deal, replay
from kozyr.games.bridge import Conventions, Session, State
from kozyr.games.options import Contradiction, every
from kozyr.games.refusal import Refusal
from kozyr.notation.bridge.boards import boards
from kozyr.store import Entry
from tests import stores
from tests.clubtable import MASTER, at, done, lot_of, opened, own, steps
from tests.people import club, guest, new_table, quiet, seated, visitor

FIRST = "N:AK32.J84.A75.K93 QJ9.KQ9.KT82.J84 T876.A52.QJ3.AQ2 54.T763.964.T765"
SECOND = "N:JT9.Q87.AKQ9.KQJ 5432.AK65432..T5 876..JT876.A9876 AKQ.JT9.5432.432"
TABLE = {"game": "bridge", "preset": "duplicate", "changes": {}, "players": 4, "bots": ["random"] * 3}


def pbn(number: object, dealer: str, vulnerable: str, deal: object, *more: str) -> str:
    tags = [("Board", number), ("Dealer", dealer), ("Vulnerable", vulnerable), ("Deal", deal)]
    return "\n".join([*(f'[{name} "{value}"]' for name, value in tags if value != ""), *more]) + "\n\n"


ODD = pbn(7, "S", "None", FIRST) + pbn(3, "W", "All", SECOND)  # neither in a row nor of the sixteen


def found(text: str, name: str = "evening.pbn") -> FoundDeals:
    return look(DealsFile(text, name)).checked()


def setup(file: str = ODD, *, humans: int = 1, deals: Any = None) -> Setup:
    people = [Person(f"person {n}", account=f"account {n}") for n in range(humans)]
    people += [Person(f"bot {n}", bot="random") for n in range(4 - humans)]
    deals = found(file).deals if deals is None else deals
    conventions = agree("bridge", "duplicate", {}, 4, deals)
    return Setup("table", "bridge", "duplicate", conventions, tuple(people), accepted=tuple(range(humans)), deals=deals)


def gathering() -> Setup:
    """The second person has not accepted the card."""
    return msgspec.structs.replace(setup(humans=2), accepted=(0,))


# --- what a file has -------------------------------------------------------------------------------------------


@pytest.mark.rule("B-DUP-3")
def test_boards_come_with_their_number_dealer_and_vulnerability() -> None:
    file = found(ODD)
    assert file.deals.boards == ("7:S:none", "3:W:both")
    assert file.deals.cards == (FIRST, SECOND)
    assert options(file.deals) == {"deals": 2, "first_board": 1, "boards": ("7:S:none", "3:W:both")}
    row = found(pbn(5, "N", "NS", FIRST) + pbn(6, "E", "EW", SECOND))
    assert options(row.deals) == {"deals": 2, "first_board": 5, "boards": ()}  # as the table of sixteen has them
    silent = found(pbn(5, "", "", FIRST))
    assert silent.deals.boards == ("5:N:ns",)  # what is not told follows from the number
    assert found(pbn("A", "E", "All", FIRST)).deals.boards == ("1:E:both",)  # no number: its place in the file
    back = customs("bridge").without_deals(agree("bridge", "duplicate", {}, 4, file.deals))
    assert isinstance(back, Conventions)
    assert (back.boards, back.first_board, back.deals) == ((), 1, 2)


def test_a_lin_is_read_too() -> None:
    text = "qx|o1|md|1SAKQJHAKQJDAKQJCA,ST987HT987DT987C2,S6543H6543D6543C3|sv|o|\n"
    assert found(text, "x.lin").deals.boards == ("1:S:none",)


@pytest.mark.parametrize(
    ("bad", "line", "why", "detail"),
    [
        (pbn(1, "N", "None", "N:AK32.J84.A75.K93 - T876.A52.QJ3.AQ2 54.T763.964.T765"), 1, "hidden", "E"),
        (pbn(1, "N", "None", "N:AK32.J84.A75.K9 QJ9.KQ9.KT82.J84 T876.A52.QJ3.AQ2 54.T763.964.T765"), 1, "short", "N"),
        (pbn(1, "N", "None", "N:AK32.J84.A75.K93 AJ9.KQ9.KT82.J84"), 4, "unread", "Deal: SA is dealt twice"),
        (pbn(1, "N", "None", ""), 1, "no_deal", ""),
        (pbn("?", "", "All", FIRST), 1, "no_dealer", ""),
        (pbn("?", "N", "", FIRST), 1, "no_vulnerability", ""),
        (pbn(1, "N", "Nobody", FIRST), 3, "unread", "Vulnerable 'Nobody' is not None, NS, EW or All"),
    ],
)  # fmt: skip
def test_a_bad_board_is_left_out_and_the_others_stay(bad: str, line: int, why: str, detail: str) -> None:
    file = found(bad + pbn(8, "W", "None", SECOND))
    assert file.deals.boards == ("8:W:none",)
    [left] = file.left_out
    assert (left.line, left.why, left.detail) == (line, why, detail)
    with pytest.raises(ValueError, match=rf"evening\.pbn: line {line}") as caught:  # if it is the only one
        found(bad, "C:\\boards\\evening.pbn")
    assert "\n" not in str(caught.value)


def test_what_stands_there_twice_is_played_once_and_a_table_takes_so_many() -> None:
    twice = found(ODD + pbn(7, "S", "None", FIRST))
    assert len(twice.deals.cards) == 2
    assert [(left.line, left.why) for left in twice.left_out] == [(11, "again")]
    many = found("".join(pbn(n, "", "", fair_deal(b"s" * 32, f"deal {n}", BRIDGE, tuple(Seat))) for n in range(1, 111)))
    assert len(many.deals.cards) == 64
    assert {left.why for left in many.left_out} == {"too_many"}
    assert len(many.left_out) + many.more == 46


@pytest.mark.parametrize("text", ["rubbish", "[", "md|", "\0", '[Deal "N:"]', "md|9|", '[Board "1"]\n' * 50])
def test_what_is_no_file_gets_one_line(text: str) -> None:
    with pytest.raises(ValueError, match=r"^evening\.pbn: \S[^\n]*$"):
        found(text)


# --- the session -----------------------------------------------------------------------------------------------


@pytest.mark.rule("B-DUP-3")
def test_the_boards_are_played_in_order_over_restarts() -> None:
    """The log alone gives the table back, byte for byte; deals, dealers and vulnerability are those of the file."""
    live = again = opened(setup())
    log: list[Entry] = []
    dealt = []
    for step in steps(live, 3):
        again = again.after(step.entry)
        log.append(step.entry)
        assert again == step.table
        if step.entry.kind == "event" and step.table.course.dealt > step.before.course.dealt:
            state = step.table.progress.state
            assert isinstance(state, State)
            dealt.append((state.terms.board, state.terms.dealer.value, state.terms.vulnerability))
            for eye in (at(again, 0), Eye("kibitzer")):
                assert wire.encode(again.snap(eye)) == wire.encode(step.table.snap(eye))
    assert dealt == [(7, "S", "none"), (3, "W", "both")]
    assert again.finished
    assert [proof.deal for proof in again.cut.proofs] == [0]  # the lot alone was shuffled here
    cards = [msgspec.json.decode(entry.body, type=Deal).cards for entry in log if '"type":"deal"' in entry.body]
    assert cards == [FIRST, SECOND]
    record = listed_record(again, log)
    parsed = notation.parse(notation.format(record))
    assert parsed.record is not None
    assert ("Deals.File", "evening.pbn") in parsed.record.tags
    played = replay(parsed.record)
    assert played.error is None
    assert isinstance(again.progress.match, Session)
    assert played.match.sheet == again.progress.match.sheet
    assert [(one.number, one.dealer, one.vulnerability) for one in boards(parsed.record)] == [
        ("7", Seat.S, "none"),
        ("3", Seat.W, "both"),
    ]


@pytest.mark.parametrize(
    ("changes", "clash"),
    [
        ({"deals": 3, "boards": ["7:S:none"]}, ("boards", "deals")),
        ({"deals": 1, "boards": ["7:S:all"]}, None),
        ({"deals": 1, "boards": ["0:S:none"]}, None),
    ],
)
def test_boards_that_cannot_be_agreed(changes: dict[str, object], clash: tuple[str, str] | None) -> None:
    with pytest.raises(ValueError, match="boards") as caught:
        agree("bridge", "duplicate", changes, 4)
    if clash is not None:
        assert isinstance(caught.value, Contradiction)
        assert caught.value.names == clash
    with pytest.raises(Contradiction):
        agree("bridge", "rubber", {"boards": ["7:S:none"]}, 4)


def sent(table: Table) -> list[bytes]:
    """Everything that anybody may be sent of this table."""
    eyes = [Eye("visitor"), *(at_chair(chair) for chair in range(4))]
    if table.lot is not None:
        eyes += [Eye("kibitzer"), Eye("kibitzer", None, 0)]
    frames = [wire.encode(table.snap(eye)) for eye in eyes]
    return [*frames, wire.encode(summary(table)), wire.encode(table.card.values), table.setup.card.encode()]


def test_nothing_of_a_board_that_waits_is_sent_to_anybody() -> None:
    """The boards that come later are dealt anew, and nobody is sent another byte, in any moment, until theirs come."""
    chance = random.Random(5)
    own_deals = found(ODD).deals
    other = msgspec.structs.replace(own_deals, cards=(FIRST, fair_deal(b"t" * 32, "another", BRIDGE, tuple(Seat))))
    table, twin = opened(setup(deals=own_deals)), opened(setup(deals=other))
    gathers = [Table.open(setup(deals=deals)) for deals in (own_deals, other)]
    assert sent(gathers[0]) == sent(gathers[1])
    looked = 0
    for step in steps(table, chance.getrandbits(30)):
        if step.table.course.dealt == 2:
            break
        before, twin = twin, twin.after(step.entry)
        assert sent(step.table) == sent(twin)
        other_step = Step(before, step.entry, twin)
        for eye in (at(step.table, 0), Eye("kibitzer")):
            assert wire.encode(step.ev(eye)) == wire.encode(other_step.ev(eye))
        for frame in sent(step.table):
            assert SECOND[2:18].encode() not in frame
        looked += 1
    assert looked > 50


def test_a_bots_chance_is_not_that_of_the_lot_which_everybody_knows() -> None:
    table = opened(setup())
    table = done(table.deal(MASTER, 0)).table
    assert bot_seed(table, MASTER) == decision_seed(deal_seed(MASTER, "table", 1), "table", table.seq + 1)
    assert bot_seed(table, MASTER) != decision_seed(deal_seed(MASTER, "table", 0), "table", table.seq + 1)


def test_a_deal_without_a_lot_that_was_shuffled() -> None:
    """Logs from elsewhere may have no commitment at all."""
    table = opened(setup(), lot_of("S7", "HA", "DK", "C2", deal=()))
    step = done(own(table))
    assert json.loads(step.entry.body)["cards"] == FIRST


# --- the card --------------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.4")
def test_the_card_says_that_the_deals_come_from_a_file() -> None:
    table = Table.open(gathering())
    told = table.info(at_chair(0)).file
    assert told == wire.FromFile("evening.pbn", 2)
    assert summary(table).file == told
    again = msgspec.structs.replace(table, card=TableCard(gathering()))
    assert again.setup.card != table.setup.card  # another file, though with the same boards
    plain = msgspec.structs.replace(table.setup, deals=None)
    assert msgspec.structs.replace(table, card=TableCard(plain)).setup.card != table.setup.card


def at_chair(chair: int) -> Eye:
    return Eye("player", chair)


def test_the_owner_may_change_the_card_around_the_file_and_take_it_away() -> None:
    table = Table.open(gathering())
    keep = table.wished(ChangeCard("teams"), Asker("account 0", "person 0"))
    assert isinstance(keep, CardChanged)
    kept = done(table.act(0, keep, 0)).table
    assert kept.setup.deals == table.setup.deals
    assert every(kept.setup.conventions, ())["boards"] == every(table.setup.conventions, ())["boards"]
    rubber = table.wished(ChangeCard("rubber"), Asker("account 0", "person 0"))
    assert isinstance(rubber, Refusal)
    assert rubber.code is Manner.BAD_CARD
    assert "duplicate" in str(rubber.params["detail"])
    away = table.wished(ChangeCard("rubber", file=False), Asker("account 0", "person 0"))
    assert isinstance(away, CardChanged)
    without_it = done(table.act(0, away, 0)).table
    assert without_it.setup.deals is None
    assert without_it.info(at_chair(0)).file is None


# --- through the door ------------------------------------------------------------------------------------------


def test_a_file_is_looked_at_before_it_is_brought(tmp_path: Path) -> None:
    with club(tmp_path / "club.db") as client:
        bad = pbn(1, "N", "None", "N:AK32.J84.A75.K93 - T876.A52.QJ3.AQ2 54.T763.964.T765")
        answer = client.post("/api/boards", json={"name": "/home/anna/evening.pbn", "text": bad + ODD})
        assert answer.status_code == 200
        told = answer.json()
        assert told == {
            "name": "evening.pbn",
            "boards": [
                {"number": "7", "dealer": "S", "vul": "none"},
                {"number": "3", "dealer": "W", "vul": "both"},
            ],
            "left_out": [{"line": 1, "board": "1", "why": "hidden", "detail": "E"}],
            "more": 0,
            "changes": {"deals": 2, "first_board": 1, "boards": ["7:S:none", "3:W:both"]},
        }
        nothing = client.post("/api/boards", json={"name": "x.pbn", "text": bad}).json()
        assert (nothing["boards"], [left["why"] for left in nothing["left_out"]]) == ([], ["hidden"])
        refused = client.post("/api/tables", json={**TABLE, "file": {"name": "x.pbn", "text": bad}})
        assert refused.status_code == 400
        assert refused.json()["error"]["message"] == "x.pbn: line 1, board 1: the hand of E is not told"
        assert client.post("/api/boards", json={"text": "x" * 300_000}).status_code == 400
        assert client.post("/api/boards", content=b"x" * 1_100_000, headers={"content-type": "application/json"}).status_code == 413  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"preset": "rubber"}, "duplicate"),
        ({"game": "preferans", "preset": "sochi", "players": 3, "bots": ["random"] * 2}, "duplicate"),
        ({"file": {"text": "rubbish", "name": ""}}, "the file"),
    ],
)
def test_a_file_that_does_not_fit_the_table(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    with club(tmp_path / "club.db") as client:
        guest(client)
        wanted = {**TABLE, "file": {"text": ODD, "name": "evening.pbn"}, **changes}
        answer = client.post("/api/tables", json=wanted)
        assert answer.status_code == 400
        assert words in answer.json()["error"]["message"]


def play(client: TestClient, table: str, until: int | None = None) -> list[dict[str, Any]]:
    """Play until the match is over, or so many events were sent; returns the terms of each deal."""
    seen: list[dict[str, Any]] = []
    with seated(client, table) as anna:
        looked = None
        for _ in range(10_000):
            if anna.view and anna.view["terms"] not in seen:
                seen.append(anna.view["terms"])
            if anna.over or (until is not None and anna.seq >= until):
                return seen
            if anna.view and anna.view["legal"]:
                anna.ask(t="cmd", at=anna.seq, do=anna.chance.choice(anna.view["legal"]))
            elif anna.last is not None and looked != anna.last["number"]:
                looked = anna.last["number"]
                anna.ask(t="next", at=anna.seq)
            else:
                anna.hear()
    raise AssertionError("it does not end")


def test_a_club_that_dies_plays_on_from_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "club.db"
    with club(path) as client:
        guest(client)
        cookies = dict(client.cookies)
        answer = client.post("/api/tables", json={**TABLE, "file": {"text": ODD, "name": "evening.pbn"}})
        assert answer.status_code == 201, answer.text
        table = answer.json()["table"]
        assert answer.json()["file"]["boards"][0] == {"number": "7", "dealer": "S", "vul": "none"}
        about = visitor(client).get(f"/api/tables/{table}").json()
        assert about["file"] == {"name": "evening.pbn", "boards": 2}
        assert SECOND[2:18] not in json.dumps(about)
        [terms] = play(client, table, until=20)
        assert (terms["board"], terms["dealer"], terms["vulnerability"]) == (7, "S", "none")
    quiet(path)
    with club(path) as client:  # another process, so far as the table knows
        client.cookies.update(cookies)
        terms = play(client, table)[-1]
        assert (terms["board"], terms["dealer"], terms["vulnerability"]) == (3, "W", "both")
        deal = client.get(f"/api/tables/{table}/deals/2").json()["deal"]
        assert deal["board"] == 3
        assert set(deal["hands"]["N"]) == {card.text for card in Layout.parse(SECOND).hands[0] or ()}
        assert client.get(f"/api/tables/{table}/deals/2/analysis").json()["other"] is not None
        kz = client.get(f"/api/tables/{table}/record?fair=1").text
        file = tmp_path / "table.kz"
        file.write_text(kz, encoding="utf-8")
        assert main(["deal", "--verify", str(file)]) == 0
        said = capsys.readouterr().out.splitlines()
        assert said[0].startswith("the lot: verified")
        assert [line.partition(":")[2].split(":")[0] for line in said[1:]] == [" NOT CHECKED", " NOT CHECKED"]
        with seated(client, table) as anna:
            anna.ask(t="act", do={"act": "rematch"})
            while anna.room.get("rematch") is None:
                anna.hear()
            after = anna.room["rematch"]
        about = client.get(f"/api/tables/{after}").json()
        assert about["file"] is None
        assert (about["conventions"]["boards"], about["conventions"]["deals"]) == ([], 2)
    rows = stores.execute(path, "select summary, seats from tables")  # what is not played yet stands in one place alone
    assert all("AK32" not in (text or "") for row in rows for text in row)


def test_a_table_of_the_clubs_own_deals_has_no_file(tmp_path: Path) -> None:
    with club(tmp_path / "club.db") as client:
        guest(client)
        table = new_table(client, **{**TABLE, "changes": {"deals": 1}})
        assert client.get(f"/api/tables/{table}").json()["file"] is None
