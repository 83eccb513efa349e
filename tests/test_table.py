"""The authority over a table: the lot, the deals, the commands, the pause, and what each viewer is shown."""

import json
import random
import re
from collections.abc import Callable

import msgspec
import pytest

from kozyr import bots
from kozyr.cards import CardSet, Seat
from kozyr.club import wire
from kozyr.club.table.course import Happened, SeatLot
from kozyr.club.table.ended import Seen
from kozyr.club.table.hints import Hint
from kozyr.club.table.listing import record
from kozyr.club.table.part import Duty, Eye
from kozyr.club.table.seats import Leave, Rise
from kozyr.club.table.table import Step, Table
from kozyr.deals import PREFERANS, Layout
from kozyr.games import Deal, Event, IllegalEvent, Reason, Refusal, replay
from kozyr.games.preferans import State, words
from kozyr.notation import format as written, parse as read
from kozyr.store import Entry
from tests.clubtable import MASTER, at, cards, done, lot_of, next_deal, opened, own, player, setup, steps
from tests.knowledge import known, shown
from tests.longer import thinned

# --- the lot ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-3.1.1", "P-3.2.1")
def test_the_lowest_card_chooses_and_the_lowest_deals() -> None:
    """The ace is lowest; equal ranks go spades, clubs, diamonds, hearts."""
    table = opened(setup(4), SeatLot(seats=cards("H7", "S7", "DK", "HA"), deal=cards("D8", "C8", "SK", "ST")))
    assert table.order == (3, 1, 0, 2)  # HA, S7, H7, DK
    assert table.names == ("N", "E", "S", "W")
    info = table.info(at(table, 2))
    assert info.you == "S"
    assert info.chair == 0
    assert [player.nick for player in info.players] == ["bot 2", "bot 0", "person 0", "bot 1"]
    assert [player.chair for player in info.players] == [3, 1, 0, 2]
    assert info.lot is not None
    assert info.lot.seats == (("N", "HA"), ("E", "S7"), ("S", "H7"), ("W", "DK"))
    assert info.lot.deal == (("S", "SK"), ("E", "C8"), ("W", "ST"), ("N", "D8"))  # as they came
    assert table.progress.match.dealer == 1  # C8 is below D8


def test_a_lot_is_drawn_from_its_secret() -> None:
    five = setup(5)
    lot = opened(five).lot
    assert lot is not None
    assert lot == opened(five).lot
    assert lot != opened(five, master=MASTER + b"!").lot
    assert len({*lot.seats, *lot.deal}) == 10
    firsts = {drawn.seats[0] for n in range(256) if (drawn := opened(five, master=bytes([n]) * 32).lot)}
    assert len(firsts) == 32


@pytest.mark.rule("PC-3.2d")
def test_where_any_lot_will_do_no_rank_decides_who_chooses() -> None:
    club = setup(4, "club")
    chairs, lots = set(), set()
    for n in range(64):
        table = opened(club, master=bytes([n]) * 32)
        assert table.lot is not None
        assert table.lot.seats == ()
        assert table.order == table.lot.order
        info = table.info(at(table, 0))
        assert info.lot is not None
        assert info.lot.seats == ()
        assert len(info.lot.deal) == 4  # the first deal is drawn by cards as ever
        chairs.add(table.order[0])
        lots.add(table.order)
    assert chairs == {0, 1, 2, 3}
    assert len(lots) > 16  # of the 24 there are


def test_a_lot_without_cards_is_replayed_and_a_wrong_one_refused() -> None:
    club = setup(3, "club")
    lot = SeatLot(seats=(), deal=cards("H8", "S8", "D8"), order=(2, 0, 1))
    assert opened(club, lot).order == (2, 0, 1)
    # Tables of this preset that were opened before any lot was without cards keep their log.
    assert opened(club, lot_of("H7", "S7", "D7", deal=("H8", "S8", "D8"))).order == (1, 2, 0)
    for order in ((0, 0, 1), (0, 1), (1, 2, 3)):
        with pytest.raises(ValueError, match="is not for 3"):
            opened(club, msgspec.structs.replace(lot, order=order))


# --- dealing, and the pause ------------------------------------------------------------------------------------


