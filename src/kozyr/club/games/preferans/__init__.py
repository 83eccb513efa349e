"""Preferans at the club: the drawing of lots, the sheet, and the guaranteed result (P-3.8.5.1a)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, ClassVar, Final, Literal, Self

import msgspec

from kozyr.arbiter.incidents import AnyIncident, PlanDisputed
from kozyr.arbiter.laws.preferans.tricks import before_plans
from kozyr.cards import Card, CardSet, Seat
from kozyr.club import wire
from kozyr.club.acts import Act
from kozyr.club.budgets import OTHER
from kozyr.club.games.preferans.analysis import Analysis, analyse
from kozyr.club.refusal import Manner
from kozyr.club.table.customs import Customs
from kozyr.club.table.part import Did, Laws, Moved, News, TableFacts, no
from kozyr.games import AnyState, Conventions, Event, Reason, Refusal, preferans
from kozyr.games.judged import applied
from kozyr.games.preferans import words
from kozyr.games.preferans.sheet import Entry, Points, Settlement
from kozyr.games.rulings import Dictated
from kozyr.logs import Number

_LAW: Final = "P-3.8.5.1a"
_DISPUTE: Final = "P-3.8.5.1b"
_HAND: Final = 10
_PROMPT_MS: Final = 5000  # "without a pause" (P-3.4.8), with the way over the net and back


class Sheet(wire.Sheet, frozen=True, kw_only=True):
    """The pulka for a client. whists[i][j] are the whists of i on j."""

    target: int
    """The target of the pools."""
    length: int | None
    """How many deals the pulka has, where deals end it and not the pools (P-4.2.2)."""
    pool: tuple[Points, ...]
    hill: tuple[Points, ...]
    whists: tuple[tuple[Points, ...], ...]
    entries: tuple[Entry, ...]
    deals: tuple[preferans.Outcome, ...]
    series: int
    settlement: Settlement | None
    """Once the pulka is over; of a kept sheet, as if it ended now."""


class Finished(wire.Finished, frozen=True, kw_only=True):
    """A finished deal of preferans. `names` has the players by seat; at five they change."""

    outcome: preferans.Outcome | None
    entries: tuple[Entry, ...]
    talon: tuple[Card, ...]
    discard: tuple[Card, ...]
    answers: tuple[tuple[Seat, str], ...]


# --- the guaranteed result -------------------------------------------------------------------------------------


class Guarantee(Act, frozen=True, tag="guarantee"):
    """A defender guarantees a result to players who reject the defender's plan (P-3.8.5.1a)."""

    budget = OTHER

    tricks: Annotated[int, msgspec.Meta(ge=0, le=13)]


class Take(Act, frozen=True, tag="take"):
    """An answer to an offered guarantee.

    mine: the same terms the other way round.
    """

    budget = OTHER

    n: Number
    answer: Literal["yes", "no", "mine"]


def _pending(promise: wire.Contract) -> bool:
    """Whether an asked player has still to answer."""
    return promise.points is None and any(voice.yes is None for voice in promise.to)


def not_offered(state: preferans.State, name: str, tricks: int) -> Refusal | None:
    """The refusal of a player's guarantee that the declarer makes `tricks` tricks. None: it is allowed."""
    terms = state.terms
    if terms.conventions.whist_plan_dispute != "side_bet":
        return Refusal(Reason.NOT_AGREED, "P-3.8.5.1")
    view = state.view(None)
    if view.phase != "play" or view.declarer is None or tricks > _HAND:
        return Refusal(Reason.NOT_NOW, _LAW)
    declarer = terms.name(view.declarer)
    if name == declarer or name not in {terms.name(seat) for seat in terms.hands}:
        return Refusal(Reason.NO_RIGHT, _LAW)
    return None


def _others(state: preferans.State, name: str) -> tuple[str, ...]:
    """The players to whom a player guarantees a result.

    They are the other defender and a dealer without cards; neither the declarer nor a waiting fifth.
    """
    declarer = state.declarer
    apart = {name} if declarer is None else {name, state.terms.name(declarer)}
    return tuple(other for other in state.terms.names if other not in apart)


def _state(table: TableFacts) -> preferans.State:
    running = table.progress.state
    state = None if running is None else running.plain
    if not isinstance(state, preferans.State):
        raise ValueError("no deal of preferans runs")  # noqa: TRY004 - a log that says otherwise cannot be followed
    return state


