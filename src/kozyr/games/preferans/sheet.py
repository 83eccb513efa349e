"""The score sheet (P-4): a ledger of entries, the entries of a deal, and the settlement.

Players are places at the table, clockwise from 0. Points are whole numbers but for halves that a rule makes, so they
are exact: `int` where whole, `Fraction` where not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, Literal, TypeAlias

import msgspec

from kozyr.cards import Card, Rank, takes
from kozyr.games.preferans.options import Conventions
from kozyr.games.preferans.terms import HAND_SIZE, Outcome, checked
from kozyr.games.preferans.words import NEED, Contract

Points: TypeAlias = int | Fraction
Column: TypeAlias = Literal["pool", "hill", "whists"]
_MISERE_PRICE: Final = 10


def whole(points: Points) -> Points:
    """The number, as an `int` where it is whole."""
    return int(points) if points == int(points) else Fraction(points)


def text(points: Points) -> int | str:
    """A number for JSON: an integer, or an exact fraction in text (`"26/3"`)."""
    points = whole(points)
    return points if isinstance(points, int) else str(points)


class Entry(msgspec.Struct, frozen=True):
    """One entry of the sheet."""

    deal: int
    """Its number, from 1 (0: an amendment)."""
    column: Column
    who: int
    """The player whose sector has the entry."""
    points: Points
    why: str
    """A code that a client can explain."""
    law: str
    """The rule that made it."""
    on: int | None = None
    """The player on whom whists are written (column whists)."""


class Sheet(msgspec.Struct, frozen=True):
    """The present pools, hills and mutual whists, and the entries that made them."""

    pool: tuple[Points, ...]
    hill: tuple[Points, ...]
    whists: tuple[tuple[Points, ...], ...]
    entries: tuple[Entry, ...] = ()

    @classmethod
    def empty(cls, players: int) -> Sheet:
        """A sheet with nothing on it."""
        zeros = (0,) * players
        return cls(zeros, zeros, (zeros,) * players)

    def write(self, entries: Iterable[Entry]) -> Sheet:
        """The sheet with more entries."""
        added = tuple(entry for entry in entries if entry.points)
        pool, hill, whists = list(self.pool), list(self.hill), [list(row) for row in self.whists]
        for entry in added:
            if entry.column == "pool":
                pool[entry.who] = whole(pool[entry.who] + entry.points)
            elif entry.column == "hill":
                hill[entry.who] = whole(hill[entry.who] + entry.points)
            elif entry.on is not None:
                whists[entry.who][entry.on] = whole(whists[entry.who][entry.on] + entry.points)
        rows = tuple(tuple(row) for row in whists)
        return Sheet(tuple(pool), tuple(hill), rows, self.entries + added)


class Standing(msgspec.Struct, frozen=True):
    """The further facts on which a deal's score depends."""

    deal: int
    """The number of the deal."""
    players: int
    """How many players there are."""
    dealer: int
    price: int
    """The price of a trick in this all-pass, doubled for blind passes."""
    factor: int
    """The multiplier of contract and whists."""
    sitter: int | None = None
    """The dealer without cards."""
    waiting: int | None = None
    """The place of the waiting fifth player."""


@takes("an agreement says it, as game('preferans').agree('sochi')", Conventions)
def deal_entries(
    conventions: Conventions, sheet: Sheet, outcome: Outcome, standing: Standing, place: Mapping[str, int]
) -> tuple[Entry, ...]:
    """The entries of a deal, in the order in which people write them: declarer, whisters, consolation, talon.

    place: the place of each player's name. The sheet decides where points for a full pool go (P-4.2.3). Where a ruling
    lets results differ, each player has the entries of the own result (P-3.8.5.1b).
    """
    if outcome.ruled is not None and outcome.ruled.results:
        return _apart(conventions, sheet, outcome, standing, place)
    writer = _Writer(conventions, sheet, standing)
    if outcome.kind == "allpass":
        _all_pass(writer, outcome, place)
    elif outcome.kind == "misere":
        _misere(writer, outcome, place)
    else:
        _contract(writer, outcome, place)
    if outcome.refused and outcome.declarer is not None and place[outcome.declarer] != standing.dealer:
        fine = conventions.talon_refusal_fine
        writer.add("hill", standing.dealer, fine, "talon_refused", "P-3.4.10")
    return tuple(writer.entries)


