"""Reveals of fair deals in files: a tag `Fair` in a record, or JSON as the club gives it (docs/fair.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from kozyr.cards import Card, CardSet, wrong_type
from kozyr.deals import Chance, Layout, Reveal, Share, parse_pack, reveal_fault, shared_deal
from kozyr.games import Deal, Record
from kozyr.games.rulings import LotDrawn, ReDealt, Ruled, Scored, TalonDrawn

_TAG: Final = "Fair"
_TABLE: Final = "Table"
_FILE: Final = "Deals.File"
_LOT: Final = "P-3.8.5.1b"  # the law whose ruling draws a lot


class Verdict(msgspec.Struct, frozen=True):
    """The verdict on a deal."""

    deal: int | None
    """Its number at the table; None: cards of a record that nothing explains."""
    cards: str
    fault: str | None = None
    """Why it does not verify."""
    note: str | None = None
    """An additional remark on the deal."""
    away: tuple[str, ...] = ()


def fair_tag(reveal: Reveal) -> tuple[str, str]:
    """A reveal as a free tag of a record: version, deal, pack, commitment, seed, and each player's hash and nonce.

    The table is the tag `Table`, the cards are the record's own.
    """
    if not isinstance(reveal, Reveal):
        raise wrong_type("a tag is of a Reveal, as parse_reveals(data)[0]", reveal)
    shares = (f"{share.player}={share.hash or '-'}:{share.nonce or '-'}" for share in reveal.shares)
    return _TAG, " ".join((reveal.v, str(reveal.deal), reveal.pack, reveal.commitment, reveal.seed, *shares))


def file_tag(name: str) -> tuple[str, str]:
    """The tag of a record whose deals come from a file of this name, not from a shuffle."""
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
    if not isinstance(record, Record):
        raise wrong_type("reveals are those of a Record, as notation.parse(text).record", record)
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
    if not isinstance(data, str | bytes):
        raise wrong_type("reveals are read from the bytes of JSON", data)
    found: Reveal | tuple[Reveal, ...] = msgspec.json.decode(data, type=Reveal | tuple[Reveal, ...])
    return found if isinstance(found, tuple) else (found,)


def verdicts(reveals: Iterable[Reveal], record: Record | None = None) -> list[Verdict]:
    """The verdict on each deal, by number; also on left-out numbers, and on a record's other deals."""
    right = "verdicts are on reveals, as parse_reveals(data)"
    if not isinstance(reveals, Iterable):
        raise wrong_type(right, reveals)
    listed = tuple(reveals)
    for one in listed:
        if not isinstance(one, Reveal):
            raise wrong_type(right, one)
    ordered = sorted(listed, key=lambda one: (one.table, one.deal))
    told = [] if record is None else _deals(record)
    dealt = [cards for cards, _ in told]
    redealt: set[int] = set()  # by their numbers, deals that a ruling broke off to be dealt again
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
        note, fault = None, reveal_fault(one)
        if record is not None and one.deal > 0 and one.cards not in dealt:
            note = "its cards are not in the record: was the deal broken off?"
        for cards, rulings in told:
            if cards == one.cards and fault is None:
                note, fault = _broken_off(rulings, one.deal), _chance_fault(one, rulings)
                if note is None and one.deal - 1 in redealt:
                    note = f"dealt in the place of deal {one.deal - 1}"
                if any(isinstance(effect, ReDealt) for ruling in rulings for effect in ruling.effects):
                    redealt.add(one.deal)
        away = tuple(share.player for share in one.shares if share.nonce is None)
        said.append(Verdict(one.deal, one.cards, fault, note, away))
    explained = {one.cards for one in ordered}
    file = None if record is None else next((value for name, value in record.tags if name == _FILE), None)
    fault = "no reveal gives these cards" if file is None else None
    brought = None if file is None else f"from a file ({file}): nobody shuffled it, so there is nothing to verify"
    said += (Verdict(None, cards, fault, brought) for cards in dealt if cards not in explained)
    return said


def _deals(record: Record) -> list[tuple[str, list[Ruled]]]:
    """The cards of each deal in a record, with the rulings that were made on it."""
    found: list[tuple[str, list[Ruled]]] = []
    for entry in record.entries:
        if isinstance(entry.event, Deal):
            found.append((_text(entry.event.cards), []))
        elif isinstance(entry.event, Ruled) and found:
            found[-1][1].append(entry.event)
    return found


def _broken_off(rulings: list[Ruled], deal: int) -> str | None:
    """Why a deal was not played out, by a ruling; None: no ruling broke it off."""
    for ruling in rulings:
        for effect in ruling.effects:
            laws = ", ".join(ruling.laws)
            if isinstance(effect, ReDealt):
                dealer = "the same dealer" if effect.by == "same" else "the next dealer"
                return f"broken off by a ruling ({laws}): dealt again by {dealer} as deal {deal + 1}"
            if isinstance(effect, Scored):
                return f"broken off by a ruling ({laws}): the arbiter scored it, and deal {deal + 1} follows"
    return None


def _chance_fault(one: Reveal, rulings: list[Ruled]) -> str | None:
    """Why a draw of the rulings is not the draw of the deal's key; None: each is (docs/fair.md, step 13)."""
    layout, nth = Layout.parse(one.cards), 0
    for ruling in rulings:
        for effect in ruling.effects:
            if isinstance(effect, TalonDrawn):
                nth += 1
                held = CardSet.of((*(layout.hand(effect.seat) or ()), *layout.rest))
                if not 0 < len(effect.cards) <= len(held):
                    return f"chance {nth} of its rulings is not told"
                due = Chance.of(one).cards(nth, held, len(effect.cards))
                if effect.cards != due:
                    return f"chance {nth} of its rulings gives {_said(due)}, not {_said(effect.cards)}"
            elif isinstance(effect, LotDrawn):
                nth += 1
                lot = Chance.of(one).lot(nth, effect.among) if effect.among > 1 else 0
                if effect.number != lot:
                    return f"chance {nth} of its rulings gives lot {lot} of {effect.among}, not {effect.number}"
        if _LOT in ruling.laws and not any(isinstance(effect, LotDrawn) for effect in ruling.effects):
            return f"a ruling by {_LOT} does not tell its lot"
    return None


def _said(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def _text(cards: str) -> str:
    return str(Layout.parse(cards))
