"""Fair dealing: the server binds itself to its part of a deal, people give theirs, and all of it is shown afterwards.

docs/fair.md describes it. No nonce is shown before every hash is there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final, Self

import msgspec

from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.club.acts import Act, Hex
from kozyr.club.budgets import SHARES
from kozyr.club.refusal import Manner
from kozyr.club.table.part import Agreed, CourseFacts, Did, Drawn, Moved, News, Part, TableFacts, no, with_chair
from kozyr.club.wire import FairPhase
from kozyr.deals import Pack, Reveal, Share, reveal, seed_commitment, share_fault
from kozyr.games import Deal, game
from kozyr.games.refusal import Refusal
from kozyr.logs import Number

_HASH: Final = 64  # hexadecimal digits of SHA-256


@lru_cache(maxsize=8)
def lot_pack(name: str) -> Pack:
    """A game's pack, of which every card is drawn."""
    cards = game(name).pack.cards
    return Pack(cards, (), len(cards))


class Commit(Act, frozen=True, tag="commit"):
    """The server binds itself to its part of a deal; 0 is the lot."""

    source: ClassVar = "table"

    deal: int
    commitment: str


class Seal(Act, frozen=True, tag="seal"):
    """The hash of a player's nonce."""

    budget = SHARES

    deal: Number
    hash: Hex


class Nonce(Act, frozen=True, tag="nonce"):
    """A player's nonce."""

    budget = SHARES

    deal: Number
    nonce: Hex


class Away(Act, frozen=True, tag="away"):
    """The players that gave nothing in time."""

    source: ClassVar = "table"

    deal: int
    chairs: tuple[int, ...]


class ServersPart(Act, frozen=True, tag="reveal"):
    """The server's part, once the deal is over."""

    source: ClassVar = "table"

    deal: int
    seed: str


class Shuffle(msgspec.Struct, frozen=True):
    """The shuffle and the cut of one deal: the server's commitment, and the players' shares."""

    deal: int
    commitment: str
    asked: tuple[int, ...]
    """Chairs with a person, as the list of docs/fair.md has them."""
    players: tuple[str, ...]
    away: tuple[int, ...] = ()
    """The chairs that gave nothing in time."""
    hashes: tuple[tuple[int, str], ...] = ()
    nonces: tuple[tuple[int, str], ...] = ()
    dealt: bool = False
    seats: tuple[Seat, ...] = ()
    """The seats with cards, once they are dealt."""
    revealed: bool = False

    @property
    def missing(self) -> tuple[int, ...]:
        """The chairs whose share is still missing in this phase."""
        hashed, given = dict(self.hashes), dict(self.nonces)
        silent = tuple(chair for chair in self.asked if chair not in hashed and chair not in self.away)
        return silent or tuple(chair for chair in hashed if chair not in given and chair not in self.away)

    @property
    def phase(self) -> FairPhase:
        """The awaited kind of share; `ready`: none, and the cards may come."""
        if self.dealt:
            return "revealed" if self.revealed else "dealt"
        if any(chair not in dict(self.hashes) and chair not in self.away for chair in self.asked):
            return "hashes"
        return "nonces" if self.missing else "ready"

    @property
    def shares(self) -> tuple[Share, ...]:
        """The share of each player."""
        hashed, given = dict(self.hashes), dict(self.nonces)
        return tuple(
            Share(player, hashed.get(chair), given.get(chair))
            for chair, player in zip(self.asked, self.players, strict=True)
        )

    def player(self, chair: int) -> str:
        """The name of a chair in the hashes."""
        return self.players[self.asked.index(chair)]

    def with_away(self, *chairs: int) -> Shuffle:
        """The shuffle with these chairs among those that gave nothing."""
        return msgspec.structs.replace(self, away=tuple(sorted({*self.away, *chairs})))


