"""Regulations of an event as data: one struct, each field with its meaning and its rule, as the games' conventions.

The organiser of an event fills them in before it opens (PT-I.13.1); `open_for` says what still keeps it from opening.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, TypeAlias, get_args, get_type_hints

import msgspec

from kozyr.games.options import Option, current, under
from kozyr.games.refusal import Refusal, Refused, refusal

TieBreak: TypeAlias = Literal["allpass_won", "allpass_tricks", "sets", "misere_tricks"]
Offence: TypeAlias = Literal[
    "late", "slow", "discussion", "comparing", "touching", "wrong_pocket", "procedure", "disobedience", "other"
]
BridgeTieBreak: TypeAlias = Literal["direct", "wins", "tops"]
Moves: TypeAlias = Literal["scheme", "simple", "shift_line", "rooms"]
Systems: TypeAlias = Literal["any", "natural"]
Explanations: TypeAlias = Literal["partner", "self", "written"]

OFFENCES: Final[Mapping[Offence, str]] = {  # PT-I.12.2
    "late": "PT-I.12.2.1",
    "slow": "PT-I.12.2.2",
    "discussion": "PT-I.12.2.3",
    "comparing": "PT-I.12.2.4",
    "touching": "PT-I.12.2.5",
    "wrong_pocket": "PT-I.12.2.6",
    "procedure": "PT-I.12.2.7",
    "disobedience": "PT-I.12.2.8",
    "other": "PT-I.12.2",
}

_event = under("event")
_time = under("time")
_score = under("score")
_bridge = under("bridge")
_format = under("format")


class Duties(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The organisers' six duties of PT-I.13.1, each in words; empty: not settled yet."""

    arbiter: str = ""
    preparations: str = ""
    sessions: str = ""
    entry: str = ""
    special_conditions: str = ""
    published: str = ""


