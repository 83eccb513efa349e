"""The client has words for everything that the club can say to it. Its own tests compare the languages."""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import get_args

import kozyr.games.preferans.match as match_module
import kozyr.games.preferans.sheet as pulka_module
from kozyr.arbiter.desk.book import book
from kozyr.arbiter.desk.part import desks
from kozyr.arbiter.words.asked import DEADLINES
from kozyr.bots import LEVELS
from kozyr.bots.bridge.book import machine
from kozyr.bots.bridge.system import SIGNS
from kozyr.club.conduct import PHRASES, REASONS, RULING
from kozyr.club.event.regulated import regulated
from kozyr.club.refusal import Manner
from kozyr.games import Reason
from kozyr.games.options import describe
from kozyr.games.preferans.options import BASES, GROUPS, OVERLAYS, Conventions
from kozyr.games.rulings import AnyEffect

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


DESK = (UI / "core" / "i18n" / "ru" / "desk.ts").read_text(encoding="utf-8")


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
    missing |= {code for until in DEADLINES["en"] if not asks(code := f"until.{until}")}
    assert not missing


def test_every_law_that_can_be_ruled_has_a_paragraph_in_three_languages() -> None:
    laws = {one.law for one in book().laws}
    for lang in ("ru", "uk", "en"):
        text = (UI / "core" / "i18n" / lang / "laws.ts").read_text(encoding="utf-8")
        told = set(re.findall(r"^  '([^']+)'", text, re.MULTILINE))
        assert told == laws, lang


def test_every_effect_of_a_ruling_has_words_at_the_desk() -> None:
    said = (UI / "desk" / "said.ts").read_text(encoding="utf-8")
    tags = {str(kind.__struct_config__.tag) for kind in get_args(AnyEffect)}
    assert tags == set(re.findall(r"case '([a-z-]+)':", said))


# Where it is decided what an event refuses, and what a line cannot be.
REFUSING = (
    "tournaments/director",
    "tournaments/seating.py",
    "tournaments/movements.py",
    "tournaments/pairs.py",
    "tournaments/formats.py",
    "tournaments/regulations.py",
    "tournaments/part.py",
    "tournaments/games/preferans",
    "tournaments/games/bridge",
    "club/event",
    "club/likeness.py",
    "club/names.py",
    "club/live/hall.py",
    "club/live/cups.py",
    "club/http/events.py",
    "club/http/cups.py",
    "games/preferans/facts.py",
)
LAW = re.compile(r" \((?:[A-Z]{1,2}-[^\s()]+(?:, )?)+\)$| \(\0\)$")
# What is a part of another sentence there, or is told to the operator, to programs or by the commands alone.
NOT_TOLD = frozenset(
    {
        "entry {0} of kind {1} after {2}",
        "it does not follow from the seeds, which give {0}",
        "its cards do not follow from the seeds",
        "the issue was over",
        "another table was placed",
        "there is nothing of the kind {0} at a cup",
        "nobody was to do anything",
        "so many numbers are not taken",
        "the game refuses it: {0}",
        "log: how many entries of it are known",
        "session: its number, from 1",
        "from and many are numbers",
        "there is no export to {0}: {1}",
        "a party is played by the conventions of rubber or Chicago",
        "boards are played by the conventions of duplicate",
        "board {0}: its worth is not known yet",
        "boards of {0} are not dealt by the program",
        "by its conventions {0} is worth something else than by the event's",
        "it is not of board {0}: that is played by boards={1}",
        "it is of {0} players, the table has {1}",
        "its pool is {0}, the event's {1}",
        "edition {0} is unknown to this program, which knows 0 to {1}: a newer one wrote it",
        "regulations are no object",
        "regulations.{0}: {1}; a newer program has written it",
        "{0}; a newer program has written it",
    }
)


