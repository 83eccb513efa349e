"""The entries of a table in lists, histories and records: projections that its log can give back."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from kozyr.cards import Seat
from kozyr.club import answers, wire
from kozyr.club.table.course import FORCED, GAME
from kozyr.club.table.fold import person
from kozyr.club.table.table import Step, Table
from kozyr.games import Entry as GameEntry, Record
from kozyr.notation import file_tag
from kozyr.store import Entry, Note, Played


def listed_again(step: Step) -> Note | None:
    """The list entry of a table after a step that changes it. None: the entry stays."""
    before, after = step.before, step.table
    same = after.course.begun == before.course.begun and after.course.deals == before.course.deals
    return None if same and step.same_table and after.state == before.state else note(after)


def note(table: Table) -> Note:
    """The list entry of a table."""
    accounts = tuple(person.account for person in table.people if person is not None and person.account is not None)
    return Note(listing(table), wire.encode(summary(table)).decode(), accounts, played(table))


def listing(table: Table) -> Literal["gathering", "running", "over"] | None:
    """In which list of the lobby a table stands."""
    if not table.setup.public or table.setup.terms.invited:
        return None
    if table.state == "finished":
        return "over" if table.setup.terms.kibitzers and table.course.deals else None
    if table.state == "gathering":
        return "gathering" if table.persons else None
    return "running" if table.setup.terms.kibitzers else None


def hidden(table: Table, account: str) -> bool:
    """Whether the table is kept secret from an account: it names its guests, or is a table of an event."""
    closed = table.course.placed is not None or not table.setup.admits(account)
    return closed and table.eye(account) is None


def awaited(table: Table) -> str | None:
    """The account on move. None: the table waits for a bot, or for no player."""
    person = None if table.awaited is None else table.people[table.awaited]
    return None if person is None else person.account


def summary(table: Table) -> answers.Summary:
    """A table as lists show it."""
    setup = table.setup
    return answers.Summary(
        table=setup.id,
        game=setup.game,
        preset=setup.preset,
        diff=table.card.diff,
        terms=setup.terms,
        file=setup.file,
        players=len(table.people),
        public=setup.public,
        state=table.state,
        chairs=tuple(
            answers.ChairTold()
            if person is None
            else answers.ChairTold(person.nick, person.account, person.bot or person.program)
            for person in table.people
        ),
        owner=table.owner,
        pulka=setup.pulka,
        free=sum(person is None for person in table.people),
    )


def played(table: Table) -> tuple[Played, ...]:
    """The match for each person, so far, with the mark for bad conduct (PE-5.4.18). A table of an event has none."""
    course = table.course
    if course.placed is not None or course.begun is None or course.progress is None:
        return ()
    results: Mapping[str, Fraction] = course.progress.match.results if table.finished else {}
    gone = table.seats.left if table.finished else table.held_chairs
    rows = []
    for chair in table.persons:
        person, name = table.people[chair], table.name(chair)
        assert person is not None
        assert person.account is not None
        how = table.marks.of(chair, gone=chair in gone) or course.how or table.state
        mine = results.get(name)
        place = None if mine is None else 1 + sum(other > mine for other in results.values())
        result = None if mine is None else str(mine)
        rows.append(
            Played(person.account, table.setup.id, name, course.begun, course.over, how, course.deals, result, place)
        )
    return tuple(rows)


def record(table: Table, entries: list[Entry], upto: int | None = None) -> Record:
    """The match as a record, up to the last finished deal; `entries` is the table's log.

    upto: the last entry of the log to tell, for the arbiter, who rules on the running deal.

    Raises:
        ValueError: the lot has not been drawn.
    """
    setup, lot = table.setup, table.lot
    if lot is None:
        raise ValueError(f"table {setup.id} still gathers")
    upto = table.course.settled if upto is None else upto
    events = [entry for entry in entries if entry.kind in GAME and entry.seq <= upto]
    people = (person(table, place) for place in range(len(table.names)))
    return Record(
        game=setup.game,
        conventions=setup.conventions,
        players=len(table.names),
        dealer=table.customs.dealer_of(lot, len(table.names)),
        entries=tuple(
            GameEntry(
                n,
                None if entry.seat is None else Seat(entry.seat),
                setup.rules.decoder.decode(entry.body),
                entry.kind == FORCED,
            )
            for n, entry in enumerate(events, 1)
        ),
        tags=(
            *((f"Player.{name}", person.nick) for name, person in zip(table.names, people, strict=True)),
            *(() if setup.deals is None else (file_tag(setup.deals.name),)),
        ),
    )