def test_a_deal_comes_from_its_secret() -> None:
    table = opened(setup())
    bodies = [next_deal(table, master).entry.body for master in (MASTER, MASTER, MASTER + b"!")]
    assert bodies[0] == bodies[1] != bodies[2]
    layout = Layout.parse(json.loads(bodies[0])["cards"])
    assert [len(hand) for hand in layout.hands if hand] == [10, 10, 10]
    with pytest.raises(ValueError, match="32 bytes"):
        table.commit(b"short", 0)


def test_a_table_deals_by_itself_first_and_then_waits_for_people() -> None:
    table = opened(setup())
    assert table.duty == Duty("commit")
    dealt = next_deal(table).table
    assert dealt.deal(MASTER, 0) == Refusal(Reason.NOT_NOW, "P-3.2.2")
    ended = next(step.table for step in steps(table, 1) if step.table.ended.last)
    assert ended.ended.looking(ended) == (0,)
    assert ended.view(player(0)) == b"null"
    assert ended.snap(player(0)).last is not None
    assert ended.decide(ended.place(0), words.Pass(), 0) == Refusal(Reason.NOT_NOW, "P-3.2.23")
    seen = done(ended.act(0, Seen(), 0)).table
    assert seen.ended.looking(seen) == ()
    assert isinstance(seen.act(0, Seen(), 0), Refusal)
    going = next_deal(seen, random.Random(1).randbytes(32)).table
    assert going.last is None
    assert going.view(player(0)) != b"null"
    assert going.ended.nexts == ()


def test_bots_among_themselves_wait_for_nobody() -> None:
    ended = next(step.table for step in steps(opened(setup(humans=0)), 1) if step.table.ended.last)
    assert ended.ended.looking(ended) == ()
    assert next_deal(ended, random.Random(1).randbytes(32)).table.running


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_match_is_the_fold_of_its_log(players: int) -> None:
    """What is stored gives back the very same table, after every single entry."""
    agreed = setup(players, humans=min(players, 2))
    live = again = opened(agreed)
    for step in steps(live, players, claims=0.05):
        assert step.entry.seq == again.seq + 1
        again = again.after(step.entry)
        assert again == step.table
        for eye in (*(at(again, place) for place in range(players)), Eye("kibitzer"), Eye("kibitzer", None, 1)):
            assert wire.encode(again.snap(eye)) == wire.encode(step.table.snap(eye))
    assert again.finished
    assert again.duty is None
    assert again.course.how == "played"
    assert again.deal(MASTER, 0) == Refusal(Reason.MATCH_OVER, "P-4.2.15")
    sheet = json.loads(wire.encode(again.snap(player(0))))["sheet"]
    assert sheet["finished"]
    assert sheet["settlement"]["result"]


def test_a_log_that_does_not_follow_is_refused() -> None:
    agreed = setup()
    table = opened(agreed)
    step = next_deal(table)
    with pytest.raises(ValueError, match="does not follow"):
        step.table.after(step.entry)
    with pytest.raises(ValueError, match="still gathers"):
        Table.open(agreed).after(msgspec.structs.replace(step.entry, seq=1))
    with pytest.raises(ValueError, match="of no kind"):
        table.after(Entry(table.seq + 1, 0, "rumour", None, None, "{}"))
    with pytest.raises(ValueError, match="is not for 3"):
        opened(agreed, SeatLot(seats=cards("H7", "S7"), deal=cards("H7", "S7")))
    with pytest.raises(ValueError, match="a chair that nobody has taken"):
        opened(
            msgspec.structs.replace(agreed, people=(*agreed.people[:2], None)),
            lot_of("H7", "S7", "D7", deal=("H7", "S7", "D7")),
        )
    with pytest.raises(ValueError, match="comes after the lot"):
        table.after(Entry(table.seq + 1, 0, "table", "0", None, wire.encode(Rise()).decode()))
    with pytest.raises(ValueError, match="comes from chair 3, and there are 3"):
        table.after(Entry(table.seq + 1, 0, "table", "3", None, wire.encode(Leave()).decode()))
    with pytest.raises(ValueError, match="nobody has done what a player does"):
        table.after(Entry(table.seq + 1, 0, "table", None, None, wire.encode(Hint()).decode()))


