"""Reveals of fair deals in files: a tag `Fair` in a record, or JSON as the club gives it (docs/fair.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from kozyr.deals import Layout, Reveal, Share, parse_pack, reveal_fault, shared_deal
from kozyr.games import Deal, Record

_TAG: Final = "Fair"
_TABLE: Final = "Table"
_FILE: Final = "Deals.File"


class Verdict(msgspec.Struct, frozen=True):
    """What is to be said of a deal. deal: its number at the table; None: cards of a record that nothing explains.

    fault: why it does not verify. note: what else should be known of it.
    """

    deal: int | None
    cards: str
    fault: str | None = None
    note: str | None = None
    away: tuple[str, ...] = ()


def fair_tag(reveal: Reveal) -> tuple[str, str]:
    """A reveal as a free tag of a record: version, deal, pack, commitment, seed, and each player's hash and nonce.

    The table is the tag `Table`, the cards are the record's own.
    """
    shares = (f"{share.player}={share.hash or '-'}:{share.nonce or '-'}" for share in reveal.shares)
    return _TAG, " ".join((reveal.v, str(reveal.deal), reveal.pack, reveal.commitment, reveal.seed, *shares))


def file_tag(name: str) -> tuple[str, str]:
    """The tag of a record whose deals nobody shuffled: they come from a file of this name."""
    return _FILE, name or "pasted"


def _of_tag(table: str, text: str) -> Reveal:
    """A reveal from its tag, with the cards that it gives.

    Raises:
        ValueError: it is no such tag.
    """
    words = text.split(" ")
    if len(words) < 5 or not words[1].isascii() or not words[1].isdigit() or len(words[1]) > 9:
        msg = f"no reveal: {text[:60]!r}"
        raise ValueError(msg)
    version, deal, pack, commitment, seed = words[:5]
    shares = []
    for word in words[5:]:
        player, equals, rest = word.partition("=")
        digest, colon, nonce = rest.partition(":")
        if not equals or not colon:
            msg = f"no share of a deal: {word[:60]!r}"
            raise ValueError(msg)
        shares.append(Share(player, None if digest == "-" else digest, None if nonce == "-" else nonce))
    found = Reveal(version, table, int(deal), pack, commitment, seed, tuple(shares), "")
    return msgspec.structs.replace(found, cards=_dealt(found))


def _dealt(reveal: Reveal) -> str:
    """The cards that a reveal gives; none if it gives none, which `reveal_fault` then says."""
    try:
        pack, seats = parse_pack(reveal.pack)
        return str(shared_deal(bytes.fromhex(reveal.seed), reveal.table, reveal.deal, pack, seats, reveal.shares))
    except ValueError:
        return ""


def record_reveals(record: Record) -> tuple[Reveal, ...]:
    """The reveals in a record's tags.

    Raises:
        ValueError: a tag is none, or the record does not name its table.
    """
    found = [value for name, value in record.tags if name == _TAG]
    table = next((value for name, value in record.tags if name == _TABLE), None)
    if found and table is None:
        msg = "the tag Table is missing: reveals are made for a table"
        raise ValueError(msg)
    return tuple(_of_tag(table or "", text) for text in found)


def parse_reveals(data: bytes) -> tuple[Reveal, ...]:
    """Reveals from JSON: one, or a list.

    Raises:
        ValueError: it is no such JSON (`msgspec.DecodeError` is one).
    """
    found: Reveal | tuple[Reveal, ...] = msgspec.json.decode(data, type=Reveal | tuple[Reveal, ...])
    return found if isinstance(found, tuple) else (found,)


def verdicts(reveals: Iterable[Reveal], record: Record | None = None) -> list[Verdict]:
    """What is to be said of each deal, by number; also of numbers that were left out, and of a record's other deals."""
    ordered = sorted(reveals, key=lambda one: (one.table, one.deal))
    dealt = (
        []
        if record is None
        else [_text(entry.event.cards) for entry in record.entries if isinstance(entry.event, Deal)]
    )
    said: list[Verdict] = []
    before: Reveal | None = None
    for one in ordered:
        if before is not None and before.table == one.table:
            if before.deal == one.deal:
                said.append(Verdict(one.deal, one.cards, "this deal was revealed twice"))
                continue
            missing = range(before.deal + 1, min(one.deal, before.deal + 100))
            said += (Verdict(number, "", "this deal was not revealed") for number in missing)
        before = one
        note = None
        if record is not None and one.deal > 0 and one.cards not in dealt:
            note = "its cards are not in the record: was the deal broken off?"
        away = tuple(share.player for share in one.shares if share.nonce is None)
        said.append(Verdict(one.deal, one.cards, reveal_fault(one), note, away))
    explained = {one.cards for one in ordered}
    file = None if record is None else next((value for name, value in record.tags if name == _FILE), None)
    fault = "no reveal gives these cards" if file is None else None
    brought = None if file is None else f"from a file ({file}): nobody shuffled it, so there is nothing to verify"
    said += (Verdict(None, cards, fault, brought) for cards in dealt if cards not in explained)
    return said


def _text(cards: str) -> str:
    return str(Layout.parse(cards))
