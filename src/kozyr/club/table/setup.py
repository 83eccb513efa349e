"""The beginning of a table: the table card, and the first comer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

import msgspec

from kozyr.arbiter.noticed import judges
from kozyr.club.acts import TableTerms
from kozyr.club.files import Deals
from kozyr.club.wire import FromFile, digest, encode
from kozyr.games import Conventions, Game, game
from kozyr.games.refusal import Refused


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A participant: an account, or a bot of some level."""

    nick: str
    account: str | None = None
    bot: str | None = None
    program: str | None = None
    """The name of a program's account."""


def check_pace(terms: TableTerms, people: Iterable[Person | None]) -> None:
    """Refuse a table without pauses at which a person sits.

    Raises:
        ValueError: one does.
    """
    if terms.unpaced and any(one is not None and one.bot is None and one.program is None for one in people):
        raise Refused("programs_only")


class Setup(msgspec.Struct, frozen=True, dict=True):
    """The card of a table, and the first comer."""

    id: str
    game: str
    preset: str
    conventions: Conventions
    people: tuple[Person | None, ...]
    """The occupant of each chair; None: the chair is free."""
    terms: TableTerms = TableTerms()
    public: bool = False
    accepted: tuple[int, ...] = (0,)
    """Chairs of people who have already accepted the card."""
    owner: int | None = None
    """The chair of the owner. None: the first person."""
    pulka: int = 1
    """Rematches from 1, previous: the table before."""
    previous: str | None = None
    pack: str = ""
    """The commitment to the master secret of the deals."""
    deals: Deals | None = None
    """The deals of a file, where the club does not deal itself; their cards are still secret."""

    @cached_property
    def rules(self) -> Game:
        """The game that is played."""
        return game(self.game)

    @cached_property
    def judged(self) -> bool:
        """Whether errors are possible at this table, and the arbiter rules on them."""
        return self.conventions.table.irregularities == "rule" and judges(self.game)

    @cached_property
    def card(self) -> str:
        """The hash of the card that all accept."""
        file = () if self.deals is None else (self.deals.id, self.deals.name)
        return _card_hash(self.game, self.conventions, self.terms, len(self.people), file)

    def admits(self, account: str) -> bool:
        """Whether an account may come to this table by its link."""
        return not self.terms.invited or account in self.terms.invited

    @property
    def brought(self) -> int:
        """How many deals the table brings with it; it shuffles all others."""
        return 0 if self.deals is None else len(self.deals.cards)

    @property
    def file(self) -> FromFile | None:
        """The public facts of the file with the deals."""
        return None if self.deals is None else FromFile(self.deals.name, self.brought)


@lru_cache(maxsize=256)
def _card_hash(name: str, conventions: Conventions, terms: TableTerms, players: int, file: tuple[str, ...]) -> str:
    """The hash of a card as this program has it; it is compared while deciding alone, and a newer program has another."""
    return digest(encode((name, players, conventions, terms, *file)))
