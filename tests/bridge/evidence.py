"""Bridge: what each option changes."""

import json
from collections.abc import Callable, Mapping, Set as AbstractSet

import msgspec

from kozyr import bots, sheets
from kozyr.bots.bridge import explain, worth
from kozyr.games import Stop
from kozyr.games.bridge import Conventions, Outcome, Session, parse, start
from tests.arbiter.hearing import ruled_under
from tests.boards import Board, line
from tests.evidence import Case, chat_and_tempo, mended, printed, taken_back
from tests.judged import Live, rubber


def out_of_turn(conventions: Conventions, players: int) -> str:
    """What a table of the club makes of a pass by somebody who is not on turn."""
    del players
    live = Live.opened(msgspec.structs.replace(rubber(), conventions=conventions))
    seat = next(seat for seat in live.state.terms.seats if seat is not live.state.actor)
    return type(live.tries(seat, parse("pass"))).__name__


def case(
    shows: str,
    story: Callable[[Conventions, int], object],
    preset: str = "rubber",
    players: int = 4,
    also: Mapping[str, object] | None = None,
    needs: Mapping[str, Mapping[str, object]] | None = None,
    samples: tuple[object, ...] = (),
) -> Case:
    """A case with what bridge usually agrees on."""
    return Case(shows, story, preset, players, also or {}, needs or {}, samples)


def scored(*lines: Outcome, told: Callable[[Session], object] | None = None) -> Callable[[Conventions, int], object]:
    """What is written after these deals, or why a line is refused."""

    def story(conventions: Conventions, players: int) -> object:
        session = start(conventions, players)
        try:
            for one in lines:
                session = session.record(one)
        except ValueError as error:
            return str(error)
        return (told or whole)(session)

    return story


def whole(session: Session) -> object:
    """The sheet as it is printed, and whether the session is over."""
    return printed(session, "bridge"), session.finished, session.results


def following(session: Session) -> object:
    """The next deal."""
    terms = session.next_deal()
    return terms.number, terms.board, terms.dealer, str(terms.vulnerability), terms.seats


def dealt(story: Callable[[Board], object]) -> Callable[[Conventions, int], object]:
    """A story with cards."""
    return lambda conventions, players: story(Board(conventions, players))


def honours(board: Board) -> object:
    """Before the lead, after the play, and at the end: what may be said of five honours in one hand."""
    board.deal(S="AKQJT32.AK.AK.32").goes("pass pass 4S pass pass pass")
    found: list[object] = [[event.token for event in board.state.offers(board.state.terms.seats[2])]]
    board.plays_on()
    found.append(board.legal)
    return found, board.state.phase


def stopped(session: Session) -> object:
    """The sheet of a rubber that is broken off."""
    return printed(session.amend(Stop(force_majeure=True)), "bridge")


def settled(conventions: Conventions, _players: int) -> object:
    """A rubber settled at this price of a point."""
    told = {"rubbers": [{"NS": 1460, "EW": 320}], "options": {"table.stake": conventions.table.stake}}
    return sheets.printer("bridge").settle(json.dumps(told)).rows


def led(board: Board) -> Board:
    """A deal after the opening lead; S plays."""
    board.deal().goes("pass pass 1S pass pass pass")
    return board.goes(board.legal[0])


def explained(board: Board) -> object:
    """Whether a call may say what it means."""
    return board.deal().state.why_not(parse("1NT:15-17"))


def calling(conventions: Conventions, players: int) -> object:
    """What a bot answers to one spade with these hands, and how it says so; and whether it opens with nine points."""
    shown: list[object] = []
    for hand, said in (("A2.K73.Q43.KJ942", "1S pass"), ("K9752.A532.Q4.62", "pass pass")):
        board = Board(conventions, players).deal(S=hand).goes(said)
        event = bots.choose(board.view("S"), "novice", 0)
        shown.append((event.token, explain(board.happens(event, "S").view("S"), 2).meaning))
    return shown


def trick(board: Board) -> object:
    """The tricks that a view counts, after the first."""
    led(board).plays_on(48)
    return board.view("N").tricks


def traveller(conventions: Conventions, _players: int) -> object:
    """The points of four results of one board."""
    told = {"compare": conventions.compare, "mp_unit": conventions.mp_unit}
    text = {"preset": "duplicate", "options": told, "scores": [420, 450, 420, -50]}
    return sheets.printer("bridge").settle(json.dumps(text))


def unit(conventions: Conventions, players: int) -> object:
    """What a bot plays for."""
    return worth.unit(start(conventions, players).next_deal())


GAME = line("N", "4H S", 10)
PART = line("N", "2H S", 8)
TARGET = line("N", "4H S", 10, hcp={"NS": 24, "EW": 16})
SECOND = line("E", "4H S", 10, vul="ns")

DEALT = 'deal "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987" 3NT pass pass pass W:HT!'

