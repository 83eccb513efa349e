"""The environment: one match, or some deals of it, between agents that see only their View.

An agent is a player by the place at the table, `player_0` and so on. The deciding player acts: at bridge the declarer
acts for dummy, too. The match, its legal events and its views are the game's (`kozyr.games`); here they only get
numbers.
"""

from __future__ import annotations

import copy
import hashlib
import secrets
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, Self, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from kozyr.cards import Seat
from kozyr.deals import fair_deal
from kozyr.envs.coding import Coding, Layout
from kozyr.envs.picture import picture
from kozyr.games import AnyMatch, AnyState, AnyView, Deal, Event, Game, game as rules_of, part

Observation: TypeAlias = dict[str, NDArray[Any]]

_BOARDS: Final = 16  # after so many boards dealer and vulnerability come again (B-DUP-3)


def env(game: str, **terms: Any) -> Table:
    """A table of `preferans`, `bridge` or `deberts`; the terms are those of `Table`.

    Raises:
        ValueError: no such game, or nobody can play on these terms; the message says why.
    """
    return Table(game, **terms)


class _Numbered(NamedTuple):
    """A game and its numbers."""

    rules: Game
    coding: Coding
    number: Mapping[str, int]
    """The action of each token."""

    @classmethod
    def of(cls, game: str) -> Self:
        """The game of this name.

        Raises:
            ValueError: there is no such game, or it is no environment yet.
        """
        rules, found = rules_of(game), part("envs", game)
        if found is None:
            raise ValueError(f"{game} is no environment yet")
        coding: Coding = found.CODING
        return cls(rules, coding, {event.token: n for n, event in enumerate(coding.actions)})

    def choices(self, state: AnyState, unit: str) -> dict[int, Event]:
        """The events of the seat on turn, by action: all that is legal, and those offers that are actions in this unit."""
        if state.actor is None:
            return {}
        found: dict[int, Event] = {}
        for event in state.legal():
            action = self.number.get(self.coding.plain(event))
            if action is None:
                raise TypeError(event)  # every legal event is an action; the tests play until they are sure of it
            found[action] = event
        offers = self.coding.units[unit].offers
        return found | {self.number[event.token]: event for event in state.offers() if event.token in offers}


