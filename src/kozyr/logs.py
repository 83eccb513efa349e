"""The common part of every log of the project: the numbering of its entries."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

LAST: Final = (
    999_999_999  # the greatest number of an entry: nine digits, as a path, a query and a store's column take it
)

# The number of an existing entry, from 1; and a count, where 0 means none.
EntryNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=LAST)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=LAST)]
