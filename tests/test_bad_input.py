"""What is wrong with the input is said in one sentence: file, column, value, and what to do."""

import json
import os
import re
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import sonde
from sonde.cli import app


@pytest.fixture
def folder(tmp_path, monkeypatch, hospital):
    monkeypatch.chdir(tmp_path)
    pq.write_table(hospital, "hospital.parquet")
    (tmp_path / "hospital.csv").write_text("Age,Disease\n22,flu\n22,aids\n35,flu\n")
    return tmp_path


def refused(*words):
    """Run a command that must fail, and return the one sentence that it says."""
    before = sorted(os.listdir("."))
    ran = CliRunner().invoke(app, [str(word) for word in words])
    assert ran.exit_code == 2, ran.output
    assert ran.exception is None or isinstance(ran.exception, SystemExit)
    assert ran.stdout == ""
    assert sorted(os.listdir(".")) == before, "a file was left behind"
    (line,) = ran.stderr.splitlines()
    assert line.startswith("sonde: ")
    return line.removeprefix("sonde: ")


def measured(*words):
    return refused("measure", *words)


def with_partitions(written, *words, table="hospital.csv"):
    path = "partitions.yaml"
    with open(path, "w") as out:
        out.write(written if isinstance(written, str) else json.dumps(written))
    return measured(table, "--keys", "Age", *words, "--partitions", path)


def test_a_missing_file(folder):
    assert measured("hospitl.csv", "--keys", "a") == (
        "There is no file hospitl.csv. Did you mean 'hospital.csv'?"
    )
    assert "There is no folder nowhere" in measured("nowhere/x.csv", "--keys", "a")
    assert "No file matches part-*.parquet" in measured("part-*.parquet", "--keys", "a")


def test_an_unknown_kind_of_file(folder):
    (folder / "people.xlsx").write_bytes(b"PK")
    assert "Cannot tell what people.xlsx is" in measured("people.xlsx", "--keys", "a")


def test_a_missing_column(folder):
    assert measured("hospital.csv", "--keys", "age") == (
        "hospital.csv has no column 'age'. Did you mean 'Age'?"
    )
    assert measured("hospital.csv", "--keys", "Age", "--sensitive", "zzz") == (
        "hospital.csv has no column 'zzz'. It has 'Age', 'Disease'."
    )
    assert "no column 'Diseas'" in with_partitions({"Diseas": {"bins": [1]}})
    assert "no column 'who'" in refused("inspect", "hospital.csv", "--subject", "who")


def test_no_key(folder):
    assert "Name at least one key" in measured("hospital.csv")


def test_one_column_in_two_roles(folder):
    assert measured("hospital.csv", "--keys", "Age", "--sensitive", "Age") == (
        "Column 'Age' is both key and sensitive: a column has one role."
    )
    assert "'Age' is named as a key twice" in measured("hospital.csv", "--keys", "Age,Age")
    assert "both key and subject" in measured("hospital.csv", "--keys", "Age", "--subject", "Age")


def test_two_columns_of_one_name(folder):
    (folder / "twice.csv").write_text("a,b,a\n1,2,3\n")
    expected = "twice.csv has 2 columns named 'a': give each its own name."
    assert measured("twice.csv", "--keys", "b") == expected
    assert refused("inspect", "twice.csv") == expected
    table = pa.table([[1], [2]], names=["a", "a"])
    with pytest.raises(sonde.SondeError, match="2 columns named 'a'"):
        sonde.profile(table, keys="a")


@pytest.mark.parametrize("command", [["measure", "--keys", "a"], ["inspect"]])
def test_an_empty_table(folder, command):
    (folder / "header.csv").write_text("a,b\n")
    (folder / "zero.csv").write_text("")
    pq.write_table(pa.table({"a": pa.array([], pa.int64())}), "none.parquet")
    assert refused(*command, "header.csv") == "header.csv has no rows."
    assert refused(*command, "zero.csv") == "zero.csv is empty: it has no header line."
    assert refused(*command, "none.parquet") == "none.parquet has no rows."
    os.mkdir("folder")
    assert refused(*command, "folder") == "The folder folder holds no Parquet file."


