"""DuckDB, Polars and Spark count the same classes and give the same digits."""

import datetime as dt
from decimal import Decimal

import ibis
import numpy as np
import pyarrow as pa
import pytest

import sonde

rng = np.random.default_rng(3)
ROWS = 400


def pick(values):
    return [values[i] for i in rng.integers(0, len(values), ROWS)]


DAYS = [dt.date(1969, 12, 31), dt.date(1970, 1, 1), dt.date(2024, 2, 29), dt.date(2024, 7, 1), None]
TABLE = pa.table(
    {
        "text": pick(["a", "b", "a_b", "", "Ä", "x'y", None]),
        "code": pick(["35510", "35512", "35877", "01234", "7", None]),
        "whole": pa.array(pick([-7, 0, 3, 25, 44, 45, 2**53, 2**53 + 1, None]), pa.int64()),
        "small": pa.array(pick([-7, -5, 0, 3, 25, 44, 45, None]), pa.int32()),
        "number": pick([-0.0, 0.0, 0.1, 0.2, 0.3, 0.7, float("nan"), None]),
        "money": pa.array(pick([Decimal("1.10"), Decimal("2.25"), None]), pa.decimal128(10, 2)),
        "day": pa.array(pick(DAYS), pa.date32()),
        "iso": pick(["1969-12-31", "2024-02-29", "2024-07-01T10:00", None]),
        "truth": pick([True, False, None]),
        "person": pa.array(rng.integers(0, 150, ROWS)),
    }
)

