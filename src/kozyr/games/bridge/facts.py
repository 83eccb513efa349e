"""Whether the told facts of a deal fit each other and the session."""

from __future__ import annotations

from kozyr.cards import Seat
from kozyr.games.bridge.options import Conventions
from kozyr.games.bridge.scoring import Table, Vulnerability
from kozyr.games.bridge.terms import LINES, Outcome
from kozyr.games.bridge.words import Contract
from kozyr.games.refusal import Refused


def checked(outcome: Outcome, c: Conventions, table: Table, *, begins: bool) -> tuple[Contract | None, Vulnerability]:
    """The contract and the vulnerability.

    table: the due dealer and vulnerability. begins: any player may deal the first of these facts.

    Raises:
        ValueError: a fact does not fit; the text names it.
    """
    if c.form == "duplicate":  # boards may come in any order: a line that says more than the number knows it better
        table = Table(Seat(outcome.dealer), outcome.vul or table.vulnerability)
    if outcome.dealer != table.dealer.value and not begins:
        law = "B-CHICAGO-1" if c.form == "chicago" else "B-GEN-7"
        raise Refused("wrong_dealer", law, name=table.dealer.value, dealer=outcome.dealer)
    if outcome.vul is not None and outcome.vul != table.vulnerability:
        raise Refused("vulnerable_here", "B-SCORE-7", due=table.vulnerability, vul=outcome.vul)
    _check_points(outcome, c)
    if outcome.contract is None:
        if outcome.declarer is not None or outcome.tricks is not None or outcome.honours:
            raise Refused("all_passed", "B-AUC-10")
        return None, table.vulnerability
    contract = Contract.parse(outcome.contract)
    if outcome.declarer is None or outcome.tricks is None:
        raise Refused("declarer_tricks", "B-SCORE-1", contract=contract)
    if not 0 <= outcome.tricks <= 13:
        raise Refused("tricks_0_to_13", "B-GEN-7", tricks=outcome.tricks)
    if outcome.honours and not c.honours:
        raise Refused("no_honours", "B-SCORE-13")
    if len(outcome.honours) > 1 or not set(outcome.honours.values()) <= (
        {150} if contract.trump is None else {100, 150}
    ):
        raise Refused("honours_are", "B-SCORE-13")
    return contract, table.vulnerability


def _check_points(outcome: Outcome, c: Conventions) -> None:
    """Refuse points of court cards that do not sum to 40, or that are wanted and missing.

    Raises:
        ValueError: which.
    """
    if outcome.hcp and (
        sum(outcome.hcp.values()) != 40 or set(outcome.hcp) != set(LINES) or min(outcome.hcp.values()) < 0
    ):
        raise Refused("court_40", "B-RUSSIAN-2")
    if c.compare == "russian_target" and not outcome.hcp:
        raise Refused("court_needed", "B-RUSSIAN-1")
