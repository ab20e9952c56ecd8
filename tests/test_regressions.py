"""Wrong numbers and false words that hostile testing found, each with its smallest table."""

import datetime as dt
import json
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import sonde
from sonde.cli import app
from sonde.partitions import partition, read_partitions


def test_a_folder_within_a_folder_is_counted_once(tmp_path):
    """Spark writes t.parquet as a folder; its files are in it once."""
    (tmp_path / "t.parquet").mkdir()
    for part in range(2):
        pq.write_table(pa.table({"a": [1, 1, 1]}), tmp_path / "t.parquet" / f"part-{part}.parquet")
    assert sonde.measure(tmp_path, keys="a").profile.rows == 6
    assert sonde.measure(tmp_path / "t.parquet", keys="a").profile.rows == 6


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (pa.array([1, 2]), pa.array([1.4, 1.6])),
        (pa.array([1]), pa.array(["01"])),
        (pa.array([dt.date(2024, 1, 1)]), pa.array([dt.datetime(2024, 1, 1, 5)])),
    ],
)
def test_parquet_files_of_different_types_are_refused(tmp_path, first, second):
    """The engine casts the second file to the types of the first, and merges values."""
    pq.write_table(pa.table({"a": first}), tmp_path / "1.parquet")
    pq.write_table(pa.table({"a": second}), tmp_path / "2.parquet")
    with pytest.raises(sonde.SondeError, match=r"Column 'a' is \S+ in .*1.parquet and \S+ in"):
        sonde.measure(tmp_path, keys="a")


def test_parquet_files_of_different_columns_are_refused(tmp_path):
    pq.write_table(pa.table({"a": [1], "b": [1]}), tmp_path / "1.parquet")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "2.parquet")
    with pytest.raises(sonde.SondeError, match="Column 'b' is int64 in .* and missing in"):
        sonde.measure(tmp_path, keys="a")


@pytest.mark.parametrize(
    ("written", "rows"),
    [
        (b'age,"diag\nnosis"\r\n30,x\r\n40,y\r\n', 2),  # a line break in a header, as Excel does
        (b'age,"diag\r\nnosis"\n30,x\n40,y\n', 2),
        (b"age,b\r30,x\r40,y\r", 2),
        (b"a\n1\n1\n2\n\n\n", 3),  # blank lines at the end are no people
        (b'a\n1\n""\n2\n', 3),  # but a quoted nothing is a null
        (b"a,b\r\n1,2\r\n\r\n", 1),
    ],
)
def test_lines_of_csv(tmp_path, written, rows):
    path = tmp_path / "a.csv"
    path.write_bytes(written)
    names = sonde.open_source(path).columns
    assert sonde.measure(path, keys=list(names)).profile.rows == rows


def test_moments_with_a_time_zone_take_no_partition():
    """Engines cut them at different midnights."""
    moment = dt.datetime(2023, 12, 31, 23, 30, tzinfo=dt.UTC)
    for spec in ({"date": "year"}, {"u": [moment], "other": "*"}, str):
        with pytest.raises(sonde.SondeError, match="moments without a time zone"):
            sonde.measure({"a": [moment]}, keys="a", partitions={"a": spec})


def test_moments_are_listed_as_python_writes_them():
    moments = [dt.datetime(2024, 1, 1), dt.datetime(2024, 1, 1, 5, 0, 0, 500)]
    spec = {"u": [moments[0]], "v": ["2024-01-01T05:00:00.000500"]}
    made = sonde.profile({"a": moments}, keys="a", partitions={"a": spec})
    assert made.keys.column(0).to_pylist() == ["u", "v"]


def test_a_mixture_of_types_is_not_cut_to_one():
    """Arrow makes dates of them all, and three moments become one day."""
    mixed = [dt.date(2024, 1, 1), dt.datetime(2024, 1, 1, 5), dt.datetime(2024, 1, 1, 6)]
    for table in ({"a": mixed}, pd.DataFrame({"a": pd.Series(mixed, dtype=object)})):
        with pytest.raises(sonde.SondeError, match=r"several types \(date, datetime\)"):
            sonde.k_anonymity(table, keys="a")
    with pytest.raises(sonde.SondeError, match=r"several types \(int, str\)"):
        sonde.k_anonymity({"a": [1, "1"]}, keys="a")


def test_roles_are_not_ignored_where_a_profile_has_its_own(hospital):
    counted = sonde.profile(hospital, keys="Age")
    roles = sonde.dataset(hospital, keys="Age")
    for ask in (sonde.measure, sonde.itpr):
        with pytest.raises(sonde.SondeError, match="has its roles already"):
            ask(counted, keys="ZIP Code")
        with pytest.raises(sonde.SondeError, match="has its roles already"):
            ask(roles, missing="drop")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"bins": [22, 35], "other": "*"}, "A partition by bins has no field 'other'"),
        ({"prefix": 3, "other": "*"}, "A partition by prefix has no field 'other'"),
        ({"width": 1, "strat": 3}, "no field 'strat'. Did you mean 'start'?"),
        ({"bin": 3}, "must list its values, as [a, b], not 3. Did you mean 'bins'?"),
        ({"x": None}, "The domain 'x' must list its values"),
    ],
)
def test_a_partition_that_would_mean_something_else(spec, words):
    with pytest.raises(sonde.SondeError) as refused:
        partition(spec)
    assert words in str(refused.value)


