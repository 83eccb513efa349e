"""The authority over a table: the lot, the deals, the commands, the pause, and what each viewer is shown."""

import json
import random
import re
from collections.abc import Callable, Iterator

import msgspec
import pytest

from kozyr import bots
from kozyr.cards import Card, CardSet, Seat, parse_card
from kozyr.club import protocol
from kozyr.club.table import Duty, Lot, Person, Setup, Step, Table, draw
from kozyr.deals import PREFERANS, Layout
from kozyr.games import Deal, Event, Illegal, Reason, game, replay
from kozyr.games.preferans import State, events
from kozyr.notation import format as written, parse as read
from kozyr.store import Entry
from tests.knowledge import known, shown

KEY = b"a secret of at least sixteen bytes"


def setup(players: int = 3, preset: str = "sochi", *, humans: int = 1, pool: int = 4) -> Setup:
    conventions = game("preferans").agree(preset, {"pool_target": pool}, players)
    people = [Person(f"person {n}", account=f"account {n}") for n in range(humans)]
    people += [Person(f"bot {n}", bot="random") for n in range(players - humans)]
    return Setup("table", "preferans", preset, conventions, tuple(people))


def opened(setup: Setup, lot: Lot | None = None) -> Table:
    return Table.open(setup, Entry(1, 0, "lot", None, None, protocol.encode(lot or draw(setup, KEY)).decode()))


def done(result: Step | Illegal) -> Step:
    assert isinstance(result, Step), result
    return result


def steps(table: Table, seed: int, claims: float = 0.0) -> Iterator[Step]:
    """A match played at random to its end; a share of the moves are offers, if there are any."""
    chance = random.Random(seed)
    while not table.finished:
        duty = table.duty
        if duty is None or duty.place is None:
            step = done(table.deal(chance.randbytes(32), 0))
        else:
            view = table.sees(duty.place)
            assert view is not None
            state = table.progress.state
            assert state is not None
            offers = state.offers(table.seat(duty.place))
            event = chance.choice(offers) if offers and chance.random() < claims else None
            event = event or bots.choose(view, "random", chance.getrandbits(60))
            step = done(table.decide(duty.place, event, 0))
        yield step
        table = step.table


def cards(*texts: str) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts)


# --- the lot ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-3.1.1", "P-3.2.1")
def test_the_lowest_card_chooses_and_the_lowest_deals() -> None:
    """The ace is lowest; equal ranks go spades, clubs, diamonds, hearts."""
    table = opened(setup(4), Lot(seats=cards("H7", "S7", "DK", "HA"), deal=cards("D8", "C8", "SK", "ST")))
    assert table.order == (3, 1, 0, 2)  # HA, S7, H7, DK
    assert table.names == ("N", "E", "S", "W")
    info = table.info(2)
    assert info.you == "S"
    assert [player.nick for player in info.players] == ["bot 2", "bot 0", "person 0", "bot 1"]
    assert info.lot.seats == (("N", "HA"), ("E", "S7"), ("S", "H7"), ("W", "DK"))
    assert info.lot.deal == (("S", "SK"), ("E", "C8"), ("W", "ST"), ("N", "D8"))  # as they came
    assert table.progress.match.dealer == 1  # C8 is below D8


def test_a_lot_is_drawn_from_its_key() -> None:
    five = setup(5)
    lot = draw(five, KEY)
    assert lot == draw(five, KEY)
    assert lot != draw(five, KEY + b"!")
    for drawn in (lot.seats, lot.deal):
        assert len(set(drawn)) == 5
        assert set(drawn) <= set(PREFERANS.cards)
    firsts = {draw(five, bytes([n]) * 16).seats[0] for n in range(256)}
    assert len(firsts) == 32


# --- dealing, and the pause ------------------------------------------------------------------------------------


def test_a_deal_comes_from_its_key() -> None:
    table = opened(setup())
    bodies = [done(table.deal(key, 0)).entry.body for key in (KEY, KEY, KEY + b"!")]
    assert bodies[0] == bodies[1] != bodies[2]
    layout = Layout.parse(json.loads(bodies[0])["cards"])
    assert [len(hand) for hand in layout.hands if hand] == [10, 10, 10]
    with pytest.raises(ValueError, match="16 bytes"):
        table.deal(b"short", 0)


def test_a_table_deals_by_itself_first_and_then_waits_for_people() -> None:
    table = opened(setup())
    assert table.duty == Duty(None)
    dealt = done(table.deal(KEY, 0)).table
    assert dealt.deal(KEY, 0) == Illegal(Reason.NOT_NOW, "P-3.2.2")
    ended = next(step.table for step in steps(table, 1) if step.table.ended)
    assert ended.duty is None
    assert ended.view(0) == b"null"
    assert ended.snap(0).last is not None
    assert ended.decide(0, events.Pass(), 0) == Illegal(Reason.NOT_NOW, "P-3.2.23")
    going = done(ended.deal(KEY, 0)).table
    assert going.last is None
    assert going.view(0) != b"null"


