"""The native core of Kozyr."""

from collections.abc import Callable, Sequence
import enum


def version() -> str:
    """The version of the package this module was built for."""

def combination_rank(places: int) -> int:
    """
    The number of a set of places (a 64-bit mask) among all sets of its size.
    """

def combination_at(rank: int, size: int) -> int:
    """The set of places (a 64-bit mask) of this size that bears this number."""

def core() -> str:
    """
    The copy of the search that runs here: 'x86-64-v3', or 'baseline' for every processor (and where the environment
    says KOZYR_BASELINE=1).
    """

class Suit(enum.Enum):
    SPADES = 0

    HEARTS = 1

    DIAMONDS = 2

    CLUBS = 3

class PreferansKind(enum.Enum):
    TRICKS = 0
    """The declarer takes what he can."""

    MISERE = 1
    """The declarer avoids tricks."""

    ALLPASS = 2
    """Everybody avoids tricks."""

class PreferansPosition:
    """
    A moment of the play. Cards are 8 * suit + rank (suits S H D C, ranks 7..A), hands are masks of them, seats are
    0 1 2 clockwise; trump None is no trump. Numbers out of range are refused here, the rest when it is solved.
    """

    def __init__(self, kind: PreferansKind, trump: Suit | None, declarer: int, leader: int, hands: Sequence[int], trick: Sequence[int] = [], talon: Sequence[int] = [], talon_wins: bool = False) -> None: ...

    def fault(self) -> str | None:
        """What is wrong with it, in one line; None if it can be solved."""

class PreferansAnswer:
    @property
    def finished(self) -> bool:
        """False: a limit stopped the search; nothing else is known."""

    @property
    def to_move(self) -> int: ...

    @property
    def value(self) -> int:
        """The declarer's tricks from here on."""

    @property
    def each(self) -> list[int]:
        """All-pass: each seat's tricks when the two others combine against it."""

    @property
    def maxn(self) -> list[int]:
        """All-pass: each seat's tricks when everybody looks after himself."""

    @property
    def nodes(self) -> int: ...

    @property
    def moves(self) -> list[tuple[int, int]]:
        """Every legal card and its value, by card number."""

    @property
    def moves_maxn(self) -> list[tuple[int, list[int]]]:
        """All-pass: every legal card and what max^n makes of it."""

class PreferansSolver:
    """The memory of a search, to be used again and again."""

    def __init__(self) -> None: ...

    def solve(self, position: PreferansPosition, moves: bool = True, maxn: bool = False, seconds: float | None = None) -> PreferansAnswer: ...

def preferans_batch(positions: Sequence[PreferansPosition], moves: bool = True, maxn: bool = False, threads: int = 1, seconds: float | None = None) -> list[PreferansAnswer]:
    """Solve many positions; `seconds` is for all together."""

def load_endings(path: str) -> bool:
    """
    Load the misère endings of five cards from a file; False if it is not there or not such a file.
    """

def prepare_endings(path: str, threads: int = 1) -> None:
    """
    Load the misère endings of five cards from a file, or compute them (most of a minute) and write it (16 MB).
    """

class PreferansChances:
    @property
    def finished(self) -> bool:
        """False: a limit stopped it; only the layouts are known."""

    @property
    def layouts(self) -> int: ...

    @property
    def tricks(self) -> list[int]:
        """Of layouts, by the declarer's tricks 0..10."""

    @property
    def first(self) -> list[tuple[int, list[int]]]:
        """The same for each card that the declarer may lead."""

    @property
    def nodes(self) -> int: ...

def preferans_chances(kind: PreferansKind, trump: Suit | None, declarer: int, leader: int, hand: int, gone: int, first: int | None = None, holds: Sequence[int] = [0, 0, 0], voids: Sequence[int] = [0, 0, 0], threads: int = 1, seconds: float | None = None, progress: Callable | None = None) -> PreferansChances:
    """
    Solve all layouts of the two hands that the declarer does not see. `holds`: cards known to be with a defender;
    `voids`: suits (bits) known to be absent; both by seat. `progress` is told how many layouts are done.
    """

class DebertsPosition:
    """
    A moment of the play of two hands. Cards and masks as in PreferansPosition; `table` is the leader's card.
    """

    def __init__(self, trump: Suit, leader: int, hands: Sequence[int], table: int | None = None) -> None: ...

    def fault(self) -> str | None:
        """What is wrong with it, in one line; None if it can be solved."""

class DebertsAnswer:
    @property
    def finished(self) -> bool:
        """False: a limit stopped the search; nothing else is known."""

    @property
    def to_move(self) -> int: ...

    @property
    def points(self) -> list[int]:
        """Points of each seat from here to the end."""

    @property
    def nodes(self) -> int: ...

    @property
    def moves(self) -> list[tuple[int, int]]:
        """
        Every legal card and the points the seat to move then gets, by card number.
        """

class DebertsSolver:
    """The memory of a search, to be used again and again."""

    def __init__(self) -> None: ...

    def solve(self, position: DebertsPosition, moves: bool = True, seconds: float | None = None) -> DebertsAnswer: ...

def deberts_batch(positions: Sequence[DebertsPosition], moves: bool = True, threads: int = 1, seconds: float | None = None) -> list[DebertsAnswer]:
    """Solve many positions; `seconds` is for all together."""

def deberts_points(card: int, trump: Suit) -> int:
    """What a card is worth in a trick."""

