"""The class counts: one reading, people, nulls, and keys by the dozen."""

import re

import numpy as np
import pyarrow as pa
import pytest

import sonde
from sonde.sources import open_source


def test_one_reading_is_enough(hospital):
    """Every measure, overall and by value, comes from a single query."""
    source = open_source(hospital)
    asked = []
    from dataclasses import replace

    counting = replace(source, execute=lambda q: asked.append(q) or source.execute(q))
    made = sonde.measure(counting, keys="Age", sensitive="Disease", by_value=True)
    assert made.by_value.num_rows == 6
    assert len(asked) == 1
    assert sonde.measure(counting, keys="Age", missing="drop").overall
    assert len(asked) == 2


def test_people_are_counted_not_rows():
    """Five rows of one patient are one person: each table below says the same."""
    once = {"who": [1, 2, 3], "age": [22, 22, 35], "ill": ["flu", "flu", "aids"]}
    often = {
        "who": [1, 1, 1, 1, 1, 2, 3, 3],
        "age": [22, 22, 22, 22, 22, 22, 35, 35],
        "ill": ["flu", "flu", "flu", "flu", "flu", "flu", "aids", "aids"],
    }
    for roles in ({"keys": "age"}, {"keys": "age", "sensitive": "ill"}):
        expected = sonde.measure(once, **roles, by_value=True)
        found = sonde.measure(often, **roles, subject="who", by_value=True)
        assert found.overall == expected.overall
        assert found.by_value["people"].to_pylist() == [2, 1]
        assert found.by_value["rows"].to_pylist() == [6, 2]
    assert (found.profile.rows, found.profile.subjects) == (8, 3)


def test_a_person_with_several_illnesses_is_no_crowd():
    """One person with three diagnoses in a class: k is 1, not 3."""
    table = {"who": [1, 1, 1], "age": [22, 22, 22], "ill": ["flu", "aids", "asthma"]}
    made = sonde.measure(table, keys="age", sensitive="ill", subject="who", by_value=True)
    assert made["k_anonymity"].overall == 1
    assert made.by_value["people"].to_pylist() == [1]
    assert made["discrimination_rate"].overall == 0.0


def test_a_person_in_several_classes():
    """A moves house: X is the person, so H(X) is that of the three (person, ZIP) facts."""
    table = {"who": ["A", "A", "B"], "zip": [1, 2, 2]}
    made = sonde.measure(table, keys="zip", subject="who")
    # H(X) = log2 3 - 2/3, H(X|Y) = 2/3 of one bit.
    assert made["discrimination_rate"].overall == pytest.approx(1 - (2 / 3) / (np.log2(3) - 2 / 3))
    assert made.kind == "partial identifier"


def test_nulls_are_a_value_or_drop_their_rows():
    table = {"a": ["x", None, None, "x"], "b": ["1", "1", "2", None]}
    value = sonde.profile(table, keys="a", sensitive="b")
    assert (value.classes, value.rows, value.dropped) == (2, 4, 0)
    drop = sonde.profile(table, keys="a", sensitive="b", missing="drop")
    assert (drop.classes, drop.rows, drop.dropped) == (1, 1, 3)
    assert sonde.profile(table, keys="a", missing="drop").rows == 2
    collapsed = sonde.profile(table, keys="a", missing="drop", by_value=False)
    assert (collapsed.rows, collapsed.dropped, collapsed.classes) == (2, 2, 1)


def test_keys_whose_combinations_fill_64_bits_to_the_brim():
    """Eight keys of 256 values make 2^64 codes: one key more, and its part would vanish."""
    values = np.tile(np.arange(256), 2)
    columns = {"first": np.repeat([0, 1], 256)} | {f"k{i}": values for i in range(8)}
    made = sonde.profile(columns, keys=list(columns))
    assert made.classes == 512
    assert set(made.size) == {1}


def test_a_pure_class_of_several_people_makes_a_partial_identifier():
    table = {"age": [1, 1, 2, 2], "ill": ["flu", "flu", "flu", "aids"]}
    made = sonde.profile(table, keys="age", sensitive="ill")
    assert sonde.identifier_kind(made) == "partial identifier"


def test_more_keys_than_a_code_has_bits_for():
    """Sixty keys of 1000 values: the combinations outnumber what fits 64 bits by far."""
    rng = np.random.default_rng(5)
    columns = {f"k{i}": rng.integers(0, 1000, 500) for i in range(60)}
    columns = {name: np.concatenate([held, held[:250]]) for name, held in columns.items()}
    made = sonde.profile(columns, keys=list(columns))
    assert made.classes == 500
    assert sorted(made.size) == [1] * 250 + [2] * 250


def test_values_that_would_collide_when_glued():
    table = {"a": ["x_y", "x", "x", None], "b": ["z", "y_z", None, "x"]}
    assert sonde.profile(table, keys=["a", "b"]).classes == 4


