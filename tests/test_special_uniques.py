"""Special uniques: the minimal sets by brute force, the scores by their formulas and sdcMicro."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import sonde
from sonde.subsets import encoding, special

from .test_minimal_identifiers import KEYS, tables
from .test_properties import QUIET


def minimal_sets(rows, row):
    """Each set of columns by which a row is the only one, and by none of its parts."""
    found = []
    for size in range(1, len(rows[0]) + 1):
        for chosen in itertools.combinations(range(len(rows[0])), size):
            alike = sum(all(other[c] == row[c] for c in chosen) for other in rows)
            if alike == 1 and not any(set(less) <= set(chosen) for less in found):
                found.append(chosen)
    return found


@QUIET
@given(tables(), st.sampled_from([True, False]))
def test_minimal_sets_scores_and_contributions(table, alike_as_one):
    rows = list(zip(*(table[key].to_pylist() for key in KEYS), strict=True))
    assume(len(rows) > 1)
    before = encoding.FEW_COMBINATIONS
    encoding.FEW_COMBINATIONS = before if alike_as_one else 0
    try:
        found = sonde.special_uniques(table, keys=KEYS)
    finally:
        encoding.FEW_COMBINATIONS = before
    there = {tuple(int(v) for v in row["key"].values()): row for row in found.table.to_pylist()}
    assert set(there) == {row for row in rows if rows.count(row) == 1 and minimal_sets(rows, row)}
    for row, shown in there.items():
        sets = minimal_sets(rows, row)
        assert shown["msus"] == len(sets)
        assert shown["smallest"] == min(map(len, sets))
        score = sum(math.factorial(len(KEYS) - len(chosen)) for chosen in sets)
        assert shown["suda_score"] == score
        for place, key in enumerate(KEYS):
            of_key = sum(math.factorial(len(KEYS) - len(c)) for c in sets if place in c)
            assert shown["contribution"][key] == pytest.approx(of_key / score)
    total = sum(row["suda_score"] for row in there.values())
    for key, share in zip(KEYS, found.contributions["contribution"].to_pylist(), strict=True):
        expected = sum(r["contribution"][key] * r["suda_score"] for r in there.values())
        assert (share is None) == (total == 0)
        assert share is None or share == pytest.approx(expected / total)


# suda2 of sdcMicro 5.8.1 on its file testdata, keys urbrur, roof, walls, water, electcon, relat
# and sex: how many records have each score, and the DIS-SUDA score of a record with it.
OF_SDCMICRO = {
    1: (6, 0.002101574),
    2: (24, 0.004341605),
    4: (4, 0.008947834),
    6: (28, 0.013631895),
    8: (1, 0.018350975),
    12: (10, 0.027819269),
    14: (3, 0.032547852),
    18: (2, 0.041963951),
    24: (36, 0.055934811),
    30: (7, 0.069674017),
    36: (1, 0.083152113),
    48: (17, 0.109271526),
    60: (1, 0.134248765),
    72: (4, 0.158095747),
    96: (1, 0.202555343),
    120: (9, 0.243037388),
    132: (1, 0.26191811),
    144: (1, 0.279959816),
    720: (1, 0.678142554),
}


def test_dis_suda_as_sdcmicro_has_it():
    """Which computes the chance in 32 bits. Of 4,580 records 157 are unique, 124 one of a pair."""
    scores = np.array([score for score, (times, _) in OF_SDCMICRO.items() for _ in range(times)])
    expected = [risk for times, risk in OF_SDCMICRO.values() for _ in range(times)]
    assert len(scores) == 157
    found = special._dis_suda(scores.astype(float), 157, 124, 7, 0.01)
    assert found.tolist() == pytest.approx(expected, abs=1e-7)


def test_how_much_a_set_counts():
    """(M-k)!, the product up to the largest size, and what the program of the IHSN has."""
    assert special._set_weights(4, 4, "elliot").tolist() == [0, 6, 2, 1, 1]
    assert special._set_weights(4, 2, "elliot").tolist() == [0, 6, 2, 1, 1]
    assert special._set_weights(4, 1, "elliot").tolist() == [0, 3, 1, 1, 1]
    assert special._set_weights(4, 4, "ihsn").tolist() == [0, 7 / 4, 3 / 6, 1 / 4, 0]


def test_nobody_is_unique():
    found = sonde.special_uniques({"a": [1, 1], "b": [2, 2]}, keys=["a", "b"])
    assert found.uniques == 0
    assert found.contributions["contribution"].to_pylist() == [None, None]
    assert "0 of 2 rows are unique" in repr(found)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"fraction": 1.0}, "fraction is a share"),
        ({"scores": "new"}, "'elliot' or 'ihsn'"),
        ({"up_to": 0}, "up_to"),
    ],
)
def test_bad_input(asked, words):
    with pytest.raises(sonde.SondeError, match=words):
        sonde.special_uniques({"a": [1, 2]}, keys="a", **asked)


def test_sets_up_to_a_size():
    table = {"a": [1, 1, 2, 2], "b": [1, 2, 1, 2], "c": [1, 1, 1, 3]}
    found = sonde.special_uniques(table, keys=["a", "b", "c"], up_to=1).table.to_pylist()
    assert [(row["key"]["c"], row["msus"]) for row in found] == [("3", 1)]