EVIDENCE: Mapping[str, tuple[Case, ...]] = {
    # ---- the laws
    "laws": (
        case(
            "a lead out of turn",
            lambda c, n: ruled_under(c, n, DEALT, {"type": "out_of_turn", "entry": 6}, "bridge"),
        ),
    ),
    # ---- the form
    "form": (
        case(
            "a game made in the first deal",
            scored(GAME),
            needs={
                "chicago": {"deals": 4},
                "duplicate": {"deals": 2, "part_scores": "none"},
            },
        ),
    ),
    "deals": (case("so many boards", scored(GAME), "duplicate", samples=(1, 2)),),
    "first_board": (case("the first board", scored(told=following), "duplicate", samples=(1, 2)),),
    "boards": (
        case(
            "the first board", scored(told=following), "duplicate", also={"deals": 1}, samples=("7:S:none", "3:W:both")
        ),
    ),
    "chicago_vul": (case("the second deal", scored(PART, told=following), "chicago"),),
    "chicago_passed_out": (case("a deal passed out", scored(line("N"), told=following), "chicago"),),
    "pivot_tour": (case("a rubber that is over", scored(GAME, SECOND)),),
    # ---- what is written
    "part_scores": (case("two parts", scored(PART, line("E", "2H S", 8)), "chicago", also={"part_bonus": 0}),),
    "part_bonus": (case("a part", scored(PART), "duplicate", also={"deals": 4}),),
    "rubber_bonus": (case("a rubber", scored(GAME, SECOND)),),
    "rubber_bonus_variant": (case("a rubber", scored(GAME, SECOND), also={"rubber_bonus": "game200_rubber700"}),),
    "clean_rubber": (case("a rubber without a game of the others", scored(GAME, SECOND)),),
    "insult": (case("a redoubled contract made", scored(line("N", "4HXX S", 10))),),
    "nv_doubled_penalty": (case("four down doubled", scored(line("N", "4HX S", 6))),),
    "honours": (case("five honours", scored(line("N", "4H S", 10, honours={"S": 150}))),),
    "honours_claim": (case("when they are declared", dealt(honours), also={"honours": "on"}),),
    "chicago_game_bonus": (case("a game", scored(GAME), "chicago"),),
    "chicago_part_bonus": (
        case(
            "a part at the end",
            scored(PART, line("E"), line("S"), line("W")),
            "chicago",
            also={"chicago_passed_out": "counts"},
            samples=(50, 100),
        ),
    ),
    "unfinished.game": (case("broken off after a game", scored(GAME, told=stopped), samples=(300, 500)),),
    "unfinished.part": (case("broken off after a part", scored(PART, told=stopped), samples=(50, 100)),),
    "rubber_points": (case("a rubber", scored(GAME, SECOND)),),
    "rounding": (
        case(
            "a rubber by 1050",
            scored(line("N", "3NTX S", 9), line("E", "3NT S", 9, vul="ns")),
            also={"rubber_points": "hundreds"},
        ),
    ),
    # ---- comparing
    "compare": (
        case("what a bot plays for", unit, "chicago", also={"part_scores": "none"}),
        case("a result against the target", scored(TARGET), "chicago", also={"part_scores": "none"}),
    ),
    "mp_unit": (case("a traveller", traveller, "duplicate"),),
    # ---- few players, and round the table
    "three_hand_auction": (
        case("who bids first", dealt(lambda b: (b.deal().actor, b.goes("pass pass").actor)), players=3),
    ),
    "explain": (case("a call with its meaning", dealt(explained)),),
    "system": (case("the call of a bot, and what it tells of it", calling),),
    "review_after_lead": (case("the auction after the lead", dealt(lambda b: led(b).view("N").review)),),
    "dummy_sees_all": (case("what dummy sees", dealt(lambda b: led(b).sees("N"))),),
    # ---- the table
    "table.stake": (
        case("rubbers settled", settled, samples=(0, 5)),
        case("a rubber that is broken off", scored(GAME, told=stopped), samples=(0, 5)),
    ),
    "table.irregularities": (case("a pass out of turn at a table of the club", out_of_turn, "chicago"),),
    "table.played_when": (
        case(
            "what can be mended",
            lambda agreed, _: mended(rubber(), agreed),
            "chicago",
            also={"table.irregularities": "rule"},
        ),
    ),
    "table.undo": (case("the first call back", lambda agreed, _: taken_back(rubber(), agreed, "pass"), "chicago"),),
    "table.show_counters": (case("the counters of a view", dealt(trick)),),
    "table.chat_in_play": (case("the table's card", chat_and_tempo),),
    "table.tempo_mask": (case("the table's card", chat_and_tempo),),
}

# What nothing reads any more, or nothing but logs.
HIDDEN: Mapping[str, str] = {
    "edition": "log",
    "vulnerability": "nobody",
    "vp_scale": "nobody",
    "series_min_half": "nobody",
    "two_hand_end": "nobody",
}
# What only faults in dealing or writing bring to the arbiter: at a table the program deals and writes.
RULED: AbstractSet[str] = set[str]()
# Hidden options that more than one value could have, and why nobody chooses them; all others of "nobody" have one value.
UNCHOSEN: Mapping[str, str] = {
    "vulnerability": "it follows from the form (B-SCORE-7)",
    "vp_scale": "victory points are a tournament's, whose regulations have bridge.vp_scale (B-VP-1)",
    "series_min_half": "series are a tournament's, and no table has any (B-TEAM-4)",
}
# Hidden options, changed: what old records may have.
OLD: Mapping[str, str] = {"vp_scale": "wbf", "series_min_half": "off", "table.stake": "5"}
