"""The answers of HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from kozyr.bots import Candidate
from kozyr.club.acts import AtEvent, TableTerms
from kozyr.club.files import LeftOut
from kozyr.club.hearing import Hearing
from kozyr.club.wire import Finished, FromFile, Player, Sheet, TableState
from kozyr.games import Event


class Closed(msgspec.Struct, frozen=True):
    """The operator has closed something."""

    since: int
    """The moment of closing, in milliseconds since 1970."""
    why: str
    """The operator's reason; empty: none was given."""


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request is refused."""

    message: str
    """The English sentence."""
    code: str
    """The code of the refusal. The client's words for it hold `params`."""
    law: str | None = None
    """The rule of the refusal, if there is one."""
    params: Mapping[str, str | int] = {}
    closed: Closed | None = None
    """The closing of the thing, with the code `closed`."""
    wait: int | None = None
    """In how many seconds it may be tried again, at `often`."""


class Failure(msgspec.Struct, frozen=True):
    """The answer to a request that is refused."""

    error: Fault


# --- people ----------------------------------------------------------------------------------------------------


class Me(msgspec.Struct, frozen=True):
    """An account as its owner sees it."""

    account: str
    nick: str
    guest: bool
    bot: str | None
    """The name of a program. None: a person."""
    login: str | None
    since: int
    """When the account was made, in milliseconds since 1970."""
    operator: bool = False
    """Whether the account may use the page of operators."""


class Ended(msgspec.Struct, frozen=True):
    """The number of other sessions that were ended."""

    ended: int


class Program(msgspec.Struct, frozen=True):
    """A program as its owner sees it."""

    account: str
    name: str
    bot: str | None
    since: int


class OwnProgram(Program, frozen=True):
    """A program in its owner's list."""

    closed: Closed | msgspec.UnsetType = msgspec.UNSET
    """If the operator has closed it, since when and why."""


class NewProgram(Program, frozen=True):
    """The same with its token, which is shown once."""

    token: str


class Somebody(msgspec.Struct, frozen=True):
    """An account as others see it."""

    account: str
    nick: str


class Where(msgspec.Struct, frozen=True):
    """A person's place, as told by that person."""

    country: str | None = None
    """Two letters of ISO 3166."""
    place: str = ""
    zone: str | None = None
    """The time zone in the IANA database."""


class OwnWhere(msgspec.Struct, frozen=True, kw_only=True):
    """The facts that a person has told about the own account."""

    asked: bool
    """Whether the person has answered, if only by declining."""
    country: str | None
    place: str
    zone: str | None
    shown: bool
    known: bool
    ranked: bool
    countries: tuple[str, ...]
    """All countries to choose from."""


class Met(msgspec.Struct, frozen=True):
    """A former partner."""

    account: str
    nick: str
    here: bool
    """Whether the person is at the club now."""
    where: Where | None
    matches: int
    """How many matches both have played together."""
    last: int
    """When the last common match began."""


class Muted(msgspec.Struct, frozen=True):
    """The accounts that an account has muted."""

    accounts: tuple[Somebody, ...]


class Reported(msgspec.Struct, frozen=True):
    """The number of a report."""

    report: int


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A match of a player."""

    game: str
    preset: str
    players: int
    name: str
    """The player's name on the sheet."""
    begun: int
    ended: int | None
    how: str
    deals: int
    result: str | None
    """The exact result. None: the match is not settled."""
    place: int | None
    """The player's place in the match, from 1."""


class OwnMatch(Match, frozen=True, kw_only=True):
    """A match of the reader, with its table."""

    table: str


class Reliability(msgspec.Struct, frozen=True):
    """How many matches an account has begun, seen to their end, left, stalled, and dodged a lost deal in (PE-5.4.18)."""

    begun: int
    finished: int
    left: int


class Profile(msgspec.Struct, frozen=True):
    """An account as others may know it."""

    account: str
    nick: str
    since: int
    guest: bool
    bot: str | None
    reliability: Reliability
    finished: tuple[Match, ...]
    """The last matches, without their tables."""
    where: Where | msgspec.UnsetType = msgspec.UNSET
    """The person's place, if told to everybody."""
    closed: Closed | msgspec.UnsetType = msgspec.UNSET
    """The closing of a program by the operator."""


class RatedOne(msgspec.Struct, frozen=True):
    """A line of a list of ratings, in points."""

    account: str | None
    """None: a bot of the club."""
    nick: str | None
    bot: str | None
    """The level of a bot of the club, or the name of a program."""
    rating: int
    interval: int
    """Half of the 95 % interval."""
    deals: int


