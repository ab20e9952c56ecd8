"""Information loss: the reference, other tools' figures, what holds for all losses, bad input."""

import json
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sonde
from sonde.utility.columns import as_numbers

from .loss_reference import LOSSES, Tables

ARX = json.loads((Path(__file__).parent / "golden" / "arx_quality.json").read_text())
LADDERS = {
    "age": [(str(a), f"{a // 5 * 5}-", f"{a // 10}*", "*") for a in range(20, 50)],
    # Of a name at two levels the lower one is meant.
    "sex": [("f", "f", "*"), ("m", "m", "*")],
}
ORDERS = {"pay": ["low", "mid", "high"]}
HIERARCHIES = {name: sonde.Hierarchy(tuple(rows)) for name, rows in LADDERS.items()}


def tables(seed, rows=40):
    """Draw an original and a release: noise, swaps, values lifted to any level, records gone."""
    draw = np.random.default_rng(seed)
    size = draw.normal(170, 9, rows)
    before = {
        "size": size.tolist(),
        "weight": (size / 2 + draw.normal(0, 6, rows)).tolist(),
        "shoe": (size / 4 + draw.normal(0, 1, rows)).round().tolist(),
        "pay": draw.choice(["low", "mid", "high"], rows).tolist(),
        "town": draw.choice(["a", "b", "c", "d"], rows).tolist(),
        "age": draw.integers(20, 50, rows).astype(str).tolist(),
        "sex": draw.choice(["f", "m"], rows).tolist(),
    }
    after = dict(before)
    for name in ("size", "weight", "shoe"):
        after[name] = (np.array(before[name]) + draw.normal(0, 2, rows)).tolist()
    for name in ("pay", "town"):
        moved = draw.random(rows) < 0.3
        swapped = draw.permutation(before[name])
        after[name] = np.where(moved, swapped, before[name]).tolist()
    for name, ladder in LADDERS.items():
        rows_of = {row[0]: row for row in ladder}
        levels = draw.integers(0, len(ladder[0]), rows)
        after[name] = [rows_of[v][n] for v, n in zip(before[name], levels, strict=True)]
    for i in np.flatnonzero(draw.random(rows) < 0.1):
        after["age"][i] = after["sex"][i] = "*"
    return before, after


def lose(before, after, **told):
    told = {"hierarchies": HIERARCHIES, "orders": ORDERS} | told
    return sonde.information_loss(before, after, **told)


def test_every_loss_has_a_reference():
    assert set(LOSSES) == set(sonde.losses())


@pytest.mark.parametrize("seed", range(5))
def test_losses_agree_with_the_reference(seed):
    before, after = tables(seed)
    numbers, others = ["size", "weight", "shoe"], ["pay", "town", "age", "sex"]
    slow = Tables(before, after, numbers, others, ORDERS, LADDERS)
    fast = lose(before, after)
    assert list(fast.pair.numbers) == numbers
    for name, found in fast.overall.items():
        assert found == pytest.approx(LOSSES[name](slow), rel=1e-9, abs=1e-12), name


@pytest.mark.parametrize("dimension", [1, 3])
def test_contingency_tables_of_other_dimensions(dimension):
    before, after = tables(7)
    slow = Tables(before, after, [], ["pay", "town", "age", "sex"], {}, {})
    made = lose(before, after, only=["contingency_tables"], parameters={"dimension": dimension})
    assert made.overall["contingency_tables"] == pytest.approx(
        LOSSES["contingency_tables"](slow, dimension)
    )


def test_a_release_equal_to_the_original_loses_nothing_by_every_measure():
    before, _ = tables(1)
    made = lose(before, dict(before))
    assert set(made.overall) == set(sonde.losses())
    assert all(result.is_nothing for result in made.results.values()), made


@pytest.mark.parametrize("seed", range(5))
def test_losses_keep_their_bounds(seed):
    for name, found in lose(*tables(seed)).overall.items():
        measure = sonde.losses()[name]
        assert measure.low is None or found >= measure.low, name
        assert measure.high is None or found <= measure.high, name


