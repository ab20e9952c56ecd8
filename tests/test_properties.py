"""What holds for every measure, run over the registry: a new measure is in it by itself."""

import math
from collections import Counter, defaultdict
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
TEXTS = [None, "", "a", "b", "a_b", "_", "A", "01", "1", "null", "ü"]
VALUES = st.sampled_from(TEXTS)


@st.composite
def tables(draw, most=12):
    rows = draw(st.integers(1, most))
    few = draw(st.lists(VALUES, min_size=1, max_size=4, unique=True))

    def column():
        return draw(st.lists(st.sampled_from(few), min_size=rows, max_size=rows))

    people = draw(st.lists(st.integers(1, 5), min_size=rows, max_size=rows))
    # A person has one weight, and one household, whatever the rows.
    numbers = {"p": people, "w": [2 * p + 1 for p in people], "h": [p // 2 for p in people]}
    return {"k": column(), "l": column(), "x": column(), **numbers}


NUMBERS = ("p", "w", "h")
PLAIN = [
    {"keys": ["k"]},
    {"keys": ["k", "l"]},
    {"keys": ["k"], "sensitive": "x"},
    {"keys": ["k", "l"], "sensitive": "x"},
    {"keys": ["k", "l"], "subject": "p"},
    {"keys": ["k"], "sensitive": "x", "subject": "p"},
    {"keys": ["l", "k"], "sensitive": "x", "subject": "p"},
]
# ``told`` puts the tables, orders and hierarchies in the places of "...".
BESIDE = [
    {"keys": ["k"], "population": ..., "weight": "w"},
    {"keys": ["k"], "sensitive": "x", "orders": ..., "hierarchies": ..., "sample": True},
    {"keys": ["k", "l"], "sensitive": "x", "population": ..., "household": "h", "orders": ...},
    {"keys": ["k"], "subject": "p", "weight": "w", "household": "h"},
    {"keys": ["l"], "sensitive": "x", "subject": "p", "population": ..., "hierarchies": ...},
]
ROLES = st.sampled_from(PLAIN + BESIDE)
MISSING = st.sampled_from(["value", "drop"])
QUIET = settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.too_slow])


def told(columns, roles, written=lambda x: x):
    """Return the roles as Sonde takes them; ``written`` renames the values that they list."""
    given = dict(roles)
    if "population" in roles:
        given["population"] = arrow(population_of(columns, roles))
    if "orders" in roles:
        given["orders"] = {roles["sensitive"]: [written(x) for x in TEXTS]}
    if "hierarchies" in roles:
        rows = [(written(x), path[1], "*") for x, path in paths().items()]
        listed = tuple(row for row in rows if row[0] is not None)  # where no null is listed
        given["hierarchies"] = {roles["sensitive"]: sonde.Hierarchy(listed)}
    return given


def paths():
    """Each value's domains below the root of a hierarchy, null in one of its own."""
    below = {x: (x, "even" if place % 2 else "odd") for place, x in enumerate(TEXTS)}
    return below | {None: ("no value", "no value")}


def population_of(columns, roles):
    """Everybody of the sample twice, and two people who are not in it."""
    elsewhere = ["elsewhere", "elsewhere"]
    held = {key: columns[key] * 2 + elsewhere for key in roles["keys"]}
    if "subject" in roles:
        people = columns[roles["subject"]]
        held |= {roles["subject"]: people + [p + 100 for p in people] + [300, 301]}
    return held


def arrow(columns):
    held = {
        name: pa.array(values, pa.int64() if isinstance(values[0], int) else pa.string())
        for name, values in columns.items()
    }
    return pa.table(held)


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
    if isinstance(one, dict):
        return all(map(close, one.values(), other))
    return one == other if None in (one, other) else math.isclose(one, other, abs_tol=TOLERANCE)


def overall(columns, written=lambda x: x, missing="value", **roles):
    given = told(columns, roles, written)
    return unordered(sonde.measure(arrow(columns), missing=missing, **given).overall, roles)


def unordered(numbers, roles):
    """Leave out what rests on the values' kind where they are renamed: 1 and 01 are numbers."""
    kept = "orders" in roles or "sensitive" not in roles
    return {n: number for n, number in numbers.items() if kept or n != "ordered_t_closeness"}


