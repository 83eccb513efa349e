"""The work of `kozyr deal --where` and `--predeal`: deals that keep a condition, and how often it is kept."""

from __future__ import annotations

import argparse
import hashlib
import json
import secrets
import sys
from typing import Final

from kozyr.deals import deal_number
from kozyr.games import game
from kozyr.notation import NotationError
from kozyr.solver.conditions import TRIES, Chance, Search, words_of
from kozyr.verbs import BadInput

_COUNTED: Final = 1_000_000  # deals for a chance, if nothing else is said
_SECONDS: Final = 10.0  # for a chance where the solver is asked


def key_of(arguments: argparse.Namespace) -> bytes:
    """The key of the deals: told, made of a seed, or drawn.

    Raises:
        BadInput: it is not hexadecimal.
    """
    if arguments.seed is not None:
        return hashlib.sha256(arguments.seed.encode()).digest()
    if arguments.key is None:
        return secrets.token_bytes(32)
    try:
        return bytes.fromhex(arguments.key)
    except ValueError:
        raise BadInput("--key: not hexadecimal, as 00ff...") from None


def wanted(arguments: argparse.Namespace) -> int:
    """Deal what is wanted, or count how often it comes; 1: there were not so many among the deals that were tried.

    Raises:
        BadInput: the condition or the cards cannot be read, or there are no such deals.
    """
    search, tries, seconds = _search(arguments), arguments.tries, arguments.seconds
    if arguments.count is None:
        limit = _SECONDS if search.costly and seconds is None and tries is None else seconds
        return _told(search.chance(tries or _COUNTED, limit), as_json=arguments.json)
    if arguments.count < 0:
        raise BadInput("--count: below nought")
    try:
        found = search.deals(arguments.count, tries or TRIES, seconds) if arguments.count else []
    except ValueError as error:
        raise BadInput(str(error)) from None
    if arguments.json:
        pack, seats = game(arguments.game).pack, words_of(arguments.game, arguments.players or 0).seats
        told = [{"number": str(deal_number(one, pack, seats)), "cards": str(one)} for one in found]
        print(json.dumps({"deals": told, "tried": search.tried}, separators=(",", ":")))
    else:
        for layout in found:
            print(layout)
    if len(found) < arguments.count:
        print(f"only {len(found)} of {arguments.count} in {search.tried:,} deals", file=sys.stderr)
        return 1
    return 0


def _search(arguments: argparse.Namespace) -> Search:
    if arguments.number is not None:
        raise BadInput("--number names a deal; --where looks for one")
    if arguments.tries is not None and arguments.tries < 1:
        raise BadInput("--tries: below one")
    if arguments.seconds is not None and not arguments.seconds >= 0:
        raise BadInput("--seconds: below nought")
    seed = int.from_bytes(key_of(arguments)[:8], "big")
    option = "--where"
    try:
        words = words_of(arguments.game, arguments.players or 0)
        where, option = arguments.where or "", "--where"
        condition = Search.condition(where, words)
        option = "--predeal"
        told = Search.cards(arguments.predeal or "", words)
        return Search(arguments.game, condition, told, words, seed)
    except NotationError as error:
        raise BadInput(f"{option}:{error.line}:{error.column}: {error.reason}") from None
    except ValueError as error:
        raise BadInput(str(error)) from None


def _told(chance: Chance, *, as_json: bool) -> int:
    share = chance.kept / chance.tried if chance.tried else 0.0
    if as_json:
        told = {"kept": chance.kept, "tried": chance.tried, "chance": share, "low": chance.low, "high": chance.high}
        print(json.dumps(told, separators=(",", ":")))
    else:
        between = f"95 %: {100 * chance.low:.4g} to {100 * chance.high:.4g}"
        print(f"{chance.kept:,} of {chance.tried:,} deals: {100 * share:.4g} % ({between})")
    return 0
