"""The desk's questions about bridge."""

from __future__ import annotations

from typing import Final

from kozyr.arbiter.desk.part import Desk
from kozyr.arbiter.desk.questions import AT_EVENTS, Asked, asks
from kozyr.arbiter.desk.story import Telling
from kozyr.cards import Seat
from kozyr.games.bridge.words import BIDS
from kozyr.games.refusal import Refused

_NAMED: Final = ".contract .declarer"
_TRICK: Final = ".tricks .leader .cards .offender"
_ASKED: Final[tuple[Asked, ...]] = (
    asks("misdeal", "fault finished?@fault=!face_up .begun", values={"fault": ("face_up", "pack_short", "wrong_dealer", "direction", "hands")}),
    asks("call_out_of_turn", ".calls .offender", "auction", at="offender"),
    asks("insufficient", ".calls replaced? at_once?@replaced=*", "auction", at="calls"),
    asks("slip", ".calls wants paused", "auction", at="wants"),
    asks("out_of_turn", f"{_NAMED} .tricks .leader .cards? .offender .card tabled? .later", "play", at="offender"),
    asks("revoke", f"{_NAMED} {_TRICK} .had? .later .over@later=+ .won@over=yes .scored@over=yes", "play", breaks=True, cards="deal", at="offender"),
    asks("shown", f"{_NAMED} .tricks seat claim cards@claim=no plan?@claim=yes order?@claim=yes", "play", shows="cards", cards="now", at="seat"),
    asks("card_handled", f"how {_NAMED} {_TRICK} corrected@how=named seen@how=separated arranging@how=touched", "play", at="cards"),
    asks("remark", "seat about .closed .calls@closed=no .contract@closed=yes .declarer@closed=yes .acted@closed=yes "
           ".tricks@acted=yes .leader@acted=yes .cards@acted=yes", "play", bare="auction", mate="offender", entry=True, at="cards"),
    asks("dummy_spoke", f"{_NAMED} .tricks", "play", at="contract"),
    asks("penalty_lead", f"{_NAMED} .tricks seat .nailed", "play", same={"offender": "seat"}, mate="leader", at="seat"),
    asks("trick_looked_at", f"{_NAMED} .tricks .leader .cards? seat trick", "play", at="trick"),
    *AT_EVENTS,
    # By the Laws of 2017.
    asks("call_out_of_turn", ".calls .offender", "auction", at="offender", laws="2017"),
    asks("insufficient", ".calls replaced? comparable@replaced=*", "auction", at="calls", laws="2017"),
    asks("slip", ".calls wants paused intended", "auction", at="wants", laws="2017"),
    asks("inadmissible", ".calls replaced?", "auction", at="calls", laws="2017"),
    asks("informed", "how seat .calls? outcomes?@how=!miscalled own_fault@outcomes=*", "auction", cards="deal", entry=True, at="calls", laws="2017"),
    asks("out_of_turn", f"{_NAMED} .tricks .leader .cards? .offender .card tabled? .later", "play", at="offender", laws="2017"),
    asks("revoke", f"{_NAMED} {_TRICK} .had? .later .over@later=+ .won@over=yes damage@over=yes repeated@later=+ late?@over=yes",
         "play", breaks=True, cards="deal", at="offender", laws="2017"),
    asks("shown", f"{_NAMED} .tricks seat claim cards@claim=no accident@claim=no tricks?@claim=yes level?@claim=yes aware@claim=yes "
         "order?@claim=yes settled?@claim=yes", "play", shows="cards", cards="now", at="seat", laws="2017"),
    asks("card_handled", f"how {_NAMED} {_TRICK} corrected@how=named seen@how=separated arranging@how=touched", "play", at="cards", laws="2017"),
    asks("penalty_lead", f"{_NAMED} .tricks seat .nailed", "play", same={"offender": "seat"}, mate="leader", at="seat", laws="2017"),
    asks("adjusted", "why guilt outcomes? again regulated@again=yes", laws="2017"),
    asks("pocket_count", "seat surplus played called@surplus=no&played=no playable@called=yes seen@called=no guilty", laws="2017"),
    asks("card_missing", "seat card found .closed .contract@closed=yes .declarer@closed=yes .played@closed=yes", "play", bare="dealt",
         shows="card", at="card", laws="2017"),
    asks("wrong_board", "before? guilt?@before=*", laws="2017"),
    asks("wrong_box", "later? .calls?", "auction", entry=True, at="calls", laws="2017"),
    asks("fouled", laws="2017"),
    asks("team_board", "how known@how=redeal regulated?@how=one_result favours?@how=one_result outcomes?@how=one_result|incomparable guilt?", laws="2017"),
    asks("no_director", "how offender gained@how=acted outcomes?@gained=yes", laws="2017"),
    asks("void_call", f"how seat .calls?@how=over_seven {_NAMED.replace('contract', 'contract@how=after_end', 1)}@how=after_end call@how=after_end covered", "play",
         bare="auction", at="calls", laws="2017"),
    asks("opening_lead", f"how seat {_NAMED} .tricks@how=review|contract|tabled .leader?@tricks=+ outcomes?@how=tabled", "play", at="seat", laws="2017"),
    asks("dummy_spoke", f"what lost@what=!counts&what=!shown defender@what=shown {_NAMED} .tricks", "play", at="what", laws="2017"),
    asks("penalty", "why player percent?@why=!grave approved@why=grave", laws="2017"),
    asks("appeal", "minutes? alone committee about?@committee=yes", laws="2017"),
    asks("agreement", "how seat upon@how=varied known@how=deviation outcomes?", laws="2017"),
    asks("arbiter_error", "procedure scorable offender?@procedure=yes", laws="2017"),
    asks("designated", f"how suit?@how=suit|highest|lowest|card rank@how=rank|card {_NAMED} .tricks .leader .cards? intended?",
         "play", cards="now", at="how", laws="2017"),
    asks("retraction", f"why {_NAMED} .tricks .leader .cards? .offender .card@why=told_turn tabled@why=explained", "play", at="why", laws="2017"),
    asks("penalty_unplayed", f"{_NAMED} {_TRICK} .nailed", "play", breaks=True, at="cards", laws="2017"),
    asks("simultaneous", f"{_NAMED} .tricks .leader .cards? seat shown", "play", shows="shown", at="shown", laws="2017"),
    asks("trick_pointed", f"{_NAMED} .tricks .leader .cards? seat trick", "play", at="trick", laws="2017"),
    asks("tricks_disputed", f"{_NAMED} seat said other mixed?", "play", at="other", laws="2017"),
    asks("trick_looked_at", f"{_NAMED} .tricks .leader .cards? seat trick own turned@own=no", "play", at="trick", laws="2017"),
    asks("defective_trick", f"{_NAMED} .tricks .leader .cards seat trick cards card unclear@cards=several .later", "play",
         same={"offender": "seat"}, shows="card", at="card", laws="2017"),
    asks("foreseen", "seat .calls outcomes?", "auction", at="calls", laws="2017"),
)  # fmt: skip


