"""Logs of an older program at a newer one: all of them still follow, to equal states, and are played on.

The newer program is made here, in memory: it has another option, another value and another field, has taken away and renamed
others, has another default and another preset, is stricter, counts otherwise and has another phase. The logs are made by
the program as it is, and what it would have called otherwise is written into them.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple

import msgspec
import pytest

from kozyr import bots, notation
from kozyr.cards import Seat
from kozyr.club import wire
from kozyr.club.acts import Act, Adjourn, OpenChat, TableTerms
from kozyr.club.event.boards import online
from kozyr.club.refusal import Manner
from kozyr.club.table.card import Accept, ChangeCard
from kozyr.club.table.consent import ProposalAnswered, ProposalMade, Resume
from kozyr.club.table.customs import Customs, customs
from kozyr.club.table.listing import record
from kozyr.club.table.part import Asker, Eye
from kozyr.club.table.seats import Back, Hold, SatDown
from kozyr.club.table.setup import Person, Setup
from kozyr.club.table.table import Table
from kozyr.club.table.watching import Allow, LookAsked
from kozyr.games import Event, Game, Match, Progress, Reason, Refusal, State, game, options, preferans, replay
from kozyr.games.options import Conventions, TableOptions, change, logged
from kozyr.store import Entry
from kozyr.tournaments.director import Event as Announced
from kozyr.tournaments.regulations import Regulations
from tests.clubtable import done, own
from tests.game import pairs
from tests.games import OURS
from tests.judged import evening, judged, party, rubber

GAMES: Final = ("preferans", "bridge", "deberts", "pairs")  # those that there are logs of
GUEST: Final = "account guest"


class Old(NamedTuple):
    """A log of an older program: its row, its entries, and what everybody was shown after each.

    conventions, terms: as the row has them. setup: the rest of it. master: the secret of its deals.
    """

    name: str
    setup: Setup
    conventions: dict[str, object]
    terms: dict[str, object]
    entries: tuple[Entry, ...]
    shown: tuple[bytes, ...]
    master: bytes


# --- what an older program wrote ---------------------------------------------------------------------------------


def shown(table: Table) -> bytes:
    """What everybody sees of a table, and how the match stands.

    Without the card, which has another option by now, and what a hand could do next, which is today's to decide.
    """
    eyes = [Eye("player", chair) for chair in range(len(table.people))] + [Eye("kibitzer")]
    match = None if table.course.progress is None else table.progress.match
    views = [json.loads(table.view(eye)) for eye in eyes] if table.lot is not None else []
    for view in views:
        if view is not None:
            del view["possible"]
    results = {} if match is None else dict(match.results)
    sheet = None if match is None else table.customs.sheet(match)
    duty = table.duty
    return wire.encode((table.seq, table.state, views, results, sheet, duty, table.consent, table.seats, table.clock))


class Writer:
    """A table at which somebody acts; everything is written."""

    def __init__(self, setup: Setup, seed: int = 0) -> None:
        self.setup, self.table = setup, Table.open(setup)
        self.entries: list[Entry] = []
        self.shown: list[bytes] = []
        self.chance = random.Random(seed)
        self.master = self.chance.randbytes(32)

    def write(self, result: object) -> None:
        assert not isinstance(result, Refusal), result
        step = done(result)  # type: ignore[arg-type]  # a step, or the line above has failed
        self.entries.append(step.entry)
        self.table = step.table
        self.shown.append(shown(self.table))

    def acts(self, by: int | None, act: Act) -> None:
        self.write(self.table.act(by, act, 1_000 + len(self.entries)))

    def goes_on(self, until: Callable[[Table], bool]) -> None:
        """Bots play for all, until this is so or nothing is to be done."""
        while not until(self.table) and (duty := self.table.duty) is not None:
            if duty.what == "amend":
                self.write(self.table.amend(0))
            elif duty.place is None:
                self.write(own(self.table, self.master))
            else:
                view = self.table.sees(duty.place)
                assert view is not None
                event = bots.choose(view, "random", self.chance.getrandbits(60))
                self.write(self.table.decide(duty.place, event, 0))

    def old(self) -> Old:
        terms = msgspec.to_builtins(self.setup.terms)
        told = json.loads(wire.encode(self.setup.conventions))
        return Old(self.setup.game, self.setup, told, terms, tuple(self.entries), tuple(self.shown), self.master)


def gathers(name: str, deals: int = 2) -> Old:
    """People come, the owner changes the card, it is accepted; they talk, adjourn, go on, and stop in the middle of a deal."""
    rules = game(name)
    players = rules.players[0] if name != "bridge" else 4
    preset = {"bridge": "chicago"}.get(name, next(iter(rules.presets)))
    agreed = rules.agree(preset, {}, players)
    bot = Person("Filin", bot="random")
    people = (Person("Anna", account="account 0"), None, *(bot for _ in range(players - 2)))
    writer = Writer(Setup("table", name, preset, agreed, people, TableTerms().of(agreed)), seed=deals)
    writer.acts(None, SatDown(1, "account 1", "Boris"))
    changed = writer.table.wished(
        ChangeCard(preset, {"table.chat_in_play": False}, TableTerms(hints=True)), Asker("account 0", "Anna")
    )
    assert isinstance(changed, Act)
    writer.acts(0, changed)
    writer.acts(1, Accept(writer.table.setup.card))
    writer.goes_on(lambda table: table.running)
    writer.acts(None, LookAsked(0, GUEST, "guest"))
    writer.acts(0, Allow(GUEST, yes=True))
    for what in (OpenChat(), Adjourn()):
        writer.acts(0, ProposalMade(what))
        writer.acts(1, ProposalAnswered(writer.table.seq, yes=True))
    writer.acts(0, Resume())
    writer.acts(1, Resume())
    writer.acts(None, Hold(1))
    writer.acts(1, Back())
    writer.goes_on(lambda table: table.course.deals >= deals - 1 and len(table.course.running) > 5)
    return writer.old()


def rules_on(setup: Setup, seed: int, entries: int) -> Old:
    """An evening of errors, calls and rulings, left in the middle of a deal with no ruling to be made."""
    live = None
    for live in evening(setup, seed):
        if len(live.log) >= entries and live.table.running and live.table.bench.pending is None:
            break
    assert live is not None
    # At deberts errors are among what is allowed, and have their price.
    assert setup.game == "deberts" or any(entry.kind == "forced" for entry in live.log)
    table, told = Table.open(setup), []
    for entry in live.log:
        table = table.after(entry)
        told.append(shown(table))
    conventions = json.loads(wire.encode(setup.conventions))
    terms, master = msgspec.to_builtins(setup.terms), random.Random(seed).randbytes(32)
    return Old(setup.game, setup, conventions, terms, tuple(live.log), tuple(told), master)


@pytest.fixture(scope="module")
def logs() -> tuple[Old, ...]:
    """Logs of this program: every game, and tables that rule on errors."""
    judged_ = (rules_on(judged(pool=30), 4, 150), rules_on(rubber(), 2, 100), rules_on(party(), 3, 60))
    return (*map(gathers, GAMES), *judged_)


# --- the newer program -------------------------------------------------------------------------------------------

_under: Final = options.under("card")
# By game: the option that has another name now, with another default; the value that is called otherwise, by the option.
RENAMED: Final = {"preferans": "pool_target", "bridge": "chicago_part_bonus", "deberts": "target", "pairs": "deals"}
VALUED: Final = {
    "preferans": ("whist_style", Literal["greedy", "gentleman", "third"], "greedy"),
    "bridge": ("insult", Literal["50/100", "50/50", "none"], "50/100"),
    "deberts": ("must_beat", Literal["trump_lead", "never", "always"], "trump_lead"),
    "pairs": ("added_before", Literal["one", "two"], "one"),
}
LATER: Final = 2  # the edition of the newer program


def newer_conventions(name: str) -> type[Conventions]:
    """Today's conventions of a game, and what the newer program has of them."""
    old = game(name).conventions
    option, kind, value = VALUED[name]
    fields: list[tuple[str, Any, Any]] = [
        ("added", Annotated[Literal["now", "then"], _under("an added option", "P-0.1", absent="then")], "now"),
        (
            option,
            Annotated[kind, _under("a value with a new name", "P-0.1", absent=value, was=(("old name", value),))],
            value,
        ),
        (RENAMED[name], Annotated[int, _under("another default", "P-0.1", least=1)], 7),
        ("edition", Annotated[int, _under("the edition", "P-0.1", reader="log", offered=(), absent=0)], LATER),
    ]
    told = {"retired": {f"old_{RENAMED[name]}": RENAMED[name], "gone": None}}
    found = msgspec.defstruct(
        f"Newer{name.capitalize()}", fields, bases=(old,), namespace=told, frozen=True, kw_only=True,
        forbid_unknown_fields=True, module=old.__module__,
    )  # fmt: skip
    assert issubclass(found, Conventions)
    return found


