"""The command line: what it prints, where, and with which exit status."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner

import sonde
from sonde.cli import Printed, app
from sonde.measures import measures
from sonde.progress import progress

ROOT = Path(__file__).parents[1]
SONDE = shutil.which("sonde", path=str(Path(sys.executable).parent))


@pytest.fixture
def csv(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("hospital.csv").write_text(
        'who,Age,"Dis""ease, 😀"\n1,22,flu\n2,22,[red]aids[/]\n3,35,=1+1\n3,35,\n'
    )
    return "hospital.csv"


def run(*words, status=0):
    ran = CliRunner().invoke(app, list(words), env={"COLUMNS": "100"})
    assert ran.exit_code == status, (ran.output, ran.exception)
    return ran


@pytest.mark.parametrize(
    "options", [[], ["--by-value"], ["--subject", "who"], ["--missing", "drop"]]
)
@pytest.mark.parametrize("sensitive", [[], ["--sensitive", 'Dis"ease, 😀']])
def test_measure_prints_json_that_its_schema_allows(csv, options, sensitive):
    ran = run("measure", csv, "--keys", "Age", *sensitive, *options, "--format", "json")
    out = json.loads(ran.stdout)
    jsonschema.validate(out, json.loads((ROOT / "docs/schemas/measure.json").read_text()))
    assert out["keys"] == ["Age"]
    assert ("by_value" in out) == ("--by-value" in options)
    made = sonde.measure(
        csv,
        keys="Age",
        sensitive=out["sensitive"],
        subject=out["subject"],
        missing=out["missing"],
        by_value="by_value" in out,
    )
    assert out["measures"] == made.overall
    assert out["rows"] == made.profile.rows


def test_a_name_with_a_comma_goes_in_quotes(csv):
    ran = run("measure", csv, "--keys", 'Age,"Dis""ease, 😀"', "--keys", "who", "--format", "json")
    assert json.loads(ran.stdout)["keys"] == ["Age", 'Dis"ease, 😀', "who"]


def test_by_value_in_json_is_text_whatever_the_type(csv, tmp_path, hospital):
    import pyarrow.parquet as pq

    pq.write_table(hospital, tmp_path / "h.parquet")
    ran = run("measure", "h.parquet", "--keys", "Age", "--by-value", "--format", "json")
    assert json.loads(ran.stdout)["by_value"][0]["key"] == {"Age": "22"}
    ran = run(
        "measure",
        csv,
        "--keys",
        'Dis"ease, 😀'.join('""').replace('s"e', 's""e'),
        "--by-value",
        "--format",
        "json",
    )
    assert json.loads(ran.stdout)["by_value"][-1]["key"] == {'Dis"ease, 😀': None}


def test_inspect_prints_json_that_its_schema_allows(csv):
    out = json.loads(run("inspect", csv, "--subject", "who", "--format", "json").stdout)
    jsonschema.validate(out, json.loads((ROOT / "docs/schemas/inspect.json").read_text()))
    assert [column["role"] for column in out["columns"]] == ["subject", "key", "identifier"]


def test_measures_says_what_there_is():
    out = json.loads(run("measures", "--format", "json").stdout)
    jsonschema.validate(out, json.loads((ROOT / "docs/schemas/measures.json").read_text()))
    assert [one["name"] for one in out["measures"]] == list(measures())
    shown = run("measures").stdout
    assert all(name in shown for name in measures())


@pytest.mark.parametrize("name", [printed.value for printed in Printed])
def test_the_published_schemas_are_those_of_the_code(name):
    published = json.loads((ROOT / f"docs/schemas/{name}.json").read_text())
    assert published == json.loads(run("schema", name).stdout), "run `make schemas`"
    jsonschema.Draft202012Validator.check_schema(published)


@pytest.fixture
def survey(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [
        (22 + n % 3, ["low", "mid", "high"][n % 2 + n // 40], 5 + n % 4, n // 2) for n in range(60)
    ]
    Path("survey.csv").write_text(
        "age,pay,w,home\n" + "".join(f"{a},{p},{w},{h}\n" for a, p, w, h in rows)
    )
    Path("register.csv").write_text("age,n\n22,500\n23,400\n24,60\n70,5\n")
    Path("kinds.csv").write_text("low;little;*\nmid;little;*\nhigh;much;*\n")
    return ["measure", "survey.csv", "--keys", "age", "--sensitive", "pay"]


ORDERED = ["--order", "pay=low,mid,high", "--hierarchy", "pay=kinds.csv"]
REGISTER = ["--population", "register.csv", "--population-counts", "n"]
WEIGHED = ["--weight", "w", "--household", "home"]


@pytest.mark.parametrize(
    ("options", "roles"),
    [
        (ORDERED, {"orders": {"pay": ["low", "mid", "high"]}, "hierarchies": {"pay": "kinds.csv"}}),
        (REGISTER, {"population": "register.csv", "population_counts": "n"}),
        (WEIGHED, {"weight": "w", "household": "home"}),
        (["--population-size", "900"], {"population_size": 900}),
        (["--sample"], {"sample": True}),
        (["--parameter", "c=0.5", "--parameter", "l=3"], {"parameters": {"c": 0.5, "l": 3}}),
        (["--parameter", "of=mid"], {"parameters": {"of": "mid"}}),
        (["--only", "k_anonymity,pif", "--only", "itpr"], {"only": ["itpr", "k_anonymity", "pif"]}),
    ],
)
def test_every_role_has_its_option(survey, options, roles):
    out = json.loads(run(*survey, *options, "--by-value", "--format", "json").stdout)
    jsonschema.validate(out, json.loads((ROOT / "docs/schemas/measure.json").read_text()))
    made = sonde.measure("survey.csv", keys="age", sensitive="pay", by_value=True, **roles)
    assert out["measures"] == made.overall
    assert out["left_out"] == made.left_out
    assert out["data"] == ("sample" if made.profile.dataset.sample else "population")
    assert out["population_size"] == made.profile.population_size
    assert out["intervals"] == {n: list(r.interval) for n, r in made.results.items() if r.interval}
    told = roles.get("parameters", {})
    assert {n: v for p in out["parameters"].values() for n, v in p.items() if n in told} == told
    shown = run(*survey, *options, "--by-value").stdout
    assert all(result.measure.title in shown for result in made.results.values())


def test_the_interval_of_a_sample_is_said(survey):
    words = run(*survey, "--sample", "--only", "corrected_rate").stdout
    assert re.search(r"between [\d.]+% and\s+[\d.]+%\s+in\s+95", words)
    out = json.loads(run(*survey, "--sample", "--format", "json").stdout)
    assert list(out["intervals"]) == ["corrected_rate"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--order", "pay"], "'pay' is not written like 'level=low,high'"),
        (["--hierarchy", "=kinds.csv"], "'=kinds.csv' is not written like 'disease=kinds.csv'"),
        (["--parameter", "c="], "'c=' is not written like 'c=3'"),
        (["--parameter", "c=x"], "c is a number above 0, not 'x'"),
        (["--only", "k_anonimity"], "no measure 'k_anonimity'. Did you mean 'k_anonymity'?"),
        (["--only", "k_map"], "k-map needs a table of the population"),
        (["--population", "registr.csv"], "Did you mean 'register.csv'?"),
        (["--weight", "pay"], "Column 'pay' is both sensitive and weight"),
        (["--population-size", "3"], "said to have 3 people, and the sample alone has 60"),
    ],
)
def test_what_is_wrong_with_an_option_is_one_sentence(survey, options, words):
    ran = run(*survey, *options, status=2)
    assert ran.stdout == ""
    (line,) = ran.stderr.splitlines()
    assert words in line


def test_the_table_says_what_the_numbers_rest_on(csv):
    shown = run("measure", csv, "--keys", "Age", "--subject", "who", "--missing", "drop").stdout
    assert "Rests on 4 rows of 3 people in 2 classes, the smallest of 1" in shown
    assert "0 rows with a null left out" in shown


def test_values_are_shown_as_they_are(csv):
    shown = run("measure", csv, "--keys", '"Dis""ease, 😀"', "--by-value").stdout
    assert "[red]aids[/]" in shown
    assert "null" in shown


def test_steering_characters_are_shown_not_sent(tmp_path):
    path = tmp_path / "esc.csv"
    path.write_text('a\n"\x1b[2Jx"\n"y\u202ez"\n')
    shown = run("measure", str(path), "--keys", "a", "--by-value").stdout
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert r"\x1b[2Jx" in shown


def test_many_classes_are_cut_short_with_a_word(tmp_path, monkeypatch):
    monkeypatch.setattr("sonde.report.as_json.CLASSES_AT_ONCE", 7)
    path = tmp_path / "many.csv"
    path.write_text("a\n" + "\n".join(map(str, range(50))))
    shown = run("measure", str(path), "--keys", "a", "--by-value").stdout
    assert "and 30 classes more: --format json shows them all." in shown
    out = run("measure", str(path), "--keys", "a", "--by-value", "--format", "json").stdout
    held = json.loads(out)["by_value"]
    assert [entry["key"]["a"] for entry in held] == list(map(str, range(50)))


@pytest.mark.parametrize("width", [20, 60, 80, 200])
def test_a_number_is_never_cut_in_two(tmp_path, width):
    """However narrow the terminal and however long the names."""
    names = [f"a very long name of a key {i}" for i in range(5)]
    path = tmp_path / "wide.csv"
    rows = [[str(12**i)] * 5 for i in range(6)]
    path.write_text("\n".join(",".join(row) for row in [names, *rows]))
    words = ["measure", str(path), "--keys", ",".join(names), "--by-value"]
    ran = CliRunner().invoke(app, words, env={"COLUMNS": str(width)})
    assert ran.exit_code == 0
    table = ran.stdout.partition("counts as a value.")[2] or ran.stdout
    assert table.count("1.0000") >= 6 * 3
    assert len(re.findall(r"2\.5850", table)) >= 6
    shown = CliRunner().invoke(app, ["inspect", str(path)], env={"COLUMNS": str(width)}).stdout
    assert shown.count("100.0%") == 5


def test_inspect_suggests_what_to_measure_next(csv):
    shown = run("inspect", csv, "--subject", "who").stdout.replace("\n", " ")
    command = shown.split("Next: sonde ")[1].strip()
    assert command == "measure --keys Age --subject who hospital.csv"
    import shlex

    run(*shlex.split(command))


def test_output_goes_to_a_file_whole(csv):
    assert run("measure", csv, "--keys", "Age", "-o", "out.json", "--format", "json").stdout == ""
    assert json.loads(Path("out.json").read_text())["rows"] == 4
    run("inspect", csv, "--output", "out.txt")
    assert "hospital.csv: 4 rows, 3 columns" in Path("out.txt").read_text()
    assert sorted(os.listdir()) == ["hospital.csv", "out.json", "out.txt"]


def test_wrong_options_are_exit_status_2(csv):
    for words in (
        ["measure", csv, "--kyes", "Age"],
        ["measure"],
        ["measure", csv, "--format", "x"],
    ):
        assert "Traceback" not in run(*words, status=2).stderr
    assert run("--version").stdout == f"sonde {sonde.__version__}\n"


def test_the_demo_tells_its_story():
    shown = run("demo").stdout
    for words in ("fnlwgt", "94.4%", "4,129 of 32,561 people", "semantic discrimination rate"):
        assert words in shown


def test_a_reader_that_leaves_early_is_no_error(csv):
    """As `sonde inspect ... | head -1` does it."""
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run([SONDE, "inspect", csv], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert ran.returncode == 0
    assert b"Traceback" not in ran.stderr


def test_progress_is_told_on_standard_error_after_a_while(capsys):
    with progress("Counting", patience=0.05):
        time.sleep(0.2)
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "Counting: 0 s\n"
    with progress("Counting", patience=5):
        pass
    assert capsys.readouterr().err == ""


def test_sonde_help_imports_no_engine():
    code = "import sonde.cli, sys; print({'ibis', 'duckdb', 'pyarrow', 'numpy'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "set()\n"


def test_measure_does_not_import_pandas(csv):
    code = (
        "import sys; from sonde.cli import app\n"
        "try: app()\nexcept SystemExit: print('pandas' in sys.modules)"
    )
    words = [sys.executable, "-c", code, "measure", csv, "--keys", "Age"]
    ran = subprocess.run(words, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "False"
