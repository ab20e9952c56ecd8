"""What the tests share: the engines, over which the same cases run, and the worked tables."""

import os
import re
import shutil
import subprocess

import pyarrow as pa
import pytest

BROWSER_REQUIRED = os.environ.get("SONDE_BROWSER") == "required"
SPARK_REQUIRED = os.environ.get("SONDE_SPARK") == "required"


def on_duckdb(table):
    return table


@pytest.fixture(scope="session")
def polars_tables():
    import ibis
    import polars as pl

    backend = ibis.polars.connect()
    made = iter(range(1_000_000))

    def on_polars(table):
        return backend.create_table(f"t{next(made)}", pl.from_arrow(table))

    return on_polars


@pytest.fixture(scope="session")
def spark_tables(tmp_path_factory):
    if shutil.which("java") is None and not SPARK_REQUIRED:
        pytest.skip("Spark needs Java, and this machine has none.")
    import ibis
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("spark")
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", str(folder))
        .config("spark.driver.extraJavaOptions", f"-Dderby.system.home={folder}")
        .config("spark.log.level", "ERROR")
        .getOrCreate()
    )
    backend = ibis.pyspark.connect(session)
    made = iter(range(1_000_000))

    def on_spark(table):
        name = f"t{next(made)}"
        session.createDataFrame(table).repartition(3).createOrReplaceTempView(name)
        return backend.table(name)

    yield on_spark
    session.stop()


@pytest.fixture(scope="session", params=["duckdb", "polars", "spark"])
def engine(request):
    """Return how to hand an Arrow table to one engine; every engine runs the same cases."""
    if request.param == "duckdb":
        return on_duckdb
    return request.getfixturevalue(f"{request.param}_tables")


@pytest.fixture
def browser(tmp_path):
    """Return how to open a page in a browser without a network: its elements, and its console."""
    named = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if named is None and not BROWSER_REQUIRED:
        pytest.skip("The browser's tests need chromium, and this machine has none.")

    def opened(url, *options):
        words = [
            named,
            "--headless",
            "--no-sandbox",  # in a container there is none to be had
            "--disable-gpu",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--user-data-dir={tmp_path / 'browser'}",
            "--virtual-time-budget=5000",
            "--enable-logging=stderr",
            "--dump-dom",
        ]
        ran = subprocess.run(
            [*words, *options, url], check=True, capture_output=True, text=True, timeout=120
        )
        return ran.stdout, re.findall(r"CONSOLE.*", ran.stderr)

    return opened


@pytest.fixture
def hospital():
    """Return the nine patients of the SeDR paper, Table 4."""
    return pa.table(
        {
            "ZIP Code": [
                "35567",
                "35502",
                "35560",
                "35817",
                "35810",
                "35812",
                "35502",
                "35568",
                "35505",
            ],
            "Age": [22, 22, 22, 45, 63, 40, 35, 35, 32],
            "Disease": [
                "colon cancer",
                "stomach cancer",
                "lung cancer",
                "stomach cancer",
                "diabetes",
                "aids",
                "aids",
                "flu",
                "lung cancer",
            ],
        }
    )
