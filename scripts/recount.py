"""Count many matches of bots again: luck and all parts must be the sheet, for every player, exactly.

python -m scripts.recount pulkas 1000 --log build/recount.log

Words and cards are cheap ones, so that many matches are played. Of each match the sum of all parts is held against the
sheet at its end. Deals that are drawn by lot are counted a second time, part by part, by `tests/recount.py`. Luck is what
the club's bot makes of the same cards, in matches that are drawn by lot the expert. The log has a line a match, and a
second run goes on where the first was broken off.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from kozyr import bots
from kozyr.games import AnyView, Event
from kozyr.review import review
from tests.recount import agrees
from tests.reviewing import cheap, played

# By word: the matches of tests/reviewing.py that take turns. Most pulkas are short, with a pool of one point each.
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "pulkas": (*("short",) * 7, "pulka", "four", "gusarik"),
    "parties": ("party",),
    "rubbers": ("rubber", "rubber", "rubber", "three"),
}
_DEALS: Final = 400  # more than any match takes
_LEAST: Final = bots.Budget(nodes=1)


class Line(msgspec.Struct, frozen=True):
    """A match: which, its deals, those that were counted again, who the luck is of, and what differs, if anything."""

    kind: str
    nth: int
    match: str
    deals: int
    again: int
    luck: str
    differs: str = ""


def counted(kind: str, nth: int, experts: int, again: int) -> Line:
    """One match, played and held against its recount. experts: one match of so many; again: one deal of so many."""
    match = KINDS[kind][nth % len(KINDS[kind])]
    lot = random.Random(f"{kind} {nth}")  # noqa: S311 - a drawn share, nothing secret
    level = "expert" if lot.randrange(experts) == 0 else "club"
    drawn = {deal for deal in range(1, _DEALS + 1) if lot.randrange(again) == 0}

    def player(view: AnyView, seed: int) -> Event:
        return bots.choose(view, level, seed, _LEAST)

    record = played(match, f"{kind} {nth}", choose=cheap, deals=_DEALS)
    found = review(record, weigh=False, player=player)
    deals, differs = len(found.deals), ""
    try:
        last = agrees(record, found, player, drawn.__contains__)
        differs = "" if last.finished else "it is not over"
    except AssertionError as error:
        differs = str(error) or "no reason"
    return Line(kind, nth, match, deals, sum(deal <= deals for deal in drawn), level, differs)


def told(log: Path) -> Iterator[Line]:
    """The lines of a log; a line that was broken off is none."""
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else ():
        if line.endswith("}"):
            yield msgspec.json.decode(line, type=Line)


def main(argv: list[str] | None = None) -> int:
    """Count so many matches of a kind; 1 if one differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("many", type=int)
    parser.add_argument("--first", type=int, default=0, help="the number of the first; several runs share the work so")
    parser.add_argument("--log", type=Path, default=Path("build/recount.log"))
    parser.add_argument("--experts", type=int, default=8, help="one match of so many has the luck of experts")
    parser.add_argument("--again", type=int, default=8, help="one deal of so many is counted again")
    args = parser.parse_args(argv)
    lines = {(one.kind, one.nth): one for one in told(args.log)}
    with args.log.open("a", encoding="utf-8") as log:
        for nth in range(args.first, args.many):
            if (args.kind, nth) not in lines:
                line = lines[args.kind, nth] = counted(args.kind, nth, args.experts, args.again)
                log.write(msgspec.json.encode(line).decode() + "\n")
                log.flush()
    found = [one for (kind, nth), one in lines.items() if kind == args.kind and args.first <= nth < args.many]
    for match in dict.fromkeys(KINDS[args.kind]):
        some = [one for one in found if one.match == match]
        deals, again = sum(one.deals for one in some), sum(one.again for one in some)
        experts = sum(one.luck == "expert" for one in some)
        print(f"{match}: {len(some)} matches, {deals} deals, {again} counted again, {experts} matches with experts")
    wrong = [one for one in found if one.differs]
    for one in wrong:
        print(f"{one.kind} {one.nth}: {one.differs}")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
