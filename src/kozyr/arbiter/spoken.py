"""A ruling for programs: with its sentence in a language, and each branch with its event of a record."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from kozyr.arbiter.ruling import Deadline, Proof, Ruling
from kozyr.arbiter.words import sentence
from kozyr.games.rulings import AnyEffect
from kozyr.words import Language


class SpokenBranch(msgspec.Struct, frozen=True):
    """One way in which a ruling can go."""

    chooser: str
    """The player who may take the branch, or the arbiter."""
    effects: tuple[AnyEffect, ...]
    token: str
    """The event of a record that it becomes."""


class SpokenReason(msgspec.Struct, frozen=True):
    """Why it is ruled so."""

    code: str
    """The code of the reason, for programs."""
    about: Mapping[str, str]
    """The parameters of the reason."""
    text: str
    """The sentence."""


class Spoken(msgspec.Struct, frozen=True):
    """A ruling as `kozyr rule --json` prints it."""

    laws: tuple[str, ...]
    deadline: Deadline | None
    branches: tuple[SpokenBranch, ...]
    reason: SpokenReason
    proof: Proof | None


def spoken(ruling: Ruling, language: Language = "en") -> Spoken:
    """A ruling with its sentence in this language."""
    branches = tuple(
        SpokenBranch(branch.chooser, branch.effects, ruling.event(n).token) for n, branch in enumerate(ruling.branches)
    )
    reason = SpokenReason(ruling.reason.code, ruling.reason.about, sentence(ruling.reason, language))
    return Spoken(ruling.laws, ruling.deadline, branches, reason, ruling.proof)
