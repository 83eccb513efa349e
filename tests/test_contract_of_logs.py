"""The log is a contract across versions: a fold asks nothing of today's rules, and old logs are read, shown and played on.

`FOLDS` names every function that folds a log, and a walk through their code demands that none of them judges what is logged, or
compares it with what is declared today. Whoever adds a fold adds it there.
"""

import ast
import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from msgspec import UNSET

from kozyr.games import game, games
from kozyr.games.options import EDITION, EDITIONS, _declared, every
from tests.games import OURS

# What decides, and what is declared today. A fold names none of it.
DECIDING = {
    "refusal",
    "why_not",
    "not_offered",
    "IllegalEvent",
    "Refusal",
    "Refused",
    "Manner",
    "_card_hash",
    "presets",
    "PRESETS",
    "choose",
    "check",
    "check_ranges",
    "check_offered",
}
AT_THE_CLUB = {"refused", "agree"}  # in a game a talon is refused, and one agrees to a claim
# What a fold says by such a name and is no judgement of what is logged.
SAID = {
    f"kozyr.games.deberts.play.Playing.fault: {name}": "the law of an offence, which the deal remembers until it is proved"
    for name in ("refusal", "Refusal")
}
SAID |= {
    f"kozyr.tournaments.director.following.{function}: {name}": "what cannot be read contradicts the log, and says where"
    for function in ("_kept", "_party_written", "_holds")
    for name in ("refusal", "Refused")
}
SAID["kozyr.tournaments.regulations.logged: Refused"] = "a regulation that a newer program has written"
SAID |= {
    f"kozyr.tournaments.director.entries.{function}: Refused": "what cannot be read, or a newer program has written"
    for function in ("logged", "decode")
}

