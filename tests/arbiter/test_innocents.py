"""No innocent is worse off than before the infraction: endings of at most four cards, every claim made, every moment searched.

What an innocent can be sure of, in points, is computed by a search of the tests' own that knows duties
(tests.arbiter.exhaustive), before the infraction and after the ruling; where a law leaves the play as it is, the same cards are
played out with it and without.
"""

import copy
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

import pytest

from kozyr.arbiter import incidents, rule
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.laws.preferans import LAWBOOK
from kozyr.cards import Card, CardSet, Seat
from kozyr.games import AnyState, Event
from kozyr.games.deeds import LookedAt
from kozyr.games.preferans import Contract, Pulka, State
from kozyr.games.preferans.words import PLAYS
from kozyr.games.refusal import Refused
from kozyr.games.rulings import Resulted, Ruled
from tests.arbiter import exhaustive
from tests.arbiter.exhaustive import Table as Ending
from tests.arbiter.test_random import Table
from tests.conftest import LONG

SEEDS = 2000
SHORT = 24  # of them in `make test`
CARDS = 4  # a hand
PRESETS = ("sochi", "leningrad", "rostov", "classic")  # the codex: the club's laws hear no claims

# In points, all of them. Sides are what the play makes of them: a defender is bound by his partner's fault (P-3.9.14.1), and what
# the partners have of each other is not promised.
PROMISED = {
    "P-3.9.11.2", "P-3.9.12", "P-3.9.14", "P-3.9.14.1", "P-3.9.14.2", "P-3.9.14.3", "P-3.9.14.4", "P-3.9.15", "P-3.9.16",
    "P-3.9.16.1", "P-3.9.16.2", "P-3.9.18",
}  # fmt: skip
# Laws of the play that do not promise it. The laws of the deal, the auction, the talon and the sheet lie outside.
NOT_PROMISED = {
    "P-3.9.11": "a frame for those below it",
    "P-3.9.11.1": "everybody has agreed to show the trick: nothing is made good",
    "P-3.9.14.5": "a deadline: the trick stands as it was played, whoever it hurts",
    "P-3.9.17": "a deadline: what is written stands",
    "P-3.9.8": "one's own last trick may be looked at",
    "P-3.9.13": "a remark is warned of, and takes nothing",
    "P-3.9.19": "to ask whether a hand is void is allowed",
    "P-3.9.20": "an outsider's advice: a lead is dictated, and the law asks for no more",
    "P-3.9.21": "the last trick is not punished",
    "P-3.8.5.1b": "the declarer has one of two results by lot, perhaps the worse one",
    "PC-4.7.12": "the club's wording of P-3.9.11.2",
    "PC-4.7.13": "the club's wording of P-3.9.12",
    "PC-4.7.15": "the club hears no claim of damage in an all-pass",
    "PC-4.7.16": "in the club a card that was shown is not open",
    "PC-4.7.17": "the club's wording of P-3.9.16",
    "PC-4.7.18": "the club's deadline",
    "PC-4.7.19": "the club's wording of P-3.9.18",
    "PE-5.4.11": "a warning",
    "PE-5.4.11b": "a ground of the warning",
    "PE-5.4.14": "a deadline",
    "PE-5.5.5": "a ground of P-3.9.20",
}


@pytest.mark.rule("P-3.9.12")
def test_every_law_of_the_play_promises_it_or_has_a_reason() -> None:
    play = {law for law in LAWBOOK if law.startswith(("P-3.9", "P-3.8", "PC-4.7", "PE-5"))}
    assert play == PROMISED | set(NOT_PROMISED)
    assert not PROMISED & set(NOT_PROMISED)


