"""Preferans: what each option changes."""

from collections.abc import Callable, Mapping, Set as AbstractSet

import msgspec

from kozyr.club.games import preferans as club
from kozyr.games import Refusal, game
from kozyr.games.preferans import Conventions, parse, start
from tests.arbiter.hearing import DEAL, SIX, ruled_under
from tests.clubtable import setup
from tests.evidence import Case, at_club, chat_and_tempo, mended, on_the_wire, printed, taken_back
from tests.judged import Live
from tests.table import Table, tokens

# Blind calls and bombs as in classic, without the compulsory rounds before it.
BLIND = {"allpass.forced_rounds": 0, "blind.cap": "unlimited"}


def at(
    shows: str,
    story: Callable[[Table], object],
    *,
    preset: str = "sochi",
    players: int = 3,
    also: Mapping[str, object] | None = None,
    needs: Mapping[str, Mapping[str, object]] | None = None,
    samples: tuple[object, ...] = (),
) -> Case:
    """A case that is played at a table."""
    return Case(shows, lambda c, n: story(Table(c, players=n)), preset, players, also or {}, needs or {}, samples)


def out_of_turn(conventions: Conventions, players: int) -> str:
    """What a table of the club makes of a pass by somebody who is not on turn."""
    live = Live.opened(msgspec.structs.replace(setup(players, humans=players), conventions=conventions))
    seat = next(seat for seat in live.state.terms.seats if seat is not live.state.actor)
    return type(live.tries(seat, game("preferans").parse("pass"))).__name__


def of(shows: str, story: Callable[[Conventions, int], object]) -> Case:
    """A case that needs no cards."""
    return Case(shows, story, "sochi", 3)


def ruled(
    shows: str,
    events: str,
    incident: Mapping[str, object],
    *,
    preset: str = "sochi",
    players: int = 3,
    also: Mapping[str, object] | None = None,
    samples: tuple[object, ...] = (),
) -> Case:
    """A case that the arbiter hears at the end of these events."""
    return Case(shows, lambda c, n: ruled_under(c, n, events, incident), preset, players, also or {}, {}, samples)


# ---- what is heard

CLAIMED = f"{DEAL} pass pass pass N:claim:N4-E3-S3 yes yes"
FAULT = "misdeal:direction! ruled:P-3.2.17:arbiter:warn=N+redeal=same misdeal:batch!"
SEEN: Mapping[str, object] = {"type": "talon", "seat": "S", "how": "seen", "deliberate": True}
LOW = f"{DEAL} 6S 6C pass 6D pass discard:CA,DA E:contract:6C!"
EARLY = f"{DEAL} S:6D! 6S pass pass discard:CA,DA contract:6S whist whist"
PAID = "correction:E:pool:4:P-4.2.4"
TWICE = f"{DEAL} {PAID} ruled:P-4.2.7:arbiter:entry=E,pool,-4+warn=E {PAID}"
AFTER = f"{DEAL} {PAID} 6S pass pass discard:CA,DA contract:6S pass pass {SIX}"
BEFORE_PLAY = 'deal "N:- KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA" misere pass pass discard:DA,CA'
PLAN: Mapping[str, object] = {"type": "plan", "objectors": ["S"], "other": {"E": 1, "S": 5, "W": 4}, "lot": "own"}

# ---- what is compared


def sheet(table: Table) -> object:
    """Pools, hills and whists."""
    return table.pulka.sheet.pool, table.pulka.sheet.hill, table.pulka.sheet.whists


def hills(table: Table) -> object:
    return table.pulka.sheet.hill


def allowed(table: Table, token: str, who: str | None = None) -> Refusal | None:
    """Why something is refused; None: it is not."""
    return table.progress.why_not(parse(token), None if who is None else table.seat(who))


def begun(conventions: Conventions, players: int) -> str:
    """Whether so many can begin under this; else why not."""
    try:
        start(conventions, players)
    except ValueError as error:
        return str(error)
    return ""


def phase(table: Table) -> object:
    """Where the deal stands and what the actor may do; at the end what came of it."""
    return table.state.phase, table.actor, table.legal


def prices(table: Table, n: int = 4) -> list[int]:
    """The price of a trick in so many all-passes in a row."""
    found = []
    for _ in range(n):
        found.append(table.price)
        table.plays("allpass", H1=4, H2=3, H3=3)
    return found


def in_series(table: Table) -> Table:
    """Two all-passes in a row."""
    for _ in range(2):
        table.plays("allpass", H1=4, H2=3, H3=3)
    return table