def sentences(node: ast.AST | None) -> list[str]:
    """The texts that an expression can be, each blank in them as a nought character."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return sentences(node.body) + sentences(node.orelse)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [a + b for a in sentences(node.left) for b in sentences(node.right)]
    if isinstance(node, ast.JoinedStr):
        parts = []
        for value in node.values:
            within = value.value if isinstance(value, ast.FormattedValue) else value
            chosen = sentences(within) if isinstance(within, ast.IfExp | ast.Constant) else []
            parts.append(chosen or ["\0"])
        return ["".join(one) for one in product(*parts)]
    return []


def refusals(tree: ast.AST) -> Iterator[str]:
    """The sentences that a module refuses something with: what it raises, returns, yields or collects."""
    for node in ast.walk(tree):
        found: list[ast.AST | None] = []
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            found = list(node.exc.args)
        elif isinstance(node, ast.Return | ast.Yield):
            found = [node.value]
        elif isinstance(node, ast.For) and isinstance(node.iter, ast.Tuple):  # pairs of what is wrong, and why
            found = [one.elts[-1] for one in node.iter.elts if isinstance(one, ast.Tuple)]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {"missing.append", "existing"}:
            found = list(node.args)
        elif isinstance(node, ast.AugAssign | ast.Assign) and ast.unparse(
            node.target if isinstance(node, ast.AugAssign) else node.targets[0]
        ) in {"missing", "which"}:
            found = [node.value.elt] if isinstance(node.value, ast.ListComp) else [node.value]
        for text in (text for one in found for text in sentences(one)):
            plain = LAW.sub("", text)
            if " " in plain.replace("\0", "").strip(" /") and not plain.startswith("table \0\0"):
                yield plain


def numbered(text: str) -> str:
    """The text with `{0}`, `{1}` where it has blanks."""
    return "".join(part + (f"{{{nth}}}" if nth < text.count("\0") else "") for nth, part in enumerate(text.split("\0")))


def test_all_that_an_event_refuses_is_said_in_the_readers_language() -> None:
    """The page knows the club's sentences by heart (`ui/src/core/refused.ts`), those of a line that cannot be too."""
    club = UI.parents[1] / "src" / "kozyr"
    files = [
        path for name in REFUSING for path in ([club / name] if name.endswith(".py") else (club / name).glob("*.py"))
    ]
    said = {
        numbered(text) for path in files for text in refusals(ast.parse(path.read_text(encoding="utf-8")))
    } - NOT_TOLD
    assert len(said) > 200
    for lang in ("ru", "uk"):
        text = (UI / "core" / "i18n" / lang / "refusals.ts").read_text(encoding="utf-8")
        known = dict(re.findall(r"^  ['\"](.+)['\"]:\s+['\"](.*)['\"],$", text, re.MULTILINE))
        assert sorted(one.replace("\\'", "'") for one in said - {key.replace("\\'", "'") for key in known}) == [], lang
        for sentence, words in known.items():
            blanks = set(re.findall(r"\{(\d)", words))
            assert blanks <= set(re.findall(r"\{(\d)", sentence)), sentence
            assert re.search("[а-яіїє]", words) or re.fullmatch(r"[{}\d:; ]+", words), sentence


def test_who_asks_too_often_is_told_when_he_may_again_in_his_language() -> None:
    """Whatever the gate refuses; an English reader gets the club's own sentence."""
    club = UI.parents[1] / "src" / "kozyr" / "club" / "http"
    said = {"too often"}
    for path in club.glob("*.py"):
        said.update(re.findall(r'too_often\([^")]*"([^"]+)"', path.read_text(encoding="utf-8")))
    assert {"too many guests come at once", "too many pages wait for this event"} < said
    for lang in ("ru", "uk"):
        text = (UI / "core" / "i18n" / lang / "refusals.ts").read_text(encoding="utf-8")
        for one in said:
            assert f"'{one}: try again in {{0}} s':" in text, lang
        assert "'{0} public tables of yours gather people already':" in text
