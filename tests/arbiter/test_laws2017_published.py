"""Rulings that others have published, put to the Laws of 2017: facts and outcomes alone, each with where it was found.

docs/arbiter.md says where the arbiter differs. `EBL 1999` is the appeals book of Malta, `ABF` the quiz of the Australian
federation's course for directors, `ACBL` a unit's page of rulings, `club` the pages of clubs and federations for directors.
"""

from typing import Any

import pytest

from tests.arbiter.test_laws2017_cards import DEAL, GAME, REVOKE, TRICK, heard

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
]  # fmt: skip


@pytest.mark.parametrize(("source", "events", "told", "effects", "ways"), RULED, ids=[f"{n} {one[0]}" for n, one in enumerate(RULED)])  # fmt: skip
def test_what_was_published_is_among_the_branches(
    source: str, events: str, told: dict[str, Any], effects: str, ways: int
) -> None:
    found = heard(events, told)
    assert effects in found.effects, source
    assert len(found.effects) == ways, source
