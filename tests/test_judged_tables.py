"""Tables that rule on errors: the log, what a hand can do, what nobody is told, the calls of the arbiter (issue 15, 1)."""

import json
import random
from collections.abc import Callable

import msgspec
import pytest

from kozyr import notation
from kozyr.arbiter import ARBITER, Branch, Reason as Why, Ruling
from kozyr.bots.preferans.sight import fallen
from kozyr.cards import Card, CardSet, Seat
from kozyr.club import wire
from kozyr.club.acts import Adjourn, HandOver, Undo
from kozyr.club.games.preferans import Guarantee
from kozyr.club.history import Fold, _moves
from kozyr.club.live.archive import PlayedDeal
from kozyr.club.table.bench import CALLS, ArbiterCalled, BranchChosen
from kozyr.club.table.consent import ProposalAnswered, ProposalMade, Resume
from kozyr.club.table.judging import called_by_bot, possible
from kozyr.club.table.listing import record
from kozyr.club.table.part import Duty, Eye, decides
from kozyr.club.table.seats import Hold
from kozyr.club.table.table import Step, Table
from kozyr.deals import Chance, Layout, Reveal
from kozyr.games import Amendment, Deal, Entry as GameEntry, Event, Record, Refusal, bridge, game, replay
from kozyr.games.preferans import Pulka, View
from kozyr.games.preferans.words import Play
from kozyr.games.rulings import Demanded, Ruled, Spared, parse as ruling
from kozyr.notation import fair_tag
from kozyr.notation.fair import record_reveals, verdicts
from kozyr.solver.integers import mask_of
from kozyr.store import Entry
from tests.clubtable import lot_of, setup
from tests.judged import Live, dealt, evening, judged, rubber
from tests.knowledge import shown
from tests.preferans.witness import Preferans
from tests.witness import found

CARDS = "N:KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA"
SIX = "6S pass pass discard:CA,DA contract:6S whist whist"  # E plays 6S; N is the dealer, E leads
LOT = lot_of("S7", "S8", "S9", deal=("C7", "C8", "C9"))
PLAIN = Why("call.waits", {"player": "E", "call": "6C"})


def seated(preset: str = "sochi", *, humans: int = 3) -> Live:
    """A table whose cards are dealt: N deals, E is the first hand."""
    agreed = judged(preset, humans=humans)
    lot = Entry(1, 0, "lot", None, None, wire.encode(LOT).decode())
    live = Live(Table.open(agreed).after(lot), (lot,))
    assert live.table.progress.match.dealer == 0
    return dealt(live, CARDS)


def played(tokens: str = SIX, preset: str = "sochi", *, humans: int = 3) -> Live:
    """The same after these events, each by whoever is to decide."""
    live = seated(preset, humans=humans)
    live.goes(tokens)
    return live


def bench(live: Live, seat: Seat) -> dict[str, object]:
    """The arbiter as a player's frame tells of him."""
    told = json.loads(wire.encode(live.table.room(Eye("player", live.chair(seat)))))
    assert isinstance(told["bench"], dict)
    return told["bench"]


def view(live: Live, seat: Seat | None) -> dict[str, object]:
    """A view as it is sent."""
    eye = Eye("kibitzer") if seat is None else Eye("player", live.chair(seat))
    told = json.loads(live.table.view(eye))
    assert isinstance(told, dict)
    return told


def refused(result: object) -> tuple[str, str | None]:
    assert isinstance(result, Refusal), result
    return str(result.code), result.law


def ends(live: Live, seed: int = 0) -> None:
    """The deal is played to its end by what is allowed."""
    chance, number = random.Random(seed), live.table.course.settled
    while live.table.course.settled == number:
        state = live.table.progress.state
        assert state is not None
        if state.actor is None:
            break
        live.takes(live.tries(state.actor, chance.choice(state.legal())))


def checked(live: Live) -> None:
    """The log gives the same table again, byte for byte, and its record the same match."""
    again = Table.open(live.table.setup)
    for entry in live.log:
        again = again.after(entry)
    assert again == live.table
    told = record(live.table, live.log)
    text = notation.format(told)
    read = notation.parse(text)
    assert read.error is None, read.error
    assert read.record is not None
    assert read.record.entries == told.entries
    end = replay(read.record)
    assert end.error is None
    if not live.table.running:
        assert end.match == live.table.progress.match


# --- the log ---------------------------------------------------------------------------------------------------

EFFECTS = [
    ("", "redeal=same"), ("", "redeal=next"), ("6S", "dealer=E+play-on"), (f"{SIX} ST S8 SQ", "back=9"),
    ("6S", "call=S,6C"), ("6S", "declarer=E,6S"), ("pass", "allpass"), (SIX, "give=SK,N,S"), ("pass", "talon=S,C7,CT"),
    ("6S", "bar=N,end,bid"), (SIX, "open=N,SK,SQ"), (SIX, "open=E,SA+spare=E"), (SIX, "open=N,SK+take-up=N"), (SIX, "open=N,SK,SQ+demand=N,SK"),
    (SIX, "lead=E,H,demand,first"), (SIX, "follow=N,lowest,S"), (SIX, "dictate=N,E,end"), (SIX, "transfer=1,N,E"), ("pass pass pass", "first=2,E"),
    (SIX, "less=1,E"), (SIX, "more=1,E"), (SIX, "rest=E"), (SIX, "result=N2-E6-S2"), (SIX, "result=N1-E7-S2,of,S"),
    (SIX, "entry=E,hill,5"), (SIX, "compensate=N,E,50"), (SIX, "score=assigned,E,10"), (SIX, "share=NS,620,60,-100,40"), (SIX, "fine=E,10"), (SIX, "play=E,SA,HA"), (SIX, "warn=E"), (SIX, "lot=1,2+play-on"), (SIX, "play-on"),
]  # fmt: skip


def test_every_effect_stands_here() -> None:
    from kozyr.games.rulings import _BARE, _EFFECTS  # noqa: PLC0415 - only this test looks inside

    assert {word.split("=")[0] for _, words in EFFECTS for word in words.split("+")} == {*_EFFECTS, *_BARE}


