"""The branches of rulings that no worked example reaches: what else each law says, and when the arbiter cannot rule."""

from collections.abc import Mapping, Sequence

import pytest

from kozyr.arbiter.laws.preferans import proofs
from kozyr.cards import Seat
from kozyr.games import replay
from kozyr.games.preferans import Pulka, State
from kozyr.games.refusal import Refused
from tests.arbiter.hearing import DEAL, PASSED, SIX, called, heard, read, recorded, refused

WRONG = "deal:N:KQ7.AKQ.QT8.Q7_AT.J987.J7.J8_J98.T.K9.KT9_+_DA_CA!"  # N has eleven, S nine
MISERE = f"{DEAL} misere pass pass discard:CA,DA"
FOUR = 'deal "N:- AT.J987.J7.J8 J98.T.K9.KT97 KQ7.AKQ.QT8.Q + DA CA"'
ENDED = f"{SIX} E:claim:N2-E6-S2 yes yes"
GUSARIK = "deal:N:KQ7.AKQ.QT8.Q_AT.J987.J7.J8_J98.T.K9.KT97_+_DA_CA"
Told = Mapping[str, object]


@pytest.mark.parametrize(
    ("events", "incident", "preset", "players", "options", "effects"),
    [
        pytest.param(f"{DEAL} 6S", {"type": "misdeal", "fault": "face_up"}, "sochi", 3, (), ["play-on"],
                     marks=pytest.mark.rule("P-3.2.12", "P-3.2.13"), id="a face seen, claimed after the first call"),
        pytest.param(f"{WRONG} 6S", {"type": "misdeal", "fault": "hands"}, "sochi", 3, (), ["play-on"],
                     marks=pytest.mark.rule("P-3.2.13", "P-3.2.16"), id="unequal hands, claimed by others after the first call"),
        pytest.param(f"{WRONG} 6S S:pass", {"type": "misdeal", "fault": "hands", "holder": "S", "damage": {"S": 20}}, "sochi", 3, (),
                     ["compensate=N,S,10+compensate=E,S,10+redeal=same"],
                     marks=pytest.mark.rule("P-3.2.16", "P-3.2.23"), id="what he could have won was told"),
        pytest.param("deal:N:KQ7.AKQ.QT8.Q7_AT.J987.J7.J8A_J98.T.K9.KT_+_DA_C9!", {"type": "misdeal", "fault": "hands", "purpose": True},
                     "sochi", 3, (), ["redeal=same"], marks=pytest.mark.rule("P-3.2.16"), id="one card would not put it right"),
        pytest.param(f"{DEAL} S:talon:seen!", {"type": "talon", "seat": "S", "how": "seen"}, "club", 3, ("allpass.talon=closed",),
                     ["bar=S,end,bid"], marks=pytest.mark.rule("PC-4.1.11"), id="the club's codex has no ten tricks"),
        pytest.param(f"{DEAL} 6S pass E:talon:opened!", {"type": "talon", "seat": "E", "how": "opened"}, "sochi", 3, (),
                     ["declarer=N,6S"], marks=pytest.mark.rule("P-3.3.16.2"), id="the last bidder has not called yet"),
        pytest.param(f"{DEAL} pass misere N:talon:opened!", {"type": "talon", "seat": "N", "how": "opened"}, "sochi", 3, (),
                     ["declarer=S,misere"], marks=pytest.mark.rule("P-3.3.16.2"), id="the last bidder has called misère"),
        pytest.param(f"{SIX} SA E:look-at:discard!", {"type": "discard_looked_at"}, "sochi", 3, ("irr.discard_peek=prevent",),
                     ["warn=E"], marks=pytest.mark.rule("P-3.4.9"), id="a look that is forbidden and costs no trick"),
        pytest.param(SIX, {"type": "advice", "to": "E", "about": "contract"}, "sochi", 3, (), ["play-on"],
                     marks=pytest.mark.rule("P-3.4.12", "PE-5.5.5"), id="advice about a contract that is played"),
        pytest.param(f"{DEAL} 6S pass pass", {"type": "advice", "to": "E", "about": "discard"}, "sochi", 3, (), ["play-on"],
                     marks=pytest.mark.rule("P-3.9.20"), id="the nearest opponent wants no other discard"),
        pytest.param(f"{SIX} HJ HT HA advice:N:lead!",
                     {"type": "advice", "to": "N", "about": "lead"}, "sochi", 3, (),
                     ["play-on", *(f"lead=N,{suit},demand,first" for suit in "CDHS")],
                     marks=pytest.mark.rule("P-3.9.20"), id="a whister is advised: the declarer dictates"),
        pytest.param(ENDED, {"type": "wrong_count", "seats": ["E"]}, "sochi", 3, (), ["play-on"],
                     marks=pytest.mark.rule("P-3.9.18"), id="a wrong number after the end of play"),
        pytest.param(f"{DEAL} correction:E:hill:-5:P-4.2.4 ruled:P-4.2.7:arbiter:entry=E,hill,5+warn=E correction:E:hill:-5:P-4.2.4",
                     {"type": "sheet_error", "entry": 4}, "sochi", 3, (), ["entry=E,hill,5"],
                     marks=pytest.mark.rule("P-4.2.7"), id="an entry that hurt its writer has no mirror"),
        pytest.param(f"{DEAL} correction:E:hill:5:P-4.2.4 ruled:P-4.2.7:arbiter:entry=E,hill,-5+warn=E correction:E:hill:5:P-4.2.4",
                     {"type": "sheet_error", "entry": 4}, "sochi", 3, (), ["entry=E,hill,-5"],
                     marks=pytest.mark.rule("P-4.2.7"), id="nor has one on his own hill"),
    ],
)  # fmt: skip
def test_what_else_a_law_of_preferans_says(
    events: str, incident: Told, preset: str, players: int, options: Sequence[str], effects: list[str]
) -> None:
    found = heard(events, incident, preset, players, options)
    assert found.effects == effects
    for choice in range(len(found.effects)):
        found.after(choice)