def test_bots_among_themselves_wait_for_nobody() -> None:
    ended = next(step.table for step in steps(opened(setup(humans=0)), 1) if step.table.ended)
    assert ended.duty == Duty(None)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_match_is_the_fold_of_its_log(players: int) -> None:
    """What is stored gives back the very same table, after every single entry."""
    agreed = setup(players)
    first = Entry(1, 0, "lot", None, None, protocol.encode(draw(agreed, KEY)).decode())
    live = again = Table.open(agreed, first)
    for step in steps(live, players, claims=0.05):
        assert step.entry.seq == again.seq + 1
        again = again.after(step.entry)
        assert again == step.table
        for place in range(players):
            assert protocol.encode(again.snap(place)) == protocol.encode(step.table.snap(place))
    assert again.finished
    assert again.duty is None
    assert again.deal(KEY, 0) == Illegal(Reason.MATCH_OVER, "P-4.2.15")
    sheet = json.loads(protocol.encode(again.snap(0)))["sheet"]
    assert sheet["finished"]
    assert sheet["settlement"]["result"]


def test_a_log_that_does_not_follow_is_refused() -> None:
    agreed = setup()
    table = opened(agreed)
    step = done(table.deal(KEY, 0))
    with pytest.raises(ValueError, match="does not follow"):
        step.table.after(step.entry)
    with pytest.raises(ValueError, match="begin with the lot"):
        Table.open(agreed, step.entry)
    with pytest.raises(ValueError, match="is not for 3"):
        opened(agreed, Lot(seats=cards("H7", "S7"), deal=cards("H7", "S7")))


# --- who may do what -------------------------------------------------------------------------------------------


def dealt(*, humans: int = 1, players: int = 3) -> Table:
    return done(opened(setup(players, humans=humans)).deal(KEY, 0)).table


def test_a_seat_that_is_not_yours() -> None:
    table = dealt()
    assert table.duty is not None
    actor = table.duty.place
    for place in range(3):
        refused = table.decide(place, events.Pass(), 0)
        if place == actor:
            assert isinstance(refused, Step)
        else:
            assert refused == Illegal(Reason.NOT_YOUR_TURN, "P-3.3.2")


@pytest.mark.rule("P-3.2.11")
def test_only_the_table_deals() -> None:
    table = opened(setup())
    step = done(table.deal(KEY, 0))
    event = msgspec.json.decode(step.entry.body, type=events.AnyEvent)
    assert isinstance(event, Deal)
    assert table.decide(0, event, 0) == Illegal(Reason.TABLE_ONLY, "P-3.2.11")


def test_the_fifth_waits() -> None:
    table = dealt(players=5)
    waiting = next(place for place in range(5) if table.seat(place) is None)
    assert table.decide(waiting, events.Pass(), 0) == Illegal(Reason.NOT_AT_TABLE, "P-3.2.10")
    view = json.loads(table.view(waiting))
    assert view["seat"] is None
    assert view["legal"] == []


@pytest.mark.rule("P-4.2.15")
def test_nobody_consents_for_another_person() -> None:
    table = dealt(humans=2)
    names = table.names
    alone = table.place("account 0")
    assert alone is not None
    everybody = events.Stop(consent=names)
    assert table.decide(alone, everybody, 0) == Illegal(Reason.NO_CONSENT, "P-4.2.15")
    assert table.decide(alone, events.Stop(consent=(names[alone],)), 0) == Illegal(Reason.NO_CONSENT, "P-4.2.15")
    for forged in (
        events.Correction(names[0], "pool", 50, "P-4.2.9"),
        events.Newcomer(names),
        events.Substitute(names[0], names),
    ):
        assert table.decide(alone, forged, 0) == Illegal(Reason.TABLE_ONLY, "P-4.2.9")
    step = done(table.decide(alone, events.Stop(force_majeure=True), 0))  # PE-5.4.18
    assert step.table.finished
    assert step.table.duty is None
    told = json.loads(protocol.encode(step.ev(alone)))
    assert told["view"] is None
    assert told["sheet"]["finished"]


def test_bots_consent_to_a_stop() -> None:
    table = dealt()
    mine = table.place("account 0")
    assert mine is not None
    assert done(table.decide(mine, events.Stop(consent=table.names), 0)).table.finished


@pytest.mark.rule("P-3.4.8")
def test_the_clock_of_the_table_knows_what_is_prompt() -> None:
    """A contract may be mended without a pause; the word `prompt` is not enough."""
    chance = random.Random(0)
    table = opened(setup(humans=3))
    for step in steps(table, 4):
        state = step.table.progress.state
        if isinstance(state, State) and state.phase == "whist" and not state.words:
            break
    else:
        pytest.fail("no contract was named")
    assert state.actor is not None
    declarer = Seat("NESW"[state.declarer])
    place = step.table.names.index(declarer.value)
    prompt = [e for e in state.offers(declarer) if isinstance(e, events.Correct) and e.prompt]
    event = chance.choice(prompt)
    at = step.entry.ts
    assert isinstance(step.table.decide(place, event, at + 4_000), Step)
    assert step.table.decide(place, event, at + 60_000) == Illegal(Reason.NOT_NOW, "P-3.4.8")


