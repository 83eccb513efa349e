"""Lessons: the files that come with the program, what is taken from the learner, and what is refused from a teacher."""

import random
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import msgspec
import pytest

from kozyr import cli
from kozyr.cards import Card, CardSet
from kozyr.deals import Layout
from kozyr.games import REGISTRY, Event, IllegalEvent, part
from kozyr.games.refusal import Refused
from kozyr.learn import BadLesson, Lesson, begin, lesson, lessons, run
from kozyr.learn.check import Checked, checked, good_choices, words
from kozyr.learn.course import bot, chosen
from kozyr.learn.lesson import OVER, read
from kozyr.learn.worlds import held, redealt
from kozyr.words import LANGUAGES

OURS = tuple(name for name, elsewhere in REGISTRY.items() if elsewhere is None)
TAUGHT = tuple(name for name in OURS if lessons(name))
EVERY = [pytest.param(one, id=f"{one.game}-{one.name}") for name in TAUGHT for one in lessons(name)]
MOST_WORDS, MOST_TAPS = 1_200, 150

FILE = """game = "preferans"
preset = "sochi"
players = 3
dealer = 1
seat = "S"
deal = "N:J9.KJ9.QT8.KJ T7.Q8.KJ9.AQT AKQ8.A7.A7.98 + C7 HT"
until = "play.2"

[script]
S = ["6S", "discard:C8,C9", "contract:6S"]
N = ["pass", "whist", "open"]
E = ["pass", "pass"]

[[moment]]
at = "play.1"
say = ["lead"]
good = ["SA"]
wrong = { S8 = "eight" }

[[moment]]
at = "play.2"
say = ["more", "end"]
"""
WORDS: Mapping[str, Mapping[str, str]] = {
    language: {code: f"{code} {{SA}}" for code in ("title", "about", "lead", "eight", "more", "end")}
    for language in LANGUAGES
}


def made(text: str = FILE, told: Mapping[str, Mapping[str, str]] | None = None) -> Lesson:
    return read("01-one", text, WORDS if told is None else told)


@cache
def told_of(game: str, name: str) -> Checked:
    """What the short proof of a lesson finds: the first good choice every time, and no worlds."""
    one = lesson(game, name)
    assert one is not None
    return checked(one, 0, ways=False)


def event(of: Lesson, token: str) -> Event:
    return of.parsed(token)


# --- those that come with the program ------------------------------------------------------------------------------


def test_every_game_is_taught_from_its_first_trick_to_a_whole_deal() -> None:
    assert TAUGHT == OURS
    assert all(part("learn", name) is not None for name in OURS)
    for name in TAUGHT:
        assert [one.name[:2] for one in lessons(name)] == [f"{n:02}" for n in range(1, 9)]


@pytest.mark.parametrize("one", EVERY)
def test_a_lesson_says_what_is_so_and_comes_to_its_end(one: Lesson) -> None:
    assert told_of(one.game, one.name).faults == ()


@pytest.mark.long
@pytest.mark.parametrize("one", EVERY)
def test_a_lesson_is_proved_on_every_good_way_and_its_calls_over_200_worlds(one: Lesson) -> None:
    found = checked(one)
    assert found.faults == ()
    assert all(told.worlds in {0, 200} for _, told in found.calls)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_lessons_of_a_game_are_short(name: str) -> None:
    found = [told_of(name, one.name) for one in lessons(name)]
    for language in LANGUAGES:
        assert sum(one.words[language] for one in found) <= MOST_WORDS, language
    assert sum(one.taps for one in found) <= MOST_TAPS


@pytest.mark.long
@pytest.mark.parametrize("name", TAUGHT)
def test_they_are_short_on_the_longest_good_way(name: str) -> None:
    assert sum(checked(one, 0).taps for one in lessons(name)) <= MOST_TAPS


# --- the learner ---------------------------------------------------------------------------------------------------


