"""The agreed rules of bridge: every option, the named presets, and which sets contradict themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Literal

import msgspec

from kozyr.games import options
from kozyr.games.options import change, check_ranges, never
from kozyr.games.refusal import Refused

GROUPS: Final = ("table", "unfinished")
BOARD: Final = re.compile("([1-9][0-9]{0,3}):([NESW]):(none|ns|ew|both)")  # how `boards` says one


_VULNERABLE: Final[Mapping[str, Literal["by_games", "chicago", "board"]]] = MappingProxyType(
    {"rubber": "by_games", "chicago": "chicago", "duplicate": "board"}
)

_form = options.under("form")
_score = options.under("score")
_honours = options.under("honours")
_compare = options.under("compare")
_auction = options.under("auction")
_table = options.under("table")
_few = options.under("few")
_card = options.under("card")


class Conventions(options.Conventions, frozen=True, forbid_unknown_fields=True):
    """The conventions of bridge, agreed before the first deal."""

    former: ClassVar[Mapping[int, Mapping[str, Mapping[str, object]]]] = {
        3: {"duplicate": {"laws": "source-001"}, "teams": {"laws": "source-001"}}
    }

    chapters: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "form": ("form",),
        "score": ("score", "honours", "compare"),
        "auction": ("auction", "few"),
        "table": ("table", "card"),
        "irr": ("irr",),
    }

    # The form.
    form: Annotated[Literal["rubber", "chicago", "duplicate"], _form("which bridge is played", "B-RUBBER-1")] = "rubber"
    deals: Annotated[
        Literal["by_games"] | int,
        _form("how many deals: as the games fall, four at Chicago, or a number", "B-CHICAGO-1", least=1, most=1000),
    ] = "by_games"
    first_board: Annotated[int, _form("duplicate: the number of the first board", "B-DUP-3", least=1)] = 1
    boards: Annotated[
        tuple[str, ...],
        _card(
            "duplicate: each board's number, dealer and vulnerability, 5:N:ns; none: by the table of 16",
            "B-DUP-3",
            absent=(),
        ),
    ] = ()
    vulnerability: Annotated[
        Literal["by_games", "chicago", "board"],
        _form("what makes a side vulnerable; it follows from the form", "B-SCORE-7", reader="nobody"),
    ] = "by_games"
    chicago_vul: Annotated[
        Literal["modern", "old"],
        _form(
            "in deals 2 and 3 the side that does not deal is vulnerable; in the old version the dealing side",
            "B-CHICAGO-4",
        ),
    ] = "modern"
    chicago_passed_out: Annotated[
        Literal["redeal", "counts"],
        _form("a deal of Chicago that all pass is dealt again, or is one of the four", "B-AUC-10"),
    ] = "redeal"
    pivot_tour: Annotated[bool, _form("three rubbers, each with another partner, make a tour", "B-RUBBER-V5")] = False

    # Scores and bonuses.
    part_scores: Annotated[
        Literal["carry", "none"], _score("part-scores add up to a game, or every deal stands alone", "B-SCORE-5")
    ] = "carry"
    part_bonus: Annotated[
        Literal[0, 50, 100], _score("for every part-score made, where deals stand alone", "B-DUP-9")
    ] = 0
    rubber_bonus: Annotated[
        Literal["700_500", "game200_rubber700"],
        _score("for the rubber 700 or 500; or 200 for a game and 700 for the rubber", "B-RUBBER-V1"),
    ] = "700_500"
    rubber_bonus_variant: Annotated[
        Literal["700_only", "200_plus_700"], _score("what the game that ends the rubber brings then", "B-RUBBER-V1")
    ] = "700_only"
    clean_rubber: Annotated[Literal[700, 750], _score("for a rubber without a game of the others", "B-RUBBER-V3")] = 700
    insult: Annotated[
        Literal["50/100", "50/50"], _score("for making a doubled and a redoubled contract", "B-RUBBER-V2")
    ] = "50/100"
    nv_doubled_penalty: Annotated[
        Literal["100_200_200_300", "100_200"],
        _score("doubled undertricks of a side that is not vulnerable", "B-RUBBER-V4"),
    ] = "100_200_200_300"
    honours: Annotated[bool, _honours("honours in one hand are paid", "B-SCORE-13")] = False
    honours_claim: Annotated[
        Literal["after_play", "after_auction", "automatic"], _honours("when honours are declared", "B-SCORE-13")
    ] = "after_play"
    chicago_game_bonus: Annotated[
        Literal["300/500", "none"], _score("for a game, by the vulnerability of its deal", "B-CHICAGO-3")
    ] = "300/500"
    chicago_part_bonus: Annotated[
        int, _score("for a part-score that stands at the end of four deals", "B-CHICAGO-2", least=0)
    ] = 100
    unfinished_game: Annotated[int, _score("for a game in a rubber broken off", "B-RUBBER-V6", least=0)] = 300
    unfinished_part: Annotated[int, _score("for a part-score in a rubber broken off", "B-RUBBER-V6", least=0)] = 100
    rubber_points: Annotated[
        Literal["raw", "hundreds"], _score("a rubber counts by its points, or by hundreds of them", "B-RUBBER-V5")
    ] = "raw"
    rounding: Annotated[
        Literal["half_up", "half_down"],
        _score("what half a hundred is rounded to, away from nought or not", "B-RUBBER-V5"),
    ] = "half_up"

    # Comparing. Victory points and series are an event's own to settle (`tournaments.regulations`).
    compare: Annotated[
        Literal["none", "russian_target", "matchpoints", "imps"],
        _compare("what a result is compared with", "B-RUSSIAN-1"),
    ] = "none"
    mp_unit: Annotated[
        Literal[2, 1], _compare("matchpoints for a worse result of others: 2 and 1, or 1 and a half", "B-PAIR-V1")
    ] = 2
    vp_scale: Annotated[
        Literal["off", "24 boards", "wbf"],
        _compare(
            "victory points: the table for 24 boards, or the continuous scale computed from its formula",
            "B-VP-1",
            reader="nobody",
        ),
    ] = "off"
    series_min_half: Annotated[
        bool, _compare("a series is at least half of the match", "B-TEAM-4", reader="nobody")
    ] = True

    # Two and three at the table.
    two_hand_end: Annotated[Literal["one_pass"], _few("what ends the auction of two", "B-2H-2", reader="nobody")] = (
        "one_pass"
    )
    three_hand_auction: Annotated[
        Literal["source", "free"], _few("three: the pair bids first, then the soloist; or all in turn", "B-3H-2")
    ] = "source"

    # Auction, and the sight of hands.
    explain: Annotated[Literal["partner", "self"], _auction("who explains a call to the opponents", "B-AUC-15")] = (
        "partner"
    )
    system: Annotated[
        Literal["sayc", "two-over-one", "pressure"],
        _auction("the system that bots bid by, and by which they read everybody's calls", "B-AUC-13", absent="sayc"),
    ] = "sayc"
    review_after_lead: Annotated[
        Literal["contract_only", "always"], _auction("what of the auction may be asked after the lead", "B-LAW-REV-3")
    ] = "contract_only"
    dummy_sees_all: Annotated[bool, _table("dummy may look into all hands", "B-LAW-DUMMY-2")] = False
    laws: Annotated[
        Literal["source-001", "2017"],
        _auction(
            "the body of law by which the arbiter rules: the source's, or the Laws of Duplicate Bridge 2017",
            "B-LAW-0",
            reader="desk",
            absent="source-001",
        ),
    ] = "source-001"


def check(c: Conventions) -> None:
    """Refuse a set of options that contradicts itself.

    Raises:
        Contradiction: which two options, and why.
        ValueError: a number out of its range.
    """
    check_ranges(c)
    for told in c.boards:
        if BOARD.fullmatch(told) is None:
            raise Refused("no_board", name="boards", value=told, form="5:N:ns")
    deals = {"rubber": "by_games", "chicago": 4, "duplicate": None if c.deals == "by_games" else c.deals}[c.form]
    carries, target = c.part_scores == "carry", c.compare == "russian_target"
    for clash in (
        (
            c.deals != deals,
            "form",
            "deals",
            "a rubber ends by its games, Chicago has four deals, duplicate a number",
            "",
        ),
        (c.vulnerability != _VULNERABLE[c.form], "form", "vulnerability", f"{c.form} has its own", "B-SCORE-7"),
        (c.form == "rubber" and not carries, "form", "part_scores", "a rubber adds part-scores up", "B-SCORE-5"),
        (c.form == "duplicate" and carries, "form", "part_scores", "every board stands alone", "B-DUP-9"),
        (
            carries and c.part_bonus > 0,
            "part_scores",
            "part_bonus",
            "a part-score that counts on is not paid",
            "B-DUP-9",
        ),
        (c.form != "duplicate" and bool(c.boards), "form", "boards", "only duplicate has numbered boards", "B-DUP-3"),
        (bool(c.boards) and c.deals != len(c.boards), "boards", "deals", "as many deals as boards are told", "B-DUP-3"),
        (c.form == "duplicate" and c.honours, "form", "honours", "the same cards are held at all tables", "C-BR-13"),
        (c.form == "duplicate" and c.pivot_tour, "form", "pivot_tour", "there are no rubbers", "B-RUBBER-V5"),
        (carries and target, "part_scores", "compare", "the target is for one deal alone", "B-RUSSIAN-4"),
    ):
        never(*clash)


RUBBER: Final = Conventions()
VARIANTS: Final = Conventions(
    rubber_bonus="game200_rubber700",
    insult="50/50",
    nv_doubled_penalty="100_200",
    honours=True,
    honours_claim="after_auction",
    rubber_points="hundreds",
    pivot_tour=True,
    unfinished_part=50,
)
CHICAGO: Final = Conventions(form="chicago", deals=4, vulnerability="chicago")
OLD: Final = msgspec.structs.replace(CHICAGO, chicago_vul="old")
RUSSIAN: Final = msgspec.structs.replace(CHICAGO, part_scores="none", part_bonus=50, compare="russian_target")
CHICAGO_DUPLICATE: Final = msgspec.structs.replace(
    CHICAGO, part_scores="none", part_bonus=50, compare="matchpoints", chicago_passed_out="counts"
)
DUPLICATE: Final = Conventions(
    form="duplicate",
    deals=16,
    vulnerability="board",
    part_scores="none",
    part_bonus=50,
    compare="matchpoints",
    laws="2017",
)
TEAMS: Final = msgspec.structs.replace(DUPLICATE, deals=24, compare="imps", vp_scale="24 boards")

PRESETS: Final[Mapping[str, Conventions]] = MappingProxyType(
    {
        "rubber": RUBBER,
        "rubber-variants": VARIANTS,
        "chicago": CHICAGO,
        "chicago-old": OLD,
        "chicago-russian": RUSSIAN,
        "chicago-duplicate": CHICAGO_DUPLICATE,
        "duplicate": DUPLICATE,
        "teams": TEAMS,
    }
)


def agree(
    preset: str = "rubber",
    changes: Mapping[str, object] | None = None,
    players: int | None = None,
    *,
    logged: bool = False,
) -> Conventions:
    """Conventions from a preset and changed options; another form brings its own vulnerability.

    If `rubber-variants` is changed to pay for a clean rubber, it pays the variant's 750 (B-RUBBER-V3). logged: the
    options come from a log, so contradictions are not checked.

    Raises:
        ValueError: an unknown preset, option, value or number of players. Contradiction: which two, and why.
    """
    if preset not in PRESETS:
        raise Refused("no_preset", name=preset, possible=", ".join(PRESETS))
    base = PRESETS[preset]
    if players not in {None, 4}:  # the others change partners anyhow
        base = msgspec.structs.replace(base, pivot_tour=False)
    conventions = change(base, changes or {}, GROUPS)
    if changes and "form" in changes and "vulnerability" not in changes:
        conventions = msgspec.structs.replace(conventions, vulnerability=_VULNERABLE[conventions.form])
    if preset == "rubber-variants" and conventions.rubber_bonus == "700_500" and "clean_rubber" not in (changes or {}):
        conventions = msgspec.structs.replace(conventions, clean_rubber=750)
    if not logged:
        check(conventions)
        if players is not None:
            check_players(conventions, players)
    return conventions


def check_players(c: Conventions, players: int) -> None:
    """Refuse a number of players that the conventions do not allow.

    Raises:
        ValueError: why not.
    """
    if not 2 <= players <= 6:
        raise Refused("for_six", "B-GEN-5", players=players)
    if players != 4 and c.form != "rubber":
        raise Refused("for_four", "B-56H-1", form=c.form, players=players)
    never(
        players != 4 and c.pivot_tour, "players", "pivot_tour", "only four change partners by the tour", "B-RUBBER-V5"
    )
