"""Lines for the operator as JSON: each is one object, and none has a card, a token or an error's own words."""

import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from kozyr.cards import Card
from kozyr.club.journal import JsonLines, struck
from tests.people import club, guest, new_table, seated

TOKEN = "3f9a" * 16
SECRETS = [TOKEN, "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ", "12345678901234567890123", "S10", "♠Т", "HAKQ", "♦10"]


def line(record: logging.LogRecord) -> dict[str, object]:
    text = JsonLines().format(record)
    assert "\n" not in text
    found: dict[str, object] = json.loads(text)
    return found


def raise_key(text: str) -> None:
    raise KeyError(text)


def raised(text: str) -> logging.LogRecord:
    """A record of an error that came of another one, with this text in all of them."""

    def fails() -> None:
        try:
            raise_key(text)
        except KeyError as inner:
            raise ValueError(f"not held: {text}") from inner

    with pytest.raises(ValueError, match="not held") as caught:
        fails()
    found = (caught.type, caught.value, caught.tb)
    return logging.LogRecord("kozyr.club", 40, __file__, 1, "table %s is frozen: %s", ("0a1b", text), found)


@pytest.mark.parametrize("card", [str(card) for card in Card] + [card.value for card in Card])
def test_no_line_has_a_card(card: str) -> None:
    assert card not in JsonLines().format(raised(card))


@pytest.mark.parametrize("secret", SECRETS)
def test_no_line_has_a_secret(secret: str) -> None:
    told = line(raised(f"{secret}, and {secret}"))
    assert secret not in json.dumps(told, ensure_ascii=False)
    assert told["message"] == "table 0a1b is frozen: …, and …"


def test_an_address_is_written_without_who_logs_in() -> None:
    assert struck("postgresql://kozyr:hunter2@db/kozyr went") == "postgresql://…@db/kozyr went"


def test_ids_places_and_plain_words_stay() -> None:
    plain = "table 0123456789abcdef: entry 12 of k-0123456789abcdef01234567 was not written: HTTP/1.1 500, A4 paper, CATS, DOT"
    assert struck(plain) == plain


def test_an_error_is_its_kinds_and_places() -> None:
    told = line(raised("x"))
    assert told["error"] == "ValueError < KeyError"
    places = told["places"]
    assert isinstance(places, list)
    assert places[-1].startswith("test_journal.py:")
    assert places[-1].endswith(" fails")
    assert told["level"] == "ERROR"
    assert told["logger"] == "kozyr.club"
    assert isinstance(told["process"], int)
    assert str(told["time"]).endswith("+00:00")


def test_a_line_without_an_error_has_none() -> None:
    record = logging.LogRecord("kozyr.club", 30, __file__, 1, "two\nlines", (), None)
    assert set(line(record)) == {"time", "level", "logger", "process", "message"}


PROGRAM = """
import logging, sys
from kozyr.club import app
def run(self, sockets): logging.getLogger("kozyr.club").error("a fault with %s", "S10")
app._Server.run = run
from kozyr.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("form", ["json", "text"])
def test_the_club_writes_the_form_that_is_asked_for(form: str, tmp_path: Path) -> None:
    words = ["club", "--port", "0", "--db", str(tmp_path / "club.db"), "--log", form]
    found = subprocess.run([sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, check=True)  # noqa: S603 - our own
    (said,) = found.stderr.splitlines()
    if form == "json":
        assert json.loads(said)["message"] == "a fault with …"
    else:
        assert said.endswith("ERROR kozyr.club: a fault with S10")


def test_a_frozen_table_is_told_without_its_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the fold of a table with cards dealt: what the club logs of it names the table, and no card."""
    records: list[logging.LogRecord] = []

    class Keeps(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    handler = Keeps()
    logging.getLogger("kozyr.club").addHandler(handler)
    try:
        with club(tmp_path / "club.db") as server:
            guest(server)
            table = new_table(server)
            with seated(server, table) as anna:
                anna.wait()

                def fault(*_: object) -> None:
                    raise ValueError("he has S7 S8 HA, and " + TOKEN)

                monkeypatch.setattr("kozyr.club.live.ledger.frames", fault)
                assert anna.view is not None
                assert anna.ask(t="cmd", do=anna.view["legal"][0])["code"] == "closed"
    finally:
        logging.getLogger("kozyr.club").removeHandler(handler)
    lines = [JsonLines().format(record) for record in records]
    assert any(table in one for one in lines)
    assert not any("S7" in one or TOKEN in one for one in lines)