def test_a_good_card_is_taken_though_the_text_names_another() -> None:
    one = made()
    assert run(one, ()).say == ("lead",)
    assert run(one, (event(one, "SA"),)).verdict is None
    other = run(one, (event(one, "DA"),))
    assert other.verdict is None
    # What the text says next is about the ace of spades: of another card nothing but the end is said.
    assert other.say == ("end",)
    assert run(one, (event(one, "SA"),)).say == ("more", "end")


def test_a_bad_card_costs_what_the_solver_says_and_is_shown_with_what_follows() -> None:
    one = made()
    found = run(one, (event(one, "S8"),))
    assert found.verdict is not None
    assert (found.verdict.cost, found.verdict.unit, found.say) == (1, "tricks", ("eight",))
    assert found.verdict.better == (event(one, "SA"),)
    assert [step.entry.event.token for step in found.since][:1] == ["S8"]
    assert len(found.since) > 1
    assert not found.done


def test_a_choice_that_the_rules_forbid_is_refused() -> None:
    one = made()
    with pytest.raises(IllegalEvent) as error:
        run(one, (event(one, "CA"),))
    assert error.value.illegal.code == "not_held"
    with pytest.raises(Refused) as late:
        run(one, (event(one, "SA"), event(one, "SK")))
    assert late.value.refusal.code == "lesson_over"


def test_the_same_choices_lead_to_the_same_place() -> None:
    one = lesson("preferans", "06-allpass")
    assert one is not None
    ways = []
    for _ in range(2):
        course = begin(one)
        while course.at not in {OVER, one.until}:
            course = chosen(one, course, good_choices(one, course)[-1])
        ways.append([step.entry.event.token for step in course.steps])
    assert ways[0] == ways[1]


def test_a_discard_is_proved_by_the_solver() -> None:
    one = lesson("preferans", "03-talon")
    assert one is not None
    bad = run(one, (event(one, "discard:DA,HA"),)).verdict
    assert bad is not None
    assert bad.cost > 0
    assert bad.unit == "tricks"
    good = run(one, (event(one, "discard:C8,S8"),))  # as good as the one that the text names
    assert good.verdict is None


def test_the_other_seats_are_bots_that_see_their_own_cards_alone() -> None:
    one = made(FILE.replace('N = ["pass", "whist", "open"]\nE = ["pass", "pass"]\n', ""))
    course = begin(one)
    first = next(step for step in course.steps if step.entry.seat not in {None, one.seat})
    state, seat = first.before.state, first.entry.seat
    assert state is not None
    assert seat is not None
    assert bot(one, state.view(seat)) == first.entry.event


# --- a teacher's errors --------------------------------------------------------------------------------------------


def faults(text: str = FILE, told: Mapping[str, Mapping[str, str]] | None = None) -> tuple[str, ...]:
    return checked(made(text, told), 0).faults


def test_a_lesson_that_is_right_has_no_fault() -> None:
    assert faults() == ()


def test_a_wrong_move_is_refused_with_its_refutation() -> None:
    (told,) = faults(
        FILE.replace('good = ["SA"]', 'good = ["SA", "S8"]').replace('wrong = { S8 = "eight" }', 'praise = "eight"')
    )
    assert told.startswith(":15: play.1: S8 is not good: it costs a trick; then N:")
    assert told.endswith("better SA")


def test_a_move_that_is_called_wrong_and_is_good_is_refused() -> None:
    (told,) = faults(FILE.replace("S8 =", "HA ="))
    assert told == ":15: play.1: HA is called wrong, and is as good as any"


def test_a_sentence_stands_in_three_languages_and_nothing_is_idle() -> None:
    lacking = {**WORDS, "uk": {code: text for code, text in WORDS["uk"].items() if code != "more"}}
    idle = {**WORDS, "en": {**WORDS["en"], "nobody": "x"}}
    no_card = {**WORDS, "ru": {**WORDS["ru"], "lead": "{S1}"}}
    assert faults(told=lacking) == ("words/uk.toml lacks more",)
    assert faults(told=idle) == ("words/en.toml has nobody, which nobody says",)
    assert faults(told=no_card) == ("words/ru.toml, lead: {S1} is neither a card nor a call",)


