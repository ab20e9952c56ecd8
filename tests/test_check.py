"""The gate: three exit statuses, what it prints for whom, and what to try."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from typer.testing import CliRunner

import sonde
from sonde.cli import app

SCHEMAS = Path(__file__).parents[1] / "docs" / "schemas"
HEAD = "data: people.csv\nkeys: [age, sex]\nsensitive: [ill, home]\nhierarchies: {age: ages.csv}\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [(20 + n // 3, "fm"[n % 2], ["flu", "aids", "cold"][n % 3], "x") for n in range(24)]
    text = "".join(f"{a},{s},{i},{h}\n" for a, s, i, h in rows)
    Path("people.csv").write_text("age,sex,ill,home\n" + text)
    Path("ages.csv").write_text("".join(f"{age};{age // 4 * 4};*\n" for age in range(20, 28)))
    return tmp_path


def run(limits, *words):
    Path("spec.yaml").write_text(HEAD + "limits:\n" + "".join(f"  - {one}\n" for one in limits))
    return CliRunner().invoke(app, ["check", "spec.yaml", *words], env={"COLUMNS": "120"})


HOLDS = "{measure: discrimination_rate, at_most: 1}"
BROKEN = "{measure: k_anonymity, at_least: 2}"
OPEN = "{measure: t_closeness, sensitive: home, at_most: 0.2}"


@pytest.mark.parametrize(
    ("limits", "status", "words"),
    [
        ([HOLDS], 0, "people.csv keeps its limit."),
        ([HOLDS, HOLDS], 0, "people.csv keeps all 2 limits."),
        ([HOLDS, BROKEN], 1, "people.csv breaks 1 of 2 limits."),
        ([HOLDS, OPEN], 2, "people.csv leaves 1 undecided of 2 limits."),
        ([BROKEN, OPEN], 1, "people.csv breaks 1 and leaves 1 undecided of 2 limits."),
    ],
)
@pytest.mark.parametrize("form", ["table", "json", "markdown", "junit", "github"])
def test_the_exit_status_is_the_verdict(folder, limits, status, words, form):
    ran = run(limits, "--format", form)
    assert ran.exit_code == status, ran.output
    assert ran.stderr == ""
    if form in ("table", "json"):
        assert words in ran.stdout
    if form == "markdown":
        assert f"**{words}**" in ran.stdout


def test_what_could_not_be_run_is_status_2_and_a_sentence(folder):
    ran = run(["{measure: k_anonimity, at_least: 2}"])
    assert ran.exit_code == 2
    assert ran.stdout == ""
    assert len(ran.stderr.splitlines()) == 1


def test_the_json_is_what_its_schema_allows(folder):
    out = json.loads(run([HOLDS, BROKEN, OPEN], "--format", "json").stdout)
    jsonschema.validate(out, json.loads((SCHEMAS / "check.json").read_text()))
    assert [one["verdict"] for one in out["limits"]] == ["holds", "broken", "undecided"]
    assert out["limits"][2]["value"] is None
    assert "has the same value everywhere" in out["limits"][2]["reason"]


def test_junit_says_failure_and_error(folder):
    root = ET.fromstring(run([HOLDS, BROKEN, OPEN], "--format", "junit").stdout)  # noqa: S314 - our own
    (suite,) = root
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["3", "1", "1"]
    assert [[child.tag for child in case] for case in suite] == [[], ["failure"], ["error"]]
    assert "k-anonymity is 1" in suite[1][0].get("message")


def test_a_junit_parser_takes_it(folder):
    from junitparser import Error, Failure, JUnitXml

    Path("sonde.xml").write_text(run([HOLDS, BROKEN, OPEN], "--format", "junit").stdout)
    parsed = JUnitXml.fromfile("sonde.xml")
    (suite,) = parsed
    assert (suite.tests, suite.failures, suite.errors) == (3, 1, 1)
    assert [[type(one) for one in case.result] for case in suite] == [[], [Failure], [Error]]


def test_annotations_are_one_line_each(folder):
    lines = run([HOLDS, BROKEN, OPEN], "--format", "github").stdout.splitlines()
    assert [re.match(r"::(\w+) file=spec.yaml,title=", line)[1] for line in lines] == [
        "notice",
        "error",
        "warning",
    ]


def test_names_cannot_break_out_of_a_format(folder):
    """A title with line breaks, commas, pipes and tags stays a title."""
    nasty = 'a,b::c|<script>&"\u202e%\n::error::x'
    Path("spec.yaml").write_text(
        HEAD + f"title: {json.dumps(nasty)}\nlimits:\n  - {BROKEN}\n", encoding="utf-8"
    )
    made = sonde.check("spec.yaml")
    from sonde.report import as_github, as_junit, as_markdown

    assert len(as_github.check(made).splitlines()) == 1
    root = ET.fromstring(as_junit.check(made))  # noqa: S314 - our own
    assert "<script>" in root[0][0].get("classname")
    assert "<script>" not in as_markdown.check(made)
    assert "\n::error" not in as_markdown.check(made)


def test_a_columns_name_cannot_begin_a_command_of_its_own(folder):
    """A runner of GitHub's takes each line that begins with :: for a command."""
    Path("odd.csv").write_text('age,"ill\n::error::100%"\n22,flu\n22,aids\n35,flu\n')
    name = json.dumps("ill\n::error::100%")
    limit = "{measure: distinct_l_diversity, at_least: 2}"
    Path("spec.yaml").write_text(
        f"data: odd.csv\nkeys: age\nsensitive: {name}\nlimits:\n  - {limit}\n"
    )
    ran = CliRunner().invoke(app, ["check", "spec.yaml", "--format", "github"])
    (line,) = ran.stdout.splitlines()
    assert line.startswith("::error file=spec.yaml,title=Distinct l-diversity of ill%0A%3A%3Aerror")
    assert "of ill%0A::error::100%25 is 1" in line


