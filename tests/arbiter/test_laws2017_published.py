"""Rulings that others have published, put to the Laws of 2017: facts and outcomes alone, each with where it was found.

docs/arbiter.md says where the arbiter differs. `ABF` is the quiz of the Australian
federation's course for directors, `ACBL` a unit's page of rulings, `club` the pages of clubs and federations for directors; `WBU` the queries of the Welsh
union's directors (2018); `USBF` its appeals of 2016; `NABC` the casebooks of the autumns of 1997 and 2005; `EBL 2009` the appeals booklet of San Remo; `EBL 2011` the workshop of
Örebro; `WBFLC` minutes of 2001 in the English White Book; `blml` the directors' mailing list (2006 to 2016); `BBO` and `BW` forums;
`hellas` the Greek federation's commentary; `EBU` the forum and newsletters of the English union; `D17` and `572` pages of American units;
`WBFC` the world federation's commentary of 2018; `RMB` the blog of an English director (2009); `Herts` the problems of a county.
"""

import re
from functools import cache
from typing import Any

import pytest

from tests.arbiter.hearing import Hearing, called, read
from tests.arbiter.test_laws2017_boards import PAIRS, TEAMS
from tests.arbiter.test_laws2017_cards import DEAL, GAME, REVOKE, TRICK, heard

# Three cards are left: N has the last small trump and two high diamonds and forgets E's ace of trumps; E has two clubs to cash.
WBU = (
    'deal "N:KT842.QJT.AKJ87. AQ7..Q.AKQJ97643 J93.A97432.643.T 65.K865.T952.852" 4S pass pass pass '
    "C4 CT C8 DJ S3 S5 ST SQ S7 SJ S6 SK D7 DQ D4 D5 C9 S9 C5 S8 HA HK HT C6 D6 D9 D8 C7 C2 HQ C3 H9 CQ H7 H8 HJ CJ D3 DT S4"
)
BOTH = f"{TRICK} SA CK! C4! ST HA H2 H4 H7 N:claim:5 yes yes"  # E and dummy have revoked, and both are established
EXPOSED = f"{TRICK} W:ST! ruled:LDB-56:arbiter:back=9+open=W,ST,by,N SA S8 S4 ST N:claim:5 yes yes"

