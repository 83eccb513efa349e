"""What a ruling does, in the words of a language; cards, contracts and suits as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from kozyr.cards import Card, Seat
from kozyr.games import rulings
from kozyr.words import Language, vocabulary

_SIGNS: Final[Mapping[str, str]] = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
_NUMBER: Final = re.compile(r"(-?)(\d{1,18})(?:/(\d{1,18}))?")
_PARTS: Final = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾"}
_CARD: Final = re.compile(r"(?<![\w-])([SHDC])([2-9TJQKA])(?!\w)")
_BID: Final = re.compile(r"(?<![\w-])(10|[1-9])(NT|[SHDC])(X{0,2})(?!\w)")


def pretty(text: str, language: Language) -> str:
    """A text with its cards and contracts as people of a language write them: `HK` is К♥, `6NT` 6БК."""
    ranks = vocabulary(language, "rulings", "CARDS")
    text = _CARD.sub(lambda found: f"{ranks.get(found[2], found[2])}{_SIGNS[found[1]]}", text)
    return _BID.sub(lambda found: f"{found[1]}{_SIGNS.get(found[2]) or ranks['NT']}{found[3]}", text)


def shares_said(outcomes: Iterable[tuple[int, int]]) -> str:
    """Scores with their shares in per cent as they are read aloud: `620 (60 %), −100 (40 %)`."""
    return ", ".join(f"{score} ({percent} %)".replace("-", "\N{MINUS SIGN}") for score, percent in outcomes)


def effect_said(effect: rulings.AnyEffect, language: Language) -> str:
    """An effect as a thing to do."""
    code, about = _told(effect, language)
    return pretty(vocabulary(language, "rulings", "EFFECTS")[code].format_map(about), language)


def _told(effect: rulings.AnyEffect, language: Language) -> tuple[str, Mapping[str, object]]:
    """The code of an effect's words, and what they speak of."""
    tag, about = str(effect.__struct_config__.tag), _fields(effect)
    match effect:
        case rulings.ReDealt(by=by):
            return f"{tag}.{by}", about
        case rulings.CallReplaced(call=call):
            said = call.removeprefix("contract:").removeprefix("discard:").replace(",", " ")
            return tag, {**about, "call": vocabulary(language, "rulings", "VALUES").get(f"call.{said}", said)}
        case rulings.CardGiven(card=card, giver=giver, taker=taker):
            shown = "?" if card is None else card.text
            code = "give.from_table" if giver is None else "give.to_table" if taker is None else "give"
            return code, {**about, "card": shown}
        case rulings.Barred(what=what, until=until):
            return ("bar.once" if until == "once" and what == "bid" else f"bar.{what}"), about
        case rulings.DeclarerSet(least="same"):
            return "declarer.same", about
        case rulings.FollowRuled(suit=suit, how=how):
            return f"follow.{how}", {**about, "suit": _SIGNS[suit.value]}
        case rulings.LeadRuled(suit=suit, how="forbid", until="kept"):
            return "lead.forbid.kept", {**about, "suit": _SIGNS[suit.value]}
        case rulings.PlayRuled(cards=cards):
            return ("play" if len(cards) == 1 else "play.any"), about
        case rulings.Opened(minor=True):
            return "open.minor", about
        case rulings.Opened(cards=cards, order=order, planned=planned):
            code = "open.planned" if planned else "open" if order is None else "open.by"
            return (f"{code}.one" if len(cards) == 1 and not planned else code), about
        case rulings.LeadRuled(suit=suit, how=how, lifts=lifts):
            return (f"lead.{how}" if lifts is None else "lead.lifts"), {**about, "suit": _SIGNS[suit.value]}
        case rulings.Dictated(until=until, plain=plain):
            return ("dictate.plain" if plain else "dictate.once" if until == "once" else "dictate"), about
        case rulings.Transferred(tricks=tricks, since=since):
            return ("transfer.since" if since is not None else "transfer.one" if tricks == 1 else "transfer"), about
        case rulings.TakenOff(tricks=tricks, most=most):
            return ("less.most" if most is not None else "less.one" if tricks == 1 else "less"), about
        case rulings.Resulted(of=of):
            return ("result.of" if of else "result"), about
        case rulings.SheetEntry(column=column, points=points):
            if points.startswith("-"):  # what was written wrongly is struck; a minus would look like a fine
                return f"entry.{column}.less", {**about, "points": points[1:]}
            return f"entry.{column}", about
        case rulings.Shared(outcomes=outcomes):
            line = vocabulary(language, "rulings", "VALUES").get(f"line.{effect.line}", effect.line)
            return tag, {**about, "line": line, "outcomes": shares_said(outcomes)}
        case rulings.FirstTaken(tricks=10):
            return f"{tag}.all", about
        case rulings.Added(tricks=1):
            return f"{tag}.one", about
        case rulings.Scored(kind=kind):
            return f"score.{kind}", about
        case rulings.LotDrawn(number=number, among=among):
            return tag, {"n": number + 1, "of": among}
    return tag, about


def _fields(effect: rulings.AnyEffect) -> dict[str, object]:
    """The fields of an effect as words hold them."""
    about: dict[str, object] = {name: _word(getattr(effect, name)) for name in effect.__struct_fields__}
    if "tricks" in about and not isinstance(effect, rulings.Resulted):
        about["n"] = about["tricks"]
    return about


def _word(value: object) -> object:
    if isinstance(value, (Card, Seat)):
        return value.value if isinstance(value, Seat) else value.text
    if isinstance(value, Mapping):
        return ", ".join(f"{seat.value} {value[seat]}" for seat in Seat if seat in value)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return " ".join(str(_word(one)) for one in value)
    return number_said(value) if isinstance(value, str) else value


def number_said(text: str) -> str:
    """A number as people write it: `-8` is −8, `71/2` 35½, `200/3` 66⅔; any other text stays.

    >>> number_said("71/2"), number_said("-10/7"), number_said("6S")
    ('35½', '−1 3/7', '6S')
    """
    if not (found := _NUMBER.fullmatch(text)):
        return text
    sign, over, under = found[1].replace("-", "−"), int(found[2]), int(found[3] or 1)
    whole, rest = divmod(over, under) if under else (over, 0)
    if not rest:
        return f"{sign}{whole}"
    part = _PARTS.get((rest, under))
    return f"{sign}{whole or ''}{part}" if part else f"{sign}{f'{whole} ' if whole else ''}{rest}/{under}"
