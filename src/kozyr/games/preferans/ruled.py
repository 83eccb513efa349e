"""The effects of rulings on a deal of preferans: on its cards, auction, end and counts (`kozyr.games.rulings`)."""

from __future__ import annotations

import msgspec

from kozyr.cards import CardSet, Seat
from kozyr.games import Trick, rulings
from kozyr.games.contract import Counted, Effect
from kozyr.games.preferans.bidding import Bidding, Invitation
from kozyr.games.preferans.buying import Discarding, Naming, Talon
from kozyr.games.preferans.over import Over
from kozyr.games.preferans.phase import Bids, Game, Named, Phase
from kozyr.games.preferans.play import Claimed, Playing, start
from kozyr.games.preferans.terms import HAND_SIZE, Outcome, Terms
from kozyr.games.preferans.words import Contract
from kozyr.games.trick import put


def closed_talon(phase: Phase) -> int:
    """The cards of the talon that lie closed and may still be bought or lead, as bits."""
    if isinstance(phase, (Bidding, Talon)):
        return CardSet.of(phase.dealt.talon).bits
    if isinstance(phase, Playing) and phase.game.contract is Contract.ALLPASS:
        return CardSet.of(card for card in phase.dealt.talon if card not in phase.sees_talon(None)).bits
    return 0


def ruled(phase: Phase, effect: Effect) -> Phase | None:
    """The phase after an effect; None: it does not fit."""
    match effect:
        case rulings.DeclarerSet(seat=seat, least=least):
            return _declared(phase, seat, least)
        case rulings.AllPassBegun() if isinstance(phase, Bidding):
            auction = msgspec.structs.replace(phase.bids.auction, contract=None, holder=None, captive=None, over=True)
            return start(phase.dealt, Bids(auction, phase.bids.calls), Game(Contract.ALLPASS))
        case rulings.CardGiven():
            return _given(phase, effect)
        case rulings.TalonDrawn(seat=seat, cards=cards):
            return _drawn(phase, seat, CardSet.of(cards).bits, effect)
        case rulings.AllRest(seat=seat) if isinstance(phase, Playing) and seat in phase.terms.hands:
            won = phase.tricks.won
            left = HAND_SIZE - sum(won)
            return _ended(phase, put(won, seat.position, won[seat.position] + left))
        case rulings.Resulted(tricks=tricks):
            n, e, s, w = (tricks.get(seat, 0) for seat in Seat)
            return _ended(phase, (n, e, s, w))
    return None


def _declared(phase: Phase, seat: Seat, least: str) -> Phase | None:
    """The discard of a declarer who gets the talon because the auction cannot go on (P-3.3.16.2)."""
    contract = next((one for one in Contract if str(one) == least and one is not Contract.ALLPASS), None)
    if not isinstance(phase, Bidding) or contract is None or seat not in phase.terms.hands:
        return None
    passed = frozenset(other for other in phase.terms.hands if other is not seat)
    auction = msgspec.structs.replace(
        phase.bids.auction, turn=seat, passed=passed, contract=contract, hand=False, dark=False, holder=seat, over=True
    )
    return Discarding(phase.dealt, Bids(auction, phase.bids.calls), contract is Contract.MISERE)


def _given(phase: Phase, effect: rulings.CardGiven) -> Phase | None:
    """The phase after a card has moved between two hands, or between a hand and no hand."""
    card, dealt, now = effect.card, phase.dealt.hands, phase.hands
    if card is None or isinstance(phase, (Over, Claimed)) or {effect.giver, effect.taker} == {None}:
        return None
    holder = next((seat for seat in Seat if now[seat.position] & card.bit), None)
    if holder is not effect.giver or effect.taker not in {None, *phase.terms.holders}:
        return None
    hands = now
    for seat in (effect.giver, effect.taker):
        if seat is not None:
            hands = put(hands, seat.position, hands[seat.position] ^ card.bit)
            dealt = put(dealt, seat.position, dealt[seat.position] ^ card.bit)
    if effect.giver is not None and not phase.dealt.hands[effect.giver.position] & card.bit:
        return None  # it came from the talon
    given = msgspec.structs.replace(phase, dealt=msgspec.structs.replace(phase.dealt, hands=dealt))
    if isinstance(given, Playing):
        return msgspec.structs.replace(given, tricks=given.tricks.dealt_with(hands))
    return given


