"""The code of conduct says every row of the rulebook's etiquette, in three languages, and nothing that is no row."""

import json
import re
from pathlib import Path

import pytest

from tests.cases import EXAMPLES

ROOT = Path(__file__).parents[1]
HEADINGS = {"PE-5.4", "PE-5.5", "PE-SIGN"}
ROWS = {
    line.split("\t")[0]
    for line in (ROOT / "tests" / "data" / "rulebook" / "rules.tsv").read_text(encoding="utf-8").splitlines()
    if line.startswith("PE-")
} - HEADINGS
# What `make wire` tells the client: the reasons to report somebody, with their rows.
CLIENT = (ROOT / "ui" / "src" / "wire.gen.ts").read_text(encoding="utf-8")


def rows_of(language: str) -> list[tuple[str, ...]]:
    """The rows that each line of the page stands on."""
    text = (ROOT / "ui" / "src" / "core" / "i18n" / language / "conduct.ts").read_text(encoding="utf-8")
    lines = re.findall(r"\[\s*(?:'(?:[^'\\]|\\.)*'|\"[^\"]*\"),\s*((?:'PE-[\w.]+',?\s*)+)\]", text)
    return [tuple(re.findall(r"PE-[\w.]+", line)) for line in lines]


@pytest.mark.rule("PE-5.1", "PE-5.2", "PE-5.3")
@pytest.mark.parametrize("language", ["ru", "uk", "en"])
def test_the_page_of_conduct_has_every_row(language: str) -> None:
    told = rows_of(language)
    assert {row for rows in told for row in rows} == ROWS
    assert told == rows_of("ru")  # the same lines in the same order
    text = (ROOT / "ui" / "src" / "core" / "i18n" / language / "conduct.ts").read_text(encoding="utf-8")
    assert re.search(r"version: '\d+'", text)


EXCUSES = {
    "en": ("too strong", "lacked a player", "whom you would rather avoid"),
    "ru": ("не по силам", "не хватало игрока", "кого опасаетесь"),
    "uk": ("не до снаги", "бракувало гравця", "кого остерігаєтеся"),
}


@pytest.mark.rule("PE-5.4.3")
@pytest.mark.example("W-PE-5.4.3-1")
@pytest.mark.parametrize("language", EXCUSES)
def test_three_reasons_for_another_table_are_named_and_none_is_not_one(language: str) -> None:
    """The club asks nobody why; its page says which reasons nobody takes amiss, and that without one it may offend."""
    expected = EXAMPLES["W-PE-5.4.3-1"].expected["acceptable"]
    text = (ROOT / "ui" / "src" / "core" / "i18n" / language / "conduct.ts").read_text(encoding="utf-8")
    line = text[: text.index("'PE-5.4.3'")].rpartition("[")[2]
    assert [excuse in line for excuse in EXCUSES[language]] == expected[:3]
    assert expected[3:] == [False]


def test_a_report_has_the_reasons_that_the_club_knows() -> None:
    told = re.search(r"REASONS = (\{[^}]*\})", CLIENT)
    assert told is not None
    reasons: dict[str, str | None] = json.loads(told[1])
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"`(\w+)` \((PE-[\w.]+)\)", protocol[protocol.index("/api/reports") :].split("\n")[0]))
    assert {name: row for name, row in reasons.items() if row} == documented
    assert {row for row in reasons.values() if row} <= ROWS
    assert "other" in reasons