def endings(only: str = "") -> Iterator[Table]:
    """A deal of each seed, as far as its last two to four cards; all seeds in the long form. only: what is played."""
    for seed in range(SEEDS if LONG else SHORT):
        exhaustive.forget()
        chance = random.Random(f"innocent {seed}")
        table = Table(PRESETS[seed % len(PRESETS)], 3, chance)
        table.deal()
        kind = only or ("allpass", "misere", "tricks", "tricks")[seed // len(PRESETS) % 4]
        while table.state is not None and table.state.now is not None and table.state.phase != "play":
            wanted = {"allpass": "pass", "misere": "misere"}.get(kind, "whist")
            legal = table.state.legal()
            event = next((one for one in legal if one.token == wanted), chance.choice(legal))
            table.add(event, table.state.actor)
        size = chance.randint(2, CARDS)
        while playing(table) and (len(deal(table).history) < 10 - size or chance.random() < 0.3):
            table.moves()
        if playing(table):
            yield table


def playing(table: Table) -> bool:
    """Whether a card is to be played."""
    return table.state is not None and table.state.now is not None and table.state.phase == "play"


def deal(table: Table) -> State:
    """The running deal without what stands over its play."""
    assert table.state is not None
    assert isinstance(table.state.plain, State)
    return table.state.plain


def ruled(table: Table, incident: AnyIncident) -> list[tuple[str, Table]]:
    """Each branch: who may choose it, and the table after it."""
    found: list[tuple[str, Table]] = []
    ruling = rule(table.record, len(table.record.entries), incident)
    for n, branch in enumerate(ruling.branches):
        after = copy.copy(table)
        after.add(ruling.event(n), None)
        found.append((branch.chooser, after))
    return found


def results(table: Table) -> Mapping[str, Fraction]:
    """What each player has."""
    assert isinstance(table.now.match, Pulka)
    return table.now.match.results


def judged(table: Table) -> AnyState:
    assert table.state is not None
    return table.state


def wrong_card(table: Table, seat: Seat) -> Card | None:
    """A card of the seat that may not be played now."""
    state = judged(table)
    by = state.actor if seat is state.turn else seat
    cards = [card for card in CardSet(state.holding(seat)) if state.why_not(PLAYS[card], by) is not None]
    cards = [card for card in cards if state.possible(PLAYS[card], by)]
    return table.chance.choice(cards) if cards else None


def errs(table: Table, seat: Seat, card: Card) -> tuple[Table, int]:
    """The table after a card against the rules, and the number of its entry."""
    after, state = copy.copy(table), judged(table)
    after.add(PLAYS[card], state.actor if seat is state.turn else seat, forced=True)
    return after, len(after.record.entries)


def check(before: Table, offender: Seat, after: list[tuple[str, Table]]) -> None:
    """Whoever may choose finds a branch in which no innocent side is worse off than before, in points and by the search.

    In a contract and at misère the sides are two: the whole table plays for nought, so what a declarer can be sure of is
    what his opponents can be made to pay. In an all-pass everybody is a side.
    """
    assert after
    state = deal(before)
    if state.declarer is None:
        for seat in state.terms.hands:
            if seat is not offender:
                assert max(sure(one, seat, before) for _, one in after) >= sure(before, seat, before), (
                    before.record.entries
                )
        return
    was = sure(before, state.declarer, before)
    values = [sure(one, state.declarer, before) for _, one in after]
    if offender is state.declarer:
        assert min(values) <= was, before.record.entries
    else:
        assert max(values) >= was, before.record.entries


def sure(table: Table, seat: Seat, before: Table) -> Fraction:
    """The points of which a seat can be sure, whatever the others play; before: the table before the infraction."""
    ended = [len(one.now.match.history) for one in (table, before) if isinstance(one.now.match, Pulka)]
    if ended[0] > ended[1]:
        return results(table)[seat.value]
    ending, seats = Ending.of(judged(table))
    pays = {way: points(table, seats, way)[seat.value] for way in exhaustive.every_way(ending)}
    return exhaustive.payoff(ending, seats.index(seat), pays)


@pytest.mark.rule("P-3.9.14", "P-3.9.14.1", "P-3.9.14.2", "P-3.9.15", "P-3.9.16", "P-3.9.16.1", "P-3.9.16.2")
def test_cards_against_the_rules_hurt_no_innocent() -> None:
    count = Counter[str]()
    for table in endings():
        state = deal(table)
        if len(state.history) == 9:
            continue
        for seat in state.terms.hands:
            card = wrong_card(table, seat)
            if card is None:
                continue
            after, entry = errs(table, seat, card)
            if seat is not state.turn:
                if state.declarer is None:
                    continue  # P-3.9.14.3 has a test of its own
                branches = ruled(after, incidents.PlayedOutOfTurn(entry=entry))
                # The choice to play on is left aside: the others must do.
                mended = [one for one in branches if one[1].record.entries[-1].event.token.count("play-on") == 0]
                check(table, seat, mended)
                count["out of turn"] += 1
                continue
            check(table, seat, ruled(after, incidents.Revoke(entry=entry)))
            count["revoke in time"] += 1
            closed = len(deal(after).history)
            while playing(after) and (len(deal(after).history) < closed + 2 or not deal(after).trick):
                if len(deal(after).history) == 9:
                    break
                after.moves()
            if playing(after) and len(deal(after).history) > len(state.history) + 1:
                check(table, seat, ruled(after, incidents.Revoke(entry=entry)))
                check(table, seat, ruled(after, incidents.Revoke(entry=entry, replayable=False)))
                count["revoke later"] += 1
    assert min(count[kind] for kind in ("out of turn", "revoke in time", "revoke later")), count


@pytest.mark.rule("P-3.9.14.4", "P-3.9.15")
def test_cards_shown_hurt_no_innocent() -> None:
    claims = 0
    for table in endings():
        state = deal(table)
        seat = table.chance.choice(state.terms.hands)
        cards = tuple(CardSet(state.holding(seat)))
        if not cards:
            continue
        check(table, seat, ruled(table, incidents.CardsShown(seat=seat, cards=cards[:1])))
        if state.declarer is None or (state.contract is Contract.MISERE and seat is not state.declarer):
            continue  # who claims all the rest there hurts himself alone
        innocent = [one for one in state.terms.hands if one is not seat and state.declarer in {one, seat}]
        choosers = {state.terms.name(one) for one in innocent}
        branches = ruled(table, incidents.CardsShown(seat=seat, claim=True))
        check(table, seat, [one for one in branches if one[0] in choosers])
        claims += 1
    assert claims


@pytest.mark.rule("P-3.9.14.3")
def test_in_an_all_pass_every_proved_damage_is_made_good() -> None:
    """In points: what an innocent could be sure of before the infraction he has after it, all claims made."""
    heard = compensated = 0
    for table in endings("allpass"):
        state = deal(table)
        if state.declarer is not None or len(state.history) == 9:
            continue
        match = table.now.match
        assert isinstance(match, Pulka)
        ending, seats = Ending.of(judged(table))
        pays = {way: points(table, seats, way) for way in exhaustive.every_way(ending)}
        offender = next(seat for seat in seats if seat is not state.turn)
        card = wrong_card(table, offender)
        if card is None:
            continue
        after, entry = errs(table, offender, card)
        rest = tuple(exhaustive.tricks_left(ending) * (seat is offender) for seat in seats)
        sensible = exhaustive.ways(ending)
        claims: dict[str, dict[Seat, int]] = {}
        for seat in seats:
            best = max(sensible, key=lambda way: pays[way][seat.value])
            if seat is not offender and pays[best][seat.value] > pays[rest][seat.value]:
                claims[seat.value] = {one: n + state.won[one.position] for one, n in zip(seats, best, strict=True)}
        _, last = ruled(after, incidents.PlayedOutOfTurn(entry=entry, claims=claims))[-1]
        for n, seat in enumerate(seats):
            if seat is not offender:
                mine = {way: has[seat.value] for way, has in pays.items()}
                sure = exhaustive.payoff(ending, n, mine)
                assert results(last)[seat.value] >= sure, table.record.entries
        heard += 1
        compensated += bool(claims)
    assert heard
    assert compensated


def points(table: Table, seats: tuple[Seat, ...], way: tuple[int, ...]) -> Mapping[str, Fraction]:
    """What each player has when the tricks that are left fall so, with all that has been ruled."""
    state, ended = deal(table), copy.copy(table)
    tricks = {seat: n + state.won[seat.position] for seat, n in zip(seats, way, strict=True)}
    ended.add(Ruled(("P-3.9.17",), "arbiter", (Resulted(tricks),)), None)
    return results(ended)


@pytest.mark.rule("P-3.9.11.2", "P-3.9.12", "P-3.9.18")
def test_tricks_looked_at_and_wrong_numbers_hurt_no_innocent() -> None:
    """The same cards are played out with the ruling and without it, and nobody innocent has fewer points with it."""
    count = Counter[str]()
    for table in endings():
        state = deal(table)
        seat = table.chance.choice(state.terms.hands)
        looked = copy.copy(table)
        looked.add(LookedAt(1), seat, forced=True)
        called: list[tuple[Table, AnyIncident]] = [
            (looked, incidents.TrickLookedAt(seat=seat, trick=1)),
            (table, incidents.WrongCount(seats=(seat,))),
        ]
        line = finished(table, table.chance)
        plain = results(line[1])
        for at, incident in called:
            try:
                branches = ruled(at, incident)
            except Refused:  # one who has passed has no number to answer for
                continue
            for _, after in branches:
                for event in line[0]:
                    if playing(after):
                        after.add(event, judged(after).actor)
                for name, has in results(after).items():
                    assert name == seat.value or has >= plain[name], (after.record.entries, seat)
                count[f"{type(incident).__name__} {ending_kind(state)}"] += 1
    assert len(count) == 6, count


def ending_kind(state: State) -> str:
    """What is played: tricks, misère or all-pass."""
    return Ending.of(state)[0].kind


def finished(table: Table, chance: random.Random) -> tuple[list[Event], Table]:
    """Random cards to the end of the deal, and the table after them."""
    after, cards = copy.copy(table), list[Event]()
    while playing(after):
        cards.append(chance.choice(judged(after).legal()))
        after.add(cards[-1], judged(after).actor)
    return cards, after