@pytest.mark.rule("P-3.9.16.2")
@pytest.mark.parametrize(
    ("events", "entry", "choosers", "effects"),
    [
        # E at misère does not follow clubs, and it is seen when the next trick is led: one trick more is his.
        (f"{MISERE} HJ HT HK CQ D7! CK DK", 10, ["arbiter"], ["back=9+more=1,E"]),
        # A defender does: the trick that he loses by it is one of the declarer's.
        (f"{MISERE} HJ DK! HK CQ", 7, ["E"], ["back=6+transfer=1,E,S"]),
        # A whister of six spades: a trick goes to the declarer.
        (f"{SIX} HJ DK! HK CQ", 10, ["E"], ["back=9+transfer=1,S,E"]),
    ],
)
def test_to_whom_the_trick_of_a_revoke_goes(events: str, entry: int, choosers: list[str], effects: list[str]) -> None:
    found = heard(events, {"type": "revoke", "entry": entry})
    assert (found.choosers, found.effects) == (choosers, effects)
    found.after()


@pytest.mark.rule("P-3.9.16.2", "P-3.8.8")
def test_a_dealer_who_whists_without_cards_has_the_trick_of_a_revoke() -> None:
    """N deals to three others, who pass, and whists with the cards of S and W; E, the declarer, does not follow."""
    events = f"{FOUR} 6S pass pass discard:CA,DA contract:6S pass pass peek:W whist C8 CT CQ DT E:H7! DK C9 S7 CJ"
    found = called(recorded(events, players=4), {"type": "revoke", "entry": 15})
    assert (found.choosers, found.effects) == (["N"], ["back=14+transfer=1,E,S"])
    found.after()


SMALL = 'deal "N:98.JT.AKJ.AKJ AKQJT.AKQ.Q.Q 7.987.T98.T98 + D7 C7" 6S pass pass discard:D7,C7 contract:6S'
SPADES = 'deal "N:.987.987.T987 AKQJT987.A.A. .KQT.KQT.AKQJ + HJ DJ" pass pass pass'


