"""What an event is, and the entries of its log: each says who did what, when and why.

A log is the only truth about an evening: `fold` makes the state of it, `tables` the results. An entry is never changed;
who made a mistake writes another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from kozyr.games import Conventions, game
from kozyr.games.options import EDITION
from kozyr.games.refusal import Refused
from kozyr.logs import EntryNumber, Number
from kozyr.tournaments.movements import Movement
from kozyr.tournaments.part import Scoring, event_part
from kozyr.tournaments.regulations import Offence, Regulations, logged as regulated

Guilt: TypeAlias = Literal["fully", "partly", "innocent"]
How: TypeAlias = Literal["lot", "rating", "hand"]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
Nth: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Word: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

# The arbiter's fourteen duties and powers, in their order (PT-I.13.2.4).
Power: TypeAlias = Literal[
    "assistants", "register", "conditions", "discipline", "interpret", "rectify", "penalty", "waive", "disputes", "fine",
    "disqualify", "tabulate", "report", "delegate",
]  # fmt: skip


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An event before it opens.

    preset, changes: the conventions of its game; edition: by which of the program's play (`kozyr.games.options.EDITIONS`) they were
    announced, in which presets mean what they meant then. lottery: the commitment of a cup's seed. society: who is of the society's
    committee, before which decisions of the event's own may be brought (PT-0.5). starts: when the first session is to begin, in
    seconds since 1970, UTC; None: only the duties say so, in words.
    agreed: the conventions whole, by their fields, as the preset and the changes made them on the day of the announcement; None: an older
    program has announced it.
    """

    name: Word
    game: Annotated[str, msgspec.Meta(max_length=40)] = "preferans"
    preset: str = "sochi"
    changes: dict[str, str] = {}
    edition: Annotated[int, msgspec.Meta(ge=0)] = 0
    regulations: Regulations = Regulations()
    lottery: str = ""
    society: tuple[Word, ...] = ()
    starts: Annotated[int, msgspec.Meta(ge=0, le=2**40)] | None = None
    agreed: dict[str, object] | None = None

    def __post_init__(self) -> None:
        """Refuse a game that has no events.

        Raises:
            ValueError: see above; the text says which have.
        """
        event_part(self.game)

    @property
    def conventions(self) -> Conventions:
        """What was agreed on the day of the announcement."""
        rules = game(self.game)
        if self.agreed is not None:
            return rules.logged(self.agreed)
        told = {**self.changes, "edition": str(self.edition)}
        return rules.recorded(self.preset, told, self.at[-1], logged=True)

    @property
    def scoring(self) -> Scoring:
        """How its boards are compared."""
        return event_part(self.game).scoring(self.regulations)

    @property
    def together(self) -> int:
        """How many there can be of one entrant: one, the two of a pair, or the six of a team (B-TEAM-3)."""
        return _TOGETHER.get(self.scoring, 1)

    @property
    def has_systems(self) -> bool:
        """Whether partners agree a bidding system: bridge, whose events can have stages as well (B-AUC-13)."""
        return event_part(self.game).has_systems

    @property
    def length(self) -> Mapping[str, object]:
        """The conventions of a party that follow from the regulations: what ends a pulka (PT-II.1)."""
        return event_part(self.game).length(self.regulations)

    @property
    def at(self) -> tuple[int, ...]:
        """How many can sit at a table of a party, the fewest first (PT-0.8, D-DEAL-1)."""
        return event_part(self.game).at


_TOGETHER: Final[Mapping[Scoring, int]] = {
    "matchpoints": 2,
    "butler": 2,
    "cross_imps": 2,
    "team_imps": 6,
    "board_a_match": 6,
}


def announced(event: Event) -> Event:
    """An event as it is announced now: of this edition, with its conventions whole.

    Raises:
        ValueError: the conventions cannot be so.
    """
    agreed = game(event.game).agree(event.preset, event.changes, event.at[-1])
    told: dict[str, object] = msgspec.json.decode(msgspec.json.encode(agreed))  # as it will be read again
    return msgspec.structs.replace(event, edition=EDITION, agreed=told)


