"""Who may have seen which card: told from the rulebook and the log, not from the views that it is to judge."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import msgspec

from kozyr.cards import Card, CardSet, Seat
from kozyr.games import Deal, Entry, Progress
from kozyr.games.deeds import Exposed, TalonTouched
from kozyr.games.judged import Judged
from kozyr.games.rulings import Opened, Ruled
from tests.games import folder

Viewer = Seat | None


class Witness:
    """What each viewer may have seen of the running deal."""

    def __init__(self) -> None:
        self.seen: dict[Viewer, set[Card]] = {viewer: set() for viewer in (*Seat, None)}
        self.over = False

    def all(self, cards: object) -> None:
        """Everybody sees these cards."""
        for viewer in self.seen:
            self.one(viewer, cards)

    def one(self, viewer: Viewer, cards: object) -> None:
        """One viewer sees them."""
        self.seen[viewer] |= set(found(cards))

    def watch(self, entry: Entry, before: Progress, after: Progress) -> None:
        """Something has happened, a deed or a ruling perhaps."""
        event, now = entry.event, after.state
        if isinstance(event, Exposed):
            for viewer in (*event.to, event.of) if event.to else self.seen:
                self.one(viewer, event.cards)
        if isinstance(event, TalonTouched) and before.state is not None:
            closed = CardSet(before.state.judging.closed)
            self.all(closed) if event.how == "opened" else self.one(entry.seat, closed)
        if isinstance(event, Ruled):
            for effect in event.effects:
                if isinstance(effect, Opened):
                    self.all(effect.cards)
        self.follow(entry, plainly(before), plainly(after))
        if isinstance(now, Judged) and now.phase == "play" and now.turn is not None:
            self.one(now.actor, CardSet(now.holding(now.turn)))  # nobody plays cards that he does not see

    def follow(self, entry: Entry, before: Progress, after: Progress) -> None:
        """Something has happened in the game itself."""
        raise NotImplementedError


def plainly(progress: Progress) -> Progress:
    """The progress without what stands over the play."""
    state = progress.state
    return progress if state is None else msgspec.structs.replace(progress, state=state.plain)


def of(game: str) -> Witness:
    """The witness of a game, in the folder of its tests."""
    made: Witness = import_module(f"tests.{folder(game)}.witness").WITNESS()
    return made


_PARTS = (tuple, list, set, frozenset, dict, CardSet, Deal, Iterator)
_FIELDS: dict[type, tuple[str, ...]] = {}  # of a struct; the terms tell no card. Nothing of what has no parts


def found(value: object) -> Iterator[Card]:
    """All cards inside a value, however deep."""
    left: list[Any] = [
        value
    ]  # no calls and no isinstance: half a million views are looked through in a run of the tests
    while left:
        one = left.pop()
        kind = type(one)
        if kind is Card:
            yield one
        elif kind is tuple or kind is list or kind is set or kind is frozenset:
            left += one
        elif kind is CardSet:
            yield from one
        elif kind is dict:
            left += one.keys()
            left += one.values()
        elif kind is Deal:
            yield from of_deal(one)
        else:
            fields = _FIELDS.get(kind)
            if fields is None:
                assert not issubclass(kind, _PARTS), f"how to look through {kind}?"
                fields = _FIELDS[kind] = tuple(f for f in getattr(kind, "__struct_fields__", ()) if f != "terms")
            left += [getattr(one, name) for name in fields]


def of_deal(deal: Deal) -> Iterator[Card]:
    """The cards that a deal's text names, hidden ones apart."""
    for word in deal.cards.partition(":")[2].replace("/", " ").split():
        if "." in word:
            yield from CardSet.parse(word)
        elif word in Card.__members__:
            yield Card(word)