CELLS = st.sampled_from([None, "", "*", "a", "1", "02", "-1.5", "20-39", "ü"])
FIGURES = st.sampled_from([None, 0.0, 1.0, -2.5, 1e9, math.nan])


@st.composite
def any_pair(draw):
    rows = draw(st.integers(1, 6))
    kinds = draw(st.lists(st.sampled_from([CELLS, FIGURES]), min_size=1, max_size=4))
    sides = [[draw(st.lists(k, min_size=rows, max_size=rows)) for k in kinds] for _ in range(2)]
    types = [pa.string() if k is CELLS else pa.float64() for k in kinds]
    return [
        pa.table(
            {f"c{i}": pa.array(c, t) for i, (c, t) in enumerate(zip(side, types, strict=True))}
        )
        for side in sides
    ]


@settings(max_examples=150, deadline=None)
@given(any_pair())
def test_any_two_tables_have_a_number_or_a_reason(pair):
    for before, after in (pair, (pair[0], pair[0])):
        for name, result in sonde.information_loss(before, after).results.items():
            measure, found = result.measure, result.overall
            if found is None:
                assert result.reason
                continue
            assert math.isfinite(found), name
            assert measure.low is None or found >= measure.low, name
            assert measure.high is None or found <= measure.high + 1e-12, name
            assert before is not after or result.is_nothing, name
            assert result.sentence


