"""Kozyr: preferans, bridge and deberts at one table."""

from typing import Final

__version__: Final = "0.2.0"  # `make release VERSION=` sets it; pyproject.toml reads it here
