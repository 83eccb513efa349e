"""What every game of the registry keeps, whatever its rules (kozyr/games/__init__.py)."""

import random
import re
from collections.abc import Callable, Iterator
from itertools import groupby, islice
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from kozyr.cards import Card, CardSet, Seat
from kozyr.deals import Layout
from kozyr.games import (
    REGISTRY,
    Amendment,
    AnyState,
    Conventions,
    Deal,
    Entry,
    Event,
    Game,
    IllegalEvent,
    Progress,
    Record,
    game,
    replay,
    rulings,
)
from kozyr.games.contract import Deed
from kozyr.games.judged import Judged
from kozyr.games.options import EDITION
from kozyr.games.preferans import Pulka
from kozyr.games.rulings import Ruled
from kozyr.games.unchecked import force
from kozyr.notation.perft import read, recorded
from kozyr.testing import dealt, events, progress, universe, walk
from tests.cases import DATA
from tests.longer import longer, thinned
from tests.witness import Witness, found, of as witness_of

CARD = re.compile("|".join(Card.__members__))
VIEWERS = (*Seat, None)


class Setting(NamedTuple):
    """A game as some table plays it.

    block: of a perft file, whose record leaves duties over its first deal; '' where nothing was ruled.
    """

    game: str
    preset: str
    players: int
    changes: tuple[tuple[str, object], ...] = ()
    block: str = ""

    @property
    def rules(self) -> Game:
        """The game."""
        return game(self.game)

    @property
    def agreed(self) -> Conventions:
        """What was agreed."""
        return self.rules.agree(self.preset, dict(self.changes), self.players)

    def start(self, dealer: int = 0) -> Progress:
        """The match before its first deal."""
        return Progress.start(self.rules.start(self.agreed, self.players, dealer))

    @property
    def judged(self) -> tuple[Entry, ...]:
        """The entries of the record, forced ones and rulings among them."""
        return JUDGED_BLOCKS[self.game, self.block].entries

    def __str__(self) -> str:
        name = f"{self.game}-{self.preset}-{self.players}" + ("-odd" if self.changes else "")
        return f"{self.game}-{self.block}" if self.block else name


# Options that no preset turns on, as many at once as go together.
ODD: dict[str, tuple[tuple[str, dict[str, object]], ...]] = {
    "preferans": (
        (
            "sochi",
            {
                "blind": "on",
                "auction.jumps": "allowed",
                "auction.here": "elder_hand",
                "auction.misere_beaten_by": "no_talon_chain",
                "contract.ten_is": "checked",
                "contract.surrender": "without_three",
                "talon_refusal_fine": 3,
                "talon_bonus": "on",
                "whist.obligatory_6s": "on",
                "whist.return_by_first": "any",
                "allpass.dealer_owns_talon_tricks": "off",
                "prizes": "on",
                "pool_target": 4,
            },
        ),
        (
            "club",
            {
                "allpass.failed_exit": "repeat_last",
                "auction.third_hand_silent_take": "off",
                "misere.half_share": "on",
                "whist.consolation": "whisters_only",
                "pool_overflow": "whists",
                "allpass.amnesty": "off",
                "pool_target": 4,
            },
        ),
        ("rostov+qualifying", {"length_mode": "boards", "length_deals": 3}),
    ),
    "bridge": (
        (
            "rubber",
            {
                "explain": "self",
                "honours": "on",
                "review_after_lead": "always",
                "dummy_sees_all": "on",
                "three_hand_auction": "free",
                "rubber_bonus": "game200_rubber700",
                "rubber_bonus_variant": "200_plus_700",
            },
        ),
        (
            "chicago",
            {"honours": "on", "honours_claim": "after_auction", "pivot_tour": "on", "chicago_game_bonus": "none"},
        ),
    ),
    "deberts": (
        (
            "moscow",
            {
                "passed_out": "obligation",
                "exchange7_first_six": "on",
                "hundred": "on",
                "bella_optional": "off",
                "suggest_height_question": "off",
                "must_beat": "never",
                "hanging": "burn",
                "bait_fine": 100,
                "bare_fine": 100,
            },
        ),
        ("moscow-alternatives", {"table.irregularities": "rule", "passed_out": "last_must", "open_bottom_card": "off"}),
    ),
}