@pytest.mark.parametrize(("before", "effects"), EFFECTS, ids=[effects for _, effects in EFFECTS])
def test_a_ruling_is_in_the_log_and_the_table_is_what_its_log_has_made_it(before: str, effects: str) -> None:
    live = played(before)
    made = ruling(f"ruled:P-3.9.14:arbiter:{effects}")
    assert made is not None
    if live.table.progress.why_not(made) is not None:
        assert effects.startswith("dealer")  # a deal that lies on the table is its dealer's
        made = ruling("ruled:P-3.9.14:arbiter:play-on")
        assert made is not None
    called = ArbiterCalled(live.n(), Ruling(made.laws, (Branch(ARBITER, made.effects),), PLAIN))
    table = live.table
    again = Table.open(table.setup)
    for entry in live.log:
        again = again.after(entry)
    live.past.clear()
    live.takes(live.table.act(live.chair(Seat.E), called, 0))
    assert live.table.duty == Duty("amend")
    live.settles()
    ruled = len(live.past)
    if live.table.running:
        ends(live)
    for n, (entry, then) in enumerate(zip(live.log[again.seq :], live.past, strict=True), 1):
        again = again.after(entry)
        assert again == then
        if n <= ruled or then is live.table:
            for eye in (Eye("player", 1), Eye("kibitzer")):
                assert wire.encode(again.snap(eye)) == wire.encode(then.snap(eye))
    checked(live)


@pytest.mark.parametrize(("before", "effects"), EFFECTS, ids=[effects for _, effects in EFFECTS])
def test_cards_dealt_by_the_shares_of_all_are_verified_whatever_was_ruled(before: str, effects: str) -> None:
    """What `kozyr deal --verify` does with the record of such a deal; what a ruling draws comes from the deal's key."""
    plain = fairly("")
    ends(plain)
    (reveal,) = revealed(plain)[:1]
    live = fairly(before)
    made = ruling(f"ruled:P-3.9.14:arbiter:{fitted(live, effects, reveal)}")
    assert made is not None
    if live.table.progress.why_not(made) is not None:
        assert effects.startswith("dealer")  # a deal that lies on the table is its dealer's
        return
    called = ArbiterCalled(live.n(), Ruling(made.laws, (Branch(ARBITER, made.effects),), PLAIN))
    live.takes(live.table.act(live.chair(Seat.E), called, 0))
    live.settles()
    if live.table.running:
        ends(live)
    assert [one for one in verdicts(revealed(live), signed(live)) if one.fault is not None] == []
    checked(live)


def fairly(before: str) -> Live:
    """A table whose cards come from everybody's shares, after these events; what they say of cards is the first that may be."""
    lot = Entry(1, 0, "lot", None, None, wire.encode(LOT).decode())
    live = Live(Table.open(judged()).after(lot), (lot,))
    while not live.table.running:
        live.takes_own()
    for token in before.split():
        seat = live.state.actor
        assert seat is not None
        named = [one for one in live.state.legal(seat) if one.token.startswith("discard:")]
        if token.startswith("discard:"):
            live.takes(live.tries(seat, named[0]))
        elif token in {"ST", "S8", "SQ"}:
            live.takes(live.tries(seat, live.state.legal(seat)[0]))
        else:
            live.does(seat, token)
    return live


def signed(live: Live) -> Record:
    """The record of a table with the proofs of its deals."""
    told = record(live.table, live.log)
    return msgspec.structs.replace(told, tags=(("Table", "table"), *map(fair_tag, live.table.cut.proofs)))


def revealed(live: Live) -> list[Reveal]:
    """The proofs of the deals that are over, once the table has shown them."""
    while not live.table.cut.proofs:
        live.takes_own()
    found = list(record_reveals(signed(live)))
    assert len(found) == len(live.table.cut.proofs)
    return found


def fitted(live: Live, effects: str, reveal: Reveal) -> str:
    """The same effects with the cards that these hands have, and with what the deal's key draws."""
    held = {seat: tuple(CardSet(live.state.holding(seat))) for seat in (Seat.N, Seat.E, Seat.S)}
    words = []
    for word in effects.split("+"):
        match word.replace("=", ",").split(","):
            case ["give", _, giver, to]:
                words.append(f"give={held[Seat(giver)][0].text},{giver},{to}")
            case ["demand", seat, _]:
                words.append(f"demand={seat},{held[Seat(seat)][0].text}")
            case ["open", seat, *cards]:
                words.append(f"open={seat},{','.join(card.text for card in held[Seat(seat)][: len(cards)])}")
            case ["talon", seat, *cards]:
                layout = Layout.parse(reveal.cards)
                mixed = CardSet.of((*(layout.hand(Seat(seat)) or ()), *layout.rest))
                drawn = Chance.of(reveal).cards(1, mixed, len(cards))
                words.append(f"talon={seat},{','.join(card.text for card in drawn)}")
            case ["lot", _, among]:
                words.append(f"lot={Chance.of(reveal).lot(1, int(among))},{among}")
            case _:
                words.append(word)
    return "+".join(words)


@pytest.mark.parametrize("preset", ["sochi", "classic"])
def test_an_evening_of_errors_is_the_fold_of_its_log(preset: str, share: Callable[[int], int]) -> None:
    """After each entry a table that is read anew shows the same bytes; its record replays, its deals verify."""
    kinds: set[str] = set()
    for seed in range(3, 3 + share(12)):
        agreed = judged(preset, pool=2)
        again = Table.open(agreed)
        for live in evening(agreed, seed):
            for entry in live.log[again.seq :]:
                again = again.after(entry)
                kinds.add(entry.kind)
            assert again == live.table
            if live.log[-1].kind == "forced" or '"ruled"' in live.log[-1].body:
                for eye in (Eye("player", 0), Eye("player", 1), Eye("kibitzer")):
                    assert wire.encode(again.snap(eye)) == wire.encode(live.table.snap(eye))
        checked(live)
        proofs = live.table.cut.proofs
        told = record(live.table, live.log)
        told = msgspec.structs.replace(told, tags=(("Table", "table"), *map(fair_tag, proofs)))
        reveals = record_reveals(told)
        assert len(reveals) == len(proofs)
        assert [one for one in verdicts(reveals, told) if one.fault is not None] == []
        match = live.table.progress.match
        assert isinstance(match, Pulka)
        assert sum(match.results.values()) == 0
    assert kinds == {"event", "forced", "table", "lot"}


def revoked() -> Live:
    """E plays a heart to diamonds (entry 13), and one trick later a diamond: all have seen it."""
    live = played(f"{SIX} C8 CT CQ DT")
    live.does(Seat.E, "H7")
    live.goes("DK C9 S7 CJ D8 D7")
    return live


