"""What is ruled where no record was kept: cards that nobody has told are any that fit what was told (kozyr.arbiter.told)."""

import re
from typing import Any

import msgspec
import pytest

from kozyr import notation
from kozyr.arbiter import rule
from kozyr.arbiter.incidents import AnyIncident
from kozyr.arbiter.told import Told, made, missing
from kozyr.games.refusal import Refused, refusal
from tests.arbiter.test_lawbook import CITATIONS

SIX = "6S pass pass discard contract:6S whist whist"
# The incidents that cannot do without the cards, or tell of something older than a deal.
ASKED = {"offence", "shown", "designated", "misdeal", "forgotten_entry", "appeal"}


def incident(told: dict[str, Any]) -> AnyIncident:
    found: AnyIncident = msgspec.convert(told, AnyIncident)
    return found


def effects(told: Told, about: dict[str, Any]) -> list[str]:
    """The ruling on what was told, as tokens."""
    assert missing(told, incident(about)) == ()
    record = made(told, incident(about))
    ruling = rule(record, len(record.entries), incident(about))
    return [ruling.event(n).token.split(":", 3)[3] for n in range(len(ruling.branches))]


@pytest.mark.parametrize("one", CITATIONS, ids=lambda one: f"{one['incident']['type']}-{one['laws'][0]}")
def test_a_ruling_is_the_same_without_the_cards(one: dict[str, Any]) -> None:
    """Every incident that cites a law, with its record's cards left out."""
    head, _, body = one["record"].partition("\n\n")
    events = re.sub(r';[^\n]*|(?<!\S)\d+\.|deal "[^"]*"', "", body)
    if "deal:" in events or body.count('deal "') != 1:
        return  # of a wrong deal, or of several
    tags, options = dict(re.findall(r'\[(\w+) "([^"]*)"\]', head)), re.findall(r'\[Option "([^"=]*)=([^"]*)"\]', head)
    options = [(name, value) for name, value in options if name != "edition"]  # the program's own
    told = Told(tags["Game"], tags.get("Preset", ""), int(tags["Players"]), dict(options), " ".join(events.split()))
    about, with_cards = incident(one["incident"]), notation.parse(one["record"]).record
    assert with_cards is not None
    if missing(told, about):
        assert one["incident"]["type"] in ASKED
        return
    wanted = rule(with_cards, one["at"], about)
    record = made(told, about)
    found = rule(record, min(one["at"], len(record.entries)), about)
    assert (found.proof is None) == (wanted.proof is None)
    if wanted.proof is None:  # else the command asks for the cards
        assert (found.laws, found.branches) == (wanted.laws, wanted.branches)


@pytest.mark.parametrize(
    ("events", "about", "ruled"),
    [
        # N, who played hearts to a spade, has had a spade; E, who did not follow diamonds, a diamond.
        (f"{SIX} ST S8 HK!", {"type": "revoke", "entry": 11}, ["back=10+open=N,HK"]),
        (
            f"{SIX} C8 CT CQ DT E:H7! DK C9 S7 CJ",
            {"type": "revoke", "entry": 13},
            ["back=12+transfer=1,E,S", "back=12+transfer=1,E,N"],
        ),
        (f"{SIX} tricks:2", {"type": "shown", "seat": "N", "cards": ["SK", "HA"]}, ["open=N,SK,HA"]),
        ("misdeal:hands:11-9-10-0!", {"type": "misdeal", "fault": "hands"}, ["redeal=same"]),
        ("6S S:talon:taken!", {"type": "talon", "seat": "S", "how": "taken", "drawn": ["SA", "C7"]},
         ["talon=S,SA,C7+bar=S,end,bid+first=2,S"]),
        # He adds a card of the suit led, or had none of it.
        (f"{SIX} ST S8 S7 tricks:1", {"type": "defective_trick", "seat": "N", "trick": 1, "cards": "none", "card": "SK"},
         ["give=SK,N,"]),
        (f"{SIX} ST S8 S7 tricks:1", {"type": "defective_trick", "seat": "N", "trick": 1, "cards": "none", "card": "HK"},
         ["give=HK,N,+transfer=1,N,E"]),
    ],
)  # fmt: skip
@pytest.mark.rule("P-3.9.14", "P-3.9.16", "P-3.2.16", "PT-I.11.5.A.1", "PT-I.11.5.A.2")
def test_what_was_told_decides_who_holds_what(events: str, about: dict[str, Any], ruled: list[str]) -> None:
    assert effects(Told("preferans", events=events), about) == ruled


@pytest.mark.parametrize(
    ("events", "about", "said"),
    [
        (f"{SIX} ST S8 ST", {"type": "revoke", "entry": 11}, "events: ST"),  # a card cannot be played twice
        (f"{SIX} SA SK SQ SJ SK S9", {"type": "trick_looked_at", "seat": "N", "trick": 1}, "events: SK"),
        # S has thrown a heart away within the rules: he has neither diamonds nor spades left.
        (f"{SIX} DT H8 D9 D7 S:SK!", {"type": "out_of_turn", "entry": 13}, "events: H8: a trump had to be played"),
        (f"{SIX} ST S8 SQ!", {"type": "revoke", "entry": 11}, "within the rules"),  # it follows
        ("misdeal:hands:30-9-10-0!", {"type": "misdeal", "fault": "hands"}, "not so many cards"),
        (
            "6S S:talon:taken!",
            {"type": "talon", "seat": "S", "how": "taken", "drawn": ["SA", "SA"]},
            "SA: S cannot have had it",
        ),
    ],
)
def test_what_cannot_have_happened(events: str, about: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        effects(Told("preferans", events=events), about)


@pytest.mark.parametrize(
    ("about", "code"),
    [
        ({"type": "shown", "seat": "N", "claim": True}, "cards"),
        ({"type": "shown", "seat": "N"}, "cards_lie_open"),
        ({"type": "revoke", "entry": 11, "replayable": False}, "cards"),
        ({"type": "out_of_turn", "entry": 6, "claims": {"E": {"E": 10}}}, "cards"),
        ({"type": "plan", "objectors": ["S"], "lot": "own", "other_plan": ["HJ"]}, "cards"),
        ({"type": "adjusted", "why": "no_normal_play", "guilt": {}, "entry": 9}, "cards"),
        ({"type": "misdeal", "fault": "hands", "purpose": True}, "cards_given"),
    ],
)
def test_the_cards_are_asked_where_something_is_searched_or_named_among_them(about: dict[str, Any], code: str) -> None:
    assert missing(Told("preferans", events=SIX), incident(about)) == (refusal(code, field="deal"),)
    assert missing(Told("preferans", events=SIX, deal="N:..."), incident(about)) == ()