def _apart(
    conventions: Conventions, sheet: Sheet, outcome: Outcome, standing: Standing, place: Mapping[str, int]
) -> tuple[Entry, ...]:
    """The entries of each player by that player's own result, under the law that has given it."""
    assert outcome.ruled is not None
    ruled = msgspec.structs.replace(outcome.ruled, results={})
    found: list[Entry] = []
    for name, who in place.items():
        own = outcome.ruled.results.get(name)
        facts = msgspec.structs.replace(outcome, tricks=own or outcome.tricks, ruled=ruled)
        entries = deal_entries(conventions, sheet, facts, standing, place)
        law = {} if own is None else {"law": ruled.law}
        found += [msgspec.structs.replace(entry, **law) for entry in entries if entry.who == who]
    return tuple(found)


class _Own:
    """The counts of players that a ruling makes differ from their tricks."""

    def __init__(self, outcome: Outcome, place: Mapping[str, int]) -> None:
        ruled = outcome.ruled
        self.tricks = {} if ruled is None else {place[name]: n for name, n in ruled.counted.items()}
        self.law = "" if ruled is None else ruled.law
        moved = {} if ruled is None else ruled.taken
        self.moved = {place[name] for name, n in moved.items() if (outcome.tricks or {}).get(name, 0) != n}

    def by(self, who: int, law: str) -> str:
        """The law of an entry of this player: the ruling's, where it changes the player's count."""
        return self.law if who in self.tricks or who in self.moved else law

    def more(self, who: int, tricks: Mapping[int, Points]) -> Points:
        """The difference between the player's count and the player's tricks."""
        return self.tricks[who] - tricks.get(who, 0) if who in self.tricks else 0


class _Writer:
    """Collects the entries of one deal, with the pools as they fill up meanwhile."""

    def __init__(self, conventions: Conventions, sheet: Sheet, standing: Standing) -> None:
        self.c = conventions
        self.standing = standing
        self.pool = list(sheet.pool)
        self.hill = list(sheet.hill)
        self.closed = tuple(points >= conventions.pool_target for points in sheet.pool)
        self.entries: list[Entry] = []

    @property
    def all(self) -> range:
        return range(self.standing.players)

    def add(self, column: Column, who: int, points: Points, why: str, law: str, on: int | None = None) -> None:
        if points:
            self.entries.append(Entry(self.standing.deal, column, who, whole(points), why, law, on))

    def to_hill(self, who: int, points: Points, why: str, law: str) -> None:
        self.hill[who] += points
        self.add("hill", who, points, why, law)

    def whists(self, who: int, on: int, points: Points, why: str, law: str) -> None:
        self.add("whists", who, points, why, law, on)

    def to_pool(self, who: int, points: Points, why: str, law: str) -> None:
        """Write points into the own pool, then as help into open pools, then as agreed for the rest (P-4.2.3, P-4.1.1)."""
        c = self.c
        if c.pool_mode == "common":
            self.pool[who] += points
            self.add("pool", who, points, why, law)
            return
        room = max(0, c.pool_target - self.pool[who])
        own = min(points, room)
        self.pool[who] += own
        self.add("pool", who, own, why, law)
        points -= own
        while points > 0:
            helped = self._helped(who)
            if helped is None:
                self._overflow(who, points)
                return
            given = min(points, c.pool_target - self.pool[helped])
            self.pool[helped] += given
            self.add("pool", helped, given, "help", "P-4.2.3")
            self.whists(who, helped, given * c.help_whists, "help", "P-4.2.3")
            points -= given

    def _helped(self, who: int) -> int | None:
        """The place of the largest open pool; of equal ones the nearest to the left (C-SCORE-2)."""
        left = [(who + step) % self.standing.players for step in range(1, self.standing.players)]
        still_open = [other for other in left if self.pool[other] < self.c.pool_target]
        return max(still_open, key=lambda other: self.pool[other]) if still_open else None

    def _overflow(self, who: int, points: Points) -> None:
        c = self.c
        if c.pool_overflow == "hill":
            self.to_hill(who, -points * hill_points(c, self.standing.players), "overflow", "P-4.1.1")
        elif c.pool_overflow == "whists":
            others = [other for other in self.all if other != who]
            for other in others:
                share = Fraction(points) * c.pool_point_whists / len(others)
                self.whists(who, other, share, "overflow", "P-4.1.1")