def test_a_log_without_shares_is_followed() -> None:
    """Tables from before fair dealing begin with the lot, and deal without a word."""
    live = opened(setup(), lot_of("H7", "S7", "D7", deal=("H8", "S8", "D8")))
    chance, deals = random.Random(4), 0
    while deals < 2:
        duty = live.duty
        assert duty is not None
        if duty.what == "commit":
            deals += 1
            hands = CardSet.of(chance.sample(PREFERANS.cards, 30))
            held, rest = list(hands), [card for card in PREFERANS.cards if card not in hands]
            layout = Layout.of(
                [(s, CardSet.of(held[10 * n : 10 * n + 10])) for n, s in enumerate((Seat.N, Seat.E, Seat.S))], rest
            )
            body = msgspec.json.encode(Deal(str(layout))).decode()
            live = live.after(Entry(live.seq + 1, 0, "event", None, None, body))
        else:
            assert duty.place is not None
            view = live.sees(duty.place)
            assert view is not None
            live = done(live.decide(duty.place, bots.choose(view, "random", chance.getrandbits(60)), 0)).table
    assert live.cut.next_deal(live.course) == 3
    assert live.cut.proofs == ()


# --- who may do what -------------------------------------------------------------------------------------------


def dealt(*, humans: int = 1, players: int = 3) -> Table:
    return next_deal(opened(setup(players, humans=humans))).table


def test_a_seat_that_is_not_yours() -> None:
    table = dealt()
    assert table.duty is not None
    actor = table.duty.place
    for place in range(3):
        refused = table.decide(place, words.Pass(), 0)
        if place == actor:
            assert isinstance(refused, Step)
        else:
            assert refused == Refusal(Reason.NOT_YOUR_TURN, "P-3.3.2")


@pytest.mark.rule("P-3.2.11")
def test_only_the_table_deals() -> None:
    table = opened(setup())
    step = next_deal(table)
    event = msgspec.json.decode(step.entry.body, type=words.AnyEvent)
    assert isinstance(event, Deal)
    assert table.decide(0, event, 0) == Refusal(Reason.TABLE_ONLY, "P-3.2.11")


def test_the_fifth_waits() -> None:
    table = dealt(players=5)
    waiting = next(place for place in range(5) if table.seat(place) is None)
    assert table.decide(waiting, words.Pass(), 0) == Refusal(Reason.NOT_AT_TABLE, "P-3.2.10")
    view = json.loads(table.view(at(table, waiting)))
    assert view["seat"] is None
    assert view["legal"] == []


@pytest.mark.rule("P-4.2.15")
def test_nobody_consents_for_another_person() -> None:
    table = dealt(humans=2)
    names = table.names
    alone = table.place(0)
    everybody = words.Stop(consent=names)
    assert table.decide(alone, everybody, 0) == Refusal(Reason.NO_CONSENT, "P-4.2.15")
    assert table.decide(alone, words.Stop(consent=(names[alone],)), 0) == Refusal(Reason.NO_CONSENT, "P-4.2.15")
    for forged in (
        words.Correction(50, "P-4.2.9", names[0], "pool"),
        words.Newcomer(names),
        words.Substitute(names[0], names),
    ):
        assert table.decide(alone, forged, 0) == Refusal(Reason.TABLE_ONLY, "P-4.2.9")
    assert table.decide(alone, words.Stop(force_majeure=True), 0) == Refusal(Reason.NO_CONSENT, "PE-5.4.18")


@pytest.mark.rule("PE-5.4.18")
def test_who_plays_with_bots_alone_may_break_a_deal_off() -> None:
    table = dealt(humans=1)
    step = done(table.decide(table.place(0), words.Stop(force_majeure=True), 0))
    assert step.table.finished
    assert step.table.course.how == "force_majeure"
    assert step.table.duty == Duty("reveal")  # a deal that is broken off is shown as well
    told = json.loads(wire.encode(step.ev(player(0))))
    assert told["view"] is None
    assert told["sheet"]["finished"]


def test_bots_consent_to_a_stop() -> None:
    table = dealt()
    mine = table.place(0)
    assert done(table.decide(mine, words.Stop(consent=table.names), 0)).table.finished


@pytest.mark.rule("P-3.4.8")
def test_the_clock_of_the_table_knows_what_is_prompt() -> None:
    """A contract may be mended without a pause; the word `prompt` is not enough."""
    chance = random.Random(0)
    table = opened(setup(humans=3))
    for step in steps(table, 4):
        state = step.table.progress.state
        if isinstance(state, State) and state.phase == "whist" and not state.view(None).answers:
            break
    else:
        pytest.fail("no contract was named")
    assert state.actor is not None
    declarer = state.declarer
    assert declarer is not None
    place = step.table.names.index(declarer.value)
    prompt = [e for e in state.offers(declarer) if isinstance(e, words.Correct) and e.prompt]
    event = chance.choice(prompt)
    at = step.entry.ts
    assert isinstance(step.table.decide(place, event, at + 4_000), Step)
    assert step.table.decide(place, event, at + 60_000) == Refusal(Reason.NOT_NOW, "P-3.4.8")


