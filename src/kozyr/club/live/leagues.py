"""The leagues of the club: a log each in the store, folded in memory while it is in use; one act at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from kozyr.club.clock import Chance, Clock
from kozyr.club.event.tournament import Tournament
from kozyr.club.league import acts, deciding, told
from kozyr.club.league.league import League, Setup
from kozyr.club.league.told import Founded, NewLeague, Wish
from kozyr.club.likeness import check, check_among, numbered
from kozyr.club.live import shelf
from kozyr.club.live.hall import Hall
from kozyr.club.live.shelf import Decided, Folded, Shelf, own_id, written
from kozyr.games import Conventions, game, options
from kozyr.games.options import EDITION
from kozyr.games.refusal import Refused
from kozyr.store import Account, Entry, LeagueRow, LogStore
from kozyr.tournaments import director
from kozyr.tournaments.part import event_part


class Standing(Folded[League]):
    """A league in memory."""

    def __init__(self, league: League) -> None:
        super().__init__(league, deciding.judge)

    @property
    def league(self) -> League:
        """The present league."""
        return self.at


class Leagues(Shelf[Standing]):
    """All leagues. All reads and writes may raise StoreError."""

    def __init__(self, log: LogStore, hall: Hall, clock: Clock, chance: Chance) -> None:
        super().__init__(log, clock, chance)
        self._hall = hall

    async def found(self, founder: Account, wanted: NewLeague) -> str:
        """Found a league; returns its id. The founder is its first steward.

        Raises:
            Improper: the founder's name, or the league's.
        """
        check(founder.nick)
        check(wanted.name)
        now, league = self.clock.now(), self._chance.token_hex(8)
        about = msgspec.json.encode(Founded(**msgspec.structs.asdict(wanted), edition=EDITION)).decode()
        row = LeagueRow(league, wanted.name, about, now)
        first = Entry(
            1, now, acts.KIND, None, None, written(acts.Joined(by=founder.id, name=founder.nick), acts.DECODER)
        )
        await self._log.found_league(row, (first,))
        return league

    async def _read(self, league: str) -> Standing | None:
        row = await self._log.league(league)
        if row is None or await self._log.closures.of("league", league) is not None:
            return None
        entries = await self._log.events(league)
        return await self.beside(lambda: followed(row, entries))

    async def do(self, league: str, account: Account, command: str, wish: Wish) -> Standing | None:
        """Do an account's act, once for each command; returns the league with it. None: there is no such league.

        Raises:
            Refused: it is not allowed. Improper: a name in it. ValueError: impossible conventions. Stale: others write all the time. Broken: see `find`.
        """

        async def decide(found: Standing) -> Decided:
            at = found.league
            act = await self._act(at, account, wish)
            entry = Entry(at.seq + 1, self.clock.now(), acts.KIND, None, own, written(act, acts.DECODER))
            found.decided((entry,))
            return (entry,), None

        own = own_id(account, command)
        return await self.write(league, own, decide)

    async def _act(self, at: League, account: Account, wish: Wish) -> acts.AnyAct:
        if isinstance(wish, told.CountEvent):
            return await self._counted(at, account, wish)
        return _plain(at, account, wish)

    async def _counted(self, at: League, account: Account, wish: told.CountEvent) -> acts.Counted:
        found = await self._hall.find(wish.event)
        if found is None:
            raise Refused("no_event")
        if not found.tournament.state.closed:
            raise Refused("event_open", "PT-I.12")
        return counted(at, account.id, found.tournament, wish.weight)


# The wishes that are logged with the words in which they were made.
_AS_SAID: Final[Mapping[type[Wish], type[acts.AnyAct]]] = {
    told.WantsOut: acts.Left,
    told.WantsClub: acts.ClubJoined,
    told.WantsClubOut: acts.ClubLeft,
    told.WantsToPlayFor: acts.PlaysFor,
    told.Appoint: acts.Appointed,
    told.Dismiss: acts.Dismissed,
    told.SetFormula: acts.FormulaSet,
    told.WithdrawEvent: acts.Withdrawn,
    told.SayInLeague: acts.Said,
}


def _plain(at: League, account: Account, wish: Wish) -> acts.AnyAct:
    """The logged act of a wish that needs no question."""
    by, said = account.id, msgspec.structs.asdict(wish)
    if isinstance(wish, told.WantsIn):
        old = next((one.name for one in at.members.values() if one.account == by), None)
        if old is None:
            check(account.nick)
        return acts.Joined(by=by, name=old or numbered(account.nick, [one.name for one in at.members.values()]))
    if isinstance(wish, told.PublishRules):
        agreed = game(wish.game).agree(wish.preset, wish.changes, _seats(wish.game))  # refuses impossible ones
        return acts.RulesPublished(by=by, agreed=msgspec.to_builtins(agreed), **said)
    if isinstance(wish, told.WantsClub):
        # Another club of exactly this name is refused where the entry is judged.
        check_among((wish.name,), [one.name for one in at.clubs.values() if not one.left])
    return _AS_SAID[type(wish)](by=by, **said)


def _seats(name: str) -> int:
    """How many sit at a table of an event of a game."""
    return event_part(name).at[-1]


def counted(at: League, by: str, event: Tournament, weight: int | None) -> acts.Counted:
    """The result of an event for the members of a league. Two lines that never meet (a Mitchell) are a table each."""
    state, about = event.state, event.setup.about
    table = director.standing(state)
    by_lines = bool(table.fields) and about.regulations.tournament_type != "cup"
    played: dict[str, acts.Played] = {}
    members = {one.account for one in at.members.values() if not one.left}
    for places in table.fields.values() if by_lines else (table.places,):
        for place in places:
            behind = sum(other.rank > place.rank for other in places)
            level = sum(other.rank == place.rank for other in places) - 1
            for account in event.accounts_of(place.entrant) & members:
                played[account] = acts.Played(account=account, rank=place.rank, behind=behind, level=level)
    rules, version = _rules(at, about)
    return acts.Counted(
        by=by,
        event=event.setup.id,
        name=about.name[:200],
        game=about.game,
        entrants=max(1, len(table.places)),
        played=tuple(played[account] for account in sorted(played)),
        weight=weight,
        rules=rules,
        version=version,
    )


def _rules(at: League, about: director.Event) -> tuple[str, int]:
    """The newest version of the league's rule sets by which an event was played; none: an empty name."""
    its = _today(about.conventions)
    for name, versions in at.rules.items():
        for nth, one in reversed(list(enumerate(versions, 1))):
            if one.game == about.game and _today(_conventions(one, about)) == its:
                return name, nth
    return "", 0


def _conventions(rules: acts.RulesPublished, about: director.Event) -> Conventions:
    if rules.agreed is not None:
        return game(rules.game).logged(rules.agreed)
    changes = {name: options.write(value) for name, value in rules.changes.items()}
    return game(rules.game).recorded(rules.preset, changes, about.at[-1], logged=True)


def _today(agreed: Conventions) -> Conventions:
    """The same conventions with today's edition, for comparisons."""
    return msgspec.structs.replace(agreed, edition=EDITION)


def _founded(about: str) -> Founded:
    found = msgspec.json.decode(about, type=Founded)
    if not 0 <= found.edition <= EDITION:
        raise ValueError(f"edition {found.edition} is unknown to this program: a newer one wrote it")
    return found


def followed(row: LeagueRow, entries: Sequence[Entry]) -> Standing:
    """A league as its log says.

    Raises:
        Broken: the log cannot be followed to its end.
    """

    def opened() -> Standing:
        wanted = _founded(row.about)
        return Standing(League.open(Setup(row.id, wanted.name, wanted.text, wanted.formula, row.created)))

    return shelf.followed("league", row.id, opened, entries)
