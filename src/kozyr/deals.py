"""Decks, the numbering of deals, fair dealing, and the text of a deal.

A deal is a number: `deal_number` and `numbered_deal` are inverse to each other. So a uniform number is a uniform deal, and
no argument about shuffling is needed (the method of BigDeal, generalised).
"""

from __future__ import annotations

import hashlib
import hmac
import math
import re
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

import msgspec

from kozyr import drawn
from kozyr.cards import CARDS, Card, CardSet, Seat, parse_card, takes, wrong_type

SEATS: Final = tuple(Seat)


class Pack(msgspec.Struct, frozen=True):
    """A pack and how it is dealt."""

    cards: tuple[Card, ...]
    """The pack, in the order that numbering uses."""
    hands: tuple[int, ...]
    """How many cards each hand gets."""
    rest: int
    """How many cards remain (talon, stock); their order matters to play but not to the number."""
    first: int = 0
    """How many cards of a hand come before the auction (deberts: six of nine, D-DEAL-3); 0: all of them.

    Which ones they are matters to the auction but not to the number.
    """

    @property
    def deals(self) -> int:
        """How many deals there are, the order of the rest not counted."""
        count = math.factorial(len(self.cards)) // math.factorial(self.rest)
        for size in self.hands:
            count //= math.factorial(size)
        return count


@takes("a pack is one of those of kozyr.deals, as deals.PREFERANS", Pack)
def miscount(pack: Pack, layout: Layout, seats: tuple[Seat, ...]) -> str:
    """The hand, or the rest, with a wrong number of cards, and both numbers; empty: all are right.

    seats: the receivers of the pack's hands, in order.

    >>> miscount(PREFERANS, Layout.parse("N:AKQJT987.AKQ.. .JT987.AKQJ. ..T987.AKQJT9 + C8 C7"), (Seat.N, Seat.E, Seat.S))
    'N has 11 cards, not 10'
    """
    sizes = dict(zip(seats, pack.hands, strict=True))
    for seat in Seat:
        hand = layout.hand(seat)
        count, due = 0 if hand is None else len(hand), sizes.get(seat, 0)
        if count != due:
            return f"{seat.value} has {count} cards, not {due}"
    return "" if len(layout.rest) == pack.rest else f"{len(layout.rest)} cards are left, not {pack.rest}"


def _pack(lowest: str, hands: tuple[int, ...], first: int = 0) -> Pack:
    cards = tuple(c for c in CARDS if c.rank.value in "23456789TJQKA"["23456789".index(lowest) :])
    return Pack(cards, hands, len(cards) - sum(hands), first)


PREFERANS: Final = _pack("7", (10, 10, 10))  # P-1.3.1, P-3.2.8
DEBERTS: Final = _pack("7", (9, 9), 6)  # D-DEAL-1, D-DEAL-3, D-DEAL-5
BRIDGE: Final = _pack("2", (13, 13, 13, 13))


Places: TypeAlias = tuple[CardSet | None, CardSet | None, CardSet | None, CardSet | None]