def test_tricks_that_a_ruling_gives_and_takes_are_told_with_their_paragraph() -> None:
    live = revoked()
    assert bench(live, Seat.N)["tricks"] == []
    live.calls(Seat.S, 13)
    live.chooses(Seat.S, 0)
    law = "P-3.9.16.2"
    given = [{"seat": "E", "tricks": -1, "law": law}, {"seat": "S", "tricks": 1, "law": law}]
    assert [one | {"first": False} for one in given] == bench(live, Seat.N)["tricks"]
    ends(live)
    assert bench(live, Seat.N)["tricks"] == []


@pytest.mark.rule("P-3.2.19")
def test_the_first_tricks_of_an_all_pass_are_told_as_first() -> None:
    live = played("pass pass pass")
    made = ruling("ruled:P-3.3.16.1:arbiter:first=2,E")
    assert made is not None
    called = ArbiterCalled(live.n(), Ruling(made.laws, (Branch(ARBITER, made.effects),), PLAIN))
    live.takes(live.table.act(live.chair(Seat.E), called, 0))
    live.settles()
    assert bench(live, Seat.N)["tricks"] == [{"seat": "E", "tricks": 2, "law": "P-3.3.16.1", "first": True}]


def test_what_is_taken_back_is_shown_as_struck() -> None:
    live = revoked()
    live.calls(Seat.S, 13)
    live.chooses(Seat.S, 0)
    snap = live.table.snap(Eye("player", live.chair(Seat.N)))
    struck = [said.event.token for said in snap.log if said.struck]
    assert struck == ["H7", "DK", "C9", "S7", "CJ", "D8", "D7"]
    assert [said.n for said in snap.log if isinstance(said.event, Ruled)] == [20]
    assert b"struck" not in wire.encode(live.table.said(live.table.course.running[0], Eye("player", 0)))


def test_a_deal_that_is_over_shows_its_rulings_and_what_they_took_back() -> None:
    live = revoked()
    live.calls(Seat.S, 13)
    live.chooses(Seat.S, 0)
    live.goes("D7 DK claim:N2-E6-S2 yes yes")
    start = Table.open(live.table.setup).after(live.log[0])
    past = PlayedDeal(start, tuple(live.log[1:]), live.table)
    moves = _moves(past)
    assert [move.event.token for move in moves if move.struck] == ["H7", "DK", "C9", "S7", "CJ", "D8", "D7"]
    (told,) = live.table.bench.told(live.table)
    assert (told.entry, told.laws[0], told.chosen) == (13, "P-3.9.16.2", 0)


def test_a_log_of_a_table_that_refuses_errors_has_none() -> None:
    live = played(SIX)
    entry = Entry(live.table.seq + 1, 0, "forced", "S", None, '{"type":"play","card":"DK"}')
    assert live.table.after(entry).state == "playing"
    plain = Live(Table.open(setup(humans=3)).after(live.log[0]), (live.log[0],))
    plain = dealt(plain, CARDS)
    plain.goes(SIX)
    with pytest.raises(ValueError, match="of no kind"):
        plain.table.after(entry)


# --- what a hand can do ----------------------------------------------------------------------------------------


def test_a_hand_plays_any_card_at_any_moment_and_nobody_explains() -> None:
    live = played(SIX)
    told = view(live, Seat.S)
    assert (told["legal"], told["reasons"]) == ([], {})
    hand = {event["card"] for event in told["possible"] if event["type"] == "play"}  # type: ignore[attr-defined]  # JSON
    assert hand == {card.text for card in CardSet(live.state.holding(Seat.S))}
    following = played(f"{SIX} ST")
    assert following.state.view(Seat.S).reasons  # he has spades
    told = view(following, Seat.S)
    assert (told["legal"], told["reasons"]) == ([], {})
    step = live.does(Seat.S, "DK")
    assert step.entry.kind == "forced"
    assert refused(live.tries(Seat.S, Play(Card.SA)))[0] == "not_your_turn"  # it is not his card
    bot = live.table.sees(live.table.names.index("N"))
    assert bot is not None
    assert bot.legal  # a bot's own view has what it may


@pytest.mark.parametrize(
    ("before", "seat", "token"),
    [
        ("", Seat.S, "6C"), ("", Seat.N, "talon:seen"), ("", Seat.N, "talon:opened"), (SIX, Seat.S, "whist"),
        ("6S pass pass", Seat.E, "put-away:C8,CJ,DA"), ("6S pass pass", Seat.E, "put-away"),
        ("6S 6C pass pass discard:CA,DA", Seat.S, "contract:6S"), (SIX, Seat.N, "expose:N:SK"),
        (f"{SIX} ST S8 SQ", Seat.N, "look-at:1"), (f"{SIX} ST", Seat.E, "look-at:discard"), (f"{SIX} ST S8", Seat.N, "HK"),
    ],
)  # fmt: skip
def test_what_a_hand_can_do(before: str, seat: Seat, token: str) -> None:
    live = played(before)
    event = game("preferans").parse(token)
    offered = possible("preferans", live.state, seat, live.state.view(seat))
    if token == "whist":  # noqa: S105 - a word of the game
        assert event not in offered  # the answers are given
        return
    assert event in offered or token.startswith("put-away:")
    step = live.tries(seat, event)
    assert isinstance(step, Step)
    assert step.entry.kind == "forced"


@pytest.mark.rule("P-3.4.9")
@pytest.mark.parametrize(("agreed", "effect"), [("fine", "less=1,E"), ("prevent", "warn={name}"), ("none", "play-on")])
def test_a_declarer_who_looks_at_his_discard_after_the_lead_pays_as_was_agreed(agreed: str, effect: str) -> None:
    plain = judged()
    told = {"pool_target": 4, "table.irregularities": "rule", "irr.discard_peek": agreed}
    conventions = game("preferans").choose("sochi", told, 3)
    lot = Entry(1, 0, "lot", None, None, wire.encode(LOT).decode())
    live = Live(Table.open(msgspec.structs.replace(plain, conventions=conventions)).after(lot), (lot,))
    live = dealt(live, CARDS)
    live.goes(f"{SIX} ST")
    live.does(Seat.E, "look-at:discard")
    live.calls(Seat.S, live.n())
    ruled = live.table.bench.ruled[0].ruling
    assert ruled.laws == ("P-3.4.9",)
    assert [one.token for one in ruled.branches[0].effects] == [effect.format(name=live.state.terms.name(Seat.E))]
    checked(live)