def logged(data: bytes | str) -> Event:
    """An event as a log of any age begins with it; nothing of it is judged.

    Raises:
        ValueError: which name or value this program does not know.
    """
    try:
        told = msgspec.json.decode(data, type=dict[str, object])
        held = msgspec.convert({name: value for name, value in told.items() if name != "regulations"}, Event)
    except msgspec.ValidationError as error:
        raise ValueError(f"{error}; a newer program has written it") from None
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from None
    if not 0 <= held.edition <= EDITION:
        raise ValueError(
            f"edition {held.edition} is unknown to this program, which knows 0 to {EDITION}: a newer one wrote it"
        )
    rules = told.get("regulations", {})
    if not isinstance(rules, dict):
        raise ValueError("regulations are no object")  # noqa: TRY004 - as any other wrong value
    return msgspec.structs.replace(held, regulations=regulated(rules))


# --- what happens ------------------------------------------------------------------------------------------


class What(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, tag_field="what"):
    """What an entry says."""


class Appointed(What, frozen=True, tag="appointed"):
    """An assistant, and which powers are delegated to him; the arbiter stays responsible (PT-I.13.2.4)."""

    name: Word
    powers: tuple[Power, ...]


class Announced(What, frozen=True, tag="announced"):
    """Conditions of play that are set and announced (PT-I.13.2.4)."""

    text: Word


class Entered(What, frozen=True, tag="entered"):
    """A player, a pair or a team. members: of a pair or a team, by name. Country, city and age as he wants (PT-M.5)."""

    entrant: Count
    name: Word
    members: tuple[str, ...] = ()
    rating: str = ""
    country: str = ""
    city: str = ""
    age: Annotated[int, msgspec.Meta(ge=0, le=130)] | None = None


class Joined(What, frozen=True, tag="joined"):
    """Somebody is of a pair or a team from now on, as those who are already want it; until everybody is seated (B-TEAM-3)."""

    entrant: Count
    name: Word


class CheckedIn(What, frozen=True, tag="checked_in"):
    """An entrant is here and plays; one who had withdrawn is back, behind all who wait (PT-I.13.1)."""

    entrant: Count


class Withdrawn(What, frozen=True, tag="withdrawn"):
    """An entrant does not play, or no further session; what he has played stands (PT-I.13.1)."""

    entrant: Count


class Seated(What, frozen=True, tag="seated"):
    """Who sits where in a session: entrants in the order of the movement's numbers (PT-0.8, PC-3.2d).

    seed: what the lot was drawn from, so that anybody can draw it again. stage: a new stage of a bridge event begins, in
    which only `bridge.carry_over` per cent of the earlier results count. again: in place of a session of which no round has begun.
    """

    how: How
    order: tuple[int, ...]
    movement: Movement
    seed: str = ""
    stage: bool = False
    again: bool = False


class SystemCard(What, frozen=True, tag="system_card"):
    """The bidding system of a pair or team, filed before it sits down; a later card takes the place of it (B-AUC-13)."""

    entrant: Count
    system: Literal["natural", "artificial"]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=10_000)]


class LinedUp(What, frozen=True, tag="lined_up"):
    """A team's four in a series of boards: the pair of the open room, and that of the closed one (B-TEAM-3)."""

    entrant: Count
    boards: tuple[Count, ...]
    open_room: tuple[str, str]
    closed_room: tuple[str, str]


class RoundBegun(What, frozen=True, tag="round_begun"):
    """The next round begins (PT-I.4)."""


class RoundEnded(What, frozen=True, tag="round_ended"):
    """The round has ended. last: the session ends with it, earlier than the movement has it (PT-I.5)."""

    last: bool = False


class Paused(What, frozen=True, tag="paused"):
    """The clock of the round stands still, for the whole room (PT-I.4)."""


class Resumed(What, frozen=True, tag="resumed"):
    """The clock goes on: the round ends later by as long as it stood still (PT-I.4)."""


class Warned(What, frozen=True, tag="warned"):
    """A table is warned, and it is noted for what: slow play of a round, as a rule (PT-I.4, PT-I.12.2). A fine is another entry."""

    table: Count
    offence: Offence


class Row(What, frozen=True, tag="row"):
    """A line of a protocol (PT-I.6a), or a table's party with board 0.

    round: nought for the one that is played. room: of a team match. result: as `results` reads it. whists: the columns
    that the table filled in itself, to be compared.
    """

    table: Count
    board: Nth
    result: Word
    round: Nth = 0
    room: Literal["", "open", "closed"] = ""
    whists: dict[str, str] = {}


class Confirmed(What, frozen=True, tag="confirmed"):
    """N puts the protocol back: no claim on the line is accepted any more (PT-I.6b)."""

    table: Count
    board: Nth
    round: Nth = 0
    room: Literal["", "open", "closed"] = ""