def test_a_moment_that_never_comes_is_refused() -> None:
    (told,) = faults(FILE.replace('at = "play.2"\nsay = ["more", "end"]', 'at = "play.9"\nsay = ["more", "end"]'))
    assert told == ":21: play.9: the lesson never comes here"


def test_a_script_that_is_not_done_is_refused() -> None:
    assert faults(FILE.replace('E = ["pass", "pass"]', 'E = ["pass", "pass", "pass"]')) == (
        "E does not do all of its script",
    )


@pytest.mark.parametrize(
    ("spoil", "line", "column", "why"),
    [
        (lambda text: text.replace('seat = "S"', "seat = S"), 5, 8, "not TOML"),
        (lambda text: text + "[[moment", 23, 1, "not TOML"),
        (lambda text: text.replace('seat = "S"', 'seat = "X"'), 5, 0, "Invalid enum value 'X'"),
        (lambda text: text.replace('at = "play.1"', 'at = "play"'), 15, 0, "a moment is a phase and a number"),
        (lambda text: text.replace('at = "play.2"', 'at = "play.1"'), 21, 0, "the moment play.1 stands twice"),
        (lambda text: text.replace('say = ["lead"]', "say = [1]"), 16, 0, "Expected `str`"),
        (lambda text: text.replace("preferans", "chess"), 1, 0, "no game 'chess'"),
        (lambda text: text.replace('until = "play.2"', 'unto = "play.2"'), 1, 0, "unknown field `unto`"),
    ],
)
def test_a_file_that_is_none_is_refused_where_it_is_wrong(
    spoil: Callable[[str], str], line: int, column: int, why: str
) -> None:
    with pytest.raises(BadLesson) as error:
        made(spoil(FILE))
    assert (error.value.line, error.value.column) == (line, column)
    assert why in str(error.value)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda text: text.replace("C7 HT", "C7 HA"), "these cards cannot be dealt"),
        (lambda text: text.replace('"6S", "discard', '"7S", "discard'), "the script of S: 7S cannot come here"),
        (lambda text: text.replace('seat = "S"', 'seat = "W"'), "nobody sits at W in this deal"),
        (lambda text: text.replace('preset = "sochi"', 'preset = "odessa"'), "odessa"),
    ],
)
def test_a_lesson_that_cannot_be_played_is_refused(spoil: Callable[[str], str], why: str) -> None:
    with pytest.raises((BadLesson, ValueError), match=why):
        checked(made(spoil(FILE)), 0)


# --- calls ---------------------------------------------------------------------------------------------------------


def test_a_deal_is_dealt_anew_around_what_was_seen() -> None:
    layout = Layout.parse("N:T.T.J9.KT/A.K..8 - .98.K8.Q9/J7..7. + SK S9 HQ CJ CA S8 DA H7 HJ HA DT C7 SQ DQ")
    known = CardSet.of([*(layout.first[2] or ()), Card.SK, Card.DQ])
    other = redealt(layout, known, random.Random(1))
    assert other != layout
    assert other.first[2] == layout.first[2]
    assert (other.rest[0], other.rest[-1]) == (Card.SK, Card.DQ)
    assert Layout.parse(str(other)) == other
    every = [card for hand in other.hands for card in hand or ()]
    assert {*every, *other.rest} == {*(card for hand in layout.hands for card in hand or ()), *layout.rest}


@pytest.mark.long
def test_a_call_that_gives_much_away_does_not_stand_beside_the_experts() -> None:
    one = lesson("preferans", "08-whole")
    assert one is not None
    course = begin(one)
    for token in ("6S", "discard:C8,CT"):
        course = chosen(one, course, event(one, token))
    (less,) = held(one, course, [event(one, "contract:6D")], 16)
    assert less.expert == event(one, "contract:7D")
    assert less.worlds == 16
    assert less.loses
    (own,) = held(one, course, [event(one, "contract:7D")], 16)
    assert not own.loses
    assert own.worlds == 0  # it is the expert's own