# By module, the functions that fold; `Class.method`, or `*` for every one of a module that does nothing else. What they call
# in their own module is looked through as well.
FOLDS = {
    "kozyr.club.table.fold": ("*",),
    "kozyr.club.table.course": ("Course.moved", "Course.drawn"),
    "kozyr.club.table.seats": ("Seats.after",),
    "kozyr.club.table.card": ("TableCard.after",),
    "kozyr.club.table.watching": ("Watching.after",),
    "kozyr.club.table.consent": ("Consent.after", "Consent.reached"),
    "kozyr.club.table.cut": ("Cut.after",),
    "kozyr.club.table.ended": ("Ended.after",),
    "kozyr.club.table.hints": ("Hints.after",),
    "kozyr.club.table.bench": ("Bench.after", "Bench.asked", "Bench.due"),
    "kozyr.club.table.clock": ("MoveClock.after",),
    "kozyr.club.table.marks": ("Marks.after",),
    "kozyr.club.games.preferans": ("Preferans.after", "Preferans.standing", "Preferans.first_dealer"),
    "kozyr.club.acts": ("TableTerms.logged",),
    "kozyr.club.ratings": ("follow",),
    "kozyr.club.standings": ("_folded",),
    "kozyr.club.live.archive": ("_followed", "Archive._setup", "PlayedDeal.events"),
    "kozyr.club.history": ("Fold.go_on",),
    "kozyr.club.table.listing": ("record",),
    "kozyr.club.event.tournament": ("Tournament.after", "Tournament.line", "lines"),
    "kozyr.club.event.issues": ("Issues.composing", "Issues.answered", "Issues.window"),
    "kozyr.club.live.hall": ("followed", "Running.go_on", "finished"),
    "kozyr.tournaments.director.following": ("*",),
    "kozyr.tournaments.director.fold": ("*",),
    "kozyr.tournaments.director.unfinished": ("*",),
    "kozyr.keep.fold": (
        "logged",
        "Kept.after",
        "Kept.due",
        "Kept.dues",
        "Kept.players",
    ),
    "kozyr.keep.written": (
        "Written.standing",
        "Written.deals",
        "Written.with_",
        "Written.happened",
        "Written.before",
        "Written.scored",
        "Written.dues",
    ),
    "kozyr.keep.preferans": (
        "Preferans.changed",
        "Preferans.placed",
        "Preferans.due",
        "Preferans.fines",
        "Preferans.begin",
    ),
    "kozyr.club.live.keeping": ("followed", "finished", "Sheet.go_on"),
    "kozyr.club.league.league": ("League.after",),
    "kozyr.club.live.leagues": ("followed",),
    "kozyr.club.live.shelf": ("followed", "Folded.go_on"),
    "kozyr.tournaments.regulations": ("logged",),
    "kozyr.tournaments.director.entries": ("logged", "Event.conventions", "decode"),
    "kozyr.club.event.boards": ("online",),
    "kozyr.games.options": ("logged", "current"),
    "kozyr.games.record": ("Progress.follow", "Progress.start", "followed"),
    "kozyr.games.contract": ("State.follow", "State.advance"),
    "kozyr.games.unchecked": ("happened",),
    "kozyr.games.judged": ("done", "applied", "also_seen", "Judged.advance"),
    "kozyr.games.trick": ("Tricks.play",),
    "kozyr.games.preferans.match": ("Pulka.recorded", "Pulka.amended", "Boards.recorded", "Boards.amended"),
    "kozyr.games.preferans.auction": ("after",),
    "kozyr.games.preferans.bidding": ("Bidding.apply", "Invitation.apply"),
    "kozyr.games.preferans.buying": ("Talon.apply", "Discarding.apply", "Naming.apply"),
    "kozyr.games.preferans.whisting": ("Whisting.apply",),
    "kozyr.games.preferans.play": ("Playing.apply", "Claimed.apply"),
    "kozyr.games.preferans.over": ("Over.apply", "Over.outcome"),
    "kozyr.games.preferans.ruled": ("ruled", "counted"),
    "kozyr.games.bridge.match": ("Session.recorded", "Session.amended"),
    "kozyr.games.bridge.auction": ("Auction.after",),
    "kozyr.games.bridge.bidding": ("Bidding.apply",),
    "kozyr.games.bridge.talk": ("Talk.after", "Talk.called"),
    "kozyr.games.bridge.play": ("Playing.apply",),
    "kozyr.games.bridge.claimed": ("Claimed.apply",),
    "kozyr.games.bridge.honours": ("AfterPlay.apply",),
    "kozyr.games.bridge.over": ("Over.apply", "Over.outcome"),
    "kozyr.games.deberts.match": ("Party.recorded", "Party.amended"),
    "kozyr.games.deberts.bidding": ("Bidding.apply",),
    "kozyr.games.deberts.melds": ("Melds.apply",),
    "kozyr.games.deberts.play": ("Playing.apply",),
    "kozyr.games.deberts.bait": ("Bait.apply",),
    "kozyr.games.deberts.over": ("Ended.apply", "Over.outcome"),
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def functions(module: str) -> dict[str, Function | ast.AnnAssign]:
    """The functions of a module: `name`, and `Class.name` for methods; its tables too, from which functions are taken."""
    path = import_module(module).__file__
    assert path is not None
    found: dict[str, Function | ast.AnnAssign] = {}
    for node in ast.parse(Path(path).read_text()).body:
        if isinstance(node, Function):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{one.name}": one for one in node.body if isinstance(one, Function)}
    return found


def reached(module: str, start: str) -> set[str]:
    """The functions of its module that a fold comes to, itself among them."""
    every, seen, waiting = functions(module), set[str](), [start]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        owner = name.rpartition(".")[0]
        for node in ast.walk(every[name]):
            if isinstance(node, ast.Name) and node.id in every:
                waiting.append(node.id)
            elif (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id in {"self", "cls"}
            ):
                waiting += [f"{owner}.{node.attr}"] if f"{owner}.{node.attr}" in every else []
    return seen


def judged(module: str, start: str) -> Iterator[str]:
    """Where a fold judges: the function, the line and the name."""
    every = functions(module)
    for name in sorted(reached(module, start)):
        for node in ast.walk(every[name]):
            said = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            banned = said in DECIDING or (said in AT_THE_CLUB and module.startswith("kozyr.club"))
            if banned and f"{module}.{name}: {said}" not in SAID:
                yield f"{module}.{name}, line {node.lineno}: {said}"  # type: ignore[attr-defined]  # both have one


CASES = [
    (module, name) for module, names in FOLDS.items() for name in (functions(module) if names == ("*",) else names)
]


@pytest.mark.parametrize(("module", "name"), CASES)
def test_a_fold_judges_nothing(module: str, name: str) -> None:
    assert list(judged(module, name)) == []


def test_a_fold_that_judges_is_found() -> None:
    assert list(judged("kozyr.games.record", "Progress.step"))
    assert list(judged("kozyr.club.table.table", "Table.act"))  # by way of `_refusal`


# --- what records name -------------------------------------------------------------------------------------------

PRESETS = Path(__file__).parent / "data" / "presets"


def named(edition: int) -> dict[str, dict[str, dict[str, object]]]:
    """By game and preset, every option that a record of this edition meant by the preset's name."""
    found: dict[str, dict[str, dict[str, object]]] = json.loads((PRESETS / f"edition-{edition}.json").read_text())
    return found


@pytest.mark.parametrize("edition", range(EDITION + 1))
def test_a_preset_is_what_it_was_in_the_edition_of_a_record(edition: int) -> None:
    """Who changes a preset or a default raises the edition, keeps what was before (`former`), and adds the next file here."""
    for name, presets in named(edition).items():
        rules = game(name)
        for preset, had in presets.items():
            now = every(rules.recorded(preset, {"edition": str(edition)}), rules.groups)
            assert {option: value for option, value in now.items() if option in had} == had, f"{name}: {preset}"
            declared = {one.name: one.option for one in _declared(rules.conventions, rules.groups).values()}
            for option in now.keys() - had.keys():  # younger than the edition
                absent = declared[option].absent
                assert now[option] == (list(absent) if isinstance(absent, tuple) else absent), f"{name}: {option}"


@pytest.mark.parametrize("name", OURS)
def test_an_option_that_is_younger_than_logs_says_what_they_played(name: str) -> None:
    rules = game(name)
    first = next(iter(named(0).get(name, {"": every(rules.conventions(), rules.groups)}).values())).keys()
    for one in _declared(
        rules.conventions, rules.groups
    ).values():  # a game that is younger than all logs has no such option
        assert one.name in first or one.option.absent is not UNSET, f"{name}: {one.name} has no `absent`"


def test_every_edition_says_what_it_means() -> None:
    assert len(EDITIONS) == EDITION + 1
    assert len(set(EDITIONS)) == len(EDITIONS)
    for name in games():
        assert game(name).conventions().edition == EDITION
        assert all(0 < since <= EDITION for since in game(name).conventions.former)
