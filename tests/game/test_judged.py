"""Deeds, rulings as events, and what stands over the play (kozyr.games.deeds, rulings, judged, record)."""

from collections.abc import Iterator

import msgspec
import pytest

from kozyr import notation
from kozyr.cards import Card, CardSet, Seat
from kozyr.games import AnyState, Entry, Event, IllegalEvent, Progress, Replay, game, replay
from kozyr.games.deeds import Exposed, PutAway, TalonTouched, parse as deed
from kozyr.games.judged import Judged, bare
from kozyr.games.preferans import Boards, Pulka, State
from kozyr.games.refusal import Reason
from kozyr.games.rulings import Opened, Resulted, Ruled, parse as ruling

DEAL = 'deal "N:KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA"'
SIX = f"{DEAL} 6S pass pass discard:CA,DA contract:6S whist whist"  # E plays 6S; N is the dealer, E leads
OTHERS = 'deal "N:KQ7.AKQ.QT8.Q AT.J987.J7.J8 J98.T.K9.KT97 + DA CA" pass pass pass'


def told(events: str, preset: str = "sochi", players: int = 3) -> Replay:
    """What came of a record of preferans."""
    text = f'[Game "preferans"] [Preset "{preset}"] [Players "{players}"]\n{events}'
    read = notation.parse(text)
    assert read.error is None, read.error
    assert read.record is not None
    assert notation.parse(notation.format(read.record)).record == read.record
    return replay(read.record)


def after(events: str, preset: str = "sochi", players: int = 3) -> AnyState:
    """The running deal after these events."""
    found = told(events, preset, players)
    assert found.error is None, found.error
    assert found.state is not None
    return found.state


def known(state: AnyState, viewer: Seat | None, of: Seat) -> tuple[Card, ...]:
    """The cards of a hidden hand that a viewer knows."""
    return state.view(viewer).hands[of].known


def cards(events: tuple[Event, ...]) -> list[str]:
    return [event.token for event in events]


# ------------------------------------------------------------------ tokens


DEEDS = (  # noqa: SIM905 - a list of so many words is read as a text
    "expose:E:SA,SK expose:E:SA:N,S expose:E: talon:seen talon:opened talon:taken look-at:3 look-at:discard put-away "
    "put-away:S7 put-away:D7,S7,S8 put-away:3 misdeal:no_cut misdeal:hands:11-9-10-0 misdeal:wrong_dealer:E missing:E:S7 "
    "found:S7:played remark:auction remark:cards:I%20have%20a%20club advice:E:lead:C advice:N:contract"
).split()
EFFECTS = (  # noqa: SIM905 - as above
    "redeal=same redeal=next dealer=E back=12 call=E,pass call=E,contract:6C declarer=S,6C allpass give=S7,E,N give=S7,,N "
    "talon=E,S7,DA bar=E,end,bid bar=W,once,double open=E,SA,SK open=E,SA,SK,by,N open=E,S5,minor follow=W,highest,S play=S,S4,H4 lead=N,D,forbid,kept share=NS,620,60,-100,40 spare=E demand=S,S8 take-up=E lead=N,D,forbid,first lead=N,D,demand,first,lifts,S transfer=2,E,S,since,11 "
    "dictate=N,E,end dictate=N,E,once,plain transfer=1,N,E first=2,E less=1,E less=2,N,6 more=1,E rest=E result=N1-E5-S4 "
    "result=N1-E5-S4,of,E,W entry=E,hill,5 entry=E,whists,26/3,N entry=E,hill,5,,P-3.2.21 compensate=N,E,50 score=artificial,E,40 fine=E,10 warn=E lot=1,2 play-on"
).split()


@pytest.mark.parametrize("name", ["preferans", "bridge", "deberts"])
@pytest.mark.parametrize("token", [*DEEDS, *(f"ruled:P-3.9.14,PE-5.4.14:arbiter:{word}" for word in EFFECTS)])
def test_a_token_and_json_say_the_same(name: str, token: str) -> None:
    rules = game(name)
    event = rules.parse(token)
    assert event.token == token
    assert rules.decoder.decode(msgspec.json.encode(event)) == event
    assert hash(event) == hash(rules.parse(token))