def plays(setting: Setting) -> bool:
    """Whether this number of players can play it."""
    try:
        setting.start()
    except ValueError:
        return False
    return True


SETTINGS = [
    setting
    for name in REGISTRY
    for preset, changes in (*((preset, {}) for preset in game(name).presets), *ODD.get(name, ()))
    for players in range(2, 7)
    if plays(setting := Setting(name, preset, players, tuple(changes.items())))
]
# The same games under rulings: the records of the perft files, which leave duties, cards seen and tricks counted otherwise.
JUDGED_BLOCKS = {
    (block.game, block.id): recorded(block)
    for path in sorted((DATA.parent / "perft").glob("*-judged.perft"))
    for block in read(path.read_text())
}
JUDGED = [
    Setting(
        name,
        next(
            (
                p
                for p, c in game(name).presets.items()
                if c == msgspec.structs.replace(record.conventions, edition=EDITION)
            )
        ),
        record.players,
        (),
        block,
    )
    for (name, block), record in JUDGED_BLOCKS.items()
]


def chosen() -> Iterator[Setting]:
    """Each preset with one number of players: another one than the preset before it, where it can."""
    for nth, (_, some) in enumerate(groupby(SETTINGS, lambda one: (one.game, one.preset, one.changes))):
        tables = list(some)
        yield tables[nth % len(tables)]


FEW = list(chosen())
TABLES = [*FEW, *longer(*(one for one in SETTINGS if one not in FEW))]
at_every_table = pytest.mark.parametrize("setting", TABLES, ids=str)
judged_thinly = pytest.mark.parametrize("setting", thinned([*TABLES, *JUDGED], 3), ids=str)
judged_or_not = pytest.mark.parametrize("setting", [*TABLES, *JUDGED], ids=str)
in_every_game = pytest.mark.parametrize("name", REGISTRY)


def deals(
    setting: Setting, number: int, seed: int = 1, offers: float = 0.05
) -> Iterator[tuple[Progress, Entry, Progress]]:
    """So many deals at random, match after match: the progress before each event, the event, the progress after."""
    chance = random.Random(f"{setting} {seed}")
    played = 0
    if setting.block:
        yield from judged_deals(setting, 1 + (number > 10), chance, offers)
        return
    while played < number:
        before = setting.start(chance.randrange(setting.players))
        for entry, after in walk(setting.rules, before, chance, offers):
            played += isinstance(entry.event, Deal)
            if played > number:
                return
            yield before, entry, after
            before = after


def judged_deals(
    setting: Setting, number: int, chance: random.Random, offers: float
) -> Iterator[tuple[Progress, Entry, Progress]]:
    """The first deal of a judged record, finished so many times at random; what stands in the record comes first."""
    for _ in range(number):
        now = setting.start()
        for entry in setting.judged:
            step = now.step(entry)
            yield now, entry, step.after
            now = step.after
        assert isinstance(now.state, Judged)
        match = now.match
        for entry, after in walk(setting.rules, now, chance, offers):
            yield now, entry, after
            now = after
            if now.match is not match:
                break


def lawful(entry: Entry) -> bool:
    """Whether an entry is a move of the game: neither forced nor a ruling."""
    return not entry.forced and not isinstance(entry.event, Ruled)


# ------------------------------------------------------------------ events


@in_every_game
def test_events_have_tags_tokens_and_json(name: str) -> None:
    rules = game(name)
    met = {entry.event for setting in SETTINGS if setting.game == name for _, entry, _ in deals(setting, 2)}
    for event in {*universe(rules), *met}:
        assert msgspec.json.decode(msgspec.json.encode(event), type=rules.event) == event
        assert hash(msgspec.json.decode(msgspec.json.encode(event), type=rules.event)) == hash(event)
    for event in met:
        token = event.token
        assert rules.parse(token) == event
        assert rules.parse(token).token == token
        assert token.isascii()
        assert not set(token) & set(" \t\n\r")


