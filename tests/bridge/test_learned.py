"""The learned caller: what it chooses among, what its network makes of it, what it gains; and how it is taught."""

import json
import logging
import random
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

from kozyr import _native
from kozyr.bots import choose
from kozyr.bots.bridge import learned
from kozyr.bots.bridge.book import System, standing
from kozyr.bots.bridge.book.auction import step
from kozyr.bots.bridge.duel import duel
from kozyr.bots.bridge.inputs import EXPOSED, INPUTS, SIGNATURE, inputs
from kozyr.bots.bridge.learned import MARGIN, Learned, offered, preferred, read, undisturbed
from kozyr.bots.bridge.system import Hand
from kozyr.bots.bridge.systems import SYSTEMS, agreed
from kozyr.cards import CardSet, Seat
from kozyr.cli import main as kozyr
from kozyr.deals import BRIDGE, numbered_deal
from kozyr.games import Deal
from kozyr.games.bridge import Contract, Session, State, agree, duplicate_score, start
from kozyr.games.bridge.scoring import imps, is_vulnerable
from kozyr.testing import dealt
from scripts.teach_bidding import Member, Solved, main, packed, samples

SAYC = SYSTEMS["sayc"]


def choices(deals: int, system: System = SAYC) -> Iterator[tuple[tuple[str, ...], Hand]]:
    """Every moment of auctions in which four hands call by the book, now and then something else that they may."""
    chance = random.Random(system.name)
    for _ in range(deals):
        layout = numbered_deal(chance.randrange(BRIDGE.deals), BRIDGE, tuple(Seat))
        four = [Hand.of(CardSet.of(hand or ())) for hand in layout.hands]
        calls: tuple[str, ...] = ()
        while calls[-3:] != ("pass",) * 3 or len(calls) < 4:
            hand = four[len(calls) % 4]
            yield calls, hand
            some = offered(system, calls, hand)
            calls += (chance.choice(some).call if chance.random() < 0.15 and len(calls) < 30 else some[0].call,)


# --- what it chooses among ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_offered_is_legal_and_promises_what_the_hand_has(name: str) -> None:
    system = SYSTEMS[name]
    natural = 0
    for calls, hand in choices(60, system):
        some = offered(system, calls, hand)
        assert some[: len(system.rules(calls, hand))] == system.rules(calls, hand)
        assert len({rule.call for rule in some}) == len(some)
        top, doubled, ours = standing(calls)
        for rule in some:
            assert rule.meaning.holds(hand)
            legal = {"pass": True, "X": top > 0 and not ours and not doubled, "XX": ours and doubled == 1}
            assert legal.get(rule.call, step(rule.call) > top), (calls, rule.call)
            natural += rule not in system.rules(calls, hand)
    assert natural > 20


def test_inputs_are_numbers_of_questions_each_once() -> None:
    for calls, hand in choices(30):
        some = offered(SAYC, calls, hand)
        rows = inputs(SAYC, calls, hand, some)
        assert len(rows) == len(some) - 1
        for row in rows:
            assert len(set(row)) == len(row)
            assert 0 <= min(row) <= max(row) < EXPOSED
    assert INPUTS == EXPOSED + 4


def test_a_call_that_gains_comes_first_and_the_rest_is_the_book() -> None:
    network = read(learned._FILE)
    assert network is not None, "the shipped weights are of this version"
    assert learned._FILE.stat().st_size < 2_000_000
    left = stayed = 0
    for number, (calls, hand) in enumerate(choices(150)):
        exposed = number % 4
        some = offered(SAYC, calls, hand)
        told = preferred(SAYC, calls, hand, ours=exposed % 2 == 1, theirs=exposed > 1)
        if SAYC.bound(calls):
            assert told == SAYC.rules(calls, hand)
            continue
        gains = network.answers([[*row, EXPOSED + exposed] for row in inputs(SAYC, calls, hand, some)])
        if undisturbed(calls) and some[0].call != "pass":  # such a bid is passed only where that gains much
            few = [at for at, gain in enumerate(gains) if some[1 + at].call == "pass" and gain <= 1.25]
            stayed += sum(gains[at] > MARGIN for at in few)
            gains = [-9.0 if at in few else gain for at, gain in enumerate(gains)]
        best = max(gains, default=0.0)
        if best > MARGIN:
            left += 1
            assert told[0] == some[1 + gains.index(best)]
        usual = SAYC.rules(calls, hand)
        assert [rule for rule in told[best > MARGIN :] if rule != told[0]] == [
            rule for rule in usual if rule != told[0]
        ]
    assert left > 15
    assert stayed > 0


