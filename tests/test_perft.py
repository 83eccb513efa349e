"""Perft: the files in the tree, their format, and second witnesses for what is counted."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from kozyr.cards import CardSet, Seat, Suit
from kozyr.deals import Layout
from kozyr.games import AnyState, Deal, Event, Play, Progress, game
from kozyr.games.judged import Judged
from kozyr.games.preferans import agree, parse, start
from kozyr.games.trick import FollowRules
from kozyr.notation import NotationError
from kozyr.notation.perft import Block, Position, SplitMix64, auctions, left as remaining, read, run, walk

FILES = sorted((Path(__file__).parent / "data" / "perft").glob("*.perft"))
BLOCKS = [(path.stem, block) for path in FILES for block in read(path.read_text())]
_DEEP = {"pref-10"}  # a whole deal, some four seconds; those of five cards ask the same rules
PAGE = (Path(__file__).parents[1] / "docs" / "perft.md").read_text()
FULL = "N:.K87.T7.AKQJT QT7.AQ9.KQJ.8 AKJ98.JT.8.97"


@pytest.mark.rule("P-2.1.2", "P-2.1.3")
@pytest.mark.parametrize(
    "block",
    [
        pytest.param(block, id=f"{stem}:{block.id}", marks=pytest.mark.long if block.id in _DEEP else ())
        for stem, block in BLOCKS
    ],
)
def test_the_numbers_in_the_files_come_out(block: Block) -> None:
    for result in run(block):
        assert result.right, f"{result.check.line}: {result.got} {result.divided}"


def test_the_example_of_the_page_comes_out() -> None:
    found = re.search(r"^```perft\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None
    assert all(result.right for block in read(found[1]) for result in run(block))


def position(deal: str, trump: Suit | None, leader: int, rules: FollowRules) -> Position:
    layout = Layout.parse(deal)
    hands = tuple(hand.bits for hand in layout.hands if hand is not None)
    return Position(hands, trump, rules, leader, (), (0,) * len(hands))


def test_bridge_follows_suit_and_need_not_trump() -> None:
    """The numbers that every bridge program agrees upon, since the rules of a trick are everybody's."""
    deal = "N:9642.95.AKQT4.K7 KJ3.K3.98.T98654 AQT85.Q862..AQJ2 7.AJT74.J76532.3"
    bridge = FollowRules(must_trump=False)
    notrump = position(deal, None, 1, bridge)
    assert [notrump.count(depth) for depth in range(1, 8)] == [13, 73, 235, 968, 11616, 38223, 150957]
    spades = position(deal, Suit.SPADES, 1, bridge)
    assert [spades.count(depth) for depth in (6, 7)] == [35743, 125277]
    assert spades.revokes(3) == 2087


@pytest.mark.rule("P-2.1.3")
def test_without_the_duty_to_trump_the_counts_would_differ() -> None:
    five = "N:Q..Q9.AQ 98.J8.J. 7.A7.K.J"
    assert position(five, Suit.SPADES, 0, FollowRules()).ends().total() == 1504
    assert position(five, Suit.SPADES, 0, FollowRules(must_trump=False)).ends().total() != 1504


@pytest.mark.rule("P-2.1.3", "P-3.9.1")
def test_the_state_counts_what_the_trick_counts() -> None:
    """The same full deal through a whole `State`: bought, discarded, whisted, and then every card."""
    deal = Layout.parse(FULL)
    gone = [card for card in game("preferans").pack.cards if not any(hand and card in hand for hand in deal.hands)]
    progress = Progress.start(start(agree("sochi"), 3, 2))  # S deals, so N leads
    progress = progress.apply(Deal(str(Layout(deal.hands, tuple(gone)))))
    for word in f"6S pass pass discard:{gone[0]},{gone[1]} contract:6S whist whist".split():
        progress = progress.apply(parse(word))
    assert progress.state is not None
    assert progress.state.phase == "play"

    def count(state: AnyState, depth: int) -> int:
        legal = state.legal()
        return len(legal) if depth == 1 else sum(count(state.apply(card), depth - 1) for card in legal)

    assert [count(progress.state, depth) for depth in range(1, 8)] == [10, 20, 34, 306, 984, 3648, 29184]


