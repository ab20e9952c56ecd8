"""What holds for every measure, run over the registry: a new measure is in it by itself."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import sonde
from sonde.measures import measures

from .reference import REFERENCE, Table, facts_of, kind

NAMES = sorted(measures())
TOLERANCE = 1e-9

# Values that collide when they are glued together, look alike, or are null.
VALUES = st.sampled_from([None, "", "a", "b", "a_b", "_", "A", "01", "1", "null", "ü"])


@st.composite
def tables(draw, most=12):
    rows = draw(st.integers(1, most))
    few = draw(st.lists(VALUES, min_size=1, max_size=4, unique=True))

    def column():
        return draw(st.lists(st.sampled_from(few), min_size=rows, max_size=rows))

    people = draw(st.lists(st.integers(1, 5), min_size=rows, max_size=rows))
    return {"k": column(), "l": column(), "x": column(), "p": people}


ROLES = st.sampled_from(
    [
        {"keys": ["k"]},
        {"keys": ["k", "l"]},
        {"keys": ["k"], "sensitive": "x"},
        {"keys": ["k", "l"], "sensitive": "x"},
        {"keys": ["k", "l"], "subject": "p"},
        {"keys": ["k"], "sensitive": "x", "subject": "p"},
        {"keys": ["l", "k"], "sensitive": "x", "subject": "p"},
    ]
)
MISSING = st.sampled_from(["value", "drop"])
QUIET = settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.too_slow])


def arrow(columns):
    text = {name: pa.array(columns[name], pa.string()) for name in columns if name != "p"}
    return pa.table(text | ({"p": pa.array(columns["p"])} if "p" in columns else {}))


def rows_of(columns, roles, missing):
    """The rows as the reference takes them, those with a null left out if asked."""
    people = columns["p"] if "subject" in roles else range(len(columns["k"]))
    keys = zip(*(columns[key] for key in roles["keys"]), strict=True)
    values = columns[roles["sensitive"]] if "sensitive" in roles else columns["p"]
    used = [columns[name] for name in (*roles["keys"], roles.get("sensitive")) if name]
    whole = [None not in row for row in zip(*used, strict=True)]
    rows = zip(people, keys, values, strict=True)
    return [row for row, kept in zip(rows, whole, strict=True) if kept or missing == "value"]


def close(one, other):
    return one == other if None in (one, other) else math.isclose(one, other, abs_tol=TOLERANCE)


def overall(columns, **roles):
    return sonde.measure(arrow(columns), **roles).overall


def test_every_measure_has_a_reference():
    assert set(REFERENCE) == set(NAMES)


@QUIET
@given(tables(), ROLES, MISSING)
def test_the_reference_agrees(columns, roles, missing):
    rows = rows_of(columns, roles, missing)
    assume(rows)
    judge = Table(*facts_of(rows, sensitive="sensitive" in roles, subject="subject" in roles))
    made = sonde.measure(arrow(columns), **roles, missing=missing)
    asked = {name for name, each in measures().items() if set(each.needs) <= {*roles}}
    assert set(made.results) == asked
    assert made.kind == kind(judge)
    classes = {tuple(row[key] for key in roles["keys"]): row for row in made.by_value.to_pylist()}
    assert set(classes) == set(judge.classes)
    for name in made.results:
        of_all, of_one = REFERENCE[name]
        assert close(made[name].overall, of_all(judge)), name
        for key, row in classes.items() if of_one else ():
            assert close(row[name], of_one(judge, key)), (name, key)
    assert made.profile.rows == len(rows)
    assert made.profile.dropped == len(columns["k"]) - len(rows)


@QUIET
@given(tables(), ROLES, MISSING, st.randoms(use_true_random=False))
def test_order_of_rows_does_not_matter(columns, roles, missing, random):
    order = list(range(len(columns["k"])))
    random.shuffle(order)
    shuffled = {name: [values[i] for i in order] for name, values in columns.items()}
    assume(rows_of(columns, roles, missing))
    expected = overall(columns, **roles, missing=missing)
    assert overall(shuffled, **roles, missing=missing) == expected  # to the last digit


@QUIET
@given(tables(), ROLES)
def test_names_and_values_do_not_matter(columns, roles):
    new = {"k": 'a "key"; 😀', "l": "L, l", "x": "[red]", "p": "p p"}
    value = {v: f"<{i}>" for i, v in enumerate({v for c in "klx" for v in columns[c]} - {None})}
    renamed = {
        new[name]: values if name == "p" else [value.get(v) for v in values]
        for name, values in columns.items()
    }
    text = {n: pa.array(v, pa.string()) for n, v in renamed.items() if n != "p p"}
    table = pa.table(text | {"p p": renamed["p p"]})
    there = {r: [new[k] for k in v] if r == "keys" else new[v] for r, v in roles.items()}
    assert sonde.measure(table, **there).overall == overall(columns, **roles)


@QUIET
@given(tables(), ROLES)
def test_a_null_is_a_value(columns, roles):
    named = {n: ["null?" if v is None else v for v in values] for n, values in columns.items()}
    assert overall(named, **roles) == overall(columns, **roles)


@QUIET
@given(tables(), ROLES)
def test_bounds(columns, roles):
    made = sonde.measure(arrow(columns), **roles)
    for name, result in made.results.items():
        if result.overall is not None:
            low, high = measures()[name].low, measures()[name].high
            assert low is None or result.overall >= low, name
            assert high is None or result.overall <= high, name
        assert (result.overall is None) == (result.reason is not None)


@QUIET
@given(tables(), st.sampled_from([{}, {"sensitive": "x"}]))
def test_a_key_more_never_lowers_the_rate(columns, roles):
    """Of rows. With a subject column a further key may split a person's facts, and so reweigh."""
    rates = [
        sonde.discrimination_rate(arrow(columns), keys=keys, **roles).overall
        for keys in (["k"], ["k", "l"], ["k", "l", "p"])
    ]
    assert rates.count(None) in (0, 3)
    assert None in rates or all(one <= other + TOLERANCE for one, other in pairwise(rates))