def test_every_effect_has_a_token_here() -> None:
    from kozyr.games.rulings import _BARE, _EFFECTS  # noqa: PLC0415 - only this test looks inside

    assert {word.split("=")[0] for word in EFFECTS} == {*_EFFECTS, *_BARE}


@pytest.mark.parametrize(
    "token",
    ["ruled:", "ruled:P-1:arbiter:", "ruled:nothing:arbiter:play-on", "ruled:P-3.9.14:arbiter:open=E", "talon:eaten",
     "ruled:P-3.9.14:arbiter:back=-1", "expose:X:SA", "ruled:P-3.9.14:arbiter:entry=E,hill,1.5", "look-at:0"],
)  # fmt: skip
def test_what_is_no_deed_and_no_ruling(token: str) -> None:
    assert deed(token) is None
    assert ruling(token) is None
    with pytest.raises(ValueError, match="no event"):
        game("preferans").parse(token)


# ------------------------------------------------------------------ deeds


@pytest.mark.parametrize(
    ("before", "token", "law"),
    [
        (DEAL, "S:talon:seen", "P-3.2.21"),
        (SIX, "E:look-at:discard", "P-3.9.11.2"),
        (SIX, "N:expose:N:SK", "P-3.9.15"),
        (SIX, "N:SK", "P-2.1.4"),
        (DEAL, "S:6S", "P-3.3.2"),
        (SIX, "advice:E:lead", "P-3.9.20"),
    ],
)
def test_a_deed_is_refused_with_the_rule_that_it_breaks(before: str, token: str, law: str) -> None:
    state = after(before)
    seat, _, word = token.rpartition(":") if token[1] != ":" else (token[0], "", token[2:])
    illegal = state.why_not(
        game("preferans").parse(word if token[1] == ":" else token), Seat(seat) if token[1] == ":" else None
    )
    assert illegal is not None
    assert illegal.law == law


@pytest.mark.parametrize(
    ("before", "wrong"),
    [
        (SIX, "N:expose:N:SA!"),  # it is not his card
        (SIX, "S:talon:seen!"),  # bought
        (f"{DEAL} 6S pass pass discard:CA,DA contract:6S whist whist", "E:look-at:discard!"),  # before the lead he may
        (SIX, "N:look-at:1!"),  # no trick yet
        (DEAL, "E:put-away:SA!"),
        (DEAL, "found:SA:played!"),  # E holds it
        (f"{DEAL} 6S pass pass", "E:put-away:CA,DA!"),  # two are a discard
    ],
)
def test_what_not_even_a_hand_can_do(before: str, wrong: str) -> None:
    assert told(f"{before} {wrong}").error is not None


def test_who_sees_the_talon_knows_it_and_nobody_else() -> None:
    state = after(f"{DEAL} S:talon:seen!")
    assert state.view(Seat.S).talon == (Card.DA, Card.CA)  # type: ignore[attr-defined]  # a view of preferans
    assert state.view(Seat.E).talon == state.view(None).talon == ()  # type: ignore[attr-defined]  # as above
    assert after(f"{DEAL} S:talon:opened!").view(None).talon == (Card.DA, Card.CA)  # type: ignore[attr-defined]  # as above


def test_cards_shown_to_one_are_known_to_him_alone() -> None:
    state = after(f"{SIX} N:expose:N:SK,SQ:S!")
    assert known(state, Seat.S, Seat.N) == (Card.SQ, Card.SK)
    assert known(state, Seat.E, Seat.N) == known(state, None, Seat.N) == ()
    event = Exposed(Seat.N, (Card.SK,), (Seat.S,))
    assert state.shown(event, Seat.N, Seat.E) == Exposed(Seat.N, (), (Seat.S,))
    assert state.shown(event, Seat.N, Seat.S) == event


