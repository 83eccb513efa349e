"""The client has words for everything that the club can say to it. Its own tests compare the languages."""

import re
from pathlib import Path

import kozyr.games.preferans.match as match_module
import kozyr.games.preferans.sheet as pulka_module
from kozyr.bots import LEVELS
from kozyr.bots.bridge import sayc
from kozyr.bots.bridge.system import SIGNS
from kozyr.club.refusal import Manner
from kozyr.club.wire import PHRASES, REASONS
from kozyr.games import Reason
from kozyr.games.options import describe
from kozyr.games.preferans.options import BASES, GROUPS, OVERLAYS, Conventions

UI = Path(__file__).parents[1] / "ui" / "src"
FILES = (*(UI / "core" / "i18n" / "ru").glob("*.ts"), *UI.glob("games/*/words/ru.ts"))
RU = "".join(path.read_text(encoding="utf-8") for path in FILES)
OPTIONS = "".join(
    (UI / path).read_text(encoding="utf-8") for path in ("games/preferans/words/ru.ts", "core/i18n/ru/options.ts")
)


def has(code: str) -> bool:
    return f"'{code}':" in RU


def test_every_reason_of_a_refusal_has_words() -> None:
    assert [reason for reason in Reason if not has(f"reason.{reason}")] == []


def test_everything_of_a_tables_manners_has_words() -> None:
    """Why an act is refused, what can be said with one touch, and why somebody is reported."""
    wanted = {f"reason.{reason}" for reason in Manner}
    wanted |= {f"phrase.{phrase}" for phrase in PHRASES} | {f"report.{reason}" for reason in REASONS}
    assert sorted(word for word in wanted if not has(word)) == []


def test_every_meaning_of_a_call_has_words_for_why_it_was_made() -> None:
    """Codes of the bidding system; the other bots' codes are met in tests/test_hints.py, and unknown ones have a word."""
    book = (Path(sayc.__file__ or "")).read_text(encoding="utf-8")
    codes = set(re.findall(r'code="([a-z_]+)"', book))
    assert {"opening", "stayman"} <= codes
    assert sorted(code for code in codes if not has(f"think.call_{code}")) == []
    assert has("think.other")


def test_every_sign_of_a_meaning_has_words() -> None:
    """What bots say of a call goes over the wire in signs, and the page reads them to people in their language."""
    signs = (UI / "games" / "bridge" / "meaning.ts").read_text(encoding="utf-8")
    known = set(re.findall(r"(?:'([^']+)'|\b(\w+)): '\w+'", signs))
    assert set(SIGNS.values()) - {"stop"} - {one or other for one, other in known} == set()
    assert "stop (" in signs
    assert "(HCP|pts|aces)" in signs


def test_every_entry_of_the_sheet_has_words() -> None:
    texts = [Path(module.__file__ or "").read_text(encoding="utf-8") for module in (pulka_module, match_module)]
    codes = {code for text in texts for code in re.findall(r'"([a-z_]+)", (?:"P|law|own)', text)}
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