def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this program be the newer one: options, values, fields, defaults, presets."""
    monkeypatch.setattr(options, "EDITION", LATER)
    monkeypatch.setattr(TableOptions, "retired", {"shouting": None})
    monkeypatch.setattr(TableTerms, "retired", {"watchers": "kibitzers", "smoking": None})
    for name in GAMES:
        rules, kind = game(name), newer_conventions(name)
        fields = {one.name for one in msgspec.structs.fields(rules.conventions)} - {"edition", RENAMED[name]}
        presets = MappingProxyType(
            {preset: kind(**{one: getattr(had, one) for one in fields}) for preset, had in rules.presets.items()}
        )
        agree = _agree(presets, rules)
        changed = msgspec.structs.replace(rules, presets=presets, agree=agree)
        module = sys.modules[f"kozyr.games.{name}" if name in OURS else "tests.game.pairs"]
        monkeypatch.setattr(module, "GAME", changed)


def _agree(presets: MappingProxyType[str, Conventions], rules: Game) -> Any:
    def agree(
        preset: str,
        changes: dict[str, object] | None = None,
        players: int | None = None,  # noqa: ARG001 - as every `agree`
        *,
        logged: bool = False,  # noqa: ARG001 - likewise
    ) -> Conventions:
        return change(presets[preset], changes or {}, rules.groups)

    return agree


def stricter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the rules of today refuse everything: every act, event, amendment, deal, agreement and fact."""

    def refuses(*_: object, **__: object) -> Refusal:
        return Refusal(Reason.NOT_NOW, "P-0.1")

    def never(*_: object, **__: object) -> None:
        raise ValueError("nothing is allowed any more")

    monkeypatch.setattr(Table, "_refusal", lambda *_: Refusal(Manner.NOT_NOW))
    monkeypatch.setattr(Progress, "why_not", refuses)
    for owner in (State, Match, *State.__subclasses__(), *Match.__subclasses__()):
        if "why_not" in vars(owner):
            monkeypatch.setattr(owner, "why_not", refuses)
        if "record" in vars(owner):
            monkeypatch.setattr(owner, "record", never)
    for name in GAMES:
        if f"kozyr.games.{name}.match" in sys.modules:
            monkeypatch.setattr(sys.modules[f"kozyr.games.{name}.match"], "check", never)


