"""What each key is to blame for: shares that add up, and are fair to keys that do the same."""

import itertools
import math

import pyarrow as pa
import pytest
from hypothesis import assume, given

import sonde
from sonde.subsets.blames import blame

from .test_lattice import ADULT, SEVEN
from .test_minimal_identifiers import KEYS, tables
from .test_properties import QUIET


@QUIET
@given(tables())
def test_shares_add_up_and_copies_have_the_same(table):
    table = table.append_column("copy", table["a"])
    made = sonde.lattice(table, keys=[*KEYS, "copy"], sensitive="x")
    assume(made.subjects > 1)
    for of in (None, "x"):
        if made.rate([*KEYS, "copy"], of) is None:
            continue
        shares = {row["key"]: row for row in blame(made, of).to_pylist()}
        whole = made.rate([*KEYS, "copy"], of)
        assert sum(row["share"] for row in shares.values()) == pytest.approx(whole, abs=1e-9)
        uniques = made.counts.identified[-1] / made.subjects
        assert sum(r["share_of_uniques"] for r in shares.values()) == pytest.approx(
            uniques, abs=1e-9
        )
        assert shares["copy"] | {"key": "a"} == shares["a"]
        assert shares["copy"]["dropping"] == 0


@QUIET
@given(tables())
def test_a_share_is_what_a_key_adds_in_all_orders(table):
    keys = KEYS[:4]
    made = sonde.lattice(table, keys=keys)
    assume(made.subjects > 1)
    added = dict.fromkeys(keys, 0.0)
    for order in itertools.permutations(keys):
        before = 0.0
        for place, key in enumerate(order):
            after = made.rate(order[: place + 1])
            added[key] += after - before
            before = after
    for row in made.blame().to_pylist():
        assert row["share"] == pytest.approx(added[row["key"]] / math.factorial(4), abs=1e-9)


def test_dropping_and_one_level_up():
    ladder = sonde.Hierarchy.build(range(17, 91), [{"width": 10}, {"width": 30}, "*"])
    made = sonde.lattice(ADULT, keys=SEVEN)
    rows = {row["key"]: row for row in made.blame(hierarchies={"age": ladder}).to_pylist()}
    whole = made.rate(SEVEN)
    assert rows["age"]["dropping"] == whole - made.rate(SEVEN[1:])
    laid = {"age": ladder.level(1)}
    coarser = sonde.discrimination_rate(ADULT, keys=SEVEN, partitions=laid).overall
    assert rows["age"]["one_level_up"] == pytest.approx(whole - coarser, abs=1e-12)
    assert rows["sex"]["one_level_up"] is None
    higher = sonde.lattice(ADULT, keys=["age", "sex"], partitions=laid)
    (age, _) = higher.blame(hierarchies={"age": ladder}).to_pylist()
    two = sonde.discrimination_rate(ADULT, keys=["age", "sex"], partitions={"age": ladder.level(2)})
    assert age["one_level_up"] == pytest.approx(
        higher.rate(["age", "sex"]) - two.overall, abs=1e-12
    )
    top = sonde.lattice(ADULT, keys="age", partitions={"age": ladder.level(3)})
    assert top.blame(hierarchies={"age": ladder}).to_pylist()[0]["one_level_up"] is None
    other = sonde.lattice(ADULT, keys="age", partitions={"age": {"bins": [40]}})
    with pytest.raises(sonde.SondeError, match="no level of its hierarchy"):
        other.blame(hierarchies={"age": ladder})


def test_what_cannot_be_blamed():
    made = sonde.lattice(ADULT, keys=SEVEN, up_to=3)
    with pytest.raises(sonde.SondeError, match="rest on all their subsets"):
        made.blame()
    alone = sonde.lattice(pa.table({"a": [1], "b": [2]}), keys=["a", "b"])
    with pytest.raises(sonde.SondeError, match="no key is to blame"):
        alone.blame()
