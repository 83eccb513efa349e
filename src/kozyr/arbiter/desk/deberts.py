"""The desk's questions about deberts, and its words about combinations."""

from __future__ import annotations

from typing import Final

from kozyr.arbiter.desk.part import Desk
from kozyr.arbiter.desk.questions import AT_EVENTS, Asked, asks
from kozyr.arbiter.desk.story import DeadEnd, Telling
from kozyr.cards import Seat
from kozyr.deals import Layout
from kozyr.games.deberts import State

_NAMED: Final = ".contract .declarer"
_ASKED: Final[tuple[Asked, ...]] = (
    asks("offence", f".said {_NAMED} .claim@said=height .better@said=height .tricks@said=card .leader@said=card "
           ".cards@said=card .offender?@said=card|nine", "play", breaks=True, at="offender"),
    asks("misdeal", "cut", fixed={"fault": "thin_cut"}),
    *AT_EVENTS,
)  # fmt: skip


def _ahead(telling: Telling, phase: str, actor: Seat | None) -> str | None:
    """The next call on the way to the contract that was told."""
    story = telling.story
    if phase != "auction":
        return None
    words = {event.token for event in telling.legal()}
    if actor is not story.declarer:
        return "pass"
    turned = Layout.parse(telling.dealt).rest[0].suit.value
    order = "order" if turned == story.contract else f"order:{story.contract}"
    if order in words:
        return order
    if turned == story.contract or len(telling.words) > 2:
        raise DeadEnd
    return "pass"


def _speak(telling: Telling) -> None:
    """Tell the question about combinations: the dealer asks about the eldest's claim, the eldest about the nine."""
    story, state = telling.story, telling.now.state
    if state is None or state.actor is None:
        raise DeadEnd
    words = {event.token for event in telling.legal()}
    if story.said == "nine":
        if story.offender is state.terms.dealer:  # in answer to the eldest's terz
            if "terz" not in words:
                raise DeadEnd
            telling.do(telling.read("terz", "said"))
            telling.any_card()
            words = {event.token for event in telling.legal()}
        if "nine" not in words:
            raise DeadEnd
        telling.do(telling.read("nine", "said"))
        telling.entry = 1 + len(telling.words)
        if "passes" in {event.token for event in telling.legal()}:
            telling.do(telling.read("passes", "said"))
        return
    if story.claim not in words:
        raise DeadEnd
    telling.do(telling.read(story.claim, "claim"))
    telling.any_card()
    now = None if telling.now.state is None else telling.now.state.plain
    course = now.course if isinstance(now, State) else None
    if course is None or course.talk.right_word(course.tricks.hand) != ("show" if story.better else "passes"):
        raise DeadEnd
    telling.do(telling.read("height", "said"))
    telling.entry = 1 + len(telling.words)


_SUITS: Final = ("S", "H", "D", "C")
DESK: Final = Desk(
    asked=_ASKED,
    options=("min_cut",),
    players=(2,),
    calls=("pass", "order", *(f"order:{suit}" for suit in _SUITS)),
    contracts=_SUITS,
    ahead=_ahead,
    speak=_speak,
)
