"""The pulka in text: every entry with its rule, cells as running totals, the settlement."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from kozyr.games.preferans import Boards, Contract, Conventions, Outcome, Pulka, Settlement, agree, settle, start
from kozyr.games.preferans.sheet import Entry, Points, text as points, whole
from kozyr.sheets import Json, Rows, Settled
from kozyr.sheets.preferans_lines import PreferansKeeper, keys_once

_NUMBER: Final = re.compile(r"-?[0-9]{1,12}(/[1-9][0-9]{0,11})?")


class _Sheet(msgspec.Struct, forbid_unknown_fields=True):
    """A sheet to settle: by places, or by the players' names as `kozyr score --json` gives it."""

    pool: list[int | str] | dict[str, int | str]
    hill: list[int | str] | dict[str, int | str]
    whists: list[list[int | str]] | dict[str, dict[str, int | str]]
    preset: str = "sochi"
    options: dict[str, bool | int | str | list[int] | None] = msgspec.field(default_factory=dict)
    last_dealer: int = -1
    """The place of the last dealer, from 0, for equal hills (P-4.2.12)."""


class _Pulka:
    """The part of preferans in sheets."""

    head: Sequence[str] = ("deal", "dealer", "declarer", "contract", "whist", "tricks")

    def row(self, number: int, outcome: Outcome) -> list[str]:
        """A deal as a row of a tournament's protocol (P-4.2.11)."""
        said = ", ".join(f"{name} {word}" for name, word in outcome.calls.items())
        tricks = ", ".join(f"{name} {n}" for name, n in (outcome.tricks or {}).items()) or "not played"
        return [
            str(number), outcome.dealer, outcome.declarer or "", outcome.protocol, said.replace("_", "-"), tricks,
        ]  # fmt: skip

    def deal(self, outcome: Outcome) -> Json:
        """A deal's facts."""
        facts: Json = msgspec.to_builtins(outcome)
        return {
            "declarer": None,
            "tricks": None,
            "calls": {},
            **facts,
            "contract": _contract_name(outcome),
            "protocol": outcome.protocol,
        }

    def written(self, before: Pulka, after: Pulka) -> list[Json]:
        """The new entries, under the names that the players had then."""
        entries = after.sheet.entries[len(before.sheet.entries) :]
        return _entries(entries, before.names if len(after.history) > len(before.history) else after.names)

    def standing(self, match: Pulka) -> Json:
        """The sheet, the settlement if the match ended now, and the terms of the next deal."""
        names, sheet, settlement = match.names, match.sheet, match.settlement
        terms = None if match.finished else match.next_deal()
        return {
            "sheet": {
                "pool": _by_name(names, sheet.pool),
                "hill": _by_name(names, sheet.hill),
                "whists": {
                    name: {names[on]: points(n) for on, n in enumerate(row) if n}
                    for name, row in zip(names, sheet.whists, strict=True)
                    if any(row)
                },
            },
            "entries": _entries(sheet.entries, names),
            "result": _by_name(names, settlement.result),
            "rounded": _by_name(names, settlement.rounded),
            **({"boards": _values(match)} if isinstance(match, Boards) else {}),
            "finished": match.finished,
            "next": None
            if terms is None
            else {
                "dealer": terms.name(terms.dealer),
                "allpass_price": terms.price,
                "lowest": terms.auction.least(),
            },
        }

    def blocks(self, match: Pulka) -> list[Rows | str]:
        """The sheet as people write it, each cell a row of running totals (P-4.2.5), and the settlement."""
        if isinstance(match, Boards):
            return _boards(match)
        names = match.names
        rows = [["", "", "running totals", ""]]
        for who, name in enumerate(names):
            cells: list[tuple[str, Points, int | None]] = [
                ("pool", match.sheet.pool[who], None),
                ("hill", match.sheet.hill[who], None),
            ]
            cells += [(f"on {names[on]}", n, on) for on, n in enumerate(match.sheet.whists[who]) if on != who]
            for row, (label, total, on) in enumerate(cells):
                column = label if on is None else "whists"
                own = [e.points for e in match.sheet.entries if (e.column, e.who, e.on) == (column, who, on)]
                running = [whole(sum(own[: n + 1], Fraction(0))) for n in range(len(own))]
                rows.append([name if row == 0 else "", label, ".".join(map(str, running)) or "-", f"= {total}"])
        settlement = match.settlement
        settled = [["the settlement:" if match.finished else "if it ended now:", *names]]
        settled += _way(match.conventions, settlement, match.sheet.whists, names)
        settled.append(["exact", *map(str, settlement.result)])
        if settlement.rounded != settlement.result:
            settled.append(["rounded", *map(str, settlement.rounded)])
        settled += _at_stake(match.conventions, settlement)
        if match.finished:
            return [rows, settled]
        terms = match.next_deal()
        price, lowest = terms.price, terms.auction.least()
        next_deal = (
            f"{terms.name(terms.dealer)} deals, a trick of an all-pass costs {price}, the lowest bid is {lowest}"
        )
        return [rows, settled, f"next: {next_deal}"]

    def settle(self, text: str) -> Settled:
        """A sheet of pool, hill and whists, finished or broken off (P-4.2.14)."""
        sheet = msgspec.json.decode(text, type=_Sheet)
        keys_once(text)
        conventions = agree(sheet.preset, sheet.options, len(sheet.pool))
        if len(sheet.pool) >= 2:
            start(conventions, len(sheet.pool))  # the conventions do not fit this number of players
        if not -1 <= sheet.last_dealer < max(1, len(sheet.pool)):
            raise ValueError(f"last_dealer: no place {sheet.last_dealer} at a table for {len(sheet.pool)}")
        players, pool, hill, rows = _places(sheet)
        whists = tuple(_row(row, "whists") for row in rows)
        done = settle(conventions, _row(pool, "pool"), _row(hill, "hill"), whists, sheet.last_dealer)
        return Settled(
            {"result": [*map(points, done.result)], "rounded": [*map(points, done.rounded)]},
            [
                ["player", *players],
                ["hill", *map(str, done.hill)],
                *_way(conventions, done, whists, players),
                ["result", *map(str, done.result)],
                ["rounded", *map(str, done.rounded)],
                *_at_stake(conventions, done),
            ],
        )