@pytest.mark.rule("P-3.4.6")
def test_three_cards_can_be_put_away_or_none() -> None:
    state = after(f"{DEAL} 6S pass pass E:put-away:CA,DA,C8! contract:6S whist whist")
    assert state.view(Seat.E).hands[Seat.E].count == 9
    assert state.shown(PutAway((Card.CA, Card.DA, Card.C8)), Seat.E, Seat.N) == PutAway(number=3)
    none = after(f"{DEAL} 6S pass pass E:contract:6S! whist whist")
    assert none.view(Seat.E).hands[Seat.E].count == 12


@pytest.mark.rule("P-3.9.18")
def test_a_deal_with_nine_cards_in_one_hand_is_played_to_the_end() -> None:
    found = told(f"{DEAL} 6S pass pass E:put-away:CA,DA,C8! contract:6S whist whist")
    now, lengths = found.progress, list[int]()
    while now.state is not None and now.state.turn is not None:
        lengths.append(len(now.state.history))
        now = now.apply(now.state.legal()[0])
    assert max(lengths) == 9
    assert isinstance(now.match, Pulka)
    assert sum((now.match.history[-1].tricks or {}).values()) == 10


@pytest.mark.rule("P-3.2.16")
def test_a_deal_with_wrong_sizes_is_refused_unless_it_is_marked() -> None:
    wrong = "N:KQ7.AKQ.QT8.Q7 AT.J987.J7.J8 J98.T.K9.KT9 + DA CA"
    assert told(f'deal "{wrong}"').error is not None
    state = after(f"deal:{wrong.replace(' ', '_')}! misdeal:hands:11-10-9-0!")
    assert [state.view(seat).hands[seat].count for seat in (Seat.N, Seat.E, Seat.S)] == [11, 10, 9]


@pytest.mark.rule("P-3.3.18")
def test_a_call_out_of_turn_is_heard_and_the_auction_goes_on() -> None:
    state = after(f"{DEAL} S:6C!")
    assert state.actor is Seat.E
    assert "6S" in cards(state.legal())


@pytest.mark.rule("P-3.9.14.5")
def test_a_lead_out_of_turn_is_a_trick_that_stands() -> None:
    state = after(f"{SIX} N:HA! H7 HT")
    assert state.history[0].leader is Seat.N
    assert state.turn is Seat.N


def test_who_is_passed_over_plays_after() -> None:
    state = after(f"{SIX} SA N:S7!")
    assert (state.turn, len(state.trick)) == (Seat.S, 2)
    state = state.apply(game("preferans").parse("S8"))
    assert state.history[0].cards == ((Seat.E, Card.SA), (Seat.N, Card.S7), (Seat.S, Card.S8))
    assert state.turn is Seat.E
    assert after(f"{SIX} SA N:S7! S8 ST").turn is Seat.S  # clockwise again


# ------------------------------------------------------------------ duties


@pytest.mark.rule("P-3.9.14")
def test_an_open_card_is_played_at_the_first_chance_and_lies_open() -> None:
    state = after(f"{SIX} N:SK! ruled:P-3.9.14.1:E:back=8+open=N,SK")
    assert isinstance(state, Judged)
    assert known(state, Seat.S, Seat.N) == known(state, None, Seat.N) == (Card.SK,)
    state = state.apply(game("preferans").parse("ST")).apply(game("preferans").parse("S8"))
    assert cards(state.legal()) == ["SK"]
    illegal = state.why_not(game("preferans").parse("SQ"), Seat.N)
    assert illegal is not None
    assert (illegal.code, illegal.law) == (Reason.OPEN_CARD, "P-3.9.14.1")
    assert state.view(Seat.N).reasons[Card.SQ] == illegal
    assert isinstance(bare(state.apply(game("preferans").parse("SK"))), State)  # nothing is left of it


def test_an_open_card_that_may_not_be_played_waits() -> None:
    state = after(f"{SIX} N:HK! ruled:P-3.9.14.1:E:back=8+open=N,HK ST S8")
    assert cards(state.legal()) == ["S7", "SK", "SQ"]