class RatedList(msgspec.Struct, frozen=True):
    """The ratings of a game that rest on enough deals, the highest first: of people who want to stand here, and of bots."""

    game: str
    least: int
    """The number of deals below which nothing is said."""
    people: tuple[RatedOne, ...]
    bots: tuple[RatedOne, ...]


class OwnRating(msgspec.Struct, frozen=True):
    """The reader's rating of a game. `rating` and `interval` are None where `deals` are fewer than `least`."""

    game: str
    deals: int
    least: int
    rating: int | None = None
    interval: int | None = None


# --- the operator's page ---------------------------------------------------------------------------------------


class OperatorTable(msgspec.Struct, frozen=True):
    """A table as an operator sees it."""

    table: str
    game: str
    created: int
    state: str
    """`closed`, `finished`, the list of the lobby, or `private`."""
    people: int
    nicks: tuple[str, ...]


class OperatorRuling(msgspec.Struct, frozen=True):
    """A ban (`ban`) or a mute (`mute`) of the operator."""

    kind: str
    subject: str
    nick: str | None
    """The nickname, if the subject is an account."""
    since: int
    until: int | None
    """None: until it is lifted."""
    why: str


class OperatorThing(msgspec.Struct, frozen=True):
    """Something that an operator can close, or has closed."""

    what: Literal["table", "sheet", "event", "cup", "league", "program"]
    id: str
    name: str
    """The thing's name; of a table or sheet the people at it."""
    created: int
    since: int | None
    """When the thing was closed, in milliseconds since 1970."""
    why: str
    """Why the thing was closed."""


class OperatorDone(msgspec.Struct, frozen=True):
    """A line of the audit."""

    ts: int
    who: str
    what: str
    subject: str
    why: str


class OperatorPerson(msgspec.Struct, frozen=True):
    """An account that an operator has found."""

    account: str
    nick: str
    login: str | None
    program: str | None
    """The program's name, `owner/name`; None: a person."""
    since: int


class ReportSaid(msgspec.Struct, frozen=True):
    """One report on a target, with the table of the last common match."""

    by: Somebody
    ts: int
    table: str
    text: str


class ReportTold(msgspec.Struct, frozen=True, kw_only=True):
    """All reports of one target for one reason: a row of the queue."""

    report: int
    """The number of the first."""
    state: str
    """The state of the reports: `open`, `taken` or `done`."""
    since: int
    """When the first report came."""
    ts: int
    """When the last report came."""
    table: str
    """The table of the last report."""
    on: Somebody | None
    """The reported person. None: a ruling is reported."""
    reason: str
    count: int
    """The number of people who reported."""
    people: int
    texts: tuple[ReportSaid, ...]
    """The newest reports."""
    laws: tuple[str, ...]
    """The paragraph of the reason, or those of the disputed ruling."""


class OperatorSaid(msgspec.Struct, frozen=True):
    """The result of an operator's act, in the lines of `kozyr admin`."""

    lines: tuple[str, ...]


# --- games -----------------------------------------------------------------------------------------------------


class OptionAbout(msgspec.Struct, frozen=True):
    """An option."""

    values: tuple[str, ...]
    """The values as text. Empty: a number, or a list of numbers."""
    about: str
    law: str
    heading: str
    """Under which a form shows it."""
    needs: str = ""
    """The option that has to be `rule` for this one to decide anything; empty: none."""


class GameAbout(msgspec.Struct, frozen=True):
    """A game."""

    players: tuple[int, ...]
    presets: Mapping[str, Mapping[str, object]]
    """The value of every option in each."""
    options: Mapping[str, OptionAbout]
    chapters: Mapping[str, tuple[str, ...]]
    """The parts of the form, in order, each with its headings."""
    bots: tuple[str, ...]
    """The levels of bots, from the weakest."""
    styles: tuple[str, ...]
    """The styles that a level may have besides the plain one, as in `club+bold`."""


class Made(msgspec.Struct, frozen=True):
    """An event was announced, or a league founded."""

    id: str


class Agreed(msgspec.Struct, frozen=True):
    """The value of every option, and the differences from the preset: its value and ours."""

    diff: Mapping[str, tuple[object, object]]
    values: Mapping[str, object]


class BoardTold(msgspec.Struct, frozen=True):
    """A board of a file, without its cards."""

    number: str
    dealer: str
    vul: str


class FileTold(msgspec.Struct, frozen=True):
    """The contents of a file of deals."""

    name: str
    boards: tuple[BoardTold, ...]
    left_out: tuple[LeftOut, ...]
    more: int
    """Boards left out besides those named."""
    changes: Mapping[str, object]
    """Options that the file brings."""


