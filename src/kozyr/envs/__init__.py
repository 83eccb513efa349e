"""Preferans, bridge and deberts as environments, docs/envs.md. Needs the extra: `pip install 'kozyr[envs]'`."""

from kozyr.envs.batch import Batch, batch, presets
from kozyr.envs.table import Table, env

__all__ = ["Batch", "Table", "batch", "env", "presets"]
