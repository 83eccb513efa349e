"""Every law of `kozyr rule --list` is reached from the desk's questions, and the desk says what the command says."""

import json
import random
from typing import Any

import msgspec
import pytest

from kozyr.arbiter.desk import Case, Heard, desks, hear
from kozyr.arbiter.desk.book import book
from kozyr.arbiter.desk.story import Story
from kozyr.cli import main
from kozyr.games.refusal import Refused
from kozyr.words import LANGUAGES
from tests.arbiter.test_desk import CASES, GAME, SIX

CLUB = {"preset": "club"}
FOUR = {"players": 4}
TWO = "N:- T987.T98.T98. AK.7.7.AKQJT9 QJ.AKQJ.KQJ.7 + DA C8"  # two bid against each other
# What the first cases do not reach: the law, the game, the incident, the story, and what was agreed.
MORE: list[tuple[str, str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ("P-3.2.12", "preferans", {"type": "misdeal", "fault": "face_up"}, {}, {}),
    ("P-3.2.9", "preferans", {"type": "misdeal", "fault": "direction"}, {}, CLUB),
    ("P-3.2.17", "preferans", {"type": "misdeal", "fault": "direction"}, {}, {}),
    (
        "PC-4.1.9",
        "preferans",
        {"type": "misdeal", "fault": "wrong_dealer", "dealer": "E", "finished": True, "lifted": True},
        {},
        CLUB,
    ),
    ("P-3.2.6", "preferans", {"type": "misdeal", "fault": "thin_cut", "cut": 4}, {}, {}),
    ("PC-4.1.5", "preferans", {"type": "misdeal", "fault": "thin_cut", "cut": 4}, {}, CLUB),
    ("P-3.2.8", "preferans", {"type": "misdeal", "fault": "talon_place", "slot": 4}, {}, {}),
    ("PC-4.1.6", "preferans", {"type": "misdeal", "fault": "talon_place", "slot": 4}, {}, CLUB),
    ("P-3.3.14", "preferans", {"type": "talon", "seat": "E", "how": "opened"}, {"calls": ["pass", "pass", "6S"]}, {}),
    ("PC-4.2.9", "preferans", {"type": "talon", "seat": "E", "how": "opened"}, {"calls": ["pass", "pass", "6S"]}, CLUB),
    ("P-3.3.15", "preferans", {"type": "talon", "seat": "N", "how": "opened"}, {"calls": ["pass", "pass"]}, {}),
    ("PC-4.2.10", "preferans", {"type": "talon", "seat": "N", "how": "opened"}, {"calls": ["pass", "pass"]}, CLUB),
    ("PC-4.3.4", "preferans", {"type": "slip", "wants": "6H"}, {"declarer": "S", "contract": "6S"}, CLUB),
    (
        "P-3.9.8",
        "preferans",
        {"type": "trick_looked_at", "seat": "E", "trick": 1},
        {**SIX, "tricks": 1, "leader": "E"},
        {},
    ),
    ("P-3.9.19", "preferans", {"type": "remark", "seat": "N", "about": "void"}, {}, {}),
    ("B-LAW-DEAL-1", "bridge", {"type": "misdeal", "fault": "direction", "finished": False}, {}, {}),
    ("PC-4.1.11", "preferans", {"type": "talon", "seat": "S", "how": "seen"}, {"calls": ["6S"]}, CLUB),
    (
        "PC-4.1.12",
        "preferans",
        {"type": "talon", "seat": "S", "how": "taken", "drawn": ["SA", "D7"]},
        {"calls": ["6S"]},
        CLUB,
    ),
    ("P-3.2.21", "preferans", {"type": "talon", "seat": "N", "how": "seen", "deliberate": True}, {}, FOUR),
    ("PC-4.1.13", "preferans", {"type": "talon", "seat": "N", "how": "seen", "deliberate": True}, {}, {**FOUR, **CLUB}),
    ("P-3.3.16.2", "preferans", {"type": "talon", "seat": "E", "how": "opened"}, {"calls": ["6S", "pass"]}, {}),
    (
        "P-3.3.16.3",
        "preferans",
        {"type": "talon", "seat": "E", "how": "opened"},
        {"calls": ["6S", "6C", "6D"]},
        {**FOUR, "deal": TWO},
    ),
    ("PC-4.2.12", "preferans", {"type": "call_out_of_turn"}, {"calls": ["6D"], "offender": "S"}, CLUB),
    (
        "PC-4.3.3",
        "preferans",
        {"type": "illegal_contract", "refuses": True},
        {"declarer": "S", "bid": "6D", "contract": "6C"},
        CLUB,
    ),
    ("P-3.9.20", "preferans", {"type": "advice", "to": "E", "about": "lead"}, {**SIX}, {}),
    (
        "P-3.9.14.2",
        "preferans",
        {"type": "out_of_turn"},
        {**SIX, "tricks": 1, "leader": "N", "offender": "E", "card": "D7"},
        {},
    ),
    (
        "P-3.9.14.3",
        "preferans",
        {"type": "out_of_turn"},
        {"contract": "allpass", "leader": "E", "cards": ["DJ"], "offender": "N", "card": "DT"},
        CLUB,
    ),
    (
        "P-3.9.21",
        "preferans",
        {"type": "out_of_turn"},
        {**SIX, "tricks": 9, "leader": "N", "offender": "E", "card": "HJ"},
        {},
    ),
    (
        "P-3.9.16.2",
        "preferans",
        {"type": "revoke"},
        {**SIX, "leader": "E", "cards": ["ST", "S8", "HK"], "offender": "N", "later": 1},
        {},
    ),
    (
        "PC-4.7.17",
        "preferans",
        {"type": "revoke"},
        {**SIX, "leader": "E", "cards": ["ST", "S8", "HK"], "offender": "N"},
        CLUB,
    ),
    (
        "PC-4.7.18",
        "preferans",
        {"type": "revoke"},
        {**SIX, "leader": "E", "cards": ["ST", "S8", "HK"], "offender": "N", "later": 2, "over": True, "scored": True},
        CLUB,
    ),
    (
        "P-3.9.14.4",
        "preferans",
        {"type": "shown", "seat": "E", "claim": True},
        {**SIX, "tricks": 7, "hands": {"E": ["SA", "SK", "HA"], "S": ["HK", "DK", "C9"], "N": ["HQ", "DQ", "CT"]}},
        {},
    ),
    ("PC-4.7.16", "preferans", {"type": "shown", "seat": "S", "cards": ["SK"]}, {**SIX, "tricks": 3}, CLUB),
    (
        "P-3.9.11.1",
        "preferans",
        {"type": "trick_looked_at", "seat": "S", "trick": 1, "agreed": True},
        {**SIX, "tricks": 2, "leader": "E"},
        {},
    ),
    (
        "PC-4.7.12",
        "preferans",
        {"type": "trick_looked_at", "seat": "S", "trick": 1},
        {**SIX, "tricks": 2, "leader": "E"},
        CLUB,
    ),
    ("PC-4.7.19", "preferans", {"type": "wrong_count", "seats": ["S"], "short": 3}, {**SIX, "tricks": 2}, CLUB),
    ("PE-5.4.11b", "preferans", {"type": "remark", "seat": "N", "about": "memory"}, {}, {}),
    (
        "P-4.2.8",
        "preferans",
        {"type": "sheet_error", "pencil_down": False},
        {"written": {"player": "E", "column": "whists", "points": 8, "on": "N"}},
        {},
    ),
    (
        "PC-4.8.4",
        "preferans",
        {"type": "sheet_error"},
        {"written": {"player": "E", "column": "whists", "points": 8, "on": "N"}},
        CLUB,
    ),
    (
        "P-3.8.5.1b",
        "preferans",
        {"type": "plan", "objectors": ["S", "N"], "other": {"E": 1, "S": 5, "W": 4}, "lot": "other"},
        {"declarer": "E", "contract": "misere"},
        {**FOUR, "options": {"whist.plan_dispute": "arbiter"}},
    ),
    (
        "PT-I.11.2.B.2",
        "preferans",
        {
            "type": "adjusted",
            "why": "no_compensation",
            "guilt": {"E": "fully"},
            "possible": {"E": [10, -20], "S": [5, "26/3", -8]},
        },
        {},
        {},
    ),
    ("PT-I.11.1.B.2", "preferans", {"type": "attention", "by": "offenders_spectator", "offender": "N"}, {}, {}),
    ("PT-I.11.4.A.1", "preferans", {"type": "card_missing", "seat": "E", "card": "SK", "found": "elsewhere"}, {}, {}),
    (
        "PT-I.11.4.B.1a",
        "preferans",
        {"type": "card_missing", "seat": "E", "card": "SK", "found": "played"},
        {**SIX, "closed": True, "played": True},
        {},
    ),
    (
        "PT-I.11.4.B.1b",
        "preferans",
        {"type": "card_missing", "seat": "E", "card": "SK", "found": "elsewhere"},
        {**SIX, "closed": True, "played": True},
        {},
    ),
    (
        "PT-I.11.4.B.2",
        "preferans",
        {"type": "card_missing", "seat": "E", "card": "SK", "found": "no"},
        {**SIX, "closed": True, "played": True},
        {},
    ),
    (
        "PT-I.11.5.A.1",
        "preferans",
        {"type": "defective_trick", "seat": "E", "trick": 1, "cards": "none", "card": "SK"},
        {**SIX, "tricks": 2, "suit": "S"},
        {},
    ),
    (
        "PT-I.11.5.A.2",
        "preferans",
        {"type": "defective_trick", "seat": "S", "trick": 1, "cards": "none", "card": "CT"},
        {**SIX, "tricks": 2, "suit": "H"},
        {},
    ),
    (
        "PT-I.13.2.7",
        "preferans",
        {"type": "facts", "agreed": False, "established": True, "case": "unpenalised", "damage": True},
        {},
        {},
    ),
    ("PT-I.11.3.A.1", "preferans", {"type": "pocket_count", "seat": "E"}, {}, {}),
    ("PT-I.11.3.A.2", "preferans", {"type": "pocket_count", "seat": "E", "restore": "earlier_players"}, {}, {}),
    ("PT-I.11.3.B.1", "preferans", {"type": "pocket_count", "seat": "E", "seen": True, "consent": True}, {}, {}),
    (
        "PT-I.11.3.B.2",
        "preferans",
        {"type": "pocket_count", "seat": "E", "seen": True, "material": True, "consent": True},
        {},
        {},
    ),
    ("PT-I.11.3.C", "preferans", {"type": "pocket_count", "seat": "E", "played": True, "keeps": ["N", "S"]}, {}, {}),
    ("PT-I.11.6.B", "preferans", {"type": "wrong_board", "before": ["N"]}, {}, {}),
    (
        "B-LAW-CARD-2",
        "bridge",
        {"type": "card_handled", "how": "touched", "arranging": True},
        {**GAME, "leader": "E", "offender": "S", "cards": ["DQ", "D4"]},
        {},
    ),
    ("B-LAW-BID-3", "bridge", {"type": "insufficient", "replaced": "3C", "at_once": True}, {"calls": ["2S", "2H"]}, {}),
    (
        "B-LAW-TRICK-1",
        "bridge",
        {"type": "trick_looked_at", "seat": "E", "trick": 1},
        {**GAME, "tricks": 2, "leader": "N"},
        {},
    ),
    ("B-LAW-LEAD-2", "bridge", {"type": "out_of_turn"}, {**GAME, "leader": "E", "offender": "N", "card": "HA"}, {}),
    (
        "B-LAW-LEAD-4",
        "bridge",
        {"type": "out_of_turn"},
        {**GAME, "tricks": 1, "leader": "N", "offender": "W", "card": "HT"},
        {},
    ),
    (
        "B-LAW-REVOKE-1",
        "bridge",
        {"type": "revoke"},
        {**GAME, "leader": "E", "offender": "W", "cards": ["H2", "H3", "SA"]},
        {},
    ),
    (
        "B-LAW-CLAIM-1",
        "bridge",
        {"type": "shown", "seat": "N", "claim": True},
        {
            **GAME,
            "tricks": 10,
            "hands": {
                "N": ["SA", "SK", "SQ"],
                "E": ["HA", "HK", "HQ"],
                "S": ["DA", "DK", "DQ"],
                "W": ["CA", "CK", "CQ"],
            },
        },
        {},
    ),
    (
        "B-LAW-PLAY-1",
        "bridge",
        {"type": "remark", "seat": "E", "about": "cards"},
        {**GAME, "closed": True, "acted": True, "tricks": 1, "leader": "W", "cards": ["HT"]},
        {},
    ),
    ("B-LAW-PEN-2", "bridge", {"type": "penalty_lead", "seat": "W"}, {**GAME, "tricks": 1, "nailed": ["ST", "H7"]}, {}),
    (
        "P-3.9.17",
        "preferans",
        {"type": "revoke"},
        {**SIX, "leader": "E", "cards": ["ST", "S8", "HK"], "offender": "N", "later": 2, "scored": True},
        {},
    ),
    (
        "D-COMBO-9",
        "deberts",
        {"type": "offence"},
        {"said": "height", "declarer": "N", "contract": "H", "claim": "terz"},
        {},
    ),
    (
        "D-COMBO-11",
        "deberts",
        {"type": "offence"},
        {"said": "height", "declarer": "N", "contract": "H", "claim": "terz", "better": True},
        {},
    ),
    ("D-COMBO-18", "deberts", {"type": "offence"}, {"said": "nine", "declarer": "S", "contract": "H"}, {}),
]


def words(found: Heard) -> list[str]:
    """What the command is asked, as the desk's answer has it."""
    said = ["rule", found.game, "--incident", json.dumps(found.incident), "--json", "--players", str(found.players)]
    for name in ("preset", "events", "deal"):
        if getattr(found, name):
            said += [f"--{name}", getattr(found, name)]
    return said + [one for name, value in found.options.items() for one in ("--set", f"{name}={value}")]


def cited(found: Heard) -> set[str]:
    """The laws of a ruling, its deadline's too."""
    return {*found.ruling.laws} | ({found.ruling.deadline.law} if found.ruling.deadline else set())


def heard(game: str, incident: dict[str, Any], story: dict[str, Any], **more: Any) -> Heard:
    """The desk's ruling."""
    return hear(Case(game, incident, story=msgspec.convert(story, Story), **more))


@pytest.mark.parametrize(("law", "game", "incident", "story", "more"), MORE, ids=[row[0] for row in MORE])
def test_the_desk_rules_by_this_law_as_the_command_does(
    law: str,
    game: str,
    incident: dict[str, Any],
    story: dict[str, Any],
    more: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
) -> None:
    language = LANGUAGES[len(law) % 3]
    found = heard(game, incident, story, lang=language, **more)
    assert law in cited(found)
    status = main([*words(found), "--lang", language])
    assert json.loads(capsys.readouterr().out) == json.loads(msgspec.json.encode(found.ruling))
    assert status == (2 if found.late else 0)


# The desk asks of an open card what is played, and of a late word who was on turn: these are told by a record.
UNASKED = {("P-3.2.22", "shown"), ("PC-4.1.14", "shown"), ("D-COMBO-1", "offence")}


def test_every_law_of_the_list_is_reached_from_the_questions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "--list", "--json"]) == 0
    listed = {(row["law"], row["incident"]) for row in json.loads(capsys.readouterr().out)}
    reached = {(law, incident["type"]) for law, _, incident, *_ in MORE}
    for game, incident, story, _ in CASES:
        reached |= {(law, incident["type"]) for law in cited(heard(game, incident, story))}
    for _, game, incident, story, more in MORE:
        if not {law for law, tag in listed - reached if tag == incident["type"]}:
            continue
        reached |= {(law, incident["type"]) for law in cited(heard(game, incident, story, **more))}
    listed = {one for one in listed if not one[0].startswith("LDB-")}  # test_laws2017_desk has those
    assert len(listed) == 160
    assert listed - reached == UNASKED