class Cut(Part, frozen=True):
    """The shuffle of the deal that runs or comes, None before fair dealing begins; and the proofs of all that are over."""

    acts = (Commit, Seal, Nonce, Away, ServersPart)
    wishes = (Seal, Nonce)

    shuffle: Shuffle | None = None
    proofs: tuple[Reveal, ...] = ()

    def shown(self, pack: str) -> wire.Fair:
        """The public form of the shuffle. pack: the commitment to the master secret."""
        shuffle = self.shuffle
        if shuffle is None:
            return wire.Fair(pack)
        shares = zip(shuffle.asked, shuffle.shares, strict=True)
        return wire.Fair(
            pack=pack,
            deal=shuffle.deal,
            phase=shuffle.phase,
            commitment=shuffle.commitment,
            asked=shuffle.missing,
            shares=tuple(wire.FairShare(chair, share.player, share.hash, share.nonce) for chair, share in shares),
        )

    def next_deal(self, course: CourseFacts) -> int:
        """The number under which the next deal is shuffled; 0 is the lot. None is ever used again."""
        if course.lot is None:
            return 0
        return (course.dealt if self.shuffle is None else self.shuffle.deal) + 1

    def refusal(self, act: Act, by: int | None, table: TableFacts) -> Refusal | None:
        """Why this act may not come from this chair now; None: it may."""
        laws, shuffle = table.customs.laws, self.shuffle
        match act:
            case Commit():
                wanted = table.duty is not None and table.duty.what == "commit"
                return None if wanted and act.deal == self.next_deal(table.course) else no(Manner.NOT_NOW, laws.binding)
            case Seal():
                refused = self._not_asked(by, act.deal, "hashes", laws.binding)
                return refused or (None if len(act.hash) == _HASH else no(Manner.BAD_SHARE, laws.binding))
            case Nonce():
                return self._no_nonce(act, by, table)
            case Away():
                asked = set() if shuffle is None or shuffle.deal != act.deal else set(shuffle.missing)
                return None if act.chairs and set(act.chairs) <= asked else no(Manner.NOT_NOW, laws.missing)
            case ServersPart():
                if shuffle is None or shuffle.deal != act.deal or not shuffle.dealt or shuffle.revealed:
                    return no(Manner.NOT_NOW, laws.binding)
                if table.running and shuffle.deal:
                    return no(Manner.NOT_NOW, laws.binding)
                fits = shuffle.commitment == seed_commitment(table.setup.id, shuffle.deal, bytes.fromhex(act.seed))
                return None if fits else no(Manner.BAD_SHARE, laws.binding)
        raise TypeError(type(act).__name__)

    def _not_asked(self, by: int | None, deal: int, phase: FairPhase, law: str) -> Refusal | None:
        shuffle = self.shuffle
        if shuffle is None or shuffle.deal != deal or shuffle.phase != phase:
            return no(Manner.NOT_NOW, law)
        return None if by in shuffle.missing else no(Manner.NOT_ASKED, law)

    def _no_nonce(self, act: Nonce, by: int | None, table: TableFacts) -> Refusal | None:
        refused = self._not_asked(by, act.deal, "nonces", table.customs.laws.binding)
        if refused is not None or self.shuffle is None or by is None:
            return refused
        share = Share(self.shuffle.player(by), dict(self.shuffle.hashes)[by], act.nonce)
        fault = share_fault(table.setup.id, act.deal, share)
        return None if fault is None else Refusal(Manner.BAD_SHARE, table.customs.laws.sharing, {"detail": fault})

    def after(self, news: News, table: TableFacts) -> Self:
        """The shuffle after something that has happened."""
        shuffle = self.shuffle
        match news:
            case Did(act=Commit(deal=deal, commitment=commitment)):
                return msgspec.structs.replace(self, shuffle=_begun(deal, commitment, table))
            case _ if shuffle is None:
                return self
            case Did(act=Seal(hash=sealed)):
                return self._with(shuffle, hashes=(*shuffle.hashes, (news.chair, sealed)))
            case Did(act=Nonce(nonce=nonce)):
                return self._with(shuffle, nonces=(*shuffle.nonces, (news.chair, nonce)))
            case Did(act=Away(chairs=chairs)):
                return msgspec.structs.replace(self, shuffle=shuffle.with_away(*chairs))
            case Did(act=ServersPart(seed=seed)):
                name = table.setup.game
                pack = lot_pack(name) if shuffle.deal == 0 else game(name).pack
                proof = reveal(bytes.fromhex(seed), table.setup.id, shuffle.deal, pack, shuffle.seats, shuffle.shares)
                return msgspec.structs.replace(self._with(shuffle, revealed=True), proofs=(*self.proofs, proof))
            case Drawn():
                return self._with(shuffle, dealt=True)
            case Moved(event=Deal(), after=state) if state is not None and not shuffle.dealt:
                return self._with(shuffle, dealt=True, seats=state.terms.holders)
            case Agreed(substitute=(chair, _)) if chair in shuffle.asked and not shuffle.dealt:
                if chair in dict(shuffle.nonces):
                    return self
                away = with_chair(shuffle.away, chair)  # a player cannot know another's sealed nonce
                return self._with(shuffle, away=away)
        return self

    def _with(self, shuffle: Shuffle, **changes: object) -> Self:
        return msgspec.structs.replace(self, shuffle=msgspec.structs.replace(shuffle, **changes))


def _begun(deal: int, commitment: str, table: TableFacts) -> Shuffle:
    if table.setup.terms.unpaced:  # nobody is asked, so nothing waits
        return Shuffle(deal, commitment, (), ())
    if table.state == "gathering":
        asked = table.persons
        players = tuple(str(chair) for chair in asked)
    else:
        asked = tuple(chair for chair in table.order if chair in table.persons)
        players = tuple(table.name(chair) for chair in asked)
    away = tuple(sorted(set(asked) & set(table.held_chairs)))
    return Shuffle(deal, commitment, asked, players, away)