@pytest.mark.parametrize("roles", [{}, {"sensitive": "b"}, {"subject": "b"}], ids=str)
def test_no_complete_row(roles):
    table = pa.table({"a": pa.array([None, None], pa.string()), "b": ["x", "y"]})
    with pytest.raises(sonde.SondeError, match=r"The table has no complete row: .* its 2 rows"):
        sonde.measure(table, keys="a", missing="drop", **roles)


def test_a_constant_sensitive_attribute(folder):
    """Not an error: the answer is that there is none, with the reason, in every format."""
    (folder / "same.csv").write_text("a,b\n1,flu\n2,flu\n")
    words = ["measure", "same.csv", "--keys", "a", "--sensitive", "b"]
    ran = CliRunner().invoke(app, [*words, "--format", "json"])
    out = json.loads(ran.stdout)
    assert ran.exit_code == 0
    assert out["measures"]["discrimination_rate"] is None
    assert out["identifier_kind"] is None
    assert "'b' has the same value everywhere" in out["reasons"]["discrimination_rate"]
    assert "undefined" in CliRunner().invoke(app, words).stdout


def test_ragged_rows(folder):
    (folder / "ragged.csv").write_text("a,b\n1,2\n3,4,5\n6,7\n")
    sentence = measured("ragged.csv", "--keys", "a")
    assert sentence.startswith("ragged.csv has 3 fields on line 3 where its header has 2:")
    (folder / "short.csv").write_text("a,b\n1,2\n3\n")
    assert "short.csv has 1 field on line 3" in refused("inspect", "short.csv")
    (folder / "open.csv").write_text('a,b\n1,"2\n3,4\n')
    assert "open.csv opens a quote" in measured("open.csv", "--keys", "a")


def test_another_encoding(folder):
    (folder / "latin.csv").write_bytes("a,b\ncafé,1\n".encode("latin-1"))
    sentence = measured("latin.csv", "--keys", "a")
    assert sentence.startswith("latin.csv is not UTF-8 text")
    assert "line 2" in sentence
    assert "latin-1" in sentence
    (folder / "header.csv").write_bytes("é,b\n1,1\n".encode("latin-1"))
    assert "header.csv is not UTF-8 text" in measured("header.csv", "--keys", "b")
    assert "no encoding 'klingon'" in measured("latin.csv", "--keys", "a", "--encoding", "klingon")
    assert "not ASCII text" in measured("latin.csv", "--keys", "a", "--encoding", "ascii")


@pytest.mark.parametrize("kept", [3, 200, 0.5, 0.98])
def test_a_parquet_file_cut_short(folder, kept):
    whole = (folder / "hospital.parquet").read_bytes()
    (folder / "cut.parquet").write_bytes(whole[: kept if kept > 1 else int(len(whole) * kept)])
    sentence = measured("cut.parquet", "--keys", "Age")
    assert sentence.startswith("cut.parquet cannot be read as Parquet, as if it had been cut short")


def test_a_parquet_file_damaged_within(folder):
    pq.write_table(pa.table({"a": [str(i) * 9 for i in range(50_000)]}), "big.parquet")
    whole = bytearray((folder / "big.parquet").read_bytes())
    whole[2000:9000] = b"\xff" * 7000
    (folder / "bad.parquet").write_bytes(whole)
    assert "bad.parquet cannot be read as Parquet" in measured("bad.parquet", "--keys", "a")


def test_an_arrow_file_cut_short(folder, hospital):
    with pa.ipc.new_file("people.arrow", hospital.schema) as out:
        out.write(hospital)
    (folder / "cut.arrow").write_bytes((folder / "people.arrow").read_bytes()[:300])
    assert "cut.arrow cannot be read as Arrow" in measured("cut.arrow", "--keys", "Age")


def test_a_value_that_no_domain_holds(folder):
    sentence = with_partitions({"Disease": {"a": ["flu"], "b": ["aidz"]}}, "--sensitive", "Disease")
    assert sentence == (
        "The value 'aids' of column 'Disease' is in no domain of its partition: list it there, or add a "
        "domain 'other: \"*\"'. Did you mean 'aidz'?"
    )
    assert "'aids' of column 'Disease' is not a number" in with_partitions(
        {"Disease": {"bins": [1]}}, "--sensitive", "Disease"
    )
    assert "'22' of column 'Age' is not a date like 2024-03-05" in with_partitions(
        {"Age": {"date": "year"}}
    )


