"""The smallest sets that identify: none missed and none not minimal, by brute force."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sonde
from sonde.subsets import minimal

from .test_properties import QUIET

KEYS = list("abcde")
ASKED = st.sampled_from(
    [
        {},
        {"people": 0.8},
        {"people": 1.0},
        {"rate": 0.8},
        {"rate": 0.5},
        {"sensitive": "x"},
        {"sensitive": "x", "rate": 0.7},
        {"subject": "p"},
        {"subject": "p", "people": 0.6},
        {"subject": "p", "sensitive": "x"},
    ]
)


@st.composite
def tables(draw):
    rows = draw(st.integers(1, 14))
    most = draw(st.integers(1, 6))

    def column(high):
        return draw(st.lists(st.integers(0, high), min_size=rows, max_size=rows))

    held = {key: column(draw(st.integers(0, most))) for key in KEYS}
    return pa.table(held | {"x": column(2), "p": column(4)})


def by_brute_force(table, asked):
    """Every set that is enough and none of whose parts is."""
    roles = {name: asked[name] for name in ("sensitive", "subject") if name in asked}
    made = sonde.lattice(table, keys=KEYS, **roles)
    if made.subjects == 1:
        return []
    enough = made.rates(roles.get("sensitive")) >= asked.get("rate", 1)
    if "people" in asked:
        enough = made.counts.identified >= asked["people"] * made.subjects
    masks = made.counts.mask[enough].tolist()
    smallest = [m for m in masks if not any(o != m and o & m == o for o in masks)]
    return sorted([k for i, k in enumerate(KEYS) if mask >> i & 1] for mask in smallest)


@QUIET
@given(tables(), ASKED)
def test_none_is_missed_and_none_is_not_minimal(table, asked):
    found = sonde.minimal_identifiers(table, keys=KEYS, **asked).table
    assert sorted(found["keys"].to_pylist()) == by_brute_force(table, asked)


@QUIET
@given(tables(), ASKED, st.integers(1, 3))
def test_up_to_a_size(table, asked, up_to):
    found = sonde.minimal_identifiers(table, keys=KEYS, **asked, up_to=up_to).table
    expected = [keys for keys in by_brute_force(table, asked) if len(keys) <= up_to]
    assert sorted(found["keys"].to_pylist()) == expected


def test_thirty_columns_and_more():
    """A number in each of forty columns, and the one pair that tells everybody apart."""
    rows = np.arange(3000)
    table = {f"c{i}": rows // 30 if i % 10 == 0 else rows // 60 for i in range(40)}
    table |= {"c7": rows % 30}
    found = sonde.minimal_identifiers(table, keys=list(table))
    assert found.table["keys"].to_pylist() == [
        ["c0", "c7"],
        ["c7", "c10"],
        ["c7", "c20"],
        ["c7", "c30"],
    ]
    assert found.looked_at < 500


def test_what_is_shown_of_each_set():
    table = {"age": [22, 22, 35, 35], "zip": [1, 1, 2, 3]}
    found = sonde.minimal_identifiers(table, keys=["age", "zip"], people=0.5)
    assert found.table.to_pylist() == [{"keys": ["zip"], "size": 1, "rate": 0.75, "share": 0.5}]
    assert "One smallest set of keys identifies at least 50% of the people" in repr(found)
    none = sonde.minimal_identifiers(table, keys=["age", "zip"])
    assert none.sentence == "No set of these 2 keys identifies the people."
    assert "zip" in found._repr_html_()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"people": 1.5}, "people is a share"),
        ({"rate": 0}, "rate is a share"),
        ({"people": 0.5, "rate": 0.5}, "not both"),
        ({"people": 0.5, "sensitive": "x"}, "give rate"),
        ({"up_to": 0}, "up_to is the largest"),
        ({"subject": "p", "rate": 0.5}, "no border to find"),
    ],
)
def test_bad_input(asked, words):
    table = {"a": [1, 2], "x": [1, 2], "p": [1, 2]}
    with pytest.raises(sonde.SondeError, match=words):
        sonde.minimal_identifiers(table, keys="a", **asked)


def test_more_than_anybody_can_look_at(monkeypatch):
    monkeypatch.setattr(minimal, "MOST_CANDIDATES", 3)
    table = {f"c{i}": np.arange(64) >> i & 1 for i in range(6)} | {
        f"d{i}": np.arange(64) >> i & 1 for i in range(6)
    }
    with pytest.raises(sonde.SondeError, match="more than 3 smallest sets"):
        sonde.minimal_identifiers(table, keys=list(table))
    many = {f"c{i}": [1, 2] for i in range(63)}
    with pytest.raises(sonde.SondeError, match="63 keys are more than the 62"):
        sonde.minimal_identifiers(many, keys=list(many))