@pytest.mark.rule("P-3.3.7", "P-3.3.8", "P-3.3.9", "P-3.3.10", "P-3.3.15", "P-3.6.4")
def test_the_number_of_sochi_auctions_is_found_again_from_the_text_of_the_rules() -> None:
    misere, nines, top = 16, range(17, 22), 26

    @cache
    def count(turn: int, bidding: frozenset[int], called: frozenset[int], high: int, holder: int, captive: int) -> int:
        if not bidding or bidding == {holder}:
            return 1
        left = (turn + 1) % 3
        if turn not in bidding:
            return count(left, bidding, called, high, holder, captive)
        now = called | {turn}
        found = count(left, bidding - {turn}, now, high, holder, captive)  # pass
        steps: tuple[int, ...] = ()
        if high == misere:
            steps = tuple(nines)
        elif high < top:
            steps = (high + 1 + (high + 1 == misere),)
        for step in steps if turn != captive else ():
            found += count(left, bidding - {captive}, now, step, turn, captive)
        if turn == 0 and holder > 0 and high != misere:  # here; no misère, which is a first call
            found += count(left, bidding, now, high, turn, captive)
        if turn not in called and high < misere:
            found += count(left, bidding, now, misere, turn, turn)
        if bidding == {2} and 2 not in called:  # takes the talon without a word
            found += 1
        return found

    found = count(0, frozenset({0, 1, 2}), frozenset(), 0, -1, -1)
    block = next(block for _, block in BLOCKS if block.id == "auction-sochi-3")
    assert str(found) == next(check.expected for check in block.checks if check.name == "auctions")


@pytest.mark.rule("P-3.3.19a", "P-3.3.19b", "P-3.3.19c", "P-3.3.8", "P-3.3.9")
def test_the_number_of_classic_auctions_is_found_again_too() -> None:
    """With blind calls: a look is a step of its own, and `level` counts the blind passes while nobody has bid."""
    misere, nines, tens, top = 16, tuple(range(17, 22)), tuple(range(22, 27)), 26

    @cache
    def count(
        turn: int,
        bidding: frozenset[int],
        called: frozenset[int],
        looked: frozenset[int],
        high: int,
        holder: int,
        captive: int,
        dark: bool,
        level: int,
    ) -> int:
        if not bidding or bidding == {holder}:
            return 1
        left = (turn + 1) % 3
        if turn not in bidding:
            return count(left, bidding, called, looked, high, holder, captive, dark, level)
        now, blind = called | {turn}, turn not in looked
        found = 0
        if blind:
            found += count(turn, bidding, called, looked | {turn}, high, holder, captive, dark, level)
        deeper = level + (blind and high == 0)
        found += count(left, bidding - {turn}, now, looked, high, holder, captive, dark, deeper)  # pass
        steps: tuple[int, ...] = ()
        if high == misere:
            steps = tens if dark and not blind else nines
        elif high == 0:
            steps = (1 + 5 * min(level, 2),)  # over one blind pass a seven, over two an eight
        elif high < top:
            steps = (high + 1 + (high + 1 == misere),)
        for step in steps if turn != captive else ():
            found += count(left, bidding - {captive}, now, looked, step, turn, captive, blind, level)
        if turn not in called and high < misere:
            found += count(left, bidding, now, looked, misere, turn, turn, blind, level)
        if turn == 0 and holder > 0 and high != misere and not blind:  # here
            found += count(left, bidding, now, looked, high, turn, captive, False, level)
        if bidding == {2} and 2 not in called and not blind:  # takes the talon without a word
            found += 1
        return found

    none: frozenset[int] = frozenset()
    found = count(0, frozenset({0, 1, 2}), none, none, 0, -1, -1, False, 0)
    block = next(block for _, block in BLOCKS if block.id == "auction-classic-3")
    assert str(found) == next(check.expected for check in block.checks if check.name == "auctions")


def test_auctions_by_depth_are_what_walking_them_gives() -> None:
    progress = Progress.start(start(agree("club", {}, 4), 4))
    progress = progress.apply(Deal("N:- KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA"))
    state = progress.state
    assert state is not None

    def count(state: AnyState, depth: int) -> int:
        if depth == 0:
            return 1
        if state.phase not in {"auction", "invite"}:
            return 0
        return sum(count(state.apply(call), depth - 1) for call in state.legal())

    for depth in range(1, 7):
        assert auctions(state, depth) == count(state, depth)
    with pytest.raises(ValueError, match="no auction"):
        auctions(state.apply(parse("pass")).apply(parse("pass")).apply(parse("pass")))


