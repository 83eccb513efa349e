"""The sheet of a session: each deal's entries above and below the line, and the points of games and rubbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from kozyr.cards import Seat
from kozyr.games.bridge.options import Conventions
from kozyr.games.bridge.scoring import Vulnerability, Why, game_bonus, target_imps, written
from kozyr.games.bridge.terms import Outcome, Two, side_of
from kozyr.games.bridge.words import Contract

At: TypeAlias = tuple[int, int]  # where an entry stands: the deal from 1, 0 for none, and the rubber from 1


class Entry(msgspec.Struct, frozen=True):
    """One entry of the sheet."""

    deal: int
    """The number of the deal, from 1; 0: no deal made the entry."""
    rubber: int
    """The number of the rubber, from 1."""
    side: int
    """0 N-S, 1 E-W, as they sit in that rubber."""
    below: bool
    """Whether the points stand below the line."""
    points: int
    why: Why
    """The reason of the entry, as a code for clients."""
    law: str
    """The rule that made it."""


class Sheet(msgspec.Struct, frozen=True):
    """The present score; pairs are N-S, E-W of the running rubber."""

    games: Two = (0, 0)
    """Games won in this rubber."""
    part: Two = (0, 0)
    """Below the line toward the next game."""
    below: Two = (0, 0)
    """Points below the line in the running rubber, by side."""
    above: Two = (0, 0)
    """Points above the line in the running rubber, by side."""
    lines: tuple[int, ...] = ()
    """Deals after which a line is drawn, since they ended a game."""
    scores: tuple[int, ...] = ()
    """The points of each deal by itself for N-S."""
    imps: tuple[int, ...] = ()
    """N-S's, of every deal, against the Russian target."""
    results: tuple[tuple[int, ...], ...] = ()
    """The results of each finished rubber, by player's place."""
    entries: tuple[Entry, ...] = ()
    """All entries of the sheet."""

    @property
    def balance(self) -> int:
        """N-S's points in this rubber less E-W's, above and below (B-RUBBER-2)."""
        return self.below[0] + self.above[0] - self.below[1] - self.above[1]

    def write(self, entries: Iterable[Entry]) -> Sheet:
        """The sheet with more entries."""
        below, above = list(self.below), list(self.above)
        added = tuple(entry for entry in entries if entry.points)
        for entry in added:
            column = below if entry.below else above
            column[entry.side] += entry.points
        return msgspec.structs.replace(
            self, below=(below[0], below[1]), above=(above[0], above[1]), entries=self.entries + added
        )


def above(at: At, side: int, points: int, why: Why, law: str) -> Entry:
    """An entry above the line."""
    deal, rubber = at
    return Entry(deal, rubber, side, below=False, points=points, why=why, law=law)


def of_deal(c: Conventions, at: At, contract: Contract, outcome: Outcome, *, vulnerable: bool) -> list[Entry]:
    """The entries of a played deal. vulnerable: whether the declarer's side is vulnerable."""
    ours = side_of(Seat(outcome.declarer or "N"))
    items = written(contract, outcome.tricks or 0, vulnerable=vulnerable, conventions=c)
    entries = [
        Entry(*at, ours if item.declarers else 1 - ours, item.below, item.points, item.why, item.law) for item in items
    ]
    honours = outcome.honours.items()
    return entries + [above(at, side_of(Seat(who)), points, "honours", "B-SCORE-13") for who, points in honours]


def brought(sheet: Sheet, c: Conventions, balance: int, outcome: Outcome, vulnerability: Vulnerability) -> Sheet:
    """The sheet with North-South's balance of a deal, and its IMPs against the target, if one is played for."""
    imps = sheet.imps
    if c.compare == "russian_target":
        imps = (*imps, target_imps(balance, outcome.hcp["NS"], vulnerability))
    return msgspec.structs.replace(sheet, scores=(*sheet.scores, balance), imps=imps)


def carried(sheet: Sheet, c: Conventions, at: At, side: int, below: int, *, vulnerable: bool) -> Sheet:
    """The sheet with part-scores added up to a game; a game ends the other side's part-score too (B-SCORE-5, B-SCORE-6)."""
    part = list(sheet.part)
    part[side] += below
    if part[side] < 100:
        return msgspec.structs.replace(sheet, part=(part[0], part[1]))
    games = list(sheet.games)
    games[side] += 1
    won = msgspec.structs.replace(sheet, part=(0, 0), games=(games[0], games[1]), lines=(*sheet.lines, at[0]))
    return won.write(_of_game(won.games, c, at, side, vulnerable=vulnerable))


def _of_game(games: Two, c: Conventions, at: At, side: int, *, vulnerable: bool) -> list[Entry]:
    """The entries for a game, and for the rubber that it ends (B-RUBBER-1, B-RUBBER-V1, B-CHICAGO-3)."""
    last = games[side] == 2
    items: list[tuple[int, Why, str]] = []
    if c.form == "chicago":
        items = [(game_bonus(c, vulnerable=vulnerable), "game", "B-CHICAGO-3")]
    elif c.rubber_bonus == "game200_rubber700":
        if not last or c.rubber_bonus_variant == "200_plus_700":
            items.append((200, "game", "B-RUBBER-V1"))
        if last:
            items.append((700, "rubber", "B-RUBBER-V1"))
    elif last and not games[1 - side]:
        items = [(c.clean_rubber, "clean_rubber", "B-RUBBER-V3" if c.clean_rubber == 750 else "B-RUBBER-1")]
    elif last:
        items = [(500, "rubber", "B-RUBBER-1")]
    return [above(at, side, *item) for item in items]


def parts_paid(sheet: Sheet, c: Conventions, at: At) -> Sheet:
    """The sheet with the bonus for a part-score at the end of the last deal of Chicago (B-CHICAGO-2)."""
    sides = [side for side in (0, 1) if sheet.part[side]]
    return sheet.write(above(at, side, c.chicago_part_bonus, "part", "B-CHICAGO-2") for side in sides)


def unfinished(sheet: Sheet, c: Conventions, rubber: int) -> Sheet:
    """The sheet where a rubber is broken off: it pays for a game and for a part-score (B-RUBBER-V6)."""
    if c.form != "rubber":
        return sheet
    entries: list[Entry] = []
    for side in (0, 1):
        if sheet.games[side]:
            entries.append(above((0, rubber), side, c.unfinished_game, "unfinished_game", "B-RUBBER-V6"))
        if sheet.part[side]:
            entries.append(above((0, rubber), side, c.unfinished_part, "unfinished_part", "B-RUBBER-V6"))
    return sheet.write(entries)