def test_the_order_of_rows_and_of_columns_does_not_matter():
    before, after = tables(3)
    order = np.random.default_rng(4).permutation(40)

    def turned(table):
        return {n: [table[n][i] for i in order] for n in reversed(table)}

    one, other = lose(before, after).overall, lose(turned(before), turned(after)).overall
    assert other == pytest.approx(one, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("release", ARX["releases"])
def test_arx_s_own_statistics_of_its_releases(release):
    """Adult made anew as ARX released it: levels, and the records of small classes suppressed."""
    asked = ARX["releases"][release]
    adult = pq.read_table(Path(sonde.__file__).parent / "data" / "adult.parquet").to_pydict()
    complete = [i for i, row in enumerate(zip(*adult.values(), strict=True)) if None not in row]
    original = {n: [str(adult[n][i]) for i in complete] for n in asked["levels"]}
    ladders = {n: tuple(map(tuple, ARX["hierarchies"][n])) for n in original}
    lifted = []
    for name, level in asked["levels"].items():
        goes_to = {row[0]: row[level] for row in ladders[name]}
        lifted.append([goes_to[value] for value in original[name]])
    records = list(zip(*lifted, strict=True))
    sizes = Counter(records)
    gone = ["*"] * len(lifted)
    records = [gone if sizes[record] < asked["least"] else record for record in records]
    made = dict(zip(original, map(list, zip(*records, strict=True)), strict=True))
    lost = sonde.information_loss(
        original, made, hierarchies={n: sonde.Hierarchy(rows) for n, rows in ladders.items()}
    )
    assert int(lost.pair.suppressed.sum()) == asked["suppressed"]
    for name, said in asked["said"].items():
        # ARX rounds its Loss at the tenth digit.
        assert lost.overall[name] == pytest.approx(said, abs=1e-9 if name != "arx_loss" else 1e-10)


def test_a_shuffled_column_loses_itself_and_no_other():
    before, _ = tables(2, rows=400)
    town = np.random.default_rng(1).permutation(before["town"]).tolist()
    left = lose(before, before | {"town": town})["entropy_based"].by_column
    assert left["town"] > 0.95
    assert {left[name] for name in ("pay", "sex")} == {0}


def test_singular_covariance_names_the_columns():
    before = {"a": [1, 2, 3, 5, 8, 9], "b": [4, 1, 2, 2, 7, 3], "d": [0, 1, 0, 1, 1, 3]}
    before["c"] = [a + b for a, b in zip(before["a"], before["b"], strict=True)]
    after = before | {"c": [6, 2, 5, 7, 11, 12]}
    made = sonde.information_loss(before, after)
    for way in ("mse", "mae", "variation"):
        assert made.overall[f"factor_scores_{way}"] is None
    assert "in the original some of 'a', 'b' and 'c' follow" in made["factor_scores_mse"].reason
    # The component that does not vary has no share of itself to change by.
    assert 0 < made.overall["eigenvalues"] < 10


def test_a_constant_column_goes_with_nothing():
    made = sonde.information_loss(
        {"a": [1, 1, 1], "b": [1, 2, 3]}, {"a": [1, 1, 1], "b": [1, 2, 4]}
    )
    assert "'a' has the same value everywhere" in made["correlation_mse"].reason
    assert made["il1s"].by_column["a"] == 0
    made = sonde.information_loss({"a": [1, 1, 1]}, {"a": [1, 1, 2]})
    assert "no number of standard deviations" in made["il1s"].reason


def test_a_zero_that_was_changed_has_no_variation():
    made = sonde.information_loss({"a": [0, 1]}, {"a": [1, 1]})
    assert made.overall["data_variation"] is None
    assert made.overall["data_mae"] == 0.5
    assert sonde.information_loss({"a": [0, 1]}, {"a": [0, 2]}).overall["data_variation"] == 0.5


def test_generalized_numbers_are_compared_as_a_partition():
    made = sonde.information_loss(
        {"age": [21, 25, 41, 45]}, {"age": ["20-39", "20-39", ">=40", "*"]}
    )
    assert made.pair.numbers == ()
    assert made.overall["entropy_based"] == 0.25
    assert made.left_out["data_mse"] == "a column of numbers in both tables"


def test_suppressed_cells_leave_numbers_numbers_and_their_rows_out():
    made = sonde.information_loss({"age": ["21", "25", "41"]}, {"age": ["22", "*", "41"]})
    assert made.overall["data_mae"] == 0.5
    assert "1 rows with a null left out" in made.pair.basis


def test_no_complete_row_and_only_one():
    made = sonde.information_loss({"a": [1, None], "b": [None, 2]}, {"a": [1, 2], "b": [1, 2]})
    assert set(made.overall.values()) == {None}
    assert made["ks_distance"].reason == "no row has all the numbers, in both tables"
    made = sonde.information_loss({"a": [1], "b": [2]}, {"a": [2], "b": [2]})
    assert made.overall["data_mae"] == 0.5
    assert made["correlation_mse"].reason == "a single complete row does not vary"


def test_tables_of_other_engines_keep_their_rows_or_are_refused(engine, request):
    before, after = tables(5)
    held = [engine(pa.table(table)) for table in (before, after)]
    if "spark" in request.node.name:
        with pytest.raises(sonde.SondeError, match="is in pyspark, where rows have no order"):
            lose(*held)
    else:
        assert lose(*held).overall == lose(before, after).overall


def test_numbers_that_are_names():
    zips = {"zip": ["01234", "35510"]}, {"zip": ["01234", "35620"]}
    assert sonde.information_loss(*zips).pair.numbers == ("zip",)
    made = sonde.information_loss(*zips, categories="zip")
    assert made.overall["direct_comparison"] == 0.5


def test_a_column_of_one_table_only_is_a_note():
    made = sonde.information_loss({"name": ["x"], "a": ["y"]}, {"a": ["y"], "b": [1]})
    assert made.notes == (
        "The table of the release has no column 'name', of which all is lost.",
        "The table of the original has no column 'b': it is compared with nothing.",
    )


def test_files_are_read_in_their_own_order(tmp_path):
    rows = 300_000
    table = pa.table({"a": np.arange(rows), "b": np.arange(rows) % 7})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=10_000)
    (tmp_path / "a.csv").write_text(
        "a,b\n" + "\n".join(f"{i},{i % 7}" for i in range(rows)), encoding="utf-8"
    )
    made = sonde.information_loss(tmp_path / "a.parquet", tmp_path / "a.csv")
    assert made.pair.numbers == ("a", "b")
    assert made.overall["data_mse"] == 0


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: lose({"a": [1, 2]}, {"a": [1]}, hierarchies={}, orders={}), "2 rows and .* 1: they"),
        (lambda: lose({"a": []}, {"a": []}, hierarchies={}, orders={}), "has no rows"),
        (lambda: lose({"a": [1]}, {"b": [1]}, hierarchies={}, orders={}), "share no column"),
        (lambda: lose({"a": [1]}, {"a": [1]}, columns="b"), "has no column 'b'"),
        (lambda: lose({"a": [1]}, {"a": [1]}), "has no column 'age', which has a hierarchy"),
        (
            lambda: lose({"a": [1]}, {"a": [1]}, hierarchies={}, orders={"a": [1]}),
            "order of 'a' lists two values",
        ),
        (
            lambda: lose({"sex": ["f"]}, {"sex": ["x"]}, orders={}, hierarchies={"sex": HIERARCHIES["sex"]}),
            "The value 'x' of column 'sex' is at no level",
        ),
        (lambda: lose({"a": [1]}, {"a": [1]}, only=["il2"]), "There is no loss 'il2'. Did you"),
        (
            lambda: sonde.information_loss({"a": [1]}, {"a": [1]}, parameters={"dim": 2}),
            "takes a parameter 'dim'",
        ),
        (lambda: sonde.losses()["il1s"]({"a": ["x"]}, {"a": ["x"]}), "needs a column of numbers"),
        (
            lambda: sonde.information_loss(
                {"a": ["x"]}, {"a": ["x"]}, parameters={"dimension": 0}
            ),
            "dimension is at least 1",
        ),
    ],
)  # fmt: skip
def test_bad_input(ask, words):
    with pytest.raises(sonde.SondeError, match=words):
        ask()