def test_a_call_is_held_against_the_experts_in_other_deals() -> None:
    one = lesson("preferans", "03-talon")
    assert one is not None
    course = begin(one)
    course = chosen(one, course, event(one, "discard:C7,C8"))
    less, same = held(one, course, [event(one, "contract:10H"), event(one, "contract:7NT")], 2)
    assert same.expert == less.expert == event(one, "contract:7NT")
    assert (less.worlds, same.worlds) == (2, 0)
    assert less.gain < 0  # ten tricks are not there
    assert "a deal against the expert's contract:7NT, 2 worlds" in less.text


# --- the command ---------------------------------------------------------------------------------------------------


def test_the_command_proves_a_teachers_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "words").mkdir()
    for language in LANGUAGES:
        rows = "\n".join(f'{code} = "{text}"' for code, text in WORDS[language].items())
        (tmp_path / "words" / f"{language}.toml").write_text(f"[01-one]\n{rows}\n", encoding="utf-8")
    path = tmp_path / "01-one.toml"
    path.write_text(FILE, encoding="utf-8")
    assert cli.main(["lesson", "check", "--worlds", "0", str(path)]) == 0
    assert "proved" in capsys.readouterr().out
    path.write_text(
        FILE.replace('good = ["SA"]', 'good = ["S8"]').replace('wrong = { S8 = "eight" }', 'praise = "eight"'),
        encoding="utf-8",
    )
    assert cli.main(["lesson", "check", "--worlds", "0", str(path)]) == 2
    assert "S8 is not good: it costs a trick" in capsys.readouterr().err
    path.write_text(FILE.replace('seat = "S"', "seat = S"), encoding="utf-8")
    assert cli.main(["lesson", "check", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"{path}:5:8: not TOML")
    assert cli.main(["lesson", "check", str(tmp_path / "none.toml")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_the_command_lists_the_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lesson", "list", "deberts"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "deberts/01-order  A first deal"
    assert cli.main(["lesson", "list", "--json"]) == 0
    rows = [msgspec.json.decode(row) for row in capsys.readouterr().out.splitlines()]
    assert {row["game"] for row in rows} == set(TAUGHT)
    assert all(set(row["title"]) == set(LANGUAGES) for row in rows)


def test_words_are_counted_as_people_count_them() -> None:
    assert words("Ходите {SJ}: его не бьёт никто.") == 6
    assert words("туз, король — 11, {10NT}") == 4


@pytest.mark.rule("D-COMBO-14")
def test_a_queen_that_is_laid_without_a_word_costs_the_bella() -> None:
    one = lesson("deberts", "05-bella")
    assert one is not None
    listed = 'good = ["bella:SQ"]\nwrong = { SQ = "silent" }\n'
    assert listed in one.text
    for lesson_ in (one, read(one.name, one.text.replace(listed, ""), one.words)):
        course = begin(lesson_)
        while course.at != "play.6":
            course = chosen(lesson_, course, good_choices(lesson_, course)[0])
        good = {choice.token for choice in good_choices(lesson_, course)}
        assert "bella:SQ" in good
        assert "SQ" not in good
    way = [event(one, token) for token in ("exchange", "fifty", "SJ", "SA", "SK", "SQ")]
    silent = run(one, way)
    assert silent.verdict is not None
    assert (silent.verdict.cost, silent.verdict.unit, silent.say) == (20, "points", ("silent",))
    assert silent.verdict.better == (event(one, "bella:SQ"),)


def test_a_text_that_another_good_card_makes_untrue_is_a_fault() -> None:
    text = FILE.replace('good = ["SA"]\nwrong = { S8 = "eight" }', "").replace('until = "play.2"', 'until = "play.3"')
    told = 'at = "play.2"\nsay = ["more"]\ngood = ["SK"]\n\n[[moment]]\nat = "play.3"\nsay = ["end"]\n'
    one = made(
        text.replace('at = "play.2"\nsay = ["more", "end"]\n', told),
        {language: {code: said for code, said in rows.items() if code != "eight"} for language, rows in WORDS.items()},
    )
    assert checked(one, 0, ways=False).faults == ()
    faults = checked(one, 0).faults
    assert any("SK cannot be chosen" in fault and "(after play.1 D7)" in fault for fault in faults)