def test_the_opponent_can_forbid_an_open_card_for_a_trick() -> None:
    state = after(f"{SIX} N:SK! ruled:P-3.9.14.1:E:back=8+open=N,SK ST S8 ruled:P-3.9.14:E:spare=N")
    assert cards(state.legal()) == ["S7", "SK", "SQ"]
    state = state.apply(game("preferans").parse("S7")).apply(game("preferans").parse("SA"))
    assert cards(state.apply(game("preferans").parse("S9")).legal()) == ["SK"]


def test_of_several_open_cards_the_opponent_chooses() -> None:
    state = after(f"{SIX} ruled:P-3.9.14:arbiter:open=N,SK,SQ,by,E ST S8")
    assert (state.turn, state.actor) == (Seat.N, Seat.E)
    assert cards(state.legal()) == cards(state.view(Seat.E).legal) == ["SK", "SQ"]
    assert state.view(Seat.N).legal == ()
    refused = state.why_not(game("preferans").parse("SK"), Seat.N)
    assert refused is not None
    assert refused.code is Reason.DICTATED
    assert len(state.apply(game("preferans").parse("SQ"), Seat.E).history) == 1


def test_a_player_takes_his_open_cards_up() -> None:
    state = after(f"{SIX} ruled:P-3.9.14:arbiter:open=N,SK ruled:P-3.9.14:arbiter:take-up=N ST S8")
    assert cards(state.legal()) == ["S7", "SK", "SQ"]
    assert known(state, Seat.E, Seat.N) == (Card.SK,)  # everybody has seen it


@pytest.mark.rule("P-3.9.14.1")
@pytest.mark.parametrize(
    ("how", "legal"), [("demand", ["SA", "ST"]), ("forbid", ["C8", "CJ", "D7", "DJ", "H7", "H8", "H9", "HJ"])]
)
def test_a_lead_is_demanded_or_forbidden_once(how: str, legal: list[str]) -> None:
    state = after(f"{SIX} ruled:P-3.9.14.1:arbiter:lead=E,S,{how},first")
    assert cards(state.legal()) == legal
    assert isinstance(bare(state.apply(state.legal()[0])), State)


def test_a_duty_that_leaves_no_card_does_not_bind() -> None:
    state = after(f"{SIX} ruled:P-3.9.14.1:arbiter:lead=E,S,forbid,end+lead=E,S,demand,end")
    assert cards(state.legal()) == ["C8", "CJ", "D7", "DJ", "H7", "H8", "H9", "HJ"]


def test_another_plays_the_cards_of_one_who_is_dictated_to() -> None:
    state = after(f"{SIX} ruled:P-3.9.20:arbiter:dictate=E,S,once")
    assert state.actor is Seat.S
    assert state.view(Seat.S).hands[Seat.E].known or state.view(Seat.S).hands[Seat.E].cards
    state = bare(state.apply(game("preferans").parse("SA"), Seat.S))
    assert isinstance(state, State)
    assert state.actor is Seat.S  # his own card now


@pytest.mark.rule("P-3.3.16.1")
def test_who_is_barred_must_pass() -> None:
    state = after(f"{DEAL} S:talon:seen! ruled:P-3.3.16.1:arbiter:bar=S,end,bid 6S")
    assert cards(state.legal()) == ["pass"]
    illegal = state.why_not(game("preferans").parse("6C"), Seat.S)
    assert illegal is not None
    assert (illegal.code, illegal.law) == (Reason.BARRED, "P-3.3.16.1")


@pytest.mark.rule("P-3.4.12")
def test_a_contract_can_be_frozen() -> None:
    before = f"{DEAL} 6S pass pass discard:CA,DA contract:6S"
    assert "correct:7C" in cards(after(before).offers(Seat.E))
    frozen = after(f"{before} ruled:P-3.4.12:arbiter:bar=E,end,correct")
    assert cards(frozen.offers(Seat.E)) == ["surrender"]