class Doubting(pairs.Calling, frozen=True):
    """A phase that the newer program has: the eldest calls once more."""

    name: ClassVar[str] = "doubt"


def counted_otherwise(monkeypatch: pytest.MonkeyPatch, *, behind: bool = True) -> None:
    """Let a trick be worth two points and the eldest call twice; behind: the edition, as it ought to be."""
    recorded, apply = pairs.PairsMatch.recorded, pairs.Calling.apply

    def twice(self: pairs.PairsMatch, outcome: Any) -> pairs.PairsMatch:
        after = recorded(self, outcome)
        if behind and self.conventions.edition < LATER:
            return after
        north, south = (2 * now - had for now, had in zip(after.sheet.points, self.sheet.points, strict=True))
        return msgspec.structs.replace(after, sheet=pairs.PairsSheet((north, south)))

    def doubted(self: pairs.Calling, event: Event, seat: Seat) -> Any:
        if (behind and self.terms.conventions.edition < LATER) or type(self) is Doubting:
            return apply(self, event, seat)
        return Doubting(self.terms, self.hands)

    monkeypatch.setattr(pairs.PairsMatch, "recorded", twice)
    monkeypatch.setattr(pairs.Calling, "apply", doubted)


# --- the older program's words -----------------------------------------------------------------------------------


