"""The same table through every door gives the same digits."""

import bz2
import gzip
import lzma

import duckdb
import ibis
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.dataset as pads
import pyarrow.parquet as pq
import pytest
from pyarrow import feather

import sonde

ASKED = {"keys": ["ZIP Code", "Age"], "sensitive": "Disease"}


def digits(table, **roles):
    made = sonde.measure(table, **(roles or ASKED), by_value=True)
    keys = [[str(v) for v in column.to_pylist()] for column in made.profile.keys.columns]
    return made.overall, keys


def frames(table):
    frame = table.to_pandas()
    yield "dict", table.to_pydict()
    yield "pandas", frame
    yield "pandas, odd index", frame.set_axis(["x"] * 9)
    yield "pandas, two indexes", frame.set_index(["Age", "Disease"], drop=False)
    yield "pandas, nullable", frame.convert_dtypes()
    yield "pandas, categories", frame.astype({"Disease": pd.CategoricalDtype([
        *sorted(set(frame["Disease"])), "never seen"])})  # fmt: skip
    yield "pandas, objects", frame.astype(object)
    yield "polars", pl.from_arrow(table)
    yield "polars, lazy", pl.from_arrow(table).lazy()
    yield (
        "polars, categories",
        pl.from_arrow(table).with_columns(pl.col("Disease").cast(pl.Categorical)),
    )
    yield "arrow", table
    yield "arrow, batch", table.combine_chunks().to_batches()[0]
    yield "arrow, reader", table.to_reader()
    yield "arrow, dictionary", table.set_column(2, "Disease", table["Disease"].dictionary_encode())
    yield "arrow, dataset", pads.dataset(table)
    yield "duckdb", duckdb.connect().from_arrow(table)
    yield "ibis", ibis.memtable(table)


@pytest.fixture
def table(hospital):
    return hospital


@pytest.mark.parametrize("door", range(17))
def test_frames(table, door):
    name, frame = list(frames(table))[door]
    assert digits(frame) == digits(table), name


def test_no_door_is_left_out(table):
    assert len(list(frames(table))) == 17


def write_csv(table, path, separator=","):
    pacsv.write_csv(table, path, pacsv.WriteOptions(delimiter=separator))
    return path


PACKED = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_csv_separators(table, tmp_path, separator):
    assert digits(write_csv(table, tmp_path / "people.csv", separator)) == digits(table)


@pytest.mark.parametrize("suffix", [".gz", ".zst", ".bz2", ".xz"])
def test_csv_packed(table, tmp_path, suffix):
    plain = write_csv(table, tmp_path / "people.csv").read_bytes()
    packed = tmp_path / f"people.csv{suffix}"
    if suffix == ".zst":
        packed.write_bytes(pa.Codec("zstd").compress(plain).to_pybytes())
    else:
        with PACKED[suffix](packed, "wb") as out:
            out.write(plain)
    assert digits(packed) == digits(table)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "latin-1", "cp1252", "utf-16"])
def test_csv_encodings(tmp_path, encoding):
    path = tmp_path / "people.csv"
    path.write_bytes("Prénom,âge\nZoë,1\nZoé,2\n".encode(encoding))
    source = sonde.open_source(path, encoding="utf-8" if encoding == "utf-8-sig" else encoding)
    made = sonde.measure(source, keys="Prénom", sensitive="âge", by_value=True)
    assert made.profile.keys.column(0).to_pylist() == ["Zoé", "Zoë"]


def test_csv_is_never_guessed_at(tmp_path):
    """Leading zeros, truth values, dates and NA stay the text that they are."""
    path = tmp_path / "people.csv"
    path.write_bytes(
        b'zip;note\r\n01234;"a;b"\r\n1234;"line\r\nbreak"\r\n1234.0;TRUE\r\nNA;true\r\n""; x\r\n\r\n'
    )
    made = sonde.measure(path, keys=["zip", "note"], by_value=True)
    assert {tuple(r[k] for k in ("zip", "note")) for r in made.by_value.to_pylist()} == {
        ("01234", "a;b"),
        ("1234", "line\r\nbreak"),
        ("1234.0", "TRUE"),
        ("NA", "true"),
        (None, " x"),
    }


