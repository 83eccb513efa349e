"""The lines of a score file of preferans: the table, the deals, and changes of the sheet between them.

docs/preferans.md says which fields each line has. No rule is known here: a line is read, and the pulka takes or refuses
it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, TypeVar, get_args, get_origin

import msgspec

from kozyr.cards import parse_card
from kozyr.games import Amendment, IllegalEvent, Reason, game
from kozyr.games.exact import points
from kozyr.games.preferans import Outcome, Pulka
from kozyr.games.preferans.sheet import Column
from kozyr.games.preferans.words import Correction, Newcomer, Stop, Substitute, read_contract
from kozyr.sheets import Json, Keeper

__all__ = ["PreferansKeeper", "keys_once"]

T = TypeVar("T")

# Words that are read besides the names of kinds and answers that the program prints.
_KINDS: Final[Mapping[str, str]] = {
    "all-pass": "allpass", "распас": "allpass", "распасы": "allpass", "розпаси": "allpass", "распасовка": "allpass",
    "misère": "misere", "мизер": "misere", "мізер": "misere", "игра": "tricks", "гра": "tricks", "game": "tricks",
}  # fmt: skip
_ANSWERS: Final[Mapping[str, str]] = {
    "whist": "whist", "вист": "whist", "віст": "whist", "pass": "pass", "пас": "pass", "half_whist": "half_whist",
    "half-whist": "half_whist", "half": "half_whist", "полвиста": "half_whist", "піввіста": "half_whist",
}  # fmt: skip
_MISERE: Final = {"misere", "misère", "мизер", "мізер"}
_LONGEST: Final = 40  # characters of a name
_REFUSED: Final[Mapping[str, str]] = {
    Reason.NO_CONSENT: "needs the consent of all",
    Reason.NOT_AT_TABLE: "names a player, or a column, that is not there",
    Reason.NOT_AGREED: "is not possible by what was agreed",
    Reason.MATCH_OVER: "comes after the end of the pulka",
}


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str


class _Table(_Line, frozen=True, omit_defaults=True):
    """The line of a table: players, clockwise; agreement; first dealer."""

    players: list[str]
    preset: str = "sochi"
    options: dict[str, bool | int | str | list[int] | None] = msgspec.field(default_factory=dict)
    dealer: str | None = None


class _Newcomer(_Line, frozen=True, omit_defaults=True):
    name: str | None = None
    consent: list[str] | None = None


class _Substitute(_Line, frozen=True, omit_defaults=True):
    player: str
    name: str | None = None
    consent: list[str] | None = None


class _Fine(_Line, frozen=True):
    player: str
    points: int
    law: str


class _Correction(_Line, frozen=True, omit_defaults=True):
    player: str
    column: Column
    points: int | str
    law: str
    on: str = ""


class _Stop(_Line, frozen=True, omit_defaults=True):
    consent: list[str] | None = None
    force_majeure: bool = False


_OTHERS: Final[Mapping[str, type[_Line]]] = {
    "table": _Table,
    "newcomer": _Newcomer,
    "substitute": _Substitute,
    "fine": _Fine,
    "correction": _Correction,
    "stop": _Stop,
}
_DEALS: Final = ("tricks", "misere", "allpass")


class PreferansKeeper(Keeper):
    """Keeps a pulka."""

    match: Pulka
    """The match so far. `rows` are for people, under the head of the printer; `lines` can be read again."""

    def __init__(self, name: str, preset: str | None, options: Mapping[str, object], players: int | None) -> None:
        super().__init__(name, preset, options, players)
        self.told_apart = preset is not None or bool(options) or players is not None
        self.lines: list[Json] = []
        self.deals = 0

    def standing(self) -> Json:
        """The sheet, and the lines that were taken, in a form that can be read again."""
        return {**super().standing(), "lines": self.lines}

    def line(self, text: str) -> None:
        """Take one line.

        Raises:
            msgspec.DecodeError: it is no JSON object. ValueError: the line is wrong; the text says how, and names the allowed values.
        """
        raw = msgspec.json.decode(text, type=dict[str, object])
        keys_once(text)
        if "kind" not in raw:
            raise ValueError(f"missing required field `kind`: {', '.join((*_DEALS, *_OTHERS))}")
        kind = str(raw["kind"])
        kind = _KINDS.get(kind.lower(), kind)
        if kind in _DEALS:
            self._deal(raw | {"kind": kind})
        elif kind in _OTHERS:
            self._other(_converted(raw, _OTHERS[kind]))
        else:
            raise ValueError(f"kind: no {kind!r}; there are: {', '.join((*_DEALS, *_OTHERS))}")

    # --- deals ---------------------------------------------------------------------------------------------

    def _deal(self, raw: dict[str, object]) -> None:
        contract, result = _contract(raw.get("contract"))
        if contract is not None:
            raw["contract"] = contract
        if isinstance(calls := raw.get("calls"), dict):
            raw["calls"] = {name: _answer(name, word) for name, word in calls.items()}
        if isinstance(talon := raw.get("talon"), list):
            raw["talon"] = [parse_card(str(card)).text for card in talon]
        outcome = _converted(raw, Outcome)
        protocol = self.told.deal(outcome)["protocol"]
        if result and f"/{result}" not in protocol:
            raise ValueError(f"contract: {raw['contract']} is said to be {result}, but the tricks make it {protocol}")
        self.match = self.match.record(outcome)
        self.deals += 1
        self.rows.append(self.told.row(self.deals, outcome))
        self.lines.append(msgspec.to_builtins(outcome))

    # --- between deals -------------------------------------------------------------------------------------

    def _other(self, line: _Line) -> None:
        if isinstance(line, _Table):
            self._begin(line)
        else:
            self._amend(line)
            self.rows.append(_row(line))
        self.lines.append(msgspec.to_builtins(line))

    def _begin(self, line: _Table) -> None:
        if self.lines:
            raise ValueError("the line of the table is the first one")
        if self.told_apart:
            raise ValueError("the file says who plays what; leave --preset, --players and --set out")
        rules, players = game("preferans"), _names(line.players)
        dealer = line.dealer or players[0]
        if dealer not in players:
            raise ValueError(f"dealer: no player {dealer!r}; they are {', '.join(players)}")
        agreed = rules.choose(line.preset, line.options, len(players), "record")
        match = rules.start(agreed, len(players), players.index(dealer))
        assert isinstance(match, Pulka)
        self.match = msgspec.structs.replace(match, called=players)

    def _amend(self, line: _Line) -> None:
        before, names = self.match, self.match.names
        event: Amendment
        match line:
            case _Newcomer():
                if (line.name is None) is bool(before.called):
                    raise ValueError("a newcomer has a name where the players have; the line of the table gives them")
                event = Newcomer(_consent(line.consent, names))
            case _Substitute():
                if (line.name is None) is bool(before.called):
                    raise ValueError("a substitute has a name where the players have; the line of the table gives them")
                event = Substitute(line.player, _consent(line.consent, (n for n in names if n != line.player)))
            case _Fine():
                if line.points < 1:
                    raise ValueError(f"points: a fine is 1 or more, not {line.points}")
                event = Correction(line.points, line.law, line.player, "hill")
            case _Correction():
                event = Correction(points(str(line.points)), line.law, line.player, line.column, line.on)
            case _Stop():
                event = Stop(_consent(line.consent, names), line.force_majeure)
            case _:
                raise TypeError(line)
        try:
            after = before.amend(event)
        except IllegalEvent as error:
            why = _REFUSED.get(error.illegal.code, str(error.illegal.code))
            raise ValueError(
                f"{line.kind}: it {why} ({error.illegal.law}); the players are {', '.join(names)}"
            ) from None
        if isinstance(line, (_Newcomer, _Substitute)) and line.name is not None:
            taken = line.player if isinstance(line, _Substitute) else Pulka.NEWCOMER
            called = _names([line.name if name == taken else name for name in after.called])
            after = after.renamed(called)
        self.match = after


def keys_once(text: str) -> None:
    """Refuse JSON with a key twice in one object, of which readers silently take the last.

    Raises:
        ValueError: which key.
    """
    json.loads(text, object_pairs_hook=_once)


def _once(pairs: Sequence[tuple[str, T]]) -> dict[str, T]:
    """An object of JSON, refused if a key comes twice."""
    found: dict[str, T] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f'the key "{key}" stands twice')
        found[key] = value
    return found


def _converted(raw: Mapping[str, object], kind: type[T]) -> T:
    """The line as a struct; an error names the fields or words that are allowed."""
    fields = msgspec.structs.fields(kind)  # type: ignore[arg-type]  # T is one of our structs
    keys = [field.encode_name for field in fields]
    for key in raw:
        if key not in keys:
            raise ValueError(f"unknown field `{key}`; this line has: {', '.join(keys)}")
    for field in fields:
        if field.required and field.encode_name not in raw:
            raise ValueError(f"missing required field `{field.encode_name}`; this line has: {', '.join(keys)}")
        words = get_args(field.type) if get_origin(field.type) is Literal else ()
        if words and raw.get(field.encode_name, words[0]) not in words:
            raise ValueError(f"{field.encode_name}: no {raw[field.encode_name]!r}; there are: {', '.join(words)}")
    return msgspec.convert(raw, kind)


def _contract(said: object) -> tuple[str | None, str]:
    """A contract in our text, and the result that stands behind it, as in `7♥/-1`."""
    if not isinstance(said, str):
        return None, ""
    text, _, result = said.partition("/") if read_contract(said) is None else (said, "", "")  # `6 б/к` has no result
    if text.lower() in _MISERE:
        return "misere", result
    contract = read_contract(text)
    if contract is None:
        raise ValueError(f"contract: no {said!r}; there are 6S … 10NT (suits S C D H NT, or 6♠ 7h 7N 7Ч 6П), misere")
    return str(contract), result


def _answer(name: str, word: object) -> str:
    """An answer on whist."""
    found = _ANSWERS.get(str(word).lower())
    if found is None:
        raise ValueError(f"calls: {name}: no {word!r}; there are: whist, pass, half-whist")
    return found


def _names(names: Iterable[str]) -> tuple[str, ...]:
    """The names, without needless blanks. Raises ValueError: a bad name, or one twice."""
    found = tuple(" ".join(name.split()) for name in names)
    for name in found:
        if not name or len(name) > _LONGEST or not name.isprintable():
            raise ValueError(f"not a name of 1 to {_LONGEST} characters: {name!r}")
        if found.count(name) > 1:
            raise ValueError(f"two players are called {name}")
    return found


def _consent(said: list[str] | None, everybody: Iterable[str]) -> tuple[str, ...]:
    """The players who have agreed: all, if the line has no names."""
    return tuple(everybody) if said is None else tuple(said)


def _signed(points: int | str) -> str:
    """A number of points with its sign, an exact fraction too."""
    return f"{points}" if str(points).startswith("-") else f"+{points}"


_SHOWN: Final[Mapping[type[_Line], Callable[..., tuple[str, str, str]]]] = {
    _Newcomer: lambda line: (line.name or "", "newcomer", "the means of the others (P-3.1.2)"),
    _Substitute: lambda line: (line.player, "substitute", line.name or ""),
    _Fine: lambda line: (line.player, "fine", f"hill {line.points} ({line.law})"),
    _Correction: lambda line: (
        line.player, "correction", f"{line.column}{' on ' + line.on if line.on else ''} {_signed(line.points)} ({line.law})",
    ),
    _Stop: lambda line: ("", "stop", "force majeure" if line.force_majeure else "by consent"),
}  # fmt: skip


def _row(line: _Line) -> list[str]:
    who, what, how = _SHOWN[type(line)](line)
    return ["", "", who, what, "", how]