def test_classes_come_in_the_order_of_their_values():
    made = sonde.profile({"age": ["9", "10", None, "100", "010"]}, keys="age")
    assert made.keys.column(0).to_pylist() == ["9", "010", "10", "100", None]
    made = sonde.profile({"a": ["b", "10", "B", "9"]}, keys="a")
    assert made.keys.column(0).to_pylist() == ["10", "9", "B", "b"]


def test_the_digits_do_not_depend_on_a_large_table_of_small_numbers():
    """A million unique people: exactly 1, by the integers."""
    made = sonde.measure({"id": np.arange(1_000_000)}, keys="id")
    assert made["discrimination_rate"].overall == 1.0
    assert made.kind == "identifier"


def test_independence_is_decided_by_the_integers():
    """Counts in proportion say nothing, one row off says something: floats cannot tell."""
    keys = np.repeat([0, 1], [3_000_000, 1_500_000])
    x = np.concatenate([np.arange(3_000_000) % 3, np.arange(1_500_000) % 3])
    table = {"k": keys, "x": x}
    assert sonde.identifier_kind(sonde.profile(table, keys="k", sensitive="x")) == "zero-identifier"
    assert sonde.discrimination_rate(table, keys="k", sensitive="x").overall == 0.0
    x[-1] = 0
    made = sonde.profile(table, keys="k", sensitive="x")
    assert sonde.identifier_kind(made) == "sketchy-identifier"
    assert 0 <= sonde.discrimination_rate(made).overall < 1e-9


def test_one_row():
    made = sonde.measure({"a": ["x"]}, keys="a", by_value=True)
    assert made["discrimination_rate"].overall is None
    assert made["discrimination_rate"].reason == (
        "there is one person only, so nobody can be told from anybody"
    )
    assert made["k_anonymity"].overall == 1
    assert made.kind is None
    assert made.by_value["discrimination_rate"].to_pylist() == [None]


def test_an_unused_category_is_no_class():
    codes = pa.DictionaryArray.from_arrays(pa.array([0, 0]), pa.array(["a", "never"]))
    assert sonde.k_anonymity({"c": codes}, keys="c").overall == 2


def test_results_show_themselves(hospital):
    made = sonde.measure(hospital, keys="Age", sensitive="Disease")
    assert "Discrimination rate              0.7002" in repr(made)
    assert repr(made).endswith(
        "Rests on 9 rows in 6 classes, the smallest of 1; a null counts as a value; "
        "taken as the population."
    )
    assert "<td>Discrimination rate</td><td>0.7002</td>" in made._repr_html_()
    pairs = sonde.entropy_l_diversity_risk({"a": [1, 1, 2, 2, 2]}, keys="a")
    assert pairs.sentence.endswith("the person's identity as open as a choice among 2.")
    crowd = sonde.entropy_l_diversity_risk({"a": [1] * 3124}, keys="a")
    assert crowd.sentence.endswith("as open as a choice among 3,124.")
    nearly = sonde.entropy_l_diversity_risk(
        {"a": [1] * 9999, "s": [1] + [2] * 9998}, keys="a", sensitive="s"
    )
    assert nearly.sentence.endswith("as open as a choice among more than 1.")
    result = made["discrimination_rate"]
    assert repr(result).startswith("Discrimination rate: 0.7002\nKnowing Age removes 70.0%")
    nasty = sonde.measure({"<script>": [1, 2]}, keys="<script>")
    assert "<script>" not in nasty._repr_html_()
    assert "<script>" not in nasty["itpr"]._repr_html_()


def test_a_result_gives_its_values_when_they_are_asked_for(hospital):
    result = sonde.k_anonymity(hospital, keys="Age")
    assert result.profile.keys is None
    assert result.by_value.to_pydict() == {
        "Age": [22, 32, 35, 40, 45, 63],
        "rows": [3, 1, 2, 1, 1, 1],
        "k_anonymity": [3, 1, 2, 1, 1, 1],
    }


def test_a_profile_measures_without_another_count(hospital):
    counted = sonde.profile(hospital, keys="Age", sensitive="Disease")
    assert (
        sonde.measure(counted).overall
        == sonde.measure(hospital, keys="Age", sensitive="Disease").overall
    )
    assert sonde.itpr(counted).overall == 1.0


def test_what_shows_itself_shows_no_value(hospital):
    """A profile at the end of a notebook's cell must not print people's diseases."""
    roles = {"keys": ["Age"], "sensitive": "Disease"}
    counted = sonde.profile(hospital, **roles)
    assert repr(counted) == (
        "The table: keys Age; sensitive Disease\n"
        "Rests on 9 rows in 6 classes, the smallest of 1; a null counts as a value; "
        "taken as the population."
    )
    assert repr(sonde.dataset(hospital, **roles)) == "The table: keys Age; sensitive Disease"
    assert repr(sonde.open_source(hospital)) == "The table: columns ZIP Code, Age, Disease"
    people = sonde.dataset({"who": [1], "a": [2]}, keys="a", subject="who")
    assert repr(people) == "The table: keys a; subject who"