def undivided(conventions: Conventions, players: int) -> bool:
    """Whether a hill is not divided since two play: each point of it costs its owner ten whists and not five (P-4.1.1)."""
    return players == 2 and conventions.gusarik_hill == "indivisible"


@takes("an agreement says it, as game('preferans').agree('sochi')", Conventions)
def hill_points(conventions: Conventions, players: int) -> Fraction:
    """The worth of a pool point in points of the hill: half where the hill is not divided (P-4.1.1)."""
    worth = Fraction(conventions.pool_point_whists, 10)
    return worth / 2 if undivided(conventions, players) else worth


def _price(writer: _Writer, contract: Contract) -> int:
    """The price of a trick on the hill and in whists (P-4.1.1), with the unit and the deal's factor."""
    return contract.price * writer.c.unit * writer.standing.factor


def _consolation(writer: _Writer, declarer: int, points: Points, whisters: set[int], takes_all: int | None) -> None:
    """Write the consolation for undertricks: for everybody, the dealer included; or for whisters only; or all for a whisting dealer (P-3.8.1.2)."""
    c, standing = writer.c, writer.standing
    writers = [p for p in writer.all if p != declarer and (p != standing.waiting or c.consolation_for_waiting)]
    if c.whist_consolation == "none":
        return
    if c.whist_consolation == "whisters_only":
        writers = [p for p in writers if p in whisters]
    for player in writers:
        if takes_all is None:
            writer.whists(player, declarer, points, "consolation", "P-3.8.1.2")
        elif c.whist_dealer_whist_takes_all == "all" or player == takes_all:
            writer.whists(takes_all, declarer, points, "consolation", "PC-4.6.18")