def _values(match: Boards) -> list[Json]:
    """The worth of every board for each player, in whists (PT-I.7)."""
    return [
        {"board": match.number_of(nth), "value": _by_name(match.names, worth)}
        for nth, worth in enumerate(match.values, 1)
    ]


def _boards(match: Boards) -> list[Rows | str]:
    """The blocks of boards for people: a row for each board, and the sum."""
    rows = [["board", *match.names]]
    rows += [
        [str(match.number_of(nth)), *(str(whole(won)) for won in worth)] for nth, worth in enumerate(match.values, 1)
    ]
    rows.append(["sum", *map(str, match.settlement.result)])
    if match.finished:
        return [rows]
    return [rows, f"next: board {match.number_of(match.number)}, {match.names[match.dealer]} deals"]


def _places(
    sheet: _Sheet,
) -> tuple[list[str], list[int | str], list[int | str], list[list[int | str]]]:
    """The players, and the columns by place; a player without whists has none."""
    pool, hill, whists = sheet.pool, sheet.hill, sheet.whists
    if isinstance(pool, list) and isinstance(hill, list) and isinstance(whists, list):
        return [str(n + 1) for n in range(len(pool))], pool, hill, whists
    if isinstance(pool, list) or isinstance(hill, list) or isinstance(whists, list):
        raise ValueError("pool, hill and whists are all by places or all by names")  # noqa: TRY004 - a file's fault
    names = list(pool)
    for name in (*hill, *whists, *(on for row in whists.values() for on in row)):
        if name not in pool:
            raise ValueError(f"no player {name!r} in the pool; they are {', '.join(names)}")
    rows: list[list[int | str]] = [[whists.get(name, {}).get(on, 0) for on in names] for name in names]
    return names, list(pool.values()), [hill.get(name, 0) for name in names], rows


def _entries(entries: Iterable[Entry], names: Sequence[str]) -> list[Json]:
    return [
        {
            "deal": entry.deal,
            "column": entry.column,
            "player": names[entry.who],
            **({} if entry.on is None else {"on": names[entry.on]}),
            "points": points(entry.points),
            "why": entry.why,
            "law": entry.law,
        }
        for entry in entries
    ]


def _way(
    conventions: Conventions, done: Settlement, whists: Sequence[Sequence[Points]], names: Sequence[str]
) -> list[list[str]]:
    """The way to the result, as agreed for the display (P-4.2.14)."""
    if conventions.settlement == "pairwise":  # each player's whists on the others, including their hills (P-4.2.14.1)
        return [
            [f"{name} on", *("" if on == who else str(n) for on, n in enumerate(row))]
            for who, (name, row) in enumerate(zip(names, done.pairwise, strict=True))
        ]
    balance = [sum(whists[who]) - sum(row[who] for row in whists) for who in range(len(names))]
    return [  # the gain or loss by the hill, and the balance of whists (P-4.2.14.2)
        ["from hills", *(str(whole(won - own)) for won, own in zip(done.result, balance, strict=True))],
        ["from whists", *map(str, map(whole, balance))],
    ]


def _at_stake(conventions: Conventions, done: Settlement) -> list[list[str]]:
    """The worth of the whists, where a whist has a price (P-4.2.13)."""
    stake = conventions.table.stake
    return [[f"at {stake} a whist", *(str(whole(won * stake)) for won in done.rounded)]] if stake else []


def _by_name(names: Sequence[str], values: Sequence[Points]) -> dict[str, int | str]:
    return {name: points(value) for name, value in zip(names, values, strict=True)}


def _contract_name(outcome: Outcome) -> str:
    """The contract as text has it, misère and all-pass included."""
    kinds = {"misere": Contract.MISERE, "allpass": Contract.ALLPASS}
    return str(kinds.get(outcome.kind, outcome.contract))


def _row(values: Iterable[int | str], column: str) -> tuple[Points, ...]:
    found: list[Points] = []
    for value in values:
        if not _NUMBER.fullmatch(str(value)[:30]):
            raise ValueError(f'{column}: {str(value)[:30]!r} is no number of points; written 12 or "26/3"')
        found.append(whole(Fraction(value)))
    return tuple(found)


PRINTER: Final = _Pulka()
KEEPER: Final = PreferansKeeper