def test_what_no_law_knows_stays_refused_and_a_bot_errs_never() -> None:
    live = played("6S")
    assert refused(live.tries(Seat.S, game("preferans").parse("6S")))[0] == "too_low"  # no law of bids that are too low
    live = played(SIX, humans=2)
    seats = {live.chair(seat): seat for seat in live.state.terms.seats}
    assert refused(live.tries(seats[2], Play(Card.DK if seats[2] is Seat.S else Card.SK)))[0] == "not_your_turn"


# --- what nobody is told ---------------------------------------------------------------------------------------


def twin(live: Live, events: list[tuple[Seat | None, Event]], cards: str) -> list[Step] | None:
    """The same events with other hidden cards; None: not even a hand could do one of them."""
    agreed = live.table.setup
    other = Live(Table.open(agreed).after(live.log[0]), (live.log[0],))
    steps = []
    for seat, event in events:
        step = other.table._event(Deal(cards), None, 0, None) if seat is None else other.tries(seat, event)
        if not isinstance(step, Step):
            return None
        steps.append(other.takes(step))
    return steps


def test_no_frame_tells_an_error_that_nobody_has_seen(share: Callable[[int], int]) -> None:
    """A viewer is sent the same bytes whether a card was a revoke or not, as long as he cannot know it himself."""
    compared = differs = 0
    for seed in range(share(60)):
        chance = random.Random(seed)
        live = Live(Table.open(judged()).after(seated().log[0]), (seated().log[0],))
        terms = live.state.terms
        pack = list(game("preferans").pack.cards)
        chance.shuffle(pack)
        hands = [(seat, CardSet.of(pack[10 * n : 10 * n + 10])) for n, seat in enumerate(terms.holders)]
        layout = str(Layout.of(hands, pack[30:]))
        events: list[tuple[Seat | None, Event]] = [(None, Deal(layout))]
        steps = [live.takes(live.table._event(Deal(layout), None, 0, None))]
        for _ in range(chance.randrange(12, 30)):
            state = live.table.progress.state
            if state is None or state.now is None or state.actor is None:
                break
            own = [Play(card) for card in CardSet(state.holding(state.actor))] if state.phase == "play" else []
            event = chance.choice(own or state.legal())
            if not isinstance(live.tries(state.actor, event), Step):
                event = state.legal()[0]
            events.append((state.actor, event))
            steps.append(live.takes(live.tries(state.actor, event)))
            if not live.table.running:
                break
        if not live.table.running:
            continue
        now = live.state
        for viewer in terms.seats:
            others = [seat for seat in terms.seats if seat is not viewer]
            seen = {*found(now.view(viewer)), *found(tuple(event for _, event in events[1:]))}
            free = [
                [card for card in CardSet(now.holding(seat)) if card not in seen and card in dict(hands)[seat]]
                for seat in others
            ]
            if not all(free):
                continue
            one, two = chance.choice(free[0]), chance.choice(free[1])
            swapped = [
                (seat, CardSet.of([{one: two, two: one}.get(card, card) for card in held])) for seat, held in hands
            ]
            again = twin(live, events, str(Layout.of(swapped, pack[30:])))
            if again is None:
                continue
            compared += 1
            eye = Eye("player", live.chair(viewer))
            differs += [step.entry.kind for step in steps] != [step.entry.kind for step in again]
            for first, second in zip(steps, again, strict=True):
                assert wire.encode(first.ev(eye)) == wire.encode(second.ev(eye))
            assert wire.encode(steps[-1].table.snap(eye)) == wire.encode(again[-1].table.snap(eye))
            assert again[-1].table.room(eye) == steps[-1].table.room(eye)
    assert compared > share(60) // 2
    assert differs > share(60) // 20


def test_no_frame_has_a_card_that_its_reader_has_not_seen(share: Callable[[int], int]) -> None:
    """Over evenings with errors, calls and rulings, as a witness of the log tells it from the rulebook."""
    looked = 0
    for seed in range(10, 10 + share(10)):
        witness, at = Preferans(), 0
        before = Table.open(judged(pool=2))
        for live in evening(judged(pool=2), seed):
            for entry in live.log[at:]:
                after = before.after(entry)
                course = after.course
                if entry.kind in {"event", "forced"} and course.progress is not None:
                    event = after.setup.rules.decoder.decode(entry.body)
                    if isinstance(event, Deal):
                        witness = Preferans()
                    was = before.progress
                    told = GameEntry(was.entries + 1, None if entry.seat is None else Seat(entry.seat), event)
                    if not isinstance(event, Amendment):
                        witness.watch(told, was, course.progress)
                    if after.running and (entry.kind == "forced" or '"ruled"' in entry.body or entry.seq % 4 == 0):
                        for seat in (*course.progress.state.terms.seats, None):  # type: ignore[union-attr]  # it runs
                            eye = (
                                Eye("kibitzer")
                                if seat is None
                                else Eye("player", after.order[after.names.index(seat.value)])
                            )
                            frame = wire.encode(
                                (Step(before, entry, after).ev(eye), after.snap(eye).log, after.room(eye))
                            )
                            assert set(shown(frame)) <= witness.seen[seat], (seed, entry.seq, seat)
                            looked += 1
                before = after
            at = len(live.log)
    assert looked > 100


def test_a_call_for_what_one_has_not_seen_is_refused_alike_whether_or_not_it_was_an_error() -> None:
    live = played(f"{SIX} C8 CT CQ DT")
    live.does(Seat.E, "H7")  # E has diamonds, and nobody can know that yet
    assert refused(live.hears(Seat.S, 13)) == ("not_seen", "P-0.7")
    assert refused(live.hears(Seat.S, 12)) == ("not_seen", "P-0.7")  # no error
    assert refused(live.hears(Seat.S, 99)) == ("not_seen", "P-0.7")
    assert isinstance(live.hears(Seat.E, 13), ArbiterCalled)  # he knows his cards
    live.goes("DK C9 S7 CJ D8")
    assert refused(live.hears(Seat.S, 13)) == ("not_seen", "P-0.7")
    live.goes("D7")
    assert isinstance(live.hears(Seat.S, 13), ArbiterCalled)


# --- calls and rulings -----------------------------------------------------------------------------------------