# --- records ---------------------------------------------------------------------------------------------------


def test_a_record_goes_up_to_the_last_deal_that_is_over() -> None:
    table = opened(setup())
    log: list[Entry] = []
    record = table.record(log)
    assert record.entries == ()
    for step in steps(table, 3):
        log.append(step.entry)
        record = step.table.record(log)
        assert len(record.entries) == max(0, step.table.settled - 1)
        if step.table.running:  # nothing of the running deal
            assert sum(isinstance(entry.event, Deal) for entry in record.entries) == len(replay(record).outcomes)
    text = written(record)
    again = read(text)
    assert again.error is None
    assert again.record is not None
    end = replay(again.record)
    assert end.error is None
    assert end.match == step.table.progress.match


# --- what each viewer is shown ---------------------------------------------------------------------------------


PRESETS = ["sochi", "leningrad", "rostov", "classic", "club", "fspr"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_that_is_sent_shows_a_card_too_early(preset: str, players: int, share: Callable[[int], int]) -> None:
    """Every byte for every place, over deals with claims in them: no card that he may not know."""
    for seed in range(share(10)):
        for step in steps(opened(setup(players, preset)), seed, claims=0.03):
            state = step.table.progress.state
            if not isinstance(state, State) or state.terms.number > 5:
                break
            if not step.table.running:
                continue  # the deal is over, all cards lie open
            for place in range(players):
                seat = step.table.seat(place)
                ev, snap = step.ev(place), step.table.snap(place)
                # The lot and the deals that are over are public; all else is about the running deal.
                sent = protocol.encode((ev.said, ev.view, snap.view, snap.log, snap.last))
                assert not shown(sent) - known(state, seat), (preset, players, seed, step.entry.seq, seat)
                for text in re.findall(rb'"type":"deal","cards":"([^"]*)"', sent):
                    layout = Layout.parse(text.decode())
                    assert layout.rest == ()
                    for other in Seat:
                        hand = layout.hand(other)
                        assert hand is None or (other is seat and not hand - known(state, seat))


def relaid(state: State, viewer: Seat | None, chance: random.Random) -> State:
    """The same deal with everything that the viewer does not know dealt anew, before anything was played."""
    mine = CardSet(0 if viewer is None else state.dealt[viewer.position])
    rest = [card for card in PREFERANS.cards if card not in mine]
    chance.shuffle(rest)
    hands = []
    for seat in state.terms.holders:
        if seat is viewer:
            hands.append((seat, mine))
        else:
            hands.append((seat, CardSet.of(rest[:10])))
            del rest[:10]
    return state.advance(Deal(str(Layout.of(hands, rest))))


def test_what_is_sent_does_not_depend_on_hidden_cards() -> None:
    """Non-interference, at the deal: other hands and another talon, the same bytes in the same number."""
    chance = random.Random(7)
    for players in (2, 3, 4, 5):
        table = opened(setup(players))
        step = done(table.deal(KEY, 0))
        waiting = table.progress.state
        assert isinstance(waiting, State)
        for place in range(players):
            seat = table.seat(place)
            state = step.table.progress.state
            assert isinstance(state, State)
            fresh = msgspec.structs.replace(waiting, dealt=state.dealt)
            for _ in range(10):
                other = relaid(fresh, seat, chance)
                cards = str(
                    Layout.of([(s, CardSet(other.dealt[s.position])) for s in other.terms.holders], other.talon)
                )
                body = msgspec.json.encode(Deal(cards)).decode()
                entry = Entry(step.entry.seq, step.entry.ts, "event", None, None, body)
                twin = Step(table, entry, table.after(entry))
                assert protocol.encode(twin.ev(place)) == protocol.encode(step.ev(place))
                assert protocol.encode(twin.table.snap(place)) == protocol.encode(step.table.snap(place))


def test_a_claim_is_shown_and_answered() -> None:
    """Everybody sees a claim, and the bots are asked one after another."""
    table = dealt()
    for step in steps(table, 2, claims=0.2):
        state = step.table.progress.state
        event = step.table.latest.event if step.table.latest else None
        if isinstance(event, events.Claim) and isinstance(state, State):
            break
    else:
        pytest.fail("nobody claimed")
    for place in range(3):
        told = json.loads(protocol.encode(step.ev(place)))
        assert told["said"]["event"]["type"] == "claim"
        assert told["view"]["claim"]["by"] == told["said"]["seat"]
    assert step.table.duty is not None
    answerer = step.table.duty.place
    assert answerer is not None
    view = step.table.sees(answerer)
    assert view is not None
    assert {event.token for event in view.legal} == {"yes", "no"}  # type: ignore[attr-defined]


def test_a_discard_is_nobody_elses_business() -> None:
    for step in steps(opened(setup(humans=3)), 5):
        if step.table.latest is not None and isinstance(step.table.latest.event, events.Discard):
            break
    by = step.table.latest.seat if step.table.latest else None
    said: dict[int, Event] = {place: step.ev(place).said.event for place in range(3)}
    for place, event in said.items():
        assert isinstance(event, events.Discard)
        assert len(event.cards) == (2 if step.table.seat(place) is by else 0)
