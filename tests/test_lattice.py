"""Every subset of the keys: each agrees with its own profile and with the plain reference."""

import itertools
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from typer.testing import CliRunner

import sonde
from sonde.cli import app
from sonde.entropy import n_log_n
from sonde.report import as_json
from sonde.subsets import counting, encoding, lattices, packing

from .reference import REFERENCE, Table, facts_of
from .test_properties import MISSING, QUIET, arrow, close, rows_of, tables

SUBJECTS = st.sampled_from([{}, {"subject": "p"}])


def complete(columns, names):
    """The rows without a null in any of the columns."""
    kept = [i for i in range(len(columns["k"])) if all(columns[n][i] is not None for n in names)]
    return {name: [values[i] for i in kept] for name, values in columns.items()}


def vulnerability(facts):
    """The chance to be right who always guesses the most frequent member of the class."""
    classes = {}
    for key, member in facts:
        classes.setdefault(key, []).append(member)
    right = sum(max(members.count(m) for m in members) for members in classes.values())
    return right / len(facts)


@QUIET
@given(tables(), SUBJECTS, MISSING)
def test_each_subset_agrees_with_the_reference(columns, subject, missing):
    if missing == "drop":
        columns = complete(columns, "klx")
        assume(columns["k"])
    made = sonde.lattice(arrow(columns), keys=["k", "l"], sensitive="x", missing=missing, **subject)
    for row in made.table.to_pylist():
        roles = {"keys": row["keys"], **subject}
        rows = rows_of(columns, roles, missing)
        facts, people = facts_of(rows, sensitive=False, subject=bool(subject))
        judge = Table(facts, people)
        assert row["facts"] == len(facts)
        assert row["classes"] == len(people)
        assert row["smallest"] == min(people.values())
        assert row["uniques"] == list(people.values()).count(1)
        assert close(row["discrimination_rate"], REFERENCE["discrimination_rate"][0](judge))
        assert close(row["posterior_vulnerability"], vulnerability(facts))
        rows = rows_of(columns, {**roles, "sensitive": "x"}, missing)
        facts, people = facts_of(rows, sensitive=True, subject=bool(subject))
        judge = Table(facts, people)
        for name in ("discrimination_rate", "itpr"):
            assert close(row[f"x.{name}"], REFERENCE[name][0](judge)), name
        assert close(row["x.posterior_vulnerability"], vulnerability(facts))


def uneven(rows, seed, **values):
    rng = np.random.default_rng(seed)
    return pa.table({name: rng.zipf(1.5, rows) % many for name, many in values.items()})


