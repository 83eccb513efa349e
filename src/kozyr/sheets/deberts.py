"""The party in text: each deal's entries with their reasons, hanging points, and several parties settled (D-MATCH-1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from kozyr.games.deberts import Outcome, Party, agree
from kozyr.games.deberts.sheet import Entry, worth
from kozyr.sheets import Json, Rows, Settled

_WORDS: Final = {
    "own": "own",
    "taken": "the other's",
    "hangs": "hangs",
    "pot": "hung",
    "card_bait": "card bait",
    "closed": "closed",
    "bait_fine": "fine for baits",
    "bare_fine": "fine for no tricks",
    "correction": "correction",
}


class _Won(msgspec.Struct, forbid_unknown_fields=True):
    """A party that is over."""

    points: dict[str, int]
    winner: str | None = None
    """Needed where both have reached the target (D-SCORE-6), or after closing."""


class _Parties(msgspec.Struct, forbid_unknown_fields=True):
    """Several parties to settle."""

    parties: list[_Won]
    preset: str = "moscow"
    options: dict[str, bool | int | str | None] = msgspec.field(default_factory=dict)


class _Party:
    """The part of deberts in sheets."""

    head: Sequence[str] = ("deal", "dealer", "plays", "cards", "combinations", "bella", "last", "")

    def row(self, number: int, outcome: Outcome) -> list[str]:
        """A row for a deal: the player and the trump, the cards of each, the combinations, a card bait or a closing."""
        trump = "" if outcome.trump is None else outcome.trump.sign
        melds = "; ".join(f"{name} {', '.join(kinds)}" for name, kinds in outcome.melds.items() if kinds)
        notes = (
            f"card bait {outcome.bait}" if outcome.bait else "",
            f"closed by {outcome.closed}" if outcome.closed else "",
            f"{outcome.bare} without a trick" if outcome.bare else "",
        )
        return [
            str(number),
            outcome.dealer,
            f"{outcome.maker}{trump}" if outcome.maker else "passed out",
            ", ".join(f"{name} {n}" for name, n in sorted(outcome.points.items())),
            melds,
            outcome.bella or "",
            outcome.last or "",
            ", ".join(filter(None, notes)),
        ]

    def deal(self, outcome: Outcome) -> Json:
        """A deal's facts."""
        facts: Json = msgspec.to_builtins(outcome)
        return {"maker": None, "trump": None, "points": {}, "melds": {}, "bella": None, "last": None, **facts}

    def written(self, before: Party, after: Party) -> list[Json]:
        """The new entries."""
        return _entries(after.sheet.entries[len(before.sheet.entries) :], after.names)

    def standing(self, match: Party) -> Json:
        """The score, the hanging points, the winner with the stake, and the next dealer."""
        names, sheet = match.names, match.sheet
        return {
            "sheet": {
                "target": match.conventions.target,
                "points": dict(zip(names, sheet.points, strict=True)),
                "hanging": list(sheet.hanging),
                "baits": dict(zip(names, sheet.baits, strict=True)),
            },
            "entries": _entries(sheet.entries, names),
            "result": dict(zip(names, match.match_points, strict=True)),
            "winner": names[match.winner] if match.winner is not None else None,
            "finished": match.finished,
            "next": None
            if match.finished
            else {"dealer": names[match.dealer], "obliged": match.next_deal().obliged, "hanging": list(sheet.hanging)},
        }

    def blocks(self, match: Party) -> list[Rows | str]:
        """The sheet as people write it: for each deal its points, the totals, hanging points and the reasons."""
        names, totals = match.names, [0, 0]
        rows = [["deal", *(cell for name in names for cell in (name, "total")), "hangs", "why"]]
        for deal, entries in _by_deal(match.sheet.entries):
            came, hangs = [0, 0], 0
            for entry in entries:
                if entry.why == "hangs":
                    hangs += entry.points
                else:
                    came[entry.who] += entry.points
            for who in (0, 1):
                totals[who] += came[who]
            cells = [cell for who in (0, 1) for cell in (f"{came[who]:+}" if came[who] else "", str(totals[who]))]
            why = ", ".join(f"{names[e.who]} {_WORDS[e.why]} {e.points}" for e in entries)
            rows.append([str(deal or ""), *cells, str(hangs or ""), why])
        if len(rows) == 1:
            rows = [["deal", *names], ["", *map(str, match.sheet.points)]]
        return [rows, _how_it_stands(match)]

    def settle(self, text: str) -> Settled:
        """The settlement of parties between two players: a point each, or the difference to the target (D-MATCH-1)."""
        read = msgspec.json.decode(text, type=_Parties)
        conventions = agree(read.preset, read.options)
        names: list[str] = []
        totals: dict[str, int] = {}
        rows: Rows = []
        for number, party in enumerate(read.parties, 1):
            if len(party.points) != 2 or (names and party.points.keys() != set(names)):
                raise ValueError(f"party {number}: points of two players are wanted, the same ones in every party")
            if not names:
                names = list(party.points)
                totals = dict.fromkeys(names, 0)
                rows = [["party", *names, *(f"{name} wins" for name in names)]]
            reached = [name for name in names if party.points[name] >= conventions.target]
            winner = party.winner or (reached[0] if len(reached) == 1 else None)
            if winner is None:
                why = f"both have {conventions.target}" if reached else f"nobody has {conventions.target}"
                raise ValueError(f"party {number}: {why}, so its winner must be said (D-SCORE-6, D-CLOSE-1)")
            if winner not in names:
                raise ValueError(f"party {number}: no player {winner!r}; they are {' and '.join(names)}")
            won = worth(conventions, party.points[next(name for name in names if name != winner)])
            totals[winner] += won
            cells = [str(won) if name == winner else "" for name in names]
            rows.append([str(number), *(str(party.points[name]) for name in names), *cells])
        if names:
            balance = totals[names[0]] - totals[names[1]]
            rows.append(["", "", "", *(str(totals[name]) for name in names)])
            rows.append(["", "", "", f"{balance:+}", f"{-balance:+}"])
            stake = conventions.table.stake
            if stake:
                rows.append([f"at {stake} a point", "", "", f"{balance * stake:+}", f"{-balance * stake:+}"])
        return Settled({"result": totals}, rows or [["no party"]])


def _entries(entries: Iterable[Entry], names: Sequence[str]) -> list[Json]:
    return [{"deal": e.deal, "player": names[e.who], "points": e.points, "why": e.why, "law": e.law} for e in entries]


def _by_deal(entries: Iterable[Entry]) -> list[tuple[int, list[Entry]]]:
    """The entries of each deal together, in the order in which they were written; corrections stand alone."""
    found: list[tuple[int, list[Entry]]] = []
    for entry in entries:
        if found and entry.deal and found[-1][0] == entry.deal:
            found[-1][1].append(entry)
        else:
            found.append((entry.deal, [entry]))
    return found


def _how_it_stands(match: Party) -> str:
    """The winner with the stake, or the next dealer and the hanging points."""
    names = match.names
    if match.winner is not None:
        won, stake = match.match_points[match.winner], match.conventions.table.stake
        return f"{names[match.winner]} wins the party: {won}" + (f", at {stake} a point {won * stake}" if stake else "")
    if match.stopped:
        return "the party was broken off: nobody wins it"
    if match.finished:
        return "all boards are played"
    hanging = match.sheet.hanging
    more = f", {' and '.join(map(str, hanging))} hang" if hanging else ""
    duty = " and must play by the first trump" if match.next_deal().obliged else ""
    return f"next: {names[match.dealer]} deals{duty}, the party goes to {match.conventions.target}{more}"


PRINTER: Final = _Party()
