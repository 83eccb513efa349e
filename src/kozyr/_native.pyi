"""The native core of Kozyr."""

from collections.abc import Callable, Sequence
import enum
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


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

class ConditionCode(enum.Enum):
    """
    The steps of a condition; native/include/kozyr/conditions.hpp tells them.
    """

    NUMBER = 0

    GIVEN = 1

    COUNT = 2

    HCP = 3

    BALANCED = 4

    SHAPE = 5

    PATTERN = 6

    LOSERS = 7

    ADD = 8

    SUBTRACT = 9

    MULTIPLY = 10

    NEGATE = 11

    EQUAL = 12

    LESS = 13

    EITHER = 14

    DENY = 15

    UNLESS = 16

class Condition:
    """Steps (code, holder, value, cards) that end with one number."""

    def __init__(self, steps: Sequence[tuple[ConditionCode, int, int, int]], holders: int, given: int = 0) -> None: ...

    def keeps(self, hands: Sequence[int], given: Sequence[int] = []) -> bool:
        """Whether one deal keeps it."""

class Dealing:
    """What is dealt to each holder, the rest last, and what is told of it."""

    def __init__(self, pack: int, sizes: Sequence[int], held: Sequence[int], whole: Sequence[int], small: Sequence[Sequence[int]], small_cards: int) -> None: ...

def find_deals(dealing: Dealing, condition: Condition, most: int, tries: int, seed: int, seconds: float | None = None) -> tuple:
    """
    Deal until `most` deals have kept the condition (0: only counts) or so many have been tried: the deals, how many
    have kept it, how many were tried, and whether no limit of time has stopped it.
    """

class BatchHere(enum.Enum):
    FIRST_HAND = 0

    ELDER_HAND = 1

    OFF = 2

class BatchConsolation(enum.Enum):
    ALL = 0

    WHISTERS = 1

    NONE = 2

class BatchZero(enum.Enum):
    NONE = 0

    ONE = 1

    PRICE = 2

    HILL = 3

class BatchOverflow(enum.Enum):
    HILL = 0

    WHISTS = 1

    FORFEIT = 2

class BatchExit(enum.Enum):
    ANY = 0

    MADE = 1

    WHISTED = 2

class BatchFailed(enum.Enum):
    FREEZE = 0

    REPEAT = 1

    RESET = 2

class BatchExchange(enum.Enum):
    EITHER = 0

    MAKER = 1

    OFF = 2

class BatchHanging(enum.Enum):
    HANGS = 0

    BAIT = 1

    KEEP = 2

    QUEUE = 3

    BURN = 4

class BatchTie(enum.Enum):
    BY_RECORD = 0

    SAME = 1

    ALTERNATE = 2

class BatchBridge:
    """Boards that stand alone."""

    def __init__(self) -> None: ...

    @property
    def imps(self) -> bool: ...

    @imps.setter
    def imps(self, arg: bool, /) -> None: ...