@pytest.mark.parametrize("subject", [None, "p"])
@pytest.mark.parametrize("rows", [1, 7, 3000])
def test_each_subset_agrees_with_its_profile(rows, subject):
    """To the last digit, where the same whole numbers decide."""
    table = uneven(rows, 3, a=900, b=40, c=7, d=3, e=2, f=1, x=5, y=300, p=rows // 2 + 1)
    keys = list("abcdef")
    made = sonde.lattice(table, keys=keys, sensitive=["x", "y"], subject=subject)
    assert made.table.num_rows == 2 ** len(keys) - 1
    for row in made.table.to_pylist()[::3]:
        counted = sonde.profile(table, keys=row["keys"], subject=subject)
        rate = sonde.discrimination_rate(counted).overall
        assert row["discrimination_rate"] == rate
        assert (row["facts"], row["classes"]) == (counted.total, counted.classes)
        for of in ("x", "y"):
            measured = sonde.measure(table, keys=row["keys"], sensitive=of, subject=subject)
            for name in ("discrimination_rate", "itpr"):
                assert close(row[f"{of}.{name}"], measured.overall[name])
            ends = (0, 1, None)
            found, rate = row[f"{of}.discrimination_rate"], measured.overall["discrimination_rate"]
            assert found == rate or not {found, rate} & set(ends)


def test_the_rows_may_come_in_any_order_and_from_several_places(tmp_path):
    table = uneven(5000, 5, a=2000, b=40, c=7, d=3, x=9)
    roles = {"keys": list("abcd"), "sensitive": "x"}
    made = sonde.lattice(table, **roles).table
    shuffled = table.take(np.random.default_rng(1).permutation(table.num_rows))
    assert sonde.lattice(shuffled, **roles).table.equals(made)
    pq.write_table(shuffled, tmp_path / "t.parquet", row_group_size=100)
    assert sonde.lattice(tmp_path / "t.parquet", **roles).table.equals(made)
    import ibis

    backend = ibis.duckdb.connect()
    backend.con.register("rows", table)
    assert sonde.lattice(backend.table("rows"), **roles).table.equals(made)


@pytest.mark.parametrize("cores", [1, 2, 5])
def test_the_number_of_cores_does_not_matter(cores, monkeypatch):
    table = uneven(2000, 5, a=2000, b=40, c=7, d=3, e=30, f=9, g=4, h=2, x=9)
    roles = {"keys": list("abcdefgh"), "sensitive": "x"}
    expected = sonde.lattice(table, **roles).table
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert sonde.lattice(table, **roles).table.equals(expected)


@pytest.mark.parametrize("most", [0, 1, 3, 6])
def test_how_many_keys_are_packed_does_not_matter(most, monkeypatch):
    table = uneven(700, 9, a=90, b=4, c=7, d=3, e=2, x=3)
    roles = {"keys": list("abcde"), "sensitive": "x"}
    expected = sonde.lattice(table, **roles).table
    real = packing.pack
    monkeypatch.setattr("sonde.subsets.counting.pack", lambda held, **_: real(held, most=most))
    assert sonde.lattice(table, **roles).table.equals(expected)


def test_rows_alike_and_large_classes_count_as_what_they_are(monkeypatch):
    """Once as rows, once as combinations with a weight."""
    table = uneven(40_000, 4, a=6, b=4, c=3, x=3)
    roles = {"keys": list("abc"), "sensitive": "x"}
    weighted = sonde.lattice(table, **roles).table
    monkeypatch.setattr(encoding, "FEW_COMBINATIONS", 0)
    assert sonde.lattice(table, **roles).table.equals(weighted)
    (row,) = (row for row in weighted.to_pylist() if row["keys"] == ["a", "b", "c"])
    counted = sonde.profile(table, keys=list("abc"))
    assert row["discrimination_rate"] == sonde.discrimination_rate(counted).overall


def in_engine(monkeypatch, memory):
    monkeypatch.setattr(encoding, "memory", lambda: memory)


@pytest.mark.parametrize("subject", [None, "p"])
@pytest.mark.parametrize("missing", ["value", "drop"])
@pytest.mark.parametrize("memory", [0, 4000])
def test_a_table_larger_than_memory_is_counted_by_the_engine(
    subject, missing, memory, monkeypatch, tmp_path
):
    """With no memory for any set, and with some for the small ones."""
    rng = np.random.default_rng(6)
    held = {
        c: [[None, "", "a", "b", "a_b"][rng.integers(5)] for _ in range(300)]
        for c in ("k", "l", "m")
    }
    held |= {
        "x": ["uv"[rng.integers(2)] for _ in range(300)],
        "p": [int(rng.integers(90)) for _ in range(300)],
    }
    pq.write_table(pa.table(held), tmp_path / "t.parquet")
    roles = {"keys": list("klm"), "sensitive": "x", "subject": subject, "missing": missing}
    there = sonde.lattice(tmp_path / "t.parquet", **roles)
    in_engine(monkeypatch, memory)
    for table in (tmp_path / "t.parquet", pa.table(held)):
        made = sonde.lattice(table, **roles)
        assert (made.rows, made.dropped, made.subjects) == (
            there.rows,
            there.dropped,
            there.subjects,
        )
        for found, expected in zip(made.table.to_pylist(), there.table.to_pylist(), strict=True):
            assert close(found.pop("x.itpr"), expected.pop("x.itpr"))
            assert found == expected
    small = sonde.lattice(tmp_path / "t.parquet", **roles, up_to=1)
    assert small.table.num_rows == 3
    roles["sensitive"] = None
    alone = sonde.lattice(tmp_path / "t.parquet", **roles)
    monkeypatch.undo()
    assert alone.table.equals(sonde.lattice(tmp_path / "t.parquet", **roles).table)


def test_independence_is_decided_by_the_engine_too(monkeypatch):
    table = {"k": [1, 1, 2, 2], "l": [1, 2, 1, 1], "x": ["a", "b", "a", "b"]}
    expected = sonde.lattice(table, keys=["k", "l"], sensitive="x")
    in_engine(monkeypatch, 0)
    found = sonde.lattice(table, keys=["k", "l"], sensitive="x")
    assert found.rates("x").tolist() == expected.rates("x").tolist()
    assert found.rates("x")[0] == 0.0


ADULT = "src/sonde/data/adult.parquet"
SEVEN = ["age", "sex", "race", "native-country", "marital-status", "workclass", "occupation"]


def test_the_posterior_vulnerabilities_of_adult():
    """As bvmlib gives them (Nunes, Alvim et al., PoPETs 2022), with nulls as a value."""
    made = sonde.lattice(ADULT, keys=SEVEN, sensitive="relationship")
    row = made.table.to_pylist()[-1]
    assert row["classes"] == 12_649
    assert round(row["posterior_vulnerability"], 6) == 0.388471
    assert round(row["relationship.posterior_vulnerability"], 4) == 0.8819


def test_the_rate_of_a_key_follows_from_s():
    made = sonde.lattice(ADULT, keys=SEVEN)
    for keys, of in ((["age", "sex"], "occupation"), (["race"], "native-country")):
        expected = sonde.discrimination_rate(ADULT, keys=keys, sensitive=of).overall
        assert math.isclose(made.rate(keys, of=of), expected, abs_tol=1e-12)
    assert made.rate("age", of="age") == 1.0
    with pytest.raises(sonde.SondeError, match="'sexx' is not among the keys.*'sex'"):
        made.rate("sexx")
    with pytest.raises(sonde.SondeError, match="not among the sensitive attributes"):
        made.rate("sex", of="income")
    people = sonde.lattice({"a": [1, 2], "b": [1, 1], "p": [1, 2]}, keys=["a", "b"], subject="p")
    with pytest.raises(sonde.SondeError, match="name 'b' as sensitive"):
        people.rate("a", of="b")
    constant = sonde.lattice({"a": [1, 2], "b": [1, 1]}, keys=["a", "b"])
    assert constant.rate("a", of="b") is None


def test_subsets_up_to_a_size():
    whole = sonde.lattice(ADULT, keys=SEVEN).table
    some = sonde.lattice(ADULT, keys=SEVEN, up_to=2)
    assert some.table.equals(whole.slice(0, 7 + 21))
    with pytest.raises(sonde.SondeError, match="list it up to a larger size"):
        some.rate(["age", "sex", "race"])


def test_subsets_come_by_size_and_in_the_order_of_the_keys():
    listed = sonde.lattice({c: [1, 2] for c in "zaq"}, keys=["z", "a", "q"]).table["keys"]
    expected = [list(s) for n in (1, 2, 3) for s in itertools.combinations("zaq", n)]
    assert listed.to_pylist() == expected


def test_more_keys_than_can_be_listed():
    table = {f"c{i}": [1, 2] for i in range(30)}
    with pytest.raises(sonde.SondeError) as refused:
        sonde.lattice(table, keys=list(table))
    assert "30 keys have 1,073,741,823 subsets" in str(refused.value)
    assert "up_to=" in str(refused.value)
    assert "minimal_identifiers" in str(refused.value)
    assert sonde.lattice(table, keys=list(table), up_to=2).table.num_rows == 30 + 435


def test_a_key_that_is_constant_is_told():
    made = sonde.lattice({"a": [1, 2, 2], "b": ["x", "x", "x"]}, keys=["a", "b"])
    assert made.notes == ("Key 'b' has the same value everywhere, so it adds nothing to any set.",)
    assert made.rate("b") == 0.0
    assert made.rate(["a", "b"]) == made.rate("a")


@pytest.mark.parametrize(
    ("roles", "words"),
    [
        ({"keys": ["a", "p"], "subject": "p"}, "Column 'p' is both key and subject"),
        ({"keys": ["a"], "sensitive": "a"}, "Column 'a' is both key and sensitive"),
        ({"keys": ["a"], "sensitive": ["p", "p"]}, "sensitive twice"),
        ({"keys": ["a"], "sensitive": "p", "subject": "p"}, "both sensitive and subject"),
        ({"keys": ["a", "a"]}, "named as a key twice"),
        ({"keys": []}, "Name at least one key"),
        ({"keys": ["a"], "up_to": 0}, "up_to is the largest number of keys"),
        ({"keys": ["a", "q"]}, "no column 'q'"),
        ({"keys": ["a"], "partitions": {"a": {"one": [1]}}}, "The value '2' of column 'a'"),
    ],
)
def test_bad_input(roles, words):
    with pytest.raises(sonde.SondeError, match=words):
        sonde.lattice({"a": [1, 2], "p": [1, 2]}, **roles)


def test_nothing_left():
    with pytest.raises(sonde.SondeError, match="has no rows"):
        sonde.lattice({"a": pa.array([], pa.int64())}, keys="a")
    with pytest.raises(sonde.SondeError, match="has no complete row"):
        sonde.lattice({"a": [None, 1], "b": [1, None]}, keys=["a", "b"], missing="drop")
    with pytest.raises(sonde.SondeError, match="is the subject and has nulls"):
        sonde.lattice({"a": [2, 1], "p": [1, None]}, keys=["a"], subject="p")
    one = sonde.lattice({"a": [1], "b": [2]}, keys=["a", "b"], sensitive=None)
    assert one.table["discrimination_rate"].to_pylist() == [None] * 3


def test_partitions_lie_over_keys_and_sensitive():
    laid = {"age": {"bins": [30]}, "x": {"ill": ["flu", "aids"], "other": "*"}}
    table = {"age": [22, 28, 35, 63], "sex": [1, 2, 1, 2], "x": ["flu", "aids", "-", "flu"]}
    made = sonde.lattice(table, keys=["age", "sex"], sensitive="x", partitions=laid)
    for row in made.table.to_pylist():
        measured = sonde.measure(table, keys=row["keys"], sensitive="x", partitions=laid).overall
        assert close(row["x.discrimination_rate"], measured["discrimination_rate"])


def test_the_frontier_has_the_best_and_the_worst_of_each_size():
    made = sonde.lattice(ADULT, keys=SEVEN, sensitive="relationship")
    for of, column in (
        (None, "discrimination_rate"),
        ("relationship", "relationship.discrimination_rate"),
    ):
        rows = made.table.to_pylist()
        for step in made.frontier(of).to_pylist():
            rates = {tuple(r["keys"]): r[column] for r in rows if r["size"] == step["size"]}
            assert step["rate"] == max(rates.values()) == rates[tuple(step["best"])]
            assert step["least"] == min(rates.values()) == rates[tuple(step["worst"])]


RUNNER = CliRunner()
SCHEMA = Path(__file__).parents[1] / "docs" / "schemas" / "lattice.json"


def run(*words, status=0):
    ran = RUNNER.invoke(app, ["lattice", *words], env={"COLUMNS": "100"})
    assert ran.exit_code == status, ran.output
    return ran


@pytest.fixture
def people(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = ["age,zip,sex,ill", "22,1,f,flu", "22,1,m,flu", "35,2,f,-", "35,3,m,flu", "41,3,m,-"]
    (tmp_path / "people.csv").write_text("\n".join(rows))
    return "people.csv"


@pytest.mark.parametrize(
    "words",
    [
        ["--sensitive", "ill"],
        ["--up-to", "1"],
        ["--minimal"],
        ["--minimal", "--people", "0.5"],
        ["--minimal", "--rate", "0.5", "--sensitive", "ill"],
        ["--special"],
    ],
)
def test_json_is_what_the_schema_says(people, words):
    printed = json.loads(run(people, "--keys", "age,zip,sex", "--format", "json", *words).stdout)
    jsonschema.validate(printed, as_json.schema("lattice"))
    jsonschema.validate(printed, json.loads(SCHEMA.read_text()))
    assert run(people, "--keys", "age,zip,sex", *words).stdout


def test_files_are_of_the_kind_that_their_names_say(people, tmp_path):
    roles = [people, "--keys", "age,zip,sex", "--sensitive", "ill"]
    expected = sonde.lattice(people, keys=["age", "zip", "sex"], sensitive="ill").table
    run(*roles, "-o", "out.parquet")
    assert pq.read_table("out.parquet").equals(expected)
    run(*roles, "-o", "out.csv")
    assert pyarrow.csv.read_csv("out.csv")["keys"].to_pylist()[3] == "age, zip"
    run(*roles, "-o", "out.svg")
    drawn = (tmp_path / "out.svg").read_text()
    assert drawn.startswith("<svg")
    assert f"age: {expected['discrimination_rate'][0].as_py():.4f}" in drawn
    run(*roles, "--special", "-o", "special.csv", status=2)
    run(people, "--keys", "age,sex", "--special", "-o", "special.csv")
    assert "contribution.age" in pyarrow.csv.read_csv("special.csv").column_names
    refused = run(people, "--keys", "age,sex", "--special", "-o", "out.svg", status=2)
    assert "picture of all sets" in refused.stderr
    assert "does not write over" in run(*roles, "-o", people, status=2).stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--minimal", "--special"], "two questions"),
        (["--people", "0.5"], "--minimal: add it"),
        (["--minimal", "--sensitive", "ill,zip"], "one sensitive attribute"),
        (["--special", "--subject", "zip"], "one row for each person"),
        (["--hierarchy", "age"], "'age' is not written like 'age=age.csv'"),
        (["--hierarchy", "ill=x.csv"], "not among the keys"),
        (["--special", "--hierarchy", "age=x.csv"], "goes with the list"),
    ],
)
def test_options_that_do_not_go_together(people, words, said):
    assert said in run(people, "--keys", "age,sex", *words, status=2).stderr