@pytest.mark.rule("P-3.9.16.2", "P-3.9.17")
def test_a_revoke_seen_later_is_taken_back_and_costs_a_trick() -> None:
    live = revoked()
    live.calls(Seat.S, 13)
    told = bench(live, Seat.N)["pending"]
    assert isinstance(told, dict)
    assert told["laws"] == ["P-3.9.16.2", "P-3.9.16", "P-3.9.17"]
    assert [branch["chair"] for branch in told["branches"]] == [live.chair(Seat.S), live.chair(Seat.N)]
    assert sorted(told["asked"]) == sorted([live.chair(Seat.S), live.chair(Seat.N)])
    assert set(told["reason"]["said"]) == {"ru", "uk", "en"}
    assert told["proof"] is None
    assert refused(live.tries(Seat.E, Play(Card.D7))) == ("not_now", "P-3.9.16.2")  # the table stands still
    assert view(live, Seat.E)["possible"] == []
    chosen = live.table.bench.pending
    assert chosen is not None
    wrong = live.table.act(live.chair(Seat.E), BranchChosen(chosen.n, 0), 0)
    assert refused(wrong) == ("not_asked", "P-3.9.16.2")
    assert refused(live.table.act(live.chair(Seat.S), BranchChosen(chosen.n, 1), 0)) == ("not_asked", "P-3.9.16.2")
    live.chooses(Seat.S, 0)
    assert live.state.turn is Seat.E
    assert refused(live.hears(Seat.N, 13)) == ("already", "P-0.7")
    live.goes("D7 DK claim:N2-E6-S2 yes yes")
    match = live.table.progress.match
    assert isinstance(match, Pulka)
    outcome = match.history[-1]
    assert outcome.tricks == {"N": 2, "E": 5, "S": 3}
    assert outcome.ruled is not None
    assert outcome.ruled.taken == {"N": 2, "E": 6, "S": 2}
    last = live.table.last
    assert last is not None
    assert last.outcome == outcome
    checked(live)


@pytest.mark.rule("P-3.9.14.1", "P-3.9.15")
@pytest.mark.parametrize("branch", [0, 1, 2])
def test_a_lead_out_of_turn_gives_the_declarer_three_choices(branch: int) -> None:
    live = played(SIX)
    live.does(Seat.S, "DK")
    live.calls(Seat.E, 9)
    call = live.table.bench.pending
    assert call is not None
    assert [one.chooser for one in call.ruling.branches] == ["E"] * 3
    assert live.table.duty == Duty("choose", live.table.names.index("E"))
    live.chooses(Seat.E, branch)
    told = [duty["what"] for duty in view(live, Seat.N)["duties"]]  # type: ignore[attr-defined]  # JSON
    suit = {1: "forbid", 2: "demand"}.get(branch)
    assert told == (["open=S,DK", f"lead=N,D,{suit},first"] if suit else [])
    if suit:
        hands = view(live, None)["hands"]
        assert isinstance(hands, dict)
        assert hands["S"]["known"] == ["DK"]
    ends(live, branch)
    checked(live)


@pytest.mark.rule("P-3.3.16.1", "P-3.2.19", "P-3.2.21")
def test_who_looks_at_the_talon_bids_no_more_has_two_tricks_and_five_on_the_hill() -> None:
    live = played("")
    live.does(Seat.S, "talon:seen")
    assert view(live, Seat.S)["talon"] == ["DA", "CA"]
    assert view(live, Seat.N)["talon"] == []
    live.calls(Seat.N, live.n())
    live.goes("pass")
    calls = {event["type"] for event in view(live, Seat.S)["possible"]}  # type: ignore[attr-defined]  # JSON
    assert "pass" in calls
    assert refused(live.tries(Seat.S, game("preferans").parse("6S"))) == ("ruled_out", "P-3.3.16.1")
    live.goes("pass pass")
    match = live.table.progress.match
    assert isinstance(match, Pulka)
    assert match.sheet.hill == (0, 0, 5)
    ends(live)
    match = live.table.progress.match
    assert isinstance(match, Pulka)
    ruled = match.history[-1].ruled
    assert ruled is not None
    checked(live)


@pytest.mark.rule("P-3.9.14.4")
def test_cards_shown_without_a_plan_are_dictated_by_another() -> None:
    live = played(SIX)
    live.does(Seat.E, "expose:E:SA,ST,CJ,C8,DJ,D7,HJ,H9,H8,H7")
    assert view(live, Seat.N)["hands"]["E"]["known"]  # type: ignore[index]  # JSON
    live.calls(Seat.N, live.n())
    call = live.table.bench.pending
    assert call is not None
    dictated = next(n for n, one in enumerate(call.ruling.branches) if one.chooser == "S" and len(one.effects) == 2)
    live.chooses(Seat.S, dictated)
    assert live.state.actor is Seat.S
    cards = {event["card"] for event in view(live, Seat.S)["possible"] if event["type"] == "play"}  # type: ignore[attr-defined]  # JSON
    assert {"SA", "H7"} <= cards
    step = live.does(Seat.S, "H7")
    assert step.entry.kind == "event"
    ends(live)
    checked(live)


@pytest.mark.rule("P-3.9.14.4")
def test_cards_shown_with_a_plan_are_played_by_it() -> None:
    live = played(SIX)
    order = "HJ,SA,ST,CJ,C8,DJ,D7,H9,H8,H7"
    assert refused(live.tries(Seat.E, game("preferans").parse("expose:E:SA,HJ:plan")))
    live.does(Seat.E, f"expose:E:{order}:plan")
    assert view(live, Seat.N)["hands"]["E"]["known"]  # type: ignore[index]  # JSON
    live.calls(Seat.N, live.n())
    call = live.table.bench.pending
    assert call is not None
    assert call.ruling.reason.code == "shown.with_plan"
    held = next(
        n for n, one in enumerate(call.ruling.branches) if one.chooser == "S" and "planned" in one.effects[0].token
    )
    live.chooses(Seat.S, held)
    assert live.state.actor is Seat.E
    assert live.state.legal() == (Play(Card.HJ),)
    assert refused(live.tries(Seat.E, Play(Card.SA))) == ("open_card", "P-3.9.14.4")
    live.does(Seat.E, "HJ")
    ends(live)
    checked(live)