@pytest.mark.parametrize(
    ("calls", "quiet"),
    [
        ("", False),
        ("pass pass", False),
        ("1D pass", True),
        ("pass 1D pass 1H pass", True),
        ("1D 1H pass", False),
        ("1D", False),
    ],
)
def test_undisturbed_is_who_has_opened_and_heard_only_passes(calls: str, quiet: bool) -> None:
    assert undisturbed(tuple(calls.split())) == quiet


def test_ten_points_do_not_pass_a_second_suit() -> None:
    """What was learned would pass these, and miss three no trumps that cannot fail."""
    for calls, text in (("1D 1H 1S", "JT8.KQ874.K.J982"), ("1C 1D 1S", "J87.964.AK63.K83")):
        said = tuple(call for bid in calls.split() for call in (bid, "pass"))
        told = preferred(SAYC, said, Hand.of(CardSet.parse(text)), ours=True, theirs=False)
        assert told[0].call != "pass"


@pytest.mark.parametrize("preset", ["teams", "duplicate", "chicago", "rubber"])
def test_club_calls_by_it_where_deals_stand_alone(preset: str) -> None:
    """In a rubber and in Chicago, where a part-score is worth something later, it calls by the book, as the novice does everywhere."""
    chance = random.Random(preset)
    left = 0
    for number in range(30):
        changes = {"first_board": number + 1} if preset in {"teams", "duplicate"} else {}
        match = start(agree(preset, changes, 4), 4)
        assert isinstance(match, Session)
        carries = match.conventions.part_scores == "carry"
        assert carries == (preset in {"rubber", "chicago"})
        state: State = match.begin()
        state = state.apply(Deal(str(dealt(BRIDGE, state.terms.holders, chance))))
        while state.phase == "auction":
            seat = state.actor
            assert seat is not None
            view = state.view(seat)
            calls, hand = tuple(token for _, token in view.calls), Hand.of(CardSet.of(view.hands[seat].cards or ()))
            ours, theirs = (is_vulnerable(view.terms.vulnerability, seat.position % 2 ^ at) for at in (0, 1))
            book = agreed(view).choice(calls, hand)
            expected = preferred(agreed(view), calls, hand, ours=ours, theirs=theirs)[0].call
            said = choose(view, "club", number)
            assert getattr(said, "token", "") == (book if carries else expected)
            assert getattr(choose(view, "novice", number), "token", "") == book
            left += book != expected
            state = state.apply(said, seat)
    assert left > 3


# --- the network ---------------------------------------------------------------------------------------------------------


