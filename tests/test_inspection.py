"""What each column holds, gives away alone, and might be."""

import json

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import sonde
from sonde import inspection
from sonde.cli import app


@pytest.fixture
def seen(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(
        "id,name,zip,age,height,born,illness,wgt,country,note\n"
        "1,Ann,01234,22,1.70,2001-01-31,flu,1.5,FR,\n"
        "2,Bob,01234,22,1.80,2001-02-28,flu,1.5,FR,\n"
        "3,Cyd,35000,35,-1e2,1990-12-01,aids,2.5,FR,\n"
        "4,Dee,35000,x,.5,1990-12-01,,2.5,FR,\n"
    )
    return {column.name: column for column in sonde.inspect(path).columns}


def test_what_the_columns_hold(seen):
    assert {name: column.holds for name, column in seen.items()} == {
        "id": "whole numbers",
        "name": "text",
        "zip": "codes with leading zeros",
        "age": "text",
        "height": "numbers",
        "born": "dates",
        "illness": "text",
        "wgt": "numbers",
        "country": "text",
        "note": "nothing but nulls",
    }


def test_the_roles_that_are_suggested(seen):
    assert {name: column.role for name, column in seen.items()} == {
        "id": "identifier",
        "name": "identifier",
        "zip": "key",
        "age": "key",
        "height": "identifier",
        "born": "key",
        "illness": "sensitive",
        "wgt": "none",
        "country": "none",
        "note": "none",
    }


def test_what_they_give_away(seen):
    """Over four people, log2 4 = 2 bits: two pairs leave one bit, so the rate is a half."""
    assert seen["zip"].discrimination_rate == 0.5
    assert seen["zip"].identifier_kind == "sketchy-identifier"
    assert seen["id"].discrimination_rate == 1.0
    assert seen["id"].identifier_kind == "identifier"
    assert seen["country"].discrimination_rate == 0.0
    assert seen["country"].identifier_kind == "zero-identifier"
    assert seen["born"].discrimination_rate == 0.75
    assert seen["born"].identifier_kind == "partial identifier"
    assert (seen["illness"].values, seen["illness"].nulls, seen["illness"].unique) == (2, 1, 1)


def test_every_rate_is_that_of_the_single_key():
    table = pa.table({"a": [1, 1, 2, None], "b": ["x", "y", "y", "y"], "who": [1, 2, 2, 3]})
    for roles in ({}, {"subject": "who"}, {"missing": "drop"}):
        for column in sonde.inspect(table, **roles).columns:
            if column.name != roles.get("subject"):
                alone = sonde.discrimination_rate(table, keys=column.name, **roles)
                assert column.discrimination_rate == alone.overall


def test_a_column_of_nothing_is_no_error_when_nulls_drop():
    seen = sonde.inspect(pa.table({"a": [1, 2], "b": pa.nulls(2)}), missing="drop")
    assert seen.columns[1].discrimination_rate is None


def test_a_csv_is_read_once(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_text("a,b\n1,2\n")
    kept = []
    read_once = inspection._read_once
    monkeypatch.setattr(inspection, "_read_once", lambda s: kept.append(read_once(s)) or kept[0])
    sonde.inspect(path)
    assert kept[0].columnar


def test_types_of_their_own():
    import datetime as dt

    table = {"t": [True, False], "d": [dt.date(2024, 1, 1)] * 2, "m": [dt.datetime(2024, 1, 1)] * 2}
    assert [c.holds for c in sonde.inspect(table).columns] == [
        "true or false", "dates", "dates and times",
    ]  # fmt: skip


def test_a_column_that_cannot_be_counted_hides_no_other(tmp_path):
    """Parquet holds pictures and lists beside the ages, and pandas holds anything."""
    mixed = pd.DataFrame({"mixed": [1, "a"], "age": [22, 35], "tags": [["a"], ["b"]]})
    seen = sonde.inspect(mixed)
    assert [(c.name, c.values, c.role) for c in seen.columns] == [
        ("mixed", None, "unknown"),
        ("age", 2, "identifier"),
        ("tags", None, "unknown"),
    ]
    assert "of several types (int, str)" in seen.uncounted[0]
    assert "Column 'tags' holds array<string>" in repr(seen)
    with pytest.raises(sonde.SondeError, match="'tags' holds"):
        sonde.inspect(mixed, subject="tags")
    with pytest.raises(sonde.SondeError, match="'tags' holds"):
        sonde.inspect(mixed[["tags"]])
    pq.write_table(pa.table({"picture": [b"x", b"y"], "age": [1, 2]}), tmp_path / "p.parquet")
    ran = CliRunner().invoke(app, ["inspect", str(tmp_path / "p.parquet")])
    assert "Column 'picture' holds binary: Sonde counts plain values only." in ran.stdout
    out = CliRunner().invoke(app, ["inspect", str(tmp_path / "p.parquet"), "--format", "json"])
    assert json.loads(out.stdout)["columns"][0]["values"] is None


def test_it_shows_itself():
    seen = sonde.inspect({"a": [1, 2], "<b>\n": ["x", "x"]})
    assert repr(seen) == (
        "the table: 2 rows, 2 columns\n"
        "column  holds          values  nulls  alone gives away  identifier  role\n"
        "a       whole numbers  2       0      100.0%            yes         identifier\n"
        r"<b>\n   text           1       0      0.0%              no          none"
    )
    assert r"<td>&lt;b&gt;\n</td><td>text</td>" in seen._repr_html_()
