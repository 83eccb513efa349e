"""Rulings that others have published, put to the Laws of 2017: facts and outcomes alone, each with where it was found.

docs/arbiter.md says where the arbiter differs. `EBL 1999` is the appeals book of Malta, `ABF` the quiz of the Australian
federation's course for directors, `ACBL` a unit's page of rulings, `club` the pages of clubs and federations for directors; `WBU` the queries of the Welsh
union's directors (2018); `USBF` its appeals of 2016; `NABC 1997` the casebook of that autumn; `EBL 2009` the appeals booklet of San Remo; `EBL 2011` the workshop of
Örebro; `WBFLC` minutes of 2001 in the English White Book; `blml` the directors' mailing list (2006); `BBO` and `BW` forums;
`hellas` the Greek federation's commentary.
"""

from typing import Any

import pytest

from tests.arbiter.test_laws2017_cards import DEAL, GAME, REVOKE, TRICK, heard

# Three cards are left: N has the last small trump and two high diamonds and forgets E's ace of trumps; E has two clubs to cash.
WBU = (
    'deal "N:KT842.QJT.AKJ87. AQ7..Q.AKQJ97643 J93.A97432.643.T 65.K865.T952.852" 4S pass pass pass '
    "C4 CT C8 DJ S3 S5 ST SQ S7 SJ S6 SK D7 DQ D4 D5 C9 S9 C5 S8 HA HK HT C6 D6 D9 D8 C7 C2 HQ C3 H9 CQ H7 H8 HJ CJ D3 DT S4"
)
BOTH = f"{TRICK} SA CK! C4! ST HA H2 H4 H7 N:claim:5 yes yes"  # E and dummy have revoked, and both are established

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
    # Explanations that differed: four spades made a third of the time, one down two thirds.
    ("USBF 2016 4", f"{DEAL} 1H", {"type": "informed", "how": "misexplained", "seat": "W", "outcomes": "420 33, -50 67"}, "share=NS,420,33,-50,67+share=EW,-420,33,50,67", 1),
    # A contract that should have been four spades: ten tricks in four cases of five, eleven in the fifth.
    ("blml 2006", f"{DEAL} 1H", {"type": "informed", "how": "tempo", "seat": "E", "outcomes": "620 80, 650 20"}, "share=NS,620,80,650,20+share=EW,-620,80,-650,20", 1),
    # Four hearts made, or five hearts doubled one down, as a director weighed it; and as another would have weighed four hearts.
    ("BBO 44800", f"{DEAL} 1H", {"type": "informed", "how": "tempo", "seat": "E", "outcomes": "620 50, -200 50"}, "share=NS,620,50,-200,50+share=EW,-620,50,200,50", 1),
    ("BBO 44800", f"{DEAL} 1H", {"type": "informed", "how": "tempo", "seat": "E", "outcomes": "620 50, 650 25, -100 25"}, "share=NS,620,50,650,25,-100,25+share=EW,-620,50,-650,25,100,25", 1),
    # A defender thought before a discard without a reason of bridge: a slam made two thirds of the time, one down a third.
    ("EBL 2009 1", f"{DEAL} 1H", {"type": "informed", "how": "tempo", "seat": "N", "outcomes": "-920 67, 50 33"}, "share=NS,-920,67,50,33+share=EW,920,67,-50,33", 1),
]  # fmt: skip


@pytest.mark.parametrize(("source", "events", "told", "effects", "ways"), RULED, ids=[f"{n} {one[0]}" for n, one in enumerate(RULED)])  # fmt: skip
def test_what_was_published_is_among_the_branches(
    source: str, events: str, told: dict[str, Any], effects: str, ways: int
) -> None:
    found = heard(events, told)
    assert effects in found.effects, source
    assert len(found.effects) == ways, source
