"""Play deals of deberts in the learning environment: a bot of the house against chance.

pip install 'kozyr[envs]'; python environment.py 20
"""

import sys

from kozyr import bots, envs


def play(deals: int, seed: int = 1) -> dict[str, float]:
    """What each agent has won over so many deals, in the environment's unit."""
    table = envs.env("deberts", deals=deals)
    table.reset(seed=seed)
    won = dict.fromkeys(table.possible_agents, 0.0)
    for number, agent in enumerate(table.agent_iter()):
        observation, reward, terminated, truncated, _ = table.last()
        won[agent] += reward
        if terminated or truncated:
            action = None
        elif agent == "player_0":
            action = table.number(bots.choose(table.view(agent), "novice"))
        else:
            space = table.action_space(agent)
            space.seed(seed + number)
            assert observation is not None
            action = space.sample(observation["action_mask"])
        table.step(action)
    return won


if __name__ == "__main__":
    print(play(int(sys.argv[1])))