class Corrected(What, frozen=True, tag="corrected"):
    """Another result in a line. ground: a claim of the table, an error found, or arithmetic alone. Empty: the line goes."""

    table: Count
    board: Nth
    result: str
    round: Nth = 0
    room: Literal["", "open", "closed"] = ""
    ground: Literal["claim", "error", "arithmetic"] = "error"


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a ruling does to a board's scores, by entrant.

    artificial: by guilt (PT-I.11.2.B.1). assigned: a score instead of the one reached; they need not sum to nought
    (PT-I.11.2.B.2). natural: who keeps what he has reached after all. fouled: at which tables the board was played in the
    changed form, as table and round (PT-I.10). dropped: for whom the board does not count.
    """

    artificial: dict[int, Guilt] = {}
    assigned: dict[int, str] = {}
    natural: tuple[int, ...] = ()
    fouled: tuple[tuple[int, int], ...] = ()
    dropped: tuple[int, ...] = ()

    @property
    def entrants(self) -> tuple[int, ...]:
        """Whose scores it is about."""
        return (*self.artificial, *self.assigned, *self.natural, *self.dropped)


class AtTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """How the club's arbiter has ruled at a table of its own, where errors are ruled upon.

    by: who called him. token: the ruling as an event of the table's record. reason, about: why, as `kozyr.arbiter.words` has the
    sentence. points: what it gives beside the deal, by entrant, exact; the line has none of it. replayed: the deal was broken off,
    and the board is played again at the table, though some of it was seen.
    """

    session: Count
    by: Word
    token: Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]
    reason: Word
    about: dict[str, str] = {}
    room: Literal["", "open", "closed"] = ""
    points: dict[int, str] = {}
    replayed: bool = False


class Ruled(What, frozen=True, tag="ruled"):
    """A ruling with its rule (PT-I.13.2.3).

    own_error: the arbiter finds his own ruling wrong: all who played the board at the table are innocent (PT-I.13.2.6).
    referred: to the committee. at_table: it was made at a table of the club, and what it decides stands in the line already. of: the entry of
    such a ruling that this one completes, by points beside the deal or for a board that was played again (PT-I.11.2.A). absent: the entrants of the
    table who had not come `tournament.absent_min` after the round began; they are guilty, and the others innocent (PT-I.11.2.B.1).
    """

    board: Nth
    law: Word
    text: Word
    table: Nth = 0
    round: Nth = 0
    decision: Decision = Decision()
    own_error: bool = False
    referred: bool = False
    at_table: AtTable | None = None
    of: Number = 0
    absent: tuple[Count, ...] = ()


class WrongBoard(What, frozen=True, tag="wrong_board"):
    """A table has played a board that was not due (PT-I.11.6). stands: none had played it, and the result may stand."""

    table: Count
    board: Count
    instead: Count


class LatePlay(What, frozen=True, tag="late_play"):
    """A board of a round is played later (PT-I.11.6.A.2, PT-I.13.2.5)."""

    table: Count
    board: Count
    round: Count


class Substitute(What, frozen=True, tag="substitute"):
    """Somebody plays on for an entrant, or for one of a pair or a team; the results stay the entrant's.

    With the name of him who was played for it says that he is back.
    """

    entrant: Count
    name: Word
    for_: str = msgspec.field(default="", name="for")


class Penalised(What, frozen=True, tag="penalised"):
    """A procedural penalty in per cent of a board's max; the size of the regulations, if left out (PT-I.12)."""

    entrant: Count
    offence: Offence
    percent: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None


class Waived(What, frozen=True, tag="waived"):
    """A penalty is not taken, at the request of the innocent (PT-I.13.2.4). entry: that of the penalty."""

    entry: EntryNumber
    asked_by: Word


class Suspended(What, frozen=True, tag="suspended"):
    """Out of a session, from now on; the decision is final (PT-I.13.2.4)."""

    entrant: Count


class Disqualified(What, frozen=True, tag="disqualified"):
    """Out of the event, with the approval of the committee or the organisers (PT-I.13.2.4). Nobody named: it waits for one of the committee."""

    entrant: Count
    approved_by: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Approved(What, frozen=True, tag="approved"):
    """One of the committee approves a disqualification, or does not (PT-I.13.2.4). entry: that of the disqualification."""

    entry: EntryNumber
    yes: bool = True


class Elected(What, frozen=True, tag="elected"):
    """The committee of appeal, by vote from the participants (PT-0.5)."""

    members: tuple[Word, ...]