def _ahead(telling: Telling, phase: str, actor: Seat | None) -> str | None:
    """The next call on the way to the contract that was told."""
    story = telling.story
    contract = story.contract.rstrip("X")
    double = story.contract.removeprefix(contract)
    if phase != "auction":
        return None
    called = [word for word in telling.words if word != "pass"]
    if not called:
        return contract if actor is story.declarer else "pass"
    return "X" if double and len(called) == 1 else "XX" if double == "XX" and len(called) == 2 else "pass"


def _nails(telling: Telling, seat: Seat, cards: str) -> str:
    """The ruling by which a defender's shown cards are nailed, and the declarer picks between them (B-LAW-PEN-1)."""
    declarer, state = telling.story.declarer, telling.now.state
    if declarer is None or seat.position % 2 == declarer.position % 2:
        raise Refused("no_defender", field="seat", seat=seat.value)
    assert state is not None
    return f"ruled:B-LAW-PEN-1:arbiter:open={seat.value},{cards},by,{state.terms.name(declarer)}"


_BIDS: Final = tuple(bid.token for bid in BIDS)
DESK: Final = Desk(
    asked=_ASKED,
    players=(4,),  # of more some wait, and a hand that nobody plays is rare
    calls=("pass", "X", "XX", *_BIDS),
    contracts=tuple(f"{bid}{double}" for bid in _BIDS for double in ("", "X", "XX")),
    ahead=_ahead,
    nails=_nails,
    options=("laws",),
)
