"""The deal of the day, and challenges: each is the one issue of a cup, sealed until its window has closed. Pure.

A day has one deal in each game, from midnight to midnight UTC. A challenge has 4, 8 or 16 deals, and a deadline. Everybody
plays them alone at place 0 against bots of one level; the bots' chance follows from the boards (`table.chance`).
"""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Final, Literal

import msgspec

from kozyr.club.event.acts import CupBegun, CupKind, CupLevel
from kozyr.club.event.issues import Window
from kozyr.club.event.tournament import Tournament
from kozyr.club.wire import Command
from kozyr.games.refusal import Refusal, Refused, refusal
from kozyr.store import Account
from kozyr.tournaments import director
from kozyr.tournaments.part import alone, event_part, games_at_events
from kozyr.tournaments.regulations import Regulations, change

DAY: Final = 86_400_000  # milliseconds
LEVEL: Final[CupLevel] = "club"
BOARD: Final = 1  # of a day
NO_ENGINE: Final = "0" * 64  # until a table begins, no bots have answered
HOST: Final = "Kozyr"  # who holds them; no account has this name there
_DATE: Final = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}")


class NewChallenge(Command, frozen=True):
    """The body of `POST /api/challenges`: the game, how many deals, and how many hours they may be played."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    deals: Literal[4, 8, 16]
    hours: Annotated[int, msgspec.Meta(ge=1, le=720)] = 168


class ShutChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/challenges/ID/shut`: its time ends now, since everybody who has begun has finished."""


class PlayDeals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/days/GAME/DAY/play` and `POST /api/challenges/ID/play`: I come to my table, or come back."""


def games() -> tuple[str, ...]:
    """The games whose deals are played alone."""
    return tuple(name for name in games_at_events() if event_part(name).alone is not None)


def day_at(moment: int, ahead: int = 0) -> str:
    """The day of a moment in milliseconds since 1970, or another one so many days ahead: `2026-11-28`."""
    return (datetime.fromtimestamp(moment / 1000, UTC).date() + timedelta(days=ahead)).isoformat()


def window_of(day: str) -> Window:
    """From a day's first moment on, before its end.

    Raises:
        Refused: there is no such day.
    """
    try:
        at = date.fromisoformat(day) if _DATE.fullmatch(day) else None
    except ValueError:
        at = None
    if at is None:
        raise Refused("no_such_day", day=day[:20])
    opens = int(datetime(at.year, at.month, at.day, tzinfo=UTC).timestamp()) * 1000
    return Window(opens, opens + DAY)


def day_id(game: str, day: str) -> str:
    """The id of a day's event, the same for every asker."""
    return _id("day", game, day)


def challenge_id(account: str, command: str) -> str:
    """The id of a challenge: a command that comes twice makes one."""
    return _id("challenge", account, command)


def _id(*parts: str) -> str:
    return hashlib.sha256("|".join(("kozyr", *parts)).encode()).hexdigest()[:16]


def about(game: str, name: str, deals: int) -> director.Event:
    """The announcement. name: the day, or the challenger's.

    Raises:
        Refused: nobody plays deals of this game alone.
    """
    preset = alone(game).preset
    agreed = change(Regulations(), {"tournament.type": "cup", "cup.issues": 1, "cup.deals_per_issue": deals})
    held = msgspec.structs.replace(agreed, duties=msgspec.structs.replace(agreed.duties, arbiter=HOST))
    return director.announced(director.Event(name=name, game=game, preset=preset, regulations=held))


def begun(kind: CupKind, by: str = "") -> CupBegun:
    """How they are played. by: the challenger's account."""
    return CupBegun(level=LEVEL, engine=NO_ENGINE, kind=kind, by=by)


def barred(at: Tournament, account: Account | None, now: int) -> Refusal | None:
    """Why an account may not play them now; None: it may, or may come back to its table.

    A day's deal is for logins older than a day: whoever had a second name would know the cards.
    """
    opens, closes = window(at)
    if now < opens:
        return refusal("day_ahead")
    if now >= closes:
        return refusal("day_over")
    if at.cup is not None and at.cup.kind == "day":
        if account is None or account.login is None:
            return refusal("day_login")
        if now - account.login_since <= DAY:
            return refusal("day_young")
    return None


def window(at: Tournament) -> Window:
    """The window of a day or of a challenge."""
    found = at.issues.composed[1]
    return Window(found.opens, found.closes)