class Table(AECEnv[str, Observation, int]):
    """An AEC environment of PettingZoo.

    Observations are `{"observation": float32 vector, "action_mask": int8 vector}`; `layout` says where what lies in the
    first. Rewards come when a deal ends, in `unit`; in between they are nought.

    Attributes:
        actions: the event of each action.
        layout: of an observation.
        unit: of the rewards.
        match: how the match stands; for looking on, not for players.
        running: the deal, likewise.
    """

    def __init__(
        self,
        game: str,
        preset: str = "",
        players: int = 0,
        changes: Mapping[str, object] | None = None,
        deals: int | None = 1,
        unit: str = "",
        max_steps: int | None = None,
        render_mode: Literal["ansi", "human"] | None = None,
    ) -> None:
        """Lay a table.

        preset, players: by default `sochi` for three, `duplicate` for four, `moscow`. changes: to options, by their names
        in the rulebook. deals: how many an episode has, fewer if the match ends; None: the whole match. unit: what is
        rewarded: `whists`; `points` or `imps` at bridge; `points` or `parties` at deberts. max_steps: an
        episode is cut short after so many actions, and the deal then running counts for nothing.

        Raises:
            ValueError: no such game, or nobody can play on these terms.
        """
        super().__init__()  # type: ignore[no-untyped-call]  # of PettingZoo
        self._game = _Numbered.of(game)
        usual = self._game.coding.usual
        if deals is not None and deals < 1:
            raise ValueError(f"an episode has at least one deal, not {deals}")
        if max_steps is not None and max_steps < 1:
            raise ValueError(f"an episode has at least one step, not {max_steps}")
        self._preset, self._players = preset or usual[0], players or usual[1]
        self._changes = dict(changes or {})
        self._deals, self._max_steps = deals, max_steps
        if unit and unit not in self._game.coding.units:
            raise ValueError(f"{game} is counted in {' or '.join(self._game.coding.units)}, not in {unit!r}")
        self.unit: Final = unit or next(iter(self._game.coding.units))
        self.match = self._start(0, 1)
        self.running: AnyState | None = None
        self._key = secrets.token_bytes(32)
        self._episode = self._dealt = self._steps = 0
        self._places: list[Seat | None] = []

        self.metadata = {"name": f"kozyr_{game}_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{place}" for place in range(self._players)]
        self.agents = []
        size, many = self._game.coding.layout.size, len(self._game.coding.actions)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (many,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.state_space = spaces.Box(-1.0, 1.0, (size * self._players,), np.float32)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(many) for agent in self.possible_agents
        }

    # --- what is played --------------------------------------------------------------------------------------

    @property
    def actions(self) -> tuple[Event, ...]:
        """The event of each action, by its number."""
        return self._game.coding.actions

    @property
    def layout(self) -> Layout:
        """The place of each part in an observation."""
        return self._game.coding.layout

    def number(self, event: Event) -> int | None:
        """The action of an event; None: it is none here, as claims, corrections and questions are not."""
        return self._game.number.get(self._game.coding.plain(event))

    def event(self, action: int) -> Event:
        """The event of an action for the agent on turn, as the game writes it now.

        Raises:
            ValueError: it may not, or there is no such action.
        """
        found = self._game.choices(self._state(), self.unit).get(int(action))
        if found is not None:
            return found
        if not 0 <= int(action) < len(self.actions):
            raise ValueError(f"no action {action}: there are {len(self.actions)}")
        event, state = self.actions[int(action)], self._state()
        illegal = state.why_not(event)
        why = f"{illegal.code} ({illegal.law})" if illegal is not None else "is no choice now"
        raise ValueError(f"{self.agent_selection} may not: {event.token} {why}")

    def view(self, agent: str) -> AnyView:
        """The view of an agent's player, as bots of Kozyr get it; of a waiting player the onlookers' view."""
        return self._state().view(self._places[self.possible_agents.index(agent)])

    def _state(self) -> AnyState:
        if self.running is None:
            raise RuntimeError("reset() comes before everything else")
        return self.running

    # --- PettingZoo's verbs ----------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode.

        seed: the same seed gives the same deals, episode by episode, for ever; without one the next episode follows.
        options: `cards`, the text of the first deal; `dealer`, the place of its dealer.

        Raises:
            ValueError: no such deal, or no such place.
        """
        wish = options or {}
        key, episode = (self._key, self._episode + 1) if seed is None else (_key(seed), 1)
        chance = int.from_bytes(hashlib.sha256(key + str(episode).encode()).digest(), "big")
        match = self._start(wish.get("dealer", chance % self._players), chance % _BOARDS + 1)
        label = f"{episode} 1"
        state = self._deal(match, key, label, wish.get("cards"))
        self._key, self._episode, self.match = key, episode, match
        self._dealt, self._steps = 1, 0
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._turn_to(state)

    def step(self, action: Any) -> None:
        """Let the agent on turn act; an agent whose episode is over leaves by None.

        Raises:
            ValueError: the action is not legal now; nothing has happened.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act")
        state = self._state()
        after = state.apply(self.event(int(action)), state.actor)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._steps += 1
        if after.outcome is not None:
            after = self._counted(after)
        self._turn_to(after)
        if self._max_steps is not None and self._steps >= self._max_steps and not any(self.terminations.values()):
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """The knowledge of an agent's player, and the legal actions if it is the agent's turn."""
        vector = np.zeros(self.layout.size, np.float32)
        self._game.coding.fill(self.view(agent), self.layout.parts(vector))
        mask = np.zeros(len(self.actions), np.int8)
        over = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        if agent == self.agent_selection and not over:
            mask[list(self._game.choices(self._state(), self.unit))] = 1
        return {"observation": vector, "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """The vectors of all players one after another, by place: what all of them together know, for a common critic."""
        return np.concatenate([self.observe(agent)["observation"] for agent in self.possible_agents])

    def render(self) -> str | None:
        """The whole table in text, all hands open, for spectators. `human` prints it."""
        if self.render_mode is None:
            gymnasium.logger.warn("no render_mode was given, so there is nothing to render")
            return None
        text = picture(
            self._state(), self._places, self.possible_agents, f"{self._game.rules.name}, deal {self._dealt}"
        )
        gained = " ".join(f"{agent}:{won:+g}" for agent, won in self.rewards.items() if won)
        text += f"\n  {gained} {self.unit}" if gained else ""
        if self.render_mode == "human":
            print(text)  # noqa: T201 - that is what this mode asks for
            return None
        return text

    def close(self) -> None:
        """Do nothing: a table holds no resources."""

    # --- copies ----------------------------------------------------------------------------------------------

    def clone(self) -> Table:
        """The same moment of the same episode, which goes on by itself; states are immutable and are shared."""
        return copy.copy(self)

    def __copy__(self) -> Table:
        return _revived(self.__getstate__())

    def __deepcopy__(self, memo: dict[int, object]) -> Table:
        found = memo[id(self)] = _revived(self.__getstate__())
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (self.__getstate__(),)

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the game and its numbers, which are found again by the game's name."""
        told = {name: _own(value) for name, value in vars(self).items() if name != "_game"}
        return {**told, "game": self._game.rules.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        told = dict(state)
        self._game = _Numbered.of(told.pop("game"))
        vars(self).update(told)

    # --- deals -----------------------------------------------------------------------------------------------

    def _start(self, dealer: int, board: int) -> AnyMatch:
        changes = {**self._game.coding.options(self._preset, self._deals, board), **self._changes}
        return self._game.rules.start(
            self._game.rules.agree(self._preset, changes, self._players), self._players, dealer
        )

    def _deal(self, match: AnyMatch, key: bytes, label: str, cards: str | None = None) -> AnyState:
        """The next deal of a match with its cards.

        Raises:
            ValueError: these cards cannot be dealt here.
        """
        terms = match.next_deal()
        text = cards or str(fair_deal(key, label, self._game.rules.pack, terms.holders))
        state = match.begin().apply(Deal(text))
        self._places = [terms.seat(name) for name in match.names]
        return state

    def _counted(self, state: AnyState) -> AnyState:
        """End a deal: everybody gets its reward, and the next one is dealt if there is one."""
        if state.outcome is None:
            raise TypeError(state)
        before, self.match = self.match, self.match.record(state.outcome)
        gains = self._game.coding.units[self.unit].gains(before, self.match)
        self.rewards = dict(zip(self.possible_agents, gains, strict=True))
        if self.match.finished or self._dealt == self._deals:
            self.terminations = dict.fromkeys(self.agents, True)
            return state
        self._dealt += 1
        return self._deal(self.match, self._key, f"{self._episode} {self._dealt}")

    def _turn_to(self, state: AnyState) -> None:
        self.running = state
        if state.actor is not None:
            self.agent_selection = self.possible_agents[self._places.index(state.actor)]


def _revived(state: dict[str, Any]) -> Table:
    """A table in the state that another one was in."""
    table = Table.__new__(Table)
    table.__setstate__(state)
    return table


def _own(value: Any) -> Any:
    """A copy of anything that changes in place as the episode goes on, the chance of the spaces too; all else is immutable."""
    return copy.deepcopy(value) if isinstance(value, dict | list) else value


def _key(seed: int) -> bytes:
    return hashlib.sha256(f"kozyr.envs {seed}".encode()).digest()