class BridgePosition:
    """
    A moment of the play of four hands. Cards are 13 * suit + rank (suits S H D C, ranks 2..A), hands are masks of
    them without the cards of the current trick, which `trick` has from the leader on; seats are 0 1 2 3 clockwise;
    trump None is no trump. Numbers out of range are refused here, the rest when it is solved.
    """

    def __init__(self, trump: Suit | None, leader: int, hands: Sequence[int], trick: Sequence[int] = []) -> None: ...

    def fault(self) -> str | None:
        """What is wrong with it, in one line; None if it can be solved."""

class BridgeAnswer:
    @property
    def finished(self) -> bool:
        """
        False: a limit stopped the search; nothing else but the nodes is known.
        """

    @property
    def to_move(self) -> int: ...

    @property
    def value(self) -> int:
        """The tricks of seats 0 and 2 from here on, the current one among them."""

    @property
    def nodes(self) -> int: ...

    @property
    def moves(self) -> list[tuple[int, int]]:
        """Every legal card and its value, by card number."""

class BridgeTable:
    @property
    def finished(self) -> bool:
        """False: a limit stopped the search; nothing else is known."""

    @property
    def tricks(self) -> list[list[int]]:
        """
        The declarer's tricks, by denomination (the four suits, then no trump) and by his seat.
        """

    @property
    def nodes(self) -> int: ...

class BridgeCounts:
    @property
    def finished(self) -> bool:
        """False: a limit stopped it; only the layouts are known."""

    @property
    def layouts(self) -> int: ...

    @property
    def tricks(self) -> list[int]:
        """Of layouts, by the tricks 0..13 of seats 0 and 2."""

    @property
    def cards(self) -> list[tuple[int, list[int]]]:
        """The same for each legal card."""

    @property
    def nodes(self) -> int: ...

class BridgeSolver:
    """The memory of a search, to be used again and again."""

    def __init__(self, megabytes: int = 256) -> None: ...

    def solve(self, position: BridgePosition, moves: bool = True, keep: bool = False, seconds: float | None = None) -> BridgeAnswer:
        """
        `keep`: use what was proved about the positions before, for layouts of one question; values are the same.
        """

    def table(self, hands: Sequence[int], seconds: float | None = None) -> BridgeTable: ...

def bridge_batch(positions: Sequence[BridgePosition], moves: bool = True, keep: bool = False, threads: int = 1, seconds: float | None = None) -> list[BridgeAnswer]:
    """
    Solve many positions; `keep`: each thread uses what it has proved about others; `seconds` is for all together.
    """

def bridge_counts(layouts: Sequence[BridgePosition], threads: int = 1, seconds: float | None = None) -> BridgeCounts:
    """
    Solve layouts of one question, which share their proofs, and count the tricks.
    """

class BridgePromise:
    """
    What a call promises, as Meaning of kozyr.bots.bridge.system says it: ranges with both ends, suits as numbers
    S 0 to C 3, sets of suits and of numbers as masks.
    """

    def __init__(self, hcp: tuple[int, int], points: tuple[int, int], lengths: Sequence[tuple[int, int]], balanced: bool = False, fit: tuple[int, tuple[int, int]] | None = None, stopped: int = 0, controls: int = 0, aces: int = 0, keys: tuple[int, int] | None = None, queen: tuple[int, bool] | None = None, kings: tuple[int, int] | None = None) -> None: ...

    def holds(self, hand: int) -> bool:
        """Whether a hand keeps it."""

    def broken(self, hand: int) -> int:
        """
        How far a hand is from it, in about points: hcp, points, balanced, stopped, aces and keys alone.
        """

class BridgeRules:
    """The rules of a book for the next call, by what they promise."""

    def __init__(self, promises: Sequence[BridgePromise]) -> None: ...

    def first(self, hand: int, at: int = 0) -> int:
        """
        The first rule, from one on, that a hand fits; their number, if it fits none.
        """

class BridgeHolder:
    """
    A seat 0 to 3 whose cards are not all seen: how many of the hidden cards are his, how many in each suit, what else
    he was dealt that is known, and what he has promised of all thirteen.
    """

    def __init__(self, seat: int, room: int, lengths: Sequence[tuple[int, int]], dealt: int, promise: BridgePromise) -> None: ...

class BridgeWorlds:
    """
    Deals of the hidden cards, drawn one by one, each another; the same seed gives the same on every machine. A
    ValueError: no such holders, or their room is not that of the cards.
    """

    def __init__(self, seen: Sequence[int], cards: int, holders: Sequence[BridgeHolder], seed: int, boaster: int = -1, honours: int = 0) -> None:
        """`boaster`: which holder was dealt four or more of `honours`; -1 none."""

    @property
    def total(self) -> int:
        """How many deals keep the lengths."""

    def draw(self, count: int, tries: int) -> list[tuple[tuple[int, int, int, int], int]]:
        """
        At most so many other worlds than before, by seat, each with what it breaks of the promises (0: nothing).
        Of the deals that keep all each is as likely; if none of some keeps the promises, the nearest is mended.
        """

class Network:
    """
    Learned weights as whole numbers, the same answer on every machine. A ValueError with one line: a file of another version, for other inputs, or damaged.
    """

    def __init__(self, file: bytes, signature: int, inputs: int) -> None: ...

    def answers(self, rows: Sequence[Sequence[int]]) -> list[float]:
        """
        For each row, the numbers of the inputs that are set: what the network makes of them.
        """