# ------------------------------------------------------------------ the cards, the auction, the end


@pytest.mark.rule("P-3.2.20")
def test_a_talon_is_drawn_anew() -> None:
    state = after(f"{DEAL} E:talon:taken! ruled:P-3.2.20:arbiter:talon=E,S7,SA+bar=E,end,bid".replace("S7", "ST"))
    assert isinstance(state.plain, State)
    assert state.plain.talon == (Card.ST, Card.SA)
    assert CardSet.of([Card.DA, Card.CA]).bits & ~state.holding(Seat.E) == 0
    hidden = state.shown(Ruled(("P-3.2.20",), "arbiter", ()), None, None)
    assert isinstance(hidden, Ruled)


@pytest.mark.rule("P-3.3.16.2")
def test_the_remaining_bidder_gets_the_talon() -> None:
    state = after(f"{DEAL} 6S pass N:6C E:talon:opened! ruled:P-3.3.16.2:arbiter:declarer=N,6C discard:CA,DA")
    assert state.actor is Seat.N
    assert cards(state.legal())[:1] == ["contract:10C"]
    assert "contract:6S" not in cards(state.legal())


def test_a_card_is_given() -> None:
    state = after(f"{SIX} E:missing:E:C8! ruled:P-3.9.18:arbiter:give=C8,,E")
    assert state.view(Seat.E).hands[Seat.E].count == 10
    assert after(f"{SIX} E:missing:E:C8!").view(Seat.E).hands[Seat.E].count == 9


def test_an_all_pass_is_begun() -> None:
    state = after(f"{DEAL} 6S ruled:P-3.3.16:arbiter:allpass")
    assert state.phase == "play"


@pytest.mark.rule("P-3.9.14.3")
def test_all_the_rest_is_given() -> None:
    found = told(f"{OTHERS} DJ D9 DT CJ CK CQ ruled:P-3.9.14.3:arbiter:rest=E")
    assert found.error is None
    (outcome,) = found.outcomes
    assert outcome.ruled is not None
    assert outcome.ruled.law == "P-3.9.14.3"
    assert outcome.tricks == {"E": 9, "S": 1, "N": 0}  # type: ignore[attr-defined]  # an outcome of preferans


# ------------------------------------------------------------------ taking back


def test_struck_cards_stay_known_and_the_record_keeps_them() -> None:
    found = told(f"{SIX} ST S8 HK! H9 ruled:P-3.9.16.1:arbiter:back=10+open=N,HK")
    assert found.error is None
    state = found.state
    assert state is not None
    assert state.trick == (Card.ST, Card.S8)
    assert known(state, Seat.S, Seat.E) == (Card.H9,)  # he has led it, and has it again
    assert known(state, Seat.E, Seat.N) == (Card.HK,)
    assert cards(state.legal()) == ["S7", "SK", "SQ"]
    assert len(found.applied) == 13


@pytest.mark.parametrize("to", [0, 12, 99])
def test_nothing_goes_back_where_the_deal_was_not(to: int) -> None:
    found = told(f"{SIX} ST S8 ruled:P-3.9.16.1:arbiter:back={to}")
    assert found.error is not None
    assert found.error.code is Reason.NO_EFFECT
    assert len(found.applied) == 10


def test_nothing_of_a_ruling_is_done_where_one_effect_does_not_fit() -> None:
    found = told(f"{SIX} ruled:P-4.2.7:arbiter:entry=E,hill,5+open=N,SA")
    assert found.error is not None
    assert isinstance(found.match, Pulka)
    assert found.match.sheet.hill == (0, 0, 0)


def test_a_ruling_comes_from_the_table() -> None:
    found = told(SIX).progress
    event = Ruled(("P-3.9.14",), "arbiter", (Opened(Seat.N, (Card.SK,)),))
    refused = found.why_not(event, Seat.E)
    assert refused is not None
    assert refused.code is Reason.TABLE_ONLY
    with pytest.raises(IllegalEvent):
        found.apply(event, Seat.E)