def test_a_listed_value_that_no_row_has_is_noted_where_the_rest_would_hide_it(folder):
    (folder / "p.yaml").write_text("Disease: {bad: [aidz], other: '*'}")
    words = ["measure", "hospital.csv", "--keys", "Age", "--sensitive", "Disease", "--partitions"]
    ran = CliRunner().invoke(app, [*words, "p.yaml", "--format", "json"])
    note = "The partition of 'Disease' lists 'aidz', which no row has. Did you mean 'aids'?"
    assert ran.exit_code == 0
    assert json.loads(ran.stdout)["notes"] == [note]
    assert note in ran.stderr


PARTITIONS = {
    "overlap": ({"Age": {"a": [22, 35], "b": ["22"]}}, "'22' is in two domains of one partition, 'a' and 'b'"),
    "two rests": ({"Age": {"a": "*", "b": "*"}}, "Only one domain may take the rest"),
    "no domain": ({"Age": {}}, "A partition needs at least one domain"),
    "nested": ({"Age": {"a": [["x"]]}}, "The domain 'a' must list plain values"),
    "not a partition": ({"Age": 3}, "A partition is written as domains"),
    "falling edges": ({"Age": {"bins": [5, 1]}}, "edges of bins must rise"),
    "no edges": ({"Age": {"bins": []}}, "Bins need a list of numbers"),
    "text edges": ({"Age": {"bins": ["x"]}}, "Bins need a list of numbers"),
    "zero width": ({"Age": {"width": 0}}, "width of bins must be a number above 0"),
    "text width": ({"Age": {"width": "x"}}, "width of bins must be a number above 0"),
    "tiny width": ({"Age": {"width": 0.001}}, "1,000 is the most: take a larger width"),
    "one quantile": ({"Age": {"quantiles": 1}}, "2 or more"),
    "no prefix": ({"Age": {"prefix": 0}}, "A prefix needs a whole number of characters"),
    "no mask": ({"Age": {"mask": "x"}}, "A mask needs a whole number of characters"),
    "unknown unit": ({"Age": {"date": "quater"}}, "Did you mean 'quarter'?"),
    "no hierarchy": ({"Age": {"hierarchy": "no.csv", "level": 1}}, "Cannot read the hierarchy no.csv"),
    "not YAML": ("Age: [", "partitions.yaml is not YAML (line 1)"),
    "a list": ("[1, 2]", "must map each column to its partition"),
    "empty": ("", "must map each column to its partition"),
}  # fmt: skip


@pytest.mark.parametrize("case", PARTITIONS)
def test_partitions(folder, case):
    written, expected = PARTITIONS[case]
    assert expected in with_partitions(written)


def test_hierarchies(folder):
    (folder / "age.csv").write_text("22;2*;*\n25;2*;*\n2x;2*;+\n35;3*;*\n")
    asked = {"Age": {"hierarchy": "age.csv", "level": 1}}
    assert with_partitions(asked) == (
        "In the partition of 'Age': age.csv is not coarser at level 2 than below it: '2*' goes to '*' on line 1 and to '+' on line 3."
    )
    (folder / "age.csv").write_text("22;2*\n35\n")
    assert "age.csv has 1 columns on line 2 and 2 on line 1" in with_partitions(asked)
    (folder / "age.csv").write_text("22;2*\n36;3*\n")
    assert "The value '35' of column 'Age' is in no domain" in with_partitions(asked)
    asked["Age"]["level"] = 4
    assert "age.csv has levels 0 to 1; there is no 4." in with_partitions(asked)
    (folder / "age.csv").write_text("")
    assert "age.csv has no rows" in with_partitions(asked)