@judged_or_not
def test_a_log_is_followed_without_its_rules(setting: Setting, share: Callable[[int], int]) -> None:
    """What the rules allow is followed to the same; of anything else something comes, or it is refused as a log's fault."""
    chance, others = random.Random(str(setting)), sorted(universe(setting.rules), key=str)
    for before, entry, after in deals(setting, share(40), seed=3):
        assert before.follow(entry).after == after
        state = before.state
        for event in chance.sample(others, min(4, len(others))):
            seat = chance.choice([None, *Seat])
            try:
                before.follow(Entry(0, seat, event))
            except ValueError as error:
                assert not isinstance(error, IllegalEvent)  # noqa: PT017 - most of them are followed
            else:
                takes = state is not None and (state.now is None or isinstance(event, state.now.takes))
                assert takes or isinstance(event, (Amendment, Ruled, Deed))


@in_every_game
def test_an_unknown_field_or_tag_is_no_event(name: str) -> None:
    for text in ('{"type":"deal","cards":"N:-","seed":1}', '{"type":"abracadabra"}', '{"cards":"N:-"}', "[]"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text, type=game(name).event)


@in_every_game
@pytest.mark.parametrize("token", ["", " ", "abracadabra", "deal", "S1", "claim:", "discard:SA", "\N{SNOWMAN}"])
def test_an_unknown_token_is_no_event(name: str, token: str) -> None:
    with pytest.raises(ValueError, match="no event"):
        game(name).parse(token)


# ------------------------------------------------------------------ legality


@judged_or_not
def test_legal_is_what_is_not_refused(setting: Setting, share: Callable[[int], int]) -> None:
    everything = universe(setting.rules)
    chance = random.Random(f"legal {setting}")
    for _, _, after in deals(setting, share(10)):
        state = after.state
        if chance.random() > share(10) / 3:  # in short a third of the moments
            continue
        for seat in Seat if state is not None else ():
            assert state is not None
            listed = {*state.legal(seat), *state.offers(seat)}
            accepted = {event for event in everything if state.why_not(event, seat) is None}
            assert accepted == listed & set(everything)
            assert not [event for event in listed if state.why_not(event, seat) is not None]


@judged_or_not
def test_the_actor_has_a_choice_in_order_and_nobody_else(setting: Setting, share: Callable[[int], int]) -> None:
    for before, entry, _ in deals(setting, share(30)):
        state = before.state
        assert state is not None
        assert (state.actor is None) == isinstance(entry.event, Deal)
        assert bool(state.legal()) == (state.actor is not None)
        for seat in Seat:
            for choice in (state.legal(seat), state.offers(seat)):
                tokens = [event.token for event in choice]
                assert tokens == sorted(set(tokens))
            assert state.legal(seat) == (state.legal() if seat is state.actor else ())
        assert state.outcome is None


@judged_or_not
def test_to_apply_changes_nothing_that_was(setting: Setting) -> None:
    for before, entry, after in deals(setting, 2):
        state = before.state
        assert state is not None
        was, hashed = repr(state), hash(state)
        for event in islice(state.legal(), 70):
            one = state.apply(event)
            assert one == state.apply(event, state.actor) == state.advance(event, state.actor)
            assert hash(one) == hash(state.apply(event))
        assert (repr(state), hash(state)) == (was, hashed)
        assert before.step(entry).after == after


@judged_or_not
def test_a_refused_event_leaves_everything_usable(setting: Setting, share: Callable[[int], int]) -> None:
    chance = random.Random(str(setting))
    everything = universe(setting.rules)
    for before, entry, after in deals(setting, share(30)):
        seat = chance.choice(list(Seat))
        event = chance.choice(everything)
        illegal = before.why_not(event, seat)
        if illegal is not None:
            with pytest.raises(IllegalEvent) as refusal:
                before.apply(event, seat)
            assert refusal.value.illegal == illegal
            assert refusal.value.event == event
            assert illegal.law
            assert before.step(entry).after == after