@pytest.mark.rule("P-3.2.17")
def test_a_deal_is_broken_off_and_passes_on() -> None:
    same = told(f"{DEAL} misdeal:face_up! ruled:P-3.2.12:arbiter:redeal=same")
    assert same.state is not None
    assert (same.state.phase, same.match.dealer) == ("deal", 0)
    passed = told(f"{DEAL} misdeal:shuffled! ruled:P-3.2.17:arbiter:entry=N,hill,5+redeal=next")
    assert isinstance(passed.match, Pulka)
    assert (passed.match.dealer, passed.match.sheet.hill) == (1, (5, 0, 0))


@pytest.mark.rule("PT-I.1")
def test_a_board_that_is_broken_off_keeps_its_dealer_and_number() -> None:
    agreed = '[Game "preferans"] [Preset "sochi+qualifying"] [Players "3"] [Option "length_mode=boards"] [Option "length_deals=3"]'
    dealers = []
    for text in (DEAL, f"{DEAL} misdeal:shuffled! ruled:P-3.2.17:arbiter:redeal=next {DEAL}"):
        read = notation.parse(f"{agreed}\n{text}")
        assert read.record is not None, read.error
        found = replay(read.record)
        assert found.error is None
        assert isinstance(found.match, Boards)
        assert found.match.number == 1
        assert found.state is not None
        dealers.append((found.match.dealer, found.state.terms.dealer))
    assert dealers[0] == dealers[1]


@pytest.mark.rule("P-3.2.14")
def test_a_deal_out_of_turn_stands_as_his_who_dealt() -> None:
    found = told(f"E:misdeal:wrong_dealer:E! ruled:P-3.2.14:arbiter:dealer=E {DEAL}")
    assert found.state is not None
    assert found.state.terms.dealer is Seat.E
    assert found.state.actor is Seat.S


# ------------------------------------------------------------------ what counts


def facts(events: str) -> Pulka:
    """The pulka after a deal of these events."""
    found = told(events)
    assert found.error is None, found.error
    assert isinstance(found.match, Pulka)
    assert found.match.history
    return found.match


CLAIM = "E:claim:N2-E6-S2 yes yes"


@pytest.mark.rule("P-3.9.18")
@pytest.mark.parametrize(("taken", "hill"), [(6, 4), (5, 6), (4, 8), (8, 4)])
def test_a_ruling_subtracts_from_what_counts_and_leaves_the_whists(taken: int, hill: int) -> None:
    others = (10 - taken) // 2
    claim = f"E:claim:N{10 - taken - others}-E{taken}-S{others} yes yes"
    pulka = facts(f"{SIX} ruled:P-3.9.18:arbiter:less=2,E,6 {claim}")
    assert pulka.sheet.hill[1] == hill
    # With the real set's consolation for each: 2 whists a trick, and the same for each trick short.
    assert sum(row[1] for row in pulka.sheet.whists) == 2 * (10 - taken) + 2 * 2 * max(0, 6 - taken)
    assert {e.law for e in pulka.sheet.entries if e.column == "hill" and e.who == 1} == {"P-3.9.18"}


@pytest.mark.rule("P-3.9.12")
def test_a_trick_that_a_whister_loses_goes_to_nobody() -> None:
    pulka = facts(f"{SIX} ruled:P-3.9.11.2:arbiter:less=1,S {CLAIM}")
    assert pulka.sheet.pool[1] == 2
    assert (pulka.sheet.whists[2][1], pulka.sheet.whists[0][1]) == (2, 4)
    assert (pulka.sheet.hill[2], pulka.sheet.hill[0]) == (2, 0)  # he is one short of his two, and the other is not


