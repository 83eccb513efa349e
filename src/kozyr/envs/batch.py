"""Many deals side by side in the core, as a vector environment of Gymnasium that acts for whoever is to move."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from kozyr import _native
from kozyr.cards import CardSet, Seat
from kozyr.deals import Layout as Cards, Pack
from kozyr.envs.coding import AnyRules, Coding, Layout
from kozyr.games import Event, game as rules_of, part
from kozyr.games.refusal import Refused

Actions: TypeAlias = NDArray[np.int64]
Seen: TypeAlias = dict[str, NDArray[np.uint8]]

_SEATS: Final = {2: (Seat.N, Seat.S), 3: (Seat.N, Seat.E, Seat.S), 4: tuple(Seat)}


def presets(game: str, deals: int | None = 1) -> tuple[str, ...]:
    """The presets that the core plays. deals: 1; None: whole matches.

    Raises:
        ValueError: no such game.
    """
    return tuple(preset for preset in rules_of(game).presets if _plays(game, preset, deals))


def batch(game: str, count: int, **terms: Any) -> Batch:
    """So many deals or matches of `preferans`, `bridge` or `deberts` side by side; the terms are those of `Batch`.

    Raises:
        ValueError: no such game, or the core does not play on these terms.
    """
    return Batch(game, count, **terms)


class Batch(VectorEnv[Seen, Actions, NDArray[Any]]):
    """A vector environment of Gymnasium: each row is a deal or a match, and what ends is followed by the next at once.

    Attributes:
        actions: the event of each action. layout: of an observation. scale: what its whole numbers are divided by to be
        those of `env`. unit: of the rewards. players: how many play. conventions: what is agreed.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        count: int,
        preset: str = "",
        changes: Mapping[str, object] | None = None,
        unit: str = "",
        observe: bool = True,
        copy: bool = True,
        deals: int | None = 1,
    ) -> None:
        """Lay the deals out.

        preset: one of `presets(game, deals)`. changes, unit: as of `env`. deals: 1; None: whole matches. observe: whether observations are wanted beside the
        masks. copy: whether each step answers with arrays of its own; else the next step writes over them.

        Raises:
            ValueError: no such game, no row, or the core does not play on these terms.
        """
        coding = _coding(game)
        if deals not in {1, None}:
            raise ValueError(f"an episode of a batch is one deal, or with None the whole match, not {deals}")
        if count < 1:
            raise ValueError(f"a batch has at least one row, not {count}")
        if unit and unit not in coding.units:
            raise ValueError(f"{game} is counted in {' or '.join(coding.units)}, not in {unit!r}")
        self.unit: Final = unit or next(iter(coding.units))
        self.conventions, rules = _agreed(game, preset or coding.usual[0], changes or {}, self.unit, deals)
        self._game, self._preset, self._deals = game, preset or coding.usual[0], deals
        self.actions: Final[tuple[Event, ...]] = coding.actions
        self.layout: Final[Layout] = coding.layout
        self.players: Final = coding.usual[1]
        self.scale: Final = np.ones(coding.layout.size, np.float32)
        for name, part_of in coding.layout.parts(self.scale).items():
            part_of[...] = coding.scales.get(name, 1)
        self._pack: Final[Pack] = rules_of(game).pack
        self._core: Final = _native.Batch(rules, count, secrets.randbits(64))
        self._observe, self._copy = observe, copy
        self._seen = self._arrays(count)
        self._player = np.zeros(count, np.int8)

        self.num_envs = count
        many = len(coding.actions)
        one: dict[str, spaces.Space[Any]] = {"action_mask": spaces.Box(0, 1, (many,), np.uint8)}
        if observe:
            one["observation"] = spaces.Box(0, 255, (coding.layout.size,), np.uint8)
        self.single_observation_space = spaces.Dict(one)
        self.observation_space = spaces.Dict(
            {
                name: spaces.Box(0, int(box.high.max()), (count, *box.shape), np.uint8)
                for name, box in one.items()
                if isinstance(box, spaces.Box)
            }
        )
        self.single_action_space = spaces.Discrete(many)
        self.action_space = spaces.MultiDiscrete([many] * count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:  # noqa: ARG002 - as every environment takes them
        """Deal every row anew; the same seed gives the same deals, as long as each row gets the same actions."""
        self._core.seed(secrets.randbits(64) if seed is None else seed % 2**64)
        return self._shown()

    def step(
        self, actions: Actions
    ) -> tuple[Seen, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Act in every row, for whoever is to move there.

        A reward is that of the player who has acted; `gains` in the information has everybody's, by place, of deals that
        have ended, in the midst of a match too. `seat` is the place of the player to act now.

        Raises:
            ValueError: an action is not legal; nothing has happened in any row.
        """
        count, before, seen = self.num_envs, self._player, self._arrays(self.num_envs) if self._copy else self._seen
        gains, ended = np.empty((count, self.players), np.float32), np.empty(count, np.bool_)
        chosen, player = np.ascontiguousarray(actions, np.int64), np.empty(count, np.int8)
        wrong = self._core.step(
            chosen, seen.get("observation"), seen["action_mask"], gains, ended.view(np.uint8), player, not self._copy
        )
        if wrong < count:
            told = self.actions[chosen[wrong]].token if 0 <= chosen[wrong] < len(self.actions) else "no action"
            raise ValueError(f"row {wrong}: {chosen[wrong]} ({told}) is not legal")
        self._player, self._seen = player, seen
        rewards = gains[np.arange(count), before]
        return self._told(), rewards, ended, np.zeros(count, np.bool_), {"seat": player, "gains": gains}

    def sample(self) -> Actions:
        """A legal action for each row, each as likely."""
        chosen = np.empty(self.num_envs, np.int64)
        self._core.sample(chosen)
        return chosen

    def take(self, rows: NDArray[np.integer[Any]]) -> tuple[Seen, dict[str, Any]]:
        """Make every row a copy of the row that is named for it, its coming deals included: for searching ahead.

        Raises:
            ValueError: there is no such row, or not a number for each.
        """
        self._core.take(np.ascontiguousarray(rows, np.int64))
        return self._shown()

    def dealt(self, row: int) -> tuple[str, int, int]:
        """The cards of a row as they were dealt, the dealer's place, and the board (0: this game has none).

        Raises:
            ValueError: there is no such row.
        """
        hands, first, rest, dealer, board = self._core.dealt(row)
        seats = _SEATS[self.players]
        layout = Cards.of(zip(seats, map(self._cards, hands), strict=True), (self._pack.cards[at] for at in rest))
        if first:
            parts: list[CardSet | None] = [None] * 4
            for seat, held in zip(seats, first, strict=True):
                parts[seat.position] = self._cards(held)
            layout = Cards(layout.hands, layout.rest, (parts[0], parts[1], parts[2], parts[3]))
        return str(layout), dealer, board

    def lay(self, row: int, cards: str, dealer: int = 0, board: int = 1) -> tuple[Seen, dict[str, Any]]:
        """Begin a row with a deal of one's own: the text of its cards, the dealer's place, and the board at bridge.

        Raises:
            ValueError: there is no such row or place, or these cards cannot be dealt.
        """
        rules = rules_of(self._game)
        options = _coding(self._game).options(self._preset, self._deals, board)
        state = rules.start(rules.agree(self._preset, options, self.players), self.players, dealer).begin()
        if (fault := state.fault(cards)) is not None:
            raise ValueError(f"these cannot be dealt: {fault.code} ({fault.law})")
        layout, seats, terms = Cards.parse(cards), _SEATS[self.players], state.terms
        hands = [self._mask(layout.hand(seat)) for seat in seats]
        first = [self._mask(self._first(layout, seat)) for seat in seats] if self._pack.first else []
        rest = [self._pack.cards.index(card) for card in layout.rest]
        self._core.lay(row, hands, first, rest, seats.index(terms.dealer), board)
        return self._shown()

    def _first(self, layout: Cards, seat: Seat) -> CardSet:
        """The part of a hand before the auction; of one not written in two parts its first cards, spades first."""
        hand = layout.hand(seat) or CardSet()
        written = sorted(hand, key=lambda card: (card.suit.position, -card.rank.position))
        return layout.first[seat.position] or CardSet.of(written[: self._pack.first])

    def _mask(self, hand: CardSet | None) -> int:
        return sum(1 << self._pack.cards.index(card) for card in hand or ())

    def _cards(self, mask: int) -> CardSet:
        return CardSet.of(card for at, card in enumerate(self._pack.cards) if mask >> at & 1)

    def _arrays(self, count: int) -> Seen:
        found = {"action_mask": np.empty((count, len(self.actions)), np.uint8)}
        return found | ({"observation": np.empty((count, self.layout.size), np.uint8)} if self._observe else {})

    def _shown(self) -> tuple[Seen, dict[str, Any]]:
        if self._copy:
            self._seen = self._arrays(self.num_envs)
        self._player = np.empty(self.num_envs, np.int8)
        self._core.show(self._seen.get("observation"), self._seen["action_mask"], self._player)
        return self._told(), {"seat": self._player}

    def _told(self) -> Seen:
        """The arrays as they are given away: those that are used again can only be read."""
        if self._copy:
            return dict(self._seen)
        found = {name: array.view() for name, array in self._seen.items()}
        for array in found.values():
            array.flags.writeable = False
        return found


def _coding(game: str) -> Coding:
    """The numbers of a game.

    Raises:
        ValueError: there is no such game, or it is no environment.
    """
    rules_of(game)
    found = part("envs", game)
    if found is None:
        raise ValueError(f"{game} is no environment yet")
    coding: Coding = found.CODING
    return coding


def _agreed(
    game: str, preset: str, changes: Mapping[str, object], unit: str, deals: int | None
) -> tuple[Any, AnyRules]:
    """The agreement of single deals or whole matches, and what the core plays for it.

    Raises:
        Refused: the core does not play the preset, or a changed option.
    """
    coding = _coding(game)
    options = {**coding.options(preset, deals, 1), **changes}
    conventions = rules_of(game).agree(preset, options, coding.usual[1])
    if not _plays(game, preset, deals):
        raise Refused("no_preset", name=preset, possible=", ".join(presets(game, deals)))
    return conventions, coding.core(conventions, unit, deals is None)


def _plays(game: str, preset: str, deals: int | None) -> bool:
    coding = _coding(game)
    try:
        conventions = rules_of(game).agree(preset, coding.options(preset, deals, 1), coding.usual[1])
        coding.core(conventions, next(iter(coding.units)), deals is None)
    except ValueError:
        return False
    return True