def one_short(table: Table) -> Table:
    """Six spades, whisted by both and set by a trick."""
    return table.plays("6S", "whist whist", H1=5, H2=3, H3=2)


def finishes(table: Table) -> object:
    """A ten that fills every pool of two points and is over."""
    table.writes("hill", H1=3, H2=1, H3=2).plays("10S", "pass pass")
    return table.pulka.finished, sheet(table)


def blind_series(table: Table, *calls: str) -> object:
    """The hills after all-passes with blind passes: two in the first, one in the second."""
    for said in calls or ("blind:pass blind:pass look pass", "blind:pass look pass look pass"):
        table.deal().goes(said).falls(H1=4, H2=3, H3=3)
    return hills(table)


def discard_seen(table: Table) -> object:
    """Whether the declarer may look at what he put away, once he has led."""
    table.buys("6S").goes("whist pass closed")
    table.goes(table.legal[0])
    return table.view("H1").discard is None


def lit(table: Table) -> object:
    """Whether the whisters' cards lie open before the declarer has led."""
    table.buys("6S").goes("whist pass open")
    return [hand.cards is None for hand in table.view(None).hands.values()]


def owned(table: Table) -> object:
    """Who can have a trick of an all-pass."""
    return tokens(table.deal().goes("pass pass pass").state.offers())[:1]


def guaranteed(table: Table) -> object:
    """To whom a whister may guarantee what his plan brings."""
    table.buys("6S").goes("whist pass open")
    return club.not_offered(table.state, table.name("H2"), 6)


def notes(table: Table) -> object:
    """Whether the table lets the defenders write at misère."""
    table.plays("misere")
    assert table.state.phase == "play"
    return club.CUSTOMS.notes(table.state)


def seats(conventions: Conventions, players: int) -> object:
    """What is drawn for the seats."""
    table = at_club(conventions, players, "preferans")
    assert table.lot is not None
    return len(table.lot.seats), len(table.order)


def with_prizes(conventions: Conventions, players: int) -> str:
    """Whether prizes may be agreed under this."""
    return begun(msgspec.structs.replace(conventions, prizes=True), players)


def counted(table: Table) -> object:
    """The counters of a player's view at the club."""
    table.buys("6S").goes("whist pass open")
    return on_the_wire(table.state, "preferans", table.seat("H2"))["tricks"]


def refused(table: Table) -> object:
    """The hills after a refused talon."""
    table.deal().goes("6S pass pass refuse contract:6S pass pass pass")
    return hills(table)


def bonus(table: Table) -> object:
    """The sheet after a six that was bought with two aces."""
    table.deal(talon="SA HA").goes("6S pass pass")
    answers = "pass pass pass" if len(table.terms.seats) > 3 else "pass pass"
    return sheet(table.discards().goes("contract:6S").goes(answers))


def blind_exit(table: Table) -> object:
    """The price after two blind passes and a seven."""
    table.deal().goes("blind:pass blind:pass look pass").falls(H1=4, H2=3, H3=3)
    table.deal().goes("look 6S look pass look pass")
    table.discards().goes("contract:7S pass pass")
    return table.pulka.series


