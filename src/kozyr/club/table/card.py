"""The table card: the agreement before the first deal, and its acceptances (PE-5.4.4)."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, ClassVar, Final, Self

import msgspec

from kozyr.club.acts import Act, Name, TableTerms
from kozyr.club.budgets import CARDS, OTHER
from kozyr.club.ratings import check as check_rated
from kozyr.club.refusal import Manner
from kozyr.club.table.customs import agree
from kozyr.club.table.part import Asker, Did, News, Part, TableFacts, Wish, no, with_chair, without
from kozyr.club.table.seats import ChairChanged, Rise
from kozyr.club.table.setup import Setup, check_pace
from kozyr.games import Conventions, game, options
from kozyr.games.refusal import Refusal

_LAW: Final = "PE-5.4.4"


class CardChanged(Act, frozen=True, tag="card"):
    """The owner has changed the card: the act has every convention and term, since presets and defaults may change."""

    gathers: ClassVar = True

    preset: str
    conventions: dict[str, object]
    terms: dict[str, object]
    public: bool
    file: bool = True


class ChangeCard(Wish, frozen=True, tag="card"):
    """The owner changes the table card; the others must accept it again."""

    budget = CARDS

    preset: Name
    changes: dict[str, object] = msgspec.field(default_factory=dict)
    terms: TableTerms = TableTerms()
    public: bool = False
    file: bool = True
    """Its deals, if any, stay."""

    def act(self, asker: Asker, table: TableFacts) -> Act | Refusal:
        """The act with every convention."""
        setup, players = table.setup, len(table.people)
        try:
            kept = setup.deals if self.file else None
            conventions = agree(setup.game, self.preset, self.changes, players, kept)
            match, terms = setup.rules.start(conventions, players, 0), self.terms.of(conventions)
            bots = sum(person is not None and person.bot is not None for person in table.people)
            check_rated(terms, match, players - bots, brought=kept is not None)
            check_pace(terms, table.people)
        except ValueError as error:
            return Refusal(Manner.BAD_CARD, _LAW, {"detail": str(error)})
        told = msgspec.to_builtins(conventions, enc_hook=str), msgspec.to_builtins(terms)
        return CardChanged(self.preset, *told, self.public, self.file)


class Accept(Act, frozen=True, tag="accept"):
    """A player accepts the card with this hash, which is compared while deciding alone."""

    gathers: ClassVar = True

    budget = OTHER

    card: Annotated[str, msgspec.Meta(max_length=64)]


class TableCard(Part, frozen=True):
    """The present card, and the chairs whose people have accepted it."""

    acts = (CardChanged, Accept)
    wishes = (ChangeCard, Accept)

    setup: Setup
    accepted: tuple[int, ...] = ()

    @property
    def _agreed(self) -> tuple[dict[str, tuple[object, object]], dict[str, object]]:
        setup = self.setup
        return agreed(setup.game, setup.preset, setup.conventions, len(setup.people))

    @property
    def diff(self) -> dict[str, tuple[object, object]]:
        """The differences of the conventions from their preset."""
        return self._agreed[0]

    @property
    def values(self) -> dict[str, object]:
        """Every option's value."""
        return self._agreed[1]

    def refusal(self, act: Act, by: int | None, table: TableFacts) -> Refusal | None:
        """Why this act may not come from this chair now; None: it may."""
        if table.state != "gathering" or (table.ready and not isinstance(act, Accept)):
            return no(Manner.WRONG_STATE, _LAW)
        if not isinstance(act, Accept):
            return None if by == table.owner else no(Manner.NOT_OWNER, _LAW)
        if act.card != self.setup.card:
            return no(Manner.CARD_CHANGED, _LAW)
        return no(Manner.ALREADY) if by in self.accepted else None

    def after(self, news: News, table: TableFacts) -> Self:
        """The card after something that has happened."""
        match news:
            case Did(act=CardChanged() as act):
                return msgspec.structs.replace(self, setup=self._changed(act), accepted=(news.chair,))
            case Did(act=Accept()):
                return msgspec.structs.replace(self, accepted=with_chair(self.accepted, news.chair))
            case Did(act=Rise(), by=int(chair)) | Did(act=ChairChanged(chair=chair)) if chair in self.accepted:
                return msgspec.structs.replace(self, accepted=without(self.accepted, chair))
        return self

    def _changed(self, act: CardChanged) -> Setup:
        told = {"edition": self.setup.conventions.edition, **act.conventions}  # of the same time, where it says none
        return msgspec.structs.replace(
            self.setup,
            preset=act.preset,
            conventions=options.logged(type(self.setup.conventions), told),
            terms=TableTerms.logged(act.terms),
            public=act.public,
            deals=self.setup.deals if act.file else None,
        )


@lru_cache(maxsize=256)
def agreed(
    name: str, preset: str, conventions: Conventions, players: int
) -> tuple[dict[str, tuple[object, object]], dict[str, object]]:
    """The differences of conventions from their preset, if it still exists, and every option's value."""
    rules = game(name)
    try:
        usual = agree(name, preset, None, players)
    except ValueError:
        usual = conventions
    diff = options.diff(usual, conventions, rules.groups, "table")
    return diff, {o: row["value"] for o, row in options.describe(conventions, rules.groups, "table").items()}