def _contract(writer: _Writer, outcome: Outcome, place: Mapping[str, int]) -> None:
    c, standing = writer.c, writer.standing
    if outcome.declarer is None or outcome.contract is None:
        raise ValueError("a trick game has a declarer and a contract")
    declarer, contract = place[outcome.declarer], outcome.contract
    price = _price(writer, contract)
    active = [p for p in writer.all if p not in {standing.sitter, standing.waiting}]
    # Clockwise from the declarer: the first and the second to answer (P-3.8.1).
    order = sorted((p for p in active if p != declarer), key=lambda p: (p - declarer) % standing.players)
    if standing.sitter is not None:
        order.append(standing.sitter)
    words = {place[name]: word for name, word in outcome.calls.items()}
    whisters = [p for p in order if words.get(p) == "whist"]

    given_up = outcome.surrender
    if given_up and c.contract_surrender == "without_three":
        writer.to_hill(declarer, 3 * price, "without_three", "P-3.5.4")
        _talon_bonus(writer, outcome, contract, declarer)
        return
    if outcome.tricks is None and not given_up:
        writer.to_pool(declarer, contract.price * standing.factor, "made", "P-4.2.1")
        for player in order:
            if words.get(player) == "half_whist":
                half = NEED[contract.size] // 2
                writer.whists(player, declarer, half * price, "half_whist", "P-3.8.7")
        _talon_bonus(writer, outcome, contract, declarer)
        return

    tricks: dict[int, Points] = {place[name]: n for name, n in (outcome.tricks or {}).items()}
    if given_up:  # as if the declarer had taken no trick: the admission is the price (P-3.5.4)
        whisters = _given_all(c, contract, order, words, standing.sitter)
        tricks = {player: Fraction(HAND_SIZE, len(whisters)) for player in whisters}
    sitter_whists = standing.sitter in whisters
    takes_all = standing.sitter if sitter_whists and c.whist_dealer_whist_takes_all != "off" else None
    own = _Own(outcome, place)
    taken = tricks.get(declarer, 0)
    defence = sum(tricks.values()) - taken
    # Pool and hill follow the ruled counts, whists and consolation the real tricks (P-3.9.18).
    short, really_short = (max(0, contract.size - n) for n in (taken + own.more(declarer, tricks), taken))
    if given_up:
        writer.to_hill(declarer, short * price, "without_all", "P-3.5.4")
    elif short:
        writer.to_hill(declarer, short * price, "undertricks", own.by(declarer, "P-4.2.1"))
    else:
        writer.to_pool(declarer, contract.price * standing.factor, "made", own.by(declarer, "P-4.2.1"))
    if len(whisters) == 1:
        # The tricks of both hands are the whister's, whether the passer's cards lay open or not (P-3.8.5).
        whister = whisters[0]
        # A player without a word has passed: there was neither a whist nor a half.
        passers = [p for p in order if p != whister and words.get(p, "pass") == "pass" and p != standing.sitter]
        shares = c.whist_style == "gentleman" and really_short and not sitter_whists and len(passers) == 1
        if shares:
            for player in (whister, passers[0]):
                part = Fraction(defence + own.more(player, tricks)) * price / 2
                writer.whists(player, declarer, part, "trick_whists", own.by(player, "P-3.8.14"))
        else:
            real: Points = (defence + own.more(whister, tricks)) * price
            writer.whists(whister, declarer, real, "trick_whists", own.by(whister, "P-3.8.1.1"))
    for player in whisters if len(whisters) > 1 else ():
        real = (tricks.get(player, 0) + own.more(player, tricks)) * price
        writer.whists(player, declarer, real, "trick_whists", own.by(player, "P-3.8.1.1"))
    for player, missing in _owed_on_whist(c, contract, whisters, tricks, defence, own).items():
        if player == standing.sitter and not c.whist_dealer_responsible:
            continue
        full = c.whist_responsibility == "full" or (
            c.whist_responsibility == "half_then_full" and writer.closed[player]
        )
        points = Fraction(missing * price) if full else Fraction(missing * price, 2)
        law = own.by(player, "P-3.8.11" if full else "P-3.8.12")
        writer.to_hill(player, points, "whist_undertricks", law)
    if really_short:
        _consolation(writer, declarer, really_short * price, set(whisters), takes_all)
    _talon_bonus(writer, outcome, contract, declarer)


def _given_all(
    c: Conventions, contract: Contract, order: list[int], words: Mapping[int, str], sitter: int | None
) -> list[int]:
    """The players who share the ten tricks of a given-up game in equal parts (P-3.5.4).

    These are the whisters. Before any whist they are the players still to answer, the dealer last; after a pass and
    a half it is the passer. A checked ten has none, since it has no whist.
    """
    if checked(c, contract):
        return []
    whisters = [p for p in order if words.get(p) == "whist"]
    if whisters:
        return whisters
    waiting = [p for p in order if p not in words and p != sitter]
    last = [sitter] if sitter is not None and c.whist_dealer_may_return and sitter not in words else []
    return waiting or last or [p for p in order if words[p] == "pass"][:1]


def _owed_on_whist(
    c: Conventions, contract: Contract, whisters: list[int], tricks: Mapping[int, Points], defence: Points, own: _Own
) -> dict[int, Points]:
    """The tricks that each whister lacks. A player who lost tricks by a ruling owes only for those (P-3.9.12)."""
    found = _whist_undertricks(c, contract, whisters, tricks, defence)
    for player in whisters:
        if more := own.more(player, tricks):
            fewer = {**tricks, player: tricks.get(player, 0) + more}
            for_him = _whist_undertricks(c, contract, whisters, fewer, defence + more)
            found = {**found, player: for_him.get(player, 0)}
    return found