def test_a_dataset_keeps_its_roles(hospital):
    roles = sonde.dataset(hospital, keys=["Age"], sensitive="Disease")
    assert sonde.discrimination_rate(roles).overall == pytest.approx(0.7001735516589389, abs=1e-12)


def test_a_file_is_read_once_for_people_too(tmp_path, monkeypatch):
    """The facts are kept by the engine; the file may go once they are counted."""
    from sonde.sources import Source

    path = tmp_path / "visits.csv"
    path.write_text("who,age,ill\n1,22,flu\n1,22,flu\n2,22,aids\n3,,flu\n")
    keep = Source.keep
    monkeypatch.setattr(Source, "keep", lambda s, q: (keep(s, q), path.unlink())[0])
    made = sonde.measure(path, keys="age", sensitive="ill", subject="who", missing="drop")
    assert (made.profile.rows, made.profile.subjects, made.profile.dropped) == (3, 2, 1)
    assert made["k_anonymity"].overall == 2


def test_a_dropped_row_needs_no_place_in_a_partition():
    table = {"a": ["x", "oops"], "b": ["1", None]}
    for by_value in (False, True):
        made = sonde.measure(
            table,
            keys=["a", "b"],
            partitions={"a": {"d": ["x"]}},
            missing="drop",
            by_value=by_value,
        )
        assert made.profile.rows == 1


def test_rows_of_numbers_are_sorted_alike_whether_they_fit_64_bits_or_not(monkeypatch):
    from sonde import numbering

    rng = np.random.default_rng(1)
    columns = [rng.integers(0, 9, 500) for _ in range(3)]
    expected = sorted(zip(*(column.tolist() for column in columns), strict=True))
    for largest in (2**62, 0):
        monkeypatch.setattr(numbering, "LARGEST", largest)
        found = zip(*(column.tolist() for column in numbering.sorted_rows(*columns)), strict=True)
        assert list(found) == expected


# Somebody of this population is in two classes.
MOVED = {"age": [22, 22, 35, 36, 35], "who": ["a", "b", "c", "c", "d"]}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({}, "taken as the population"),
        ({"sample": True}, "a sample"),
        ({"population_size": 5000}, "a sample of 5,000 people"),
        ({"weight": "w"}, "a sample of 60 people by its weights"),
        ({"population": {"age": [22, 22, 22, 35]}}, "a sample of 4 people"),
        ({"population": MOVED, "subject": "who"}, "a sample of 4 people"),
    ],
)
def test_every_result_says_population_or_sample(said, words):
    table = {"age": [22, 22, 35], "w": [10, 20, 30], "who": ["a", "b", "c"]}
    made = sonde.measure(table, keys="age", **said)
    assert made.profile.basis.endswith(f"; {words}.")
    assert repr(made).endswith(f"; {words}.")
    assert all(repr(result).endswith(f"; {words}.") for result in made.results.values())
    assert made.profile.dataset.sample == bool(said)
    said_size = re.search(r"of ([\d,]+) people", words)
    expected = int(said_size[1].replace(",", "")) if said_size else None
    assert made.profile.population_size == expected


@pytest.mark.parametrize("sensitive", [None, "ill"])
@pytest.mark.parametrize(
    "partitions", [{}, {"age": {"width": 10}, "ill": {"a": ["flu"], "b": "*"}}]
)
def test_fewer_keys_add_up_to_what_counting_gives(sensitive, partitions):
    rng = np.random.default_rng(5)
    ages = [None if n % 17 == 0 else int(n) for n in rng.integers(15, 60, 400)]
    ill = [["flu", "aids", "cold", "=x"][n] for n in rng.integers(0, 4, 400)]
    table = {"age": ages, "sex": list("fm" * 200), "zip": rng.integers(0, 9, 400), "ill": ill}
    used = {name: laid for name, laid in partitions.items() if name in ("age", sensitive)}
    roles = {"sensitive": sensitive, "partitions": used}
    whole = sonde.profile(table, keys=["age", "sex", "zip"], **roles)
    assert whole.adds_up
    for keys in (["age"], ["zip", "age"], ["sex"]):
        laid = {name: part for name, part in used.items() if name in (*keys, sensitive)}
        alone = sonde.profile(table, keys=keys, sensitive=sensitive, partitions=laid)
        found = sonde.measure(whole.of_keys(keys), parameters={"c": 3})
        expected = sonde.measure(alone, parameters={"c": 3})
        shared = [name for name in expected.results if name != "ordered_t_closeness"]
        assert {n: found.overall[n] for n in shared} == {n: expected.overall[n] for n in shared}
        assert sorted(map(str, found.by_value.to_pylist())) == sorted(
            map(str, expected.by_value.to_pylist())
        )


@pytest.mark.parametrize("told", [{"subject": "who"}, {"weight": "w"}, {"missing": "drop"}])
def test_what_does_not_add_up_is_counted_anew(told):
    table = {"age": [22, 22, None], "who": [1, 1, 2], "w": [3, 3, 4], "sex": ["f", "m", "m"]}
    assert not sonde.profile(table, keys=["age", "sex"], **told).adds_up