# ------------------------------------------------------------------ what rulings leave, counted by rules of its own

JUDGED = [block for stem, block in BLOCKS if stem.endswith("judged")]
SILENT = {"pass", "blind:pass", "look"}


class Stands(NamedTuple):
    """What a ruling has laid upon a seat. cards: that lie open; waits: the trick in which they need not be played."""

    word: str
    seat: Seat
    told: tuple[str, ...]
    cards: frozenset[str] = frozenset()
    waits: int = -1


def standing(record: str, trick: int) -> tuple[Stands, ...]:
    """What stands after the rulings of a record, from their text alone (docs/kz.md). trick: how many have been taken."""
    found: list[Stands] = []
    for ruling in re.findall(r"ruled:\S+", record):
        for effect in ruling.split(":", 3)[3].split("+"):
            word, _, told = effect.partition("=")
            seat, *rest = told.split(",")
            if word == "open":
                cards = frozenset(rest[: rest.index("by")] if "by" in rest else rest)
                found.append(Stands(word, Seat(seat), tuple(rest), cards))
            elif word in {"bar", "lead", "dictate"}:
                found.append(Stands(word, Seat(seat), tuple(rest)))
            elif word == "spare":
                found = [one._replace(waits=trick) if one.seat.value == seat and one.cards else one for one in found]
            elif word == "take-up":
                found = [one for one in found if one.seat.value != seat or not one.cards]
    return tuple(found)


def left(one: Stands, state: AnyState, cards: set[str]) -> set[str] | None:
    """The cards that one duty leaves of those that may be played; None: it is about something else."""
    mine, leads = one.seat is state.turn, not state.trick
    if one.word == "open" and mine and one.waits != len(state.history):
        return cards & one.cards
    if one.word == "lead" and mine and leads:
        suit, how, _ = one.told
        return {card for card in cards if (card[0] == suit) is (how == "demand")}
    if one.word == "dictate" and "plain" in one.told and one.seat in {state.turn, state.actor}:
        if leads:
            return {card for card in cards if state.trump is None or card[0] != state.trump.value}
        suited = sorted((card for card in cards if card[0] == state.trick[0].text[0]), key=lambda c: RANKS.index(c[1]))
        return {suited[0], suited[-1]} if suited else cards
    return None


RANKS = "23456789TJQKA"


def legal(state: AnyState, duties: tuple[Stands, ...]) -> list[Event]:
    """What the duties leave, one after another; one that would leave nothing does not bind."""
    choice = list(state.legal())
    for one in duties:
        if one.word == "bar" and state.phase == "auction" and one.seat is state.actor:
            choice = [event for event in choice if event.token in SILENT] or choice
        cards = {event.card.text for event in choice if isinstance(event, Play)}
        kept = left(one, state, cards) if cards else None
        if kept:
            choice = [event for event in choice if not isinstance(event, Play) or event.card.text in kept]
    return choice


def over(one: Stands, event: Event, state: AnyState) -> Stands | None:
    """What is left of a duty when this is done."""
    if isinstance(event, Play):
        left = one.cards - {event.card.text}
        led = one.word == "lead" and one.told[2] == "first" and one.seat is state.turn and not state.trick
        return None if led or (one.cards and not left) else one._replace(cards=left)
    return None if one.word == "bar" and one.told[0] == "once" and one.seat is state.actor else one


def counted(state: AnyState, duties: tuple[Stands, ...], depth: int | None) -> int:
    """How many ways the plain deal goes on under these duties."""
    if state.outcome is not None:
        return int(depth in {None, 0})
    if depth == 0:
        return 1
    less = None if depth is None else depth - 1
    return sum(
        counted(state.apply(event), tuple(left for one in duties if (left := over(one, event, state))), less)
        for event in legal(state, duties)
    )


