"""Preferans, bridge and deberts as PettingZoo environments, docs/envs.md. Needs the extra: `pip install 'kozyr[envs]'`."""

from kozyr.envs.table import Table, env

__all__ = ["Table", "env"]
