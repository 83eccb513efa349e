"""The desk's questions about preferans, and its way to make an auction."""

from __future__ import annotations

from typing import Final

from kozyr.arbiter.desk.part import Desk
from kozyr.arbiter.desk.questions import AT_EVENTS, Asked, asks
from kozyr.arbiter.desk.story import DeadEnd, Telling
from kozyr.cards import Seat
from kozyr.games.preferans import Contract
from kozyr.games.preferans.words import BIDS

_DEFENCE: Final = ".contract .declarer@contract=!allpass .whisters@contract=!allpass|!misere"
_NAMED: Final = ".contract .declarer"
_TRICK: Final = ".tricks .leader .cards .offender"
_MISSING: Final = "seat card found"
_DEFECTIVE: Final = "trick seat cards card"

_ASKED: Final[tuple[Asked, ...]] = (
    asks(
        "misdeal",
        "fault dealer@fault=wrong_dealer dealers?@fault=face_up cut@fault=thin_cut slot@fault=talon_place .sizes@fault=hands "
        "holder?@fault=hands finished?@fault=!pack_short|!hands lifted?@fault=wrong_dealer|no_cut .begun purpose?@fault=hands&begun=no "
        "clash?@purpose=yes drawn?@purpose=yes",
        cards="deal",
    ),
    asks("talon", "seat how .calls drawn@how=taken deliberate?", "auction", shows="drawn", at="calls"),
    asks("call_out_of_turn", ".calls .offender", "auction", at="offender"),
    asks("illegal_contract", ".declarer .bid .contract refuses", "contract", breaks=True, at="contract"),
    asks("insufficient", ".calls", "auction", at="calls"),
    asks("slip", f"{_NAMED} wants paused obvious?@paused=yes", "whist", at="wants"),
    asks("wrong_discard", f"{_NAMED} proven?", "discard", breaks=True, cards="deal", at="contract"),
    asks("discard_looked_at", _DEFENCE, "play", led=True, at="contract"),
    asks(
        "out_of_turn", f"{_DEFENCE} .tricks .leader .cards? .offender .card .later", "play", cards="deal", at="offender",
    ),
    asks("shown", f"{_DEFENCE} .tricks seat claim cards?@claim=no plan?@claim=yes order?@claim=yes", "play",
           shows="cards", cards="now", at="seat"),
    asks(
        "revoke", f"{_DEFENCE} {_TRICK} .had? .later .over@later=+ .scored@over=yes replayable?@later=+ noticed_by?", "play",
        breaks=True, cards="deal", at="offender",
    ),
    asks("open_card", f"{_DEFENCE} .tricks .leader .cards? seat .nailed", "play", same={"offender": "seat"}, at="seat"),
    asks("trick_looked_at", f"{_DEFENCE} .tricks .leader seat trick agreed", "play", at="trick"),
    asks("wrong_count", f"{_DEFENCE} .tricks seats proven? short?", "play", cards="deal", at="seats"),
    asks("advice", f"to about {_DEFENCE} .tricks@about=lead|play dictated?@about=discard", "play",
           same={"leader": "to"}, by_about={"contract": "whist", "discard": "discard"}, cards="now", at="about"),
    asks("remark", "seat about", "dealt"),
    asks("plan", f"{_DEFENCE} objectors other lot", "play", at="other"),
    asks("sheet_error", ".written right? pencil_down .passed", "dealt", at="written"),
    asks("forgotten_entry", "player column points on@column=whists .passed refused@passed=yes", "dealt", fixed={"after": 1}, at="points"),
    asks("card_missing", f"{_MISSING} .closed .contract@closed=yes .declarer@closed=yes&contract=!allpass "
           ".whisters@closed=yes&contract=!allpass|!misere .played@closed=yes", "play", bare="dealt",
           same={"offender": "seat", "missing": "card"}, at="card"),
    asks("defective_trick", f"{_DEFENCE} .tricks {_DEFECTIVE} .suit@cards=none", "play", shows="card",
           same={"offender": "seat", "nth": "trick"}, values={"cards": ("none", "several")}, at="trick"),
    *AT_EVENTS,
)  # fmt: skip
_SIZES: Final = {str(contract): contract.step for contract in Contract if contract.size}


def _ahead(telling: Telling, phase: str, actor: Seat | None) -> str | None:
    """The next call, discard or word on the way to the contract that was told."""
    story = telling.story
    if phase == "auction":
        return _bid(telling, story.bid or story.contract, actor)
    if phase == "discard":
        if story.bid and story.bid not in telling.words:
            raise DeadEnd  # no bid of another player has driven the declarer so high
        return telling.put_away()
    if phase == "contract":
        return f"contract:{story.contract}"
    if phase == "whist":
        words = {event.token for event in telling.legal()}
        wanted = ("whist", "open") if actor in story.whisters else ("pass", "open")
        return next((one for one in wanted if one in words), None)
    return None


def _bid(telling: Telling, wanted: str, actor: Seat | None) -> str:
    """The next call on the way to the declarer's bid. Another player bids too if the declarer had to climb."""
    story, words = telling.story, [event.token for event in telling.legal()]
    if actor is not story.declarer:
        bids = [one for one in words if one in _SIZES and _SIZES[one] < _SIZES.get(wanted, 0)]
        if not story.bid or wanted in telling.words or not bids:
            return "pass"
        return telling.chance.choice(("pass", min(bids, key=_SIZES.__getitem__)))
    if wanted in words:
        return wanted
    bids = [one for one in words if one in _SIZES and _SIZES[one] < _SIZES.get(wanted, 0)]
    if not bids:
        raise DeadEnd
    return min(bids, key=_SIZES.__getitem__)


def _nails(telling: Telling, seat: Seat, cards: str) -> str:
    """The ruling by which shown cards lie open (P-3.9.15)."""
    del telling
    return f"ruled:P-3.9.15:arbiter:open={seat.value},{cards}"


_BIDS: Final = tuple(map(str, BIDS))
DESK: Final = Desk(
    asked=_ASKED,
    # The options that a law reads.
    options=(
        "laws", "irr.redeal_window", "irr.dealer_fine", "irr.talon_peek_fine", "irr.out_of_turn_call", "irr.illegal_contract",
        "irr.discard_peek", "irr.open_card_grounds", "irr.wrong_count_whister", "irr.record_error", "irr.late_correction",
        "contract.change", "allpass.talon", "unit", "deal.min_cut", "deal.talon_slot", "whist.plan_dispute",
        "whist.responsibility", "pool.target",
    ),
    players=(3, 4),  # of five some wait
    calls=("pass", *_BIDS, "misere"),
    contracts=(*_BIDS, str(Contract.MISERE), str(Contract.ALLPASS)),
    ahead=_ahead,
    nails=_nails,
)  # fmt: skip