def _whist_undertricks(
    c: Conventions, contract: Contract, whisters: list[int], tricks: Mapping[int, Points], defence: Points
) -> dict[int, Points]:
    """How many tricks each whister is short of the duty (P-3.8.5, P-3.8.6)."""
    need = NEED[contract.size]
    missing = max(0, need - defence)
    if not missing or not whisters:
        return {}
    if len(whisters) == 1:
        return {whisters[0]: missing}
    first, second = whisters
    if contract.size >= 8:
        return {second: missing} if c.whist_shared_8_9_10 == "second" else {first: missing, second: missing}
    half = need // 2
    short = {player: max(0, half - tricks.get(player, 0)) for player in (first, second)}
    if c.whist_shared_deficit == "capped":
        # Both below their half together miss the deficit; one alone is charged no more than that (C-WHIST-3).
        short = {player: min(n, missing) for player, n in short.items()}
    return {player: n for player, n in short.items() if n}


def _talon_bonus(writer: _Writer, outcome: Outcome, contract: Contract, declarer: int) -> None:
    """Write whists for an ace, a marriage, ace and king, two aces in the talon (P-3.4.11)."""
    c, standing = writer.c, writer.standing
    if not c.talon_bonus or outcome.talon is None:
        return
    points = talon_tricks(outcome.talon) * _price(writer, contract)
    if standing.sitter is not None:
        writer.whists(standing.sitter, declarer, points, "talon_bonus", "P-3.4.11")
    elif c.talon_bonus_at_three == "halves":
        for player in writer.all:
            if player != declarer:
                writer.whists(player, declarer, Fraction(points, 2), "talon_bonus", "P-3.4.11")
    elif standing.dealer != declarer:
        writer.whists(standing.dealer, declarer, points, "talon_bonus", "P-3.4.11")


@takes("the talon is of cards, as (Card.SA, Card.D7)", Card, each=True)
def talon_tricks(talon: tuple[Card, Card]) -> int:
    """The tricks that a talon is expected to bring (P-3.4.11)."""
    ranks = {card.rank for card in talon}
    one_suit = talon[0].suit is talon[1].suit
    if ranks == {Rank.ACE}:
        return 3
    if one_suit and ranks == {Rank.ACE, Rank.KING}:
        return 2
    return 1 if Rank.ACE in ranks or (one_suit and ranks == {Rank.KING, Rank.QUEEN}) else 0


def _misere(writer: _Writer, outcome: Outcome, place: Mapping[str, int]) -> None:
    if outcome.declarer is None or outcome.tricks is None:
        raise ValueError("a misère has a declarer and its tricks")
    own, declarer = _Own(outcome, place), place[outcome.declarer]
    taken = own.tricks.get(declarer, outcome.tricks.get(outcome.declarer, 0))
    partners = [place[outcome.declarer]]
    if outcome.shared:
        partners.append(writer.standing.dealer)
    for player in partners:  # win and loss are halved with an invited dealer (P-3.6.9)
        law = own.by(declarer, "P-3.6.9" if outcome.shared else "P-4.2.1")
        if taken:
            points = _MISERE_PRICE * writer.c.unit * writer.standing.factor * taken
            writer.to_hill(player, Fraction(points, len(partners)), "misere_tricks", law)
        else:
            points = _MISERE_PRICE * writer.standing.factor
            writer.to_pool(player, Fraction(points, len(partners)), "misere_made", law)


def _all_pass(writer: _Writer, outcome: Outcome, place: Mapping[str, int]) -> None:
    c, standing = writer.c, writer.standing
    if outcome.tricks is None:
        raise ValueError("an all-pass has its tricks")
    own = _Own(outcome, place)
    tricks = {place[name]: n for name, n in outcome.tricks.items()} | own.tricks
    players = [p for p in writer.all if p not in {standing.sitter, standing.waiting}]
    if c.allpass_scoring == "whists":
        _all_pass_in_whists(writer, {p: tricks.get(p, 0) for p in players}, own)
    else:
        takers = list(players)
        if standing.sitter is not None and c.allpass_talon == "opened" and c.allpass_dealer_owns_talon_tricks:
            takers.append(standing.sitter)
        # If a player who shares the hills took no trick, even a dealer or a fifth, no tricks are struck.
        struck = min(tricks.get(p, 0) for p in writer.all) if c.allpass_amnesty else 0
        for player in takers:
            n = tricks.get(player, 0) - struck
            law = own.by(player, "P-3.7.3" if struck else "P-3.7.2.1")
            writer.to_hill(player, n * standing.price, "allpass_tricks", law)
    earners = [p for p in players if not tricks.get(p, 0)]
    sitter = standing.sitter
    if sitter is not None and c.allpass_dealer_zero_bonus and not tricks.get(sitter, 0):
        earners.append(sitter)
    for player in earners:
        law = "P-3.7.6.2" if player == sitter else "P-3.7.2.2" if c.allpass_scoring == "whists" else "P-3.7.2.1"
        if c.allpass_zero_bonus == "trick_price":
            writer.to_pool(player, standing.price, "zero_tricks", law)
        elif c.allpass_zero_bonus == 1:
            writer.to_pool(player, 1, "zero_tricks", law)
        elif c.allpass_zero_bonus == "hill_2_or_pool_1":
            if writer.hill[player] > 0:
                writer.to_hill(player, -2 * standing.price, "zero_tricks", law)
            else:
                writer.to_pool(player, standing.price, "zero_tricks", law)