def test_the_picture_escapes_what_names_hold():
    made = sonde.lattice({"<b>&": [1, 2], 'q"': [1, 1]}, keys=["<b>&", 'q"'])
    assert "<b>" not in made._repr_html_()
    import xml.etree.ElementTree as ET

    from sonde.report.lattice_as_svg import picture

    ET.fromstring(picture(made))  # noqa: S314 - our own
    assert "1 keys: 1.0000" in repr(made)


def test_lattices_name_no_limit_that_they_do_not_keep():
    assert lattices.checked_size(22, None) == 22
    with pytest.raises(sonde.SondeError):
        lattices.checked_size(23, None)


def run_python(code, **environment):
    words = [sys.executable, "-c", code]
    env = {**os.environ, **environment}
    return subprocess.run(words, capture_output=True, text=True, check=True, env=env).stdout


def test_a_single_measure_does_not_wait_for_the_compiler():
    code = "import sonde, sys; sonde.measure({'a': [1]}, keys='a'); print('numba' in sys.modules)"
    assert run_python(code) == "False\n"


def test_where_nothing_can_be_kept_it_works_all_the_same():
    code = (
        "import numba.core.caching as c\n"
        "c.CacheImpl._locator_classes = []\n"
        "import sonde\n"
        "print(sonde.lattice({'a': [1, 2]}, keys='a').rate('a'))"
    )
    assert run_python(code) == "1.0\n"