class Penalties(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The size of each procedural penalty, in per cent of a board's max (PT-I.12, C-TOUR-4); None: left open."""

    late: int | None = None
    slow: int | None = None
    discussion: int | None = None
    comparing: int | None = None
    touching: int | None = None
    wrong_pocket: int | None = None
    procedure: int | None = None
    disobedience: int | None = None
    other: int | None = None


class Regulations(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The regulations of an event. Times are minutes, percentages whole numbers, scores in units of the game."""

    retired: ClassVar[Mapping[str, str | None]] = {}
    """Names that fields had once, by the name that each has now; None: nothing reads it any more."""

    duties: Duties = Duties()
    penalties: Penalties = Penalties()

    tournament_type: Annotated[
        Literal["duplicate", "olympic", "compensation", "cup"], _event("which kind of tournament it is", "PT-0.1")
    ] = "duplicate"
    tournament_movement: Annotated[
        Moves,
        _event(
            "how players move at preferans: the simple movement alone, with one more step of a line, in rooms of it; or"
            " whatever serves best",
            "PT-I.5",
        ),
    ] = "scheme"
    tournament_qualifying: Annotated[
        bool, _event("a qualifying event: conventions with +qualifying, and no penalty left open", "P-0.5")
    ] = False
    tournament_minutes_per_board: Annotated[
        int, _time("minutes for a board of preferans", "PT-I.4", least=1, most=60)
    ] = 5
    tournament_places: Annotated[
        int | None,
        _event(
            "how many entrants there is room for; who comes later waits until somebody withdraws or does not check in",
            "PT-I.13.1",
            least=2,
            most=10_000,
            absent=None,
        ),
    ] = None
    tournament_check_in_min: Annotated[
        int,
        _time(
            "minutes before the first session from which entrants check in, and who has not is not seated; 0: nobody has to",
            "PT-I.13.1",
            least=0,
            most=10_000,
            absent=0,
        ),
    ] = 0
    tournament_entry: Annotated[
        Literal["open", "director"],
        _event("who enters: everybody himself, or the director those whom he takes", "PT-I.13.1", absent="open"),
    ] = "open"
    tournament_sets: Annotated[
        Literal["travelling", "barometer"],
        _event(
            "boards travel from table to table, or all tables play the same boards in each round",
            "PT-I.2b",
            absent="travelling",
        ),
    ] = "travelling"
    tournament_early_end: Annotated[
        bool,
        _event(
            "the arbiter may end a session before all its rounds are played, as is announced hereby",
            "PT-I.5",
            absent=False,
        ),
    ] = False
    tournament_break_min: Annotated[
        int | None,
        _time(
            "minutes between two rounds, after which the next one begins at tables of the club; none: when the director begins it",
            "PT-I.4",
            least=0,
            most=1440,
            absent=None,
        ),
    ] = None
    tournament_absent_min: Annotated[
        int | None,
        _time(
            "minutes after the beginning of a round, after which boards of an entrant who has not come are not played: he has the score of the"
            " guilty on them, who waits for him that of the innocent; none: the others wait until the round ends",
            "PT-I.11.2.B.1",
            least=1,
            most=1440,
            absent=None,
        ),
    ] = None
    tournament_results: Annotated[
        Literal["end", "live"],
        _score(
            "results are told when they are published, or as they stand over the boards that nobody will play any more",
            "PT-I.9",
            absent="end",
        ),
    ] = "end"
    tournament_rows: Annotated[
        Literal["own", "others"],
        _score(
            "who has just played a board sees his own line of it, or those of the other tables too",
            "PT-I.6",
            absent="own",
        ),
    ] = "own"
    tournament_unfinished: Annotated[
        Literal["late", "average", "dropped"],
        _score(
            "a board of which a table has no line when its round ends: the line comes late, all there have the score of the"
            " partly guilty, or it counts for none of them",
            "PT-I.4",
            absent="late",
        ),
    ] = "late"
    tournament_correction_period_min: Annotated[
        int, _time("minutes after publication in which a result may be corrected", "PT-0.7", least=0, most=10_000)
    ] = 30
    tournament_appeal_period_min: Annotated[
        int, _time("minutes after the session in which an appeal may be filed", "PT-0.6", least=0, most=10_000)
    ] = 30
    tournament_adjusted: Annotated[
        tuple[int, int, int],
        _score("artificial scores of the guilty, the partly guilty and the innocent, in per cent", "PT-I.11.2.B.1"),
    ] = (40, 50, 60)
    tournament_fouled_formula: Annotated[
        Literal["per_group_percent", "scaled"],
        _score("a fouled board: each group by its own per cent, or scaled to the field as by Neuberg", "PT-I.10.B"),
    ] = "per_group_percent"
    tournament_procedural_penalty: Annotated[
        int, _score("the usual procedural penalty, in per cent of a board's max", "PT-I.12.1", least=0, most=100)
    ] = 10
    tournament_tie_breaks: Annotated[
        tuple[TieBreak, ...], _score("what parts equal results of preferans, one after another", "P-4.1.3")
    ] = ()

    event_length: Annotated[
        Literal["pool", "deals"], _format("a party runs to a pool or a number of deals", "PT-II.1")
    ] = "pool"
    event_number: Annotated[int, _format("the pool, or the number of deals", "PT-II.1", least=1, most=1000)] = 10
    event_qualify_per_table: Annotated[
        int, _format("how many of a table go on to the next round", "PT-II.2", least=1, most=2)
    ] = 1
    event_fill: Annotated[
        Literal["mixed", "byes", "lucky_loser"],
        _format(
            "a number that does not divide: tables of three and four, byes where they do not fit, or the best losers to"
            " tables of four",
            "PT-II.4",
        ),
    ] = "mixed"
    comp_scheme: Annotated[Literal["per_deal_rating", "xy_column"], _format("how luck is compensated", "PT-III.2")] = (
        "per_deal_rating"
    )
    comp_x: Annotated[int | None, _format("whists for a deal with a positive result", "PT-III.3")] = None
    comp_y: Annotated[int | None, _format("whists for any other deal", "PT-III.3")] = None
    comp_rounds: Annotated[
        int,
        _format(
            "rounds of a compensation event; 0: until its director ends it", "PT-III.1", least=0, most=100, absent=0
        ),
    ] = 0
    cup_issues: Annotated[int, _format("issues of a cup", "PT-M.3", least=1, most=100)] = 5
    cup_deals_per_issue: Annotated[int, _format("deals of an issue", "PT-M.3", least=1, most=1000)] = 111
    cup_finalists: Annotated[int, _format("how many reach the final", "PT-M.4", least=1, most=1000)] = 10

    bridge_scoring: Annotated[
        Literal["matchpoints", "butler", "cross_imps", "team_imps", "board_a_match"],
        _bridge("how results are compared", "B-PAIR-1"),
    ] = "matchpoints"
    bridge_mp_unit: Annotated[Literal[2, 1], _bridge("matchpoints for a worse result of others", "B-PAIR-V1")] = 2
    bridge_vp_scale: Annotated[
        Literal["off", "24 boards", "wbf", "wbf continuous", "wbf discrete"],
        _bridge(
            "victory points: none, the table, or the World Bridge Federation's scales of 2013, with two decimals or whole",
            "B-VP-1",
            ended=("wbf",),
        ),
    ] = "24 boards"
    bridge_series_min_half: Annotated[bool, _bridge("a series is at least half of the match", "B-TEAM-4")] = True
    bridge_series: Annotated[
        int,
        _bridge(
            "how many series a match of teams has, with other players in each if a team wants",
            "B-TEAM-3",
            least=1,
            most=2,
            absent=2,
        ),
    ] = 2
    bridge_neuberg: Annotated[
        bool, _bridge("fewer results than lines that were scheduled are scaled by Neuberg's formula", "B-PAIR-1")
    ] = True
    bridge_top: Annotated[
        Literal["board", "session"],
        _bridge(
            "a board that is scheduled fewer times than others keeps its own top, or is scaled to the session's by Neuberg",
            "B-PAIR-1",
            absent="board",
        ),
    ] = "session"
    bridge_datum: Annotated[
        Literal["once", "count", "share"],
        _bridge(
            "Butler's datum of more than three results: without so many of the best and the worst, or so many per cent",
            "B-IMP-1",
            absent="once",
            ended=("once",),
        ),
    ] = "count"
    bridge_datum_dropped: Annotated[
        int, _bridge("results or per cent that Butler's datum drops at each end", "B-IMP-1", least=0, most=40, absent=1)
    ] = 1
    bridge_boards: Annotated[
        Literal["number", "file"],
        _bridge(
            "who is vulnerable: by the board's number, as older programs had it, or as the file of boards says",
            "B-DUP-3",
            absent="number",
            reader="log",
            offered=(),
        ),
    ] = "file"
    bridge_carry_over: Annotated[
        int,
        _bridge("per cent of the earlier stage's result that counts in the next one", "B-TEAM-7", least=0, most=100),
    ] = 0
    bridge_sit_out: Annotated[
        int, _bridge("victory points of a team without an opponent", "B-VP-1", least=0, most=20)
    ] = 12
    bridge_average_imps: Annotated[
        int, _bridge("IMPs of an artificial score above or below average", "B-IMP-1", least=0, most=24)
    ] = 3
    bridge_unbalanced: Annotated[
        Literal["each", "mean"],
        _bridge(
            "results of two teams on a board that a ruling leaves unbalanced: each has its own, or both the mean of the two",
            "B-TEAM-7",
            absent="each",
        ),
    ] = "each"
    bridge_counted: Annotated[
        Literal["first", "each"],
        _bridge(
            "rulings at teams: as older programs counted them, from the first team's side, or for each team",
            "B-TEAM-7",
            absent="first",
            reader="log",
            offered=(),
        ),
    ] = "each"
    bridge_minutes_per_board: Annotated[int, _bridge("minutes for a board of bridge", "PT-I.4", least=1, most=60)] = 8
    bridge_tie_breaks: Annotated[
        tuple[BridgeTieBreak, ...],
        _bridge(
            "what parts equal results, one after another: among themselves, matches or boards won, tops", "B-PAIR-3"
        ),
    ] = ()
    bridge_systems: Annotated[
        Systems, _bridge("which systems may be played; of another one no card is taken", "B-AUC-13")
    ] = "any"
    bridge_explanations: Annotated[
        Explanations,
        _bridge("who explains a call; in writing: who has filed no system card is not seated", "B-AUC-14"),
    ] = "partner"

    def penalty(self, offence: Offence) -> int:
        """The size of a penalty in per cent of a board's max; the usual one, where none is set (C-TOUR-4)."""
        own: int | None = getattr(self.penalties, offence)
        return self.tournament_procedural_penalty if own is None else own

    @property
    def artificial(self) -> Artificial:
        """The artificial adjusted scores."""
        return Artificial(*(Fraction(each, 100) for each in self.tournament_adjusted))

    def open_for(self, overlays: tuple[str, ...] = ()) -> tuple[Refusal, ...]:
        """The obstacles that keep the event from opening, one refusal each. overlays: of the conventions.

        A qualifying event needs +qualifying and every penalty (P-0.5, PT-I.12). A compensation event by the x and y
        column needs both numbers (PT-III.3, C-TOUR-3). Every event needs an arbiter and the other duties of PT-I.13.1.
        """
        missing = [refusal("duty_open", "PT-I.13.1", duty=name) for name, said in _said(self.duties) if not said]
        if self.tournament_qualifying:
            if "qualifying" not in overlays:
                missing.append(refusal("qualifying_conventions", "P-0.5"))
            missing += [
                refusal("penalty_open", law, offence=offence)
                for offence, law in OFFENCES.items()
                if getattr(self.penalties, offence) is None
            ]
        if self.tournament_type == "compensation" and self.comp_scheme == "xy_column":
            missing += [
                refusal("comp_open", "PT-III.3", name=name)
                for name, value in (("x", self.comp_x), ("y", self.comp_y))
                if value is None
            ]
        return tuple(missing)


class Artificial(NamedTuple):
    """Artificial adjusted scores as parts of the max (PT-I.11.2.B.1)."""

    guilty: Fraction
    partly: Fraction
    innocent: Fraction

    def share(self, guilt: Literal["fully", "partly", "innocent"]) -> Fraction:
        """The part of an entrant by guilt."""
        return {"fully": self.guilty, "partly": self.partly, "innocent": self.innocent}[guilt]


def _said(duties: Duties) -> tuple[tuple[str, str], ...]:
    return tuple((name, getattr(duties, name)) for name in duties.__struct_fields__)


def dotted(field: str) -> str:
    """The name of an option as people write it: `tournament_type` is `tournament.type`."""
    return field.replace("_", ".", 1)


@cache
def declarations() -> dict[str, Option]:
    """Every option's declaration, by its field."""
    found: dict[str, Option] = {}
    for field, kind in get_type_hints(Regulations, include_extras=True).items():
        for one in get_args(kind)[1:]:
            if isinstance(one, Option):
                found[field] = one
    return found


def check(agreed: Regulations) -> None:
    """Refuse impossible regulations when an event is announced.

    Raises:
        ValueError: a number out of its range, or percentages that do not rise.
    """
    for name, option in declarations().items():
        value = getattr(agreed, name)
        if isinstance(value, int) and option.least is not None and not option.least <= value <= (option.most or value):
            raise Refused(
                "out_of_range", option.law, name=dotted(name), value=value, least=option.least, most=option.most
            )
    low, middle, high = agreed.tournament_adjusted
    if not 0 <= low <= middle <= high <= 100 or high < 60:
        raise Refused("adjusted_rise", "PT-I.11.2.B.1")
    for offence in OFFENCES:
        size = getattr(agreed.penalties, offence)
        if size is not None and not 0 <= size <= 100:
            raise Refused("penalty_range", OFFENCES[offence], offence=offence, size=size)


_GROUPS: Final[Mapping[str, type]] = {"duties": Duties, "penalties": Penalties}


def logged(told: Mapping[str, object]) -> Regulations:
    """Regulations as a log of any age has them, by the names of fields; nothing of them is judged.

    An option that is younger than the log has the value by which an event was held before there was one (`Option.absent`).

    Raises:
        ValueError: which name or value this program does not know.
    """
    hints, options = get_type_hints(Regulations, include_extras=True), declarations()
    found: dict[str, Any] = {}
    for name, kind in _GROUPS.items():
        try:
            found[name] = msgspec.convert(told.get(name, {}), kind)
        except msgspec.ValidationError as error:
            raise Refused("newer_regulation", name=name, text=error) from None
    usual = msgspec.structs.asdict(Regulations())
    absent = {
        name: usual[name] if option.absent is msgspec.UNSET else option.absent for name, option in options.items()
    }
    was = {name: dict(option.was) for name, option in options.items() if option.was}
    fields = {name: value for name, value in told.items() if name not in _GROUPS}
    kinds = {name: hints[name] for name in options}
    found |= current(fields, kinds, absent, Regulations.retired, was, "regulations.")
    return Regulations(**found)


def with_duties(base: Regulations, duties: Duties) -> Regulations:
    """The same regulations with the organisers' duties settled so."""
    return msgspec.structs.replace(base, duties=duties)


def change(base: Regulations, changes: Mapping[str, object]) -> Regulations:
    """Regulations with some options changed by their dotted names, as a file or `--set` gives them.

    Raises:
        ValueError: an unknown name, or a value that the option does not have.
    """
    options = declarations()
    hidden = {field for field, option in options.items() if option.reader == "log"}
    fields = {dotted(field): field for field in Regulations.__struct_fields__ if field not in hidden}
    data = msgspec.to_builtins(base)
    for name, value in changes.items():
        if name not in fields:
            raise Refused("no_option", name=name)
        option = options.get(fields[name])
        if option is not None and value in option.ended:
            raise Refused("value_ended", name=name, value=value)
        is_list = isinstance(data[fields[name]], tuple | list)
        data[fields[name]] = value.split(",") if is_list and isinstance(value, str) else value
    try:
        changed = msgspec.convert(data, Regulations, strict=False)
    except msgspec.ValidationError as error:
        raise Refused("no_regulation", text=error) from None
    check(changed)
    return changed