# --- records ---------------------------------------------------------------------------------------------------


def test_a_record_goes_up_to_the_last_deal_that_is_over() -> None:
    table = opened(setup())
    log: list[Entry] = []
    found = record(table, log)
    assert found.entries == ()
    for step in steps(table, 3):
        log.append(step.entry)
        found = record(step.table, log)
        assert len(found.entries) == sum(
            entry.kind == "event" and entry.seq <= step.table.course.settled for entry in log
        )
        if step.table.running:  # nothing of the running deal
            assert sum(isinstance(entry.event, Deal) for entry in found.entries) == len(replay(found).outcomes)
    text = written(found)
    again = read(text)
    assert again.error is None
    assert again.record is not None
    end = replay(again.record)
    assert end.error is None
    assert end.match == step.table.progress.match


# --- what each viewer is shown ---------------------------------------------------------------------------------


TABLES = [
    (preset, players)
    for preset in ("sochi", "leningrad", "rostov", "classic", "club", "fspr")
    for players in ((3, 4) if preset == "club" else (2, 3, 4, 5))  # PC-2
]


@pytest.mark.parametrize(("preset", "players"), thinned(TABLES, 3))
def test_nothing_that_is_sent_shows_a_card_too_early(preset: str, players: int, share: Callable[[int], int]) -> None:
    """Every byte for every place, over deals with claims in them: no card that he may not know."""
    for seed in range(share(10)):
        for step in steps(opened(setup(players, preset)), seed, claims=0.03):
            state = step.table.progress.state
            if not isinstance(state, State) or state.terms.number > 5:
                break
            if not step.table.running:
                continue  # the deal is over, all cards lie open
            for place in (*range(players), None):
                seat = None if place is None else step.table.seat(place)
                eye = Eye("kibitzer") if place is None else at(step.table, place)
                ev, snap = step.ev(eye), step.table.snap(eye)
                # The lot and the deals that are over are public; all else is about the running deal.
                view = None if ev.view is msgspec.UNSET else ev.view
                sent = wire.encode(
                    (ev.said, ev.act, ev.room is not msgspec.UNSET, view, snap.view, snap.log, snap.last)
                )
                assert not shown(sent) - known(state, seat), (preset, players, seed, step.entry.seq, seat)
                for text in re.findall(rb'"type":"deal","cards":"([^"]*)"', sent):
                    layout = Layout.parse(text.decode())
                    assert layout.rest == ()
                    for other in Seat:
                        hand = layout.hand(other)
                        assert hand is None or (other is seat and not hand - known(state, seat))


def relaid(state: State, viewer: Seat | None, chance: random.Random) -> State:
    """The same deal with everything that the viewer does not know dealt anew, before anything was played."""
    mine = CardSet(0 if viewer is None else state.dealt_hands[viewer.position])
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
        while table.duty != Duty("deal"):
            table = done(own(table)).table
        step = next_deal(table)
        for place in (*range(players), None):
            seat = None if place is None else table.seat(place)
            eye = Eye("kibitzer") if place is None else at(table, place)
            state = step.table.progress.state
            assert isinstance(state, State)
            for _ in range(10):
                other = relaid(state, seat, chance)
                cards = str(
                    Layout.of([(s, CardSet(other.dealt_hands[s.position])) for s in other.terms.holders], other.talon)
                )
                body = msgspec.json.encode(Deal(cards)).decode()
                entry = Entry(step.entry.seq, step.entry.ts, "event", None, None, body)
                twin = Step(table, entry, table.after(entry))
                assert wire.encode(twin.ev(eye)) == wire.encode(step.ev(eye))
                assert wire.encode(twin.table.snap(eye)) == wire.encode(step.table.snap(eye))


def swapped(state: State, seen: CardSet, chance: random.Random) -> Deal | None:
    """The deal of this state with two cards changed that are not among those seen, and were not played so far."""
    held = {seat: CardSet(state.hands[seat.position]) for seat in state.terms.holders}
    hidden = [(seat, card) for seat, hand in held.items() for card in hand if card not in seen]
    chance.shuffle(hidden)
    for one, card in hidden:
        for two, other in hidden:
            if one is not two and card.suit is other.suit:
                a = {s: CardSet(state.dealt_hands[s.position]) for s in held}
                if card in a[one] and other in a[two]:  # a card from the talon was never dealt to him
                    a[one] = a[one] - CardSet.of([card]) | CardSet.of([other])
                    a[two] = a[two] - CardSet.of([other]) | CardSet.of([card])
                    return Deal(str(Layout.of(a.items(), state.talon)))
    return None


