"""`sonde utility`: what it prints, and what it refuses in a sentence."""

import json
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner

import sonde
from sonde.cli import app

SCHEMA = json.loads((Path(__file__).parents[1] / "docs/schemas/utility.json").read_text())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("people.csv").write_text("age,income,pay\n22,3,low\n25,4,low\n41,9,high\n45,8,low\n")
    Path("release.csv").write_text(
        "age,income,pay\n20-39,3.5,low\n20-39,3.5,low\n>=40,9,high\n*,8,low\n"
    )
    Path("age.csv").write_text("22;20-39;*\n25;20-39;*\n41;>=40;*\n45;>=40;*\n")
    Path("needs.yaml").write_text(
        "needs:\n- {name: pay, predict: pay, from: age, weight: 2}\n"
        "- {predict: pay, from: [income], partitions: {income: {bins: [5]}}}\n"
    )
    return tmp_path


def run(*words, status=0):
    ran = CliRunner().invoke(app, ["utility", *words], env={"COLUMNS": "100"})
    assert ran.exit_code == status, (ran.output, ran.exception)
    return ran


ASKED = ["release.csv", "--predict", "pay", "--from", "age"]


@pytest.mark.parametrize(
    "options",
    [
        ASKED,
        [*ASKED, "--by-value"],
        [*ASKED, "--original", "people.csv", "--by-value", "--order", "pay=low,high"],
        ["release.csv", "--original", "people.csv", "--hierarchy", "age=age.csv"],
        [
            "release.csv",
            "--original",
            "people.csv",
            "--needs",
            "needs.yaml",
            "--parameter",
            "dimension=1",
        ],
    ],
)
def test_it_prints_json_that_its_schema_allows(folder, options):
    out = json.loads(run(*options, "--format", "json").stdout)
    jsonschema.validate(out, SCHEMA)
    assert run(*options).stdout


def test_it_prints_what_python_says(folder):
    words = ["--original", "people.csv", "--hierarchy", "age=age.csv", "--by-value"]
    out = json.loads(run(*ASKED, *words, "--format", "json").stdout)
    met = sonde.needs_met("release.csv", sonde.need("pay", "age"), original="people.csv")
    lost = sonde.information_loss("people.csv", "release.csv", hierarchies={"age": "age.csv"})
    assert out["losses"] == lost.overall
    assert out["overall"] == met.overall
    assert out["needs"][0]["lost"] == met.each[0].lost
    assert [v["certain"] for v in out["needs"][0]["release"]["by_value"]] == [True] * 3
    assert out["numbers"] == ["income"]


def test_several_needs_from_a_file(folder):
    out = json.loads(run("release.csv", "--needs", "needs.yaml", "--format", "json").stdout)
    assert [need["name"] for need in out["needs"]] == ["pay", "pay from income"]
    degrees = [need["release"]["degree"] for need in out["needs"]]
    assert out["overall"] == pytest.approx((2 * degrees[0] + degrees[1]) / 3)
    assert "Overall" in run("release.csv", "--needs", "needs.yaml").stdout


def test_a_table_shows_losses_and_notes(folder):
    Path("part.csv").write_text("age\n20-39\n20-39\n>=40\n*\n")
    shown = run("part.csv", "--original", "people.csv").stdout
    assert "Direct comparison" in shown
    assert "part.csv has no column 'income', of which all is lost." in shown


@pytest.mark.parametrize("table", ["people.csv", "release.csv"])
def test_neither_table_is_written_over(folder, table):
    held = Path(table).read_text()
    ran = run(*ASKED, "--original", "people.csv", "-o", table, status=2)
    assert "is the table itself" in ran.stderr
    assert Path(table).read_text() == held
    run(*ASKED, "--format", "json", "-o", "out.json")
    jsonschema.validate(json.loads(Path("out.json").read_text()), SCHEMA)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["release.csv"], "Say what the release is needed for"),
        (["release.csv", "--predict", "pay"], "A need has two halves"),
        (["release.csv", "--from", "pay"], "A need has two halves"),
        (["release.csv", "--needs", "none.yaml"], "Cannot read the needs none.yaml"),
        (["release.csv", "--needs", "age.csv"], "Needs are a list"),
        ([*ASKED, "--original", "people.csv", "--only", "il3"], "There is no loss 'il3'"),
    ],
)
def test_bad_words(folder, words, sentence):
    ran = run(*words, status=2)
    assert sentence in ran.stderr
    assert ran.stdout == ""


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ([{"predict": "a"}], "A need says what to predict and from what"),
        ([{"predict": "a", "from": "b", "wieght": 2}], "no field 'wieght'. Did you mean 'weight'"),
        ([{"predict": "a", "from": "b", "weight": "x"}], "weight of a need is a number above 0"),
        ("a", "Needs are a list"),
    ],
)
def test_bad_needs_in_a_file(spec, words):
    with pytest.raises(sonde.SondeError, match=words):
        sonde.needs_of(spec)