EVIDENCE: Mapping[str, tuple[Case, ...]] = {
    # ---- the laws
    "laws": (ruled("who has a card seen in dealing dealt again", DEAL, {"type": "misdeal", "fault": "face_up"}),),
    "deal.min_cut": (
        ruled(
            "a cut of three cards",
            "misdeal:thin_cut!",
            {"type": "misdeal", "fault": "thin_cut", "cut": 3},
            samples=(2, 4),
        ),
    ),
    "deal.talon_slot": (
        ruled(
            "the sixth pair goes to the talon",
            "misdeal:talon_place!",
            {"type": "misdeal", "fault": "talon_place", "slot": 6},
            samples=(4, 6),
        ),
    ),
    "irr.redeal_window": (
        ruled("a wrong direction, seen after the deal", DEAL, {"type": "misdeal", "fault": "direction"}),
    ),
    "irr.dealer_fine": (ruled("a second fault", FAULT, {"type": "misdeal", "fault": "batch"}, samples=(0, 5)),),
    "irr.talon_peek_fine": (ruled("a look at the talon", f"{DEAL} S:talon:seen!", SEEN, samples=(0, 5)),),
    "irr.out_of_turn_call": (ruled("a defender has called early", EARLY, {"type": "call_out_of_turn", "entry": 2}),),
    "irr.illegal_contract": (
        ruled("a declarer insists", LOW, {"type": "illegal_contract", "entry": 8, "refuses": True}),
    ),
    "irr.open_card_grounds": (ruled("a card shown", SIX, {"type": "shown", "seat": "N", "cards": ["SK"]}),),
    "irr.wrong_count_whister": (
        ruled("a whister three short", SIX, {"type": "wrong_count", "seats": ["S"], "short": 3}),
    ),
    "irr.record_error": (ruled("a second wrong entry", TWICE, {"type": "sheet_error", "entry": 4}),),
    "irr.late_correction": (ruled("an entry of two deals ago", AFTER, {"type": "sheet_error", "entry": 2}),),
    # ---- the pulka
    "qualifying": (of("prizes cannot be agreed", with_prizes),),
    "seat_draw": (of("no cards are drawn for the seats", seats),),
    "newcomer": (at("a fourth may not join", lambda t: allowed(t, "newcomer:N,E,S")),),
    "length_mode": (
        at(
            "one deal ends it",
            lambda t: t.plays("6S", "pass pass").pulka.finished,
            needs={"deals": {"length_deals": 1}, "boards": {"length_deals": 1}},
        ),
        at(
            "a board writes whists alone",
            lambda t: t.plays("6S", "pass pass").pool("H1"),
            needs={"deals": {"length_deals": 1}, "boards": {"length_deals": 1}},
        ),
    ),
    "boards": (
        at(
            "who deals a board",
            lambda t: t.dealer,
            also={"length_mode": "boards", "length_deals": 1},
            samples=(("1:N",), ("1:E",)),
        ),
    ),
    "length_deals": (
        at(
            "so many deals end it",
            lambda t: t.plays("6S", "pass pass").pulka.finished,
            also={"length_mode": "deals"},
            samples=(1, 2),
        ),
    ),
    "pool_target": (at("a pool takes no more", lambda t: t.plays("7S", "pass pass").pool("H1"), samples=(2, 20)),),
    "pool_mode": (
        at("a full pool helps others", lambda t: sheet(t.plays("7S", "pass pass")), also={"pool_target": 2}),
    ),
    "help_whists": (
        at("help is paid", lambda t: sheet(t.plays("7S", "pass pass")), also={"pool_target": 2}, samples=(10, 20)),
    ),
    "pool_point_whists": (
        at("what a made six is worth", lambda t: t.plays("6S", "pass pass").result("H1"), samples=(10, 20)),
    ),
    "unit": (at("the price of a trick short", lambda t: hills(one_short(t)), samples=(1, 2)),),
    "pool_overflow": (at("where points for full pools go", finishes, also={"pool_target": 2}),),
    "gusarik_hill": (
        at("a hill costs its owner double", lambda t: t.writes("hill", H1=6).settlement.result, players=2),
    ),
    "rounding": (at("a hill of one is rounded", lambda t: t.writes("hill", H1=1).settlement.rounded),),
    "settlement": (at("the count that is printed", lambda t: printed(t.plays("6S", "pass pass").pulka, "preferans")),),
    "prizes": (at("prizes are written at the end", finishes, also={"pool_target": 2}),),
    "prize_first": (at("for closing first", finishes, also={"pool_target": 2, "prizes": "on"}, samples=(100, 300)),),
    "prize_hill": (at("for the lowest hill", finishes, also={"pool_target": 2, "prizes": "on"}, samples=(100, 200)),),
    "early_stop": (at("all agree to stop", lambda t: allowed(t, "stop:N,E,S")),),
    "consolation_for_waiting": (
        at(
            "the fifth writes it",
            lambda t: one_short(t).whists("X", "H1"),
            players=5,
        ),
    ),
    # ---- the auction
    "auction.jumps": (at("a first bid above six spades", lambda t: t.deal().legal),),
    "auction.here": (
        at("the first hand matches", lambda t: t.deal().goes("6S 6C pass").legal),
        at("the elder of two matches", lambda t: t.deal().goes("pass 6S 6C").legal),
    ),
    "auction.misere_beaten_by": (at("a misère without the talon", lambda t: t.deal().goes("misere").legal),),
    "auction.after_nine_over_misere": (at("the third hand bids on", lambda t: phase(t.deal().goes("misere 9S"))),),
    "auction.third_hand_silent_take": (at("the third hand takes", lambda t: t.deal().goes("pass pass").legal),),
    "auction.third_hand_one_card_is_pass": (
        at("the third hand opens one card", lambda t: t.deal().goes("pass pass").legal),
    ),
    # ---- blind calls
    "blind.pass": (at("the first call", lambda t: t.deal().legal),),
    "blind.bid": (at("the first call", lambda t: t.deal().legal),),
    "blind.misere": (at("the first call", lambda t: t.deal().legal),),
    "blind.cap": (at("three blind passes", blind_series, preset="classic", also=BLIND, samples=(1, 2, "unlimited")),),
    "blind.counter": (
        at(
            "one deal with two blind passes",
            lambda t: blind_series(t, "blind:pass blind:pass look pass"),
            preset="classic",
            also=BLIND,
        ),
        at("another deal after it", blind_series, preset="classic", also=BLIND),
    ),
    "bombs": (
        at(
            "who passed blind holds a factor",
            lambda t: (blind_series(t), t.pulka.next_deal().bombs)[1],
            preset="classic",
            also=BLIND,
        ),
    ),
    # ---- contract and talon
    "contract.change": (at("a slip is mended", lambda t: allowed(t.buys("6S"), "correct:6C", "H1")),),
    "contract.surrender": (
        at("a seven given up", lambda t: sheet(t.buys("7S").goes("whist").does("H1", "surrender"))),
    ),
    "contract.ten_is": (at("nobody is asked to whist", lambda t: phase(t.buys("10S"))),),
    "talon_refusal_fine": (
        at("the talon is refused", lambda t: t.deal().goes("6S pass pass").legal, samples=(0, 3)),
        at("what the dealer pays for it", refused, players=4, samples=(1, 3)),
    ),
    "talon_bonus": (at("two aces in the talon", bonus, players=4),),
    "talon_bonus_at_three": (at("two aces in the talon", bonus, also={"talon_bonus": "on"}),),
    "misere.half_share": (at("the dealer is invited", lambda t: t.deal().legal, players=4),),
    "misere.write_layout": (at("defenders may write", notes),),
    "irr.discard_peek": (
        at("the discard after the first lead", discard_seen),
        ruled("a look at it then", f"{SIX} SA E:look-at:discard!", {"type": "discard_looked_at"}),
    ),
    # ---- all-pass
    "allpass.scoring": (
        at(
            "the column",
            lambda t: sheet(t.plays("allpass", H1=5, H2=3, H3=2)),
            also={"allpass.talon": "closed"},
        ),
    ),
    "allpass.prices": (at("four all-passes", prices, samples=("1,2,3", "2,4,6")),),
    "allpass.progression": (at("four all-passes", prices, also={"allpass.step": 2}),),
    "allpass.step": (at("four all-passes", prices, samples=(1, 3)),),
    "allpass.ratio": (at("four all-passes", prices, also={"allpass.progression": "geometric"}, samples=(2, 3)),),
    "allpass.limit": (at("four all-passes", prices, samples=(2, 3, "unlimited")),),
    "allpass.min_bid_in_series": (
        at(
            "the lowest bid after two blind passes",
            lambda t: (
                t.deal().goes("blind:pass blind:pass look pass").falls(H1=4, H2=3, H3=3).deal().goes("look").legal
            ),
            preset="classic",
            also=BLIND,
        ),
    ),
    "allpass.whists_per_trick": (
        at(
            "a partner's tricks",
            lambda t: sheet(t.plays("allpass", H1=5, H2=3, H3=2)),
            preset="rostov",
            samples=(5, 10),
        ),
    ),
    "allpass.zero_bonus": (
        at(
            "no trick in the second all-pass",
            lambda t: sheet(t.plays("allpass", H1=3, H2=4, H3=3).plays("allpass", H1=0, H2=6, H3=4)),
        ),
    ),
    "allpass.dealer_zero_bonus": (
        at("the dealer took none", lambda t: sheet(t.plays("allpass", H1=5, H2=3, H3=2)), players=4),
    ),
    "allpass.amnesty": (at("the fewest is struck", lambda t: hills(t.plays("allpass", H1=5, H2=3, H3=2))),),
    "allpass.talon": (at("what leads the first trick", lambda t: t.deal().goes("pass pass pass").view().lead),),
    "allpass.dealer_owns_talon_tricks": (at("the dealer takes part", owned, players=4),),
    "allpass.dealer": (at("who deals next", lambda t: t.plays("allpass", H1=4, H2=3, H3=3).dealer),),
    "allpass.exit_min": (
        at("a six", lambda t: in_series(t).plays("6S", "pass pass").price),
        at(
            "a seven after two blind passes",
            blind_exit,
            preset="classic",
            also={**BLIND, "allpass.min_bid_in_series": 6},
        ),
    ),
    "allpass.exit_requires": (
        at("a six set", lambda t: one_short(in_series(t)).price),
        at("a six made that nobody whisted", lambda t: in_series(t).plays("6S", "pass pass").price),
    ),
    "allpass.misere_exits": (at("a misère made", lambda t: in_series(t).plays("misere", H1=0, H2=10).price),),
    "allpass.failed_exit": (
        at(
            "a six set",
            lambda t: one_short(in_series(t)).price,
            also={"allpass.exit_requires": "made"},
        ),
    ),
    "allpass.forced_rounds": (
        at(
            "the first deals",
            lambda t: t.deal().legal if not t.terms.forced else "forced",
            preset="classic",
            samples=(0, 1),
        ),
    ),
    # ---- whist
    "whist.responsibility": (
        at("a whist trick short", lambda t: hills(t.plays("6S", "whist pass open", H1=8, H2=2))),
        at(
            "the same with one's own pool full",
            lambda t: hills(t.writes("pool", H2=50).plays("6S", "whist pass open", H1=8, H2=2)),
        ),
    ),
    "whist.style": (at("a six set", lambda t: sheet(t.plays("6S", "whist pass open", H1=5, H2=5))),),
    "whist.consolation": (at("a six set", lambda t: sheet(t.plays("6S", "whist pass open", H1=5, H2=5))),),
    "whist.obligatory_6s": (at("the answers on six spades", lambda t: t.buys("6S").legal),),
    "whist.half": (at("the second's answers on a six", lambda t: t.buys("6S").goes("pass").legal),),
    "whist.first_hand_half": (at("the first's answers", lambda t: t.buys("6S").goes("whist pass").legal),),
    "whist.return_by_first": (at("two passes on an eight", lambda t: phase(t.buys("8S").goes("pass pass"))),),
    "whist.dealer_may_return": (at("two passes on a six", lambda t: phase(t.buys("6S").goes("pass pass")), players=4),),
    "whist.dealer_responsible": (
        at("the dealer whists and is short", lambda t: hills(t.plays("6S", "pass pass whist", H1=8, H2=2)), players=4),
    ),
    "whist.dealer_whist_takes_all": (
        at(
            "the dealer whists and a six is set",
            lambda t: sheet(t.plays("6S", "pass pass whist", H1=5, H2=5)),
            players=4,
        ),
    ),
    "whist.shared_8_9_10": (
        at("two whist on an eight and are short", lambda t: hills(t.plays("8S", "whist whist", H1=10))),
    ),
    "whist.shared_deficit": (at("two whist, one has none", lambda t: hills(t.plays("6S", "whist whist", H1=7, H2=3))),),
    "whist.light_before_declarer_lead": (at("what lies open", lit),),
    "whist.plan_dispute": (
        at("a guarantee", guaranteed),
        ruled("the arbiter is called", BEFORE_PLAY, PLAN, players=4),
    ),
    # ---- the table
    "table.stake": (
        at(
            "the sheet as it is printed",
            lambda t: printed(t.plays("6S", "pass pass").pulka, "preferans"),
            samples=(0, 5),
        ),
    ),
    "table.irregularities": (of("a pass out of turn at a table of the club", out_of_turn),),
    "table.played_when": (
        Case(
            "what can be mended",
            lambda agreed, n: mended(setup(n, humans=n), agreed),
            "sochi",
            3,
            {"table.irregularities": "rule"},
        ),
    ),
    "table.undo": (
        of("the first call back", lambda agreed, players: taken_back(setup(players, humans=players), agreed, "pass")),
    ),
    "table.show_counters": (at("the counters of a view", counted),),
    "table.chat_in_play": (of("the table's card", chat_and_tempo),),
    "table.tempo_mask": (of("the table's card", chat_and_tempo),),
}

# What nothing reads any more, or nothing but logs.
HIDDEN: Mapping[str, str] = {
    "edition": "log",
    "shortfall_on_stop": "nobody",
    "deal.hands": "nobody",
    "whist.invitation": "nobody",
}
# What only faults in dealing or writing bring to the arbiter: at a table the program deals and writes.
RULED: AbstractSet[str] = {
    "deal.min_cut",
    "deal.talon_slot",
    "irr.dealer_fine",
    "irr.late_correction",
    "irr.record_error",
    "irr.redeal_window",
}
# Hidden options that more than one value could have, and why nobody chooses them; all others of "nobody" have one value.
UNCHOSEN: Mapping[str, str] = {
    "shortfall_on_stop": "a tenth of pool_point_whists, by which it is set (P-4.1.1)",
    "deal.hands": "two players are the only ones with a closed hand, so their number says it (P-1.2)",
}
# Hidden options, changed: what old records may have.
OLD: Mapping[str, str] = {"deal.min_cut": "2", "irr.dealer_fine": "7"}
