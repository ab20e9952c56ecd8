"""Cell information gain and PIF against the same definitions in slow, obvious Python."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.errors import SondeError
from sonde.information_gain import (
    cell_gains,
    column_gains,
    personal_information_factor,
    row_gains,
)


def counted(rows):
    """The classes of some rows, and their sizes."""
    return np.unique(np.array(rows, np.int64), axis=0, return_counts=True)


def reference(rows):
    """The gain of every cell, from a distribution before and one after, row by row."""
    gains = []
    for row in rows:
        gain = []
        for key in range(len(row)):
            prior = Counter(other[key] for other in rows)
            alike = [
                other
                for other in rows
                if all(other[k] == row[k] for k in range(len(row)) if k != key)
            ]
            posterior = Counter(other[key] for other in alike)
            after = {v: Fraction(n, len(alike)) for v, n in posterior.items()}
            before = {v: Fraction(n, len(rows)) for v, n in prior.items()}
            gain.append(sum(float(p) * math.log2(p / before[v]) for v, p in after.items()))
        gains.append(gain)
    return gains


@st.composite
def tables(draw):
    keys = draw(st.integers(1, 4))
    row = st.tuples(*[st.integers(0, 3)] * keys)
    return draw(st.lists(row, min_size=1, max_size=25))


@given(tables())
def test_gains_are_those_of_the_definition(rows):
    classes, size = counted(rows)
    expected = dict(zip(rows, reference(rows), strict=True))
    wanted = [expected[tuple(row)] for row in classes.tolist()]
    np.testing.assert_allclose(cell_gains(classes, size), wanted, atol=1e-12)


def entropy(values):
    counts = Counter(values)
    return -sum(n / len(values) * math.log2(n / len(values)) for n in counts.values())


@given(tables())
def test_a_columns_mean_is_its_mutual_information_with_the_others(rows):
    classes, size = counted(rows)
    means = column_gains(cell_gains(classes, size), size)
    for key, mean in enumerate(means):
        own = [row[key] for row in rows]
        others = [row[:key] + row[key + 1 :] for row in rows]
        together = entropy(own) + entropy(others) - entropy(rows)
        assert mean == pytest.approx(together, abs=1e-9)


# The tables of piflib's own tests (Apache-2.0), and what it says of them.
@pytest.mark.parametrize(
    ("rows", "gain"),
    [
        ([(0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 3)], 2),
        ([(0, 0, 0)] * 4, 0),
        ([(0, 0, 0), (0, 0, 1), (1, 1, 2), (1, 1, 3)], 1),
    ],
)
def test_gains_are_piflibs(rows, gain):
    classes, size = counted(rows)
    assert (cell_gains(classes, size) == gain).all()


def test_green_eyed_accountants_tell_more_than_blue_eyed_dentists():
    """The table of piflib's page on CIG: gender, eyes, occupation."""
    classes, size = counted([(0, 0, 0), (1, 0, 0), (0, 1, 1), (0, 1, 1)])
    before = {0: 3 / 4, 1: 1 / 4}
    dentist = sum(math.log2(0.5 / p) / 2 for p in before.values())
    by_class = dict(zip(map(tuple, classes), cell_gains(classes, size)[:, 0], strict=True))
    assert by_class[0, 1, 1] == pytest.approx(math.log2(4 / 3))
    assert by_class[0, 0, 0] == by_class[1, 0, 0] == pytest.approx(dentist)


def test_columns_that_know_nothing_of_each_other_tell_exactly_nothing():
    left, right = np.meshgrid([3, 5, 11], [7, 13])
    size = (left * right).ravel()
    codes = np.stack(np.meshgrid([0, 1, 2], [0, 1]), axis=2).reshape(-1, 2)
    assert (cell_gains(codes, size) == 0).all()


@pytest.mark.parametrize("most", [10**8, 10**10])
def test_next_to_nothing_is_not_below_nothing(most):
    codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    for more in range(1, 60):
        size = most + np.array([0, more, 2 * more, 5 * more])
        assert (cell_gains(codes, size) >= 0).all()
    assert (cell_gains(codes, np.full(4, most)) == 0).all()


def test_one_key_alone_tells_nothing_of_itself():
    assert cell_gains(np.array([[0], [1], [2]]), np.array([1, 5, 9])).tolist() == [[0], [0], [0]]


def test_the_order_of_classes_keys_and_names_changes_no_digit():
    random = np.random.default_rng(3)
    classes, size = counted(random.integers(0, 5, (4000, 5)))
    gains = cell_gains(classes, size)
    order, keys = random.permutation(len(size)), random.permutation(5)
    renamed = random.permutation(5)[classes]
    again = cell_gains(renamed[order][:, keys], size[order])
    assert (again == gains[order][:, keys]).all()
    assert (row_gains(again) == row_gains(gains)[order]).all()
    assert (column_gains(again, size[order]) == column_gains(gains, size)[keys]).all()


def test_many_keys_of_many_values_do_not_overflow():
    random = np.random.default_rng(4)
    codes = 9999 * np.stack([random.permutation(300) for _ in range(30)], axis=1)
    gains = cell_gains(codes, np.ones(300, np.int64))
    np.testing.assert_allclose(gains, math.log2(300))


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(1, 4)), min_size=1, max_size=12),
    st.decimals(0, 100, places=1),
)
def test_the_factor_is_the_gain_of_the_person_at_that_rank(classes, percentile):
    people = sorted(gain for gain, n in classes for _ in range(n))
    rank = max(1, math.ceil(Fraction(percentile) * len(people) / 100))
    rows, size = (np.array(each) for each in zip(*classes, strict=True))
    found = personal_information_factor(rows.astype(float), size, float(percentile))
    assert found == people[rank - 1]


def test_322_of_1000_people_are_not_a_little_more():
    """As floats, 32.2 times 1,000 is a little more than 32,200, and asks for one person more."""
    rows, size = np.array([1.0, 2.0]), np.array([322, 678])
    assert personal_information_factor(rows, size, 32.2) == 1
    assert personal_information_factor(rows, size, 100) == 2


@pytest.mark.parametrize("percentile", [-1, 100.1, math.nan])
def test_a_percentile_beyond_its_ends_is_refused(percentile):
    with pytest.raises(SondeError, match="between 0 and 100"):
        personal_information_factor(np.ones(1), np.ones(1, np.int64), percentile)
