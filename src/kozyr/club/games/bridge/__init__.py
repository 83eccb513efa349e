"""Bridge at the club: the drawing of lots, questions about calls, deals from a file, and a deal's analysis."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Final

import msgspec

from kozyr.bots.bridge import explain
from kozyr.cards import Card, Seat
from kozyr.club import wire
from kozyr.club.files import Deals, DealsFile, FoundDeals
from kozyr.club.games.bridge import boards
from kozyr.club.games.bridge.analysis import Analysis, analyse
from kozyr.club.games.bridge.shown import Finished, Sheet
from kozyr.club.table.customs import Customs, Think
from kozyr.club.table.part import Laws
from kozyr.games import AnyView, Conventions, Event, bridge
from kozyr.games.bridge.words import Explain

__all__ = ["CUSTOMS", "Finished", "Sheet"]

_EXPLAIN: Final = "explain:"  # the beginning of a duty to explain


class Bridge(Customs[bridge.State, bridge.View, bridge.Session], frozen=True):
    """Bridge at a table.

    The player with the highest card deals first, without another draw; at duplicate the board says.
    """

    laws: ClassVar[Laws] = Laws(waits="B-56H-1", dealing="B-GEN-7", amending="B-LAW-0", drawing="B-GEN-6")
    takes_deals: ClassVar[str] = "duplicate bridge (B-DUP-3)"
    online: ClassVar[Mapping[str, object]] = {
        "explain": "self"
    }  # the bidder tells the opponents, partner does not see it

    def draw_order(self, cards: tuple[Card, ...]) -> tuple[int, ...]:
        """The drawers in order: the highest chooses, the second highest is the partner (B-GEN-6)."""
        return bridge.draw_order(cards)

    def question(self, state: bridge.State) -> tuple[Seat, int] | None:
        """A call that an opponent wants explained, with the seat that owes the answer (B-AUC-15)."""
        owed = next((duty for duty in state.view(None).duties if duty.what.startswith(_EXPLAIN)), None)
        return None if owed is None else (owed.seat, int(owed.what.removeprefix(_EXPLAIN)))

    def explaining(self, call: int) -> Think:
        """A bot's explanation of a call, by its system."""
        return partial(_explained, call)

    def view(self, view: bridge.View, *, watching: bool) -> Mapping[str, object]:
        """The view without the facts that a player must remember: of the tricks only the last, while it may be seen (B-LAW-TRICK-1).

        After the lead the auction is gone, unless the table reviews it (B-LAW-REV-3).
        """
        shown = {**super().view(view, watching=watching), "history": ()}
        if not view.review:
            shown |= {"calls": (), "meanings": {}}
        return shown | {"last": None} if watching else shown

    def sheet(self, match: bridge.Session) -> Sheet:
        """The score of the form that is played."""
        c, sheet = match.conventions, match.sheet
        return Sheet(
            names=match.names,
            form=c.form,
            compare=c.compare,
            rubber=min(match.rubber, match.rubbers),
            rubbers=match.rubbers,
            boards=c.deals if isinstance(c.deals, int) else None,
            games=sheet.games,
            part=sheet.part,
            below=sheet.below,
            above=sheet.above,
            lines=sheet.lines,
            scores=sheet.scores,
            imps=sheet.imps,
            results=sheet.results,
            totals=match.totals,
            places=match.places,
            entries=sheet.entries,
            deals=match.history,
            finished=match.finished,
            stopped=match.stopped,
        )

    def finished(self, state: bridge.State, before: bridge.Session, after: bridge.Session) -> Finished:
        """A deal that is over, in its public form."""
        view, terms = state.view(None), state.terms
        scores = after.sheet.scores[len(before.sheet.scores) :]
        return Finished(
            number=terms.number,
            board=terms.board,
            dealer=terms.dealer,
            vulnerability=terms.vulnerability,
            names={seat: terms.name(seat) for seat in Seat},
            outcome=view.outcome,
            entries=after.sheet.entries[len(before.sheet.entries) :],
            score=scores[0] if scores else 0,
            hands={seat: hand.cards or () for seat, hand in view.hands.items()},
            history=view.history,
            calls=view.calls,
            meanings=view.meanings,
        )

    def analysis(self, deal: wire.Finished, conventions: Conventions) -> Analysis | None:
        """The tricks of every declarer, par, and where results are compared the same board at a table of bots."""
        if not isinstance(deal, Finished) or not isinstance(conventions, bridge.Conventions):
            return None
        compared = conventions.form == "duplicate" or conventions.compare in {"matchpoints", "imps"}
        return analyse(deal, compared=conventions if compared else None)

    def read_deals(self, file: DealsFile) -> FoundDeals:
        """The boards of a file in PBN or LIN."""
        return boards.look(file)

    def with_deals(self, conventions: Conventions | None, deals: Deals) -> Mapping[str, object]:
        """Boards have their dealer and vulnerability, so they are for duplicate (B-DUP-3)."""
        if not isinstance(conventions, bridge.Conventions) or conventions.form != "duplicate":
            return super().with_deals(conventions, deals)
        return boards.options(deals)

    def without_deals(self, conventions: Conventions) -> Conventions:
        """The same conventions for as many boards of the club's own."""
        return msgspec.structs.replace(conventions, first_board=1, boards=())


def _explained(call: int, view: AnyView, level: str, _seed: int) -> Event:
    """The meaning of a call by the system of the asked bot (B-AUC-15).

    Two and three at the table bid naturally, and a random bot has no agreement.
    """
    assert isinstance(view, bridge.View)
    if level == "random":
        return Explain(call, "no agreement")
    return explain(view, call) if view.terms.kind == "four" else Explain(call, "natural")


CUSTOMS: Final = Bridge()
