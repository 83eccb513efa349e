"""The client has words for everything that the club can say to it. Its own tests compare the languages."""

import re
from pathlib import Path
from typing import get_args

import kozyr.games.preferans.match as match_module
import kozyr.games.preferans.sheet as pulka_module
from kozyr.arbiter.desk.part import desks
from kozyr.bots import LEVELS, styles
from kozyr.bots.bridge.book import machine
from kozyr.bots.bridge.system import SIGNS
from kozyr.club.conduct import PHRASES, REASONS, RULING
from kozyr.club.event.regulated import regulated
from kozyr.club.refusal import Manner
from kozyr.games import Reason
from kozyr.games.options import describe
from kozyr.games.preferans.options import BASES, GROUPS, OVERLAYS, Conventions
from kozyr.games.rulings import AnyEffect
from kozyr.words import vocabulary

UI = Path(__file__).parents[1] / "ui" / "src"
FILES = (UI / "core" / "i18n" / "ru").rglob("*.ts")
RU = "".join(path.read_text(encoding="utf-8") for path in FILES)
OPTIONS = "".join(
    (UI / path).read_text(encoding="utf-8") for path in ("core/i18n/ru/games/preferans.ts", "core/i18n/ru/options.ts")
)


def has(code: str) -> bool:
    return f"'{code}':" in RU


def test_every_reason_of_a_refusal_has_words() -> None:
    assert [reason for reason in Reason if not has(f"reason.{reason}")] == []


def test_everything_of_a_tables_manners_has_words() -> None:
    """Why an act is refused, what can be said with one touch, and why somebody is reported."""
    wanted = {f"reason.{reason}" for reason in Manner}
    wanted |= {f"phrase.{phrase}" for phrase in PHRASES} | {f"report.{reason}" for reason in (*REASONS, RULING)}
    assert sorted(word for word in wanted if not has(word)) == []


def test_every_rule_of_an_event_has_words() -> None:
    """Its name, each of its values, and each offence, in the file that the pages of events load."""
    told = regulated()
    wanted = {one.name for one in told.options} | {f"is.{value}" for one in told.options for value in one.values}
    wanted |= {f"offence.{offence}" for offence in told.offences}
    said = (UI / "core" / "i18n" / "ru" / "regulations.ts").read_text(encoding="utf-8")
    assert sorted(word for word in wanted if f"'{word}':" not in said) == []


def test_every_meaning_of_a_call_has_words_for_why_it_was_made() -> None:
    """Codes of the bidding system; the other bots' codes are met in tests/test_hints.py, and unknown ones have a word."""
    parts = Path(machine.__file__ or "").parent.glob("*.py")
    said = "\n".join(part.read_text(encoding="utf-8") for part in parts)
    codes = set(re.findall(r'code="([a-z_]+)"', said))
    assert {"opening", "stayman"} <= codes
    assert sorted(code for code in codes if not has(f"think.call_{code}")) == []
    assert has("think.other")


def test_every_sign_of_a_meaning_has_words() -> None:
    """What bots say of a call goes over the wire in signs, and the page reads them to people in their language."""
    signs = (UI / "games" / "bridge" / "meaning.ts").read_text(encoding="utf-8")
    known = set(re.findall(r"(?:'([^']+)'|\b(\w+)): '\w+'", signs))
    assert set(SIGNS.values()) - {"stop", "Q", "no Q"} - {one or other for one, other in known} == set()
    assert "stop (" in signs
    assert "(HCP|pts|aces|keys|kings)" in signs
    assert "(no )?Q (" in signs


def test_every_entry_of_the_sheet_has_words() -> None:
    texts = [Path(module.__file__ or "").read_text(encoding="utf-8") for module in (pulka_module, match_module)]
    codes = {code for text in texts for code in re.findall(r'(?<!Refused\()"([a-z_]+)", (?:"P|law|own)', text)}
    assert {"made", "undertricks", "help", "newcomer"} <= codes
    assert sorted(code for code in codes if not has(f"why.{code}")) == []


def test_every_option_and_value_has_words() -> None:
    missing = []
    for name, about in describe(Conventions(), GROUPS).items():
        key = re.escape(name)
        found = re.search(rf"^  '?{key}'?: \[", OPTIONS, re.MULTILINE)
        if found is None:
            missing.append(name)
            continue
        values = about["values"]
        assert isinstance(values, list)
        body = OPTIONS[found.start() :]
        body = body[: body.index("],\n")]
        missing += [
            f"{name}={value}"
            for value in values
            if value not in {"on", "off"} and not re.search(rf"(?:^|[\s{{,])'?{re.escape(value)}'?: '", body)
        ]
    assert missing == []


def test_every_preset_and_bot_has_words() -> None:
    assert [name for name in (*BASES, *OVERLAYS) if not has(f"preset.{name}")] == []
    assert [level for level in LEVELS if not has(f"level.{level}")] == []
    assert [style for style in ("plain", *styles("preferans")) if not has(f"style.{style}")] == []


DESK = "".join((UI / "core" / "i18n" / "ru" / name).read_text(encoding="utf-8") for name in ("desk.ts", "directed.ts"))


def asks(code: str) -> bool:
    """Whether the desk has this word; the other languages have what Russian has."""
    return f"'{code}':" in DESK


def test_the_desk_has_words_for_every_question_and_answer() -> None:
    missing: set[str] = set()
    for game, incidents in ((name, one.asked) for name, one in desks().items()):
        for row in incidents:
            missing |= set() if asks(f"inc.{row.incident}") else {f"inc.{row.incident}"}
            for one in row.questions:
                names = (f"q.{game}.{one.name}", f"q.{row.incident}.{one.name}", f"q.{one.name}")
                missing |= set() if any(map(asks, names)) else {names[1]}
                missing |= {code for value in one.values if not asks(code := f"v.{one.name}.{value}")}
    missing |= {code for until in vocabulary("en", "rulings", "DEADLINES") if not asks(code := f"until.{until}")}
    assert not missing


def test_every_effect_of_a_ruling_has_words_at_the_desk() -> None:
    said = (UI / "desk" / "said.ts").read_text(encoding="utf-8")
    tags = {str(kind.__struct_config__.tag) for kind in get_args(AnyEffect)}
    assert tags == set(re.findall(r"case '([a-z-]+)':", said))