def older(name: str, conventions: dict[str, object]) -> dict[str, object]:
    """The same agreement as an older program called it."""
    told, renamed = dict(conventions), RENAMED[name]
    told[f"old_{renamed}"] = told.pop(renamed)
    option, _, value = VALUED[name]
    if option in told:
        assert told[option] == value
        told[option] = "old name"
    del told["edition"]
    assert isinstance(told["table"], dict)
    return {**told, "gone": "whatever", "table": {**told["table"], "shouting": True}}


def older_terms(terms: dict[str, object]) -> dict[str, object]:
    """The same terms as an older program called them."""
    told = dict(terms)
    return {**told, "watchers": told.pop("kibitzers"), "smoking": False}


def of_old(log: Old) -> Old:
    """A log in the words of the older program."""
    entries = []
    for entry in log.entries:
        body = json.loads(entry.body)
        if body.get("act") == "card":
            body["conventions"] = older(log.name, body["conventions"])
            body["terms"] = older_terms(body["terms"])
        entries.append(msgspec.structs.replace(entry, body=json.dumps(body)))
    return log._replace(
        conventions=older(log.name, log.conventions), terms=older_terms(log.terms), entries=tuple(entries)
    )


def opened(log: Old) -> Table:
    """The table of a row, as the club opens it."""
    conventions = game(log.name).logged(log.conventions)
    terms = TableTerms.logged(log.terms).of(conventions)
    return Table.open(msgspec.structs.replace(log.setup, conventions=conventions, terms=terms))


def followed(log: Old) -> Iterator[Table]:
    """The table after each entry."""
    table = opened(log)
    for entry in log.entries:
        table = table.after(entry)
        yield table


def stories(logs: tuple[Old, ...]) -> Iterator[Old]:
    yield from map(of_old, logs)


# --- the tests ---------------------------------------------------------------------------------------------------


