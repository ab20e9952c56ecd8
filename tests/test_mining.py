"""Data mining: models that learn from a release and are tested on originals."""

import sys

import numpy as np
import pytest

import sonde
from sonde.utility.mining import Scores

ROWS = 300


def people(seed=0, rows=ROWS):
    draw = np.random.default_rng(seed)
    age, sex = draw.integers(20, 60, rows), draw.choice(["f", "m"], rows)
    pay = age * 100 + (sex == "m") * 1000 + draw.normal(0, 100, rows)
    grade = np.where(pay > 4500, "high", "low")
    return {"age": age.tolist(), "sex": sex.tolist(), "pay": pay.tolist(), "grade": grade.tolist()}


def shuffled(table, name):
    return table | {name: np.random.default_rng(9).permutation(table[name]).tolist()}


def test_a_release_equal_to_the_original_loses_nothing():
    table = people()
    made = sonde.prediction(table, table, "grade", ["age", "sex"], splits=3)
    assert list(made.models) == ["tree", "neighbours", "boosting"]
    for one in made.models.values():
        assert one.lost.each == (0, 0, 0)
        assert one.release.mean > 0.9
    assert made.score == "accuracy"
    assert (made.trained, made.tested) == (200, 100)
    assert sonde.propensity(table, table).told_apart == 0.5
    assert sonde.clusters(table, table, 3, starts=2).overall == 1


def test_a_shuffled_attribute_cannot_be_predicted_from_and_the_others_can():
    table = people()
    made = sonde.prediction(table, shuffled(table, "age"), "grade", ["age"], splits=4)
    for one in made.models.values():
        assert one.lost.interval[0] > 0.1, one
    made = sonde.prediction(table, shuffled(table, "age"), "pay", ["sex"], splits=3)
    assert all(one.lost.mean == 0 for one in made.models.values())


def test_numbers_are_regressed():
    table = people()
    made = sonde.prediction(table, shuffled(table, "pay"), "pay", ["age", "sex"], splits=3)
    assert made.score == "r2"
    for one in made.models.values():
        assert one.original.mean > 0.7
        assert one.release.mean < 0.2
    assert -0.1 < made.guess.mean <= 0
    assert "a guess without keys has" in repr(made)


def test_a_coarser_key_is_asked_for_as_the_release_has_it():
    table = people()
    release = table | {"age": [f"{a // 10}*" for a in table["age"]]}
    made = sonde.prediction(table, release, "grade", ["age", "sex"], splits=3)
    for one in made.models.values():
        assert abs(one.lost.mean) < 0.15
        assert one.release.mean > 0.8


def test_swapped_rows_are_told_apart_by_their_links():
    table = people(rows=800)
    assert sonde.propensity(table, shuffled(table, "age")).told_apart > 0.6
    coarser = table | {"age": [f"{a // 10}*" for a in table["age"]]}
    made = sonde.propensity(table, coarser)
    assert made.told_apart > 0.99
    assert 0.2 < made.error <= 0.25


def test_clusters_of_a_shuffled_table_are_others():
    table = {"a": [1.0, 1.1, 1.2, 9.0, 9.1, 9.2] * 10}
    made = sonde.clusters(table, shuffled(table, "a"), 2, starts=2)
    assert abs(made.overall) < 0.2
    assert made.of_original == 1
    assert "2 clusters" in repr(made)


def test_the_interval_counts_splits_as_dependent():
    """Nadeau and Bengio: the variance times 1/J + n2/n1, with the t distribution of J - 1."""
    low, high = Scores((0.8, 0.9), 1 / 3).interval
    assert (high - low) / 2 == pytest.approx(12.7062 * np.sqrt(0.005 * (1 / 2 + 1 / 2)), rel=1e-5)


def test_the_seed_decides():
    table = people()
    release = shuffled(table, "sex")
    one, other = (
        sonde.prediction(table, release, "grade", ["age", "sex"], models="tree", splits=2)
        for _ in range(2)
    )
    assert one == other


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda t: sonde.prediction(t, t, "grade", "grade"), "other than itself"),
        (lambda t: sonde.prediction(t, t, "grade", []), "Name what 'grade' is to be predicted from"),
        (lambda t: sonde.prediction(t, t, "grade", "age", models=["forest"]), "no model 'forest'"),
        (lambda t: sonde.prediction(t, t, "grade", "age", splits=1), "splits is at least 2"),
        (
            lambda t: sonde.prediction(t, t | {"grade": ["x"] * ROWS}, "grade", "age"),
            "value 'x' of 'grade' and the original has not",
        ),
        (
            lambda t: sonde.prediction(t | {"grade": ["x"] * ROWS}, t | {"grade": ["x"] * ROWS}, "grade", "age"),
            "same value everywhere",
        ),
        (
            lambda _: sonde.prediction(people(rows=20), people(rows=20), "grade", "age"),
            "20 complete rows are too few to train on: it takes 30",
        ),
        (lambda _: sonde.propensity(people(rows=5), people(rows=5)), "too few to train on"),
        (lambda _: sonde.clusters(people(rows=5), people(rows=5)), "too few for 5 groups"),
    ],
)  # fmt: skip
def test_bad_input(ask, words):
    with pytest.raises(sonde.SondeError, match=words):
        ask(people())


def test_without_scikit_learn_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(sonde.SondeError, match=r"pip install 'sonde\[mining\]'"):
        sonde.propensity(people(), people())