TABLE = TABLE.append_column("weight", pa.array(rng.uniform(1, 90, ROWS)))
OF_PERSON = TABLE["person"].to_numpy()
TABLE = TABLE.append_column("theirs", pa.array(OF_PERSON % 7 + 1.25))
TABLE = TABLE.append_column("home", pa.array(OF_PERSON // 3))
TWICE = pa.concat_tables([TABLE, TABLE])
COUNTS = {"truth": [True, False, None], "people": [9000, 400, 1000]}

CASES = {
    "subjects": {"keys": ["text", "code"]},
    "sensitive": {"keys": ["code"], "sensitive": "text"},
    "drop": {"keys": ["code", "whole"], "sensitive": "text", "missing": "drop"},
    "drop, subjects": {"keys": ["code", "whole"], "missing": "drop"},
    "people": {"keys": ["code", "truth"], "subject": "person"},
    "people, sensitive": {"keys": ["code"], "sensitive": "text", "subject": "person"},
    "people, drop": {"keys": ["code"], "sensitive": "day", "subject": "person", "missing": "drop"},
    "large whole numbers": {"keys": ["whole"], "sensitive": "truth"},
    "NaN and zeros": {"keys": ["number"], "sensitive": "text"},
    "decimals and dates": {"keys": ["money", "day"], "sensitive": "text"},
    "domains": {
        "keys": ["small", "truth"],
        "sensitive": "text",
        "partitions": {
            "small": {"low": [-7, "0", 3], "high": "*"},
            "truth": {"yes": [True], "no": ["false"]},
            "text": {"first": ["a", "a_b"], "rest": "*"},
        },
    },
    "domains by a join": {
        "keys": ["small", "code"],
        "partitions": {
            "small": {"listed": list(range(-100, 50)), "null": [None]},
            "code": {"listed": [f"{i:05}" for i in range(20_000)], "rest": "*"},
        },
    },
    "bins": {
        "keys": ["small"],
        "sensitive": "text",
        "partitions": {"small": {"bins": [0, 25, 45]}},
    },
    "bins of decimals": {"keys": ["money"], "partitions": {"money": {"bins": [1.1, 2]}}},
    "width": {"keys": ["number"], "sensitive": "text", "partitions": {"number": {"width": 0.1}}},
    "negative width": {"keys": ["small"], "partitions": {"small": {"width": 5}}},
    "quantiles": {
        "keys": ["small"],
        "sensitive": "text",
        "partitions": {"small": {"quantiles": 3}},
    },
    "numbers in text": {"keys": ["code"], "partitions": {"code": {"bins": [100, 35600]}}},
    "prefix": {
        "keys": ["code", "small"],
        "partitions": {"code": {"prefix": 3}, "small": {"prefix": 1}},
    },
    "mask": {"keys": ["code"], "sensitive": "text", "partitions": {"code": {"mask": 2}}},
    "dates": {"keys": ["day"], "sensitive": "text", "partitions": {"day": {"date": "quarter"}}},
    "dates in text": {
        "keys": ["iso"],
        "sensitive": "text",
        "partitions": {"iso": {"date": "month"}},
    },
    "function": {"keys": ["text"], "partitions": {"text": len}},
    "population": {"keys": ["code", "small"], "sensitive": "whole", "population": TWICE},
    "people of a population": {"keys": ["text"], "subject": "person", "population": TWICE},
    "counts of a population": {
        "keys": ["truth"],
        "population": COUNTS,
        "population_counts": "people",
    },
    "weights": {"keys": ["code"], "sensitive": "text", "weight": "weight", "household": "home"},
    "weights of people": {
        "keys": ["truth"],
        "subject": "person",
        "weight": "theirs",
        "household": "home",
        "missing": "drop",
    },
}


def expected(case):
    return sonde.measure(TABLE, **CASES[case], by_value=True)


@pytest.mark.parametrize("case", CASES)
def test_every_engine_gives_the_same_digits(case, engine):
    there = sonde.measure(engine(TABLE), **CASES[case], by_value=True)
    here = expected(case)
    assert there.overall == here.overall
    assert there.kind == here.kind
    assert there.by_value.to_pylist() == here.by_value.to_pylist()
    collapsed = sonde.measure(engine(TABLE), **CASES[case], by_value=False)
    assert set(here.results) - set(collapsed.results) <= {"cell_information_gain", "pif"}
    assert collapsed.overall == {name: here.overall[name] for name in collapsed.results}


@pytest.mark.parametrize("case", [c for c in CASES if "partitions" in CASES[c]])
def test_what_is_laid_in_the_engine_is_what_python_places(case):
    """A partition's expression and its plain Python say the same of every value."""
    asked = CASES[case]
    for column, spec in asked["partitions"].items():
        made = sonde.profile(TABLE, keys=column, partitions={column: spec})
        laid = made.dataset.partitions[column]
        values = TABLE[column].to_pylist()
        placed = {laid.place(None if v != v else v) for v in values}
        assert set(made.keys.column(0).to_pylist()) == placed


def test_inspect_says_the_same_everywhere(engine):
    seen = sonde.inspect(engine(TABLE), subject="person")
    here = sonde.inspect(TABLE, subject="person")
    for one, other in zip(seen.columns, here.columns, strict=True):
        assert (one.name, one.values, one.nulls, one.unique, one.discrimination_rate) == (
            other.name, other.values, other.nulls, other.unique, other.discrimination_rate,
        )  # fmt: skip
        assert (one.identifier_kind, one.role) == (other.identifier_kind, other.role)


def test_a_value_without_a_domain_is_named_everywhere(engine):
    for partition, value in (
        ({"text": {"some": ["b", "a", "", "Ä", "x'y"]}}, "a_b"),
        ({"text": {"bins": [1]}}, ""),
        ({"code": {"date": "year"}}, "01234"),
    ):
        (column,) = partition
        with pytest.raises(sonde.SondeError, match=f"The value '{value}' of column '{column}'"):
            sonde.measure(engine(TABLE), keys=column, partitions=partition)
        with pytest.raises(sonde.SondeError, match=f"The value '{value}' of column '{column}'"):
            sonde.measure(engine(TABLE), keys="small", sensitive=column, partitions=partition)


def test_an_ibis_table_of_any_other_backend_works_as_it_is(tmp_path):
    backend = ibis.sqlite.connect(tmp_path / "people.db")
    held = TABLE.select(["text", "code", "person"])
    backend.create_table("people", held)
    for case in ("subjects", "sensitive", "people, sensitive", "prefix"):
        asked = CASES[case]
        if {*asked["keys"], *asked.get("partitions", {})} <= set(held.column_names):
            found = sonde.measure(backend.table("people"), **asked, by_value=True)
            assert found.overall == expected(case).overall
