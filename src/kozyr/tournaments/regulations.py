"""Regulations of an event as data: one struct, each field with its meaning and its rule, as the games' conventions.

The organiser of an event fills them in before it opens (PT-I.13.1); `open_for` says what still keeps it from opening.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, TypeAlias, get_args, get_type_hints

import msgspec

from kozyr.games.options import Declaration, current
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

    tournament_type: Annotated[Literal["duplicate", "olympic", "compensation", "cup"], Declaration("PT-0.1")] = (
        "duplicate"
    )
    """The kind of tournament."""
    tournament_movement: Annotated[Moves, Declaration("PT-I.5")] = "scheme"
    """The movement of preferans: the simple one alone, with one more step of a line, or in rooms; or the one that serves best."""
    tournament_qualifying: Annotated[bool, Declaration("P-0.5")] = False
    """A qualifying event: conventions with +qualifying, and no penalty left open."""
    tournament_minutes_per_board: Annotated[int, Declaration("PT-I.4", least=1, most=60)] = 5
    """Minutes for a board of preferans."""
    tournament_places: Annotated[int | None, Declaration("PT-I.13.1", least=2, most=10_000, absent=None)] = None
    """The number of entrants for whom there is room. A later entrant waits until another withdraws or does not check in."""
    tournament_check_in_min: Annotated[int, Declaration("PT-I.13.1", least=0, most=10_000, absent=0)] = 0
    """Entrants check in from so many minutes before the first session; the others are not seated. 0: no entrant has to."""
    tournament_entry: Annotated[Literal["open", "director"], Declaration("PT-I.13.1", absent="open")] = "open"
    """Entrants enter themselves, or the director enters them."""
    tournament_sets: Annotated[Literal["travelling", "barometer"], Declaration("PT-I.2b", absent="travelling")] = (
        "travelling"
    )
    """Boards travel from table to table, or all tables play the same boards in each round."""
    tournament_early_end: Annotated[bool, Declaration("PT-I.5", absent=False)] = False
    """The arbiter may end a session before all its rounds are played."""
    tournament_break_min: Annotated[int | None, Declaration("PT-I.4", least=0, most=1440, absent=None)] = None
    """Minutes between two rounds at tables of the club. None: the director begins each round."""
    tournament_absent_min: Annotated[int | None, Declaration("PT-I.11.2.B.1", least=1, most=1440, absent=None)] = None
    """So many minutes after the beginning of a round, boards of an absent entrant are not played any more.

    The absent entrant has the score of the guilty on them, and the waiting ones that of the innocent. None: the others
    wait until the round ends.
    """
    tournament_results: Annotated[Literal["end", "live"], Declaration("PT-I.9", absent="end")] = "end"
    """Results are told when they are published, or as they stand over the boards that nobody will play any more."""
    tournament_rows: Annotated[Literal["own", "others"], Declaration("PT-I.6", absent="own")] = "own"
    """The players of a board see their own line of it, or the lines of the other tables, too."""
    tournament_unfinished: Annotated[Literal["late", "average", "dropped"], Declaration("PT-I.4", absent="late")] = (
        "late"
    )
    """A board without a line when its round ends: the line comes late, all at the table are partly guilty, or the board is dropped."""
    tournament_correction_period_min: Annotated[int, Declaration("PT-0.7", least=0, most=10_000)] = 30
    """Minutes after publication in which a result may be corrected."""
    tournament_appeal_period_min: Annotated[int, Declaration("PT-0.6", least=0, most=10_000)] = 30
    """Minutes after the session in which an appeal may be filed."""
    tournament_adjusted: Annotated[tuple[int, int, int], Declaration("PT-I.11.2.B.1")] = (40, 50, 60)
    """Artificial scores of the guilty, the partly guilty and the innocent, in per cent."""
    tournament_fouled_formula: Annotated[Literal["per_group_percent", "scaled"], Declaration("PT-I.10.B")] = (
        "per_group_percent"
    )
    """A fouled board: each group by its own per cent, or scaled to the field as by Neuberg."""
    tournament_procedural_penalty: Annotated[int, Declaration("PT-I.12.1", least=0, most=100)] = 10
    """The usual procedural penalty, in per cent of a board's max."""
    tournament_tie_breaks: Annotated[tuple[TieBreak, ...], Declaration("P-4.1.3")] = ()
    """The tie-breaks of preferans, one after another."""

    event_length: Annotated[Literal["pool", "deals"], Declaration("PT-II.1")] = "pool"
    """A party runs to a pool or a number of deals."""
    event_number: Annotated[int, Declaration("PT-II.1", least=1, most=1000)] = 10
    """The pool, or the number of deals."""
    event_qualify_per_table: Annotated[int, Declaration("PT-II.2", least=1, most=2)] = 1
    """The number of players at a table who go on to the next round."""
    event_fill: Annotated[Literal["mixed", "byes", "lucky_loser"], Declaration("PT-II.4")] = "mixed"
    """A number that does not divide: tables of three and four, byes where they do not fit, or the best losers to tables of four."""
    comp_scheme: Annotated[Literal["per_deal_rating", "xy_column"], Declaration("PT-III.2")] = "per_deal_rating"
    """The compensation of luck."""
    comp_x: Annotated[int | None, Declaration("PT-III.3")] = None
    """Whists for a deal with a positive result."""
    comp_y: Annotated[int | None, Declaration("PT-III.3")] = None
    """Whists for any other deal."""
    comp_rounds: Annotated[int, Declaration("PT-III.1", least=0, most=100, absent=0)] = 0
    """Rounds of a compensation event; 0: until its director ends it."""
    cup_issues: Annotated[int, Declaration("PT-M.3", least=1, most=100)] = 5
    """Issues of a cup."""
    cup_deals_per_issue: Annotated[int, Declaration("PT-M.3", least=1, most=1000)] = 111
    """Deals of an issue."""
    cup_finalists: Annotated[int, Declaration("PT-M.4", least=1, most=1000)] = 10
    """The number of finalists."""

    bridge_scoring: Annotated[
        Literal["matchpoints", "butler", "cross_imps", "team_imps", "board_a_match"], Declaration("B-PAIR-1")
    ] = "matchpoints"
    """The comparison of results."""
    bridge_mp_unit: Annotated[Literal[2, 1], Declaration("B-PAIR-V1")] = 2
    """Matchpoints for a worse result of others."""
    bridge_vp_scale: Annotated[
        Literal["off", "24 boards", "wbf", "wbf continuous", "wbf discrete"], Declaration("B-VP-1", ended=("wbf",))
    ] = "24 boards"
    """Victory points: none, the table, or the World Bridge Federation's scales of 2013, with two decimals or whole."""
    bridge_series_min_half: Annotated[bool, Declaration("B-TEAM-4")] = True
    """A series is at least half of the match."""
    bridge_series: Annotated[int, Declaration("B-TEAM-3", least=1, most=2, absent=2)] = 2
    """The number of series of a match of teams; a team may name other players for each."""
    bridge_neuberg: Annotated[bool, Declaration("B-PAIR-1")] = True
    """Fewer results than lines that were scheduled are scaled by Neuberg's formula."""
    bridge_top: Annotated[Literal["board", "session"], Declaration("B-PAIR-1", absent="board")] = "session"
    """A board that is scheduled fewer times than others keeps its own top, or is scaled to the session's by Neuberg."""
    bridge_datum: Annotated[
        Literal["once", "count", "share"], Declaration("B-IMP-1", absent="once", ended=("once",))
    ] = "count"
    """Butler's datum of more than three results: without a number of the best and the worst, or without a percentage."""
    bridge_datum_dropped: Annotated[int, Declaration("B-IMP-1", least=0, most=40, absent=1)] = 1
    """Results or per cent that Butler's datum drops at each end."""
    bridge_boards: Annotated[Literal["number", "file"], Declaration("B-DUP-3", absent="number", reader="log")] = "file"
    """The vulnerability: by the board's number, as older programs had it, or by the file of boards."""
    bridge_carry_over: Annotated[int, Declaration("B-TEAM-7", least=0, most=100)] = 0
    """Per cent of the earlier stage's result that counts in the next one."""
    bridge_sit_out: Annotated[int, Declaration("B-VP-1", least=0, most=20)] = 12
    """Victory points of a team without an opponent."""
    bridge_average_imps: Annotated[int, Declaration("B-IMP-1", least=0, most=24)] = 3
    """IMPs of an artificial score above or below average."""
    bridge_unbalanced: Annotated[Literal["each", "mean"], Declaration("B-TEAM-7", absent="each")] = "each"
    """Results of two teams on a board that a ruling leaves unbalanced: each has its own, or both the mean of the two."""
    bridge_counted: Annotated[Literal["first", "each"], Declaration("B-TEAM-7", absent="first", reader="log")] = "each"
    """Rulings at teams: as older programs counted them, from the first team's side, or for each team."""
    bridge_minutes_per_board: Annotated[int, Declaration("PT-I.4", least=1, most=60)] = 8
    """Minutes for a board of bridge."""
    bridge_tie_breaks: Annotated[tuple[BridgeTieBreak, ...], Declaration("B-PAIR-3")] = ()
    """The tie-breaks, one after another: the results among themselves, matches or boards won, tops."""
    bridge_systems: Annotated[Systems, Declaration("B-AUC-13")] = "any"
    """The systems that may be played; a card of another one is not accepted."""
    bridge_explanations: Annotated[Explanations, Declaration("B-AUC-14")] = "partner"
    """The player who explains a call. In writing: entrants without a filed system card are not seated."""

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
def declarations() -> dict[str, Declaration]:
    """Every option's declaration, by its field."""
    found: dict[str, Declaration] = {}
    for field, kind in get_type_hints(Regulations, include_extras=True).items():
        for one in get_args(kind)[1:]:
            if isinstance(one, Declaration):
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
