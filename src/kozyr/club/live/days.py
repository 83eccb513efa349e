"""The deals of the days, fixed a day ahead, and challenges; their tables and records are those of cups (`live.cups`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kozyr.club.clock import CHANCE, Chance, Clock
from kozyr.club.days import rules as days
from kozyr.club.days.rules import NewChallenge
from kozyr.club.days.told import (
    ChallengeListed,
    DayListed,
    SharedTable,
    SharedTold,
    listed,
    listed_challenge,
    told,
)
from kozyr.club.event.acts import Shut
from kozyr.club.event.cup import board_reveal
from kozyr.club.event.tournament import Tournament
from kozyr.club.live.cups import Cups
from kozyr.club.live.errands import Errands
from kozyr.club.live.hall import Hall
from kozyr.club.live.shelf import Broken
from kozyr.deals import Reveal
from kozyr.games.refusal import Refused
from kozyr.store import Account, EventRow

_FIRST: Final = 60.0  # seconds after the club begins
_AGAIN: Final = 2.0  # seconds until failed work is tried again for the first time
_LATE: Final = 5.0  # seconds after midnight
_PREPARE: Final = "days"
_SHUT: Final = "shut"  # the command, once in a log


class Days:
    """Days and challenges.

    chance: of their secrets, apart from the club's: they are drawn whenever somebody looks.
    """

    def __init__(self, hall: Hall, cups: Cups, clock: Clock, chance: Chance = CHANCE) -> None:
        self.chance = chance
        self._hall, self._cups, self._clock = hall, cups, clock
        self._errands = Errands(self._prepare, _AGAIN)

    def begin(self) -> None:
        """Fix tomorrow's deals soon, and every day after midnight."""
        self._errands.look_in(_PREPARE, _FIRST)

    async def _prepare(self, _what: str) -> None:
        await self.prepare()
        now = self._clock.now()
        self._errands.look_in(_PREPARE, (days.window_of(days.day_at(now)).closes - now) / 1000 + _LATE)

    async def prepare(self) -> None:
        """Bind the club to tomorrow's deals, where it is not bound yet."""
        day = days.day_at(self._clock.now(), 1)
        opens, closes = days.window_of(day)
        for game in days.games():
            event = days.day_id(game, day)
            if await self._hall.find(event) is None:
                held, begun = days.about(game, day, 1), days.begun("day")
                await self._hall.bind(event, held, begun, opens, closes, self.chance.token_bytes(32))

    async def challenge(self, account: Account, asked: NewChallenge) -> str:
        """Bind the club to the deals of a challenge, which may be played from now on; returns its id.

        Raises:
            Refused: nobody plays deals of this game alone.
        """
        event, now = days.challenge_id(account.id, asked.id), self._clock.now()
        held = days.about(asked.game, account.nick, asked.deals)
        closes = now + asked.hours * 3_600_000
        begun = days.begun("challenge", account.id)
        await self._hall.bind(event, held, begun, now, closes, self.chance.token_bytes(32))
        return event

    async def shut(self, at: Tournament, account: Account) -> None:
        """End the time of a challenge now, once.

        Raises:
            Refused: it is another's, or somebody still plays. Stale: others write all the time.
        """
        await self._hall.act(at.setup.id, None, _SHUT, Shut(by=account.id))

    async def find(self, event: str, *kinds: str) -> Tournament | None:
        """The day or challenge of this id, if it is of one of these kinds."""
        found = await self._hall.find(event)
        at = None if found is None else found.tournament
        return at if at is not None and at.cup is not None and at.cup.kind in kinds else None

    async def play(self, at: Tournament, account: Account) -> SharedTable:
        """The table of an account's only attempt, entered and set up if necessary.

        Raises:
            Refused: it may not play now. Improper: its name. Stale: others write all the time. Busy: see `Cups.engine`.
        """
        event = at.setup.id
        begun = at.entrant(account.id) is not None
        why = days.barred(at, account, self._clock.now())
        if why is not None and not (begun and why.code == "day_over"):
            raise Refused.of(why)
        if not begun:
            await self._hall.enter(event, account, "play")
        table = await self._cups.play(event, account.id, 1)
        assert table is not None
        done = await self._done(at, account.id)
        return SharedTable(table, done == at.setup.about.regulations.cup_deals_per_issue)

    async def _done(self, at: Tournament, account: str) -> int | None:
        """How many deals an account has played; None: none is begun."""
        found = await self._hall.find(at.setup.id)
        entrant = None if found is None else found.tournament.entrant(account)
        return None if entrant is None else (await self._cups.progress(at, entrant)).get(1)

    async def told(self, at: Tournament, account: Account | None) -> SharedTold:
        """A day or a challenge as an account sees it."""
        now, name = self._clock.now(), "" if account is None else account.id
        master = await self._hall.secret(at.setup.id)

        def reveal(board: int) -> Reveal:
            return board_reveal(at.setup.about.game, at.setup.id, board, master)

        return told(at, name, await self._done(at, name), now, days.barred(at, account, now), reveal)

    async def listed(self, account: Account | None) -> tuple[DayListed, ...]:
        """Yesterday's, today's and tomorrow's deals of each game; tomorrow's are fixed if they are not yet."""
        await self.prepare()
        now, found = self._clock.now(), []
        for game in days.games():
            for ahead in (-1, 0, 1):
                try:
                    at = await self.find(days.day_id(game, days.day_at(now, ahead)), "day")
                except Broken:
                    continue
                if at is not None:
                    done = None if account is None else await self._done(at, account.id)
                    found.append(listed(at, done == 1, days.barred(at, account, now)))
        return tuple(found)

    async def challenges(self, account: Account, rows: Sequence[EventRow]) -> tuple[ChallengeListed, ...]:
        """Challenges in the list of an account; one whose log cannot be followed is left out."""
        found = []
        for _, at in await self._hall.known(rows):
            if at is not None:
                found.append(listed_challenge(at, account.id, await self._done(at, account.id)))
        return tuple(found)

    async def close(self) -> None:
        """Stop."""
        await self._errands.close()
