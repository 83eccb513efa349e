"""What HTTP answers."""

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
    """The operator has closed something. since: milliseconds since 1970. why: his words; empty: he gave none."""

    since: int
    why: str


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request is refused. message: in English, for programs. options: those that contradict each other. code: why, for the client, whose words for it hold `params`.

    law: the rule, where one says so. closed: with the code `closed`. wait: in how many seconds it may be tried again, at `often`.
    """

    message: str
    options: tuple[str, ...]
    code: str | None
    law: str | None = None
    params: Mapping[str, str | int] = {}
    closed: Closed | None = None
    wait: int | None = None


class Failure(msgspec.Struct, frozen=True):
    """The answer to a request that is refused."""

    error: Fault


# --- people ----------------------------------------------------------------------------------------------------


class Me(msgspec.Struct, frozen=True):
    """An account as its owner sees it.

    bot: what a program is called. since: milliseconds since 1970. operator: he may use the page of operators.
    """

    account: str
    nick: str
    guest: bool
    bot: str | None
    login: str | None
    since: int
    operator: bool = False


class Ended(msgspec.Struct, frozen=True):
    """So many other sessions were ended."""

    ended: int


class Program(msgspec.Struct, frozen=True):
    """A program as its owner sees it."""

    account: str
    name: str
    bot: str | None
    since: int


class OwnProgram(Program, frozen=True):
    """A program in its owner's list. closed: if the operator has closed it, since when and why."""

    closed: Closed | msgspec.UnsetType = msgspec.UNSET


class NewProgram(Program, frozen=True):
    """The same with its token, which is shown once."""

    token: str


class Somebody(msgspec.Struct, frozen=True):
    """An account as others see it."""

    account: str
    nick: str


class Where(msgspec.Struct, frozen=True):
    """Where somebody is, as he tells it. country: two letters of ISO 3166. zone: of the IANA database; his time follows from it."""

    country: str | None = None
    place: str = ""
    zone: str | None = None