@pytest.mark.rule("P-3.9.14.1")
def test_a_declarer_who_plays_on_has_taken_the_lead_from_the_wrong_hand() -> None:
    live = played(SIX)
    live.does(Seat.S, "DK")
    assert live.state.actor is Seat.N
    live.goes("D8")
    assert isinstance(live.hears(Seat.E, 9), ArbiterCalled)
    live.goes("D7")
    assert refused(live.hears(Seat.E, 9)) == ("late", "P-3.9.14.5")
    four = played(SIX)
    four.does(Seat.S, "DK")
    four.does(Seat.E, "D7")  # before N: out of turn himself, and the lead is his no more to refuse
    assert refused(four.hears(Seat.E, 9)) == ("late", "P-3.9.14.1")


# --- refusals, and everybody else ------------------------------------------------------------------------------


def test_a_call_that_is_too_late_or_of_one_without_a_part_is_refused_and_the_table_is_as_it_was() -> None:
    live = played(SIX)
    live.does(Seat.S, "DK")
    for _ in range(3):
        live.goes(live.state.legal()[0].token)
    before = live.table
    assert refused(live.hears(Seat.N, 9)) == ("late", "P-3.9.14.5")
    assert live.table is before
    ends(live)
    assert live.table.bench.no_call(9, 0, live.table) is None  # a revoke could be called still
    assert refused(live.hears(Seat.E, 9)) == ("late", "P-3.9.17")
    four = Live(Table.open(judged(players=4, humans=4)))
    assert refused(four.table.bench.no_call(1, 0, four.table)) == ("wrong_state", "P-0.7")
    plain = Live(Table.open(setup(humans=3)))
    assert refused(plain.table.bench.no_call(1, 0, plain.table)) == ("not_agreed", "P-0.7")


def test_nobody_stops_a_table_with_calls() -> None:
    live = played(f"{SIX} ST S8 SQ")
    for _ in range(CALLS):
        live.does(Seat.N, "look-at:1")
        live.calls(Seat.S, live.n())
    live.does(Seat.N, "look-at:1")
    assert refused(live.hears(Seat.S, live.n())) == ("quiet", "P-0.7")
    assert isinstance(live.hears(Seat.E, live.n()), ArbiterCalled)
    calls = bench(live, Seat.E)["calls"]
    assert isinstance(calls, dict)
    assert calls[str(live.chair(Seat.S))] == 0


def pending() -> Live:
    """E has to choose what becomes of a lead out of turn."""
    live = played(SIX)
    live.does(Seat.S, "DK")
    live.calls(Seat.E, 9)
    return live


def test_a_table_that_is_read_again_between_call_and_choice_still_waits_for_it() -> None:
    live = pending()
    checked(live)
    again = Table.open(live.table.setup)
    for entry in live.log:
        again = again.after(entry)
    assert again.duty == live.table.duty == Duty("choose", live.table.names.index("E"))
    assert again.clock.chair == live.chair(Seat.E)


def test_nothing_else_of_the_game_happens_meanwhile() -> None:
    live = pending()
    for seat in live.state.terms.seats:
        for token in ("D8", "talon:seen", "claim:N2-E6-S2", "yes"):
            assert refused(live.tries(seat, game("preferans").parse(token))) == ("not_now", "P-3.9.14.1")
    guarantee = live.table.act(live.chair(Seat.N), Guarantee(6), 0)
    assert refused(guarantee) == ("hearing", "P-3.9.14.1")
    assert refused(live.hears(Seat.N, 9)) == ("pending", "P-3.9.14.1")


def test_a_match_is_adjourned_in_the_middle_of_a_call_and_goes_on_with_it() -> None:
    live = pending()
    live.takes(live.table.act(0, ProposalMade(Adjourn()), 0))
    asked = live.table.consent.proposal
    assert asked is not None
    for chair in asked.asked:
        live.takes(live.table.act(chair, ProposalAnswered(asked.n, yes=True), 0))
    adjourned = live.table
    assert adjourned.duty is None
    call = live.table.bench.pending
    assert call is not None
    refusal = live.table.act(live.chair(Seat.E), BranchChosen(call.n, 0), 0)
    assert refused(refusal) == ("wrong_state", "P-3.9.14.1")
    for chair in range(3):
        live.takes(live.table.act(chair, Resume(), 0))
    assert live.table.duty == Duty("choose", live.table.names.index("E"))
    live.chooses(Seat.E, 2)
    checked(live)


def test_a_substitute_has_the_choice_of_him_whose_seat_he_takes() -> None:
    live = pending()
    chair = live.chair(Seat.E)
    live.takes(live.table.act(chair, ProposalMade(HandOver(chair, "guest"), "Гостя"), 0))
    asked = live.table.consent.proposal
    assert asked is not None
    for other in asked.asked:
        live.takes(live.table.act(other, ProposalAnswered(asked.n, yes=True), 0))
    live.takes(live.table.act(None, ProposalAnswered(asked.n, yes=True, account="guest"), 0))
    live.takes(live.table.amend(0))
    assert live.table.people[chair].nick == "Гостя"  # type: ignore[union-attr]  # somebody sits there
    assert live.table.duty == Duty("choose", live.table.names.index("E"))
    live.chooses(Seat.E, 1)
    checked(live)


def test_a_chooser_who_is_away_is_asked_after_those_who_are_there() -> None:
    live = revoked()
    live.calls(Seat.N, 13)
    first = decides(live.table)
    live.takes(live.table.act(None, Hold(live.chair(Seat.S)), 0))
    assert decides(live.table) == live.chair(Seat.N) != first or first == live.chair(Seat.N)
    live.takes(live.table.act(None, Hold(live.chair(Seat.N)), 0))
    place = live.table.duty.place if live.table.duty else None
    assert place is not None
    assert live.table.by_bot(place)


@pytest.mark.parametrize(("before", "effects"), [(SIX, "give=SK,N,S"), ("pass", "talon=S,C7,CT")])
def test_cards_that_a_ruling_moves_from_hand_to_hand_are_in_no_frame_of_the_call(before: str, effects: str) -> None:
    live = played(before)
    made = ruling(f"ruled:P-3.9.14:arbiter:{effects}")
    assert made is not None
    called = ArbiterCalled(
        live.n(), Ruling(made.laws, (Branch("N", made.effects), Branch(ARBITER, made.effects)), PLAIN)
    )
    live.takes(live.table.act(live.chair(Seat.E), called, 0))
    for eye in (Eye("player", live.chair(Seat.E)), Eye("kibitzer")):
        sent = wire.encode((live.table.room(eye), live.table.done))
        assert b'"chooser":"N"' in sent  # the choice is told
        assert not set(shown(sent))


