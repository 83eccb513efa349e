"""A record made from people's words where none was kept.

The arbiter asks only for needed facts: calls and plays, and the cards for a proof or for a ruling that names cards.
Other cards are any that fit the story.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

import msgspec

from kozyr import notation
from kozyr.arbiter import directed, incidents
from kozyr.arbiter.fitting import Fitting
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.ruling import against
from kozyr.cards import CARDS, Card, CardSet, Seat
from kozyr.deals import numbered_deal
from kozyr.games import AnyState, Event, Play, Record, game, replay
from kozyr.games.deeds import Misdeal
from kozyr.games.refusal import Refusal, Refused, refusal

_TRICKS: Final = "tricks:"  # so many tricks, whichever cards fell
_CARDS: Final = frozenset(card.text for card in CARDS)
_DISCARD: Final = "discard"  # whichever cards were put away
# The deals from which one that fits a story is made: from another it may be found where the first leads nowhere.
_DEALS: Final = (0, 1_414_213_562_373_095, 577_215_664_901_532, 271_828_182_845_904)
# These are ruled before a card is dealt, or without regard to the deal.
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
    incidents.Appeal,
    incidents.Protocol,
    directed.TeamBoard,
    directed.Undirected,
    directed.Agreement,
    directed.Penalty,
)


class Told(msgspec.Struct, frozen=True):
    """The story of an incident without a record.

    `discard` alone stands for any two cards, `tricks:3` for any three tricks.
    """

    game: str
    preset: str = ""
    players: int | None = None
    options: Mapping[str, str] = {}
    events: str = ""
    """The events as docs/kz.md writes them, without the deal."""
    deal: str = ""
    """The cards, written the same way."""


def missing(told: Told, incident: AnyIncident) -> tuple[Refusal, ...]:
    """The missing facts: each names its field in `Told`, and its code gives the reason."""
    found: list[Refusal] = []
    why = _cards_for(incident)
    if not told.events and not told.deal and not isinstance(incident, _OF_NO_DEAL):
        found.append(refusal("tell_events", field="events"))
    if not told.deal and _of_sizes(incident) and why is None and "misdeal:hands:" not in told.events:
        found.append(refusal("tell_sizes", field="events"))
    if not told.deal and why is not None:
        found.append(refusal(why, field="deal"))
    return tuple(found)


def _of_sizes(incident: AnyIncident) -> bool:
    return isinstance(incident, incidents.WrongDeal) and incident.fault == "hands"


def _cards_for(incident: AnyIncident) -> str | None:
    """The reason why an incident needs the cards, as a code.

    None: it needs none, or only for a proof that the ruling turns out to need.
    """
    match incident:
        case incidents.WrongDeal(fault="hands", purpose=True):
            return "cards_given"
        case incidents.CardsShown(claim=False, cards=()):
            return "cards_lie_open"
        case incidents.Designated(how=how) if how != "anything":
            return "cards_lie_open"
        case incidents.Offence():
            return "cards_decide"
        case incidents.CardsShown(claim=True) | incidents.Revoke(replayable=False):
            return "cards"
        case incidents.PlayedOutOfTurn(claims=claims) if claims:
            return "cards"
        case incidents.PlanDisputed(other_plan=plan) if plan:
            return "cards"
        case incidents.Adjusted(entry=entry) if entry is not None:
            return "cards"
    return None


def made(told: Told, incident: AnyIncident | None = None) -> Record:
    """The record of what was told; cards that were not told are any that fit it, and the incident if there is one.

    Raises:
        Refused: it cannot have happened so.
    """
    found = game(told.game)
    try:
        conventions = found.choose(told.preset or next(iter(found.presets)), told.options, told.players, "record")
        match = found.start(conventions, *(() if told.players is None else (told.players,)))
    except ValueError as error:
        raise Refused("agreed_wrongly", reason=error) from None
    head, words = notation.format(Record(told.game, conventions, len(match.names))), told.events.split()
    match incident:
        case incidents.DefectiveTrick(cards="several", seat=seat, card=card) if "missing:" not in told.events:
            words.append(f"missing:{seat.value}:{card.text}!")  # two cards lay as one
    if not words and not told.deal:
        return _read(head)
    if told.deal or found.pack.first:  # in deberts a hand has two parts, and is not rearranged
        deal = told.deal or str(numbered_deal(0, found.pack, match.next_deal().holders))
        wrong = match.begin().fault(deal)
        text = f'{head} deal "{deal}"' if wrong is None else f"{head} deal:{deal.replace(' ', '_')}!"
        for word in words:
            text += f" {_filled(text, word)}"
        return _read(text)
    refused: Refused | None = None
    other: Record | None = None
    fill = partial(_filled, revoke=incident.entry) if isinstance(incident, incidents.Revoke) else _filled
    for number in _DEALS:
        layout = numbered_deal(number, found.pack, match.next_deal().holders)
        try:
            record = _fitted(Fitting(head, layout, words, fill), incident)
        except Refused as error:
            refused = refused or error
            continue
        if fill is _filled or _against(record, incident) or _TRICKS not in told.events:
            return record
        other = other or record  # of another deal the card may have been a revoke
    if other is not None:
        return other
    assert refused is not None
    raise refused


def _against(record: Record, incident: AnyIncident | None) -> bool:
    """Whether the entry of a revoke was against the rules."""
    return (
        isinstance(incident, incidents.Revoke)
        and incident.entry <= len(record.entries)
        and record.entries[incident.entry - 1].forced
    )


def _fitted(fitting: Fitting, incident: AnyIncident | None) -> Record:
    """The record, with cards that fit the incident too."""
    match incident:
        case incidents.TalonTouched(seat=seat, drawn=drawn) if drawn is not None:
            fitting.held_by(drawn, seat)
        case incidents.CardShort(seat=seat, card=card) if not any("missing:" in word for word in fitting.words):
            fitting.held_by((card,), seat)
        case incidents.CardsShown(seat=seat, cards=cards) | incidents.Simultaneous(seat=seat, shown=cards):
            fitting.held_by(cards, seat)
        case incidents.Counselled(to=seat, dictated=cards):
            fitting.held_by(cards, seat)
        case incidents.DefectiveTrick(seat=seat, card=card, cards="none"):
            fitting.held_by((card,), seat)
        case incidents.WrongDeal(fault="hands"):
            sizes = next((one.sizes for one in map(_misdeal, fitting.words) if one is not None), ())
            fitting.sizes(tuple((seat, n) for seat, n in zip(Seat, sizes, strict=False)))
    record = fitting.record()
    if isinstance(incident, incidents.DefectiveTrick) and incident.cards == "none":
        state = replay(record).state
        if state is not None and 0 < incident.trick <= len(state.history):
            led = state.history[incident.trick - 1].cards[0][1].suit
            if incident.card.suit is not led:  # the player could have followed with a card of the suit
                return fitting.without(record, incident.seat, led)
    return record


def _misdeal(word: str) -> Misdeal | None:
    """The deed of a word that says how many cards each hand had. None: the word is another."""
    parts = word.rstrip("!").split(":")
    if parts[:2] != ["misdeal", "hands"] or len(parts) < 3 or not all(n.isdecimal() for n in parts[2].split("-")):
        return None
    return Misdeal("hands", tuple(map(int, parts[2].split("-"))))


def _read(text: str) -> Record:
    read = notation.parse(text)
    if read.error is not None:
        raise Refused("unread", field="events", event=read.error.token, reason=read.error.reason)
    assert read.record is not None
    told = replay(read.record)
    if told.error is not None:
        bad = read.record.entries[len(told.applied)]
        raise against(told.error, "events", bad.event.token)
    return read.record


def _filled(text: str, word: str, spoken_of: frozenset[str] = frozenset(), then: str = "", revoke: int = 0) -> str:
    """An event as it stands, or those that a word for any cards stands for.

    spoken_of: cards of which something else is told; others are taken first. then: the word after it, whose hand has to
    be on lead if it is a card. revoke: the number of the entry that was a revoke, if one was told; any cards have it.
    """
    if word == _DISCARD:
        progress = replay(_read(text)).progress
        legal = () if progress.state is None else progress.state.legal()
        tokens = [one.token for one in legal if one.token.startswith("discard:")]
        return next((one for one in tokens if not spoken_of & set(one[8:].split(","))), next(iter(tokens), word))
    count = word.removeprefix(_TRICKS)
    if count == word:
        return word
    if not count.isdecimal():
        raise Refused("how_many_tricks", field="events", event=word)
    record, played = _read(text), list[str]()
    state, first = replay(record).progress.state, len(record.entries) + 1
    until = int(count) + (0 if state is None else len(state.history))
    while state is not None and state.phase == "play" and len(state.history) < until:
        last = len(state.history) == until - 1 and then in _CARDS
        led = _led_on(state, until, spoken_of, then) if last else None
        if led is not None:
            return " ".join((*played, *led))
        wrong = _wrong(state, spoken_of) if first + len(played) == revoke else None
        event = wrong or _any(state, spoken_of)[0]
        played.append(event.token if wrong is None else f"{event.token}!")
        state = state.advance(event, state.actor)
    if state is None or len(state.history) < until:
        raise Refused("no_cards_then", field="events", event=word)
    return " ".join(played)


def _wrong(state: AnyState, spoken_of: frozenset[str]) -> Event | None:
    """A card of the hand on turn that does not follow although the hand could; None: there is none."""
    turn, legal = state.turn, state.legal()
    held = CardSet(0 if turn is None else state.holding(turn))
    cards = (Play(card) for card in held if card.text not in spoken_of)
    return next((one for one in cards if one not in legal), None)


def _any(state: AnyState, spoken_of: frozenset[str]) -> list[Event]:
    """The events of the hand on turn, those of which nothing is told; all, where there are none."""
    legal = state.legal()
    return [one for one in legal if one.token not in spoken_of] or list(legal[:1])


def _led_on(state: AnyState, until: int, spoken_of: frozenset[str], then: str) -> tuple[str, ...] | None:
    """Cards that complete a trick so that the hand with a told card leads next; None: no such cards were found."""
    if state.phase != "play":
        return None
    if len(state.history) == until:
        turn = state.turn
        return () if turn is not None and state.holding(turn) & Card(then).bit else None
    for event in _any(state, spoken_of):
        more = _led_on(state.apply(event), until, spoken_of, then)
        if more is not None:
            return (event.token, *more)
    return None