@pytest.mark.rule("P-3.9.12", "P-3.9.16.2")
def test_a_trick_lost_and_a_trick_given_count_in_any_order() -> None:
    rulings = ("ruled:P-3.9.11.2:arbiter:less=1,S", "ruled:P-3.9.16.2:arbiter:transfer=1,S,E")
    for first, second in (rulings, rulings[::-1]):
        outcome = facts(f"{SIX} {first} {second} {CLAIM}").history[-1]
        assert outcome.tricks == {"E": 7, "S": 1, "N": 2}
        assert outcome.ruled is not None
        assert outcome.ruled.counted == {"S": 0}


@pytest.mark.rule("P-3.9.16.2", "P-3.9.18")
def test_a_trick_that_was_given_is_not_lost_when_a_result_is_set() -> None:
    rulings = "ruled:P-3.9.16.2:arbiter:transfer=1,E,S ruled:P-3.9.14.4:arbiter:result=N2-E6-S2"
    outcome = facts(f"{SIX} {rulings}").history[-1]
    assert outcome.tricks == {"E": 5, "S": 3, "N": 2}
    assert outcome.ruled is not None
    assert outcome.ruled.counted == {"E": 5, "S": 3, "N": 2}


@pytest.mark.rule("P-3.9.16.2")
@pytest.mark.parametrize(
    ("whists", "tricks"),
    [("whist whist", {"E": 8, "S": 0, "N": 2}), ("pass whist open", {"E": 9, "S": 0, "N": 1})],
)
def test_who_has_no_trick_gives_none_but_a_single_whister_has_those_of_both_hands(
    whists: str, tricks: dict[str, int]
) -> None:
    six = SIX.replace("whist whist", whists)
    outcome = facts(f"{six} ruled:P-3.9.16.2:arbiter:transfer=1,S,E E:claim:N2-E8-S0 yes yes").history[-1]
    assert outcome.tricks == tricks


@pytest.mark.rule("P-3.9.16.2")
def test_a_trick_that_is_transferred_counts_for_the_other_in_everything() -> None:
    pulka = facts(f"{SIX} ruled:P-3.9.16.2:arbiter:transfer=1,E,S {CLAIM}")
    (outcome,) = pulka.history
    assert outcome.tricks == {"N": 2, "E": 5, "S": 3}
    assert outcome.ruled is not None
    assert outcome.ruled.taken == {"N": 2, "E": 6, "S": 2}
    assert pulka.sheet.hill[1] == 2
    assert pulka.sheet.whists[2][1] == 3 * 2 + 2


@pytest.mark.rule("P-3.4.6")
def test_a_six_can_go_down_by_seven() -> None:
    pulka = facts(f"{DEAL} 6S pass pass E:contract:6S! ruled:P-3.4.6:arbiter:result=E1-S5-N4+less=2,E")
    assert pulka.sheet.hill[1] == 14


@pytest.mark.rule("P-3.9.11.2")
def test_an_eleventh_trick_in_an_all_pass() -> None:
    pulka = facts(f"{OTHERS} ruled:P-3.9.11.2:arbiter:more=1,E+result=E3-S3-N4")
    assert pulka.sheet.hill == (4 - 3, 4 - 3, 0)


@pytest.mark.rule("P-3.8.5.1b")
def test_results_can_differ_by_player() -> None:
    pulka = facts(f"{SIX} ruled:P-3.8.5.1b:arbiter:result=E5-N3-S2,of,N {CLAIM}")
    assert pulka.sheet.pool[1] == 2  # E has made it
    assert pulka.sheet.whists[0][1] == 3 * 2 + 2  # and N writes as if he had not
    assert pulka.sheet.whists[2][1] == 2 * 2


@pytest.mark.rule("P-3.2.19")
def test_the_first_tricks_of_an_all_pass_are_an_offenders() -> None:
    played = "DJ D9 DT CJ CK CQ"
    pulka = facts(f"{OTHERS} ruled:P-3.2.19:arbiter:first=2,E {played} N:claim:N4-E3-S3 yes yes")
    assert (pulka.history[0].tricks or {})["E"] == 4


