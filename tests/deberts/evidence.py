"""Deberts: what each option changes."""

import json
from collections.abc import Callable, Mapping, Set as AbstractSet

import msgspec

from kozyr import sheets
from kozyr.games.deberts import Conventions, Outcome, Party, start
from tests.arbiter.hearing import ruled_under
from tests.deberts.test_table import setup
from tests.duel import Duel, line, recorded
from tests.evidence import Case, at_club, chat_and_tempo, mended, printed, taken_back


def dealt(shows: str, story: Callable[[Duel], object], samples: tuple[object, ...] = ()) -> Case:
    """A case that is played with cards."""
    return Case(shows, lambda c, _: story(Duel(c)), "moscow", 2, {}, {}, samples)


def scored(
    shows: str,
    *lines: Outcome,
    also: Mapping[str, object] | None = None,
    samples: tuple[object, ...] = (),
    told: Callable[[Party], object] | None = None,
) -> Case:
    """A case that is a score: what has been written after these deals, who has won, and who deals next."""
    how = told or (lambda party: (party.sheet.points, party.sheet.hanging, party.results, party.finished, party.dealer))
    return Case(shows, lambda c, _: how(after(start(c), *lines)), "moscow", 2, also or {}, {}, samples)


def after(party: Party, *lines: Outcome) -> Party:
    """The party after these deals, as far as it goes."""
    for one in lines:
        if not party.finished:
            party = recorded(party, one)
    return party


def thin_cut(conventions: Conventions, players: int) -> object:
    """What the arbiter makes of a cut of four cards."""
    incident = {"type": "misdeal", "fault": "thin_cut", "cut": 4}
    return ruled_under(conventions, players, "misdeal:thin_cut!", incident, "deberts")


def hearts(table: Duel, o: str = "", r: str = "", up: str = "") -> Duel:
    """A deal whose trumps are hearts, ordered by the eldest."""
    return table.deal(o, r, up).plays("H")


def first_dealer(conventions: Conventions, players: int) -> object:
    """The cards drawn for the first deal."""
    lot = at_club(conventions, players, "deberts").lot
    assert lot is not None
    return bool(lot.deal)


def third_pass(table: Duel) -> object:
    """What the last bidder may say."""
    return table.deal(up="S9").goes("pass pass pass").legal


def settled(conventions: Conventions, _players: int) -> object:
    """A party between two, settled at this price of a point."""
    told = {"parties": [{"points": {"N": 501, "S": 300}}], "options": {"table.stake": conventions.table.stake}}
    return sheets.printer("deberts").settle(json.dumps(told)).rows


def obliged(party: Party) -> object:
    """Whether the next dealer must play by the first trump."""
    return party.next_deal().obliged


def counters(table: Duel) -> object:
    """The points that a view counts, after a trick."""
    hearts(table)
    while len(table.view("O").history) < 1:
        table.goes(next(word for word in table.legal if word[0].isupper() or word == "passes"))
    return table.view("O").points


def answers(table: Duel) -> object:
    """What the dealer may say to a terz, when he has a terz himself."""
    hearts(table, o="SA SK SQ", r="DK DQ DJ", up="H7").goes("terz")
    table.goes(next(token for token in table.legal if token[0].isupper()))
    return table.legal


def worth_of(party: Party) -> object:
    """What a session of boards is worth, and whether it is over."""
    return party.results, party.finished


LATE = "SA S9 DA D9 CA C9 H7"
TRUMPS = "HQ H7 DA DQ D9 CA CQ C9 SA"
FIVE = {"o": "SA SK SQ SJ ST", "r": "CA CK CQ CJ"}
BELLA = {"o": "HA HK HQ SA S9 CA C9 DA D9", "r": "HT H9 H8 ST S8 CT C8 DT D8"}
TIES = line("N", 81, 81), line("N", 70, 70)
PASSED = msgspec.convert({"dealer": "N"}, Outcome), msgspec.convert({"dealer": "S"}, Outcome)
BOTH = line("N", 81, 80, last="S")

