"""PBN of matches: games with `HomeTeam` and `VisitTeam`, each board from two rooms; the home team sits North-South in the open one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from kozyr.tournaments.imports.told import Comer, Read, Result, line_of, whole

_TAG: Final = re.compile(r'^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_COMMENT: Final = re.compile(r"\{[^}]*\}")
_SCORE: Final = re.compile(r"(NS|EW)?\s*([+-]?\d{1,5})")
_OWN: Final = frozenset({"room", "declarer", "contract", "result", "score"})  # no other game's
_SAME, _UNKNOWN = "#", frozenset({"", "?", "-"})
_STAGE: Final = ("stage", "round", "section")

ANY: Final = re.compile(r'^\s*\[HomeTeam\s+"[^"?#]', re.IGNORECASE | re.MULTILINE)
"""How a file of matches looks."""


class _Game(NamedTuple):
    """The tags of a game by their names in small letters, with the line where it begins."""

    line: int
    tags: dict[str, str]

    def told(self, name: str) -> str:
        value = self.tags.get(name, "").strip()
        return "" if value in _UNKNOWN else value


class _Match(NamedTuple):
    stage: str
    home: str
    away: str


def read(text: str) -> Read:
    """The matches of a file. A match whose boards one of its teams has played before is left, as one of the next stage."""
    faults: list[str] = []
    games: dict[_Match, list[_Game]] = defaultdict(list)
    for game in _games(text):
        match = _Match(" ".join(filter(None, map(game.told, _STAGE))), game.told("hometeam"), game.told("visitteam"))
        if match.home and match.away and match.home != match.away and game.told("board").isdecimal():
            games[match].append(game)
        else:
            faults.append(f"line {game.line}: two teams and a board are due")
    results: list[Result] = []
    stages: dict[str, int] = {}
    played: set[tuple[str, str]] = set()
    for match, some in games.items():
        boards = {(team, game.told("board")) for game in some for team in (match.home, match.away)}
        if before := sorted(team for team, _ in boards & played):
            what = f"{match.home} - {match.away} {match.stage}".strip()
            faults.append(f"line {some[0].line}: {what} is left: {before[0]} has played its boards before")
            continue
        played |= boards
        results += _results(match, some, stages.setdefault(match.stage, len(stages) + 1), faults)
    teams = dict.fromkeys(team for one in results for team in one.seats.values())
    told = [game for some in games.values() for game in some]
    name, day = (next(filter(None, (game.told(tag) for game in told)), "") for tag in ("event", "date"))
    comers = tuple(Comer(team, team) for team in teams)
    return Read(name or "PBN", "team_imps", comers, tuple(results), tuple(faults), day=day)


def _games(text: str) -> Iterator[_Game]:
    """The games: an empty line ends one. A comment has no tags, but its lines count."""
    plain = _COMMENT.sub(lambda found: "-" + "\n-" * found[0].count("\n"), text)
    before: dict[str, str] = {}
    tags: dict[str, str] = {}
    begun = 0
    for nth, line in enumerate([*plain.splitlines(), ""], 1):
        if found := _TAG.match(line):
            begun = begun or nth
            tags.setdefault(found[1].lower(), found[2])
        elif not line.strip() and tags:
            own = {name: value for name, value in tags.items() if value != _SAME}
            now = {name: value for name, value in before.items() if name not in _OWN or tags.get(name) == _SAME} | own
            before = now
            if {"contract", "score"} & set(now):
                yield _Game(begun, now)
            tags, begun = {}, 0


def _results(match: _Match, games: list[_Game], round_: int, faults: list[str]) -> Iterator[Result]:
    """The results of a match. Where no room is told, a board's first game is the open room's."""
    opened: set[int] = set()
    for game in games:
        board = int(game.told("board"))
        named = game.told("room")[:1].lower()
        room: Literal["open", "closed"] = "closed" if named == "c" or (not named and board in opened) else "open"
        opened |= {board} if room == "open" else set()
        written = line_of(game.told("contract"), game.told("declarer"), game.told("result"))
        score = _score(game.told("score"))
        if not written and score is None:
            faults.append(f"line {game.line}: board {board}, {room} room: a contract with its tricks or a score is due")
            continue
        seats = {"A": match.home, "B": match.away}
        yield Result(f"line {game.line}", board, seats, written, score, round=round_, room=room)


def _score(text: str) -> int | None:
    """North-South's score of a tag: `NS 420`, `EW 50`, `-100`."""
    found = _SCORE.fullmatch(text)
    if found is None:
        return None
    score = whole(found[2])
    return None if score is None else -score if found[1] == "EW" else score