class Layout(msgspec.Struct, frozen=True):
    """The cards of a deal: four places by seat (None: no hand, or hidden), and the rest.

    `rest` is in order: in preferans the talon, upper card first; in deberts the turned-up card first and the bottom
    card last. `first` is the part of each hand that came before the auction, where the deal says so (deberts).

    >>> layout = Layout.parse("N:AKQJ.T98.. - ..AKQJ.T98 + S7 DT")
    >>> layout.hand(Seat.S), layout.rest
    (CardSet.parse('..AKQJ.T98'), (Card.S7, Card.DT))
    >>> print(layout)
    N:AKQJ.T98.. - ..AKQJ.T98 + S7 DT
    """

    hands: Places
    rest: tuple[Card, ...] = ()
    first: Places = (None, None, None, None)

    @classmethod
    def of(cls, hands: Iterable[tuple[Seat, CardSet]], rest: Iterable[Card] = ()) -> Layout:
        """A layout from seats and their hands.

        Raises:
            TypeError: these are no pairs of a seat and a hand.
        """
        places: list[CardSet | None] = [None] * 4
        try:
            for seat, hand in hands:
                places[seat.position] = hand
        except (AttributeError, TypeError, ValueError):
            raise wrong_type("a layout is of pairs, as [(Seat.N, hand)]", hands) from None
        return cls((places[0], places[1], places[2], places[3]), tuple(rest))

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Read ``N:hand hand hand hand + S8 DJ``, clockwise from the seat named.

        ``-`` is a hidden or absent hand; seats not written are absent. A card may come only once. A hand may be
        written in two parts, ``six/three``: the cards before the auction, and those after it.

        Raises:
            ValueError: where and why the text is no deal. TypeError: it is no text.
        """
        if not isinstance(text, str):
            raise wrong_type("a deal is read from a text, as 'N:hand hand hand hand'", text)
        first, colon, tail = text.strip().partition(":")
        if not colon or first not in Seat.__members__:
            msg = f"a deal begins with a seat and a colon, as N:, not {text[:12]!r}"
            raise ValueError(msg)
        written, _, rest_text = tail.partition("+")
        words = written.split()
        if not 1 <= len(words) <= len(SEATS):
            msg = f"a deal has one to four hands, not {len(words)}"
            raise ValueError(msg)
        places: list[CardSet | None] = [None] * 4
        firsts: list[CardSet | None] = [None] * 4
        start, seen = Seat(first).position, 0
        for offset, word in enumerate(words):
            if word == "-":
                continue
            at = (start + offset) % 4
            early, slash, late = word.partition("/")
            for part in (early, late) if slash else (early,):
                cards = CardSet.parse(part)
                if seen & cards.bits:
                    msg = f"{next(iter(CardSet(seen & cards.bits)))} is dealt twice"
                    raise ValueError(msg)
                seen |= cards.bits
                places[at] = (places[at] or CardSet()) | cards
            if slash:
                firsts[at] = CardSet.parse(early)
        rest: list[Card] = []
        for word in rest_text.split():
            card = parse_card(word)
            if seen & card.bit:
                msg = f"{card} is dealt twice"
                raise ValueError(msg)
            seen |= card.bit
            rest.append(card)
        return cls(
            (places[0], places[1], places[2], places[3]),
            tuple(rest),
            (firsts[0], firsts[1], firsts[2], firsts[3]),
        )

    def __str__(self) -> str:
        last = max((i for i, hand in enumerate(self.hands) if hand is not None), default=0)
        words = [
            "-" if hand is None else str(hand) if first is None else f"{first}/{hand - first}"
            for hand, first in zip(self.hands[: last + 1], self.first, strict=False)
        ]
        tail = " + " + " ".join(card.text for card in self.rest) if self.rest else ""
        return "N:" + " ".join(words) + tail

    def _repr_html_(self) -> str:
        """The deal in a notebook: the hands round a table, the rest in the middle after a plus."""
        return drawn.page(self.picture())

    def picture(self, names: Mapping[Seat, str] = {}) -> drawn.Markup:
        """The hands round a table, as markup. names: of the players by seat."""
        shown = {
            seat: drawn.hand(hand, None if first is None else hand - first)
            for seat, hand, first in zip(SEATS, self.hands, self.first, strict=True)
            if hand is not None
        }
        rest = drawn.joined("+ ", drawn.cards(self.rest)) if self.rest else drawn.joined()
        return drawn.hands(shown, rest, names)

    def hand(self, seat: Seat) -> CardSet | None:
        """The hand of a seat; None: hidden, or no hand."""
        return self.hands[seat.position]

    def owner(self, card: Card) -> Seat | None:
        """The seat whose hand has this card; None: no known hand has it."""
        found = (seat for seat, hand in zip(SEATS, self.hands, strict=True) if hand is not None and card in hand)
        return next(found, None)


def _combination(code: int, among: int, wanted: int) -> list[int]:
    """The places of this combination, largest first (the combinatorial number system)."""
    chosen: list[int] = []
    for at in range(among - 1, -1, -1):
        if wanted and code >= math.comb(at, wanted):
            code -= math.comb(at, wanted)
            wanted -= 1
            chosen.append(at)
    return chosen


@takes("a pack is one of those of kozyr.deals, as deals.PREFERANS", Pack, of="pack")
def numbered_deal(number: int, pack: Pack, seats: tuple[Seat, ...]) -> Layout:
    """The deal with this number: hands to the seats in their order, the rest in pack order.

    >>> seats = (Seat.N, Seat.E, Seat.S)
    >>> deal_number(numbered_deal(2_026, PREFERANS, seats), PREFERANS, seats)
    2026

    Raises:
        ValueError: the number is not in ``range(pack.deals)``.
    """
    if not 0 <= number < pack.deals:
        msg = f"deal number {number} is not below {pack.deals}"
        raise ValueError(msg)
    left = list(pack.cards)
    hands: list[tuple[Seat, CardSet]] = []
    for seat, size in zip(seats, pack.hands, strict=True):
        number, code = divmod(number, math.comb(len(left), size))
        hands.append((seat, CardSet.of(left.pop(at) for at in _combination(code, len(left), size))))
    return Layout.of(hands, left)


@takes("a deal is a Layout, as Layout.parse('N:hand hand hand hand')", Layout)
def deal_number(layout: Layout, pack: Pack, seats: tuple[Seat, ...]) -> int:
    """The number of a deal: the inverse of `numbered_deal`; the order of the rest is not told.

    Raises:
        ValueError: a hand is hidden or has not the size that the pack asks for.
    """
    left = list(pack.cards)
    number, base = 0, 1
    for seat, size in zip(seats, pack.hands, strict=True):
        hand = layout.hand(seat)
        if hand is None or len(hand) != size:
            msg = f"{seat.value} must hold {size} cards to number the deal"
            raise ValueError(msg)
        places = [at for at, card in enumerate(left) if card in hand]
        number += base * sum(math.comb(at, nth + 1) for nth, at in enumerate(places))
        base *= math.comb(len(left), size)
        left = [card for card in left if card not in hand]
    return number


def fair_deal(key: bytes, label: str, pack: Pack, seats: tuple[Seat, ...]) -> Layout:
    """A uniform deal from a secret key: HMAC-SHA-256 as a stream, rejection, then the numbering.

    key: at least 16 secret bytes; the same key and label give the same deal for ever. label: names the deal (table
    and deal number), so that one key serves many deals. The order of the rest is drawn as well, since in preferans
    the talon's first card leads. So is the part of a hand that comes before the auction.

    Raises:
        ValueError: the key is shorter than 16 bytes.
    """
    if len(key) < 16:
        msg = "a dealing key has at least 16 bytes"
        raise ValueError(msg)
    orders = math.factorial(pack.rest)
    parts = math.prod(math.comb(size, pack.first) for size in pack.hands)
    value, part = divmod(_drawn(key, label, pack.deals * orders * parts), parts)
    number, order = divmod(value, orders)
    layout = numbered_deal(number, pack, seats)
    shuffled = _in_order(order, layout.rest, len(layout.rest))
    if not pack.first:
        return Layout(layout.hands, shuffled)
    firsts: list[CardSet | None] = [None] * 4
    for seat in seats:
        hand = tuple(layout.hand(seat) or CardSet())
        part, code = divmod(part, math.comb(len(hand), pack.first))
        firsts[seat.position] = CardSet.of(hand[at] for at in _combination(code, len(hand), pack.first))
    return Layout(layout.hands, shuffled, (firsts[0], firsts[1], firsts[2], firsts[3]))


def _drawn(key: bytes, label: str, bound: int) -> int:
    """A uniform number below the bound, from a key and a label."""
    size = bound.bit_length()
    block = 0
    while True:
        stream = b"".join(
            hmac.digest(key, f"{label}|{block + i}".encode(), hashlib.sha256) for i in range((size + 255) // 256)
        )
        block += (size + 255) // 256
        value = int.from_bytes(stream, "big") >> (8 * len(stream) - size)
        if value < bound:
            return value


def _in_order(order: int, cards: Iterable[Card], wanted: int) -> tuple[Card, ...]:
    """`wanted` of the cards, one after another; `order`: a number below the product of the choices."""
    heap = list(cards)
    found: list[Card] = []
    for _ in range(wanted):
        order, at = divmod(order, len(heap))
        found.append(heap.pop(at))
    return tuple(found)


# --- fair dealing with shares: docs/fair.md says it for programs in other languages ---------------------------------

FAIR: Final = "fairdeal/1"
_HEX64: Final = re.compile(r"[0-9a-f]{64}")
_NONCE: Final = re.compile(r"(?:[0-9a-f]{2}){16,64}")


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's share of a deal: the part in shuffling and cutting the pack (P-3.2.3, P-3.2.5)."""

    player: str
    """The player's name at the table."""
    hash: str | None = None
    """The hash of the nonce (`nonce_hash`), given before any nonce was known. None: the player was away."""
    nonce: str | None = None
    """The nonce, 16 to 64 bytes as hexadecimal. None: the player was away, or withheld it."""


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All sources of a deal, published once it is over, so that it can be dealt again."""

    v: str
    """The version of the method."""
    table: str
    """The table in `seed_commitment`."""
    deal: int
    """The deal in `seed_commitment`; 0 is the lot."""
    pack: str
    """The pack, the hands and the seats (`pack_text`)."""
    commitment: str
    seed: str
    shares: tuple[Share, ...]
    """The shares of the people at the table, clockwise."""
    cards: str
    """The text of the deal."""


def _parts(*parts: str | int | bytes) -> bytes:
    """Parts joined so that no two lists of parts look alike: before each its length, four bytes, big-endian."""
    data = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in data)


def deal_seed(master: bytes, table: str, deal: int) -> bytes:
    """The server's secret for one deal, from the table's master secret; 32 bytes.

    A master serves a deal's number once. A new deal needs the next number, or the same cards would come.

    Raises:
        ValueError: the master is shorter than 32 bytes.
    """
    if len(master) < 32:
        msg = "a table's master secret has at least 32 bytes"
        raise ValueError(msg)
    return hmac.digest(master, _parts(FAIR + " seed", table, deal), hashlib.sha256)


def seed_commitment(table: str, deal: int, seed: bytes) -> str:
    """The commitment that the server publishes before it hears of any nonce: it cannot take another seed afterwards."""
    return hashlib.sha256(_parts(FAIR, table, deal, seed)).hexdigest()


def nonce_hash(table: str, deal: int, player: str, nonce: bytes) -> str:
    """The hash that a player gives before any nonce is known: the player cannot take another nonce afterwards."""
    return hashlib.sha256(_parts(FAIR + " nonce", table, deal, player, nonce)).hexdigest()


@takes("a Share is checked, as a Reveal has them", Share, of="share")
def share_fault(table: str, deal: int, share: Share) -> str | None:
    """The fault of a share: the nonce must be well formed, and fit the hash. None: it is, or was withheld."""
    if share.hash is not None and not _HEX64.fullmatch(share.hash):
        return f"the hash of {share.player} is not 64 hexadecimal digits"
    if share.nonce is None:
        return None
    if not _NONCE.fullmatch(share.nonce):
        return f"the nonce of {share.player} is not 16 to 64 bytes in hexadecimal digits"
    if share.hash != nonce_hash(table, deal, share.player, bytes.fromhex(share.nonce)):
        return f"the nonce of {share.player} is not the one that was hashed"
    return None


def pack_text(pack: Pack, seats: tuple[Seat, ...]) -> str:
    """A pack as part of the key: the cards in their order, the hands by seat, how many cards precede the auction."""
    if not isinstance(pack, Pack):
        raise wrong_type("a Pack is written, as deals.PREFERANS", pack)
    hands = ",".join(f"{seat.value}{size}" for seat, size in zip(seats, pack.hands, strict=True))
    return f"{','.join(card.text for card in pack.cards)}/{hands}/{pack.first}"


def parse_pack(text: str) -> tuple[Pack, tuple[Seat, ...]]:
    """A pack and its seats from `pack_text`.

    Raises:
        ValueError: it is no such text.
    """
    if not isinstance(text, str):
        raise wrong_type("a pack is read from a text", text)
    found = re.fullmatch(r"([0-9A-Z,]{2,255})/((?:[NESW][0-9]{1,2})?(?:,[NESW][0-9]{1,2}){0,3})/([0-9]{1,2})", text)
    if found is None:
        msg = f"no pack: {text[:40]!r}"
        raise ValueError(msg)
    cards = tuple(parse_card(word) for word in found[1].split(","))
    hands = found[2].split(",") if found[2] else []
    seats, sizes = tuple(Seat(hand[0]) for hand in hands), tuple(int(hand[1:]) for hand in hands)
    pack = Pack(cards, sizes, len(cards) - sum(sizes), int(found[3]))
    twice = len(set(cards)) < len(cards) or len(set(seats)) < len(seats)
    if twice or pack.rest < 0 or any(size < pack.first for size in sizes) or pack_text(pack, seats) != text:
        msg = f"a pack that cannot be dealt: {text[:40]!r}"
        raise ValueError(msg)
    return pack, seats


def _nonces(table: str, deal: int, shares: tuple[Share, ...]) -> list[bytes]:
    """Each player's nonce.

    An absent player is served by the right neighbour (P-3.2.7), or by the next present player on the right.
    """
    given = [None if share.nonce is None else bytes.fromhex(share.nonce) for share in shares]
    nonces: list[bytes] = []
    for at, share in enumerate(shares):
        nearest = next((own for n in range(len(given)) if (own := given[at - n]) is not None), None)
        if nearest is None:
            nonces.append(b"")
        elif given[at] is not None:
            nonces.append(nearest)
        else:
            nonces.append(hashlib.sha256(_parts(FAIR + " cut", table, deal, share.player, nearest)).digest())
    return nonces


def shared_deal(
    seed: bytes, table: str, deal: int, pack: Pack, seats: tuple[Seat, ...], shares: tuple[Share, ...]
) -> Layout:
    """The deal that follows from the server's seed and the players' nonces, which neither side can choose alone.

    shares: of the people at the table, clockwise, those who are away too; bots give none.

    Raises:
        ValueError: a share is wrong, or two are of the same player.
    """
    label = pack_text(pack, seats)
    return fair_deal(_key(seed, table, deal, label, shares), label, pack, seats)


def _key(seed: bytes, table: str, deal: int, label: str, shares: tuple[Share, ...]) -> bytes:
    """The key of a deal, from which all its chance is drawn.

    Raises:
        ValueError: a share is wrong, or two are of the same player.
    """
    faults = (share_fault(table, deal, share) for share in shares)
    if (fault := next(filter(None, faults), None)) is not None:
        raise ValueError(fault)
    names = [share.player for share in shares]
    if len(set(names)) < len(names):
        msg = "a player gives one share"
        raise ValueError(msg)
    given = [part for pair in zip(names, _nonces(table, deal, shares), strict=True) for part in pair]
    return hmac.digest(seed, _parts(FAIR + " key", label, table, deal, len(shares), *given), hashlib.sha256)


class Chance(msgspec.Struct, frozen=True):
    """The chance of a deal's rulings (docs/fair.md, step 13): draws that a law asks for while the deal runs."""

    key: bytes

    @classmethod
    def of(cls, published: Reveal) -> Chance:
        """The chance of a revealed deal; a dealing server has its seed and shares before.

        Raises:
            ValueError: the reveal gives no key.
        """
        if not _HEX64.fullmatch(published.seed):
            raise ValueError("the seed is not 64 hexadecimal digits")
        seed = bytes.fromhex(published.seed)
        return cls(_key(seed, published.table, published.deal, published.pack, published.shares))

    def cards(self, nth: int, among: CardSet, wanted: int) -> tuple[Card, ...]:
        """`wanted` cards drawn one after another (P-3.2.20).

        nth: the number of the draw among the deal's rulings, from 1.

        Raises:
            ValueError: there are fewer cards.
        """
        if not 0 < wanted <= len(among):
            raise ValueError(f"{wanted} of {len(among)} cards cannot be drawn")
        number = _drawn(self.key, f"chance {nth}", math.perm(len(among), wanted))
        return _in_order(number, among, wanted)

    def lot(self, nth: int, among: int) -> int:
        """A lot below `among` (P-3.8.5.1b), as a number from 0. nth: as for cards.

        Raises:
            ValueError: `among` is less than two.
        """
        if among < 2:
            raise ValueError("a lot is drawn among two at least")
        return _drawn(self.key, f"chance {nth}", among)


