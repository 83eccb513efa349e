"""The account of a deal counted a second time, by code that shares nothing with `kozyr.review`.

Deals are played on event by event, words are tried one by one, all 66 discards are looked at, sheets are settled from their
columns. Only the solver's tricks and points are taken for granted, which tests of their own hold against plain search.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final, TypeAlias

import msgspec

from kozyr.bots.preferans.endgame import Endgame
from kozyr.cards import CardSet, Suit
from kozyr.games import AnyMatch, AnyState, Deal, Event, Outcome as Facts, Play, Record, Step, steps
from kozyr.games.bridge import Session, State as Bridge
from kozyr.games.deberts import Party, State as Deberts
from kozyr.games.match import Stop
from kozyr.games.preferans import Contract, Outcome, Pulka, State as Preferans
from kozyr.games.preferans.sheet import hill_points, undivided
from kozyr.games.preferans.words import Discard, Name, Peek
from kozyr.review import Account, Review
from kozyr.review.reviewing import Player, seed_of
from kozyr.solver import bridge, deberts, preferans
from kozyr.solver.integers import mask_of, number_of

Row: TypeAlias = tuple[Fraction, ...]  # by place in the match
STAGES: Final[Mapping[str, Mapping[str, int]]] = {
    "preferans": {"auction": 0, "invite": 0, "talon": 1, "discard": 1, "contract": 1, "whist": 2},
    "deberts": {"auction": 0},
    "bridge": {"auction": 0},
}
CARDS: Final = 3  # the stage of everything else


def settled(match: AnyMatch) -> Row:
    """What each player has if the match is settled now, from the columns of its sheet."""
    if isinstance(match, Pulka):
        sheet, c, players = match.sheet, match.conventions, match.players
        share = Fraction(10) if undivided(c, players) else Fraction(10, players)
        missing = [(c.pool_target - points) * hill_points(c, players) for points in sheet.pool]
        hills = [points + missing[who] for who, points in enumerate(sheet.hill)]
        others = range(players)
        return tuple(
            sum(
                ((hills[on] - hills[who]) * share + sheet.whists[who][on] - sheet.whists[on][who] for on in others),
                Fraction(),
            )
            for who in others
        )
    if isinstance(match, Party):
        points = list(match.sheet.points)
        if match.winner is not None:
            points[match.winner] = max(points[match.winner], match.conventions.target)
        return Fraction(points[0] - points[1]), Fraction(points[1] - points[0])
    over = match if match.finished else match.amended(Stop())
    return tuple(over.results[name] for name in match.names)


class Recount:
    """What a deal of one match is worth at a moment if nobody errs from there on, all hands seen."""

    def __init__(self, match: AnyMatch) -> None:
        self._match, self._before = match, settled(match)
        self._outcomes: dict[tuple[object, ...], Outcome] = {}
        self._known: dict[tuple[object, ...], Row] = {}

    def change(self, outcome: Facts) -> Row:
        """What the settled sheet makes of the facts of a deal."""
        after = settled(self._match.recorded(outcome))
        return tuple(now - was for now, was in zip(after, self._before, strict=True))

    def worth(self, state: AnyState) -> Row | None:
        """The change for each player; None: nobody can say."""
        if state.outcome is not None:
            return self.change(state.outcome)
        if isinstance(state, Preferans):
            return self._preferans(state)
        if isinstance(state, Deberts):
            return self._deberts(state)
        assert isinstance(state, Bridge)
        return self._bridge(state)

    def _best(self, state: AnyState, events: Iterable[Event]) -> Row | None:
        """The row that the actor likes best, of equal ones the one that the next player likes best."""
        seat = state.actor
        assert seat is not None
        me = self._match.names.index(state.terms.name(seat))
        rows = [self.worth(state.apply(event, seat)) for event in events]
        known = [row for row in rows if row is not None]
        return max(known, key=lambda row: row[me:] + row[:me]) if len(known) == len(rows) else None

    # --- preferans -----------------------------------------------------------------------------------------

    def _preferans(self, state: Preferans) -> Row | None:
        if state.phase == "discard":
            return self._discards(state)
        if state.phase == "auction":
            key = (state.auction,)
            if key not in self._known:
                found = self._best(state, state.legal())
                assert found is not None
                self._known[key] = found
            return self._known[key]
        if state.phase != "play" or state.claim is not None:
            return self._best(state, [event for event in state.legal() if not isinstance(event, Peek)])
        if state.declarer is None and len(state.terms.hands) == 2:
            return self._two_alone(state)
        position = preferans.Position.of(state)
        if state.declarer is None:
            each = preferans.solve(position).maxn
            assert each is not None
            won = {seat: state.won[seat.position] + more for seat, more in each.items()}
            if state.tricks is not None and state.tricks.owner is not None:
                owner = state.tricks.owner
                won[owner] = state.won[owner.position] + position.left - sum(each.values())
            return self._told(state, {state.terms.name(seat): tricks for seat, tricks in won.items()})
        declarer = state.declarer
        taken = preferans.values((position,))[0]
        others = [seat for seat in state.terms.holders if seat is not declarer]
        rest, ways = position.left - taken, []
        for first in sorted({rest // 2, (rest + 1) // 2}):
            more = {declarer: taken, others[0]: first, others[1]: rest - first}
            owners = {seat: seat if seat is not state.terms.dummy else others[others[0] is seat] for seat in more}
            tricks: dict[str, int] = {}
            for seat, count in more.items():
                name = state.terms.name(owners[seat])
                tricks[name] = tricks.get(name, 0) + state.won[seat.position] + count
            ways.append(self._told(state, tricks))
        return tuple(sum(some, Fraction()) / len(ways) for some in zip(*ways, strict=True))

    def _two_alone(self, state: Preferans) -> Row:
        """Gusarik's all-pass: what one hand does not take the other does."""
        one, two = state.terms.hands
        first = two if (state.turn is one) == bool(state.trick) else one  # who leads
        bits = tuple(mask_of(CardSet(state.holding(seat))) for seat in (one, two))
        trick = tuple((int(first is two), number_of(card)) for card in state.trick)
        taken = Endgame(4, 0, few=True, nodes=10**7).values(bits, int(state.turn is two), trick).values()
        more = min(taken) if state.turn is one else max(taken)
        rest = 10 - len(state.history) - more
        duel = {one: state.won[one.position] + more, two: state.won[two.position] + rest}
        return self._told(state, {state.terms.name(seat): tricks for seat, tricks in duel.items()})

    def _told(self, state: Preferans, tricks: Mapping[str, int]) -> Row:
        """The change where the players have so many tricks. The other facts are those of any play to the end."""
        key = (state.declarer, state.contract, state.defence)
        if key not in self._outcomes:
            end: AnyState = state
            while end.outcome is None:
                end = end.apply(end.legal()[0])
            assert isinstance(end.outcome, Outcome)
            self._outcomes[key] = end.outcome
        row = (*key, tuple(tricks.items()))
        if row not in self._known:
            told = self._outcomes[key]
            assert told.tricks is not None
            assert set(told.tricks) == set(tricks)
            self._known[row] = self.change(msgspec.structs.replace(told, tricks=dict(tricks)))
        return self._known[row]

    def _discards(self, state: Preferans) -> Row | None:
        """All discards; of those that leave the same tricks in a suit one is played on, with the contracts of that suit."""
        declarer, found = state.declarer, dict[tuple[object, int], Event]()
        assert declarer is not None
        kinds: list[tuple[preferans.Kind, Suit | None]] = [("misere", None)]
        if state.contract is not Contract.MISERE:
            kinds = [("tricks", trump) for trump in preferans.DENOMINATIONS.values()]
        events = [event for event in state.legal() if isinstance(event, Discard)]
        asked = [self._after(state, event, *kind) for event in events for kind in kinds]
        for nth, taken in enumerate(preferans.values(asked)):
            kind = kinds[nth % len(kinds)]
            found.setdefault((kind[1] or kind[0], taken), events[nth // len(kinds)])
        me, rows = self._match.names.index(state.terms.name(declarer)), []
        for (suit, _), event in found.items():
            after = state.apply(event)
            assert isinstance(after, Preferans)
            named = [one for one in after.legal() if isinstance(one, Name)] if after.phase == "contract" else []
            some = [one for one in named if (one.contract.trump or "tricks") == suit]
            rows += [self.worth(after.apply(one)) for one in some] if named else [self.worth(after)]
        return max((row for row in rows if row is not None), key=lambda row: row[me:] + row[:me])

    @staticmethod
    def _after(state: Preferans, event: Discard, kind: preferans.Kind, trump: Suit | None) -> preferans.Position:
        """The first lead after a discard."""
        away = state.apply(event).discarded
        assert state.now is not None
        hands = [
            CardSet(state.now.hands[seat.position] & ~away) if seat in state.terms.holders else None
            for seat in preferans.SEATS
        ]
        leader = state.terms.holders[0]
        return preferans.Position((hands[0], hands[1], hands[2], hands[3]), leader, kind, state.declarer, trump)

    # --- the others ----------------------------------------------------------------------------------------

    def _deberts(self, state: Deberts) -> Row | None:
        if (state,) in self._known:
            return self._known[(state,)]
        events: list[Event] = [one for one in state.legal() if not isinstance(one, Play)]
        cards = [one for one in state.legal() if isinstance(one, Play)]
        if cards:
            now = state.now
            hands = tuple(state.hand(seat) for seat in deberts.SEATS)
            table = state.trick[0] if state.trick else None
            asked = deberts.Position((hands[0], hands[1]), now.trump, now.tricks.leader, table)  # type: ignore[union-attr]
            moves = deberts.solve(asked).moves
            most = max(moves.values())
            best = [one for one in cards if moves[one.card] == most]
            events.append(max(best, key=lambda one: getattr(one, "bella", False)))
        found = self._best(state, events)
        assert found is not None
        self._known[(state,)] = found
        return found

    def _bridge(self, state: Bridge) -> Row | None:
        play, legal = state.play, state.legal()
        if play is None or not isinstance(legal[0], Play):
            return self._best(state, legal)
        n, e, s, w = (CardSet(hand) for hand in state.hands)
        board = bridge.Board((n, e, s, w), play.contract.trump, play.declarer, play.tricks.leader, state.trick)
        moves = bridge.solve(board).moves
        ours = play.turn in {play.declarer, play.dummy}
        best = (max if ours else min)(moves, key=moves.__getitem__)
        return self.worth(state.apply(next(one for one in legal if isinstance(one, Play) and one.card is best)))


def luck(match: AnyMatch, cards: Deal, player: Player) -> Row:
    """What a player makes of the cards in all seats."""
    state, seed = match.begin().apply(cards), seed_of(cards)
    while state.outcome is None:
        assert state.actor is not None
        state = state.apply(player(state.view(state.actor), seed), state.actor)
    was, now = settled(match), settled(match.recorded(state.outcome))
    return tuple(b - a for a, b in zip(was, now, strict=True))


def deals(record: Record) -> Iterable[tuple[list[Step], AnyMatch, AnyMatch]]:
    """The deals of a record that are over: their steps, and the match before and after."""
    run: list[Step] = []
    for step in steps(record):
        run = [step] if isinstance(step.entry.event, Deal) else [*run, step]
        if step.outcome is not None:
            yield run, run[0].before.match, step.after.match


def boundaries(game: str, run: Sequence[Step]) -> list[AnyState | None]:
    """The first state after the auction, after the discard, after the whists; None: the deal was over before."""
    states = [step.before.state for step in run[1:]]
    kinds = [(STAGES[game].get(state.phase, CARDS), state) for state in states if state is not None]
    return [next((state for kind, state in kinds if kind > stage), None) for stage in range(CARDS)]


def account(record: Record, run: Sequence[Step], match: AnyMatch, then: AnyMatch, player: Player) -> list[Row]:
    """The parts of a deal: the sheet, luck, auction, discard, whist, play."""
    cards = run[0].entry.event
    assert isinstance(cards, Deal)
    recount = Recount(match)
    was, now = settled(match), settled(then)
    written = tuple(b - a for a, b in zip(was, now, strict=True))
    fair, after = luck(match, cards, player), written
    values: list[Row] = []
    # A moment that cannot be valued is worth what the next one is.
    for state in reversed(boundaries(record.game, run)):
        found = None if state is None else recount.worth(state)
        after = written if state is None else after if found is None else found
        values.insert(0, after)
    chain: list[Row] = [(Fraction(),) * len(fair), fair, *values, written]
    return [written, *(tuple(b - a for a, b in zip(one, two, strict=True)) for one, two in pairwise(chain))]


def parts(of: Account) -> list[Fraction]:
    """The same of a review."""
    return [of.sheet, of.luck, of.auction, of.discard.total, of.whist.total, of.play.total]


def agrees(record: Record, found: Review, player: Player, counted: Callable[[int], bool] = lambda _: True) -> AnyMatch:
    """Hold a review of a match against the recount; returns the match at its end. counted: which deals are counted again."""
    sums: dict[str, Fraction] = {}
    recounted: dict[str, list[Row]] = {}
    last: AnyMatch | None = None
    for number, (deal, (run, match, then)) in enumerate(zip(found.deals, deals(record), strict=True), 1):
        last = then
        assert deal.first == run[0].entry.seq
        if counted(number):
            told = account(record, run, match, then, player)
            for at, name in enumerate(match.names):
                assert parts(deal.accounts[name]) == [row[at] for row in told], (record.game, number, name)
                recounted.setdefault(name, []).append(tuple(row[at] for row in told))
        for name, of in deal.accounts.items():
            assert of.parts == of.sheet
            assert not of.rulings
            sums[name] = sums.get(name, Fraction()) + of.parts
    assert last is not None
    # All deals together are what the match has come to, its closing and its bonuses included.
    end = dict(zip(last.names, settled(last), strict=True))
    assert sums == end
    assert {name: account.sheet for name, account in found.total.items()} == end
    assert all(account.parts == account.sheet for account in found.total.values())
    for name, rows in recounted.items():
        if len(rows) == len(found.deals):
            assert parts(found.total[name]) == [sum(some, Fraction()) for some in zip(*rows, strict=True)]
    if isinstance(last, Pulka) or (isinstance(last, Session) and last.finished):
        assert sums == dict(last.results)
    return last