def test_a_pair_is_read_once_and_has_its_roles():
    made = lose(*tables(6))
    again = sonde.information_loss(made.pair, only=["il1s"])
    assert again.overall["il1s"] == made.overall["il1s"]
    assert sonde.losses()["il1s"](made.pair).overall == made.overall["il1s"]
    with pytest.raises(sonde.SondeError, match="A pair has its tables and columns already"):
        sonde.information_loss(made.pair, columns=["size"])
    with pytest.raises(sonde.SondeError, match="Name the release beside its original"):
        sonde.information_loss({"a": [1]})


def test_what_has_no_number_says_why():
    made = sonde.information_loss({"a": ["x", "y"]}, {"a": ["x", "z"]}, orders={"a": ["x", "y"]})
    assert made["ordinal_comparison"].reason == "the order of 'a' does not list 'z'"
    assert repr(made["ordinal_comparison"]).startswith("Ordinal comparison: undefined\nUndefined: ")
    with pytest.raises(sonde.SondeError, match="was left out: it needs a hierarchy"):
        _ = made["granularity"]


def test_numbers_as_they_are_written():
    assert as_numbers(pa.chunked_array([[" 1", "-2e1", None]])).tolist()[:2] == [1.0, -20.0]
    for none in (["1", "x"], ["inf", "1"], ["*", None], [None, None]):
        assert as_numbers(pa.chunked_array([pa.array(none, pa.string())])) is None
    assert as_numbers(pa.chunked_array([[True]])) is None
    assert as_numbers(pa.chunked_array([[math.inf, 1.0]])) is None


def test_a_small_loss_is_not_shown_as_none():
    made = sonde.information_loss({"a": [1.0, 2.0]}, {"a": [1.0, 2.00000001]})
    assert made["data_mse"].shown == ">0.0000"
    assert "IL1s" in made._repr_html_()