@pytest.mark.rule(
    "P-3.3.16.1",
    "P-3.9.14",
    "P-3.9.14.1",
    "P-3.9.14.4",
    "P-3.9.15",
    "B-LAW-PEN-1",
    "B-LAW-PEN-2",
    "B-LAW-BID-6",
    "B-LAW-INFO-1",
    "B-LAW-LEAD-4",
    "B-LAW-CLAIM-2",
)
@pytest.mark.parametrize("block", JUDGED, ids=[f"{block.game}:{block.id}" for block in JUDGED])
def test_what_rulings_leave_is_counted_again(block: Block) -> None:
    state = remaining(block)
    assert isinstance(state, Judged)
    duties = standing(block.record, len(state.history))
    assert duties
    for check in block.checks:
        depth = int(check.arguments[0]) if check.arguments else None
        assert str(counted(state.plain, duties, depth)) == check.expected, check
    # The duties are no ornament: without them another number comes out, or another decides.
    dictated = [one for one in duties if one.word == "dictate" and "plain" not in one.told]
    if dictated:
        now: AnyState = state
        while now.turn is not dictated[0].seat:
            now = now.apply(now.legal()[0])
        assert now.actor is Seat(dictated[0].told[0])
        return
    depths = [int(check.arguments[0]) for check in block.checks if check.arguments]
    assert any(counted(state.plain, (), depth) != counted(state.plain, duties, depth) for depth in depths)


def test_splitmix_is_the_published_one() -> None:
    chance = SplitMix64(1234567)  # the reference values of prng.di.unimi.it/splitmix64.c
    assert [chance.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_walk_is_a_list_of_tokens_and_sheets() -> None:
    found = game("preferans")
    lines = list(walk(found, found.start(found.agree("sochi"), 3), SplitMix64(7), 2))
    sheets = [line for line in lines if line.startswith("= ")]
    assert len(sheets) == 2
    assert all(len(sheet.split()) == 1 + 3 + 3 + 9 for sheet in sheets)
    deal = Layout.parse(lines[0].removeprefix("deal:").replace("_", " "))
    assert sum(len(hand) for hand in deal.hands if hand is not None) == 30
    assert deal.hand(Seat.W) is None
    assert len(CardSet.of(deal.rest)) == 2


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("perft 1 10", 1, "begins with id"),
        ("id a\nfrob 1", 2, "unknown key frob"),
        ("id a\ngame", 2, "no value"),
        ("id a\n\nperft 1", 3, "2 values"),
        ("id a\nperft one 1", 2, "not a number"),
        ("id a\noutcome 1-x 1", 2, "by hand"),
        ("id a\nleaves many", 2, "not a number"),
        ("id a\nplayers x", 2, "not a number of players"),
        ("id a\noption jumps", 2, "name=value"),
        ("id a\nwalk preferans 1 x abc", 2, "two seeds"),
    ],
)
def test_a_file_that_is_none_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as refused:
        read(text)
    assert refused.value.line == line


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("deal N:A... K... Q...\nlead N\nperft 1 1", "no game"),
        ("game preferans\nperft 1 1", "a deal begins"),
        ("game preferans\ndeal N:A... K... Q...\nperft 1 1", "lead"),
        ("game preferans\ndeal N:A... K... QJ...\nlead N\nperft 1 1", "not of one size"),
        ("game preferans\ndeal N:A... K... Q...\nlead N\ntrump X\nperft 1 1", "trump"),
        ("game preferans\npreset nope\nauctions 1", "no preset"),
        ("game preferans\npreset classic\nauctions 1", "no auction"),
        ("game preferans\nmoves 1 1", "there is no record"),
        ("game preferans\nrecord deal:N:-\nmoves 1 1", "the record: "),
        ("game preferans\nrecord 6S\nmoves 1 1", "the record: "),
        ("game preferans\nrecord misdeal:no_cut!\nends 1", "no deal runs"),
        ("walk poker 0 1 abc", "no game"),
    ],
)
def test_a_block_that_lacks_something_is_refused(text: str, reason: str) -> None:
    (block,) = read(f"id a\n{text}")
    with pytest.raises(NotationError, match=reason):
        list(run(block))


def test_a_wrong_number_is_divided_by_the_first_card() -> None:
    (block,) = read(f"id full\ngame preferans\ndeal {FULL}\ntrump S\nlead N\nperft 3 35")
    (result,) = run(block)
    assert not result.right
    assert result.got == "34"
    assert sum(n for _, n in result.divided) == 34
    assert [card for card, _ in result.divided] == sorted(card for card, _ in result.divided)
