"""What a table is set up with: the table card, and who came first."""

from __future__ import annotations

from functools import cached_property, lru_cache

import msgspec

from kozyr.arbiter.noticed import judges
from kozyr.club.acts import TableTerms
from kozyr.club.files import Deals
from kozyr.club.wire import FromFile, digest, encode
from kozyr.games import Conventions, Game, game


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who takes part: an account, or a bot of some level. program: what an account that is a program is called."""

    nick: str
    account: str | None = None
    bot: str | None = None
    program: str | None = None


class Setup(msgspec.Struct, frozen=True, dict=True):
    """The card of a table, and who came first.

    people: by chair, None where one is free. accepted: chairs whose people brought the card. owner: None: the first
    person. pulka: rematches from 1, previous: the table before. pack: stands for the master secret of the deals. deals:
    from a file, where the club does not deal itself; cards that nobody may know yet.
    """

    id: str
    game: str
    preset: str
    conventions: Conventions
    people: tuple[Person | None, ...]
    terms: TableTerms = TableTerms()
    public: bool = False
    accepted: tuple[int, ...] = (0,)
    owner: int | None = None
    pulka: int = 1
    previous: str | None = None
    pack: str = ""
    deals: Deals | None = None

    @cached_property
    def rules(self) -> Game:
        """The game that is played."""
        return game(self.game)

    @cached_property
    def judged(self) -> bool:
        """Errors are possible at this table, and the arbiter rules on them."""
        return self.conventions.table.irregularities == "rule" and judges(self.game)

    @cached_property
    def card(self) -> str:
        """The hash of what everybody accepts."""
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
        """What everybody may know of the file that the deals come from."""
        return None if self.deals is None else FromFile(self.deals.name, self.brought)


@lru_cache(maxsize=256)
def _card_hash(name: str, conventions: Conventions, terms: TableTerms, players: int, file: tuple[str, ...]) -> str:
    """The hash of a card as this program has it; it is compared while deciding alone, and a newer program has another."""
    return digest(encode((name, players, conventions, terms, *file)))