class OwnWhere(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has told of himself. asked: he has answered, if only that he would not say. countries: that there are."""

    asked: bool
    country: str | None
    place: str
    zone: str | None
    shown: bool
    known: bool
    countries: tuple[str, ...]


class Met(msgspec.Struct, frozen=True):
    """Somebody with whom one has played. here: he is at the club now. matches: together. last: when the last of them began."""

    account: str
    nick: str
    here: bool
    where: Where | None
    matches: int
    last: int


class Muted(msgspec.Struct, frozen=True):
    """Whose chat an account does not hear."""

    accounts: tuple[Somebody, ...]


class Reported(msgspec.Struct, frozen=True):
    """The number of a report."""

    report: int


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A match that somebody has played. name: his, on the sheet. result: exact; None: not settled. place: from 1."""

    game: str
    preset: str
    players: int
    name: str
    begun: int
    ended: int | None
    how: str
    deals: int
    result: str | None
    place: int | None


class OwnMatch(Match, frozen=True, kw_only=True):
    """A match of one's own, with its table."""

    table: str


class Reliability(msgspec.Struct, frozen=True):
    """How many matches somebody has begun, seen to their end, and walked out of, stalled or dodged a lost deal in (PE-5.4.18)."""

    begun: int
    finished: int
    left: int


class Profile(msgspec.Struct, frozen=True):
    """Somebody as others may know him.

    finished: his last matches; at which tables is his own affair. where: if he tells it. closed: of a program that the operator has closed.
    """

    account: str
    nick: str
    since: int
    guest: bool
    bot: str | None
    reliability: Reliability
    finished: tuple[Match, ...]
    where: Where | msgspec.UnsetType = msgspec.UNSET
    closed: Closed | msgspec.UnsetType = msgspec.UNSET


# --- the operator's page ---------------------------------------------------------------------------------------


class OperatorTable(msgspec.Struct, frozen=True):
    """A table as an operator sees it. state: `closed`, `finished`, the list of the lobby, or `private`."""

    table: str
    game: str
    created: int
    state: str
    people: int
    nicks: tuple[str, ...]


class OperatorRuling(msgspec.Struct, frozen=True):
    """Who is shut out (`ban`) or silent (`mute`). nick: of an account. until: None: until it is lifted."""

    kind: str
    subject: str
    nick: str | None
    since: int
    until: int | None
    why: str


class OperatorThing(msgspec.Struct, frozen=True):
    """Something that an operator can close, or has closed. name: of a table or a sheet, who is at it. since, why: of what is closed."""

    what: Literal["table", "sheet", "event", "cup", "league", "program"]
    id: str
    name: str
    created: int
    since: int | None
    why: str


class OperatorDone(msgspec.Struct, frozen=True):
    """A line of the audit."""

    ts: int
    who: str
    what: str
    subject: str
    why: str


class OperatorPerson(msgspec.Struct, frozen=True):
    """An account that an operator has found. program: `owner/name` of one that is a program."""

    account: str
    nick: str
    login: str | None
    program: str | None
    since: int


class ReportSaid(msgspec.Struct, frozen=True):
    """What somebody has said of a target, and at which table they met last."""

    by: Somebody
    ts: int
    table: str
    text: str


class ReportTold(msgspec.Struct, frozen=True, kw_only=True):
    """All reports of one target for one reason: a row of the queue.

    report: the number of the first. state: `open`, `taken`, `done`. since, ts: when the first came, and the last. table: of the last.
    on: who is reported; None: a ruling is. count: how often it was said, by so many people. texts: the newest. laws: the paragraph that the
    reason stands for, or those of the ruling that is thought wrong.
    """

    report: int
    state: str
    since: int
    ts: int
    table: str
    on: Somebody | None
    reason: str
    count: int
    people: int
    texts: tuple[ReportSaid, ...]
    laws: tuple[str, ...]


class OperatorSaid(msgspec.Struct, frozen=True):
    """What an act of an operator's has come to, as `kozyr admin` says it."""

    lines: tuple[str, ...]


# --- games -----------------------------------------------------------------------------------------------------


class OptionAbout(msgspec.Struct, frozen=True):
    """An option. values: as text; none: a number, or a list of numbers. heading: under which a form shows it.

    needs: the option that has to be `rule` for this one to decide anything; empty: none.
    """

    values: tuple[str, ...]
    about: str
    law: str
    heading: str
    needs: str = ""


class GameAbout(msgspec.Struct, frozen=True):
    """A game. presets: the value of every option in each. headings: of the form, in order. bots: levels, from the weakest."""

    players: tuple[int, ...]
    presets: Mapping[str, Mapping[str, object]]
    options: Mapping[str, OptionAbout]
    headings: tuple[str, ...]
    bots: tuple[str, ...]


class Agreed(msgspec.Struct, frozen=True):
    """What is agreed: every option's value; and in what it differs from its preset: its value and ours."""

    diff: Mapping[str, tuple[object, object]]
    values: Mapping[str, object]


class BoardTold(msgspec.Struct, frozen=True):
    """A board of a file, without its cards."""

    number: str
    dealer: str
    vul: str


class FileTold(msgspec.Struct, frozen=True):
    """What a file of deals has. more: boards left out besides those named. changes: options that the file brings."""

    name: str
    boards: tuple[BoardTold, ...]
    left_out: tuple[LeftOut, ...]
    more: int
    changes: Mapping[str, object]


# --- tables ----------------------------------------------------------------------------------------------------


class Created(msgspec.Struct, frozen=True):
    """A table that was set up, and what its file had."""

    table: str
    file: FileTold | msgspec.UnsetType = msgspec.UNSET


class ChairTold(msgspec.Struct, frozen=True):
    """Who sits on a chair; all None: it is free."""

    nick: str | None = None
    account: str | None = None
    bot: str | None = None


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A table as lists show it. owner: None: bots alone sit there. free: how many chairs wait for somebody.

    This stands in the database too, so what is added needs a value for those that have it not.
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
    pulka: int
    free: int


class Listed(Summary, frozen=True, kw_only=True):
    """A public table in a list of the lobby. created: milliseconds since 1970."""

    created: int


class About(Listed, frozen=True, kw_only=True):
    """A table as an invited person sees it before he sits down."""

    conventions: Mapping[str, object]
    you: Literal["player", "stranger"]


class Sought(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody looks for others to play. nicks: those who wait for it, the first of them first."""

    game: str
    preset: str
    diff: Mapping[str, tuple[object, object]]
    players: int
    nicks: tuple[str, ...]


class Seeking(msgspec.Struct, frozen=True):
    """What has become of one's own seek.

    state: `waiting`; `found`: they sit at `table`; `over`: nothing is looked for any more. nicks: those who wait for the same, and
    oneself. bots_in: seconds after which bots fill the chairs; None: never.
    """

    state: Literal["waiting", "found", "over"]
    table: str | None = None
    nicks: tuple[str, ...] = ()
    players: int = 0
    bots_in: int | None = None


class Present(msgspec.Struct, frozen=True):
    """Who is at the club now. people: those who have a login, fifty at most. guests: how many others."""

    people: tuple[Somebody, ...]
    guests: int


class Members(msgspec.Struct, frozen=True):
    """How many people have a login here, and from how many countries those are who have told it (PT-N.1)."""

    people: int
    countries: int


class LobbyLists(msgspec.Struct, frozen=True):
    """Public tables at which one may sit down, and those at which one may watch; what is sought; who is here.

    Of both lists the newest table of each network stands first, then the second of each, and so on. invited: tables that wait for the reader alone, if he lets himself be found.
    """

    gathering: tuple[Listed, ...]
    running: tuple[Listed, ...]
    seeks: tuple[Sought, ...] = ()
    here: Present = Present((), 0)
    invited: tuple[Listed, ...] = ()
    members: Members = Members(0, 0)


class MyTable(msgspec.Struct, frozen=True):
    """A table as its own people's list shows it. to_move: it is my move there."""

    table: str
    game: str
    preset: str
    players: int
    finished: bool
    state: TableState
    nicks: tuple[str, ...]
    created: int
    to_move: bool = False


# --- what is over ----------------------------------------------------------------------------------------------


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event of a deal that is over. n: its number in the log. bot: the level of who decided it; None: a person.

    struck: a ruling has taken it back.
    """

    n: int
    seat: str | None
    event: Event
    bot: str | None
    struck: bool = False


class PastDeal(msgspec.Struct, frozen=True):
    """A deal that is over, to be shown card by card. players: who sat there then. deals: how many are over by now.

    rulings: what the arbiter has ruled in it, with the proofs. event: whose table it is.
    """

    table: str
    game: str
    preset: str
    you: str | None
    players: tuple[Player, ...]
    deals: int
    deal: Finished
    moves: tuple[Move, ...]
    sheet: Sheet
    rulings: tuple[Hearing, ...] = ()
    event: AtEvent | None = None


class Why(msgspec.Struct, frozen=True):
    """What a bot weighed when it decided, the best first.

    same: it did what it thinks best; not if it had taken too long, or thinks otherwise since. candidates: None: it took
    too long now. seed: decimal text, since it may have 63 bits.
    """

    move: Move
    level: str
    seed: str
    same: bool
    candidates: tuple[Candidate, ...] | None
