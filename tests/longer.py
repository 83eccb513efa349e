"""Parameters that `make test` leaves to `make test-all`."""

import pytest


def longer(*values: object) -> list[object]:
    """Each value for the long form only; a tuple is one row of several parameters.

    >>> [one.values for one in longer("party", ("rubber", 2))]
    [('party',), ('rubber', 2)]
    """
    return [pytest.param(*(one if type(one) is tuple else (one,)), marks=pytest.mark.long) for one in values]