# --- tables ----------------------------------------------------------------------------------------------------


class Created(msgspec.Struct, frozen=True):
    """A new table, and the deals of its file."""

    table: str
    file: FileTold | msgspec.UnsetType = msgspec.UNSET


class ChairTold(msgspec.Struct, frozen=True):
    """The occupant of a chair; all None: the chair is free."""

    nick: str | None = None
    account: str | None = None
    bot: str | None = None


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A table as lists show it.

    The database has it too, so each new field needs a value for older rows.
    """

    table: str
    game: str
    preset: str
    diff: Mapping[str, tuple[object, object]]
    terms: TableTerms
    file: FromFile | None = None
    players: int
    public: bool
    state: TableState
    chairs: tuple[ChairTold, ...]
    owner: int | None
    """None: bots alone sit there."""
    pulka: int
    free: int
    """The number of chairs that wait for a player."""


class Listed(Summary, frozen=True, kw_only=True):
    """A public table in a list of the lobby."""

    created: int
    """When the table was set up, in milliseconds since 1970."""


class About(Listed, frozen=True, kw_only=True):
    """A table as an invited person sees it before sitting down."""

    conventions: Mapping[str, object]
    you: Literal["player", "stranger"]


class Sought(msgspec.Struct, frozen=True, kw_only=True):
    """A match for which people are sought."""

    game: str
    preset: str
    diff: Mapping[str, tuple[object, object]]
    players: int
    nicks: tuple[str, ...]
    """The nicknames of the people who wait for it, the first one first."""
    rated: bool = False
    """Its deals count for the ratings."""


class Seeking(msgspec.Struct, frozen=True):
    """The state of the reader's seek."""

    state: Literal["waiting", "found", "over"]
    """`waiting`; `found`: they sit at `table`; `over`: nothing is looked for any more."""
    table: str | None = None
    nicks: tuple[str, ...] = ()
    """The nicknames of the people who wait for the same, the reader's too."""
    players: int = 0
    bots_in: int | None = None
    """Seconds after which bots fill the chairs; None: never."""


class Present(msgspec.Struct, frozen=True):
    """The people at the club now."""

    people: tuple[Somebody, ...]
    """The people with a login, fifty at most."""
    guests: int
    """How many guests there are."""


class Members(msgspec.Struct, frozen=True):
    """How many people have a login here, and from how many countries they have told to be (PT-N.1)."""

    people: int
    countries: int


class LobbyLists(msgspec.Struct, frozen=True):
    """The lists of the lobby: public tables with free chairs, tables to watch, seeks, and people who are here.

    In both lists of tables the newest table of each network comes first, then the second of each, and so on.
    """

    gathering: tuple[Listed, ...]
    running: tuple[Listed, ...]
    seeks: tuple[Sought, ...] = ()
    here: Present = Present((), 0)
    invited: tuple[Listed, ...] = ()
    """The tables that wait for the reader alone, if the reader can be found."""
    members: Members = Members(0, 0)


class MyTable(msgspec.Struct, frozen=True):
    """A table as its own people's list shows it."""

    table: str
    game: str
    preset: str
    players: int
    finished: bool
    state: TableState
    nicks: tuple[str, ...]
    created: int
    to_move: bool = False
    """Whether the reader is on move there."""


# --- deals and matches that are over ----------------------------------------------------------------------------


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event of a deal that is over."""

    n: int
    """Its number in the log."""
    seat: str | None
    event: Event
    bot: str | None
    """The level of the bot that decided. None: a person did."""
    struck: bool = False
    """A ruling has taken it back."""


class PastDeal(msgspec.Struct, frozen=True):
    """A deal that is over, to be shown card by card."""

    table: str
    game: str
    preset: str
    you: str | None
    players: tuple[Player, ...]
    """The players of that deal."""
    deals: int
    """How many are over by now."""
    deal: Finished
    moves: tuple[Move, ...]
    sheet: Sheet
    rulings: tuple[Hearing, ...] = ()
    """The arbiter's rulings in the deal, with the proofs."""
    event: AtEvent | None = None
    """The event of the table. None: the table belongs to none."""


class Why(msgspec.Struct, frozen=True):
    """The candidates that a bot weighed for its decision, the best first."""

    move: Move
    level: str
    seed: str
    """Decimal text, since it may have 63 bits."""
    same: bool
    """Whether the bot did what it thinks best now; it may have taken too long then, or think otherwise now."""
    candidates: tuple[Candidate, ...] | None
    """None: it took too long now."""