@pytest.mark.rule("P-3.9.16.2")
@pytest.mark.parametrize(
    ("events", "effects", "tricks"),
    [
        # S revokes and has no trick at the end: N, who whists too, gives none for him.
        (f"{SMALL} whist whist HA S:D8! HJ HK H8 HT HQ H9", ["back=9+result=N2-E8-S0+transfer=1,S,E"], {"E": 8, "S": 0, "N": 2}),
        # N whists alone and plays both hands: what either has taken is his.
        (f"{SMALL} pass whist open HA N:D8! HJ HK H8 HT HQ H9", ["back=10+result=N2-E8-S0+transfer=1,S,E"], {"E": 9, "S": 0, "N": 1}),
        # E has all ten of an all-pass in any case: there is none to give him.
        (
            f"{SPADES} E:S7! HT H9 DA DT D9 S8 CA C7",
            ["back=4+result=N0-E10-S0+transfer=1,S,E", "back=4+result=N0-E10-S0+transfer=1,N,E"],
            {"E": 10, "S": 0, "N": 0},
        ),
    ],
)  # fmt: skip
def test_who_has_no_trick_gives_no_fine_trick(events: str, effects: list[str], tricks: dict[str, int]) -> None:
    entry = next(one.seq for one in recorded(events).entries if one.forced)
    found = heard(events, {"type": "revoke", "entry": entry, "replayable": False})
    assert found.effects == effects
    for choice in range(len(effects)):
        assert found.facts(choice).tricks == tricks


@pytest.mark.rule("P-3.9.16.2")
def test_in_an_all_pass_that_cannot_be_replayed_nobody_innocent_loses_by_the_result() -> None:
    """Scored by whists: play against E gives N two tricks more than he had to take, and E makes good what they cost him."""
    deal = 'deal "N:A.KJ.AT8.A987 J87.AQ7.J.KQT KQT9.98.KQ7.J + D9 HT" pass pass pass'
    cards = "HQ H8 HJ CQ CJ C7 CK ST C9 S8 SK SA D8 DJ DK D7 DA H7 HK S7! H9 CA CT S9 C8"
    found = heard(f"{deal} {cards}", {"type": "revoke", "entry": 24, "replayable": False}, "rostov")
    result = "back=23+result=N4-E5-S1"
    assert found.effects == [
        f"{result}+transfer=1,S,E+compensate=N,E,190/3",
        f"{result}+transfer=1,N,E+compensate=N,E,55",
    ]
    # With best play against N, each wrote what these tricks are worth: he has no less of it in either branch.
    passed = f"{deal} {cards.partition(' S7!')[0]}"
    before = replay(recorded(passed, "rostov")).state
    assert before is not None
    assert isinstance(before.plain, State)
    tricks, _ = proofs.sure(before.plain, Seat.N)
    told = "-".join(f"{seat.value}{n}" for seat, n in tricks.items())
    sure = replay(recorded(f"{passed} ruled:P-3.9.16.2:arbiter:result={told}", "rostov")).match
    assert isinstance(sure, Pulka)
    for choice in range(2):
        assert found.pulka(choice).results["N"] == sure.results["N"]


@pytest.mark.rule("P-3.9.16.2")
def test_the_fine_trick_goes_to_whoever_whists_and_comes_from_whoever_has_one() -> None:
    # N alone whists: no trick is offered to S, who has passed.
    alone = heard(f"{SMALL} pass whist open HA H8 HT DQ D8 DA CA HK! C8 CK CQ C9", {"type": "revoke", "entry": 17})
    assert (alone.choosers, alone.effects) == (["N"], ["back=16+transfer=1,E,N"])
    # In this all-pass S has no trick that he could give to N; E, who gives his only one, has a bonus for it that S pays for.
    spades = 'deal "N:AKQJT98.A.A.7 7.KQT.KQT.AKQ .987.987.JT98 + HJ DJ" pass pass pass'
    found = heard(f"{spades} HT H9 N:S8! DT D9 DA CA C8 C7", {"type": "revoke", "entry": 7, "replayable": False})
    assert (found.choosers, found.effects) == (["E"], ["back=6+result=N9-E1-S0+transfer=1,E,N+compensate=S,N,10/3"])


@pytest.mark.rule("P-3.9.16.2")
def test_at_misere_the_fine_trick_of_a_play_that_stands_is_one_more() -> None:
    events = f"{MISERE} HJ HT HK CQ E:D7! CK DK D8 DJ C9"
    entry = next(one.seq for one in recorded(events).entries if one.forced)
    found = heard(events, {"type": "revoke", "entry": entry, "replayable": False})
    (effects,) = found.effects
    assert effects.endswith("+more=1,E")
    facts = found.facts()
    assert facts.tricks is not None
    assert facts.ruled is not None
    assert sum(facts.tricks.values()) == 10  # what fell, and the eleventh for him alone
    assert facts.ruled.counted["E"] == facts.tricks["E"] + 1


