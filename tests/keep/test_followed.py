"""A kept sheet outlives the rules by which it was written, and is written on."""

import msgspec
import pytest

from kozyr.games import Reason, Refusal, game
from kozyr.games.preferans import match as pulka, options as declared
from kozyr.games.preferans.facts import fault
from kozyr.games.preferans.options import PRESETS
from kozyr.games.refusal import Refused, refusal, sentence
from kozyr.keep import BEGUN, DECODER, Begun, Kept, Setup, decide, fold, logged
from tests.keep.table import Table, outcome


def evening() -> Table:
    """Games, an error that is pointed out, a late line, a fine, a newcomer, and the end that somebody proposes."""
    at = Table("Аня", "Борис", "Вера")
    first, second, third = at.kept.players
    at.game(first, "6S", 6, whist=second)
    line = at.game(second, "7H", 7, whist=third)
    facts = outcome(at.kept.written.lines[-1].outcome.dealer, second, "7H", 8, third)  # type: ignore[union-attr]
    at.do("rewrite", third, entry=line, outcome=facts)
    at.do("named", first, deal=at.kept.contract + 1)
    at.do("named", first, deal=at.kept.contract + 1)
    late = at.kept.contract - 1
    at.game(third, "6D", 6, deal=late, whist=first)
    nth = at.kept.seq
    for name in (first, second):
        at.do("agree", name, entry=nth, yes=True)
    at.hand(first, "hill", 2, deal=late)
    fine = at.do("fine", first, player=second, points=3, law="PE-5.4.2")
    at.do("agree", second, entry=fine, yes=True)
    at.do("replace", first, player=third, name="Гость")
    at.do("agree", second, entry=at.kept.seq, yes=True)
    at.do("end", first)
    return at


def read(at: Table) -> Kept:
    """The sheet as its log says."""
    agreed = msgspec.to_builtins(at.kept.begun.conventions)
    found = logged(msgspec.convert(msgspec.to_builtins(at.setup) | {"agreed": agreed}, Begun))
    for n, body in enumerate(at.log, 2):
        found = found.after(n, n * 1000, DECODER.decode(msgspec.json.encode(body)))
    return found


def test_an_evening_is_followed() -> None:
    at = evening()
    assert sum(one.state == "stands" for one in at.kept.written.changes) == 2
    assert read(at) == at.kept


def test_rules_that_get_stricter_change_no_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No deal and no entry by hand can be any more: the sheet stands, line for line; nothing new is written."""
    at = evening()
    monkeypatch.setattr(pulka, "fault", lambda *_: refusal("all_blind", "P-0"))
    monkeypatch.setattr(pulka.Pulka, "why_not", lambda *_: Refusal(Reason.NOT_AGREED, "P-0"))
    again = read(at)
    assert again == at.kept
    assert again.jsonl() == at.kept.jsonl()
    due, dealer = again.due[0], again.due[0].dealer
    body = {"act": "write", "by": again.players[0], "deal": due.deal, "outcome": outcome(dealer, due.hands[0], "6S", 6)}
    with pytest.raises(Refused, match="all pass blind"):
        decide(again, again.seq + 1, 0, DECODER.decode(msgspec.json.encode(body)))


def test_a_sheet_with_a_line_of_old_rules_is_written_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six spades cannot be any more. Those that were written stand, and the next deal is asked by itself."""
    at = evening()
    monkeypatch.setattr(pulka, "fault", lambda facts, terms, names: refusal("no_contract", text="six of spades", dash="-") if str(facts.contract) == "6S" else fault(facts, terms, names))  # fmt: skip
    at.kept = read(at)
    due = at.kept.due[0]
    at.do("write", due.hands[0], deal=due.deal, outcome=outcome(due.dealer, due.hands[0], "6C", 6))
    assert at.kept.written.standing[due.deal].by == due.hands[0]
    due = at.kept.due[0]
    refused = at.refused("write", due.hands[0], deal=due.deal, outcome=outcome(due.dealer, due.hands[0], "6S", 6))
    assert "six of spades" in sentence(refused)


def test_what_was_agreed_stands_whatever_a_preset_says_today(monkeypatch: pytest.MonkeyPatch) -> None:
    """A preset has another default, or is gone: the sheet is played as it was agreed, and its file says how."""
    at = evening()
    rules = game("preferans")
    agreed = msgspec.to_builtins(at.kept.match.conventions)
    first = msgspec.convert(msgspec.to_builtins(at.setup) | {"agreed": agreed}, Begun)
    bare = msgspec.convert(msgspec.to_builtins(at.setup), Begun)
    assert logged(first).told == at.setup
    other = {**PRESETS, "sochi": msgspec.structs.replace(PRESETS["sochi"], pool_target=77)}
    gone = {name: preset for name, preset in PRESETS.items() if name != "sochi"}
    for presets in (other, gone):
        today = msgspec.structs.replace(rules, presets=presets)
        monkeypatch.setattr(declared, "PRESETS", presets)
        monkeypatch.setattr(fold, "game", lambda _, today=today: today)
        for begun in (logged(first), logged(bare, agreed)):
            assert begun.match.conventions == at.kept.match.conventions
            told = begun.told
            assert rules.agree(told.preset, told.changes, 3) == at.kept.match.conventions


def test_a_sheet_of_an_older_program_and_one_of_a_newer() -> None:
    """What is younger than a log has its declared value there; what this program does not know is refused with one line."""
    at = Table("Аня", "Борис", "Вера")
    agreed = msgspec.to_builtins(at.kept.match.conventions)
    old = {name: value for name, value in agreed.items() if name != "edition"}
    assert logged(msgspec.convert(msgspec.to_builtins(at.setup), Begun), old).match.conventions.edition == 0
    for told, said in (({**agreed, "moon": 1}, "moon is unknown"), ({**agreed, "edition": 99}, "edition"), ({**agreed, "laws": "codex-2099"}, "laws")):  # fmt: skip
        with pytest.raises(ValueError, match=said) as error:
            logged(msgspec.convert(msgspec.to_builtins(at.setup), Begun), told)
        assert "newer" in str(error.value)
        assert "\n" not in str(error.value)
    line = msgspec.json.encode(at.setup)
    assert BEGUN.decode(line).agreed is None
    assert "agreed" not in Setup.__struct_fields__  # nobody brings it