def persons_of(columns, roles, missing):
    """Each person in each of their classes, with a row that says so."""
    people = columns["p"] if "subject" in roles else range(len(columns["k"]))
    keys = zip(*(columns[key] for key in roles["keys"]), strict=True)
    met = {pair: number for number, pair in enumerate(zip(people, keys, strict=True))}
    kept = {(person, key) for person, key, _ in rows_of(columns, roles, missing)}
    return [(pair, number) for pair, number in met.items() if pair in kept]


def judge_of(columns, roles, missing):
    """The slow and obvious table of the same rows, with what is known from beside them."""
    rows = rows_of(columns, roles, missing)
    beside = {}
    if "population" in roles:
        held = population_of(columns, roles)
        people = held.get(roles.get("subject"), range(len(held[roles["keys"][0]])))
        keys = zip(*(held[key] for key in roles["keys"]), strict=True)
        known = {(p, key) for p, key in zip(people, keys, strict=True)}
        kept = [key for _, key in known if missing == "value" or None not in key]
        beside["population"] = Counter(kept)
    if "orders" in roles:
        beside["order"] = TEXTS
    if "hierarchies" in roles:
        beside["paths"] = paths()
    if "weight" in roles:
        beside["weight"] = Counter()
        for (_, key), number in persons_of(columns, roles, missing):
            beside["weight"][key] += columns["w"][number]
    if "household" in roles:
        beside["homes"] = defaultdict(list)
        for (_, key), number in persons_of(columns, roles, missing):
            beside["homes"][columns["h"][number]].append(key)
    beside["subjects"] = len({person for person, _, _ in rows})
    subject = "subject" in roles
    return Table(*facts_of(rows, sensitive="sensitive" in roles, subject=subject), **beside)


def test_every_measure_has_a_reference():
    assert set(REFERENCE) == set(NAMES)


@QUIET
@given(tables(), ROLES, MISSING)
def test_the_reference_agrees(columns, roles, missing):
    rows = rows_of(columns, roles, missing)
    assume(rows)
    judge = judge_of(columns, roles, missing)
    made = sonde.measure(arrow(columns), **told(columns, roles), missing=missing, by_value=True)
    assert made.kind == kind(judge)
    classes = {tuple(row[key] for key in roles["keys"]): row for row in made.by_value.to_pylist()}
    assert set(classes) == set(judge.classes)
    for name, result in made.results.items():
        of_all, of_one = REFERENCE[name]
        assert close(result.overall, of_all(judge)), name
        assert (of_one is None) == (result.measure.of_each_class is None)
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
    new = {"k": 'a "key"; 😀', "l": "L, l", "x": "[red]", "p": "p p", "w": "w'", "h": "\\h"}
    value = {x: f"<{place}>" for place, x in enumerate(TEXTS) if x is not None}
    renamed = {
        new[name]: values if name in NUMBERS else [value.get(v) for v in values]
        for name, values in columns.items()
    }
    there = {
        role: [new[key] for key in named] if role == "keys" else new.get(named, named)
        for role, named in roles.items()
    }
    given = told(renamed, there, value.get)
    assert unordered(sonde.measure(arrow(renamed), **given).overall, roles) == overall(
        columns, **roles
    )


@QUIET
@given(tables(), ROLES)
def test_a_null_is_a_value(columns, roles):
    def written(value):
        return "null?" if value is None else value

    named = {name: list(map(written, values)) for name, values in columns.items()}
    assert overall(named, written, **roles) == overall(columns, **roles)


@QUIET
@given(tables(), ROLES)
def test_bounds(columns, roles):
    made = sonde.measure(arrow(columns), **told(columns, roles))
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
    made = sonde.measure(arrow(columns), **told(columns, roles))
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
    named = sonde.measure(arrow(columns), **told(columns, roles), by_value=True)
    bare = sonde.measure(arrow(columns), **told(columns, roles), by_value=False)
    assert all("names" in measures()[name].needs for name in set(named.results) - set(bare.results))
    assert bare.overall == {name: named[name].overall for name in bare.results}
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