class BatchPreferans:
    """Three players without blind calls, a pulka of one deal or a whole one."""

    def __init__(self) -> None: ...

    @property
    def jumps(self) -> bool: ...

    @jumps.setter
    def jumps(self, arg: bool, /) -> None: ...

    @property
    def here(self) -> BatchHere: ...

    @here.setter
    def here(self, arg: BatchHere, /) -> None: ...

    @property
    def stop_after_nine(self) -> bool: ...

    @stop_after_nine.setter
    def stop_after_nine(self, arg: bool, /) -> None: ...

    @property
    def silent_take(self) -> bool: ...

    @silent_take.setter
    def silent_take(self, arg: bool, /) -> None: ...

    @property
    def one_card_is_pass(self) -> bool: ...

    @one_card_is_pass.setter
    def one_card_is_pass(self, arg: bool, /) -> None: ...

    @property
    def surrender_without_three(self) -> bool: ...

    @surrender_without_three.setter
    def surrender_without_three(self, arg: bool, /) -> None: ...

    @property
    def half(self) -> bool: ...

    @half.setter
    def half(self, arg: bool, /) -> None: ...

    @property
    def first_hand_half(self) -> bool: ...

    @first_hand_half.setter
    def first_hand_half(self, arg: bool, /) -> None: ...

    @property
    def return_on_any(self) -> bool: ...

    @return_on_any.setter
    def return_on_any(self, arg: bool, /) -> None: ...

    @property
    def obligatory_6s(self) -> bool: ...

    @obligatory_6s.setter
    def obligatory_6s(self, arg: bool, /) -> None: ...

    @property
    def light_before_lead(self) -> bool: ...

    @light_before_lead.setter
    def light_before_lead(self, arg: bool, /) -> None: ...

    @property
    def allpass_in_whists(self) -> bool: ...

    @allpass_in_whists.setter
    def allpass_in_whists(self, arg: bool, /) -> None: ...

    @property
    def amnesty(self) -> bool: ...

    @amnesty.setter
    def amnesty(self, arg: bool, /) -> None: ...

    @property
    def talon_opened(self) -> bool: ...

    @talon_opened.setter
    def talon_opened(self, arg: bool, /) -> None: ...

    @property
    def price(self) -> int: ...

    @price.setter
    def price(self, arg: int, /) -> None: ...

    @property
    def whists_per_trick(self) -> int: ...

    @whists_per_trick.setter
    def whists_per_trick(self, arg: int, /) -> None: ...

    @property
    def zero(self) -> BatchZero: ...

    @zero.setter
    def zero(self, arg: BatchZero, /) -> None: ...

    @property
    def unit(self) -> int: ...

    @unit.setter
    def unit(self, arg: int, /) -> None: ...

    @property
    def pool_point_whists(self) -> int: ...

    @pool_point_whists.setter
    def pool_point_whists(self, arg: int, /) -> None: ...

    @property
    def full_responsibility(self) -> bool: ...

    @full_responsibility.setter
    def full_responsibility(self, arg: bool, /) -> None: ...

    @property
    def gentleman(self) -> bool: ...

    @gentleman.setter
    def gentleman(self, arg: bool, /) -> None: ...

    @property
    def consolation(self) -> BatchConsolation: ...

    @consolation.setter
    def consolation(self, arg: BatchConsolation, /) -> None: ...

    @property
    def second_answers(self) -> bool: ...

    @second_answers.setter
    def second_answers(self, arg: bool, /) -> None: ...

    @property
    def capped(self) -> bool: ...

    @capped.setter
    def capped(self, arg: bool, /) -> None: ...

    @property
    def talon_bonus(self) -> bool: ...

    @talon_bonus.setter
    def talon_bonus(self, arg: bool, /) -> None: ...

    @property
    def talon_bonus_halves(self) -> bool: ...

    @talon_bonus_halves.setter
    def talon_bonus_halves(self, arg: bool, /) -> None: ...

    @property
    def whole(self) -> bool: ...

    @whole.setter
    def whole(self, arg: bool, /) -> None: ...

    @property
    def pool_target(self) -> int: ...

    @pool_target.setter
    def pool_target(self, arg: int, /) -> None: ...

    @property
    def common(self) -> bool: ...

    @common.setter
    def common(self, arg: bool, /) -> None: ...

    @property
    def overflow(self) -> BatchOverflow: ...

    @overflow.setter
    def overflow(self, arg: BatchOverflow, /) -> None: ...

    @property
    def help_whists(self) -> int: ...

    @help_whists.setter
    def help_whists(self, arg: int, /) -> None: ...

    @property
    def prices(self) -> list[int]: ...

    @prices.setter
    def prices(self, arg: Sequence[int], /) -> None: ...

    @property
    def lowest(self) -> int: ...

    @lowest.setter
    def lowest(self, arg: int, /) -> None: ...

    @property
    def exit_size(self) -> int: ...

    @exit_size.setter
    def exit_size(self, arg: int, /) -> None: ...

    @property
    def exit(self) -> BatchExit: ...

    @exit.setter
    def exit(self, arg: BatchExit, /) -> None: ...

    @property
    def misere_exits(self) -> bool: ...

    @misere_exits.setter
    def misere_exits(self, arg: bool, /) -> None: ...

    @property
    def failed(self) -> BatchFailed: ...

    @failed.setter
    def failed(self, arg: BatchFailed, /) -> None: ...

    @property
    def dealer_repeats(self) -> bool: ...

    @dealer_repeats.setter
    def dealer_repeats(self, arg: bool, /) -> None: ...