class Noticed(What, frozen=True, tag="noticed"):
    """An entrant says that he will appeal against a ruling: before the next deal (PT-0.6). entry: that of the ruling."""

    entrant: Count
    entry: EntryNumber


class Filed(What, frozen=True, tag="filed"):
    """The appeal itself: within half an hour after the session (PT-0.6). notice: the entry of the notice."""

    notice: EntryNumber
    facts: Word
    request: Word


class Decided(What, frozen=True, tag="decided"):
    """What became of an appeal. filed: its entry. by: the committee, or the society's after it (PT-0.5)."""

    filed: EntryNumber
    by: Literal["committee", "society"]
    allowed: bool
    decision: Decision = Decision()
    correction: Corrected | None = None


class Issue(What, frozen=True, tag="issue"):
    """What an entrant of a cup has sent in: the whists of every deal of an issue (PT-M.2, PT-M.3).

    The issue after the last one of the qualifying is the final's; whoever did not reach it plays the match of prestige by
    it (PT-M.6, PT-M.7).
    """

    entrant: Count
    issue: Count
    whists: tuple[str, ...]


class Qualified(What, frozen=True, tag="qualified"):
    """The qualifying of a cup is over, and these have reached its final, the best first (PT-M.4)."""

    finalists: tuple[Count, ...]


class Published(What, frozen=True, tag="published"):
    """The official result; the correction period begins (PT-0.7)."""


class Drawn(What, frozen=True, tag="drawn"):
    """The seed of the consolation lottery, as hexadecimal; it fits the commitment (PT-M.4)."""

    seed: str


class Closed(What, frozen=True, tag="closed"):
    """The event is over: reported to the organisers (PT-I.13.2.4)."""


AnyWhat: TypeAlias = (
    Appointed | Announced | Entered | Joined | CheckedIn | Withdrawn | SystemCard | Seated | LinedUp | RoundBegun | RoundEnded | Paused | Resumed | Warned | Row
    | Confirmed | Corrected | Ruled | WrongBoard | LatePlay | Substitute | Penalised | Waived | Suspended | Disqualified | Approved | Elected | Noticed | Filed
    | Decided | Issue | Qualified | Published | Drawn | Closed
)  # fmt: skip


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the log. at: seconds since 1970, UTC, of the log's own clock, which never goes back. who: by name.

    refused: why it does not count, in a log that was put together from two laptops'; so it was decided then, and it stays an incident.
    """

    at: int
    who: Word
    entry: AnyWhat
    why: str = ""
    refused: str | msgspec.UnsetType = msgspec.UNSET


# Which power an entry is an exercise of; a table's own lines need none, nor do an entrant's notices and appeals.
POWERS: Final[dict[type[What], Power]] = {
    Appointed: "assistants",
    Entered: "register",
    Joined: "register",
    CheckedIn: "register",
    Withdrawn: "register",
    SystemCard: "register",
    Substitute: "register",
    Announced: "conditions",
    Seated: "conditions",
    LinedUp: "conditions",
    RoundBegun: "discipline",
    RoundEnded: "discipline",
    Paused: "discipline",
    Resumed: "discipline",
    Warned: "discipline",
    WrongBoard: "rectify",
    LatePlay: "rectify",
    Corrected: "rectify",
    Ruled: "interpret",
    Waived: "waive",
    Penalised: "fine",
    Suspended: "fine",
    Disqualified: "disqualify",
    Issue: "tabulate",
    Qualified: "tabulate",
    Elected: "report",
    Published: "report",
    Drawn: "report",
    Closed: "report",
}


def power(what: AnyWhat) -> Power | None:
    """The power that an entry needs; None: anybody at the table may write it."""
    if isinstance(what, Ruled):
        if what.referred:
            return "disputes"
        if what.decision != Decision() or what.absent:
            return "penalty"
    return POWERS.get(type(what))


def exact(text: str) -> Fraction:
    """A number of whists or points, as 52, -20 or 25/3.

    Raises:
        ValueError: it is none.
    """
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise Refused("no_number", text=text[:20]) from None


def encode(entry: Entry) -> bytes:
    """An entry as a line of the log, without the line's end."""
    return msgspec.json.encode(entry)


def decode(line: bytes) -> Entry:
    """An entry of a line.

    Raises:
        ValueError: it is none; the text says why.
    """
    try:
        return msgspec.json.decode(line, type=Entry)
    except msgspec.DecodeError as error:  # a ValidationError is one
        raise ValueError(str(error)) from None