@pytest.mark.rule("P-3.9.14.4")
def test_a_proof_is_shown_once_the_cards_lie_open() -> None:
    live = played(SIX)
    live.does(Seat.E, "expose:E:SA,ST,CJ,C8,DJ,D7,HJ,H9,H8,H7")
    live.calls(Seat.N, live.n())
    call = live.table.bench.pending
    assert call is not None
    assert call.ruling.proof is not None
    hidden = [CardSet(live.state.holding(Seat.S)), CardSet(live.state.holding(Seat.E))]
    for eye in (Eye("player", live.chair(Seat.N)), Eye("kibitzer")):
        told = wire.encode((live.table.room(eye), live.table.done)).decode()
        assert "positions" not in told
        assert str(hidden[0]) not in told
    live.chooses(Seat.S, next(n for n, one in enumerate(call.ruling.branches) if one.effects[0].token == "rest=E"))  # noqa: S105 - an effect
    ruled = bench(live, Seat.N)["ruled"]
    assert isinstance(ruled, list)
    assert ruled[0]["proof"]["positions"]


def test_a_kibitzer_sees_the_ruling_and_calls_nothing() -> None:
    live = pending()
    told = json.loads(wire.encode(live.table.snap(Eye("kibitzer"))))
    assert told["room"]["bench"]["pending"]["asked"] == [live.chair(Seat.E)]
    assert told["view"]["possible"] == told["view"]["legal"] == []
    assert refused(live.table.act(None, ArbiterCalled(9, live.table.bench.pending.ruling), 0))[0] == "not_player"  # type: ignore[union-attr]  # he is called


# --- what is taken back by consent -----------------------------------------------------------------------------


@pytest.mark.rule("PE-5.4.22")
def test_a_card_is_taken_back_by_the_consent_of_all_where_that_is_agreed() -> None:
    live = played(f"{SIX} ST")
    ask = ProposalMade(Undo(9))
    assert refused(live.table.act(live.chair(Seat.E), ask, 0)) == ("not_agreed", "PE-5.4.22")
    agreed = game("preferans").agree("sochi", {"table.undo": "unanimous"}, 3)
    lot = live.log[0]
    live = Live(Table.open(msgspec.structs.replace(setup(humans=3), conventions=agreed)).after(lot), (lot,))
    live = dealt(live, CARDS)
    live.goes(f"{SIX} ST")
    assert refused(live.table.act(live.chair(Seat.S), ask, 0)) == ("not_yours", "PE-5.4.22")
    assert refused(live.table.act(live.chair(Seat.E), ProposalMade(Undo(8)), 0)) == ("not_now", "PE-5.4.22")
    live.takes(live.table.act(live.chair(Seat.E), ask, 0))
    live.goes("S8")  # the game goes on, and nothing more is proposed
    gone = live.table.consent
    assert gone.proposal is None
    live.takes(live.table.act(live.chair(Seat.S), ProposalMade(Undo(10)), 0))
    asked = live.table.consent.proposal
    assert asked is not None
    for chair in asked.asked:
        live.takes(live.table.act(chair, ProposalAnswered(asked.n, yes=True), 0))
    assert live.table.duty == Duty("amend")
    step = live.takes(live.table.amend(0))
    assert json.loads(step.entry.body)["laws"] == ["PE-5.4.22"]
    assert live.state.turn is Seat.S
    assert live.state.trick == (Card.ST,)
    assert Card.S8 in live.state.view(Seat.N).hands[Seat.S].known  # everybody has seen it
    ends(live)
    checked(live)


@pytest.mark.rule("PE-5.4.22")
def test_a_call_ends_a_proposal_to_take_back_and_waits_for_one_that_is_agreed() -> None:
    told = {"pool_target": 4, "table.irregularities": "rule", "table.undo": "unanimous"}
    agreed = msgspec.structs.replace(judged(), conventions=game("preferans").choose("sochi", told, 3))
    lot = Entry(1, 0, "lot", None, None, wire.encode(LOT).decode())
    live = dealt(Live(Table.open(agreed).after(lot), (lot,)), CARDS)
    live.goes(SIX)
    live.does(Seat.S, "DK")
    before, log = live.table, list(live.log)
    live.takes(live.table.act(live.chair(Seat.S), ProposalMade(Undo(9)), 0))
    live.calls(Seat.E, 9)
    called = live.table
    assert called.consent.proposal is None
    refusal = called.act(live.chair(Seat.S), ProposalMade(Undo(9)), 0)
    assert refused(refusal) == ("not_now", "PE-5.4.22")
    live.chooses(Seat.E, 2)
    assert live.table.bench.ruled[0].chosen == 2
    checked(live)
    other = Live(before, tuple(log))
    other.takes(other.table.act(other.chair(Seat.S), ProposalMade(Undo(9)), 0))
    asked = other.table.consent.proposal
    assert asked is not None
    for chair in asked.asked:
        other.takes(other.table.act(chair, ProposalAnswered(asked.n, yes=True), 0))
    assert refused(other.hears(Seat.E, 9)) == ("pending", "P-0.7")
    other.settles()
    assert refused(other.hears(Seat.E, 9))[0] == "already"
    checked(other)


# --- bots ------------------------------------------------------------------------------------------------------


def test_a_bot_calls_for_what_its_own_view_proves_and_not_against_its_own_side() -> None:
    live = played(f"{SIX} C8 CT CQ DT")
    live.takes(live.table.act(None, Hold(live.chair(Seat.S)), 0))  # a bot has the seat of S
    live.does(Seat.E, "H7")
    table = live.table
    assert called_by_bot(table, table.course, table.bench) is None  # nobody can know it yet
    for token in ("DK", "C9", "S7", "CJ", "D8", "D7"):
        state = live.state
        assert state.actor is not None
        place = live.table.names.index(state.actor.value)
        live.takes(live.table.decide(place, game("preferans").parse(token), 0))
    table = live.table
    assert called_by_bot(table, table.course, table.bench) == (table.names.index("S"), 13)
    live.calls(Seat.S, 13)
    assert called_by_bot(live.table, live.table.course, live.table.bench) is None
    whister = played(SIX)
    whister.takes(whister.table.act(None, Hold(whister.chair(Seat.N)), 0))
    whister.does(Seat.S, "DK")
    assert called_by_bot(whister.table, whister.table.course, whister.table.bench) is None  # they whist together
    whister.takes(whister.table.act(None, Hold(whister.chair(Seat.E)), 0))
    assert called_by_bot(whister.table, whister.table.course, whister.table.bench) == (1, 9)


