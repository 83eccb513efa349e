"""The agreed rules of preferans: every option, the named presets, and which sets contradict themselves.

Values come from the rulebook's table of conventions; the comments there say which of them are not in the
sources. In JSON and on the command line the group's underscore is a dot: `auction.here`, `allpass.prices`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Literal

import msgspec

from kozyr.cards import wrong_type
from kozyr.games import options
from kozyr.games.options import AT_TABLES, IN_RECORDS, Contradiction, Reader, TableOptions, change, check_ranges
from kozyr.games.refusal import Refused

GROUPS: Final = ("auction", "deal", "irr", "blind", "contract", "misere", "allpass", "whist", "table")


BOARD: Final = re.compile("([1-9][0-9]{0,3}):([NESW])")  # how `boards` says one

_pulka = options.under("pulka")
_auction = options.under("auction")
_contract = options.under("contract")
_misere = options.under("misere")
_blind = options.under("blind")
_allpass = options.under("allpass")
_whist = options.under("whist")
_deal = options.under("deal")
_irr = options.under("irr")
_card = options.under("card")
_law = partial(_irr, reader="laws")  # the arbiter obeys it
_kept = partial(_law, offered=IN_RECORDS)  # at a table the program deals and writes without errors


class Conventions(options.Conventions, frozen=True, forbid_unknown_fields=True):
    """The conventions of preferans, agreed before the first deal and frozen until the settlement (PE-5.4.4)."""

    chapters: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "pulka": ("pulka",),
        "auction": ("auction", "blind", "deal"),
        "play": ("contract", "misere", "allpass", "whist"),
        "table": ("table", "card"),
        "irr": ("irr",),
    }
    elsewhere: ClassVar[Mapping[str, Reader]] = {}

    # The pulka: its length and how it is settled.
    laws: Annotated[
        Literal["codex-1996", "club-003"],
        _pulka("the edition of the Codex", "P-0.1", reader="desk"),
    ] = "codex-1996"
    qualifying: Annotated[
        bool, _card("a qualifying tournament: no factors, prizes, fines or bonuses for the talon", "P-0.5")
    ] = False
    seat_draw: Annotated[
        Literal["codex", "random"],
        _pulka("seats by cards drawn, the lowest chooses; or by lot", "P-3.1.1", offered=AT_TABLES),
    ] = "codex"
    newcomer: Annotated[
        Literal["mean_against", "not_allowed"], _pulka("a newcomer enters with means rounded against him", "P-3.1.2")
    ] = "mean_against"
    length_mode: Annotated[
        Literal["pool", "deals", "boards"],
        _pulka(
            "the pulka ends by pools or by deals; or there is none, and every deal is a board of its own", "P-4.2.2"
        ),
    ] = "pool"
    length_deals: Annotated[int, _pulka("how many deals, where deals end the pulka", "P-4.2.2", least=0)] = 0
    boards: Annotated[
        tuple[str, ...],
        _card(
            "each board's number and dealer, 5:N, at three its first hand; none: from 1, in turn", "PT-I.1", absent=()
        ),
    ] = ()
    pool_target: Annotated[int, _pulka("each pool is played to this", "P-4.2.2", least=1)] = 50
    pool_mode: Annotated[
        Literal["help", "common"], _pulka("a full pool helps others; or all pools are one sum", "P-4.2.3")
    ] = "help"
    help_whists: Annotated[int, _pulka("whists for each point of help", "P-4.2.3", least=0)] = 10
    pool_point_whists: Annotated[int, _pulka("what a pool point is worth at settlement", "P-4.1.1", least=1)] = 10
    unit: Annotated[int, _pulka("multiplier of hill and whist prices", "P-3.3.16.3", least=1)] = 1
    pool_overflow: Annotated[
        Literal["hill", "forfeit", "whists"], _pulka("points for which no pool is open", "P-4.1.1")
    ] = "hill"
    gusarik_hill: Annotated[
        Literal["divisible", "indivisible"],
        _pulka("at two: a hill is divided, or all the other's; then a pool point is half a point of it", "P-4.1.1"),
    ] = "divisible"
    shortfall_on_stop: Annotated[
        int,
        _pulka(
            "hill points for each pool point missing when the pulka is stopped", "P-4.2.3", least=0, reader="nobody"
        ),
    ] = 1
    rounding: Annotated[
        Literal["codex", "exact"], _pulka("one hill point is moved until the sum divides; or fractions", "P-4.2.12")
    ] = "codex"
    settlement: Annotated[Literal["mean", "pairwise"], _pulka("which of the two equal ways is shown", "P-4.2.14")] = (
        "mean"
    )
    prizes: Annotated[bool, _pulka("prizes at the end ('jumps')", "P-4.1.2")] = False
    prize_first: Annotated[int, _pulka("prize for closing one's pool first, in whists", "P-4.1.2", least=0)] = 300
    prize_hill: Annotated[int, _pulka("prize for the lowest hill at the end, in whists", "P-4.1.2", least=0)] = 200
    early_stop: Annotated[
        Literal["unanimous", "never"], _pulka("a pulka may be stopped by consent, or not at all", "P-4.2.15")
    ] = "unanimous"
    consolation_for_waiting: Annotated[
        bool, _pulka("five at the table: the one who waits writes consolation too", "P-3.8.1.2")
    ] = False

    # Dealing.
    deal_min_cut: Annotated[
        int,
        _deal(
            "least number of cards in each part of the cut",
            "P-3.2.6",
            least=1,
            most=16,
            reader="laws",
            offered=IN_RECORDS,
        ),
    ] = 4
    deal_talon_slot: Annotated[
        int, _deal("which pair of cards goes to the talon", "P-3.2.8", reader="laws", offered=IN_RECORDS)
    ] = 4
    deal_hands: Annotated[
        Literal["active", "dummy"],
        _deal("three hands play; or two and a closed one, as two players do (gusarik)", "P-1.2", reader="nobody"),
    ] = "active"
    irr_redeal_window: Annotated[
        Literal["split", "auction_start"],
        _kept("until when a wrong deal may be claimed", "P-3.2.18"),
    ] = "split"
    irr_dealer_fine: Annotated[int, _kept("hill points for the dealer's second fault", "P-3.2.17", least=0)] = 5
    irr_talon_peek_fine: Annotated[int, _law("hill points for looking into the talon", "P-3.2.21", least=0)] = 5

    # Auction and contract.
    auction_jumps: Annotated[
        Literal["forbidden", "allowed"], _auction("bids go one step at a time, or may jump", "P-3.3.8")
    ] = "forbidden"
    auction_here: Annotated[
        Literal["first_hand", "elder_hand", "off"], _auction("who may match the last bid ('here')", "P-3.3.8")
    ] = "first_hand"
    auction_misere_beaten_by: Annotated[
        Literal["nine", "no_talon_chain"], _auction("what outbids a misère", "P-3.6.4")
    ] = "nine"
    auction_after_nine_over_misere: Annotated[
        Literal["ladder", "stop"], _auction("whether the auction goes on after a nine over a misère", "PC-4.4.4-note")
    ] = "ladder"
    auction_third_hand_silent_take: Annotated[
        bool, _auction("after two passes the third hand may take the talon without a word", "P-3.3.15")
    ] = True
    auction_third_hand_one_card_is_pass: Annotated[
        bool, _auction("after two passes opening one talon card is a pass", "PC-4.2.11")
    ] = False
    blind_pass: Annotated[bool, _blind("a pass before looking doubles the all-pass", "P-3.3.19a")] = False
    blind_bid: Annotated[bool, _blind("a bid before looking doubles the game", "P-3.3.19b")] = False
    blind_misere: Annotated[bool, _blind("a misère before looking", "P-3.3.19c")] = False
    blind_cap: Annotated[int | None, _blind("highest level of blind passes", "P-3.3.19a", least=1)] = 2
    blind_counter: Annotated[
        Literal["per_deal", "per_series", "both"], _blind("what raises the level of blind passes", "P-3.7.7")
    ] = "both"
    bombs: Annotated[bool, _blind("blind passers of an all-pass earn a factor for their next contract", "P-3.7.10")] = (
        False
    )
    contract_change: Annotated[
        Literal["codex", "frozen"], _contract("whether a slip in naming can be mended", "P-3.4.8")
    ] = "codex"
    contract_surrender: Annotated[
        Literal["without_all_only", "without_three"], _contract("how a declarer may give up", "P-3.5.4")
    ] = "without_all_only"
    contract_ten_is: Annotated[
        Literal["whisted", "checked"], _contract("a ten is whisted, or played open without whist", "P-3.5.3")
    ] = "whisted"
    talon_refusal_fine: Annotated[
        int, _contract("hill points for the dealer when his talon is refused", "P-3.4.10", least=0)
    ] = 0
    talon_bonus: Annotated[bool, _contract("the dealer writes whists for good cards in the talon", "P-3.4.11")] = False
    talon_bonus_at_three: Annotated[
        Literal["dealer", "halves"], _contract("three at the table: the bonus is the dealer's, or halved", "P-3.4.11")
    ] = "dealer"
    misere_half_share: Annotated[bool, _misere("the dealer may be invited to share a misère", "P-3.6.9")] = True
    misere_write_layout: Annotated[
        bool, _misere("defenders at misère may write the lie down", "P-3.6.8", offered=AT_TABLES)
    ] = True
    irr_out_of_turn_call: Annotated[
        Literal["lead_control", "none"],
        _law("what a call out of turn costs a defender", "P-3.3.18"),
    ] = "lead_control"
    irr_illegal_contract: Annotated[
        Literal["without_all", "refuse_only"],
        _law("what an illegal contract costs", "P-3.4.4"),
    ] = "without_all"
    irr_discard_peek: Annotated[
        Literal["fine", "prevent", "none"],
        _irr("looking at one's discard after the first lead", "P-3.4.9"),
    ] = "fine"

    # All-pass.
    allpass_scoring: Annotated[
        Literal["hill", "whists"], _allpass("all-pass goes to the hill or in whists", "P-3.7.2")
    ] = "hill"
    allpass_prices: Annotated[
        tuple[int, ...], _allpass("price of a trick in successive all-passes; the last repeats", "P-3.7.4")
    ] = (1, 2, 3)
    allpass_progression: Annotated[
        Literal["none", "arithmetic", "geometric", "list"], _allpass("how the price grows", "P-3.7.4")
    ] = "arithmetic"
    allpass_step: Annotated[int, _allpass("what an arithmetic progression adds", "P-3.7.4.1", least=0)] = 1
    allpass_ratio: Annotated[int, _allpass("by what a geometric progression multiplies", "P-3.7.4.2", least=1)] = 2
    allpass_limit: Annotated[int | None, _allpass("steps after which the price stays", "P-3.7.4.3", least=1)] = 3
    allpass_min_bid_in_series: Annotated[
        Literal[6, 7, "6+k"], _allpass("lowest bid while a series of all-passes lasts", "PC-4.5.7")
    ] = 6
    allpass_whists_per_trick: Annotated[int, _allpass("rostov: whists for a partner's trick", "P-3.7.2.2", least=1)] = 5
    allpass_zero_bonus: Annotated[
        Literal["trick_price", 1, "none", "hill_2_or_pool_1"], _allpass("what no trick earns in the pool", "P-3.7.2.1")
    ] = "trick_price"
    allpass_dealer_zero_bonus: Annotated[bool, _allpass("the dealer who sits out earns it too", "P-3.7.6.2")] = False
    allpass_amnesty: Annotated[bool, _allpass("the smallest number of tricks is struck from all", "P-3.7.3")] = True
    allpass_talon: Annotated[
        Literal["opened", "closed"], _allpass("the talon leads the first two tricks", "P-3.7.6.1")
    ] = "opened"
    allpass_dealer_owns_talon_tricks: Annotated[
        bool, _allpass("at four the talon's cards can take the trick for the dealer", "P-3.7.6.1")
    ] = True
    allpass_dealer: Annotated[Literal["sliding", "repeat"], _allpass("who deals after an all-pass", "P-3.7.7")] = (
        "sliding"
    )
    allpass_exit_min: Annotated[Literal[6, 7, "6+k"], _allpass("lowest contract that ends a series", "P-3.7.8")] = 6
    allpass_exit_requires: Annotated[
        Literal["any_contract", "made", "made_and_whisted"], _allpass("what the contract must be to end it", "PC-4.5.7")
    ] = "any_contract"
    allpass_misere_exits: Annotated[bool, _allpass("a misère ends a series", "PC-4.5.7")] = True
    allpass_failed_exit: Annotated[
        Literal["freeze", "repeat_last", "reset"], _allpass("the price after a failed exit", "PC-4.5.8")
    ] = "freeze"
    allpass_forced_rounds: Annotated[int, _allpass("compulsory all-passes before the game", "P-3.7.9", least=0)] = 0

    # Whist.
    whist_responsibility: Annotated[
        Literal["full", "half", "half_then_full"], _whist("what a missing whist trick costs", "P-3.8.11")
    ] = "full"
    whist_style: Annotated[
        Literal["greedy", "gentleman"], _whist("who writes the whists of a set contract", "P-3.8.13")
    ] = "greedy"
    whist_consolation: Annotated[
        Literal["all_including_dealer", "whisters_only", "none"], _whist("who writes consolation", "P-3.8.1.2")
    ] = "all_including_dealer"
    whist_obligatory_6s: Annotated[bool, _whist("six spades must be whisted ('Stalingrad')", "P-3.8.9")] = False
    whist_half: Annotated[bool, _whist("the second may leave for half a whist on 6 and 7", "P-3.8.7")] = True
    whist_first_hand_half: Annotated[
        bool, _whist("who whisted first may leave for half when the other passed", "P-3.8.14")
    ] = False
    whist_return_by_first: Annotated[
        Literal["six_seven", "any"], _whist("on which games the first hand may return the whist", "P-3.8.8.1")
    ] = "six_seven"
    whist_dealer_may_return: Annotated[bool, _whist("the dealer who sits out may whist last", "P-3.8.8")] = True
    whist_dealer_responsible: Annotated[bool, _whist("a whisting dealer answers for missing tricks", "P-3.8.8")] = True
    whist_dealer_whist_takes_all: Annotated[
        Literal["off", "all", "own"], _whist("a whisting dealer takes all whists, and all consolation", "PC-4.6.18")
    ] = "off"
    whist_shared_8_9_10: Annotated[
        Literal["second", "both"], _whist("two whisters on 8, 9, 10: who answers", "P-3.8.6")
    ] = "second"
    whist_shared_deficit: Annotated[
        Literal["capped", "personal"], _whist("two whisters together never miss more than the deficit", "P-3.8.6")
    ] = "capped"
    whist_invitation: Annotated[
        Literal["off"], _whist("the inviting whist is history", "P-3.8.15", reader="nobody")
    ] = "off"
    whist_light_before_declarer_lead: Annotated[
        bool, _whist("open cards lie down before the declarer's first lead", "P-3.8.5")
    ] = True
    whist_plan_dispute: Annotated[
        Literal["off", "side_bet", "arbiter"],
        _whist("what follows when a plan of play is disputed", "P-3.8.5.1"),
    ] = "off"
    irr_open_card_grounds: Annotated[
        Literal["four", "two"],
        _law("on how many grounds a card becomes open", "P-3.9.15"),
    ] = "four"
    irr_wrong_count_whister: Annotated[
        Literal["two", "at_least_two"],
        _law("what a wrong number of cards costs a whister", "P-3.9.18"),
    ] = "two"
    irr_record_error: Annotated[Literal["mirror", "none"], _kept("what a wrong entry costs", "P-4.2.7")] = "mirror"
    irr_late_correction: Annotated[
        Literal["writer", "all"],
        _kept("who must agree to a late correction", "P-4.2.9"),
    ] = "writer"


def allpass_price(conventions: Conventions, nth: int) -> int:
    """The price of a trick in the nth all-pass of a series, nth from 1 (P-3.7.4)."""
    c = conventions
    if c.allpass_progression == "none":
        return c.allpass_prices[0]
    if c.allpass_progression == "list":
        return c.allpass_prices[min(nth, len(c.allpass_prices)) - 1]
    step = nth if c.allpass_limit is None else min(nth, c.allpass_limit)
    if c.allpass_progression == "arithmetic":
        return c.allpass_prices[0] + (step - 1) * c.allpass_step
    return c.allpass_prices[0] * math.prod([c.allpass_ratio] * (step - 1))


def check(c: Conventions) -> None:
    """Refuse a set of options that contradicts itself.

    Raises:
        Contradiction: which two options, and why.
        ValueError: a number out of its range.
    """
    check_ranges(c)
    if not c.allpass_prices or min(c.allpass_prices) < 1:
        raise Refused("low_prices", name="allpass.prices")
    club = c.laws == "club-003"  # it wants three pairs before the talon and three after it
    first, last = (4, 13) if club else (2, 15)
    if not first <= c.deal_talon_slot <= last:
        law = "PC-4.1.6" if club else "P-3.2.8"
        raise Refused("slot_range", law, name="deal.talon_slot", value=c.deal_talon_slot, least=first, most=last)
    prices = c.allpass_prices
    grown = tuple(allpass_price(c, n) for n in range(1, len(prices) + 1))
    if len(prices) > 1 and grown != prices and c.allpass_scoring == "hill":
        raise Contradiction.between(
            "allpass.prices", "allpass.progression", f"the list says {prices}, the progression {grown}", "P-3.7.4"
        )
    if c.allpass_scoring == "whists" and c.allpass_talon == "opened":
        raise Contradiction.between(
            "allpass.scoring", "allpass.talon", "an all-pass in whists is played without the talon", "P-3.7.6.2"
        )
    if c.deal_hands == "dummy" and c.allpass_talon == "opened":
        raise Contradiction.between(
            "deal.hands", "allpass.talon", "with two players the talon of an all-pass stays closed", "P-3.7.6.4"
        )
    if c.whist_first_hand_half and not c.whist_half:
        raise Contradiction.between(
            "whist.first_hand_half", "whist.half", "there is no half-whist to leave for", "P-3.8.14"
        )
    if c.whist_dealer_whist_takes_all != "off" and not c.whist_dealer_may_return:
        raise Contradiction.between(
            "whist.dealer_whist_takes_all", "whist.dealer_may_return", "the dealer never whists", "P-3.8.8"
        )
    if c.auction_misere_beaten_by == "no_talon_chain" and c.auction_after_nine_over_misere == "stop":
        raise Contradiction.between(
            "auction.misere_beaten_by",
            "auction.after_nine_over_misere",
            "the chain goes on after the nine",
            "PC-4.4.4-note",
        )
    if c.bombs and not c.blind_pass and c.allpass_forced_rounds == 0:
        raise Contradiction.between("bombs", "blind.pass", "nothing earns a bomb", "P-3.7.10")
    if c.allpass_forced_rounds > 0 and not c.bombs:
        raise Contradiction.between(
            "allpass.forced_rounds", "bombs", "compulsory rounds are played to earn bombs", "P-3.7.9"
        )
    for told in c.boards:
        if BOARD.fullmatch(told) is None:
            raise Refused("no_board", name="boards", value=told, form="5:N")
    if c.boards and c.length_mode != "boards":
        raise Contradiction.between("length_mode", "boards", "only a session of boards has their numbers", "PT-I.1")
    if c.boards and c.length_deals != len(c.boards):
        raise Contradiction.between("boards", "length_deals", "as many deals as boards are told", "PT-I.1")
    if c.length_mode != "pool" and c.length_deals == 0:
        raise Contradiction.between("length_mode", "length_deals", "how many deals is not said", "P-4.2.2")
    if c.shortfall_on_stop * 10 != c.pool_point_whists:
        raise Contradiction.between(
            "shortfall_on_stop", "pool_point_whists", "a pool point must be worth the same missing and made", "P-4.1.1"
        )
    extras = (
        (c.bombs, "bombs", "P-4.1.2"),
        (c.blind_pass or c.blind_bid or c.blind_misere, "blind", "P-4.1.2"),
        (c.prizes, "prizes", "P-4.1.2"),
        (c.talon_refusal_fine > 0, "talon_refusal_fine", "P-3.4.10"),
        (c.talon_bonus, "talon_bonus", "P-3.4.11"),
    )
    if c.length_mode == "boards":
        for bad, name, law in extras:
            if bad:
                raise Contradiction.between("length_mode", name, "a board is worth its deal alone", law)
    if c.qualifying:
        for bad, name, law in (
            *extras,
            (c.allpass_dealer == "repeat", "allpass.dealer", "P-3.7.7"),
            (c.allpass_exit_min != 6, "allpass.exit_min", "P-3.7.8"),
            (c.allpass_min_bid_in_series != 6, "allpass.min_bid_in_series", "P-3.7.8"),
            (c.table.undo != "off", "table.undo", "PE-5.4.22"),
        ):
            if bad:
                raise Contradiction.between("qualifying", name, "not in a qualifying tournament", law)


SOCHI: Final = Conventions()
LENINGRAD: Final = Conventions(
    pool_mode="common",
    pool_point_whists=20,
    unit=2,
    shortfall_on_stop=2,
    allpass_prices=(2, 4, 6),
    allpass_step=2,
    whist_responsibility="half",
    whist_style="gentleman",
    whist_first_hand_half=True,
)
ROSTOV: Final = Conventions(
    allpass_scoring="whists",
    allpass_prices=(1,),
    allpass_progression="none",
    allpass_zero_bonus=1,
    allpass_dealer_zero_bonus=True,
    allpass_amnesty=False,
    allpass_talon="closed",
    whist_responsibility="half",
    whist_style="gentleman",
)
CLASSIC: Final = Conventions(
    blind_pass=True,
    blind_bid=True,
    blind_misere=True,
    bombs=True,
    # The price doubles with each blind pass and not with the number of the all-pass.
    allpass_prices=(1,),
    allpass_progression="none",
    allpass_min_bid_in_series="6+k",
    allpass_dealer="repeat",
    allpass_exit_min="6+k",
    allpass_forced_rounds=1,
    whist_responsibility="half_then_full",
    whist_style="gentleman",
    whist_plan_dispute="side_bet",
)
CLUB: Final = Conventions(
    laws="club-003",
    seat_draw="random",
    deal_min_cut=2,
    irr_redeal_window="auction_start",
    irr_dealer_fine=0,
    irr_talon_peek_fine=0,
    auction_here="off",
    auction_after_nine_over_misere="stop",
    auction_third_hand_one_card_is_pass=True,
    contract_change="frozen",
    misere_half_share=False,
    irr_out_of_turn_call="none",
    irr_illegal_contract="refuse_only",
    irr_discard_peek="none",
    allpass_prices=(2, 4, 6),
    allpass_progression="list",
    allpass_min_bid_in_series=7,
    allpass_exit_min=7,
    allpass_exit_requires="made_and_whisted",
    allpass_misere_exits=False,
    whist_responsibility="half",
    whist_style="gentleman",
    whist_first_hand_half=True,
    whist_return_by_first="any",
    whist_dealer_whist_takes_all="all",
    whist_shared_8_9_10="both",
    whist_light_before_declarer_lead=False,
    irr_open_card_grounds="two",
    irr_wrong_count_whister="at_least_two",
    irr_record_error="none",
    irr_late_correction="all",
    table=TableOptions(played_when="lifted"),
)
FSPR: Final = msgspec.structs.replace(
    LENINGRAD,
    allpass_prices=(2, 4, 6, 6),
    allpass_progression="list",
    allpass_zero_bonus="hill_2_or_pool_1",
    allpass_min_bid_in_series=7,
    allpass_exit_min=7,
    allpass_exit_requires="made_and_whisted",
    allpass_misere_exits=False,
    whist_shared_8_9_10="both",
    whist_dealer_responsible=False,
    talon_bonus=True,
    talon_bonus_at_three="halves",
)

BASES: Final = MappingProxyType(
    {"sochi": SOCHI, "leningrad": LENINGRAD, "rostov": ROSTOV, "classic": CLASSIC, "club": CLUB, "fspr": FSPR}
)

# Overlays fix the cells that they name and leave the variety's own choices to the base under them.
OVERLAYS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "qualifying": {
            "qualifying": True,
            "seat_draw": "random",
            "newcomer": "not_allowed",
            "pool_overflow": "hill",
            "rounding": "exact",
            "prizes": False,
            "early_stop": "never",
            "auction.jumps": "forbidden",
            "auction.after_nine_over_misere": "stop",
            "auction.misere_beaten_by": "nine",
            "blind.pass": False,
            "blind.bid": False,
            "blind.misere": False,
            "bombs": False,
            "talon_refusal_fine": 0,
            "talon_bonus": False,
            "misere.half_share": False,
            "allpass.limit": 3,
            "allpass.min_bid_in_series": 6,
            "allpass.dealer": "sliding",
            "allpass.exit_min": 6,
            "allpass.exit_requires": "any_contract",
            "allpass.misere_exits": True,
            "allpass.forced_rounds": 0,
            "whist.first_hand_half": False,
            "whist.plan_dispute": "arbiter",
            "table.stake": 0,
            "table.show_counters": False,
            "table.undo": "off",
            "table.tempo_mask": True,
        },
        "gusarik": {
            "newcomer": "not_allowed",
            "gusarik_hill": "indivisible",
            "deal.hands": "dummy",
            "auction.third_hand_silent_take": False,
            "auction.third_hand_one_card_is_pass": False,
            "misere.half_share": False,
            "allpass.talon": "closed",
            "whist.half": False,
            "whist.first_hand_half": False,
            "whist.dealer_may_return": False,
            "whist.dealer_whist_takes_all": "off",
        },
    }
)


def agree(
    preset: str = "sochi",
    changes: Mapping[str, object] | None = None,
    players: int | None = None,
    *,
    logged: bool = False,
) -> Conventions:
    """Conventions from a preset, overlays joined by plus (`sochi+qualifying`), and changed options.

    Two players play gusarik, so its overlay is laid on when it is not named. `blind` sets its three options. A
    changed progression carries its prices along; a changed list of prices becomes a list. A new worth of a pool
    point is also the price of a missing one. logged: the options come from a log, so contradictions are not
    checked.

    Raises:
        ValueError: an unknown preset, option or value. Contradiction: which two options, and why.
    """
    if not isinstance(preset, str):
        raise wrong_type("a preset is named by a text, as 'sochi' or 'sochi+qualifying'", preset)
    names = preset.split("+")
    if names[0] in OVERLAYS:
        names.insert(0, "sochi")
    if players == 2 and "gusarik" not in names:
        names.append("gusarik")
    if names[0] not in BASES:
        raise Refused("no_preset", name=names[0], possible=", ".join((*BASES, *OVERLAYS)))
    conventions = BASES[names[0]]
    for name in names[1:]:
        if name not in OVERLAYS:
            raise Refused("no_overlay", name=name, possible=", ".join(OVERLAYS))
        conventions = change(conventions, OVERLAYS[name], GROUPS)
    wanted = dict(changes or {})
    if "blind" in wanted:
        blind = wanted.pop("blind")
        wanted = {"blind.pass": blind, "blind.bid": blind, "blind.misere": blind} | wanted
    conventions = change(conventions, wanted, GROUPS)
    if "pool_point_whists" in wanted and "shortfall_on_stop" not in wanted:
        conventions = msgspec.structs.replace(conventions, shortfall_on_stop=conventions.pool_point_whists // 10)
    growth = {"allpass.progression", "allpass.step", "allpass.ratio", "allpass.limit"}
    if "allpass.prices" not in wanted and growth & wanted.keys() and conventions.allpass_progression != "list":
        grown = tuple(allpass_price(conventions, n) for n in range(1, len(conventions.allpass_prices) + 1))
        conventions = msgspec.structs.replace(conventions, allpass_prices=grown)
    elif len(conventions.allpass_prices) > 1 and "allpass.prices" in wanted and not growth & wanted.keys():
        conventions = msgspec.structs.replace(conventions, allpass_progression="list")
    if not logged:
        check(conventions)
    return conventions


PRESETS: Final[Mapping[str, Conventions]] = MappingProxyType({name: agree(name) for name in (*BASES, *OVERLAYS)})
