"""The assessment: what it says is what measuring says, and small classes stay masked."""

import hashlib
import json
from itertools import combinations
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner

import sonde
from sonde.cli import app

ROOT = Path(__file__).parents[1]
HEAD = "data: people.csv\ntitle: the people\nkeys: [age, sex, zip]\nsensitive: [ill, pay]\n"
LIMITS = "limits:\n  - {measure: k_anonymity, at_least: 2}\n"


@pytest.fixture
def spec(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [
        (20 + n % 7, "fm"[n % 2], n % 5, ["flu", "aids", "<b>"][n % 3], n % 4) for n in range(120)
    ]
    rows += [(99, "x", 77, "=1+1", 9)]
    text = "".join(",".join(map(str, row)) + "\n" for row in rows)
    Path("people.csv").write_text("age,sex,zip,ill,pay\n" + text)
    Path("spec.yaml").write_text(HEAD + LIMITS)
    return "spec.yaml"


def test_every_number_is_what_measuring_gives(spec):
    made = sonde.assess(spec)
    assert [target.sensitive for target in made.targets] == [None, "ill", "pay"]
    for target in made.targets:
        expected = sonde.measure(
            "people.csv", keys=["age", "sex", "zip"], sensitive=target.sensitive, by_value=True
        )
        for number in target.numbers:
            assert number.value == expected[number.measure].overall, number.measure
            assert number.sentence == expected[number.measure].sentence
        for key, rate in target.alone.items():
            alone = sonde.discrimination_rate("people.csv", keys=key, sensitive=target.sensitive)
            assert rate == pytest.approx(alone.overall, abs=1e-12)
    assert (made.rows, made.people, made.smallest_class) == (121, 121, 1)
    assert made.sha256 == hashlib.sha256(Path("people.csv").read_bytes()).hexdigest()


def test_every_subset_is_where_its_bits_say(spec):
    subsets = sonde.assess(spec).subsets
    keys = ["age", "sex", "zip"]
    for size in (1, 2, 3):
        for chosen in combinations(keys, size):
            place = sum(1 << keys.index(key) for key in chosen)
            made = sonde.measure("people.csv", keys=chosen, sensitive="ill")
            who = sonde.measure("people.csv", keys=chosen)
            assert subsets.classes[place] == made.profile.classes
            assert subsets.uniques[place] == who["uniques"].overall
            assert subsets.smallest[place] == made["k_anonymity"].overall
            assert subsets.rate[place] == pytest.approx(who["discrimination_rate"].overall)
            assert subsets.of["ill"][place] == pytest.approx(made["discrimination_rate"].overall)
            guess = made["posterior_vulnerability"].overall
            assert subsets.guess["ill"][place] == pytest.approx(guess)
    prior = sonde.prior_vulnerability("people.csv", keys="age", sensitive="ill").overall
    assert (subsets.classes[0], subsets.rate[0], subsets.guess["ill"][0]) == (1, 0.0, prior)


def test_the_crowds_hold_everybody_once(spec):
    crowds = sonde.assess(spec).crowds
    assert sum(crowd.people for crowd in crowds) == 121
    assert sum(crowd.share for crowd in crowds) == pytest.approx(1)
    assert crowds[0].people == sonde.uniques("people.csv", keys=["age", "sex", "zip"]).overall
    assert [crowd.least for crowd in crowds][1:] == [crowd.most + 1 for crowd in crowds[:-1]]


def test_small_classes_are_masked_unless_asked_for(spec):
    """The one of 99 is in a class of one: nothing of them may be seen but that they are there."""
    Path(spec).write_text(HEAD.replace("[age, sex, zip]", "age"))
    masked = sonde.assess(spec)
    words = masked.model_dump_json()
    for target in masked.targets:
        assert target.worst
        assert all((one.key is None) == (one.people is None) for one in target.worst)
        assert all(one.people is None or one.people >= 10 for one in target.worst)
    assert '"99"' not in words
    assert "=1+1" not in words
    shown = sonde.assess(spec, show_small=True)
    assert shown.targets[0].worst[0].key == {"age": "99"}
    assert masked.targets[0].worst[0].key is None
    assert {"age": "20"} in [one.key for one in masked.targets[0].worst]
    assert (masked.masked_below, shown.masked_below) == (10, None)


def test_the_verdict_is_the_gates(spec):
    made, gate = sonde.assess(spec), sonde.check(spec)
    assert (made.verdict, made.status) == (gate.sentence, gate.status)
    assert [limit.verdict for limit in made.limits] == [one.word for one in gate.verdicts]
    Path(spec).write_text(HEAD)
    assert sonde.assess(spec).verdict == "the people has no limits to keep."


def test_the_three_questions(spec):
    questions = {question.name: question for question in sonde.assess(spec).questions}
    assert list(questions) == ["singling out", "linkability", "inference"]
    assert not questions["linkability"].assessed
    Path(spec).write_text(HEAD.replace("sensitive: [ill, pay]", "population: people.csv"))
    questions = {question.name: question for question in sonde.assess(spec).questions}
    assert questions["linkability"].assessed
    assert not questions["inference"].assessed


def test_many_keys_are_not_explored(tmp_path):
    names = [f"k{n}" for n in range(13)]
    table = (
        ",".join(names)
        + "\n"
        + "".join(",".join(str(r % (n + 2)) for n in range(13)) + "\n" for r in range(40))
    )
    (tmp_path / "wide.csv").write_text(table)
    path = tmp_path / "spec.yaml"
    path.write_text(f"data: wide.csv\nkeys: [{', '.join(names)}]\n")
    made = sonde.assess(path)
    assert made.subsets is None
    assert made.blame == []
    assert any("12 keys" in words for words in made.not_assessed)
    assert (
        made.targets[0].alone["k0"]
        == sonde.discrimination_rate(str(tmp_path / "wide.csv"), keys="k0").overall
    )


def run(*words):
    ran = CliRunner().invoke(app, ["assess", *words], env={"COLUMNS": "100"})
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def test_the_json_is_what_its_schema_allows(spec):
    out = json.loads(run(spec, "--format", "json"))
    jsonschema.validate(out, json.loads((ROOT / "docs/schemas/assess.json").read_text()))
    assert out["title"] == "the people"


def test_a_report_is_written_as_its_name_says(spec):
    assert run(spec, "-o", "report.json") == ""
    assert json.loads(Path("report.json").read_text())["status"] == 1
    run(spec, "-o", "report.md")
    assert Path("report.md").read_text().startswith("# the people\n\n**the people breaks 1 of 1")
    run(spec, "-o", "report.html")
    assert Path("report.html").read_text().lower().startswith("<!doctype html>")
    run(spec, "-o", "report.txt", "--format", "json")
    assert json.loads(Path("report.txt").read_text())["rows"] == 121
    shown = run(spec)
    assert "Singling out." in shown
    assert "share of the rate" in shown


NEEDS = "needs:\n  - {name: who is ill, predict: ill, from: [age, sex]}\n"


def test_the_needs_are_asked_of_the_release_and_its_original(spec):
    Path(spec).write_text(HEAD + "original: people.csv\n" + NEEDS)
    (met,) = sonde.assess(spec).needs
    rate = sonde.discrimination_rate("people.csv", keys=["age", "sex"], sensitive="ill").overall
    assert (met.name, met.degree, met.original) == ("who is ill", rate, rate)
    assert met.why_better == []
    run(spec, "-o", "report.html")
    assert "who is ill" in Path("report.html").read_text()
    assert "who is ill" in run(spec, "--format", "markdown")


def test_the_attacks_are_those_of_sonde_attack(spec):
    made = sonde.assess(spec)
    tried = sonde.attack("people.csv", keys=["age", "sex", "zip"], sensitive=["ill", "pay"])
    expected = [one for one in tried if one.whole and not one.attack.perturbed]
    assert [(one.attack, one.target) for one in made.attacks] == [
        (one.attack.name, one.target) for one in expected
    ]
    for found, one in zip(made.attacks, expected, strict=True):
        assert found.figures == one.overall
        assert found.sentence == one.sentence
    run(spec, "-o", "report.html")
    assert "What attackers learn" in Path("report.html").read_text()


def test_attacks_are_not_tried_on_another_table_than_the_rest(spec):
    """They take a release as it is, and a spec that divides keys means one that is coarser."""
    Path(spec).write_text(HEAD + "partitions: {age: {bins: [23]}}\n")
    made = sonde.assess(spec)
    assert made.attacks == []
    assert any(words.startswith("Attacks take a release as it is") for words in made.not_assessed)


def test_a_table_from_outside_is_linked(spec):
    Path(spec).write_text(HEAD + "outside: people.csv\n")
    questions = {question.name: question for question in sonde.assess(spec).questions}
    assert questions["linkability"].assessed
    grey = [one for one in sonde.assess(spec).attacks if one.attack == "grey_box"]
    assert grey
    assert grey[0].sentence in questions["linkability"].answer