# Who published it, what happened, and what was ruled: a branch that the arbiter offers, or the only one.
RULED: list[tuple[str, str, dict[str, Any], str, int]] = [
    # A pass before the dealer has called, not accepted: the offender has to pass.
    ("ABF 1", f"{DEAL} E:pass!", {"type": "call_out_of_turn", "entry": 2}, "back=1+bar=E,once,bid", 2),
    # A defender's revoke mended at once: its card is a major penalty card, not a minor one.
    ("ABF 2", f"{GAME} DQ D4 ST!", {"type": "revoke", "entry": 8}, "back=7+open=W,ST,by,N", 1),
    # An opening lead out of turn: the declarer may become dummy.
    ("ABF 4", f"{GAME} W:HT!", {"type": "out_of_turn", "entry": 6}, "declarer=S,same", 5),
    # It is not accepted: only its own suit can be demanded.
    ("ABF 5", f"{GAME} W:HT!", {"type": "out_of_turn", "entry": 6}, "back=5+lead=E,H,demand,first", 5),
    # One spade, a pass, and two clubs in the turn of the opener's partner: the left-hand opponent may accept it.
    ("ABF 6", f"{DEAL} 1S pass W:2C!", {"type": "call_out_of_turn", "entry": 4}, "play-on", 2),
    # 1S and 1H: two hearts cost nothing.
    ("club 27", f"{DEAL} 1S 1H!", {"type": "insufficient", "entry": 3, "replaced": "2H"}, "back=2+call=E,2H", 2),
    # One no trump, two diamonds or four hearts instead: the partner passes throughout.
    ("club 27", f"{DEAL} 1S 1H!", {"type": "insufficient", "entry": 3, "replaced": "1NT"}, "back=2+call=E,1NT+bar=W,end,bid", 2),
    ("club 27", f"{DEAL} 1S 1H!", {"type": "insufficient", "entry": 3, "replaced": "2D"}, "back=2+call=E,2D+bar=W,end,bid", 2),
    ("club 27", f"{DEAL} 1S 1H!", {"type": "insufficient", "entry": 3, "replaced": "4H"}, "back=2+call=E,4H+bar=W,end,bid", 2),
    # An answer to 4NT one level too low: the same answer a level higher is free.
    ("club 27", f"{DEAL} 4NT pass 4D!", {"type": "insufficient", "entry": 4, "replaced": "5D"}, "back=3+call=S,5D", 2),
    # Two clubs over two hearts, meant as a question; two spades is not the same question: the partner passes.
    ("forum 27B1b", f"{DEAL} 1NT 2H 2C!", {"type": "insufficient", "entry": 4, "replaced": "2S"}, "back=3+call=S,2S+bar=N,end,bid", 2),
    # The declarer named a card of dummy's, saw the next card, and named another: the first is played.
    ("ACBL 45", f"{GAME} DQ D4", {"type": "card_handled", "entry": 7, "how": "named"}, "play-on", 1),
    # A small card fell: minor; the partner leads freely, and an honour may be played first.
    ("club 50", f"{GAME} E:expose:E:S8!", {"type": "shown", "seat": "E", "cards": ["S8"], "accident": True}, "open=E,S8,minor", 1),
    # A later lead out of turn that is not accepted becomes a major penalty card.
    ("club 56", f"{TRICK} W:ST!", {"type": "out_of_turn", "entry": 10}, "back=9+open=W,ST,by,N", 2),
    # A revoke is established when the offender's side plays to the next trick; the declarer's card is no penalty card.
    ("club 63", f"{REVOKE} HA H2", {"type": "revoke", "entry": 11}, "transfer=1,E,S,since,2", 1),
    ("club 62", f"{GAME} DQ D4 D7 HA!", {"type": "revoke", "entry": 9}, "back=8", 1),
    # A defender sees the revoke before the trick is complete: a major penalty card, and the next player may change.
    ("club 62 2017", f"{GAME} DQ D4 ST! DA", {"type": "revoke", "entry": 8}, "back=7+open=W,ST,by,N", 1),
    # The last trump and two diamonds, and an opponent's master trump forgotten: all three tricks to the opponents.
    ("WBU 2018", WBU, {"type": "shown", "seat": "N", "claim": True, "tricks": 2}, "result=N5-E8", 3),
    # The jack called from dummy, and then the king: the first is played.
    ("EBL 2011 1", f"{GAME} DQ D5", {"type": "card_handled", "entry": 7, "how": "named"}, "play-on", 1),
    # A player gave no card to a trick and both sides have played on: a card is added, and one trick goes over.
    ("BW 67", f"{TRICK} SA S8 S4 ST HA H2 H4 H7", {"type": "defective_trick", "seat": "E", "trick": 2, "cards": "none", "card": "S8"}, "transfer=1,E,S,since,2", 1),
    # A card that goes back should have been played to a later trick: that is a revoke.
    ("hellas 67", f"{REVOKE} HA H2 H4 H7", {"type": "defective_trick", "seat": "E", "trick": 1, "cards": "several", "card": "S9"}, "transfer=1,E,S,since,2", 1),
    # Both sides have revoked in a trick, and both revokes are established: equity, as if there had been none.
    ("WBFLC 64", BOTH, {"type": "revoke", "entry": 11, "damage": True}, "transfer=2,E,S", 2),
    # An opening lead out of turn: the declarer forbids the suit.
    ("club 54", f"{GAME} W:HT!", {"type": "out_of_turn", "entry": 6}, "back=5+lead=E,H,forbid,kept", 5),
    # A defender plays before the partner: the declarer asks for the partner's lowest card of the suit.
    ("club 57", f"{TRICK} SA W:ST!", {"type": "out_of_turn", "entry": 11}, "back=10+open=W,ST,by,N+follow=E,lowest,S", 5),
    # An honour exposed in the auction: the partner passes once.
    ("club 24", f"{DEAL} 1C", {"type": "shown", "seat": "E", "cards": ["SQ"]}, "bar=W,once,bid", 1),
    # A call made over a slow double is taken away: four hearts doubled, one down, to both sides.
    ("NABC 1997 1", f"{DEAL} 1H", {"type": "informed", "how": "tempo", "seat": "W", "outcomes": "-100 100"}, "share=NS,-100,100+share=EW,100,100", 1),
    # A shake of the head that the partner may not have seen: the result stands.
    ("NABC 2005 1", f"{DEAL} 1H", {"type": "informed", "how": "remark", "seat": "W"}, "play-on", 1),
    # Explanations that differed: four spades made a third of the time, one down two thirds.
    ("USBF 2016 4", f"{DEAL} 1H", {"type": "informed", "how": "misexplained", "seat": "W", "outcomes": "420 33, -50 67"}, "share=NS,420,33,-50,67+share=EW,-420,33,50,67", 1),
    # A contract that should have been four spades: ten tricks in four cases of five, eleven in the fifth.
    ("blml 2006", f"{DEAL} 1H", {"type": "informed", "how": "tempo", "seat": "E", "outcomes": "620 80, 650 20"}, "share=NS,620,80,650,20+share=EW,-620,80,-650,20", 1),
    # Four hearts made, or five hearts doubled one down, as a director weighed it; and as another would have weighed four hearts.
    ("BBO 44800", f"{DEAL} 1H", {"type": "informed", "how": "tempo", "seat": "E", "outcomes": "620 50, -200 50"}, "share=NS,620,50,-200,50+share=EW,-620,50,200,50", 1),
    ("BBO 44800", f"{DEAL} 1H", {"type": "informed", "how": "tempo", "seat": "E", "outcomes": "620 50, 650 25, -100 25"}, "share=NS,620,50,650,25,-100,25+share=EW,-620,50,-650,25,100,25", 1),
    # A defender thought before a discard without a reason of bridge: a slam made two thirds of the time, one down a third.
    ("EBL 2009 1", f"{DEAL} 1H", {"type": "informed", "how": "tempo", "seat": "N", "outcomes": "-920 67, 50 33"}, "share=NS,-920,67,50,33+share=EW,920,67,-50,33", 1),
    # A double of the partner's double, and nobody has called since: the partner passes to the end.
    ("EBU 2012", f"{DEAL} 1S X pass X!", {"type": "inadmissible", "entry": 5}, "back=4+bar=E,end,bid", 1),
    # One spade was pulled out instead of one heart, and only the opponent has called: it may be changed.
    ("D17 2013", f"{DEAL} 1S pass", {"type": "slip", "entry": 2, "wants": "1H"}, "back=1+call=N,1H", 1),
    # The partner has raised it: too late.
    ("D17 2013", f"{DEAL} 1S pass 4S", {"type": "slip", "entry": 2, "wants": "1H"}, "play-on", 1),
    # A pass over the partner's splinter, in the belief that game had been bid: it was meant, and it stands.
    ("WBFC 19", f"{DEAL} 1H pass 4C pass pass", {"type": "slip", "entry": 6, "wants": "4H", "intended": True}, "play-on", 2),
    # Seven clubs instead of a pass over 3NT, and everybody has passed: it stands.
    ("EBU 1087", f"{DEAL} 1NT pass 3NT 7C pass pass pass", {"type": "slip", "entry": 5, "wants": "pass"}, "play-on", 1),
    # Dummy was the first to speak of a defender's lead out of turn: a warning, and the lead is ruled as ever.
    ("EBU 459", f"{TRICK} W:ST!", {"type": "dummy_spoke", "what": "attention"}, "play-on+warn=S", 2),
    # Three hearts laid out in the auction: the partner passes once.
    ("572 2011", f"{DEAL} 1S", {"type": "shown", "seat": "S", "cards": ["H6", "H5", "H4"]}, "bar=N,once,bid", 1),
    # A card that was missing late in the play is found elsewhere, and it was seen: a penalty card.
    ("Herts 1", TRICK, {"type": "card_missing", "seat": "E", "card": "S9", "found": "elsewhere"}, "open=E,S9,by,N", 2),
    # An opening lead out of turn, and the presumed declarer lays a card down: that hand is dummy.
    ("WBU 2018 8", f"{GAME} W:HT!", {"type": "out_of_turn", "entry": 6}, "declarer=S,same", 5),
    # A slam fell by a false card after a defender's penalty card, and nothing shows that this could be foreseen.
    ("blml 2016", EXPOSED, {"type": "foreseen", "seat": "W", "entry": 10}, "play-on", 2),
    # Four spades by unauthorised information, doubled, and a revoke of the innocents: they keep it, and the others get 4H made.
    ("RMB 12", f"{DEAL} 1H", {"type": "informed", "how": "tempo", "seat": "E", "outcomes": "420 100", "own_fault": True}, "share=EW,-420,100", 1),
]  # fmt: skip


