"""The agreed rules of deberts: every option, the named presets, and contradictions between options.

`moscow` is the page that the rulebook follows; `moscow-alternatives` takes the rules that the same page calls
"sometimes played". Options that follow other circles (their source is named in the comment) are off in both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Literal, Self

import msgspec

from kozyr.games import options
from kozyr.games.options import AT_TABLES, IN_RECORDS, change, check_ranges, never
from kozyr.games.refusal import Refused

GROUPS: Final = ("table",)
BOARD: Final = re.compile("([1-9][0-9]{0,3}):([NS])")  # how `boards` says one

_party = options.under("party")
_auction = options.under("auction")
_deal = options.under("deal")
_melds = options.under("melds")
_play = options.under("play")
_count = options.under("count")
_card = options.under("card")


class Conventions(options.Conventions, frozen=True, forbid_unknown_fields=True):
    """The conventions of deberts, agreed before the first deal."""

    chapters: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "party": ("party", "count"),
        "auction": ("deal", "auction"),
        "play": ("melds", "play"),
        "table": ("table", "card"),
        "irr": ("irr",),
    }

    # The party.
    target: Annotated[int, _party("who reaches this first wins the party", "D-SCORE-5", least=1)] = 501
    both_reached: Annotated[
        Literal["last_trick", "more_points"], _party("who wins when both have reached the target", "D-SCORE-6")
    ] = "last_trick"
    match_points: Annotated[
        Literal[1, "difference"], _party("what the winner of a party writes for it", "D-MATCH-1")
    ] = 1
    closing: Annotated[bool, _party("who has the target may stop the play and be counted", "D-CLOSE-1")] = True
    closing_counts: Annotated[
        Literal["combos+bella+tricks"],
        _party("what counts for the target when a party is closed", "D-CLOSE-1", reader="nobody"),
    ] = "combos+bella+tricks"

    boards: Annotated[
        tuple[str, ...],
        _card(
            "each deal is a board of its own, its number and dealer as 5:N; none: a party to the target",
            "D-DEAL-7",
            absent=(),
        ),
    ] = ()

    # Dealing.
    first_dealer: Annotated[
        Literal["ace_draw", "random"],
        _deal("the first ace drawn deals; or any other lot", "D-DEAL-2", offered=AT_TABLES),
    ] = "ace_draw"
    min_cut: Annotated[
        int,
        _deal(
            "least number of cards in each part of the cut",
            "D-DEAL-2",
            least=1,
            most=16,
            reader="laws",
            offered=IN_RECORDS,
        ),
    ] = 5
    next_dealer: Annotated[
        # "In turn" in some circles: rule texts S7 and S9 of the field notes, convention 4.
        Literal["winner", "alternate"], _deal("who got more points deals next; or they take turns", "D-DEAL-7")
    ] = "winner"
    dealer_on_tie: Annotated[
        Literal["by_record", "same", "alternate"], _deal("who deals after a hanging bait", "D-DEAL-7")
    ] = "by_record"
    open_bottom_card: Annotated[bool, _deal("the bottom card of the stock is shown", "D-DEAL-6")] = True

    # Bidding.
    passed_out: Annotated[
        # Field convention 6. The last bidder must order (S1), or after two passed-out deals the next dealer plays by
        # the first trump without bidding (S9, "obyazy").
        Literal["redeal", "last_must", "obligation"], _auction("what follows when nobody wants to play", "D-BID-3")
    ] = "redeal"

    # Combinations.
    exchange7: Annotated[
        Literal["either", "declarer_only", "off"], _melds("who may exchange the seven of trumps", "D-COMBO-16")
    ] = "either"
    exchange7_first_six: Annotated[
        # Field convention 8, S10.
        bool, _melds("only a seven among the first six cards may be exchanged", "D-COMBO-16")
    ] = False
    hundred: Annotated[
        # Field convention 12, S9: the habit of belote.
        bool, _melds("five cards in sequence are a hundred, above any fifty", "D-COMBO-2")
    ] = False
    bella_optional: Annotated[bool, _melds("a bella need not be declared", "D-COMBO-15")] = True
    suggest_height_question: Annotated[
        bool, _melds("the table offers only the right words about combinations; or all that are allowed", "D-COMBO-8")
    ] = True

    # Play.
    must_beat: Annotated[
        # Field convention 19: never in S9's default and S10.
        Literal["trump_lead", "never"], _play("whether a trump led must be beaten", "D-PLAY-4")
    ] = "trump_lead"

    # Counting.
    hanging: Annotated[
        # Burn (S11), bait and keep (S9): field convention 24.
        Literal["accumulate", "queue", "burn", "bait", "keep"],
        _count("equal points: pots wait together, or one by one, or for one deal; or none hangs", "D-BAIT-2"),
    ] = "accumulate"
    winner_takes_all: Annotated[
        # Field convention 23, S1.
        bool, _count("a declarer who has more also writes his opponent's points", "D-SCORE-4")
    ] = False
    bait_fine: Annotated[
        # Field convention 25: 100 (S9, S10, S12) or 150 (S11).
        int, _count("points lost by repeated baits; 0: none", "D-SCORE-4", least=0)
    ] = 0
    bait_fine_every: Annotated[int, _count("every so manyth bait of a player is fined", "D-SCORE-4", least=1)] = 3
    bare_fine: Annotated[
        # Field convention 26: 100 (S9, S10) or 90 (S11) for a deal without a trick.
        int, _count("points lost by deals without a trick; 0: none", "D-SCORE-2", least=0)
    ] = 0
    bare_fine_every: Annotated[int, _count("every so manyth deal without a trick is fined", "D-SCORE-2", least=1)] = 2

    @property
    def earlier(self) -> Self | None:
        """The agreement of an earlier edition, if errors have their price; None: there is only one.

        There only the owed cards proved an error, and other kept trumps did not. That changed when logs did not
        yet have an edition.
        """
        doubtful = self.edition == 0 and self.table.irregularities == "rule"
        return msgspec.structs.replace(self, edition=options.EARLIER) if doubtful else None


def check(c: Conventions) -> None:
    """Refuse a set of options that contradicts itself.

    Raises:
        Contradiction: which two options, and why.
        ValueError: a number out of its range.
    """
    check_ranges(c)
    for told in c.boards:
        if BOARD.fullmatch(told) is None:
            raise Refused("no_board", name="boards", value=told, form="5:N")
    for clash in (
        (
            bool(c.boards) and (c.bait_fine > 0 or c.bare_fine > 0),
            "boards",
            "bait_fine" if c.bait_fine else "bare_fine",
            "a board is worth its deal alone",
            "D-SCORE-4",
        ),
        (
            c.exchange7_first_six and c.exchange7 == "off",
            "exchange7_first_six",
            "exchange7",
            "nobody exchanges the seven",
            "D-COMBO-16",
        ),
        (
            c.dealer_on_tie != "by_record" and c.next_dealer == "alternate",
            "dealer_on_tie",
            "next_dealer",
            "the dealers take turns, whoever got more",
            "D-DEAL-7",
        ),
        (
            c.winner_takes_all and c.hanging == "keep",
            "winner_takes_all",
            "hanging",
            "each keeps his own only where nobody takes all",
            "D-SCORE-4",
        ),
    ):
        never(*clash)


MOSCOW: Final = Conventions()
ALTERNATIVES: Final = Conventions(
    first_dealer="random",
    exchange7="declarer_only",
    hanging="queue",
    both_reached="more_points",
    match_points="difference",
    suggest_height_question=False,
)

PRESETS: Final[Mapping[str, Conventions]] = MappingProxyType({"moscow": MOSCOW, "moscow-alternatives": ALTERNATIVES})


def agree(
    preset: str = "moscow",
    changes: Mapping[str, object] | None = None,
    players: int | None = None,
    *,
    logged: bool = False,
) -> Conventions:
    """Conventions from a preset and changed options.

    logged: a log says that it was so agreed, and whether it contradicts itself is not asked.

    Raises:
        ValueError: an unknown preset, option or value, or not two players. Contradiction: which two options, and why.
    """
    if preset not in PRESETS:
        raise Refused("no_preset", name=preset, possible=", ".join(PRESETS))
    if players not in {None, 2}:
        raise Refused("for_two", "D-DEAL-1", players=players)
    conventions = change(PRESETS[preset], changes or {}, GROUPS)
    if not logged:
        check(conventions)
    return conventions