def beside(whole, roles):
    """Roles that let every measure be asked; those of a sensitive attribute only where it is."""
    if "sensitive" not in roles:
        return roles
    numbers = sorted(set(whole["x"].to_pylist()))
    rows = tuple((str(x), str(x % 2), "*") for x in numbers)
    everybody = pa.concat_tables([whole, whole])
    return roles | {
        "orders": {"x": numbers},
        "hierarchies": {"x": sonde.Hierarchy(rows)},
        "population": everybody.drop_columns("p") if "p" in whole.column_names else everybody,
        "sample": True,
    }


def asked(name, roles):
    """Whether a measure can be asked of roles as ``beside`` gives them."""
    needs = set(measures()[name].needs) - {"names"}
    return not needs or ("sensitive" in roles and not needs & {"weight", "household"})


BY_NAME = [(name, roles) for name in NAMES for roles in ({}, {"sensitive": "x"}, {"subject": "p"})]
ASKED = [(name, roles) for name, roles in BY_NAME if asked(name, roles)]


@pytest.mark.parametrize(("name", "roles"), [each for each in ASKED if "subject" not in each[1]])
def test_parts_added_up_are_the_whole(name, roles):
    """Counts of parts, added up, measure as the whole does: the ground of any cluster."""
    rng = np.random.default_rng(7)
    names = ["k", "l", *roles.values()]
    whole = pa.table({column: rng.integers(0, 6, 900) for column in names})
    source = sonde.open_source(whole)
    adding = replace(source, execute=lambda query: counts_of_parts(query, whole, 130))
    given = {"keys": ["k", "l"], **beside(whole, roles)}
    expected = measures()[name].of(sonde.profile(whole, **given))
    found = measures()[name].of(sonde.profile(adding, **given))
    assert found.overall == expected.overall
    assert found.by_value.equals(expected.by_value)


@pytest.mark.parametrize(("name", "roles"), ASKED)
def test_a_table_in_parts_is_the_whole(name, roles):
    rng = np.random.default_rng(7)
    whole = pa.table({c: rng.integers(0, 6, 900) for c in "klx"} | {"p": rng.integers(0, 300, 900)})
    given = {"keys": ["k", "l"], **beside(whole, roles)}
    measure = measures()[name]
    expected = measure(whole, **given)
    found = measure(in_parts(whole, 130), **given)
    assert found.overall == expected.overall
    assert found.by_value.equals(expected.by_value)


@pytest.mark.parametrize("name", [name for name in NAMES if asked(name, {"sensitive": "x"})])
def test_the_number_of_threads_does_not_matter(name, tmp_path):
    import ibis

    rng = np.random.default_rng(11)
    rows = pa.table({c: rng.zipf(1.6, 200_000) % 5000 for c in "klx"})
    given = {"keys": ["k", "l"], **beside(rows, {"sensitive": "x"})}
    found = []
    for threads in (1, 2, 5):
        backend = ibis.duckdb.connect(threads=threads)
        backend.con.register("rows", rows)
        result = measures()[name](backend.table("rows"), **given)
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


# Measures without a number where the sensitive attribute is constant, and what they say.
CONSTANT = "'x' has the same value everywhere, so nothing is left to learn"
WITHOUT = {
    "discrimination_rate": CONSTANT,
    "itpr": CONSTANT,
    "rate_by_chance": CONSTANT,
    "adjusted_rate": CONSTANT,
    "corrected_rate": CONSTANT,
    "t_closeness": CONSTANT,
    "ordered_t_closeness": CONSTANT,
    "hierarchical_t_closeness": CONSTANT,
    "recursive_c": "a class has fewer than l = 2 values, so no c is large enough",
    "snb_uniques": "the sample's uniques and pairs are of no slide negative binomial",
}


@pytest.mark.parametrize("name", [name for name in NAMES if asked(name, {"sensitive": "x"})])
def test_what_is_undefined_has_a_reason(name):
    """A constant sensitive attribute: a number that exists, or null with the reason."""
    table = pa.table({"k": ["a", "b", "b"], "x": [1, 1, 1]})
    result = measures()[name](table, keys="k", **beside(table, {"sensitive": "x"}))
    if name in WITHOUT:
        assert result.overall is None
        assert result.reason == WITHOUT[name]
        if result.measure.of_each_class:
            assert result.by_value[name].null_count == 2
    else:
        assert result.overall is not None
        assert result.reason is None