def test_an_exact_fraction_is_an_entry() -> None:
    found = told(f"{DEAL} correction:E:whists:26/3:P-4.2.7:N")
    assert found.error is None
    assert isinstance(found.match, Pulka)
    assert str(found.match.sheet.whists[1][0]) == "26/3"


def test_a_score_breaks_the_deal_off_once() -> None:
    found = told(f"{DEAL} ruled:PT-I.11.3:arbiter:score=artificial,N,60+score=artificial,E,40")
    assert found.error is None
    assert found.match.dealer == 1
    assert not found.outcomes


# ------------------------------------------------------------------ bridge and deberts

BRIDGE = '[Game "bridge"] [Players "4"]\ndeal "N:AK32.AK3.AK3.A32 QJ98.QJ2.QJ2.KQJ 7654.654.654.654 T.T987.T987.T987" '


def bridge(events: str) -> Replay:
    read = notation.parse(BRIDGE + events)
    assert read.error is None, read.error
    assert read.record is not None
    return replay(read.record)


@pytest.mark.rule("B-LAW-BID-2")
def test_a_call_out_of_turn_stands_when_the_next_one_calls() -> None:
    found = bridge("S:1S! pass")
    assert found.error is None
    assert found.state is not None
    assert found.state.actor is Seat.N


@pytest.mark.rule("B-LAW-REVOKE-4")
def test_tricks_are_transferred_in_bridge() -> None:
    found = bridge("3NT pass pass pass DQ ruled:B-LAW-REVOKE-4:arbiter:transfer=2,N,E D4 D7 DA N:claim:9 yes yes")
    assert found.error is None
    (outcome,) = found.outcomes
    assert outcome.tricks == 7  # type: ignore[attr-defined]  # an outcome of bridge
    assert outcome.ruled is not None
    assert outcome.ruled.taken == {"N": 9}


@pytest.mark.rule("B-LAW-BID-4")
def test_who_has_bid_too_low_may_not_double() -> None:
    found = bridge("2S 2H! ruled:B-LAW-BID-4:arbiter:back=2+bar=E,once,double")
    assert found.state is not None
    assert "X" not in cards(found.state.legal())
    assert "3H" in cards(found.state.legal())
    assert "X" in cards(bridge("2S").state.legal())  # type: ignore[union-attr]  # it goes on


@pytest.mark.rule("B-LAW-CLAIM-2")
def test_a_declarer_without_a_plan_draws_no_trumps() -> None:
    found = bridge("4S pass pass pass DQ D4 D7 DA ruled:B-LAW-CLAIM-2:arbiter:dictate=N,E,end,plain")
    state = found.state
    assert state is not None
    assert state.actor is Seat.E
    assert not [card for card in cards(state.legal()) if card.startswith("S")]


def test_a_lead_out_of_turn_in_deberts() -> None:
    text = (
        '[Game "deberts"] [Players "2"]\n'
        'deal "N:KQJT.K9../.J.Q8. A7.7.QJT/..AT.A + S8 S9 H8 HT HQ HA D7 D9 DK C7 C8 C9 CT CJ CQ CK S7" order'
    )
    read = notation.parse(text)
    assert read.record is not None
    del read


def every_state(found: Replay) -> Iterator[Progress]:
    """The progress after each entry."""
    now = Progress.start(game("preferans").start(game("preferans").agree("sochi", {"edition": 0}), 3))
    for entry in found.applied:
        now = now.step(entry).after
        yield now


def test_the_past_of_a_deal_is_its_states() -> None:
    found = told(f"{SIX} ST S8 SK")
    *_, last = every_state(found)
    assert last == found.progress
    assert last.entries == len(found.applied)
    assert [state.phase for state in last.past[:2]] == ["deal", "auction"]
    assert len(last.past) == 11


def test_a_ruling_of_results_has_a_hash() -> None:
    assert hash(Resulted({Seat.N: 1})) == hash(Resulted({Seat.N: 1}))
    assert deed("talon:seen") == TalonTouched("seen")
    assert Entry(1, None, Ruled(("P-0.7",), "arbiter", ())).seq == 1
