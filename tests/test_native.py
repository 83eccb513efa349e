from importlib.metadata import version
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, strategies as st

from kozyr import _native


def test_the_module_was_built_for_this_package() -> None:
    assert _native.version() == version("kozyr")


def test_combinations_are_numbered_without_a_gap() -> None:
    # Colexicographic: ordered by the highest place first, which is the order of the masks as numbers.
    masks = sorted(sum(1 << place for place in places) for places in combinations(range(9), 4))
    assert [_native.combination_rank(mask) for mask in masks] == list(range(comb(9, 4)))
    assert [_native.combination_at(rank, 4) for rank in range(comb(9, 4))] == masks


@given(st.integers(0, 2**64 - 1))
def test_rank_and_combination_are_inverse(mask: int) -> None:
    size = mask.bit_count()
    rank = _native.combination_rank(mask)
    assert 0 <= rank < comb(64, size)
    assert _native.combination_at(rank, size) == mask


@given(st.integers(0, 2**32 - 1))
def test_the_rank_is_the_sum_of_binomials(mask: int) -> None:
    places = [place for place in range(32) if mask >> place & 1]
    assert _native.combination_rank(mask) == sum(comb(place, k) for k, place in enumerate(places, start=1))


@pytest.mark.parametrize(
    ("rank", "size"), [(1, 0), (64, 1), (1, 64), (comb(64, 32), 32), (0, 65), (-1, 3), (2**64, 3), (0, -1)]
)
def test_a_number_that_nothing_bears_is_refused(rank: int, size: int) -> None:
    with pytest.raises(ValueError, match="no combination"):
        _native.combination_at(rank, size)


@pytest.mark.parametrize("mask", [-1, 2**64])
def test_a_mask_has_64_places(mask: int) -> None:
    with pytest.raises(ValueError, match="not a mask of 64 places"):
        _native.combination_rank(mask)


def test_the_last_hand_of_ten() -> None:
    assert _native.combination_rank(((1 << 10) - 1) << 22) == comb(32, 10) - 1
