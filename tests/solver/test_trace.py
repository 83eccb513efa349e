"""What each played card cost: values that hang together, costs by hand, words and JSON."""

import json
import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise
from pathlib import Path

import msgspec
import pytest

from kozyr import notation
from kozyr.cards import Card, CardSet, Seat
from kozyr.cli import main
from kozyr.deals import PREFERANS, numbered_deal
from kozyr.games import Deal, Entry, Event, Progress, Record, bridge as bridge_game, deberts as deberts_game, game
from kozyr.games.bridge.words import Play as BridgePlay
from kozyr.games.deberts.ranks import POINTS
from kozyr.games.deberts.words import Play as DebertsPlay
from kozyr.games.preferans import Contract, State, agree, start
from kozyr.games.preferans.words import Play
from kozyr.solver import bridge, preferans
from kozyr.solver.trace import Row, in_words, trace

RECORDS = Path(__file__).parents[1] / "data" / "records"
SEATS = tuple(Seat)


class Scribe:
    """A pulka that writes down what happens in it."""

    def __init__(self, preset: str = "sochi", players: int = 3) -> None:
        self.conventions = agree(preset, players=players)
        self.players = players
        self.progress = Progress.start(start(self.conventions, players))
        self.entries: list[Entry] = []

    @property
    def state(self) -> State:
        assert isinstance(self.progress.state, State)
        return self.progress.state

    @property
    def record(self) -> Record:
        return Record("preferans", self.conventions, self.players, 0, tuple(self.entries))

    def says(self, event: Event, *, forced: bool = False) -> None:
        seat = None if isinstance(event, Deal) else self.state.actor
        self.entries.append(Entry(len(self.entries) + 1, seat, event, forced))
        self.progress = self.progress.step(self.entries[-1]).after

    def deals(self, rng: random.Random) -> None:
        holders = self.state.terms.holders
        self.says(Deal(str(numbered_deal(rng.randrange(PREFERANS.deals), PREFERANS, holders))))

    def walks(self, rng: random.Random) -> None:
        """One deal to its end, at random."""
        self.deals(rng)
        number = self.state.terms.number
        while self.progress.state is not None and self.state.terms.number == number:
            self.says(rng.choice(self.state.legal()))


@pytest.mark.parametrize(("preset", "players"), [("sochi", 3), ("sochi", 4), ("leningrad", 4), ("sochi+gusarik", 2)])
def test_values_hang_together(preset: str, players: int, share: Callable[[int], int]) -> None:
    rng = random.Random(players)
    kinds = set()
    for _ in range(share(60)):
        scribe = Scribe(preset, players)
        state: State | None = None
        scribe.deals(rng)
        while scribe.state.phase != "play" and scribe.state.terms.number == 1:
            scribe.says(rng.choice(scribe.state.legal()))
            if scribe.progress.state is None:
                break
        while scribe.progress.state is not None and scribe.state.phase == "play":
            state = scribe.state
            scribe.says(rng.choice(scribe.state.legal()))
        if state is None or state.terms.number != 1:
            continue  # nobody whisted
        rows = list(trace(scribe.record))
        assert [row.card for row in rows] == [e.event.card for e in scribe.entries if isinstance(e.event, Play)]
        assert [row.seq for row in rows] == [e.seq for e in scribe.entries if isinstance(e.event, Play)]
        kinds.add(state.contract)
        if state.tricks is not None and len(state.tricks.order) == 2:
            assert all(row.cost is None for row in rows)
            continue
        check(state, rows)
    assert len(kinds) > 1 or players == 2