@pytest.mark.parametrize(("source", "events", "told", "effects", "ways"), RULED, ids=[f"{n} {one[0]}" for n, one in enumerate(RULED)])  # fmt: skip
def test_what_was_published_is_among_the_branches(
    source: str, events: str, told: dict[str, Any], effects: str, ways: int
) -> None:
    found = heard(events, told)
    assert effects in found.effects, source
    assert len(found.effects) == ways, source


def averages(ns: int, ew: int) -> str:
    """An artificial score for both sides, in per cent."""
    return "+".join(f"score=artificial,{one},{ns if one in 'NS' else ew}" for one in "NESW")


# Who published it, the event, what happened, what was ruled, and a law that the arbiter cites.
BOARDS: list[tuple[str, str, dict[str, Any], str, str]] = [
    # Partners held fourteen and twelve cards to the end: average plus against average minus.
    ("EBU 530", PAIRS, {"type": "pocket_count", "seat": "N", "guilty": ["N", "S"], "called": True, "played": True}, averages(40, 60), "LDB-13D"),
    # An opponent of the one had the other's card: average minus for both.
    ("EBU 530", PAIRS, {"type": "pocket_count", "seat": "N", "guilty": ["N", "E"], "called": True, "played": True}, averages(40, 40), "LDB-13D"),
    # A board fouled by one of the teams: three IMPs.
    ("BBO 48430", TEAMS, {"type": "team_board", "how": "one_result", "guilt": {"N": "fully"}}, averages(40, 60), "LDB-86B1"),
    # Another team fouled it, and a player here did not count: three IMPs and none.
    ("BBO 48430", TEAMS, {"type": "team_board", "how": "one_result", "guilt": {"N": "partly"}}, averages(50, 60), "LDB-86B1"),
    # The innocent team has a good score: it is assigned.
    ("BBO 48430", TEAMS, {"type": "team_board", "how": "one_result", "favours": "EW", "guilt": {"N": "fully"}, "outcomes": "-2000 100"}, "share=NS,-2000,100+share=EW,2000,100", "LDB-86B1"),
    # A player of each team fouled it: no IMPs.
    ("blml 2006", TEAMS, {"type": "team_board", "how": "one_result", "guilt": {"N": "partly", "E": "partly"}}, averages(50, 50), "LDB-86B1"),
    # A ruling was wrong, and the board cannot be scored: both sides are innocent.
    ("blml 2006 11", PAIRS, {"type": "arbiter_error"}, averages(60, 60), "LDB-82C"),
    # A committee cannot overrule the director in law.
    ("blml 2006 11", PAIRS, {"type": "appeal", "about": "law"}, "play-on", "LDB-93B3"),
    # Who did not count the cards gets a procedural penalty.
    ("BBO 41021", PAIRS, {"type": "penalty", "why": "uncounted", "player": "N", "percent": 10}, "fine=N,10", "LDB-90B7"),
    # A partner's psychic call was allowed for: 60 per cent for the innocents.
    ("blml 2007", PAIRS, {"type": "agreement", "how": "forbidden", "seat": "S"}, averages(40, 60), "LDB-40B5"),
]  # fmt: skip
# The groups of the laws, in the order of docs/arbiter.md, by their first and last numbers.
GROUPS = {
    "boards": ((9, 11), (13, 15), (87, 87)), "weighted and assigned scores": ((12, 12),),
    "information": ((16, 16), (20, 21), (40, 40), (73, 73), (75, 75)), "changed calls": ((25, 26),),
    "insufficient bids": ((22, 24), (27, 27)), "rotation": ((28, 32),), "inadmissible calls": ((35, 39),),
    "penalty cards": ((49, 52),), "leads and plays": ((41, 41), (44, 48), (53, 60)), "dummy": ((42, 43),),
    "tricks": ((65, 67),), "revokes": ((61, 64),), "claims": ((68, 71),), "teams": ((86, 86),),
    "gains": ((72, 72),), "penalties and appeals": ((90, 93),), "the director": ((82, 82),),
}  # fmt: skip


@cache
def board(number: int) -> Hearing:
    """The ruling on a board or a contestant, without cards."""
    _, head, told, _, _ = BOARDS[number]
    return called(read(head, ""), told)


@pytest.mark.parametrize("number", range(len(BOARDS)), ids=lambda n: f"{n} {BOARDS[n][0]}")
def test_what_was_published_of_boards_is_among_the_branches(number: int) -> None:
    source, _, _, effects, law = BOARDS[number]
    assert effects in board(number).effects, source
    assert board(number).cites(law), source


def test_each_group_of_laws_has_a_published_ruling_and_five_are_weighted() -> None:
    found = [heard(events, told) for _, events, told, _, _ in RULED] + [board(number) for number in range(len(BOARDS))]
    cited = {int(re.sub(r"\D.*", "", law.removeprefix("LDB-"))) for one in found for law in one.ruling.laws}
    lacking = [name for name, spans in GROUPS.items() if not any(a <= law <= b for law in cited for a, b in spans)]
    assert lacking == []
    weighted = [effects for *_, effects, _ in RULED if effects.startswith("share=") and effects.count(",") > 4]
    assert len(weighted) >= 5
    assert len(RULED) + len(BOARDS) >= 50
