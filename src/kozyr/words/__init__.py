"""What the program says to people, as data: a folder for each language, found by itself. Nothing here imports anything of the house.

A folder has `refusals` (in English alone: the page has the others), `arbiter` (why there is no ruling), `rulings`, `print`, `club`,
and in `games/` a file for each game. `ui/src/core/i18n/` has the same folders with the words of the page.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

__all__ = ["LANGUAGES", "Language", "of_games", "vocabulary"]

_HERE: Final = os.path.dirname(__file__)  # noqa: PTH120 - pathlib is slow to load, and the help of every verb needs this
LANGUAGES: Final = tuple(sorted(one.name for one in os.scandir(_HERE) if one.is_dir() and not one.name.startswith("_")))
if TYPE_CHECKING:
    Language: TypeAlias = str
else:  # what comes in from outside is held against the folders
    Language = Literal[LANGUAGES]


@cache
def vocabulary(language: Language, file: str, name: str) -> Mapping[str, str]:
    """A table of words by code: `vocabulary("uk", "print", "PRINT")`."""
    found: Mapping[str, str] = getattr(import_module(f"{__name__}.{language}.{file}"), name)
    return found


@cache
def of_games(language: Language, name: str) -> Mapping[str, str]:
    """What the files of all games have under this name, together."""
    files = sorted(file for file in os.listdir(f"{_HERE}/{language}/games") if not file.startswith("_"))  # noqa: PTH208
    modules = [import_module(f"{__name__}.{language}.games.{file.partition('.')[0]}") for file in files]
    return {code: text for one in modules for code, text in getattr(one, name, {}).items()}