class BatchDeberts:
    """A party of one deal or a whole one, where errors are refused."""

    def __init__(self) -> None: ...

    @property
    def last_must(self) -> bool: ...

    @last_must.setter
    def last_must(self, arg: bool, /) -> None: ...

    @property
    def exchange(self) -> BatchExchange: ...

    @exchange.setter
    def exchange(self, arg: BatchExchange, /) -> None: ...

    @property
    def first_six(self) -> bool: ...

    @first_six.setter
    def first_six(self, arg: bool, /) -> None: ...

    @property
    def hundred(self) -> bool: ...

    @hundred.setter
    def hundred(self, arg: bool, /) -> None: ...

    @property
    def bella_optional(self) -> bool: ...

    @bella_optional.setter
    def bella_optional(self, arg: bool, /) -> None: ...

    @property
    def guided(self) -> bool: ...

    @guided.setter
    def guided(self, arg: bool, /) -> None: ...

    @property
    def must_beat(self) -> bool: ...

    @must_beat.setter
    def must_beat(self, arg: bool, /) -> None: ...

    @property
    def open_bottom(self) -> bool: ...

    @open_bottom.setter
    def open_bottom(self, arg: bool, /) -> None: ...

    @property
    def hanging(self) -> BatchHanging: ...

    @hanging.setter
    def hanging(self, arg: BatchHanging, /) -> None: ...

    @property
    def winner_takes_all(self) -> bool: ...

    @winner_takes_all.setter
    def winner_takes_all(self, arg: bool, /) -> None: ...

    @property
    def whole(self) -> bool: ...

    @whole.setter
    def whole(self, arg: bool, /) -> None: ...

    @property
    def target(self) -> int: ...

    @target.setter
    def target(self, arg: int, /) -> None: ...

    @property
    def more_points(self) -> bool: ...

    @more_points.setter
    def more_points(self, arg: bool, /) -> None: ...

    @property
    def alternate(self) -> bool: ...

    @alternate.setter
    def alternate(self, arg: bool, /) -> None: ...

    @property
    def tie(self) -> BatchTie: ...

    @tie.setter
    def tie(self, arg: BatchTie, /) -> None: ...

    @property
    def parties(self) -> bool: ...

    @parties.setter
    def parties(self, arg: bool, /) -> None: ...

class Batch:
    """Deals side by side, an action in each at a time (kozyr.envs.batch)."""

    @overload
    def __init__(self, rules: BatchBridge, count: int, seed: int) -> None: ...

    @overload
    def __init__(self, rules: BatchPreferans, count: int, seed: int) -> None: ...

    @overload
    def __init__(self, rules: BatchDeberts, count: int, seed: int) -> None: ...

    @property
    def sizes(self) -> tuple:
        """How many actions, numbers of an observation, and players."""

    def seed(self, seed: int) -> None:
        """Deal every row anew, as the seed says."""

    def show(self, observation: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')] | None, mask: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')] | None, player: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')] | None) -> None:
        """Write the rows as they stand."""

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], observation: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')] | None, mask: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')] | None, gains: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')] | None, ended: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')] | None, player: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')] | None, again: bool = False) -> int:
        """
        An action in each row. The first row whose action is not legal, and then nothing has happened; else how many
        rows there are. `again`: the mask is the array of the step before, and nobody else has written to it.
        """

    def sample(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """A legal action for each row, each as likely."""

    def take(self, rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Every row becomes a copy of the row named for it, its chance included."""

    def dealt(self, row: int) -> tuple:
        """
        The hands as masks, their part before the auction, the rest, the dealer's place, and the board.
        """

    def lay(self, row: int, hands: Sequence[int], first: Sequence[int], rest: Sequence[int], dealer: int, board: int) -> None:
        """Lay such cards in a row. The caller has checked that they are a deal."""