@pytest.mark.rule("P-3.9.14.4")
def test_cards_shown_at_misere_claim_no_trick() -> None:
    found = heard(f"{MISERE} HJ HT HK", {"type": "shown", "seat": "E", "claim": True})
    assert found.effects[0] == "result=N1-E0-S9"
    assert found.facts(0).tricks == {"E": 0, "S": 9, "N": 1}


@pytest.mark.parametrize(
    ("events", "incident", "said", "players"),
    [
        ("misdeal:direction!", {"type": "misdeal", "fault": "hands"}, "the cards are not dealt yet", 3),
        ("", {"type": "talon", "seat": "S", "how": "seen"}, "the cards are not dealt yet", 3),
        (GUSARIK, {"type": "talon", "seat": "E", "how": "seen"}, "takes no part", 2),
        (GUSARIK, {"type": "remark", "seat": "E", "about": "cards"}, "does not sit at the table", 2),
        (DEAL, {"type": "wrong_discard"}, "no contract of tricks", 3),
        (DEAL, {"type": "wrong_count", "seats": ["E"]}, "no card is played now", 3),
        (SIX, {"type": "wrong_count", "seats": []}, "whose number", 3),
        (f"{MISERE} HJ", {"type": "wrong_count", "seats": ["N"], "entry": 5}, "entry 5 is no card", 3),
        (PASSED, {"type": "discard_looked_at"}, "nobody has put cards away", 3),
        (f"{FOUR} 6S pass pass", {"type": "advice", "to": "N", "about": "lead"}, "has no cards", 4),
        (SIX, {"type": "advice", "to": "N", "about": "contract"}, "is not the declarer", 3),
        (SIX, {"type": "advice", "to": "N", "about": "lead"}, "is not on lead", 3),
        (f"{FOUR} pass pass pass D7 D9 D8", {"type": "trick_looked_at", "seat": "N", "trick": 1}, "does not play", 4),
        (DEAL, {"type": "sheet_error", "entry": 9}, "none of the record", 3),
        (ENDED, {"type": "revoke", "entry": 3}, "is no card", 3),
        (SIX, {"type": "slip", "entry": 2, "wants": "6H"}, "names no contract", 3),
    ],
)  # fmt: skip
def test_when_the_arbiter_of_preferans_cannot_rule(events: str, incident: Told, said: str, players: int) -> None:
    preset = "gusarik" if players == 2 else "sochi"
    refused(events, incident, said, preset, players)


PLAN: Told = {"type": "plan", "objectors": ["S"], "other": {"E": 1, "S": 5, "W": 4}, "lot": "own"}
PLANNED = 'deal "N:- KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA" misere pass pass discard:DA,CA'


@pytest.mark.rule("P-3.8.5.1b")
@pytest.mark.parametrize(
    ("events", "more", "said"),
    [
        (f"{PLANNED} HA HJ", {}, "called before the play"),
        (PLANNED, {"other": {"E": 1, "S": 5}}, "ten tricks"),
        (PLANNED, {"objectors": ["E"]}, "is no defender"),
        (PLANNED, {"objectors": []}, "who objects"),
    ],
)
def test_a_plan_is_disputed_before_the_play_by_those_whom_it_concerns(events: str, more: Told, said: str) -> None:
    with pytest.raises(Refused, match=said):
        heard(events, {**PLAN, **more}, players=4, options=("whist.plan_dispute=arbiter",))