def test_all_old_logs_follow_to_equal_states(logs: tuple[Old, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    newer(monkeypatch)
    counted_otherwise(monkeypatch)
    stricter(monkeypatch)
    for log in stories(logs):
        assert [shown(table) for table in followed(log)] == list(log.shown), log.name
        *_, last = followed(log)
        agreed = msgspec.structs.asdict(last.setup.conventions)
        assert (agreed["edition"], agreed["added"]) == (0, "then")
        assert agreed[RENAMED[log.name]] == log.conventions[f"old_{RENAMED[log.name]}"] != 7
        assert last.card.values["added"] == "then"
        assert last.info(Eye("player", 0)).preset == log.setup.preset


def test_all_old_logs_are_played_on(logs: tuple[Old, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    newer(monkeypatch)
    counted_otherwise(monkeypatch)
    for log in stories(logs):
        *_, last = followed(log)
        assert not last.finished
        writer, dealt = Writer(last.setup), last.course.deals
        writer.table, writer.entries, writer.master = last, list(log.entries), log.master
        writer.goes_on(lambda table, had=dealt: table.course.deals > had + 1 or table.bench.pending is not None)  # type: ignore[misc]  # bound now
        assert len(writer.entries) > len(log.entries)
        again = opened(log)
        for entry in writer.entries:
            again = again.after(entry)
        assert again == writer.table
        told = record(again, writer.entries)
        read = notation.parse(notation.format(told)).record
        assert read is not None
        assert (read.conventions.edition, read.entries) == (0, told.entries)
        if log.setup.conventions.table.irregularities == "prevent":
            assert replay(read).error is None


def test_who_looks_at_an_old_card_can_accept_it(logs: tuple[Old, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash is that of the card as this program shows it; another program's is refused, and stands where it was accepted."""
    newer(monkeypatch)
    for log in stories(logs):
        at = next((n for n, entry in enumerate(log.entries) if '"accept"' in entry.body), None)
        if at is None:  # the tables that rule on errors begin with their lot
            continue
        table = opened(log)
        for entry in log.entries[:at]:
            table = table.after(entry)
        told = json.loads(log.entries[at].body)["card"]
        assert told != table.info(Eye("player", 1)).card
        assert table.act(1, Accept(told), 0) == Refusal(Manner.CARD_CHANGED, "PE-5.4.4")
        accepted = done(table.act(1, Accept(table.info(Eye("player", 1)).card), 0)).table
        assert accepted.card.accepted == table.after(log.entries[at]).card.accepted == (0, 1)


def test_the_lot_says_who_sits_where_and_who_deals(logs: tuple[Old, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """What the cards mean is asked while they are drawn, and never again."""

    def never(*_: object) -> None:
        raise AssertionError("a fold asks what the cards of a lot mean")

    for name in ("draw_order", "first_dealer"):
        for kind in (Customs, *map(type, map(customs, GAMES))):
            monkeypatch.setattr(kind, name, never)
    for log in logs:
        if log.setup.conventions.table.irregularities == "prevent":
            assert [shown(table) for table in followed(log)] == list(log.shown)


def test_a_new_table_is_of_the_newer_program(monkeypatch: pytest.MonkeyPatch) -> None:
    newer(monkeypatch)
    counted_otherwise(monkeypatch)
    agreed = game("pairs").agree("usual", {"deals": 2})
    assert agreed.edition == LATER
    people = (Person("Anna", account="account 0"), Person("Filin", bot="random"))
    writer = Writer(Setup("table", "pairs", "usual", agreed, people))
    writer.goes_on(lambda table: table.finished)
    match = writer.table.progress.match
    assert isinstance(match, pairs.PairsMatch)
    assert sum(match.sheet.points) == 12 * len(match.history)
    assert sum("trump" in entry.body for entry in writer.entries) == 2 * len(match.history)


def test_a_change_that_asks_no_edition_is_found(logs: tuple[Old, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the score or the phases changed for old logs, too, the comparison above would fail."""
    newer(monkeypatch)
    counted_otherwise(monkeypatch, behind=False)
    log = next(one for one in stories(logs) if one.name == "pairs")
    with pytest.raises((AssertionError, ValueError)):
        assert [shown(table) for table in followed(log)] == list(log.shown)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_newer_program_wrote_is_refused_in_one_line(name: str) -> None:
    rules = game(name)
    usual = json.loads(wire.encode(next(iter(rules.presets.values()))))
    assert rules.logged(usual) == next(iter(rules.presets.values()))
    for told, why in (
        ({**usual, "of_tomorrow": 1}, "of_tomorrow is unknown to this program: a newer one has written it"),
        ({**usual, RENAMED[name]: "many"}, f"{RENAMED[name]}: 'many' is unknown to this program: a newer one has written it"),
        ({**usual, "table": {**usual["table"], "of_tomorrow": 1}}, "table.of_tomorrow is unknown to this program"),
        ({**usual, "edition": 99}, "edition 99 is unknown to this program, which knows 0 to"),
        ({one: value for one, value in usual.items() if one != RENAMED[name]}, f"{RENAMED[name]} is missing"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=f"^{why}"):
            rules.logged(told)
    with pytest.raises(ValueError, match=r"^terms\.of_tomorrow is unknown to this program"):
        TableTerms.logged({"of_tomorrow": 1})


def test_a_field_of_the_terms_that_is_younger_than_a_log_is_as_it_was_played() -> None:
    class Newer(TableTerms, frozen=True, kw_only=True):
        absent: ClassVar = {**TableTerms.absent, "breaks": "none"}
        was: ClassVar = {"clock": {"hourglass": "bank"}}

        breaks: Literal["none", "every hour"] = "every hour"

    old = {"pulkas": 2, "clock": "hourglass", "move_time": 1}
    found = Newer.logged(old)
    assert (found.breaks, found.pulkas, found.clock, found.move_time) == ("none", 2, "bank", 1)
    assert Newer().breaks == "every hour"


def test_every_field_of_the_terms_says_what_older_logs_played() -> None:
    assert set(TableTerms.absent) == set(TableTerms.__struct_fields__)


def test_a_value_that_nobody_chooses_any_more_stands_in_old_logs() -> None:
    class Newer(pairs.PairsConventions, frozen=True, forbid_unknown_fields=True):
        manner: Annotated[
            Literal["loud", "quiet"], _under("how one calls", "P-0.1", absent="loud", ended=("loud",))
        ] = "quiet"

    told = json.loads(wire.encode(pairs.PRESETS["usual"]))
    assert logged(Newer, told).manner == "loud"
    options.check_offered(Newer, {"manner": "quiet"}, (), "table")
    with pytest.raises(ValueError, match=r"^manner: loud is a value of old records: nobody chooses it any more$"):
        options.check_offered(Newer, {"manner": "loud"}, (), "table")
    assert options.describe(Newer(), (), "table")["manner"]["values"] == ["quiet"]


def test_a_record_keeps_the_presets_of_its_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    """A preset that changes is declared with what it had before; records name presets, and are read as they were agreed."""
    rules, kind = game("preferans"), game("preferans").conventions
    text = '[Game "preferans"] [Preset "leningrad"] [Players "3"] [Option "edition={}"] stop:force-majeure'
    monkeypatch.setattr(kind, "former", {1: {"leningrad": {"unit": 3, "prizes": True}}})
    before, now = (notation.parse(text.format(edition)).record for edition in (0, 1))
    assert before is not None
    assert now is not None
    usual = rules.agree("leningrad")
    assert now.conventions == msgspec.structs.replace(usual, edition=1)
    assert before.conventions == msgspec.structs.replace(usual, unit=3, prizes=True, edition=0)
    for one in (before, now):
        assert notation.parse(notation.format(one)).record == one


def test_tables_of_an_event_are_of_the_edition_in_which_it_was_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tables of today are played by what the preset meant then, so that all its tables are played alike."""
    monkeypatch.setattr(game("preferans").conventions, "former", {1: {"sochi": {"unit": 3}}})
    regulations = Regulations(tournament_type="olympic", event_length="deals", event_number=8)
    for edition, unit in ((0, 3), (1, 1)):
        announced = Announced(name="cup", preset="sochi", regulations=regulations, edition=edition)
        agreed = online(announced, announced.length)
        assert isinstance(agreed, preferans.Conventions)
        assert (agreed.edition, agreed.unit, agreed.length_deals) == (edition, unit, 8)
    assert Announced(name="older than editions").edition == 0


def test_a_changed_card_that_says_no_edition_is_of_the_one_of_its_table() -> None:
    """So the doubt about a log that says none is settled for all of it."""
    setup = party()
    early = msgspec.structs.replace(setup.conventions, edition=options.EARLIER)
    told = json.loads(wire.encode(early))
    for changed, edition in (({**told, "target": 301}, options.EARLIER), ({**told, "edition": 1}, 1)):
        if edition == options.EARLIER:
            del changed["edition"]
        body = json.dumps(
            {"act": "card", "preset": "moscow", "conventions": changed, "terms": {}, "public": False, "file": True}
        )
        table = Table.open(msgspec.structs.replace(setup, conventions=early))
        after = table.after(Entry(1, 0, "table", "0", None, body))
        assert after.setup.conventions.edition == edition