def test_a_revoke_makes_a_bot_forget_that_void_alone() -> None:
    live = played(f"{SIX} C8 CT CQ DT")
    live.does(Seat.E, "H7")
    live.goes("DK C9 S7 CJ D8 D7")
    view = live.state.view(Seat.S)
    assert isinstance(view, View)
    _, voids = fallen(view, 3)
    assert not voids[Seat.E] & mask_of([Card.DJ])  # he has shown a diamond after all
    assert voids[Seat.N] & mask_of([Card.CA])  # the void of another is as true as ever


# --- the hearing -----------------------------------------------------------------------------------------------


def to_its_end(live: Live) -> None:
    """The people play any cards to the end of the deal."""
    while live.table.running:
        assert live.state.actor is not None
        live.does(live.state.actor, live.state.legal()[0].token)


@pytest.mark.rule("P-3.9.17", "P-3.9.16.2")
def test_a_revoke_is_called_after_the_last_card_and_the_deal_is_written_anew() -> None:
    live = played(f"{SIX} ST S8 HK")
    entry = live.n()
    to_its_end(live)
    written = live.table.progress.match
    assert (live.table.course.deals, live.table.course.hearing is None, len(written.history)) == (1, False, 1)
    assert [said.n for said in live.table.snap(Eye("player", live.chair(Seat.E))).log][-1] == live.n()
    live.calls(Seat.E, entry)
    live.chooses(Seat.E, 0)
    assert (live.table.course.deals, live.table.running, live.table.last) == (0, True, None)
    assert live.table.progress.match.history == ()
    checked(live)
    live.does(Seat.N, "S7")
    to_its_end(live)
    assert (live.table.course.deals, len(live.table.progress.match.history)) == (1, 1)
    assert live.table.progress.match != written
    kept = Fold(Table.open(live.table.setup), 0)  # past deals have it once, as it ended at last
    kept.go_on(live.log)
    assert [deal.end.progress.match for deal in kept.deals] == [live.table.progress.match]
    checked(live)
    assert refused(live.hears(Seat.E, entry))[0] in {"already", "not_seen"}


@pytest.mark.rule("P-3.9.17")
def test_nothing_else_is_heard_after_the_last_card_and_nothing_once_the_next_cards_come() -> None:
    live = played(f"{SIX} ST S8 HK")
    entry = live.n()
    live.does(Seat.S, "DK")  # a card out of turn
    other = live.n()
    live.calls(Seat.E, other)
    live.chooses(Seat.E, 0)
    to_its_end(live)
    assert refused(live.hears(Seat.E, other))[0] == "already"
    while not live.table.running:
        live.takes_own()
    assert refused(live.hears(Seat.E, entry))[0] == "late"
    old = msgspec.structs.replace(live.table.setup.conventions, edition=1)
    assert old.edition < live.table.setup.conventions.edition


@pytest.mark.rule("B-LAW-REVOKE-4")
def test_a_revoke_of_bridge_is_settled_after_the_last_card() -> None:
    live = Live.opened(rubber())
    live.goes("1NT pass pass pass")
    wrong: list[Event] = []
    while not wrong:  # the first defender who can fail to follow does not
        actor, view = live.state.actor, live.state.view(live.state.actor)
        assert actor is not None
        plain = live.state.plain
        assert isinstance(plain, bridge.State)
        assert plain.declarer is not None
        defends = live.state.turn is actor and actor.position % 2 != plain.declarer.position % 2
        wrong = [live.state.judging.word(card.text) for card in view.reasons] if defends else []
        live.takes(live.tries(actor, wrong[0] if wrong else live.state.legal()[0]))
    entry, offender = live.n(), live.table.course.running[-1].seat
    assert offender is not None
    to_its_end(live)
    before = live.table.progress.match.history[-1]
    live.calls(tuple(Seat)[(offender.position + 1) % 4], entry)
    live.takes_own()  # the deal's shares are shown first
    live.settles()
    assert live.table.bench.pending is None
    after = live.table.progress.match.history[-1]
    assert (len(live.table.progress.match.history), live.table.course.deals) == (1, 1)
    assert after != before
    assert live.table.last is not None
    kept = Fold(Table.open(live.table.setup), 0)
    kept.go_on(live.log)
    assert [deal.end.progress.match for deal in kept.deals] == [live.table.progress.match]
    checked(live)


# --- open cards ------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-3.9.14", "P-3.9.14.2")
def test_an_open_card_is_demanded_of_the_declarer_and_waits_at_a_whister() -> None:
    live = played(f"{SIX} C8 CT CQ")
    live.does(Seat.E, "D7")  # N is on lead
    live.calls(Seat.S, live.n())
    ruled = live.n()
    live.does(Seat.N, "DT")
    assert {event.token for event in live.state.legal()} == {"D7", "DJ"}  # it waits for a demand
    live.calls(Seat.S, ruled)
    call = live.table.bench.pending
    assert call is not None
    demand = next(
        n
        for n, branch in enumerate(call.ruling.branches)
        if branch.chooser == "S" and branch.effects == (Demanded(Seat.E, Card.D7),)
    )
    live.chooses(Seat.S, demand)
    assert {event.token for event in live.state.legal()} == {"D7"}
    checked(live)


@pytest.mark.rule("P-3.9.14")
def test_the_declarer_lets_a_whisters_open_card_wait_trick_after_trick() -> None:
    live = played(SIX)
    live.does(Seat.S, "DK")  # E is on lead
    live.calls(Seat.E, live.n())
    live.chooses(Seat.E, 1)
    ruled = live.n()
    live.does(Seat.E, "DJ")
    assert {event.token for event in live.state.legal()} == {"DK"}
    live.calls(Seat.E, ruled)
    call = live.table.bench.pending
    assert call is not None
    assert {branch.chooser for branch in call.ruling.branches} == {"E"}
    live.chooses(Seat.E, next(n for n, one in enumerate(call.ruling.branches) if one.effects == (Spared(Seat.S),)))
    assert {event.token for event in live.state.legal()} == {"D9", "DK"}
    assert live.table.bench.no_call(ruled, live.chair(Seat.E), live.table) is None  # the next trick has its own word
    checked(live)