@QUIET
@given(tables(), ROLES)
def test_the_rate_and_its_values(columns, roles):
    """DR <= ITPR, and 1 - DR is the sum of 1 - DR(y): what is left is left in some class."""
    made = sonde.measure(arrow(columns), **roles)
    rate = made["discrimination_rate"].overall
    if rate is None:
        return
    assert rate <= made["itpr"].overall + TOLERANCE
    left = sum(
        1 - r for r in made["discrimination_rate"].by_value["discrimination_rate"].to_pylist()
    )
    assert left == pytest.approx(1 - rate, abs=TOLERANCE)
    information = made["mutual_information"]
    sizes = np.array(made.profile.named().size)
    mean = np.average(information.by_value["mutual_information"].to_pylist(), weights=sizes)
    assert mean == pytest.approx(information.overall, abs=TOLERANCE)


@QUIET
@given(tables())
def test_a_copy_of_x_settles_x(columns):
    made = sonde.measure(arrow(columns | {"k": columns["x"]}), keys=["k"], sensitive="x")
    constant = len(set(columns["x"])) == 1
    assert made["discrimination_rate"].overall == (None if constant else 1.0)
    assert made.kind == (None if constant else "identifier")


@QUIET
@given(tables(), ROLES)
def test_a_collapsed_profile_says_the_same(columns, roles):
    """Leaving the classes' names in the engine changes no digit."""
    named = sonde.measure(arrow(columns), **roles, by_value=True)
    assert sonde.measure(arrow(columns), **roles, by_value=False).overall == named.overall
    assert len(named.by_value) == named.profile.classes


def in_parts(table, size):
    return pa.concat_tables(
        reversed([table.slice(start, size) for start in range(0, table.num_rows, size)])
    )


def counts_of_parts(query, table, size):
    """Answer a query for class counts by counting each part with Arrow, and adding those up."""
    columns = [column for column in query.columns if column != "n"]
    renamed = dict(zip(columns, table.column_names, strict=True))
    counted = [
        table.slice(start, size).group_by(list(renamed.values())).aggregate([([], "count_all")])
        for start in range(0, table.num_rows, size)
    ]
    whole = pa.concat_tables(counted).group_by(list(renamed.values()))
    added = whole.aggregate([("count_all", "sum")])
    held = {name: added[there] for name, there in renamed.items()}
    return pa.table(held | {"n": added["count_all_sum"]})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sensitive", [None, "x"])
def test_parts_added_up_are_the_whole(name, sensitive):
    """Counts of parts, added up, measure as the whole does: the ground of any cluster."""
    rng = np.random.default_rng(7)
    names = ["k", "l", *([sensitive] if sensitive else [])]
    whole = pa.table({column: rng.integers(0, 6, 900) for column in names})
    source = sonde.open_source(whole)
    adding = replace(source, execute=lambda query: counts_of_parts(query, whole, 130))
    roles = {"keys": ["k", "l"], "sensitive": sensitive}
    expected = measures()[name].of(sonde.profile(whole, **roles))
    found = measures()[name].of(sonde.profile(adding, **roles))
    assert found.overall == expected.overall
    assert found.by_value.equals(expected.by_value)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("roles", [{}, {"sensitive": "x"}, {"subject": "p"}], ids=str)
def test_a_table_in_parts_is_the_whole(name, roles):
    rng = np.random.default_rng(7)
    whole = pa.table({c: rng.integers(0, 6, 900) for c in "klx"} | {"p": rng.integers(0, 300, 900)})
    measure = measures()[name]
    expected = measure(whole, keys=["k", "l"], **roles)
    found = measure(in_parts(whole, 130), keys=["k", "l"], **roles)
    assert found.overall == expected.overall
    assert found.by_value.equals(expected.by_value)


@pytest.mark.parametrize("name", NAMES)
def test_the_number_of_threads_does_not_matter(name, tmp_path):
    import ibis

    rng = np.random.default_rng(11)
    rows = pa.table({c: rng.zipf(1.6, 200_000) % 5000 for c in "klx"})
    found = []
    for threads in (1, 2, 5):
        backend = ibis.duckdb.connect(threads=threads)
        backend.con.register("rows", rows)
        result = measures()[name](backend.table("rows"), keys=["k", "l"], sensitive="x")
        found.append(result.overall)
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("name", NAMES)
def test_every_measure_describes_itself(name):
    measure = measures()[name]
    assert measure.__doc__
    assert ">>>" in measure.__doc__
    assert measure.source
    assert measure.title
    assert measure.worse in ("higher", "lower")
    assert getattr(sonde, name) is measure


@pytest.mark.parametrize("name", NAMES)
def test_what_is_undefined_has_a_reason(name):
    """A constant sensitive attribute: a number that exists, or null with the reason."""
    table = {"k": ["a", "b", "b"], "x": ["same", "same", "same"]}
    result = measures()[name](table, keys="k", sensitive="x")
    divided = ("discrimination_rate", "itpr", "rate_by_chance", "adjusted_rate", "corrected_rate")
    if name in divided:
        assert result.overall is None
        assert "'x' has the same value everywhere" in result.reason
        if result.measure.of_each_class is not None:
            assert result.by_value[name].null_count == 2
    else:
        assert result.overall is not None
        assert result.reason is None
