"""A record made of what people tell the arbiter, where none was kept.

Of what a record would say only that is asked which the incident needs: what was called and played, and the cards where a
hand decides, or a proof. Cards that nobody has told are any cards; a ruling that would rest on them is not given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from kozyr import notation
from kozyr.arbiter import incidents
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.ruling import CannotRule
from kozyr.deals import numbered_deal
from kozyr.games import Record, game, replay

_TRICKS: Final = "tricks:"  # so many tricks, whichever cards fell
_DISCARD: Final = "discard"  # whichever cards were put away
# What a hand held decides these: whether it was a revoke, what lies open, which card comes back.
_OF_CARDS: Final = (
    incidents.PlayedOutOfTurn,
    incidents.CardsShown,
    incidents.Revoke,
    incidents.CardHandled,
    incidents.Offence,
    incidents.CardShort,
    incidents.DefectiveTrick,
)
# These are ruled before a card is dealt, or whatever happened in the deal.
_OF_NO_DEAL: Final = (
    incidents.WrongDeal,
    incidents.Fouled,
    incidents.Attention,
    incidents.Adjusted,
    incidents.PocketCount,
    incidents.WrongBoard,
    incidents.WrongBox,
    incidents.ArbiterError,
    incidents.Facts,
    incidents.Protocol,
)


class Told(msgspec.Struct, frozen=True):
    """What was told besides the incident. events: as docs/kz.md has them, without the deal; deal: the cards, as there.

    `discard` alone stands for any two cards, `tricks:3` for three tricks whichever cards fell.
    """

    game: str
    preset: str = ""
    players: int | None = None
    options: Mapping[str, str] = {}
    events: str = ""
    deal: str = ""


def missing(told: Told, incident: AnyIncident) -> tuple[tuple[str, str], ...]:
    """What has to be told yet, by its name in `Told`, each with the reason."""
    found: list[tuple[str, str]] = []
    of_hands = isinstance(incident, incidents.WrongDeal) and incident.fault == "hands"
    if not told.events and not told.deal and not isinstance(incident, _OF_NO_DEAL):
        found.append(("events", "what was called and played before"))
    if not told.deal and (of_hands or isinstance(incident, _OF_CARDS)):
        found.append(("deal", "the cards: what a hand held decides it"))
    return tuple(found)


def made(told: Told) -> Record:
    """The record of what was told; cards that were not told are any.

    Raises:
        CannotRule: it cannot have happened so.
    """
    found = game(told.game)
    try:
        conventions = found.choose(told.preset or next(iter(found.presets)), told.options, told.players, "record")
        match = found.start(conventions, *(() if told.players is None else (told.players,)))
    except ValueError as error:
        raise CannotRule(str(error)) from None
    players = len(match.names)
    words = told.events.split()
    deal = told.deal or (str(numbered_deal(0, found.pack, match.next_deal().holders)) if words else "")
    if deal:
        wrong = match.begin().fault(deal)
        words.insert(0, f'deal "{deal}"' if wrong is None else f"deal:{deal.replace(' ', '_')}!")
    said = ""
    for word in words:
        said += f" {_filled(notation.format(Record(told.game, conventions, players)) + said, word)}"
    return _read(notation.format(Record(told.game, conventions, players)) + said)


def _read(text: str) -> Record:
    read = notation.parse(text)
    if read.error is not None:
        raise CannotRule(f"events: {read.error.token}: {read.error.reason}")
    assert read.record is not None
    told = replay(read.record)
    if told.error is not None:
        bad = read.record.entries[len(told.applied)]
        raise CannotRule(f"events: {bad.event.token}: {told.error.reason} ({told.error.law})")
    return read.record


def _filled(text: str, word: str) -> str:
    """An event as it stands, or those that a word for any cards stands for."""
    if word == _DISCARD:
        progress = replay(_read(text)).progress
        legal = () if progress.state is None else progress.state.legal()
        return next((one.token for one in legal if one.token.startswith("discard:")), word)
    count = word.removeprefix(_TRICKS)
    if count == word:
        return word
    if not count.isdecimal():
        raise CannotRule(f"events: {word}: how many tricks?")
    progress, tokens = replay(_read(text)).progress, list[str]()
    state = progress.state
    until = int(count) + (0 if state is None else len(state.history))
    while state is not None and state.phase == "play" and len(state.history) < until:
        event = state.legal()[0]
        tokens.append(event.token)
        state = state.apply(event)
    if state is None or len(state.history) < until:
        raise CannotRule(f"events: {word}: no cards are played then")
    return " ".join(tokens)