def member(chance: np.random.Generator, wide: int = 3, narrow: int = 2) -> Member:
    def some(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return chance.normal(0, 0.5, shape).astype(np.float32)

    return Member(some(INPUTS, wide), some(wide), some(narrow, wide), some(narrow), some(narrow), some(1))


def test_the_core_answers_as_the_trainer_reckons() -> None:
    chance = np.random.default_rng(1)
    members = [member(chance) for _ in range(3)]
    network = _native.Network(packed(members), SIGNATURE, INPUTS)
    rows = [sorted(chance.choice(INPUTS, size, replace=False).tolist()) for size in (0, 1, 20, 200)]
    for row, answer in zip(rows, network.answers(rows), strict=True):
        expected = 0.0
        for one in members:
            hidden = np.maximum(one.rows[row].sum(0) + one.start, 0)
            expected += float(one.out @ np.maximum(one.small @ hidden + one.small_start, 0) + one.out_start[0]) / 3
        assert answer == pytest.approx(expected, abs=0.05)
    assert network.answers([]) == []
    with pytest.raises(ValueError, match="no such input: "):
        network.answers([[INPUTS]])
    with pytest.raises(ValueError, match="no such input: 10000000000000"):
        network.answers([[10**13]])
    with pytest.raises(ValueError, match="more than once"):
        network.answers([[0] * (INPUTS + 1)])


def test_a_weight_too_large_is_not_written() -> None:
    one = member(np.random.default_rng(1))
    one.rows[5, 1] = -8.5
    with pytest.raises(ValueError, match="8 or more"):
        packed([one])


WEIGHTS = packed([member(np.random.default_rng(2))])


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (WEIGHTS[:8] + struct.pack("<I", 2) + WEIGHTS[12:], "version 2, and this program reads 1"),
        (WEIGHTS[:12] + struct.pack("<I", SIGNATURE ^ 1) + WEIGHTS[16:], "made for other inputs"),
        (WEIGHTS[:20] + struct.pack("<I", 0) + WEIGHTS[24:], "a shape that cannot be"),
        (WEIGHTS[:20] + struct.pack("<I", 64) + WEIGHTS[24:], "bytes, where"),
        (WEIGHTS[:-1], "bytes, where"),
        (WEIGHTS[:30], "cut short"),
        (WEIGHTS[:100] + bytes([WEIGHTS[100] ^ 1]) + WEIGHTS[101:], "damaged"),
        (b"another file", "no such file"),
        (b"", "no such file"),
    ],
)
def test_weights_of_another_version_are_refused_and_the_book_plays(
    file: bytes, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "learned.bin"
    path.write_bytes(file)
    monkeypatch.setattr(learned, "_FILE", path)
    with caplog.at_level(logging.WARNING):
        for calls, hand in choices(5):
            assert preferred(SAYC, calls, hand, ours=False, theirs=False) == SAYC.rules(calls, hand)
    assert len(caplog.messages) == 1, "told once"
    assert why in caplog.messages[0]
    assert "\n" not in caplog.messages[0]
    assert caplog.messages[0].endswith("the book bids alone")


def test_without_weights_the_book_plays(tmp_path: Path) -> None:
    assert read(tmp_path / "none.bin") is None


# --- how it is taught ------------------------------------------------------------------------------------------------------


def test_deals_go_on_where_they_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert main(["deals", str(whole), "--seed", "t", "--deals", "3"]) == 0
    assert main(["deals", str(parts), "--seed", "t", "--deals", "2"]) == 0
    parts.write_bytes(parts.read_bytes() + b'{"n":3,"hands":[')
    assert main(["deals", str(parts), "--seed", "t", "--deals", "3"]) == 0
    assert parts.read_bytes() == whole.read_bytes()
    assert main(["deals", str(parts), "--seed", "t", "--deals", "9", "--seconds", "0"]) == 0
    assert capsys.readouterr().out == "3 deals\n2 deals\n3 deals\n3 deals\n"
    assert main(["deals", str(parts), "--seed", "u", "--deals", "4"]) == 2
    assert capsys.readouterr().err.endswith("its deals are of another seed or of another book\n")
    parts.write_bytes(b"no deals\n")
    assert main(["deals", str(parts), "--deals", "4"]) == 2
    assert "no deals of this program" in capsys.readouterr().err


def test_what_is_learned_is_what_the_call_gains_over_the_book(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    assert main(["deals", str(path), "--seed", "t", "--deals", "2"]) == 0
    found = iter(samples(path))
    doubled = 0
    for line in path.read_bytes().splitlines():
        deal = msgspec.json.decode(line, type=Solved)
        for auction in deal.auctions:
            for at, (book, *others) in auction.nodes:
                side = (auction.dealer + at) % 2
                for other in others:
                    one = next(found)
                    assert (one.deal, one.node) == (deal.n, 64 * auction.dealer + at)
                    for exposed in range(4):
                        points = []
                        for end in (other, book):
                            if end.contract is None:
                                points.append(0)
                                continue
                            contract = Contract.parse(end.contract)
                            ours = end.declarer % 2 == side
                            taken = (
                                deal.tricks[f"{contract.denomination.value}{end.declarer}"]
                                if one.gains != [0] * 8
                                else 0
                            )
                            vulnerable = bool(exposed & 1 if ours else exposed & 2)
                            points.append(duplicate_score(contract, taken, vulnerable=vulnerable) * (1 if ours else -1))
                        if one.gains != [0] * 8:
                            assert one.gains[exposed] == imps(points[0] - points[1])
                    doubled += one.gains[:4] != one.gains[4:]
    assert next(found, None) is None
    assert doubled


def test_deals_of_another_book_are_not_learned_from(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    assert main(["deals", str(path), "--seed", "t", "--deals", "1"]) == 0
    row = json.loads(path.read_bytes())
    next(auction for auction in row["auctions"] if auction["nodes"])["nodes"][0][1][1][0] = "7NT"
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(ValueError, match="bid by another book"):
        list(samples(path))


# --- what it gains -----------------------------------------------------------------------------------------------------------


def test_a_match_names_the_learned_caller(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "bridge", "--bidding-only", "--systems", "sayc+learned,sayc", "--deals", "8", "--seed", "5"]
    assert kozyr(words) == 0
    assert capsys.readouterr().out.startswith("sayc+learned against sayc, bidding alone at double dummy, 8 boards")


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.long) for name in SYSTEMS])
def test_it_wins_against_every_system(name: str, share: Callable[[int], int]) -> None:
    """By an interval of 95 % on boards that nothing was chosen by."""
    found = duel(Learned(SAYC), SYSTEMS[name], share(1500), 20_001)
    assert found.imps > found.interval