def _drawn(phase: Phase, seat: Seat, cards: int, effect: rulings.TalonDrawn) -> Phase | None:
    """The auction where the talon was drawn anew from twelve cards (P-3.2.20, P-3.3.17)."""
    if not isinstance(phase, Bidding) or seat not in phase.terms.hands or cards.bit_count() != 2:
        return None
    twelve = phase.dealt.hands[seat.position] | CardSet.of(phase.dealt.talon).bits
    if cards & ~twelve:
        return None
    hands = put(phase.dealt.hands, seat.position, twelve & ~cards)
    dealt = msgspec.structs.replace(phase.dealt, hands=hands, talon=effect.cards)
    return msgspec.structs.replace(phase, dealt=dealt)


def _ended(phase: Phase, won: tuple[int, int, int, int]) -> Phase | None:
    """The end with these tricks; the contract is the named one, or else the bid."""
    if (
        isinstance(phase, (Over, Invitation, Talon))
        or not all(0 <= n <= HAND_SIZE for n in won)
        or sum(won) > HAND_SIZE
    ):
        return None
    if isinstance(phase, Named):
        game = phase.game
    else:
        bid = phase.contract or phase.bids.auction.contract
        if bid is None or phase.declarer is None:
            return None
        named = isinstance(phase, Naming)
        game = Game(bid, phase.discarded, named and isinstance(phase, Naming) and phase.refused)
    tricks = phase.tricks or start(phase.dealt, phase.bids, game, phase.defence).tricks
    return Over(phase.dealt, phase.bids, game, phase.defence, msgspec.structs.replace(tricks, won=won))


def counted(
    outcome: Outcome, terms: Terms, history: tuple[Trick, ...], tallies: tuple[tuple[Effect, str], ...]
) -> Outcome:
    """The facts with the counts that rulings change. The effects come in their order, each with its law."""
    name = terms.name
    real = dict(outcome.tricks or {})
    tricks, own = dict(real), dict[str, int]()
    owners = [name(trick.winner) for trick in history] if outcome.kind == "allpass" else []
    results: dict[str, dict[str, int]] = {}
    for effect, _ in tallies:
        match effect:
            case rulings.Transferred(tricks=n, giver=giver, taker=taker):
                for player, moved in _yielded(outcome, tricks, name(giver), n):
                    for one, change in ((player, -moved), (name(taker), moved)):
                        tricks[one] = tricks.get(one, 0) + change
                        if one in own:  # an earlier ruling counts this player's tricks otherwise
                            own[one] += change
            case rulings.FirstTaken(tricks=n, seat=seat) if outcome.kind == "allpass":
                for at in range(min(n, len(owners))):  # another offender may have them already
                    tricks[owners[at]] -= 1
                    tricks[name(seat)] += 1
                    owners[at] = name(seat)
            case rulings.TakenOff(tricks=n, seat=seat, most=most):
                had = own.get(name(seat), tricks.get(name(seat), 0))
                own[name(seat)] = (had if most is None else min(had, most)) - n
            case rulings.Added(tricks=n, seat=seat):
                own[name(seat)] = own.get(name(seat), tricks.get(name(seat), 0)) + n
            case rulings.AllRest(seat=seat):
                own.setdefault(name(seat), tricks[name(seat)])
            case rulings.Resulted(tricks=found, of=()):
                own = {name(seat): tricks[name(seat)] for seat in found} | own  # with the moves of earlier rulings
            case rulings.Resulted(tricks=found, of=of):
                results |= {player: {name(seat): n for seat, n in found.items()} for player in of}
    taken = real if tricks != real else {}
    if outcome.tricks is None or not (taken or own or results):
        return outcome  # nothing was played, or nothing of it counts otherwise
    ruling = Counted(tallies[0][1], taken, own, results)
    return msgspec.structs.replace(outcome, tricks=tricks, ruled=ruling)


def _yielded(outcome: Outcome, tricks: dict[str, int], giver: str, wanted: int) -> list[tuple[str, int]]:
    """The players from whom a ruling takes tricks, with their numbers; no player gives more than the own tricks.

    A single whister plays both hands of the defence, so the tricks of either are the whister's.
    """
    givers = [giver]
    defence = [player for player in tricks if player != outcome.declarer]
    whisted = sum(word == "whist" for word in outcome.calls.values())
    if outcome.kind == "tricks" and giver in defence and whisted == 1:
        givers += [player for player in defence if player != giver]
    found: list[tuple[str, int]] = []
    for player in givers:
        moved = min(wanted, tricks.get(player, 0))
        wanted -= moved
        found.append((player, moved))
    return found