def test_columns_that_a_partition_does_not_suit():
    import datetime as dt

    table = pa.table({"day": [dt.date(2024, 1, 1)], "n": [1.5]})
    for column, spec in (("day", {"bins": [1]}), ("n", {"date": "year"}), ("day", {"prefix": 1})):
        with pytest.raises(sonde.SondeError, match=f"Column '{column}' holds .*, and .* needs?"):
            sonde.profile(table, keys=column, partitions={column: spec})
    with pytest.raises(sonde.SondeError, match="is the subject, which can have no partition"):
        sonde.profile(table, keys="n", subject="day", partitions={"day": {"date": "year"}})


def test_a_key_of_lists():
    with pytest.raises(sonde.SondeError, match="Column 'a' holds .*plain values only"):
        sonde.profile(pa.table({"a": [[1], [2]]}), keys="a")


def test_a_subject_that_is_not_known():
    table = pa.table({"a": [1, 2], "who": ["x", None]})
    with pytest.raises(sonde.SondeError, match="Column 'who' is the subject and has nulls"):
        sonde.measure(table, keys="a", subject="who")
    assert sonde.measure(table, keys="a", subject="who", missing="drop").profile.rows == 1


def test_what_is_no_role():
    table = {"a": [1], "0": [2]}
    with pytest.raises(sonde.SondeError, match="Name at least one key"):
        sonde.profile(table, keys=None)
    with pytest.raises(sonde.SondeError, match="partitions maps columns to partitions, .* not 3"):
        sonde.profile(table, keys="a", partitions=3)
    with pytest.raises(sonde.SondeError, match="There is no measure 'itpro'. Did you mean 'itpr'?"):
        sonde.measure(table, keys="a")["itpro"]
    with pytest.raises(sonde.SondeError, match="Column 'a' is one text"):
        sonde.profile({"a": "flu"}, keys="a")


def test_a_table_too_large_for_the_machine(folder):
    """By the engine's own limits; the words are the same when memory and disk run out."""
    code = (
        "from sonde.engine import duckdb_engine\n"
        "duckdb_engine().con.execute(\"SET memory_limit='40MB'\")\n"
        "duckdb_engine().con.execute(\"SET max_temp_directory_size='1MB'\")\n"
        "from sonde.cli import main; main()"
    )
    lines = "\n".join(f"{i:064}" for i in range(1_000_000))
    (folder / "large.csv").write_text(f"a\n{lines}\n")
    words = [sys.executable, "-c", code, "measure", "large.csv", "--keys", "a"]
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.startswith("sonde: large.csv takes more memory and disk to count than")
    assert ran.stderr.count("\n") == 1


def test_what_is_no_table():
    with pytest.raises(sonde.SondeError, match="Sonde cannot read a table from int"):
        sonde.profile(3, keys="a")
    with pytest.raises(sonde.SondeError, match="missing is 'value' or 'drop', not 'dorp'"):
        sonde.profile({"a": [1]}, keys="a", missing="dorp")


def test_a_folder_without_the_right_to_write(folder, monkeypatch):
    assert "Cannot write nowhere/out.json: No such file or directory." in measured(
        "hospital.csv", "--keys", "Age", "-o", "nowhere/out.json"
    )
    os.mkdir("closed")
    os.chmod("closed", 0o500)
    if os.access("closed", os.W_OK):  # root may write everywhere: let the system say no instead
        monkeypatch.setattr("tempfile.NamedTemporaryFile", _denied)
    assert "Cannot write closed/out.json: Permission denied." in measured(
        "hospital.csv", "--keys", "Age", "-o", "closed/out.json"
    )


def _denied(*_, **__):
    raise PermissionError(13, "Permission denied")


def test_a_write_that_fails_leaves_what_was_there(folder, monkeypatch):
    (folder / "out.json").write_text("before")
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left")))
    sentence = measured("hospital.csv", "--keys", "Age", "-o", "out.json")
    assert sentence == "Cannot write out.json: No space left."
    assert (folder / "out.json").read_text() == "before"


def test_a_message_is_one_line_whatever_the_value(folder):
    (folder / "nasty.csv").write_text('Age\n"a\x1b[31m\nb"\n')
    sentence = with_partitions({"Age": {"x": ["y"]}}, table="nasty.csv")
    assert "\x1b" not in sentence
    assert re.match(r"The value 'a\\+x1b\[31m\\+nb' of column 'Age' is in no domain", sentence)
