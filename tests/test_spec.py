"""The spec: what it takes, and what is wrong with one in a sentence."""

import pytest

import sonde

WORKS = """
data: people.csv
keys: [age, zip]
sensitive: ill
partitions: {age: {bins: [30]}}
hierarchies: {zip: zip.csv}
limits:
  - {measure: k_anonymity, at_least: 2}
"""


@pytest.fixture
def written(tmp_path):
    (tmp_path / "people.csv").write_text("age,zip,ill\n22,01,flu\n35,01,aids\n35,02,flu\n")
    (tmp_path / "zip.csv").write_text("01;*\n02;*\n")

    def write(text):
        path = tmp_path / "spec.yaml"
        path.write_text(text)
        return path

    return write


def refused(path):
    with pytest.raises(sonde.SondeError) as caught:
        sonde.check(path)
    (line,) = str(caught.value).splitlines()
    return line.replace(str(path.parent) + "/", "")


def test_paths_are_relative_to_the_spec_and_values_are_text(written, monkeypatch, tmp_path_factory):
    path = written(WORKS)
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    spec = sonde.read_spec(path)
    assert spec.sensitive == ["ill"]
    assert spec.open().columns == ("age", "zip", "ill")
    assert spec.limits[0].at_least == 2
    assert spec.name == "people.csv"
    assert sonde.check(spec).status == 1


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("at_least: 2", "at_leest: 2", "there is no field 'limits.1.at_leest'. Did you mean 'at_l"),
        ("sensitive:", "sensitiv:", "there is no field 'sensitiv'. Did you mean 'sensitive'?"),
        ("data: people.csv", "", "the field 'data' is missing."),
        ("k_anonymity", "k_anonimity", "there is no measure 'k_anonimity'. Did you mean 'k_anon"),
        (", at_least: 2", "", "the limit on k_anonymity needs at_most or at_least."),
        ("at_least: 2", "at_least: many", "the field 'limits.1.at_least' cannot be 'many'"),
        ("at_least: 2", "at_least: nan", "the limit on k_anonymity is no number."),
        ("keys: [age, zip]", "keys: {age: zip}", "the field 'keys' cannot be"),
        ("limits:", "missing: dropped\nlimits:", "the field 'missing' cannot be 'dropped'"),
        ("people.csv", "peopel.csv", "There is no file peopel.csv. Did you mean 'people.csv'?"),
        ("keys:", "original: raw.csv\nkeys:", "There is no file raw.csv."),
        ("[age, zip]", "[aeg, zip]", "people.csv has no column 'aeg'. Did you mean 'age'?"),
        ("k_anonymity", "k_map", "k-map needs a table of the population"),
        ("sensitive: ill", "", "nothing wrong"),
    ],
)
def test_what_is_wrong_with_a_spec(written, old, new, words):
    if words == "nothing wrong":
        assert sonde.check(written(WORKS.replace(old, new))).status == 1
        return
    assert words in refused(written(WORKS.replace(old, new)))


def test_a_limit_of_a_sensitive_attribute_where_there_is_none(written):
    text = WORKS.replace("sensitive: ill", "").replace("k_anonymity", "distinct_l_diversity")
    assert refused(written(text)) == (
        "spec.yaml: the limit on distinct_l_diversity needs a sensitive attribute: name one there, "
        "or in the spec."
    )


def test_what_is_no_spec(written, tmp_path):
    assert "is no spec" in refused(written("- a\n- b\n"))
    assert "is not YAML (line 3)" in refused(written("a: 1\nb: [\n"))
    assert "'data' is there twice" in refused(written("data: a\ndata: b\n"))
    assert "Cannot read the spec" in refused(tmp_path / "none.yaml")
    assert "has no limits" in refused(written("data: people.csv\nkeys: age\n"))
    assert "Did you mean 'at_most'?" in refused(
        written(WORKS.replace("at_least: 2", "at_moost: 2, at_least: 2"))
    )


def test_nothing_in_a_spec_is_run(written, tmp_path):
    marker = tmp_path / "ran"
    for text in (
        f"data: !!python/object/apply:os.system ['touch {marker}']\nkeys: age\n",
        f"!!python/object/apply:pathlib.Path.touch [{marker}]\n",
    ):
        assert "is not YAML" in refused(written(text))
    assert not marker.exists()
