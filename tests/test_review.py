"""The accounts of deals that bots have played: luck and all parts are the sheet, each part computed again by itself."""

from __future__ import annotations

from kozyr import bots
from kozyr.deals import fair_deal
from kozyr.games import Deal, Entry, Record, game, steps
from kozyr.review import luck, review
from kozyr.review.part import reviewer


def _record(label: str, level: str) -> Record:
    rules = game("preferans")
    agreed = rules.choose("sochi", {"allpass.forced_rounds": 0}, 3, "record")
    state = rules.start(agreed, 3, 0).begin()
    dealt = Deal(str(fair_deal(bytes(32), label, rules.pack, state.terms.holders)))
    entries, state = [Entry(1, None, dealt)], state.apply(dealt)
    while state.outcome is None:
        seat = state.actor
        assert seat is not None
        event = bots.choose(state.view(seat), level, 1)
        entries.append(Entry(len(entries) + 1, seat, event))
        state = state.apply(event, seat)
    return Record("preferans", agreed, players=3, dealer=0, entries=tuple(entries))


def test_luck_and_all_parts_are_the_sheet() -> None:
    part = reviewer("preferans")
    assert part is not None
    for label in ("one", "two"):
        record = _record(label, "novice")
        (deal,) = review(record).deals
        played = list(steps(record))
        match, dealt = played[0].before.match, record.entries[0].event
        assert isinstance(dealt, Deal)
        valuer, fair, after = part.valuer(match), luck(match, dealt), played[-1].after.match.results
        states = [state for step in played[1:] if (state := step.before.state) is not None]
        first = valuer.value(next(state for state in states if part.stages[state.phase] != "auction"))
        assert first is not None
        for name, account in deal.accounts.items():
            assert account.sheet == after[name] - match.results[name]
            assert account.luck == fair[name]
            assert account.auction == first[name] - fair[name]
            assert account.parts == account.sheet