def reveal(
    seed: bytes, table: str, deal: int, pack: Pack, seats: tuple[Seat, ...], shares: tuple[Share, ...]
) -> Reveal:
    """The proof to publish when a deal is over, or was broken off: a dropped deal must be shown as well.

    Raises:
        ValueError: see `shared_deal`.
    """
    cards = str(shared_deal(seed, table, deal, pack, seats, shares))
    commitment = seed_commitment(table, deal, seed)
    return Reveal(FAIR, table, deal, pack_text(pack, seats), commitment, seed.hex(), shares, cards)


def reveal_fault(published: Reveal) -> str | None:
    """Why the published sources do not give the dealt cards; None: they do.

    Players compare the commitment, hashes and nonces themselves with those that they saw during the deal.
    """
    if not isinstance(published, Reveal):
        raise wrong_type("a Reveal is checked, as notation.parse_reveals(data)[0]", published)
    if published.v != FAIR:
        return f"dealt by {published.v[:20]!r}, not by {FAIR}"
    if not _HEX64.fullmatch(published.seed):
        return "the seed is not 64 hexadecimal digits"
    seed = bytes.fromhex(published.seed)
    if published.commitment != seed_commitment(published.table, published.deal, seed):
        return "the seed is not the one that was committed to"
    try:
        pack, seats = parse_pack(published.pack)
        layout = shared_deal(seed, published.table, published.deal, pack, seats, published.shares)
    except ValueError as error:
        return str(error)
    return None if published.cards == str(layout) else "other cards were dealt than seed and nonces give"