def _owed(before: preferans.Pulka, outcome: preferans.Outcome, name: str, tricks: int) -> Mapping[str, Fraction]:
    """The gain of each other player if the guarantee had been the result, as the pulka would count now.

    The tricks of the difference are the guarantor's, whose plan is followed.
    """
    real = outcome.tricks
    if real is None or outcome.declarer is None or outcome.declarer == name:
        return {}
    taken = real.get(outcome.declarer, 0)
    fixed = dict(real) | {outcome.declarer: tricks}
    fixed[name] = real.get(name, 0) + taken - tricks
    for other in real:  # the guarantor cannot have less than none: then the others took fewer
        if fixed[name] < 0 and other not in {name, outcome.declarer}:
            moved = min(fixed[other], -fixed[name])
            fixed[other] -= moved
            fixed[name] += moved
    guaranteed = before.record(msgspec.structs.replace(outcome, tricks=fixed)).settlement.result
    played = before.record(outcome).settlement.result
    return {who: Fraction(guaranteed[at]) - Fraction(played[at]) for at, who in enumerate(before.names)}


# --- the customs -----------------------------------------------------------------------------------------------


class Preferans(Customs[preferans.State, preferans.View, preferans.Pulka], frozen=True):
    """Preferans at a table."""

    acts = (Guarantee, Take)
    wishes = (Guarantee, Take)
    # A declarer may not look at the discard after the first lead (P-3.4.9); a bot's memory is its own affair.
    hidden: ClassVar[tuple[str, ...]] = ("put_away",)
    laws: ClassVar[Laws] = Laws(
        waits="P-3.2.10",
        dealing="P-3.2.2",
        playing=_LAW,
        amending="P-4.2.9",
        drawing="P-3.1.1",
        binding="P-3.2.3",
        sharing="P-3.2.5",
        missing="P-3.2.7",
    )

    promises: tuple[wire.Contract, ...] = ()
    """The guaranteed results."""
    named: int = 0
    """When the last contract was named, in milliseconds."""

    # --- acts ----------------------------------------------------------------------------------------------

    def refusal(self, act: Act, by: int | None, table: TableFacts) -> Refusal | None:
        """Why this act may not come from this chair now; None: it may."""
        assert by is not None
        playing = table.state == "playing" and table.running
        tricks = 0
        if isinstance(act, Guarantee):
            if not playing:
                return no(Manner.NOT_NOW, _LAW)
            if any(map(_pending, self.promises)):
                return no(Manner.PENDING, _LAW)
            tricks = act.tricks
        elif isinstance(act, Take):
            offer = self._promise(act.n)
            if offer is None or offer.points is not None:
                return no(Manner.NO_PROPOSAL, _LAW)
            if not playing:
                return no(Manner.NOT_NOW, _LAW)
            if wire.Voice(by) not in offer.to:
                return no(Manner.NOT_ASKED, _LAW)
            if act.answer != "mine":
                return None
            tricks = offer.tricks
        return not_offered(_state(table), table.name(by), tricks)

    def _promise(self, n: int) -> wire.Contract | None:
        return next((promise for promise in self.promises if promise.n == n), None)

    def after(self, news: News, table: TableFacts) -> Self:
        """The customs after something that has happened."""
        match news:
            case Did(act=Guarantee(tricks=tricks)):
                made = self._made(news, tricks, table)
                return msgspec.structs.replace(self, promises=(*self.promises, made))
            case Did(act=Take() as take):
                return msgspec.structs.replace(self, promises=self._answered(news, take))
            case Moved():
                return self._moved(news, table)
        return self

    def _made(self, did: Did, tricks: int, table: TableFacts) -> wire.Contract:
        to = _others(_state(table), table.name(did.chair))
        # A bot has no plan of its own and keeps to the sheet; so does an absent player.
        answers = tuple(
            wire.Voice(chair, None if chair in table.persons and chair not in table.held_chairs else False)
            for chair in (table.order[table.names.index(name)] for name in to)
        )
        return wire.Contract(did.seq, _state(table).terms.number, did.chair, tricks, answers)

    def _answered(self, did: Did, take: Take) -> tuple[wire.Contract, ...]:
        offer = self._promise(take.n)
        if offer is None:
            raise ValueError(f"entry {did.seq} answers guarantee {take.n}, and there is none")
        to = tuple(
            wire.Voice(did.chair, yes=take.answer == "yes") if one.chair == did.chair else one for one in offer.to
        )
        promises = tuple(
            msgspec.structs.replace(promise, to=to) if promise is offer else promise for promise in self.promises
        )
        if take.answer != "mine":
            return promises
        # A player who offers terms must take them as well.
        return (
            *promises,
            wire.Contract(did.seq, offer.deal, did.chair, offer.tricks, (wire.Voice(offer.by, yes=True),)),
        )

    def _moved(self, moved: Moved, table: TableFacts) -> Self:
        after = self
        if isinstance(moved.event, (words.Name, words.Correct)):
            after = msgspec.structs.replace(after, named=moved.ts)
        if moved.broke or moved.outcome is not None:
            promises = tuple(self._settled(promise, moved, table) for promise in self.promises)
            if promises != self.promises:
                after = msgspec.structs.replace(after, promises=promises)
        return after

    @staticmethod
    def _settled(promise: wire.Contract, moved: Moved, table: TableFacts) -> wire.Contract:
        """A promise of a deal that is over, with the points of each bound player; unchanged if the deal was broken off."""
        if promise.points is not None:
            return promise
        bound = [voice.chair for voice in promise.to if voice.yes]
        owed: Mapping[str, Fraction] = {}
        if bound and moved.outcome is not None:
            assert isinstance(moved.before, preferans.Pulka)
            assert isinstance(moved.outcome, preferans.Outcome)
            owed = _owed(moved.before, moved.outcome, table.name(promise.by), promise.tricks)
        points = {str(chair): owed[table.name(chair)] for chair in bound if owed.get(table.name(chair))}
        return msgspec.structs.replace(promise, points=points)

    # --- the lot -------------------------------------------------------------------------------------------

    def draw_order(self, cards: tuple[Card, ...]) -> tuple[int, ...]:
        """The lowest card chooses first (P-3.1.1)."""
        return preferans.draw_order(cards)

    def drawn(self, heap: tuple[Card, ...], players: int) -> int:
        """How many cards are drawn for the first deal: one for each player (P-3.2.1)."""
        return players

    def first_dealer(self, cards: tuple[Card, ...], players: int) -> int:
        """The drawer of the lowest card deals first (P-3.2.1)."""
        return preferans.draw_order(cards)[0]

    def without_cards(self, conventions: Conventions) -> tuple[bool, bool]:
        """The seats by any lot where that is agreed (PC-3.2d); the first deal by cards (P-3.2.1)."""
        assert isinstance(conventions, preferans.Conventions)
        return conventions.seat_draw == "random", False

    # --- while a deal runs ---------------------------------------------------------------------------------

    def standing(self, state: preferans.State, table: TableFacts) -> AnyState:
        """The deal in which a guarantor plays the cards of a bound actor, who takes no part (P-3.8.5.1a).

        That needs a guarantor who sees the hand and is at the table.
        """
        if not self.promises or state.actor is None or state.turn is None:
            return state
        bound = wire.Voice(table.order[table.names.index(state.terms.name(state.actor))], yes=True)
        by = next((one.by for one in self.promises if one.points is None and bound in one.to), None)
        place = None if by is None else table.place(by)
        seat = None if place is None or table.by_bot(place) else table.seat(place)
        if seat is None or state.view(seat).hands[state.turn].cards is None:
            return state
        return applied(state, Dictated(state.actor, seat), _LAW) or state

    def late(self, event: Event, now: int) -> Refusal | None:
        """The refusal of a correction without a pause that comes too late by the table's clock (P-3.4.8)."""
        slow = isinstance(event, words.Correct) and event.prompt and now - self.named > _PROMPT_MS
        return Refusal(Reason.NOT_NOW, "P-3.4.8") if slow else None

    def disputable(self, state: preferans.State) -> bool:
        """Whether plans can be disputed: before a defender has played, where the arbiter settles it (P-3.8.5.1b)."""
        return state.terms.conventions.whist_plan_dispute == "arbiter" and before_plans(state)

    def disputed(self, state: preferans.State, name: str, plan: tuple[Card, ...], lot: int) -> AnyIncident | Refusal:
        """A defender or a dealer who sees the defenders' hands objects before either has played (P-3.8.5.1b).

        The whister's plan is carried out; at misère that is the plan of the objecting defender's partner.
        Others may join.
        """
        terms = state.terms
        if terms.conventions.whist_plan_dispute != "arbiter":
            return Refusal(Reason.NOT_AGREED, "P-3.8.5.1")
        if not self.disputable(state):
            return Refusal(Reason.NOT_NOW, _DISPUTE)
        view = state.view(None)
        assert view.declarer is not None
        seat, defenders = terms.seat(name), terms.opponents(view.declarer)
        misere = view.contract is words.Contract.MISERE
        plays = {one for one in defenders if misere or one in view.whisters}
        if seat is None or seat is view.declarer or (seat in plays and not misere):
            return Refusal(Reason.NO_RIGHT, _DISPUTE)
        hands = state.view(seat).hands
        if (len(plays) > 1 and not misere) or any(hands[one].cards is None for one in defenders):
            return Refusal(Reason.NO_RIGHT, _DISPUTE)  # with hidden hands no player has a plan for two hands
        if not {card for one in defenders for card in hands[one].cards or ()}.issuperset(plan):
            return Refusal(Reason.NOT_HELD, _DISPUTE)
        others = (one for one in terms.seats if one not in {seat, view.declarer, *plays})
        return PlanDisputed(
            objectors=(name,),
            lot="other" if lot else "own",
            other_plan=plan,
            others=tuple(map(terms.name, others)),
        )

    # --- the views -----------------------------------------------------------------------------------------

    def view(self, view: preferans.View, *, watching: bool) -> Mapping[str, object]:
        """A view, without tricks where players count them themselves (P-3.9.13)."""
        counted = view.outcome is not None or view.terms.conventions.table.show_counters
        return {**super().view(view, watching=watching), **({} if counted else {"tricks": {}})}

    def notes(self, state: preferans.State) -> bool:
        """Whether notes are allowed: at misère, where writing is agreed.

        In all other games they are forbidden (P-3.6.8).
        """
        return state.terms.conventions.misere_write_layout and state.view(None).contract is words.Contract.MISERE

    def sheet(self, match: preferans.Pulka) -> Sheet:
        """The sheet, and the settlement once the pulka is over."""
        sheet = match.sheet
        return Sheet(
            names=match.names,
            target=match.conventions.pool_target,
            length=None if match.conventions.length_mode == "pool" else match.conventions.length_deals,
            pool=sheet.pool,
            hill=sheet.hill,
            whists=sheet.whists,
            entries=sheet.entries,
            deals=match.history,
            series=match.series,
            finished=match.finished,
            settlement=match.settlement if match.finished else None,
        )

    def kept(self, match: preferans.Pulka) -> Sheet:
        """The sheet with the settlement as if the pulka ended now."""
        return msgspec.structs.replace(self.sheet(match), settlement=match.settlement)

    def finished(self, state: preferans.State, before: preferans.Pulka, after: preferans.Pulka) -> Finished:
        """A finished deal, in its public form.

        The proof of the deal opens the dealt cards (docs/fair.md), also without any play. The discard stays
        hidden unless the play has shown it (P-3.4.1, P-3.6.6).
        """
        view, terms = state.view(None), state.terms
        return Finished(
            number=terms.number,
            names=dict(zip(terms.seats, terms.names, strict=True)),
            outcome=view.outcome,
            entries=after.sheet.entries[len(before.sheet.entries) :],
            hands={seat: tuple(CardSet(state.dealt_hands[seat.position])) for seat in terms.holders},
            talon=state.talon,
            discard=view.discard or (),
            history=view.history,
            calls=view.calls,
            answers=view.answers,
        )

    def analysis(self, deal: wire.Finished, conventions: Conventions) -> Analysis | None:
        """The possible games of each hand with the talon. None: the deal had no call."""
        if not isinstance(deal, Finished) or not deal.calls:
            return None
        return analyse(deal.hands, deal.talon, deal.calls[0][0])

    def told(self, event: Event, deal: wire.Finished) -> Event:
        """The discard without its cards, where the play has not shown them."""
        hidden = isinstance(event, words.Discard) and isinstance(deal, Finished) and not deal.discard
        return words.Discard() if hidden else event

    def contracts(self) -> tuple[wire.Contract, ...]:
        """The guaranteed results."""
        return self.promises

    def side(self, table: TableFacts) -> Mapping[str, Fraction]:
        """The whists that the guarantees have brought each player."""
        sums: dict[str, Fraction] = {}
        for promise in self.promises:
            for chair, points in (promise.points or {}).items():
                for who, n in ((int(chair), points), (promise.by, -points)):
                    sums[table.name(who)] = sums.get(table.name(who), Fraction(0)) + n
        return sums


CUSTOMS: Final = Preferans()
