"""What every incident is, and the numbers that incidents tell."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from kozyr.cards import Seat
from kozyr.games.exact import Exact

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
# Whole points have at most as many digits as an exact fraction's.
Points: TypeAlias = Annotated[int, msgspec.Meta(ge=-999_999_999_999, le=999_999_999_999)] | Exact
Guilt: TypeAlias = Literal["fully", "partly", "innocent"]
Tricks: TypeAlias = dict[Seat, Annotated[int, msgspec.Meta(ge=0, le=13)]]


class Incident(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", kw_only=True
):
    """Something on which the arbiter is called to rule."""

    spectator: Literal["innocents", "offenders"] | None = None
    """The side that answers for the spectator who was the first to draw attention; None: a player was (PT-I.11.1.B)."""