def _all_pass_in_whists(writer: _Writer, tricks: Mapping[int, int], own: _Own) -> None:
    """Write an all-pass of Rostov: the fewest tricks write on the others; two with the fewest halve the third's (P-3.7.2.2)."""
    fewest = min(tricks.values())
    best = [player for player, n in tricks.items() if n == fewest]
    if len(best) == len(tricks):
        return
    price = writer.c.allpass_whists_per_trick * writer.standing.factor
    for player in best:
        for other, n in tricks.items():
            if other not in best:
                law = own.by(other, "P-3.7.2.2")
                writer.whists(player, other, Fraction(n * price, len(best)), "allpass_whists", law)


class Settlement(msgspec.Struct, frozen=True):
    """The final count, in whists."""

    hill: tuple[Points, ...]
    """Each hill after missing and surplus pool points have gone to it."""
    change: tuple[Points, ...]
    """The change by settlement (P-4.2.3.3). `pairwise` and `mean` are the two ways of P-4.2.14, which agree."""
    pairwise: tuple[tuple[Points, ...], ...]
    result: tuple[Points, ...]
    """The exact result of each player."""
    rounded: tuple[Points, ...]
    """After that adjustment, or `result` again where exact fractions were agreed."""
    adjusted: tuple[tuple[int, int], ...] = ()
    """Hills moved by a point so that the sum divides, as (place, points), with the whists that make up for it (P-4.2.12)."""
    compensation: int = 0


