"""What a ruling does, in the words of a language; cards, contracts and suits as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from kozyr.cards import Card, Seat
from kozyr.games.rulings import (
    AnyEffect,
    Barred,
    CallReplaced,
    CardGiven,
    DeclarerSet,
    Dictated,
    FollowRuled,
    LeadRuled,
    LotDrawn,
    Opened,
    ReDealt,
    Resulted,
    Scored,
    Shared,
    SheetEntry,
    TakenOff,
    Transferred,
)
from kozyr.words import Language, vocabulary

_SIGNS: Final[Mapping[str, str]] = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
_CARD: Final = re.compile(r"(?<![\w-])([SHDC])([2-9TJQKA])(?!\w)")
_BID: Final = re.compile(r"(?<![\w-])(10|[1-9])(NT|[SHDC])(X{0,2})(?!\w)")


def pretty(text: str, language: Language) -> str:
    """A text with its cards and contracts as people of a language write them: `HK` is К♥, `6NT` 6БК."""
    ranks = vocabulary(language, "rulings", "CARDS")
    text = _CARD.sub(lambda found: f"{ranks.get(found[2], found[2])}{_SIGNS[found[1]]}", text)
    return _BID.sub(lambda found: f"{found[1]}{_SIGNS.get(found[2]) or ranks['NT']}{found[3]}", text)


def effect_said(effect: AnyEffect, language: Language) -> str:
    """An effect as a thing to do."""
    code, about = _told(effect, language)
    return pretty(vocabulary(language, "rulings", "EFFECTS")[code].format_map(about), language)


def _told(effect: AnyEffect, language: Language) -> tuple[str, Mapping[str, object]]:
    """The code of an effect's words, and what they speak of."""
    tag, about = str(effect.__struct_config__.tag), _fields(effect)
    match effect:
        case ReDealt(by=by):
            return f"{tag}.{by}", about
        case CallReplaced(call=call):
            said = call.removeprefix("contract:").removeprefix("discard:").replace(",", " ")
            return tag, {**about, "call": vocabulary(language, "rulings", "VALUES").get(f"call.{said}", said)}
        case CardGiven(card=card, giver=giver, taker=taker):
            nobody = vocabulary(language, "rulings", "EFFECTS")["nobody"]
            shown = "?" if card is None else card.text
            return tag, {
                "card": shown,
                "giver": nobody if giver is None else giver.value,
                "taker": nobody if taker is None else taker.value,
            }
        case Barred(what=what, until=until):
            return ("bar.once" if until == "once" and what == "bid" else f"bar.{what}"), about
        case DeclarerSet(least="same"):
            return "declarer.same", about
        case FollowRuled(suit=suit, how=how):
            return f"follow.{how}", {**about, "suit": _SIGNS[suit.value]}
        case LeadRuled(suit=suit, how="forbid", until="kept"):
            return "lead.forbid.kept", {**about, "suit": _SIGNS[suit.value]}
        case Opened(minor=True):
            return "open.minor", about
        case Opened(order=order, planned=planned):
            return ("open.planned" if planned else "open" if order is None else "open.by"), about
        case LeadRuled(suit=suit, how=how, lifts=lifts):
            return (f"lead.{how}" if lifts is None else "lead.lifts"), {**about, "suit": _SIGNS[suit.value]}
        case Dictated(until=until, plain=plain):
            return ("dictate.plain" if plain else "dictate.once" if until == "once" else "dictate"), about
        case Transferred(since=since):
            return ("transfer" if since is None else "transfer.since"), about
        case TakenOff(most=most):
            return ("less" if most is None else "less.most"), about
        case Resulted(of=of):
            return ("result.of" if of else "result"), about
        case SheetEntry(column=column, points=points):
            if points.startswith("-"):  # what was written wrongly is struck; a minus would look like a fine
                return f"entry.{column}.less", {**about, "points": points[1:]}
            return f"entry.{column}", about
        case Shared(outcomes=outcomes):
            shown = "; ".join(f"{percent} % {score}".replace("-", "−") for score, percent in outcomes)
            line = vocabulary(language, "rulings", "VALUES").get(f"line.{effect.line}", effect.line)
            return tag, {**about, "line": line, "outcomes": shown}
        case Scored(kind=kind):
            return f"score.{kind}", about
        case LotDrawn(number=number, among=among):
            return tag, {"n": number + 1, "of": among}
    return tag, about


def _fields(effect: AnyEffect) -> dict[str, object]:
    """The fields of an effect as words hold them."""
    about: dict[str, object] = {name: _word(getattr(effect, name)) for name in effect.__struct_fields__}
    if "tricks" in about and not isinstance(effect, Resulted):
        about["n"] = about["tricks"]
    return about


def _word(value: object) -> object:
    if isinstance(value, (Card, Seat)):
        return value.value if isinstance(value, Seat) else value.text
    if isinstance(value, Mapping):
        return ", ".join(f"{seat.value} {value[seat]}" for seat in Seat if seat in value)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return " ".join(str(_word(one)) for one in value)
    if isinstance(value, str) and re.fullmatch(r"-\d+(/\d+)?", value):
        return f"−{value[1:]}"
    return value