@in_every_game
def test_every_refusal_names_a_rule_of_the_rulebook(name: str) -> None:
    rules = (DATA / "rules.tsv").read_text()
    known = {line.split("\t")[0] for line in rules.splitlines()}
    everything = universe(game(name))
    for setting in SETTINGS:
        if setting.game == name:
            chance = random.Random(str(setting))
            for before, _, _ in deals(setting, 2):
                for event in chance.sample(everything, 20):
                    illegal = before.why_not(event, chance.choice(list(Seat)))
                    assert illegal is None or illegal.law in known


DEEDS = (
    "expose:N:SA", "talon:seen", "look-at:1", "look-at:discard", "put-away:SA", "misdeal:no_cut", "missing:N:SA", "found:SA:played",
    "remark:auction", "advice:N:lead", "ruled:P-0.7:arbiter:play-on",
)  # fmt: skip


@judged_or_not
def test_a_deed_is_refused_to_everybody_and_done_by_force_or_not_at_all(setting: Setting) -> None:
    known = {line.split("\t")[0] for line in (DATA / "rules.tsv").read_text().splitlines()}
    deeds = [event for token in DEEDS if (event := rulings.read(token)) is not None]
    for before, _, _ in deals(setting, 2):
        state = before.state
        assert state is not None
        for event in deeds:
            for seat in (None, *state.terms.seats):
                illegal = state.why_not(event, seat)
                assert illegal is not None
                assert illegal.law in known
                if not isinstance(event, rulings.Ruled) and state.possible(event, seat):
                    forced = force(state, event, seat)
                    assert forced.turn is state.turn or event.tag == "put-away"  # that one moves the deal on


# ------------------------------------------------------------------ records


@at_every_table
def test_a_replayed_log_is_the_match_that_was_played(setting: Setting) -> None:
    chance = random.Random(f"replay {setting}")
    start = setting.start()
    entries: list[Entry] = []
    stop = chance.randrange(60, 120)
    now = start
    for entry, now in islice(walk(setting.rules, start, chance, 0.05), stop):  # noqa: B007 - the last is wanted
        entries.append(entry)
    record = Record(setting.game, setting.agreed, setting.players, entries=tuple(entries))
    again = replay(record)
    assert again.error is None
    assert again.progress == now
    assert hash(again.state) == hash(now.state)
    assert again.applied == tuple(entries)
    by_tokens = tuple(msgspec.structs.replace(e, event=setting.rules.parse(e.event.token)) for e in entries)
    assert replay(msgspec.structs.replace(record, entries=by_tokens)).progress == now


@at_every_table
def test_a_bad_line_stops_a_replay_and_the_good_prefix_is_kept(setting: Setting) -> None:
    chance = random.Random(f"prefix {setting}")
    entries = [entry for entry, _ in islice(walk(setting.rules, setting.start(), chance), 25)]
    again = Deal(str(dealt(setting.rules.pack, setting.start().match.next_deal().holders, chance)))
    bad = Entry(99, None, again)
    good = [n for n, entry in enumerate(entries) if not isinstance(entry.event, Deal)]
    at = chance.choice(good)
    record = Record(setting.game, setting.agreed, setting.players, entries=(*entries[:at], bad, *entries[at:]))
    result = replay(record)
    assert result.applied == tuple(entries[:at])
    assert result.error is not None
    assert result.error.code == "not_now"
    assert result.progress == replay(msgspec.structs.replace(record, entries=tuple(entries[:at]))).progress


# ------------------------------------------------------------------ whole matches

ZERO_SUM: dict[str, Callable[[Pulka], object]] = {
    "preferans": lambda pulka: (sum(pulka.settlement.result), sum(pulka.settlement.rounded)),
}


@pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name in REGISTRY for preset in game(name).presets], ids=str
)
def test_random_deals_go_to_the_end_and_sheets_sum_to_zero(name: str, preset: str, share: Callable[[int], int]) -> None:
    tables = [setting for setting in SETTINGS if (setting.game, setting.preset) == (name, preset)]
    settled = 0
    for setting in tables:
        for before, _, after in deals(setting, share(2_000) // len(tables), offers=0.01):
            if after.match is not before.match:
                assert isinstance(after.match, Pulka) or name not in ZERO_SUM
                if isinstance(after.match, Pulka):
                    assert ZERO_SUM[name](after.match) == (0, 0)
                    settled += 1
    assert settled > share(2_000) // 2 or name not in ZERO_SUM


@at_every_table
def test_a_finished_match_has_no_next_deal(setting: Setting) -> None:
    start = last = setting.start()
    for _, last in islice(walk(setting.rules, start, random.Random(str(setting))), 20_000):  # noqa: B007 - the last one
        pass
    if not last.match.finished:  # at random a rubber may take thousands of deals
        last = last.apply(setting.rules.parse("stop:force-majeure"))
    assert last.match.finished
    assert last.state is None
    deal = Deal(str(dealt(setting.rules.pack, setting.start().match.next_deal().holders, random.Random(0))))
    illegal = last.why_not(deal)
    assert illegal is not None
    assert illegal.code == "match_over"


# ------------------------------------------------------------------ views


def seen_happen(state: AnyState, entry: Entry, viewer: Seat | None) -> Event:
    """An event as a viewer sees it."""
    return state.shown(entry.event, entry.seat, viewer)


@judged_thinly
def test_nobody_sees_a_card_too_early(setting: Setting, share: Callable[[int], int]) -> None:
    witness: Witness = witness_of(setting.game)
    for before, entry, after in deals(setting, share(30), offers=0.1):
        assert before.state is not None
        if isinstance(entry.event, Deal):
            witness = witness_of(setting.game)
        witness.watch(entry, before, after)
        if witness.over:
            continue
        assert after.state is not None
        for viewer in VIEWERS:
            assert set(found(after.state.view(viewer))) <= witness.seen[viewer], (viewer, entry)
            assert set(found(seen_happen(before.state, entry, viewer))) <= witness.seen[viewer], (viewer, entry)


def test_every_game_has_its_witness() -> None:
    assert all(isinstance(witness_of(name), Witness) for name in REGISTRY)


def exchanged(entry: Entry, rules: Game, swap: dict[Card, Card]) -> Entry:
    """The same event in a world where two cards have changed places."""
    if isinstance(entry.event, Deal):
        layout = Layout.parse(entry.event.cards)
        hands, first = (
            tuple(None if hand is None else CardSet.of(swap.get(c, c) for c in hand) for hand in places)
            for places in (layout.hands, layout.first)
        )
        assert len(hands) == len(first) == 4
        there = Layout(hands, tuple(swap.get(card, card) for card in layout.rest), first)
        return msgspec.structs.replace(entry, event=Deal(str(there)))
    if not set(found(entry.event)) & swap.keys():
        return entry  # not every capital and digit is a card: claim:S7
    token = CARD.sub(lambda match: swap.get(Card(match[0]), Card(match[0])).text, entry.event.token)
    return msgspec.structs.replace(entry, event=rules.parse(token))


class Twin:
    """A world where two cards that a viewer has not seen have changed places: the same is done in it, event by event."""

    def __init__(self, start: Progress, swap: dict[Card, Card], rules: Game) -> None:
        self.now = start
        self.swap = swap
        self.rules = rules

    def follows(self, entry: Entry, viewer: Seat | None) -> Event | None:
        """What the viewer sees happen here; None: its players could not have done the same."""
        there = exchanged(entry, self.rules, self.swap)
        state = self.now.state
        try:
            step = self.now.step(there)
        except IllegalEvent:
            return None
        if state is None:
            return None
        self.now = step.after
        return seen_happen(state, there, viewer)


def twin_of(
    start: Progress, log: list[Entry], swap: dict[Card, Card], setting: Setting, viewer: Seat | None
) -> tuple[Twin, list[Event]] | None:
    """The twin after a whole log, and what the viewer has seen happen in it."""
    twin, happened = Twin(start, swap, setting.rules), list[Event]()
    for entry in log:
        seen = twin.follows(entry, viewer)
        if seen is None:
            return None
        happened.append(seen)
    return twin, happened


def swaps(log: list[Entry], hidden: set[Card], chance: random.Random) -> Iterator[dict[Card, Card]]:
    """Exchanges of two hidden cards that lie in different places, in one suit first: they break no rule."""
    assert isinstance(log[0].event, Deal)
    layout = Layout.parse(log[0].event.cards)
    places = [set(hand) for hand in layout.hands if hand is not None] + [{card} for card in layout.rest]
    place = {card: at for at, cards in enumerate(places) for card in cards}
    order = sorted(hidden, key=str)
    pairs = [(a, b) for a in order for b in order if a.text < b.text and place[a] != place[b]]
    chance.shuffle(pairs)
    for a, b in sorted(pairs, key=lambda pair: pair[0].suit is not pair[1].suit):
        yield {a: b, b: a}


@judged_thinly
def test_a_view_is_the_same_in_every_world_that_the_viewer_cannot_tell_apart(
    setting: Setting, share: Callable[[int], int]
) -> None:
    chance = random.Random(f"worlds {setting}")
    start, log, shown = setting.start(), list[Entry](), dict[Seat | None, list[Event]]()
    twins: dict[Seat | None, list[Twin]] = {}
    witness = witness_of(setting.game)
    compared = 0
    for before, entry, after in deals(setting, share(20), offers=0.1):
        assert before.state is not None
        if isinstance(entry.event, Deal):
            start, log, witness = before, [], witness_of(setting.game)
            shown, twins = {viewer: [] for viewer in VIEWERS}, {viewer: [] for viewer in VIEWERS}
        log.append(entry)
        witness.watch(entry, before, after)
        if after.state is None or after.state.actor is None:
            continue  # the deal is over, and all cards lie open
        for viewer in VIEWERS:
            shown[viewer].append(seen_happen(before.state, entry, viewer))
            hidden = set(setting.rules.pack.cards) - witness.seen[viewer]
            going_on: list[Twin] = []
            for twin in twins[viewer]:
                seen = twin.follows(entry, viewer) if twin.swap.keys() <= hidden else None
                if seen is not None:  # else he can tell the worlds apart now, or they have gone different ways
                    assert seen == shown[viewer][-1], (viewer, twin.swap, entry)
                    going_on.append(twin)
            twins[viewer] = going_on
            if len(going_on) < 2:  # a new twin lives through what was; from then on it is carried along
                swap = next(swaps(log, hidden, chance), None)
                made = None if swap is None else twin_of(start, log, swap, setting, viewer)
                if swap is not None and made is not None:
                    assert made[1] == shown[viewer], (viewer, swap, entry)
                    going_on.append(made[0])
            view = after.state.view(viewer)
            for twin in going_on:
                if twin.now.state is not None and twin.now.state.actor is not None:
                    assert twin.now.state.view(viewer) == view, (viewer, twin.swap, entry)
                    compared += 1
    assert compared > 50


# ------------------------------------------------------------------ the same as properties


@pytest.mark.parametrize("name", ["preferans", "bridge"])
@given(data=st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_under_any_conventions_a_match_in_progress_keeps_the_contract(name: str, data: st.DataObject) -> None:
    rules = game(name)
    players = data.draw(st.integers(2, 5))
    now = data.draw(progress(rules, players=players))
    state = now.state
    if state is None:
        assert now.match.finished
        return
    assert isinstance(state, msgspec.Struct)
    assert hash(state) == hash(msgspec.structs.replace(state))
    event, seat = data.draw(events(rules)), data.draw(st.sampled_from(Seat))
    illegal = state.why_not(event, seat)
    assert (illegal is None) == (event in {*state.legal(seat), *state.offers(seat)})
    if illegal is None:
        assert now.apply(event, seat).match.dealer in range(players)