def check(last: State, rows: list[Row]) -> None:
    final = last.advance(next(event for event in last.legal()))  # the last card of a deal is one of one
    assert {row.deal for row in rows} == {1}
    assert [row.trick for row in rows] == [1 + at // 3 for at in range(30)]
    for row in rows:
        assert row.value_before is not None
        assert row.value_after is not None
        assert row.cost == abs(row.value_before - row.value_after)
        assert (row.card in row.best) == (row.cost == 0)
    if last.contract is Contract.ALLPASS:
        for seat in (Seat.N, Seat.E, Seat.S, Seat.W):
            mine = [row for row in rows if row.seat is seat]
            if mine:
                assert mine[-1].value_after == final.won[seat.position]
                assert all((row.value_after or 0) >= (row.value_before or 0) for row in mine)
        return
    for one, two in pairwise(rows):
        assert one.value_after == two.value_before
    assert final.declarer is not None
    assert rows[-1].value_after == final.won[final.declarer.position]
    for row in rows:
        gives = (row.seat is final.declarer) == (last.contract is not Contract.MISERE)
        assert ((row.value_after or 0) - (row.value_before or 0)) * (-1 if gives else 1) >= 0


def test_a_trace_goes_on_over_several_deals() -> None:
    scribe, rng = Scribe(), random.Random(3)
    for _ in range(12):
        scribe.walks(rng)
    rows = list(trace(scribe.record))
    played = [row.deal for row in rows]
    assert played == sorted(played)
    assert len(set(played)) > 1


def playing(rng: random.Random) -> Scribe:
    """A deal at its first lead."""
    while True:
        scribe = Scribe()
        scribe.deals(rng)
        while scribe.state.phase not in {"play", "deal"}:
            scribe.says(rng.choice(scribe.state.legal()))
        if scribe.state.phase == "play":
            return scribe


def test_a_card_played_against_the_rules_has_no_value_and_the_rest_has() -> None:
    rng = random.Random(1)
    scribe = playing(rng)
    forced = 0
    while (state := scribe.state).phase == "play":
        illegal = list(state.view(state.turn).reasons) if not forced and len(state.trick) == 1 else []
        if illegal:
            forced = len(scribe.entries) + 1
            scribe.says(Play(illegal[0]), forced=True)
        else:
            scribe.says(rng.choice(state.legal()))
    assert forced
    rows = list(trace(scribe.record))
    assert len(rows) == 30
    bare = [row for row in rows if row.cost is None]
    assert bare[0].seq == forced
    assert {row.trick for row in bare} == {bare[0].trick}
    assert len(bare) == 2
    assert any("no value, the play is irregular" in line for line in in_words(rows))


def test_words_name_what_was_given_away() -> None:
    rows = [
        Row(5, 1, 1, Seat.N, Card.SA, 7, 7, 0, (Card.SA,)),
        Row(6, 1, 1, Seat.E, Card.S9, 7, 8, 1, (Card.S8, Card.S7)),
        Row(7, 1, 1, Seat.S, Card.SK, 8, 10, 2, (Card.ST,)),
        Row(8, 1, 2, Seat.N, Card.HA, lack="irregular"),
    ]
    assert list(in_words(rows)) == [
        "deal 1, trick 1: E S9 cost a trick; better S8 or S7",
        "deal 1, trick 1: S SK cost 2 tricks; better ST",
        "deal 1, trick 2: N HA: no value, the play is irregular",
        "4 cards, 1 of them without a value; tricks given away: E 1, S 2",
    ]


def test_another_game_is_refused() -> None:
    record = Scribe().record
    with pytest.raises(ValueError, match="no game 'belote'"):
        list(trace(msgspec.structs.replace(record, game="belote")))


# ------------------------------------------------------------------ deberts and bridge


def kept(name: str) -> Record:
    """A record that is played in the tests of its game."""
    record = notation.parse((RECORDS / f"{name}.kz").read_text(encoding="utf-8")).record
    assert record is not None
    return record


def states(record: Record) -> Iterator[tuple[Entry, object]]:
    """Each entry, with the state that it met."""
    progress = Progress.start(game(record.game).start(record.conventions, record.players, record.dealer))
    for entry in record.entries:
        yield entry, progress.state
        progress = progress.step(entry).after


def by_deal(rows: Iterable[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row.deal, []).append(row)
    return found


def test_deberts_counts_the_points_of_who_plays() -> None:
    record = kept("deberts-party")
    rows = {row.seq: row for row in trace(record)}
    played = [(entry, state) for entry, state in states(record) if isinstance(entry.event, DebertsPlay)]
    assert len(rows) == len(played) > 100
    assert {row.unit for row in rows.values()} == {"points"}
    for entry, state in played:
        row = rows[entry.seq]
        assert isinstance(state, deberts_game.State)
        assert isinstance(entry.event, DebertsPlay)
        assert (row.seat, row.card, row.trick) == (state.turn, entry.event.card, len(state.history) + 1)
        assert row.cost is not None
        assert row.value_after is not None
        assert row.value_before == row.value_after + row.cost
        assert (row.card in row.best) == (row.cost == 0)
        if len(state.history) == 8 and state.trick:  # the last card: what has been taken is all there is
            after = state.advance(entry.event)
            assert after.course is not None
            assert row.value_after == after.course.taken[row.seat.position]
    for deal in by_deal(rows.values()).values():
        for one, two in pairwise(deal):  # both sides' points are always all the points of the deal
            mine, other = one.value_after or 0, two.value_before or 0
            if one.seat is two.seat:
                assert mine == other
            elif total(played, one.seq) == total(played, two.seq):  # nobody took the turned-up card in between
                assert mine + other == total(played, one.seq)


def total(played: list[tuple[Entry, object]], seq: int) -> int:
    """All points of the deal that a card belongs to: those taken, those in the hands and on the table, and the last ten."""
    state = next(state for entry, state in played if entry.seq == seq)
    assert isinstance(state, deberts_game.State)
    assert state.trump is not None
    assert state.course is not None
    cards = [*state.hand(Seat.N), *state.hand(Seat.S), *state.trick]
    worth = POINTS[state.trump]
    return sum(state.course.taken) + sum(int(worth[card.index]) for card in cards) + 10


@pytest.mark.rule("D-PLAY-4")
def test_where_no_trump_has_to_be_beaten_the_solver_has_no_values() -> None:
    """It knows one way to follow a trump, and an exact value of another game would be a wrong one."""
    text = (RECORDS / "deberts-party.kz").read_text(encoding="utf-8")
    record = notation.parse(text).record
    assert record is not None
    assert all(row.cost is not None for row in trace(record))
    conventions = msgspec.structs.replace(record.conventions, must_beat="never")
    rows = list(trace(msgspec.structs.replace(record, conventions=conventions)))
    assert rows
    assert {(row.value_before, row.value_after, row.lack) for row in rows} == {(None, None, "must_beat")}
    assert "here nobody has to" in next(iter(in_words(rows)))


def test_a_revoke_at_deberts_has_no_value() -> None:
    rows = list(trace(kept("deberts-errors")))
    assert [(row.cost is None, row.lack) for row in rows].count((True, "irregular")) == 1
    assert all(row.cost is not None for row in rows if not row.lack)


@pytest.mark.parametrize("name", ["bridge-two", "bridge-three"])
def test_bridge_agrees_with_the_play_traced_at_once(name: str) -> None:
    record = kept(name)
    rows = {row.seq: row for row in trace(record)}
    deals: list[list[tuple[Entry, bridge_game.State]]] = []
    for entry, state in states(record):
        if isinstance(entry.event, BridgePlay) and isinstance(state, bridge_game.State):
            if not state.history and not state.trick:
                deals.append([])
            deals[-1].append((entry, state))
    assert sum(map(len, deals)) == len(rows) > 100
    for plays in deals:
        first = plays[0][1]
        n, e, s, w = (CardSet(hand) for hand in first.hands)
        board = bridge.Board((n, e, s, w), first.trump, first.declarer or Seat.N, first.leader or Seat.N)
        cards = [entry.event.card for entry, _ in plays if isinstance(entry.event, BridgePlay)]
        values = bridge.trace(board, cards)
        found = [rows[entry.seq] for entry, _ in plays]
        assert [row.value_before for row in found] == values[:-1]
        assert [row.value_after for row in found] == values[1:]
        for row, (_, state) in zip(found, plays, strict=True):
            assert (row.seat, row.trick, row.unit) == (state.turn, len(state.history) + 1, "tricks")
            assert row.cost == abs((row.value_before or 0) - (row.value_after or 0))
            assert (row.card in row.best) == (row.cost == 0)


def test_a_card_that_takes_too_long_has_no_value() -> None:
    rows = list(islice(trace(kept("bridge-three"), seconds=1e-6), 12))
    assert (rows[0].cost, rows[0].lack) == (None, "timeout")
    assert all((row.cost is None) == (row.lack == "timeout") for row in rows)
    assert next(in_words(rows)).endswith("no value, not found in time")


# ------------------------------------------------------------------ the command line


def test_trace_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    scribe, rng = Scribe(), random.Random(5)
    scribe.walks(rng)
    scribe.walks(rng)
    path = tmp_path / "match.kz"
    path.write_text(notation.format(scribe.record), encoding="utf-8")
    assert main(["trace", str(path), "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    rows = json.loads(out)
    assert rows == json.loads(msgspec.json.encode(list(trace(scribe.record))))
    assert {"seq", "seat", "card", "value_before", "value_after", "cost", "best"} <= rows[0].keys()
    assert main(["trace", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == list(in_words(trace(scribe.record)))
    for seconds in ("0", "-1", "soon", "inf", "nan"):
        assert main(["trace", str(path), "--timeout", seconds]) == 2
        assert capsys.readouterr().err == f"timeout: a number of seconds above 0, not {seconds!r}\n"
    path.write_text(path.read_text(encoding="utf-8") + "\nnonsense", encoding="utf-8")
    assert main(["trace", str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out) == rows  # the good prefix is never lost
    assert err.startswith(f"{path}:")
    assert err.count("\n") == 1
    path.write_bytes(path.read_bytes().replace(b"nonsense", b"\xff"))
    assert main(["trace", str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out) == rows
    assert err.endswith(":1: not UTF-8 text\n")


def test_an_illegal_event_ends_a_trace_with_its_place_and_its_rule(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """What `replay` refuses, `trace` may not pass over in silence."""
    text = (RECORDS / "club.kz").read_text(encoding="utf-8")
    path = tmp_path / "wrong.kz"
    path.write_text(text.replace("discard:C8,CT", "discard:C8,CA", 1), encoding="utf-8")
    assert main(["trace", str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == "[]\n"
    assert err.startswith(f"{path}:9:14: discard:C8,CA: not_held (P-")
    assert err.count("\n") == 1


def test_a_position_comes_from_a_running_deal_only() -> None:
    scribe = Scribe()
    with pytest.raises(ValueError, match="no card is to be played"):
        preferans.Position.of(scribe.state)