def test_csv_nulls_are_what_you_say(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("a,b\n?,1\nNA,1\nx,2\n,2\n")
    assert sonde.profile(path, keys="a").classes == 4
    assert sonde.profile(sonde.open_source(path, nulls=["?", "NA"]), keys="a").classes == 2


def test_parquet(table, tmp_path):
    file = tmp_path / "part [1]*.parquet"  # a name that is a pattern to the engine
    pq.write_table(table, file)
    assert digits(file) == digits(table)
    folder = tmp_path / "folder"
    (folder / "deep").mkdir(parents=True)
    pq.write_table(table.slice(0, 4), folder / "a.parquet")
    pq.write_table(table.slice(4), folder / "deep" / "b.parquet")
    assert digits(folder) == digits(table)
    assert digits(str(folder)) == digits(table)
    assert digits(folder / "**" / "*.parquet") == digits(table)


def test_parquet_in_a_hive_of_folders(table, tmp_path):
    parts = pads.partitioning(pa.schema([("ZIP Code", pa.string())]), flavor="hive")
    pads.write_dataset(table, tmp_path / "hive", format="parquet", partitioning=parts)
    assert digits(tmp_path / "hive") == digits(table)


def test_arrow_files(table, tmp_path):
    feather.write_feather(table, tmp_path / "people.feather")
    with pa.ipc.new_file(tmp_path / "people.arrow", table.schema) as out:
        out.write(table)
    with pa.ipc.new_stream(tmp_path / "people.arrows", table.schema) as out:
        out.write(table)
    for name in ("people.feather", "people.arrow", "people.arrows"):
        assert digits(tmp_path / name) == digits(table), name


NASTY = [
    'a "quoted" name',
    "semi;colon",
    "  spaces ",
    "😀",
    "Key",
    "key",
    "KEY",
    "rows",
    "a,b",
    "n",
]


@pytest.mark.parametrize("door", ["arrow", "pandas", "polars", "parquet", "csv", "arrow file"])
def test_names_of_columns_never_reach_the_engine(tmp_path, door):
    columns = {name: [f"{name}{i // (2 + j)}" for i in range(8)] for j, name in enumerate(NASTY)}
    table = pa.table(columns)
    path = tmp_path / {"parquet": "t.parquet", "csv": "t.csv"}.get(door, "t.arrow")
    if door == "parquet":
        pq.write_table(table, path)
    elif door == "csv":
        write_csv(table, path)
    elif door == "arrow file":
        feather.write_feather(table, path)
    given = {"arrow": table, "pandas": table.to_pandas(), "polars": pl.from_arrow(table)}
    made = sonde.measure(given.get(door, path), keys=NASTY[:-1], sensitive="n", by_value=True)
    for name, held in zip(NASTY, made.profile.keys.columns, strict=False):
        assert set(held.to_pylist()) == set(columns[name])
    assert "rows_" in made.by_value.column_names  # a key has the name already


def test_intervals_and_periods_of_pandas():
    frame = pd.DataFrame(
        {
            "age": pd.cut(pd.Series([1, 12, 13, None]), [0, 10, 20]),
            "month": pd.PeriodIndex(["2024-01", "2024-01", "2024-02", "2024-02"], freq="M"),
        }
    )
    made = sonde.measure(frame, keys=["age", "month"], by_value=True)
    assert made.by_value.to_pydict()["age"] == ["(0, 10]", "(10, 20]", "(10, 20]", None]
    assert made.by_value.to_pydict()["month"] == ["2024-01", "2024-01", "2024-02", "2024-02"]


def test_only_the_columns_with_a_role_are_read():
    frame = pd.DataFrame({"age": [1, 2], "mixed": ["a", 3]})
    assert sonde.k_anonymity(frame, keys="age").overall == 1
    with pytest.raises(
        sonde.SondeError, match=r"Column 'mixed' holds values of several types \(int, str\)"
    ):
        sonde.k_anonymity(frame, keys="mixed")
