"""Parameters that `make test` leaves to `make test-all`."""

from collections.abc import Iterable

import pytest
from _pytest.mark.structures import ParameterSet


def longer(*values: object) -> list[object]:
    """Each value for the long form only; a tuple is one row of several parameters.

    >>> [one.values for one in longer("party", ("rubber", 2))]
    [('party',), ('rubber', 2)]
    """
    return [pytest.param(*(one if type(one) is tuple else (one,)), marks=pytest.mark.long) for one in values]


def thinned(values: Iterable[object], every: int) -> list[object]:
    """All values in their order; `make test` runs the first of each `every`, the others are for the long form.

    >>> [bool(one.marks) for one in thinned(["a", "b", "c", "d", *longer("e")], 3)]
    [False, True, True, False, True]
    """
    found, at = list[object](), 0
    for one in values:
        if isinstance(one, ParameterSet):  # it is for the long form already
            found.append(one)
        else:
            found += longer(one) if at % every else [pytest.param(*(one if type(one) is tuple else (one,)))]
            at += 1
    return found