def test_a_constant_key_is_told_on_standard_error(tmp_path):
    path = tmp_path / "same.csv"
    path.write_text("a,b\n1,x\n2,x\n")
    ran = run(str(path), "--keys", "a,b")
    assert "Key 'b' has the same value everywhere" in ran.stderr
    assert "Key 'b'" not in ran.stdout


@pytest.mark.parametrize(("last", "same"), [(4 * 10**9, True), (4 * 10**9 + 1, False)])
def test_more_rows_alike_than_32_bits_hold(last, same):
    """As a backend elsewhere may count them."""
    weights = np.array([4 * 10**9] * 3 + [last])
    held = encoding.Encoded(
        keys=(np.array([0, 0, 1, 1], np.uint8),),
        sensitive=(np.array([0, 1, 0, 1], np.uint8),),
        person=None,
        weights=weights,
        values=(),
        length=4,
        rows=int(weights.sum()),
        dropped=0,
    )
    counts = counting.count(counting.counter_of(held, 1))
    assert counts.total.tolist() == [weights.sum()]
    assert counts.s[0] == n_log_n(np.array([8 * 10**9, 4 * 10**9 + last]))
    assert counts.against[0].independent.tolist() == [same]
    assert counts.against[0].guessed.tolist() == [4 * 10**9 + last]


def test_a_csv_of_sets_runs_nothing_in_a_spreadsheet(tmp_path, monkeypatch):
    """A value or a name that begins like a formula is text there; a number stays one."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{'=1+1' if n == 0 else '@x' if n == 1 else -n},{n % 2}" for n in range(8)]
    (tmp_path / "people.csv").write_text("\n".join(["=k,sex", *rows]) + "\n")
    run("people.csv", "--keys", "=k,sex", "--special", "-o", "special.csv")
    held = pyarrow.csv.read_csv("special.csv")
    assert "'=1+1" in held["key.=k"].to_pylist()
    assert "'@x" in held["key.=k"].to_pylist()
    assert "-3" in held["key.=k"].to_pylist()
    run("people.csv", "--keys", "=k,sex", "-o", "sets.csv")
    listed = pyarrow.csv.read_csv("sets.csv")["keys"].to_pylist()
    assert listed == ["'=k", "sex", "'=k, sex"]