def test_a_name_twice_in_a_partition_file(tmp_path):
    path = tmp_path / "p.yaml"
    for written in ("zip: {a: [x], a: [y], other: '*'}", "zip: {width: 1}\nzip: {width: 2}"):
        path.write_text(written)
        with pytest.raises(sonde.SondeError, match="is there twice"):
            read_partitions(path)


def test_dropping_nulls_drops_those_that_a_partition_lists():
    made = sonde.profile(
        {"a": [1, 2, None, None]},
        keys="a",
        partitions={"a": {"u": [1, None], "o": "*"}},
        missing="drop",
    )
    assert (made.rows, made.dropped, made.classes) == (2, 2, 2)


def test_quantiles_are_cut_over_the_rows_that_are_kept():
    table = {"a": list(range(1, 9)), "s": ["x", "y", "x", "y", None, None, None, None]}
    made = sonde.profile(
        table, keys="a", sensitive="s", partitions={"a": {"quantiles": 2}}, missing="drop"
    )
    assert list(made.size) == [2, 2]


def test_nothing_is_rounded_to_certainty():
    """A pair among a million: ITPR is below 1, and must not be shown as 1."""
    made = sonde.measure({"a": [1, 1, *[2] * 999_998]}, keys="a")
    assert made["itpr"].overall < 1
    assert made["itpr"].shown == "<1.0000"
    assert "at <1.000;" in made["itpr"].sentence
    one = sonde.measure({"a": [1, 2]}, keys="a")
    assert one["itpr"].shown == "1.0000"
    column = {"a": [1, 1, *range(2, 10_001)], "b": [0, *[1] * 10_000], "id": range(10_001)}
    assert [c.rate for c in sonde.inspect(column).columns] == ["<100.0%", ">0.0%", "100.0%"]
    nearly = sonde.discrimination_rate({"a": [1, 1, *range(2, 10_001)]}, keys="a")
    assert "removes <100.0%" in nearly.sentence


def test_itpr_is_never_below_the_rate_by_a_digit():
    """Three classes alike: the worst is the mean, also to the last digit."""
    table = {"a": [1, 1, 1, 2, 2, 2, 3, 3, 3], "x": list("abcbdeefc")}
    made = sonde.measure(table, keys="a", sensitive="x").overall
    assert made["itpr"] >= made["discrimination_rate"]


def test_a_partition_is_named_where_it_was_laid(hospital):
    made = sonde.measure(hospital, keys="Age", partitions={"Age": {"bins": [25, 45]}})
    assert "Age by bins with edges at 25, 45; " in repr(made)
    one = {"Disease": {"all": "*"}}
    reason = sonde.itpr(hospital, keys="Age", sensitive="Disease", partitions=one).reason
    assert reason == "'Disease' is in one domain everywhere, so nothing is left to learn"


def test_bins_come_in_the_order_of_their_edges(hospital):
    made = sonde.k_anonymity(hospital, keys="Age", partitions={"Age": {"bins": [25, 45]}})
    assert made.by_value["Age"].to_pylist() == ["<25", "[25, 45)", ">=45"]