def test_what_is_told_in_these_cases_is_asked() -> None:
    """No case has an answer for which the desk has no question: but cards, which are laid, and what the game writes by itself."""
    for game, incident, story, *_ in (*CASES, *(row[1:] for row in MORE)):
        row = next(one for one in desks()[game].asked if one.incident == incident["type"])
        names = {("incident", one) for one in ("type", *row.fixed)} | {
            ("story", "hands"),
            ("story", "whisters"),
        }  # SIX has whisters
        names |= {(one.of, one.name) for one in row.questions}
        told = {("incident", one) for one in incident} | {("story", one) for one in story}
        assert told <= names, (game, incident["type"], told - names)


def anything(game: str, kind: str, values: tuple[str, ...], chance: random.Random) -> Any:
    """An answer to a question, sensible or not."""
    of = book().games[game]
    seating = of.seatings[0]
    seats, hands = [one.value for one in seating.seats], [one.value for one in seating.hands]
    cards = [one.text for one in of.cards]
    match kind:
        case "choice":
            return chance.choice(values)
        case "yes":
            return chance.random() < 0.5
        case "number":
            return chance.randrange(0, 9)
        case "seat":
            return chance.choice(seats)
        case "seats":
            return chance.sample(seats, chance.randrange(len(seats)))
        case "card":
            return chance.choice(cards)
        case "cards":
            return chance.sample(cards, chance.randrange(1, 4))
        case "calls":
            return [chance.choice(of.calls) for _ in range(chance.randrange(4))]
        case "call":
            return chance.choice(of.calls)
        case "contract":
            return chance.choice(of.contracts)
        case "text":
            return "spades first"
        case "guilt":
            return {seat: chance.choice(("innocent", "partly", "fully")) for seat in seats}
        case "counts":
            return {seat: chance.randrange(0, 12) for seat in hands}
        case "results":
            return {chance.choice(seats): [chance.randrange(-9, 9)]}
        case "written":
            return {"player": chance.choice(seats), "column": "hill", "points": chance.randrange(1, 9)}
    raise AssertionError(kind)