EVIDENCE: Mapping[str, tuple[Case, ...]] = {
    # ---- the party
    "target": (scored("a party of one deal", line("N", 100, 62, last="N"), samples=(101, 100)),),
    "both_reached": (scored("both reach it in one deal", BOTH, also={"target": 80}),),
    "match_points": (scored("what the winner writes", line("N", 100, 62, last="N"), also={"target": 100}),),
    "boards": (
        scored("who deals a board", samples=(("5:N",), ("5:S",))),
        scored("one board ends it", line("N", 100, 62), samples=(("5:N",), ("5:N", "6:S")), told=worth_of),
    ),
    "closing": (dealt("a player may close", lambda t: [e.token for e in hearts(t).state.offers()]),),
    # ---- dealing and bidding
    "min_cut": (Case("a cut of four cards", thin_cut, "moscow", 2, samples=(4, 5)),),
    "first_dealer": (Case("cards are drawn till an ace comes", first_dealer, "moscow", 2),),
    "next_dealer": (scored("the dealer has got more", line("N", 100, 62)),),
    "dealer_on_tie": (
        scored("equal points, dealt by N", line("N", 81, 81)),
        scored("equal points, dealt by S", line("N", 81, 81, dealer="S")),
    ),
    "open_bottom_card": (dealt("the bottom card after the order", lambda t: hearts(t).view("O").bottom),),
    "passed_out": (
        dealt("the last bidder", third_pass),
        scored("the deal after two that all passed", *PASSED, told=obliged),
    ),
    # ---- combinations
    "exchange7": (
        dealt("the declarer has the seven", lambda t: hearts(t, o="H7", up="HA").legal),
        dealt("his opponent has it", lambda t: t.deal(o="H7", up="HA").plays("H", "R").legal),
    ),
    "exchange7_first_six": (dealt("a seven that came late", lambda t: hearts(t, o=LATE, up="HA").legal),),
    "hundred": (dealt("five in sequence", lambda t: hearts(t, **FIVE).words),),
    "bella_optional": (dealt("the second card of a bella", lambda t: hearts(t, **BELLA).goes("HK H9 S8 SA").legal),),
    "suggest_height_question": (dealt("the answer to a terz", answers),),
    "must_beat": (dealt("a trump led", lambda t: hearts(t, o="HK", r="HT " + TRUMPS[3:], up="D7").goes("HK").legal),),
    # ---- counting
    "hanging": (
        scored("two ties", *TIES),
        scored("two ties, then a deal won", *TIES, line("N", 100, 62)),
    ),
    "winner_takes_all": (scored("the declarer has more", line("N", 100, 62)),),
    "bait_fine": (scored("three baits", *[line("N", 60, 102)] * 3, samples=(0, 100, 150)),),
    "bait_fine_every": (scored("two baits", *[line("N", 60, 102)] * 2, also={"bait_fine": 100}, samples=(2, 3)),),
    "bare_fine": (scored("two deals without a trick", *[line("N", 162, 0, bare="S")] * 2, samples=(0, 90)),),
    "bare_fine_every": (
        scored("a deal without a trick", line("N", 162, 0, bare="S"), also={"bare_fine": 100}, samples=(1, 2)),
    ),
    # ---- the table
    "table.stake": (
        Case("parties settled", settled, "moscow", 2, {}, {}, (0, 5)),
        scored("a party that is won", *[line("N", 162, 0)] * 4, samples=(0, 5), told=lambda p: printed(p, "deberts")),
    ),
    "table.irregularities": (
        dealt("a card of another suit", lambda t: hearts(t, o="SA", r="SK HA DA").goes("SA").legal),
    ),
    "table.played_when": (
        Case(
            "what can be mended",
            lambda agreed, _: mended(setup(humans=2), agreed),
            "moscow",
            2,
            {"table.irregularities": "rule"},
        ),
    ),
    "table.undo": (
        Case("the first call back", lambda agreed, _: taken_back(setup(humans=2), agreed, "pass"), "moscow", 2),
    ),
    "table.show_counters": (dealt("the points of a view", counters),),
    "table.chat_in_play": (Case("the table's card", chat_and_tempo, "moscow", 2),),
    "table.tempo_mask": (Case("the table's card", chat_and_tempo, "moscow", 2),),
}

# What nothing reads any more, or nothing but logs.
HIDDEN: Mapping[str, str] = {"edition": "log", "closing_counts": "nobody"}
# What only faults in dealing or writing bring to the arbiter: at a table the program deals and writes.
RULED: AbstractSet[str] = {"min_cut"}
# Hidden options that more than one value could have, and why nobody chooses them; all others of "nobody" have one value.
UNCHOSEN: Mapping[str, str] = {}
# Hidden options, changed: what old records may have.
OLD: Mapping[str, str] = {"min_cut": "9", "table.stake": "5"}