def test_over_a_whole_deal_nothing_that_is_sent_depends_on_hidden_cards(share: Callable[[int], int]) -> None:
    """Non-interference at every moment: the same events over other hidden cards give each viewer the same bytes and count."""
    compared = 0
    for seed in range(share(300)):
        chance = random.Random(seed)
        players = chance.choice([3, 4, 5, 2])
        table = opened(setup(players, humans=players), master=chance.randbytes(32))
        before = table
        told: list[Step] = []
        for step in steps(table, seed):
            if isinstance(step.table.latest, Happened) and isinstance(step.table.latest.event, Deal):
                before, told = step.before, []
            told.append(step)
            state = step.table.progress.state
            if not step.table.running or not isinstance(state, State) or chance.random() > 0.3:
                continue
            place = chance.choice([*range(players), None])
            viewer = None if place is None else step.table.seat(place)
            eye = Eye("kibitzer") if place is None else at(step.table, place)
            # What he saw once he knows: a hand that was shown with an invitation that was declined.
            states = [one.table.progress.state for one in told]
            seen = CardSet()
            for earlier in states:
                assert isinstance(earlier, State)
                seen |= known(earlier, viewer)
            other = swapped(state, seen, chance)
            if other is None:
                continue
            twin, twins = before, []
            body = msgspec.json.encode(other).decode()
            try:
                for n, one in enumerate(told):
                    entry = msgspec.structs.replace(one.entry, body=body) if n == 0 else one.entry
                    twins.append(Step(twin, entry, twin.after(entry)))
                    twin = twins[-1].table
            except IllegalEvent:  # with other cards it could not have gone like this
                continue
            for one, same in zip(told, twins, strict=True):
                assert wire.encode(one.ev(eye)) == wire.encode(same.ev(eye)), (seed, one.entry, eye)
            assert wire.encode(step.table.snap(eye)) == wire.encode(twin.snap(eye))
            compared += 1
            if state.terms.number > 3:
                break
    assert compared > share(300)


def test_a_claim_is_shown_and_answered() -> None:
    """Everybody sees a claim, and the bots are asked one after another."""
    table = dealt()
    for step in steps(table, 2, claims=0.2):
        state = step.table.progress.state
        event = step.table.latest.event if step.table.latest else None
        if isinstance(event, words.Claim) and isinstance(state, State):
            break
    else:
        pytest.fail("nobody claimed")
    for place in range(3):
        told = json.loads(wire.encode(step.ev(at(step.table, place))))
        assert told["said"]["event"]["type"] == "claim"
        assert told["view"]["claim"]["by"] == told["said"]["seat"]
    assert step.table.duty is not None
    answerer = step.table.duty.place
    assert answerer is not None
    view = step.table.sees(answerer)
    assert view is not None
    assert {event.token for event in view.legal} == {"yes", "no"}


def test_a_discard_is_nobody_elses_business() -> None:
    for step in steps(opened(setup(humans=3)), 5):
        if step.table.latest is not None and isinstance(step.table.latest.event, words.Discard):
            break
    by = step.table.latest.seat if step.table.latest else None
    told = {place: step.ev(at(step.table, place)).said for place in range(3)}
    said: dict[int, Event] = {place: heard.event for place, heard in told.items() if heard is not None}
    assert len(said) == 3
    for place, event in said.items():
        assert isinstance(event, words.Discard)
        assert len(event.cards) == (2 if step.table.seat(place) is by else 0)


@pytest.mark.parametrize("humans", [0, 1, 3])
def test_what_is_kept_of_a_table_is_what_would_be_found_anew(humans: int) -> None:
    """A command asks several times what must be done, and it is found once."""
    kept = 0
    for step in steps(opened(setup(humans=humans)), 6, claims=0.1):
        kept += "duty" in vars(step.table)
        anew = msgspec.structs.replace(step.table)
        assert not vars(anew)
        assert (step.table.duty, step.table.state) == (anew.duty, anew.state)
        assert step.table.parts == anew.parts
    assert kept > 100
