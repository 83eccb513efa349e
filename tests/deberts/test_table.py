"""Deberts at a table of the club: the lot, whole parties with bots, what each is sent, the count at the end of a deal."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping

import msgspec
import pytest

from kozyr.cards import CardSet, Seat, parse_card
from kozyr.club import wire
from kozyr.club.table.course import SeatLot
from kozyr.club.table.ended import Seen
from kozyr.club.table.listing import record
from kozyr.club.table.part import Duty, Eye
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Step, Table
from kozyr.deals import DEBERTS, Layout
from kozyr.games import Deal, Event, Reason, Refusal, game, replay
from kozyr.games.deberts import Party, State, parse
from kozyr.games.deberts.words import Stop
from kozyr.notation import format as written, parse as read
from kozyr.store import Entry
from tests.clubtable import at, cards, done, next_deal, opened, own, steps
from tests.knowledge import shown


def setup(
    preset: str = "moscow", changes: Mapping[str, object] | None = None, *, humans: int = 1, level: str = "random"
) -> Setup:
    people = [Person(f"person {n}", account=f"account {n}") for n in range(humans)]
    people += [Person(f"bot {n}", bot=level) for n in range(2 - humans)]
    agreed = game("deberts").agree(preset, changes, 2)
    return Setup("table", "deberts", preset, agreed, tuple(people), accepted=tuple(range(humans)))


def running(table: Table) -> State:
    assert isinstance(table.progress.state, State)
    return table.progress.state


# --- the lot ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("D-DEAL-2")
def test_who_draws_the_first_ace_deals() -> None:
    for drawn, dealer in ((("SA",), 0), (("S7", "HA"), 1), (("S7", "HT", "DK", "C8", "CA"), 0)):
        table = opened(setup(), SeatLot(seats=cards("H7", "S7"), deal=cards(*drawn)))
        assert table.progress.match.dealer == dealer
        assert running(table).terms.dealer is (Seat.N, Seat.S)[dealer]
        info = table.info(at(table, 0))
        assert info.lot is not None
        assert [player.nick for player in info.players] == ["person 0", "bot 0"]
        assert info.lot.deal == tuple(("NS"[n % 2], card) for n, card in enumerate(drawn))
    for wrong in (["S7"], []):
        with pytest.raises(ValueError, match="nobody has drawn an ace"):
            opened(setup(), SeatLot(seats=cards("H7", "S7"), deal=cards(*wrong)))


@pytest.mark.rule("D-DEAL-2")
def test_any_other_lot_may_name_the_first_dealer() -> None:
    dealers = Counter[int]()
    for n in range(64):
        table = opened(setup(changes={"first_dealer": "random"}), master=bytes([n]) * 32)
        assert table.lot is not None
        assert table.lot.deal == ()
        assert table.progress.match.dealer == table.lot.dealer
        info = table.info(at(table, 0))
        assert info.lot is not None
        assert info.lot.deal == ()
        dealers[table.progress.match.dealer] += 1
    assert min(dealers[0], dealers[1]) > 16


@pytest.mark.rule("D-DEAL-2")
def test_cards_are_drawn_until_an_ace_comes() -> None:
    sizes = Counter[int]()
    for n in range(256):
        lot = opened(setup(), master=bytes([n]) * 32).lot
        assert lot is not None
        assert [card.rank.value for card in lot.deal].index("A") == len(lot.deal) - 1
        sizes[len(lot.deal)] += 1
    assert {1, 2, 3, 4} < set(sizes)


# --- whole parties ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["moscow", "moscow-alternatives"])
def test_a_party_is_the_fold_of_its_log(preset: str, share: Callable[[int], int]) -> None:
    """What is stored gives back the very same table after every single entry: a restart in every state."""
    phases = Counter[str]()
    for seed in range(share(60)):
        agreed = setup(preset, {"table.irregularities": "rule" if seed % 2 else "prevent"})
        log: list[Entry] = []
        live = again = opened(agreed)
        for step in steps(live, seed, claims=0.005):
            again = again.after(step.entry)
            log.append(step.entry)
            assert again == step.table
            for eye in (at(again, 0), at(again, 1), Eye("kibitzer"), Eye("kibitzer", None, 1)):
                assert wire.encode(again.snap(eye)) == wire.encode(step.table.snap(eye))
            if again.progress.state is not None:
                phases[again.progress.state.phase] += 1
        assert again.finished
        assert again.duty is None
        sheet = json.loads(wire.encode(again.snap(at(again, 0))))["sheet"]
        assert sheet["finished"]
        assert sheet["winner"] in {0, 1}
        parsed = read(written(record(again, log)))
        assert parsed.record is not None
        assert replay(parsed.record).match == again.progress.match
    assert {"deal", "auction", "play", "melds"} <= phases.keys()


def test_novices_play_a_party_at_the_table() -> None:
    last = None
    for step in steps(opened(setup(humans=0, level="novice")), 3, level="novice"):
        last = step.table
    assert last is not None
    assert isinstance(last.progress.match, Party)
    assert max(last.progress.match.sheet.points) >= 501


def test_a_table_waits_for_people_between_deals() -> None:
    ended = next(step.table for step in steps(opened(setup()), 1) if step.table.ended.last)
    assert ended.ended.looking(ended) == (0,)
    assert ended.view(at(ended, 0)) == b"null"
    assert ended.snap(at(ended, 0)).last is not None
    going = next_deal(done(ended.act(0, Seen(), 0)).table, random.Random(1).randbytes(32)).table
    assert going.last is None
    alone = next(step.table for step in steps(opened(setup(humans=0)), 1) if step.table.ended.last)
    assert alone.ended.looking(alone) == ()


def test_the_party_is_worth_what_was_agreed() -> None:
    for points, worth in (("difference", 121), (1, 1)):
        conventions = game("deberts").agree("moscow", {"match_points": points}, 2)
        lines = [
            {"dealer": "N", "maker": "N", "trump": "H", "points": {"N": n, "S": s}} for n, s in ((162, 0), (90, 72))
        ]
        party = game("deberts").start(conventions, 2)
        for facts in (lines[0], lines[0], lines[1], lines[1], lines[1], lines[1], lines[1]):
            party = party if party.finished else party.record(msgspec.convert(facts, game("deberts").outcome))
        assert party.finished
        found = party.results
        assert sum(found.values()) == 0
        assert found["N"] == (501 - party.sheet.points[1] if points == "difference" else worth)  # type: ignore[attr-defined]


# --- who may do what -------------------------------------------------------------------------------------------


def test_a_seat_that_is_not_yours_and_a_deal_that_is_the_tables() -> None:
    table = opened(setup())
    step = next_deal(table)
    event = msgspec.json.decode(step.entry.body, type=game("deberts").event)
    assert isinstance(event, Deal)
    assert table.decide(0, event, 0) == Refusal(Reason.TABLE_ONLY, "D-DEAL-3")
    duty = step.table.duty
    assert duty is not None
    assert duty.place is not None
    assert step.table.decide(1 - duty.place, parse("pass"), 0) == Refusal(Reason.NOT_YOUR_TURN, "D-BID-1")
    assert isinstance(step.table.decide(duty.place, parse("pass"), 0), Step)


def test_a_player_stops_the_party_with_a_bot_and_not_with_a_person() -> None:
    alone, two = (next_deal(opened(setup(humans=n))).table for n in (1, 2))
    stopped = done(alone.decide(0, Stop(consent=("N", "S")), 0))
    assert stopped.table.finished
    told = json.loads(wire.encode(stopped.ev(at(alone, 0))))
    assert (told["view"], told["sheet"]["stopped"], told["sheet"]["winner"]) == (None, True, None)
    assert two.decide(0, Stop(consent=("N", "S")), 0) == Refusal(Reason.NO_CONSENT, "D-SCORE-5")
    assert two.decide(0, Stop(consent=("N",)), 0) == Refusal(Reason.NO_CONSENT, "D-SCORE-5")
    assert two.decide(0, Stop(force_majeure=True), 0) == Refusal(Reason.NO_CONSENT, "PE-5.4.18")
    assert done(alone.decide(alone.place(0), Stop(force_majeure=True), 0)).table.finished
    for token in ("correction:N:500:D-SCORE-2", "substitute:S:N"):
        assert alone.decide(0, parse(token), 0) == Refusal(Reason.TABLE_ONLY, "D-SCORE-2")


# --- what each viewer is sent ----------------------------------------------------------------------------------


def known(state: State, viewer: Seat | None, log: list[Event]) -> CardSet:
    """The cards of the running deal that a viewer may know, told from the rules and the log."""
    assert state.turned is not None
    bits = state.turned.bit | CardSet.of(state.trick).bits
    for trick in state.history:
        bits |= CardSet.of(card for _, card in trick.cards).bits
    ordered = state.trump is not None
    if ordered and state.terms.conventions.open_bottom_card and state.bottom is not None:
        bits |= state.bottom.bit
    if state.course is not None and state.course.exchanged is not None:
        bits |= parse_card(f"{state.course.trump.value}7").bit  # the seven lies under the stock now (D-COMBO-16)
    for event in log:
        for name in re.findall(r"(terz|fifty|hundred)-([SHDC])([9TJQKA])", event.token):
            size = {"terz": 3, "fifty": 4, "hundred": 5}[name[0]]
            at = "789TJQKA".index(name[2])
            bits |= CardSet.of(parse_card(name[1] + rank) for rank in "789TJQKA"[at - size + 1 : at + 1]).bits
    if viewer is not None:
        assert state.now is not None
        cards, at = state.now.dealt, viewer.position
        bits |= (cards.first[at] | cards.later[at]) if ordered else cards.first[at]
    return CardSet(bits)


@pytest.mark.rule("D-DEAL-6", "D-COMBO-7")
@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("moscow", {}),
        ("moscow", {"open_bottom_card": False, "hundred": True, "passed_out": "last_must"}),
        ("moscow-alternatives", {"table.irregularities": "rule"}),
    ],
)
def test_nothing_that_is_sent_shows_a_card_too_early(
    preset: str, changes: dict[str, object], share: Callable[[int], int]
) -> None:
    """Every byte for every place: no card that he may not know."""
    melds = 0
    for seed in range(share(40)):
        level = "novice" if seed % 2 else "random"  # a novice speaks of all that he holds
        for step in steps(opened(setup(preset, changes)), seed, level=level):
            if not step.table.running or step.table.progress.state is None:
                continue  # the deal is over, all cards lie open
            state, log = running(step.table), [happened.event for happened in step.table.course.running]
            melds += state.phase == "melds"
            for place in (0, 1, None):
                seat = None if place is None else step.table.seat(place)
                eye = Eye("kibitzer") if place is None else at(step.table, place)
                ev, snap = step.ev(eye), step.table.snap(eye)
                view = None if ev.view is msgspec.UNSET else ev.view
                sent = wire.encode((ev.said, ev.act, view, snap.view, snap.log, snap.last))
                assert not shown(sent) - known(state, seat, log), (preset, seed, step.entry.seq, seat)
                for text in re.findall(rb'"type":"deal","cards":"([^"]*)"', sent):
                    layout = Layout.parse(text.decode())
                    assert len(layout.rest) == 1  # what is turned up
                    for other in Seat:
                        hand = layout.hand(other)
                        assert hand is None or (other is seat and len(hand) == 6)
    assert melds > 0


def test_what_is_sent_does_not_depend_on_hidden_cards() -> None:
    """Non-interference, at the deal: another hand and another stock, the same bytes in the same number."""
    chance = random.Random(7)
    table = opened(setup())
    while table.duty != Duty("deal"):
        table = done(own(table)).table
    step = next_deal(table)
    layout = Layout.parse(json.loads(step.entry.body)["cards"])
    for place, seat in enumerate((Seat.N, Seat.S)):
        mine, six = layout.hand(seat), layout.first[seat.position]
        assert mine is not None
        assert six is not None
        for _ in range(20):
            rest = [card for card in DEBERTS.cards if card not in six and card is not layout.rest[0]]
            chance.shuffle(rest)
            other = Seat.S if seat is Seat.N else Seat.N
            hands = {seat: [*six, *rest[:3]], other: rest[3:12]}
            again = Layout.of([(s, CardSet.of(hand)) for s, hand in hands.items()], [layout.rest[0], *rest[12:]])
            firsts: list[CardSet | None] = [None] * 4
            firsts[seat.position], firsts[other.position] = six, CardSet.of(hands[other][:6])
            cards_text = str(msgspec.structs.replace(again, first=tuple(firsts)))
            body = msgspec.json.encode(Deal(cards_text)).decode()
            entry = Entry(step.entry.seq, step.entry.ts, "event", None, None, body)
            twin = Step(table, entry, table.after(entry))
            eye = at(table, place)
            assert wire.encode(twin.ev(eye)) == wire.encode(step.ev(eye))
            assert wire.encode(twin.table.snap(eye)) == wire.encode(step.table.snap(eye))


# --- the deal that is over -------------------------------------------------------------------------------------


@pytest.mark.rule("D-SCORE-2", "D-SCORE-3")
@pytest.mark.parametrize("irregularities", ["prevent", "rule"])
def test_the_count_is_said_in_order_and_comes_to_what_is_written(
    irregularities: str, share: Callable[[int], int]
) -> None:
    """Combinations and bella, last trick, jack and nine of trumps aloud, then card by card."""
    order = ["terz fifty hundred", "bella", "last_trick", "spoken", "card"]
    seen = Counter[str]()
    for seed in range(share(300)):
        agreed = setup(changes={"table.irregularities": irregularities})
        for step in steps(opened(agreed), seed, claims=0.01):
            if step.table.ended.last is None or step.table.ended.last is step.before.ended.last:
                continue
            last = json.loads(wire.encode(step.table.last))
            outcome, count = last["outcome"], last["count"]
            if outcome.get("maker") is None:
                assert (count, last["stock"], last["entries"]) == (None, None, [])
                seen["passed out"] += 1
                continue
            assert len(last["hands"]["N"]) == len(last["hands"]["S"]) == 9
            assert len(set(last["hands"]["N"] + last["hands"]["S"] + last["stock"])) == 32
            for name in "NS":
                items = count[name]["items"]
                at = [next(n for n, words in enumerate(order) if item["what"] in words.split()) for item in items]
                ruled = bool(outcome.get("bait")) and not outcome.get("closed")
                assert ruled or at == sorted(at)
                for item in items:
                    if item["what"] == "spoken":
                        assert item["card"] in {outcome["trump"] + "J", outcome["trump"] + "9"}
                    if item["what"] == "card":
                        assert item["card"] not in {outcome["trump"] + "J", outcome["trump"] + "9"}
                assert count[name]["total"] == sum(item["points"] for item in items)
                seen.update(item["what"] for item in items)
            written_now = sum(entry["points"] for entry in last["entries"] if entry["why"] != "pot")
            counted = count["N"]["total"] + count["S"]["total"]
            if not (outcome.get("bait") and outcome.get("closed")):
                assert written_now == counted
            seen["card bait"] += outcome.get("bait") is not None
            seen["closed"] += outcome.get("closed") is not None
    assert {"terz", "bella", "last_trick", "spoken", "card", "passed out", "closed"} <= seen.keys()
    assert bool(seen["card bait"]) == (irregularities == "rule")


def test_the_face_knows_two_players() -> None:
    assert game("deberts").players == (2,)