def test_what_to_try_is_what_measuring_so_gives(folder):
    made = run([BROKEN], "--format", "json")
    (broken,) = json.loads(made.stdout)["limits"]
    table = str(folder / "people.csv")
    ladder = {"age": {"hierarchy": "ages.csv", "level": 1}}
    ways = {
        "Without sex": sonde.k_anonymity(table, keys="age").overall,
        "Without age": sonde.k_anonymity(table, keys="sex").overall,
        "With age at level 1 of its hierarchy": sonde.k_anonymity(
            table, keys=["age", "sex"], partitions=ladder
        ).overall,
    }
    best = sorted(ways.items(), key=lambda way: -way[1])
    said = [f"{words} it would be {k}, which would do." for words, k in best]
    assert broken["tries"] == said
    assert best[0] == ("Without age", 12)


def test_a_limit_holds_for_every_sensitive_attribute(folder):
    out = json.loads(
        run(["{measure: distinct_l_diversity, at_least: 1}"], "--format", "json").stdout
    )
    assert [one["sensitive"] for one in out["limits"]] == ["ill", "home"]
    told = "{measure: recursive_c, sensitive: ill, parameters: {l: 3}, at_most: 9, keys: sex}"
    (one,) = json.loads(run([told], "--format", "json").stdout)["limits"]
    assert (one["keys"], one["parameters"]) == (["sex"], {"l": 3})
    expected = sonde.recursive_c(str(folder / "people.csv"), keys="sex", sensitive="ill", l=3)
    assert one["value"] == expected.overall


def test_a_limit_is_met_at_its_bound(folder):
    k = sonde.k_anonymity("people.csv", keys="sex").overall
    at = f"{{measure: k_anonymity, keys: [sex], at_least: {k}}}"
    above = f"{{measure: k_anonymity, keys: [sex], at_least: {k + 1}}}"
    assert run([at]).exit_code == 0
    assert run([above]).exit_code == 1