def settle(
    conventions: Conventions,
    pool: tuple[Points, ...],
    hill: tuple[Points, ...],
    whists: tuple[tuple[Points, ...], ...],
    last_dealer: int = -1,
) -> Settlement:
    """Settle a sheet, finished or broken off (P-4.2.14).

    Missing points of pools go to the hill, and surplus points come off it, at the worth of a pool point (P-4.2.3,
    P-4.2.3.3). Both ways of the Codex are computed; they agree and sum to zero. All players share a hill, its owner
    included. An indivisible hill of gusarik goes to the opponent alone (P-4.1.1).

    Raises:
        ValueError: the columns do not fit together, or a player has whists on the own name.
    """
    players = len(pool)
    if not 2 <= players <= 5 or len(hill) != players or len(whists) != players:
        raise ValueError(
            f"a sheet for 2 to 5 players needs as many pools, hills and rows of whists; got {players}, {len(hill)}, {len(whists)}"
        )
    for who, row in enumerate(whists):
        if len(row) != players:
            raise ValueError(f"whists of player {who + 1}: {len(row)} numbers for {players} players")
        if row[who]:
            raise ValueError(f"player {who + 1} has whists on himself")
    change, hills, share = _hills(conventions, pool, hill)
    mean = _by_mean(hills, whists, share)
    pairwise = _pairwise(hills, whists, share)
    by_pairs = tuple(whole(sum(pairwise[who]) - sum(row[who] for row in pairwise)) for who in range(players))
    if mean != by_pairs or sum(mean) != 0:  # the two ways of P-4.2.14 agree, or we have a bug
        raise AssertionError(f"the two ways of settling differ: {mean} and {by_pairs}")
    result, rounded = mean, mean
    adjusted: tuple[tuple[int, int], ...] = ()
    if conventions.rounding == "codex":
        rounded, adjusted = _rounded(hills, whists, share, last_dealer)
    return Settlement(hills, change, pairwise, result, rounded, adjusted, 10 // players if adjusted else 0)


@takes("an agreement says it, as game('preferans').agree('sochi')", Conventions)
def balance(
    conventions: Conventions,
    pool: tuple[Points, ...],
    hill: tuple[Points, ...],
    whists: tuple[tuple[Points, ...], ...],
) -> tuple[Points, ...]:
    """The exact result of each player alone, by the mean hill; a sheet that `settle` takes (P-4.2.14.2)."""
    _, hills, share = _hills(conventions, pool, hill)
    return _by_mean(hills, whists, share)


def _hills(
    conventions: Conventions, pool: tuple[Points, ...], hill: tuple[Points, ...]
) -> tuple[tuple[Points, ...], tuple[Points, ...], Fraction]:
    """What pools change in hills, the hills after that, and the whists of each other player for a point of a hill."""
    players = len(pool)
    worth = hill_points(conventions, players)
    share = Fraction(10) if undivided(conventions, players) else Fraction(10, players)
    # Every pool counts against the target; pools that are equal leave nothing (P-4.2.14.1).
    change = tuple(whole((conventions.pool_target - points) * worth) for points in pool)
    if len(set(pool)) == 1:
        change = (0,) * players
    return change, tuple(whole(points + change[who]) for who, points in enumerate(hill)), share


def _by_mean(hills: tuple[Points, ...], whists: tuple[tuple[Points, ...], ...], share: Fraction) -> tuple[Points, ...]:
    """Way 2: mean hill less the own hill, times ten, and the balance of whists (P-4.2.14.2).

    share: the whists of each other player for a point of a hill; a divided one gives all of them ten.
    """
    players = len(hills)
    mean = Fraction(sum(Fraction(points) for points in hills), players)
    return tuple(
        whole((mean - hills[who]) * share * players + sum(whists[who]) - sum(row[who] for row in whists))
        for who in range(players)
    )


def _pairwise(
    hills: tuple[Points, ...], whists: tuple[tuple[Points, ...], ...], share: Fraction
) -> tuple[tuple[Points, ...], ...]:
    """Way 1: the smallest hill is struck from all, each rest becomes whists of every other (P-4.2.14.1)."""
    players, least = len(hills), min(hills)
    return tuple(
        tuple(whole(whists[who][on] + Fraction(hills[on] - least) * share) if who != on else 0 for on in range(players))
        for who in range(players)
    )


def _rounded(
    hills: tuple[Points, ...], whists: tuple[tuple[Points, ...], ...], share: Fraction, last_dealer: int
) -> tuple[tuple[Points, ...], tuple[tuple[int, int], ...]]:
    """P-4.2.12: the largest hill moves by a point towards the nearest sum that divides; whists make up for it.

    Of equal hills the nearest to the left of the last dealer moves; if a point is not enough, the next player's.
    """
    players = len(hills)
    moved = [Fraction(points) for points in hills]
    rows = [list(row) for row in whists]
    order = sorted(range(players), key=lambda who: (-moved[who], (who - last_dealer - 1) % players))
    adjusted: list[tuple[int, int]] = []
    for who in order:
        total = sum(moved, Fraction(0))
        if _divides(total, share):
            break
        down = next((n for n in range(1, players + 1) if _divides(total - n, share)), 0)
        up = next((n for n in range(1, players + 1) if _divides(total + n, share)), 0)
        if not down:
            break  # a fraction of a point on a hill: no whole point mends it
        step = -1 if down <= up else 1
        moved[who] += step
        adjusted.append((who, step))
        for other in range(players):
            if other != who:
                writer, on = (other, who) if step < 0 else (who, other)
                rows[writer][on] += 10 // players
    result = _by_mean(tuple(moved), tuple(tuple(row) for row in rows), share)
    return result, tuple(adjusted)


def _divides(total: Fraction, share: Fraction) -> bool:
    return (total * share).denominator == 1
