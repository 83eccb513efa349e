"""Preferans on a kept sheet: each player keeps the own sector, and padding costs its excess (P-4.2.4 to P-4.2.10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import ClassVar, Final

import msgspec

from kozyr.arbiter.laws.preferans.sheet import mirror
from kozyr.games import Amendment, AnyMatch, Conventions, Outcome, preferans
from kozyr.games.exact import points
from kozyr.games.preferans.sheet import text
from kozyr.games.preferans.words import Correction, Newcomer, Stop, Substitute
from kozyr.keep.acts import Mark, Setup
from kozyr.keep.custom import Change, Custom, Due, Json

_OWN: Final = "P-4.2.4"
_ERROR: Final = "P-4.2.7"


class Preferans(Custom):
    """The part of preferans in a kept sheet."""

    judged: ClassVar[bool] = True

    def begin(self, match: AnyMatch, setup: Setup) -> AnyMatch:
        """The pulka under the players' own names."""
        return msgspec.structs.replace(_pulka(match), called=setup.players)

    def due(self, match: AnyMatch, deal: int, skipped: int, written: Outcome | None = None) -> Due:
        """The terms of the next deal: dealer, hands, the price of an all-pass, the lowest bid, bombs."""
        pulka = _pulka(match)
        dealer = (pulka.dealer + skipped) % pulka.players
        if written is not None:
            dealer = pulka.names.index(_facts(written).dealer)
        terms = pulka.dealt_by(dealer).next_deal()
        names = [terms.name(seat) for seat in terms.hands]
        return Due(
            deal=deal,
            dealer=terms.name(terms.dealer),
            hands=tuple(names),
            sitter=None if terms.sitter is None else terms.name(terms.sitter),
            price=terms.price,
            lowest=terms.auction.least(),
            forced=terms.forced,
            factors={name: terms.factor(seat, dark=False) for name, seat in zip(names, terms.hands, strict=True)},
        )

    def players(self, match: AnyMatch, names: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002 - the pulka knows them
        """The players of the pulka, newcomers included."""
        return _pulka(match).names

    def changed(self, match: AnyMatch, change: Change) -> AnyMatch:
        """A newcomer sits down with the means of the others (P-3.1.2), a substitute takes over, a fine goes on a hill."""
        pulka = _pulka(match)
        amendment, taken = _amendment(pulka, change)
        pulka = pulka.amended(amendment)
        if change.what == "fine":
            return pulka
        return pulka.renamed(tuple(change.name if name == taken else name for name in pulka.called))

    def check(self, match: AnyMatch, change: Change) -> None:
        """Refuse a change that the pulka refuses as an amendment."""
        pulka = _pulka(match)
        pulka.amend(_amendment(pulka, change)[0])

    def told(self, change: Change) -> Sequence[Json]:
        """The change as a line of `kozyr score` (docs/preferans.md)."""
        if change.what == "fine":
            return ({"kind": "fine", "player": change.player, "points": change.points, "law": change.law},)
        if change.what == "join":
            return ({"kind": "newcomer", "name": change.name},)
        return ({"kind": "substitute", "player": change.player, "name": change.name},)

    def in_turn(self, outcome: Outcome, due: Due) -> bool:
        """Whether the dealer is due, or the line says that the deal was out of turn (P-3.2.14)."""
        facts = _facts(outcome)
        return facts.dealer == due.dealer or facts.out_of_turn

    def placed(self, match: AnyMatch, outcome: Outcome) -> Outcome:
        """The facts with the dealer's turn as the deals before leave it: a dealer out of turn then may be in turn now (P-3.2.14)."""
        pulka, facts = _pulka(match), _facts(outcome)
        other = bool(pulka.history) and facts.dealer != pulka.names[pulka.dealer]
        return msgspec.structs.replace(facts, out_of_turn=other)

    def entries(self, by: str, marks: Iterable[Mark]) -> tuple[Amendment, ...]:
        """The entries; every player writes only into the own sector (P-4.2.4)."""
        return tuple(Correction(mark.points, _OWN, by, mark.column, mark.on) for mark in marks)

    def fines(self, by: str, names: Sequence[str], wrong: AnyMatch, right: AnyMatch) -> tuple[Amendment, ...]:
        """The fines for padding: whists back on the writer, the same points on the writer's hill (P-4.2.7).

        An error against the writer, or a hill written too low, costs nothing more.
        """
        who, had, due = names.index(by), _pulka(wrong).sheet, _pulka(right).sheet
        cells = [("pool", "", had.pool[who], due.pool[who])]
        cells += [("whists", names[on], n, due.whists[who][on]) for on, n in enumerate(had.whists[who])]
        owed = [
            effect
            for column, on, written, right_one in cells
            if written > right_one
            for effect in mirror(Correction(text(Fraction(written) - right_one), _ERROR, by, column, on))
        ]
        return tuple(Correction(points(one.points), _ERROR, one.player, one.column, one.on) for one in owed)

    def pays(self, conventions: Conventions) -> bool:
        """Whether a wrong entry costs as much as it padded (P-4.2.7)."""
        return _agreed(conventions).irr_record_error == "mirror"

    def all_agree(self, conventions: Conventions) -> bool:
        """Whether a late correction needs everybody (PC-4.8.4)."""
        return _agreed(conventions).irr_late_correction == "all"

    def law(self, conventions: Conventions) -> str:
        """The law of late corrections, by the agreed conventions."""
        return "PC-4.8.4" if self.all_agree(conventions) else "P-4.2.9"

    def protocol(self, outcome: Outcome) -> str | None:
        """`6♠/=`, `8♥/-1` (P-4.2.11)."""
        return _facts(outcome).protocol

    def head(self, setup: Setup) -> Sequence[Json]:
        """The line of the table."""
        line: Json = {"kind": "table", "players": list(setup.players), "preset": setup.preset}
        if setup.changes:
            line["options"] = setup.changes
        return ({**line, "dealer": setup.players[setup.dealer]},)

    def line(self, amendment: Amendment) -> Json:
        """A correction, or the end by consent."""
        if isinstance(amendment, Stop):
            return {"kind": "stop"}
        if not isinstance(amendment, Correction):
            return super().line(amendment)
        on = {"on": amendment.on} if amendment.on else {}
        return {
            "kind": "correction", "player": amendment.player, "column": amendment.column, **on, "points": amendment.points,
            "law": amendment.law,
        }  # fmt: skip


def _amendment(pulka: preferans.Pulka, change: Change) -> tuple[Amendment, str]:
    """The amendment that makes a change at the table, and the player whose name changes."""
    if change.what == "fine":
        return Correction(change.points, change.law, change.player, "hill"), ""
    if change.what == "join":
        return Newcomer(pulka.names), pulka.NEWCOMER
    others = tuple(name for name in pulka.names if name != change.player)
    return Substitute(change.player, others), change.player


def _pulka(match: AnyMatch) -> preferans.Pulka:
    assert isinstance(match, preferans.Pulka)
    return match


def _facts(outcome: Outcome) -> preferans.Outcome:
    assert isinstance(outcome, preferans.Outcome)
    return outcome


def _agreed(conventions: Conventions) -> preferans.Conventions:
    assert isinstance(conventions, preferans.Conventions)
    return conventions


CUSTOM: Final = Preferans()
