"""Evenings at tables that rule on errors: no frame tells an error that nobody has seen, nor a card that nobody has shown.

A witness says from the rulebook and the log who may have seen which card. Everything else is dealt anew: the same evening
with other hidden cards must send the same frames, byte for byte and as many. After each revoke that a viewer cannot know there
is a twin table besides, where the offender held no card that he should have played, so that nobody has erred there.
`make test-all` has 1,000 evenings of the three games, `make test` a few.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from kozyr.cards import Card, CardSet, Seat
from kozyr.club import wire
from kozyr.club.table.judging import incident
from kozyr.club.table.part import Eye
from kozyr.club.table.setup import Setup
from kozyr.club.table.table import Step, Table
from kozyr.deals import Layout
from kozyr.games import Amendment, Deal, Entry as GameEntry, Event, Play, game
from kozyr.games.deberts import Outcome as DebertsOutcome
from kozyr.games.refusal import Refusal
from kozyr.store import Entry
from tests.judged import evening, judged, party, rubber
from tests.longer import longer
from tests.witness import Viewer, Witness, of as witness_of

_CARD = re.compile(r'"([SHDC][2-9TJQKA])"')
_SENT = re.compile(rb'"([SHDC][2-9TJQKA])"')
KINDS = {"event", "forced"}
BLIND = {"pool_target": 1, "table.irregularities": "rule", "blind.pass": True, "blind.bid": True, "blind.misere": True}
EVENINGS = {
    "sochi": judged("sochi", pool=1),
    "classic": judged("classic", pool=1),
    "four": judged("sochi", 4, humans=4, pool=1),
    "blind": replace(judged(), conventions=game("preferans").agree("sochi", BLIND, 3)),
    "bridge": rubber(),
    "deberts": party(),
}
PARTS, EACH = 4, 42  # 42 evenings a part of each of six tables: 1,008


@dataclass
class Watched:
    """A deal that runs. before: the table as it was to be dealt. witness: who may have seen what since."""

    before: Table
    witness: Witness
    steps: list[Step] = field(default_factory=list)

    @property
    def table(self) -> Table:
        """The table now."""
        return self.steps[-1].table


def event_of(table: Table, entry: Entry) -> Event | None:
    """The event of an entry; None: it is an act of somebody."""
    return table.setup.rules.decoder.decode(entry.body) if entry.kind in KINDS else None


def watched(setup: Setup, seed: int) -> Iterator[Watched]:
    """The deals of an evening as they run, after each entry."""
    before, at, deal = Table.open(setup), 0, None
    for live in evening(setup, seed, errors=0.08, revokes=0.15):
        for entry in live.log[at:]:
            after = before.after(entry)
            event = event_of(before, entry)
            if isinstance(event, Deal):
                deal = Watched(before, witness_of(setup.game))
            if deal is not None:
                deal.steps.append(Step(before, entry, after))
                if event is not None and not isinstance(event, Amendment):
                    was, seat = before.progress, None if entry.seat is None else Seat(entry.seat)
                    deal.witness.watch(GameEntry(was.entries + 1, seat, event), was, after.progress)
                deal = deal if after.running else None
            before = after
            if deal is not None:
                yield deal
        at = len(live.log)


def viewers(table: Table) -> tuple[Viewer, ...]:
    """Whoever sits in the running deal, and a kibitzer."""
    state = table.progress.state
    assert state is not None
    return (*state.terms.seats, None)


def eye_of(table: Table, viewer: Viewer) -> Eye:
    """As whom he looks."""
    state = table.progress.state
    assert state is not None
    return (
        Eye("kibitzer") if viewer is None else Eye("player", table.order[table.names.index(state.terms.name(viewer))])
    )


def frame(step: Step, eye: Eye) -> bytes:
    """What is sent of a step."""
    return wire.encode(step.ev(eye))


def anew(deal: Watched, viewer: Viewer, chance: random.Random) -> dict[Card, Card]:
    """Another place for each card that a viewer has not seen, and everybody of those who hold it."""
    hidden = [card for card in deal.table.setup.rules.pack.cards if card not in deal.witness.seen[viewer]]
    if chance.random() < 0.5:  # few cards: more of what has happened is then possible
        hidden = chance.sample(hidden, min(len(hidden), 3))
    mixed = hidden[:]
    chance.shuffle(mixed)
    return dict(zip(hidden, mixed, strict=True))


def twin(deal: Watched, other: dict[Card, Card]) -> list[Step] | None:
    """The same deal with other hidden cards; None: not even a hand could have done one of these things."""
    table, steps = deal.before, []
    for step in deal.steps:
        entry, event = step.entry, event_of(table, step.entry)
        if isinstance(event, Deal):
            old = Layout.parse(event.cards)
            held = [(seat, old.hands[seat.position]) for seat in Seat]
            hands = [
                (seat, CardSet.of(other.get(card, card) for card in hand)) for seat, hand in held if hand is not None
            ]
            early = [None if six is None else CardSet.of(other.get(card, card) for card in six) for six in old.first]
            made_anew = Layout.of(hands, [other.get(card, card) for card in old.rest])
            event = Deal(str(Layout(made_anew.hands, made_anew.rest, (early[0], early[1], early[2], early[3]))))
        elif event is not None:  # a discard that others have not seen has other cards
            text = _CARD.sub(lambda found: f'"{other.get(Card(found[1]), Card(found[1])).text}"', entry.body)
            event = table.setup.rules.decoder.decode(text)
        if event is None:
            try:
                made: object = Step(table, entry, table.after(replace(entry, seq=table.seq + 1)))
            except ValueError:
                return None
        else:
            seat = None if entry.seat is None else Seat(entry.seat)
            made = table._event(event, seat, 0, None, by_hand=True)
        if not isinstance(made, Step):
            return None
        steps.append(made)
        table = made.table
    return steps


def owed(step: Step) -> list[Card] | None:
    """The cards of which one should have been played in a step; None: it was no card, or none against the rules."""
    state, event = step.before.progress.state, event_of(step.before, step.entry)
    if state is None or not isinstance(event, Play) or state.actor is None or state.turn is None:
        return None
    reasons, hand = state.plain.view(state.plain.actor).reasons, CardSet(state.holding(state.turn))
    return [card for card in hand if card not in reasons] if event.card in hand and event.card in reasons else None


def innocent(deal: Watched, step: Step, viewer: Viewer, chance: random.Random) -> dict[Card, Card] | None:
    """Other cards, with which a revoke was none: what was owed changes places with cards of others.

    None: the viewer has seen one of the cards owed, or there are not enough others.
    """
    due, seen, event = owed(step), deal.witness.seen[viewer], event_of(step.before, step.entry)
    state = step.before.progress.state
    if not due or state is None or state.turn is None or seen & set(due) or not isinstance(event, Play):
        return None
    own, suits = CardSet(state.holding(state.turn)), {card.suit for card in due}
    rest = [
        card
        for card in deal.table.setup.rules.pack.cards
        if card not in seen and card not in own and card.suit not in suits and card.suit is not state.trump
    ]
    if len(rest) < len(due):
        return None
    chance.shuffle(rest)
    pairs = list(zip(due, rest, strict=False))
    return {**dict(pairs), **{other: card for card, other in pairs}}


def judge(setup: Setup, seed: int, counts: Counter[str]) -> None:
    """One evening: the cards in every frame of a viewer, and one twin a deal."""
    chance = random.Random(seed)
    again = -1  # after how many entries of this deal the cards are dealt anew
    for deal in watched(setup, seed):
        if len(deal.steps) == 1:
            again = chance.randrange(*((4, 24) if setup.game == "deberts" else (8, 60)))
        step, table = deal.steps[-1], deal.table
        revoked = owed(step) is not None
        told = revoked or step.entry.kind == "forced" or '"ruled"' in step.entry.body
        if told or chance.random() < (0.4 if setup.game == "deberts" else 0.05):  # its deals are short
            for viewer in chance.sample(viewers(table), 2):
                eye = eye_of(table, viewer)
                sent = frame(step, eye) + wire.encode((table.snap(eye).log, table.room(eye)))
                cards = {Card(found.decode()) for found in _SENT.findall(sent)}
                assert cards <= deal.witness.seen[viewer], (seed, step.entry, viewer)
                counts["frames"] += 1
        if len(deal.steps) == again:
            viewer = chance.choice(viewers(table))
            for _ in range(2):
                same(deal, viewer, anew(deal, viewer, chance), counts)
        if revoked or len(deal.steps) == again:
            unerring(deal, chance, counts)


def unerring(deal: Watched, chance: random.Random, counts: Counter[str]) -> None:
    """A twin table in which the last revoke was none, for each viewer who cannot know that it was one."""
    at = next((n for n in reversed(range(len(deal.steps))) if owed(deal.steps[n]) is not None), None)
    if at is None:
        return
    for viewer in viewers(deal.table):
        for _ in range(3):
            other = innocent(deal, deal.steps[at], viewer, chance)
            steps = None if other is None else same(deal, viewer, other, counts)
            if steps is not None and owed(steps[at]) is None:
                counts["without"] += 1
                break


def baited(steps: list[Step]) -> Seat | None:
    """Who has been found out at deberts by what his opponent holds and has seen: that ends the deal (D-BAIT-5).

    His opponent must find the same with other hidden cards; anybody else sees only that the deal is over.
    """
    before, last = steps[0].table.progress.state, steps[-1].table.last
    outcome = last.outcome if last is not None and not steps[-1].table.running else None
    if before is None or not isinstance(outcome, DebertsOutcome) or outcome.bait is None:
        return None
    return before.terms.seat(outcome.bait)


def same(deal: Watched, viewer: Viewer, cards: dict[Card, Card], counts: Counter[str]) -> list[Step] | None:
    """Other hidden cards are nothing to a viewer: the same frames, and the same answer to a call of the arbiter.

    The table waits for the same too. The result is the twin, or None: it could not have happened so.
    """
    steps = twin(deal, cards)
    counts["tried"] += 1
    if steps is None or ((proved := baited(steps)) is not None and (viewer is None or proved is viewer)):
        return None
    counts["twins"] += 1
    counts["differ"] += [owed(step) is None for step in deal.steps] != [owed(step) is None for step in steps]
    eye, table, other = eye_of(deal.table, viewer), deal.table, steps[-1].table
    for first, second in zip(deal.steps, steps, strict=True):
        assert frame(first, eye) == frame(second, eye), (first.entry, second.entry, viewer)
        assert first.table.duty == second.table.duty, (first.entry, second.entry)
    assert wire.encode(table.snap(eye)) == wire.encode(other.snap(eye))
    # At deberts an opponent names an offence before anything proves it, and is told whether it was one (D-BAIT-5).
    if viewer is not None and table.setup.game != "deberts":
        for happened in table.course.running:
            found = [incident(table.setup.game, one.course, happened.n, viewer) for one in (table, other)]
            refused = [answer if isinstance(answer, Refusal) else None for answer in found]
            assert refused[0] == refused[1], (happened, viewer)
    return steps


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("sochi", 2),
        ("classic", 15),  # a contract lower than the least of its series is named, and nobody calls the arbiter
        *longer(("four", 2), ("blind", 2)),
        ("bridge", 2),
        ("deberts", 3),  # a trump that was kept proves a revoke, whichever card was owed
    ],
)
def test_no_frame_of_an_evening_tells_what_its_reader_has_not_seen(name: str, seed: int) -> None:
    counts: Counter[str] = Counter()
    judge(EVENINGS[name], seed, counts)
    assert counts["frames"] > 5
    assert counts["twins"]


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", EVENINGS)
def test_no_frame_of_a_thousand_evenings_tells_what_its_reader_has_not_seen(name: str, part: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(EACH * part, EACH * part + EACH):
        judge(EVENINGS[name], seed, counts)
    print(name, part, dict(counts))  # noqa: T201 - what was looked at, for whoever runs it by hand
    assert counts["frames"] > 1_000
    assert counts["twins"] > 100
    assert counts["differ"] > 5  # an error in one of them is none in the other
    assert counts["without"] > 5  # nobody has erred there