def answered(game: str, tag: str, chance: random.Random) -> Case:
    """A case with any answers to the questions that follow from each other."""
    row = next(one for one in desks()[game].asked if one.incident == tag)
    told: dict[str, dict[str, Any]] = {"incident": {"type": tag}, "story": {}}
    said: dict[str, str] = {}
    for one in row.questions:
        fits = []
        for name, wanted in one.when.items():
            word = said.get(name, "")
            banned = [each[1:] for each in wanted if each.startswith("!")]
            fits.append(
                bool(word)
                and (
                    (bool(banned) and word not in banned)
                    or word in wanted
                    or "*" in wanted
                    or ("+" in wanted and word != "0")
                )
            )
        if not all(fits) or (one.unknown and chance.random() < 0.5):
            continue
        answer = anything(game, one.kind, one.values, chance)
        told[one.of][one.name] = answer
        said[one.name] = (
            {True: "yes", False: "no"}.get(answer, str(answer)) if isinstance(answer, bool) else str(answer)
        )
    return Case(game, told["incident"], story=msgspec.convert(told["story"], Story))


EVERY = [(game, row.incident) for game, own in desks().items() for row in own.asked]


@pytest.mark.parametrize(("game", "tag"), EVERY, ids=[f"{game}-{tag}" for game, tag in EVERY])
@pytest.mark.long
def test_whatever_is_answered_is_ruled_or_refused_at_a_question_that_was_asked(game: str, tag: str) -> None:
    chance = random.Random(f"{game} {tag}")
    names = {one.name for row in desks()[game].asked if row.incident == tag for one in row.questions} | {
        "deal",
        "record",
    }
    for _ in range(12):
        case = answered(game, tag, chance)
        try:
            hear(case)
        except Refused as error:
            if error.refusal.params.get("field") not in names:
                raise AssertionError((msgspec.to_builtins(case), str(error))) from error
