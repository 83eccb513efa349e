"""For tests of Kozyr and of programs built on it: random play, and Hypothesis strategies. Needs `hypothesis`.

An extra that no module of the package imports. Random play (`walk`, `dealt`) takes a `random.Random`, so that a seed
repeats it; strategies shrink.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from enum import Enum
from itertools import combinations, product
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

from hypothesis import strategies as st

from kozyr.cards import Card, CardSet, Seat
from kozyr.deals import PREFERANS, Layout, Pack, numbered_deal
from kozyr.games import Amendment, Deal, Entry, Event, Game, Progress, Terms
from kozyr.games.contract import Deed
from kozyr.games.options import Conventions, describe
from kozyr.games.rulings import Ruled

DEALS: Final = 3  # how many deals a drawn match prefix has at most


# ------------------------------------------------------------------ random play


def dealt(pack: Pack, seats: tuple[Seat, ...], chance: random.Random) -> Layout:
    """A uniform deal, the rest in a uniform order; where the game deals in two parts, any cards come first."""
    layout = numbered_deal(chance.randrange(pack.deals), pack, seats)
    rest = tuple(chance.sample(layout.rest, len(layout.rest)))
    if not pack.first:
        return Layout(layout.hands, rest)
    n, e, s, w = (hand and CardSet.of(chance.sample(tuple(hand), pack.first)) for hand in layout.hands)
    return Layout(layout.hands, rest, (n, e, s, w))


def walk(game: Game, start: Progress, chance: random.Random, offers: float = 0.0) -> Iterator[tuple[Entry, Progress]]:
    """Random legal events until the match is over: each as the log keeps it, with the progress after it.

    offers: how often any seat, not only the actor, makes an offer instead, where there is one.
    """
    progress, seq = start, 0
    while progress.state is not None:
        state = progress.state
        seat: Seat | None = state.actor
        event: Event | None = None
        if seat is None:
            event = Deal(str(dealt(game.pack, state.terms.holders, chance)))
        elif offers and chance.random() < offers:
            author = chance.choice(list(Seat))
            offered = state.offers(author)
            if offered:
                seat, event = author, offered[int(chance.random() * len(offered))]
        if event is None:
            legal = state.legal()
            event = legal[int(chance.random() * len(legal))]
        progress = progress.apply(event, seat)
        seq += 1
        yield Entry(seq, seat, event), progress


# ------------------------------------------------------------------ events


def _values(kind: Any, pack: Pack) -> tuple[Any, ...] | None:
    """Everything that a field of an event can be, or None where there is no end to it."""
    if kind is bool:
        return (False, True)
    if kind is Card:
        return pack.cards
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    if kind is int:
        return (0, 1, 2, 3)  # a number of cards
    if kind is str:
        return ("",)  # free text has no end; an event without any is as good
    args = get_args(kind)
    if getattr(kind, "__origin__", None) is tuple and args == (Card, ...):
        pairs = combinations(sorted(pack.cards, key=str), 2)
        return ((), *((card,) for card in pack.cards), *pairs)
    if args and NoneType in args:
        inner = [_values(arg, pack) for arg in args if arg is not NoneType]
        return None if None in inner else (None, *(value for some in inner if some for value in some))
    return None


def universe(game: Game) -> tuple[Event, ...]:
    """Every event of a game with finitely many values: all but deals, claims, deeds, amendments and other free forms.

    Nonsense is among them, as far as it can come over a wire: a bid of all-pass, a discard of one card.
    """
    found: list[Event] = []
    for kind in get_args(game.event):
        if issubclass(kind, (Deal, Deed, Ruled, Amendment)):
            continue
        hints = {name: hint for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__}
        fields = [_values(hint, game.pack) for hint in hints.values()]
        if None not in fields:
            found += [
                kind(**dict(zip(hints, values, strict=True))) for values in product(*(some or () for some in fields))
            ]
    return tuple(found)


# ------------------------------------------------------------------ strategies


def cards(pack: Pack = PREFERANS) -> st.SearchStrategy[Card]:
    """A card of a pack."""
    return st.sampled_from(pack.cards)


def hands(pack: Pack = PREFERANS, size: int | None = None) -> st.SearchStrategy[CardSet]:
    """A set of cards of a pack; size: how many, else any number."""
    least, most = (0, len(pack.cards)) if size is None else (size, size)
    return st.sets(cards(pack), min_size=least, max_size=most).map(CardSet.of)


@st.composite
def layouts(draw: st.DrawFn, pack: Pack = PREFERANS, seats: tuple[Seat, ...] = (Seat.N, Seat.E, Seat.S)) -> Layout:
    """A whole deal of a pack to these seats."""
    layout = numbered_deal(draw(st.integers(0, pack.deals - 1)), pack, seats)
    rest = tuple(draw(st.permutations(layout.rest)))
    if not pack.first:
        return Layout(layout.hands, rest)
    n, e, s, w = (hand and CardSet.of(draw(st.permutations(tuple(hand)))[: pack.first]) for hand in layout.hands)
    return Layout(layout.hands, rest, (n, e, s, w))


def _fits(game: Game, preset: str, changes: dict[str, object], players: int) -> bool:
    """Whether this number of players can agree on these conventions and play."""
    try:
        game.start(game.agree(preset, changes, players=players), players)
    except ValueError:
        return False
    return True


@st.composite
def conventions(draw: st.DrawFn, game: Game, players: int = 3) -> Conventions:
    """A possible agreement of a table: a preset and some changed options without contradictions.

    players: the number of players, which excludes some presets.
    """
    fitting = [name for name in sorted(game.presets) if _fits(game, name, {}, players)]
    preset = draw(st.sampled_from(fitting))
    options = {
        name: row["values"]
        for name, row in describe(game.presets[preset], game.groups).items()
        if isinstance(row["values"], list) and row["values"]
    }
    names = draw(st.lists(st.sampled_from(sorted(options)), unique=True, max_size=6))
    changes: dict[str, object] = {}
    for name in names:
        tried = changes | {name: draw(st.sampled_from(options[name]))}
        if _fits(game, preset, tried, players):  # else this one contradicts another
            changes = tried
    return game.agree(preset, changes, players=players)


def events(game: Game) -> st.SearchStrategy[Event]:
    """An event of a game, likely illegal, and nonsense at times."""
    return st.sampled_from(universe(game))


@st.composite
def progress(
    draw: st.DrawFn, game: Game, agreed: Conventions | None = None, players: int = 3, deals: int = DEALS
) -> Progress:
    """A match in progress after random legal events: at any point from its beginning to its end.

    agreed: the conventions; None: any. deals: the most deals that are played to the end.
    """
    if agreed is None:
        agreed = draw(conventions(game, players))
    now = Progress.start(game.start(agreed, players))
    played = draw(st.integers(0, deals))
    steps = draw(st.integers(0, 60))
    while now.state is not None and (played or steps):
        terms: Terms = now.state.terms
        if now.state.actor is None:
            event: Event = Deal(str(draw(layouts(game.pack, terms.holders))))
        else:
            event = draw(st.sampled_from(now.state.legal()))
        following = now.apply(event, now.state.actor)
        over = following.state is None or following.state.actor is None
        if played:
            played -= over and now.state.actor is not None
        else:
            steps -= 1
        now = following
    return now