@pytest.mark.rule("P-3.4.6", "P-3.3.16.3", "P-3.9.14.3")
def test_a_proof_that_does_not_end_is_no_ruling(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> None:
        raise TimeoutError("the search did not finish in time")

    for name in ("best_discard", "foregone", "damage"):
        monkeypatch.setattr(proofs, name, late)
    refused(
        f"{DEAL} 6S pass pass E:contract:6S!", {"type": "wrong_discard"}, "proven: the search did not finish in time"
    )
    opened = f"{FOUR} 6S 6C 6D E:talon:opened!"
    refused(
        opened, {"type": "talon", "seat": "E", "how": "opened"}, r"the search did not finish.*\(P-3.3.16.3\)", players=4
    )
    card = {"type": "out_of_turn", "entry": 6, "claims": {"E": {"E": 5, "N": 5}}}
    refused(f"{PASSED} DJ N:DT!", card, "claims: the search", "rostov")


@pytest.mark.rule("P-3.9.14.3")
def test_who_claims_damage_must_have_been_hurt() -> None:
    events = f"{PASSED} DJ N:DT!"
    for claims, said in (({"N": {"N": 10}}, "can have been hurt"), ({"E": {"N": 5}}, "the tricks sum to 5")):
        refused(events, {"type": "out_of_turn", "entry": 6, "claims": claims}, said, "rostov")


# ------------------------------------------------------------------ bridge

BRIDGE = '[Game "bridge"] [Players "4"]'
DEALT = 'deal "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987"'
GAME = f"{DEALT} 3NT pass pass pass"  # N plays, E leads


@pytest.mark.rule("B-LAW-INFO-1", "B-LAW-BID-2", "B-LAW-BID-7")
def test_what_else_a_law_of_bridge_says() -> None:
    own = called(read(BRIDGE, f"{GAME} DQ"), {"type": "remark", "seat": "S", "about": "cards"})
    assert own.effects == ["play-on"]
    assert own.ruling.reason.code == "info.declarer"
    over = called(read(BRIDGE, f"{DEALT} 1D pass"), {"type": "slip", "entry": 2, "wants": "1H", "paused": True})
    assert over.effects == ["play-on"]
    assert over.cites("B-LAW-BID-2", "B-LAW-BID-7")
    assert over.ruling.late


@pytest.mark.parametrize(
    ("events", "incident", "said"),
    [
        ("", {"type": "remark", "seat": "N", "about": "cards"}, "the cards are not dealt yet"),
        (DEALT, {"type": "dummy_spoke"}, "no card is played now"),
        (f"{GAME} DQ", {"type": "remark", "seat": "E", "about": "cards"}, "which card was played because of it"),
        (f"{GAME} DQ", {"type": "call_out_of_turn", "entry": 6}, "is no call"),
        (DEALT + " 1D", {"type": "call_out_of_turn", "entry": 2}, "it was the turn of N"),
        (DEALT + " pass", {"type": "slip", "entry": 2, "wants": "1H"}, "names no suit"),
        (GAME, {"type": "shown", "seat": "E", "cards": ["SA"]}, "does not hold SA"),
        (f"{GAME} E:expose:E:SQ! ruled:B-LAW-PEN-1:arbiter:open=E,SQ,by,N", {"type": "penalty_lead", "seat": "E"}, "is not on lead"),
        (f"{GAME} DQ", {"type": "out_of_turn", "entry": 6}, "it was the turn of E"),
        (f"{GAME} DQ", {"type": "revoke", "entry": 6}, "was no revoke"),
    ],
)  # fmt: skip
def test_when_the_arbiter_of_bridge_cannot_rule(events: str, incident: Told, said: str) -> None:
    with pytest.raises(Refused, match=said):
        called(read(BRIDGE, events), incident)


# ------------------------------------------------------------------ at an event, and deberts

PLAYED = f"{FOUR} 6S pass pass discard:CA,DA contract:6S whist whist SA S8 S7"
DEFECTIVE: Told = {"type": "defective_trick", "seat": "E", "trick": 1, "cards": "none", "card": "ST"}


@pytest.mark.parametrize(
    ("incident", "said"),
    [
        ({"type": "adjusted", "why": "no_compensation", "guilt": {}, "possible": {"E": []}}, "no result of E"),
        ({**DEFECTIVE, "trick": 9}, "have been taken"),
        ({**DEFECTIVE, "cards": "several"}, "somebody holds it"),
        ({**DEFECTIVE, "card": "SK"}, "does not hold SK"),
        ({"type": "appeal", "after": 99}, "comes after the moment"),
    ],
)
def test_when_nothing_can_be_ruled_at_an_event(incident: Told, said: str) -> None:
    refused(PLAYED, incident, said, players=4)


DEBERTS = '[Game "deberts"] [Players "2"]'


@pytest.mark.parametrize(
    ("events", "incident", "said"),
    [
        ("", {"type": "misdeal", "fault": "no_cut"}, "no law of deberts"),
        ("", {"type": "misdeal", "fault": "thin_cut"}, "how many cards"),
    ],
)
def test_when_the_arbiter_of_deberts_cannot_rule(events: str, incident: Told, said: str) -> None:
    with pytest.raises(Refused, match=said):
        called(read(DEBERTS, events), incident)