def test_a_key_may_have_the_name_of_a_result(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("rows,people\n1,2\n1,3\n")
    for form in ("table", "json"):
        words = ["measure", str(path), "--keys", "rows,people", "--by-value", "--format", form]
        ran = CliRunner().invoke(app, words)
        assert ran.exit_code == 0, ran.exception
    assert json.loads(ran.stdout)["by_value"][0]["rows"] == 1


@pytest.mark.parametrize(
    "values",
    [
        pa.array([1, 1, 2], pa.duration("s")),
        pa.array(np.array([1, 1, 2], np.float16)),
        pa.array([b"a", b"a", b"b"]).cast(pa.string()),
        pa.array([dt.time(1), dt.time(1), dt.time(2)]),
    ],
    ids=lambda v: str(v.type),
)
def test_rare_types_are_counted(values):
    assert sonde.k_anonymity({"a": values}, keys="a").overall == 1
    assert sonde.profile(pa.table({"a": values}), keys="a").classes == 2


@pytest.mark.parametrize("values", [[2**70, 1], [complex(1), complex(2)]])
def test_types_that_cannot_be_counted_are_named(values):
    for table in ({"a": values}, pd.DataFrame({"a": pd.Series(values, dtype=object)})):
        with pytest.raises(sonde.SondeError, match="Column 'a' cannot be read"):
            sonde.k_anonymity(table, keys="a")


def test_one_column_alone_is_no_table():
    for column in (pd.Series([1]), pl.Series([1]), pa.array([1])):
        with pytest.raises(sonde.SondeError, match="Sonde cannot read a table from"):
            sonde.k_anonymity(column, keys="a")
    with pytest.raises(sonde.SondeError, match="must be of one length"):
        sonde.k_anonymity({"a": [1, 2], "b": [1]}, keys="a")


def test_listed_values_that_a_column_has_no_room_for():
    spec = {"low": [2**70, 300, "inf", 1], "high": "*"}
    table = pa.table({"a": pa.array([1, 2], pa.int8())})
    assert sonde.profile(table, keys="a", partitions={"a": spec}).classes == 2
    money = pa.table({"a": pa.array(["1.10"]).cast(pa.decimal128(5, 2))})
    laid = {"a": {"low": ["1.1", "1.004"], "high": "*"}}
    assert sonde.profile(money, keys="a", partitions=laid).keys["key_0"].to_pylist() == ["low"]


def test_columns_that_pandas_names_by_numbers():
    frame = pd.DataFrame({0: [1, 1, 2], 1: ["x", "y", "y"]})
    expected = sonde.measure({"a": [1, 1, 2], "b": ["x", "y", "y"]}, keys="a", sensitive="b")
    assert sonde.measure(frame, keys=0, sensitive=1).overall == expected.overall
    assert sonde.measure(frame, keys=[0], sensitive="1").overall == expected.overall


def test_names_that_are_patterns_elsewhere():
    frame = pl.DataFrame({"^a.*$": [1, 2], "ab": [3, 3], "*": [4, 4]}).lazy()
    assert sonde.k_anonymity(frame, keys="ab").overall == 2
    assert sonde.k_anonymity(frame, keys="^a.*$").overall == 1
    assert sonde.k_anonymity(frame, keys="*").overall == 2
    assert sonde.k_anonymity(pd.DataFrame({0: [1, 1]}), keys=[0]).overall == 2


def test_a_backend_without_nan(tmp_path):
    import ibis

    backend = ibis.sqlite.connect(tmp_path / "a.db")
    backend.create_table("t", pa.table({"a": [1.5, 1.5, 2.5], "zip": ["35510", "35512", "7"]}))
    assert sonde.k_anonymity(backend.table("t"), keys="a").overall == 1
    laid = {"zip": {"mask": 2}}
    assert sonde.k_anonymity(backend.table("t"), keys="zip", partitions=laid).overall == 1


def test_the_roles_that_names_suggest():
    names = ["weight", "birth_weight", "fnlwgt", "client_ip", "archived", "microphone", "salary"]
    seen = sonde.inspect({name: list(range(40)) * 2 for name in names})
    assert {c.name: c.role for c in seen.columns} == {
        "weight": "key",
        "birth_weight": "key",
        "fnlwgt": "none",
        "client_ip": "identifier",
        "archived": "key",
        "microphone": "key",
        "salary": "sensitive",
    }


def test_what_is_suggested_next_can_be_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("-d.csv").write_bytes('âge,"a, b"\n1,NA\n1,2\n1,2\n'.encode("latin-1"))
    words = ["--encoding", "latin-1", "--null", "NA", "--missing", "drop", "--", "-d.csv"]
    shown = CliRunner().invoke(app, ["inspect", *words]).stdout
    import shlex

    command = shlex.split(shown.splitlines()[-1].removeprefix("Next: sonde "))
    assert command[-2:] == ["--", "-d.csv"]
    assert CliRunner().invoke(app, command).exit_code == 0


def test_output_goes_where_it_is_sent(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text("a,b\n1,2\n")
    words = ["measure", "t.csv", "--keys", "a", "-o"]
    Path("link").symlink_to("real")
    assert CliRunner().invoke(app, [*words, "link"]).exit_code == 0
    assert Path("link").is_symlink()
    assert "k-anonymity" in Path("real").read_text()
    assert CliRunner().invoke(app, [*words, "/dev/null"]).exit_code == 0
    assert Path("/dev/null").is_char_device()
    ran = CliRunner().invoke(app, [*words, "t.csv"])
    assert ran.exit_code == 2
    assert "is the table itself" in ran.stderr
    assert Path("t.csv").read_text() == "a,b\n1,2\n"


def test_capitals_in_an_encoding_and_in_a_name(tmp_path):
    import gzip

    path = tmp_path / "X.CSV.GZ"
    path.write_bytes(gzip.compress("\ufeffa,b\n1,2\n".encode()))
    source = sonde.open_source(path, encoding="UTF-8")
    assert source.columns == ("a", "b")
    assert sonde.k_anonymity(source, keys="a").overall == 1


def test_files_that_are_wrong_are_said_to_be(tmp_path):
    (tmp_path / "cut.csv.xz").write_bytes(b"\xfd7zXZ\x00\x00")
    (tmp_path / "none.csv.bz2").write_bytes(b"not packed")
    (tmp_path / "blank.csv").write_text("\na,b\n1,2\n")
    for name, words in (
        ("cut.csv.xz", "cannot be unpacked"),
        ("none.csv.bz2", "cannot be unpacked"),
        ("blank.csv", "begins with an empty line"),
        ("***.parquet", "No file matches|no pattern of files"),
        ("", "holds no Parquet file"),
    ):
        with pytest.raises(sonde.SondeError, match=words):
            sonde.k_anonymity(tmp_path / name, keys="a")
    with pytest.raises(sonde.SondeError, match="is no file"):
        sonde.k_anonymity("https://example.org/a.csv", keys="a")
