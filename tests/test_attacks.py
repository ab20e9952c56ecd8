"""Attacks: the papers' figures, tables where the answer is known, brute force, and bad input."""

import itertools
import json
import math
from pathlib import Path

import jsonschema
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import sonde
from sonde.attacks import attacks
from sonde.attacks.comparable import Codes, Numbers, _climb
from sonde.attacks.nearest import chances, ranks
from sonde.attacks.rows import _read
from sonde.cli import app

HERE = Path(__file__).parent / "golden"
FIGURES = json.loads((HERE / "figures.json").read_text())
TABLES = HERE / "tables"
RATES = [f for f in FIGURES if f["measure"] == "discrimination_rate"]
SALARIES = {
    "average": {
        "Salary": {
            "low": ["4K", "5K", "6K"],
            "medium": ["7K", "8K", "9K"],
            "high": ["10K", "11K", "12K"],
        }
    },
    "subsets": {
        "Salary": {"A": ["4K", "6K", "10K"], "B": ["7K", "12K", "9K"], "C": ["5K", "8K", "11K"]}
    },
}


def path(name):
    return str(TABLES / f"{name}.csv")


def came_from(keys):
    return {key: key.rstrip("*") for key in keys}


def rate_of(finding, value):
    """Return a finding's rate, overall or of one combination of key values."""
    if value is None:
        return finding.overall["discrimination_rate"]
    (found,) = [
        row["discrimination_rate"]
        for row in finding.by_value.to_pylist()
        if [row[key] for key in finding.keys] == value
    ]
    return found


def only(made, attack, **has):
    (found,) = [one for one in made[attack] if all(getattr(one, k) == v for k, v in has.items())]
    return found


def named(figure):
    return f"{figure['table']}-{'+'.join(figure['keys'])}-{figure['value']}"


WHITE = [f for f in RATES if f["table"].endswith("generalization")]
HOMOGENEITY = [f for f in RATES if f["sensitive"] and not f["partitions"] and f not in WHITE]
SIMILARITY = [f for f in RATES if f["sensitive"] in (f["partitions"] or {})]
BLACK = [f for f in RATES if f["sensitive"] is None]


@pytest.mark.parametrize("figure", WHITE, ids=named)
def test_the_figures_of_identity_disclosure_in_a_white_box(figure):
    """Thesis, table 4.5, and SECRYPT 2017, table 6: of rows that match."""
    made = sonde.attack(
        path(figure["table"]),
        original=path(figure["table"]),
        keys=figure["keys"],
        came_from=dict(zip(figure["keys"], [figure["sensitive"]], strict=True)),
        only="white_box",
    )
    assert rate_of(made["white_box"][0], figure["value"]) == pytest.approx(
        figure["exact"], abs=1e-12
    )


@pytest.mark.parametrize("figure", HOMOGENEITY, ids=named)
def test_the_figures_of_homogeneity_and_background_knowledge(figure):
    """Thesis, tables 4.6 and 4.7: the remainder is what the rate leaves."""
    made = sonde.attack(
        path(figure["table"]),
        keys=figure["keys"],
        sensitive=figure["sensitive"],
        only=["homogeneity", "background_knowledge"],
    )
    found = only(made, "homogeneity", keys=tuple(figure["keys"]))
    assert rate_of(found, figure["value"]) == pytest.approx(figure["exact"], abs=1e-12)
    rest = only(made, "background_knowledge", keys=tuple(figure["keys"]))
    if figure["value"] is None:
        assert rest.overall["remainder"] == pytest.approx(1 - figure["exact"], abs=1e-12)
    else:
        (left,) = [
            row["remainder"]
            for row in rest.by_value.to_pylist()
            if [row[key] for key in rest.keys] == figure["value"]
        ]
        assert left == pytest.approx(1 - figure["exact"], abs=1e-12)


@pytest.mark.parametrize("figure", SIMILARITY, ids=named)
def test_the_figures_of_similarity(figure):
    """SECRYPT 2017, tables 10 to 13."""
    made = sonde.attack(
        path(figure["table"]),
        keys=figure["keys"],
        sensitive=figure["sensitive"],
        partitions=figure["partitions"],
        only="similarity",
    )
    found = only(made, "similarity", keys=tuple(figure["keys"]))
    assert rate_of(found, figure["value"]) == pytest.approx(figure["exact"], abs=1e-12)


@pytest.mark.parametrize("figure", BLACK, ids=named)
def test_the_figures_over_the_subjects_in_a_black_box(figure):
    made = sonde.attack(path(figure["table"]), keys=figure["keys"], only="black_box")
    found = only(made, "black_box", keys=tuple(figure["keys"]))
    assert rate_of(found, figure["value"]) == pytest.approx(figure["exact"], abs=1e-12)


def test_there_are_figures_of_every_kind():
    assert min(map(len, (WHITE, HOMOGENEITY, SIMILARITY, BLACK))) >= 14


def test_a_t_close_release_can_be_weaker_than_an_l_diverse_one():
    """SECRYPT 2017, section 6.3: 0.28 and 0.19 by averages, 1 and 0.58 by subsets."""
    keys = {"l-diverse": ["ZIP Code*", "Age*"], "t-close": ["ZIP Code*", "Age**"]}
    tables = {"l-diverse": "hospital_3_diverse", "t-close": "hospital_t_close"}
    made = {
        name: sonde.attack(
            path(tables[name]),
            keys=keys[name],
            sensitive="Salary",
            models=SALARIES,
            came_from=came_from(keys[name]),
            only="similarity",
        )
        for name in tables
    }
    compared = sonde.compare_attacks(made)
    rows = {(row["model"], row["keys"]): row for row in compared.table.to_pylist()}
    average, subsets = rows["average", "ZIP Code"], rows["subsets", "ZIP Code"]
    assert (round(average["l-diverse"], 2), round(average["t-close"], 2)) == (0.19, 0.28)
    assert (round(subsets["l-diverse"], 2), subsets["t-close"]) == (0.58, 1.0)
    assert average["weakest"] == subsets["weakest"] == "t-close"
    assert rows["average", "Age"]["weakest"] == "l-diverse"
    whole = {n: sonde.attack(path(tables[n]), keys=keys[n], only="black_box") for n in tables}
    same = sonde.compare_attacks({"one": whole["l-diverse"], "other": whole["l-diverse"]})
    assert set(same.table["weakest"].to_pylist()) == {None}
    assert same.weaker("one", than="other") == []
    said = compared.weaker("t-close", than="l-diverse")
    assert "Similarity of Salary by subsets, knowing ZIP Code: 1.0000 of t-close, 0.5794 of " in (
        "".join(said)
    )
    with pytest.raises(sonde.SondeError, match="no release 'k-close'"):
        compared.weaker("k-close", than="l-diverse")


def test_the_information_loss_of_the_thesis():
    """Section 4.6, of which the 0.46 is a misprint of 0.48."""
    keys = ["ZIP Code*", "Age*"]
    white = sonde.attack(
        path("location_generalization"),
        original=path("location_generalization"),
        keys=keys,
        came_from=came_from(keys),
        only="white_box",
    )
    assert round(white.information_loss["white_box"], 2) == 0.42
    for release, loss, overall in (("3_anonymous", 0.54, 0.48), ("3_diverse", 0.90, 0.66)):
        made = sonde.attack(
            path(f"location_{release}"),
            keys=keys,
            sensitive=["location 1", "location 2"],
            only="homogeneity",
        )
        assert round(made.information_loss["homogeneity"], 2) == loss
        assert made.overall_information_loss == made.information_loss["homogeneity"]
        assert round(sonde.overall_loss_of_attacks(white, made), 2) == overall
    assert sonde.loss_of_attacks() == {}
    assert sonde.overall_loss_of_attacks() is None


# The white box


OLD = {"Age": [22, 25, 31, 35, 63], "ZIP": ["a", "a", "b", "b", "b"]}
NEW = {"Age": ["2*", "2*", "3*", "3*", "*"], "ZIP": ["a", "a", "b", "b", "b"]}
LADDER = sonde.Hierarchy(
    (
        ("22", "2*", "*"),
        ("25", "2*", "*"),
        ("31", "3*", "*"),
        ("35", "3*", "*"),
        ("63", "6*", "*"),
    )
)


def shuffled(table, seed=3):
    order = np.random.default_rng(seed).permutation(len(table["Age"]))
    return {name: [values[i] for i in order] for name, values in table.items()}


@pytest.mark.parametrize("how", ["order", "row_id", "partition", "hierarchy"])
def test_a_white_box_knows_what_became_of_what_in_four_ways(how):
    old = dict(OLD, id=list(range(5)))
    new = dict(NEW, Age=["2*", "2*", "3*", "3*", "6*"], id=list(range(5)))
    given = {}
    if how != "order":
        new = shuffled(new)
    if how == "row_id":
        given = {"row_id": "id"}
    elif how == "partition":
        given = {"partitions": {"Age": {"2*": [22, 25], "3*": [31, 35], "6*": [63]}}}
    elif how == "hierarchy":
        given = {"hierarchies": {"Age": LADDER}}
    made = sonde.attack(new, original=old, keys="Age", only="white_box", **given)
    (found,) = made["white_box"]
    left = 2 * 2 / 5 / math.log2(5)
    assert found.overall["discrimination_rate"] == pytest.approx(1 - left, abs=1e-12)
    rates = {row["Age"]: row["discrimination_rate"] for row in found.by_value.to_pylist()}
    assert rates["6*"] == 1.0
    assert rates["2*"] == pytest.approx(1 - 2 / 5 / math.log2(5), abs=1e-12)


def test_a_key_that_is_torn_has_no_rate_and_its_combination_may_have_one():
    new = {"Age": ["22-31", "22-31", "22-31", "35", "35"], "ZIP": ["a", "a", "b", "b", "b"]}
    old = {"Age": [22, 25, 31, 35, 31], "ZIP": ["a", "a", "b", "b", "c"]}
    new["ZIP"] = old["ZIP"]
    made = sonde.attack(new, original=old, keys=["Age", "ZIP"], only="white_box")
    age, zips, both = made["white_box"]
    assert age.overall == {"discrimination_rate": None, "itpr": None}
    assert age.sentence == ("Undefined: '31' became '22-31' and '35', so that it is no partition.")
    assert zips.overall["discrimination_rate"] == 1.0
    assert 0 < both.overall["discrimination_rate"] < 1
    assert made.information_loss == {"white_box": 0.0}


def test_a_release_that_is_no_partition_of_the_original_is_left_to_record_linkage():
    old, new = {"Age": [22, 22, 35]}, {"Age": [21, 23, 36]}
    made = sonde.attack(new, original=old, keys="Age")
    assert (
        "are no partition of the original's: '22' of Age became '21' and '23'"
        in (made.left_out["white_box"])
    )
    assert "Only record linkage applies" in made.left_out["white_box"]
    assert "distance_linkage" in made.tried


def test_a_perturbed_release_is_attacked_by_record_linkage_alone():
    old = {"Age": [22, 25, 35], "Pay": [1, 2, 3]}
    made = sonde.attack(
        {"Age": [21, 26, 36], "Pay": [1, 2, 3]},
        original=old,
        outside=old,
        keys="Age",
        sensitive="Pay",
        partitions={"Pay": {"bins": [2]}},
        perturbed=True,
    )
    assert set(made.tried) <= {name for name, one in attacks().items() if one.perturbed}
    assert "distance_linkage" in made.tried
    assert "only record linkage applies" in made.left_out["homogeneity"]
    assert "only record linkage applies" in made.notes[0]


# The grey box


def test_a_grey_box_by_hand():
    """Of 2 rows and 3 people, 1 and 1, 2 and 1, and 1 row like nobody."""
    release = {"Age": ["2*", "2*", "3*", "4*", "4*", "9*"]}
    outside = {"Age": ["2*", "2*", "2*", "3*", "4*", "5*"]}
    (found,) = sonde.attack(release, outside=outside, keys="Age", only="grey_box")["grey_box"]
    expected = {"expected": 2 / 3 + 1 + 1 / 2, "best": 4, "certain": 1, "highest": 1.0}
    expected |= {"released": 6, "people": 6, "absent": 1, "k_map": 1}
    for name, value in expected.items():
        assert found.overall[name] == pytest.approx(value), name
    counted = sonde.discrimination_rate(outside, keys="Age").overall
    assert found.overall["discrimination_rate"] == counted
    (row,) = [row for row in found.by_value.to_pylist() if row["Age"] == "2*"]
    assert row == {"Age": "2*", "rows": 2, "people": 3, "expected": 2 / 3, "chance": 1 / 3}


@pytest.mark.parametrize("form", ["original", "released"])
@pytest.mark.parametrize("how", ["partitions", "hierarchies"])
def test_a_grey_box_brings_what_is_outside_to_the_releases_form(form, how):
    release = {"Age": ["2*", "2*", "3*"]}
    outside = {"Age": [22, 25, 31] if form == "original" else ["2*", "2*", "3*"]}
    laid = {"2*": [22, 25], "3*": [31]} if how == "partitions" else LADDER
    made = sonde.attack(
        release, outside=outside, keys="Age", only="grey_box", **{how: {"Age": laid}}
    )
    assert made["grey_box"][0].overall["expected"] == 2.0
    assert made["grey_box"][0].overall["absent"] == 0


def test_who_is_outside_alone_is_found_by_nobody():
    (found,) = sonde.attack(
        {"Age": [22, 23]}, outside={"Age": [35, 36]}, keys="Age", only="grey_box"
    )["grey_box"]
    assert found.overall["expected"] == found.overall["highest"] == found.overall["best"] == 0
    assert found.overall["k_map"] is None
    assert found.figures["k_map"].reason == "no released row is like anybody in the outside table"


# Skewness


def test_the_skewness_of_the_papers_example():
    """A thousand patients, ten with cancer; a class of two has one of them (SECRYPT 2017)."""
    cancer = ["yes", "no"] * 10 + ["no"] * 980
    old = {"Age": list(range(1000)), "Cancer": cancer}
    new = {"Age": [f"c{i // 2}" for i in range(1000)], "Cancer": cancer}
    made = sonde.attack(new, original=old, keys="Age", sensitive="Cancer", only="skewness")
    (found,) = made["skewness"]
    assert found.overall["original_rate"] == 1.0
    left = 20 / (1000 * sonde.profile(old, keys="Age", sensitive="Cancer").entropy)
    assert found.overall["difference"] == pytest.approx(left)
    assert found.overall["distance"] == pytest.approx(0.49)
    shares = {
        (row["Age"], row["value"]): (row["share"], row["overall"])
        for row in found.distribution.to_pylist()
    }
    assert shares["c0", "yes"] == (0.5, 0.01)
    assert shares["c500" if ("c500", "no") in shares else "c499", "no"] == (1.0, 0.99)
    rows = found.by_value.to_pylist()
    assert rows[0]["original Age"] == "0"
    assert rows[0]["released Age"] == "c0"
    assert rows[0]["difference"] == pytest.approx(1 - rows[0]["release_rate"])


def test_skewness_needs_no_rows_that_match():
    old = {"Age": [22, 22, 25, 25, 25], "Disease": ["flu", "flu", "aids", "aids", "flu"]}
    new = {"Age": ["2*"] * 3, "Disease": ["flu", "aids", "aids"]}
    made = sonde.attack(new, original=old, keys="Age", sensitive="Disease")
    (found,) = made["skewness"]
    assert found.overall["release_rate"] == 0.0
    assert found.overall["distance"] == pytest.approx(2 / 3 - 2 / 5)
    assert found.by_value.column_names == ["Age", "rows", "discrimination_rate"]
    assert "have 3 and 5 rows" in made.left_out["white_box"]


# Record linkage


def linked(release, original, keys=("a", "b"), attack="distance_linkage", **more):
    (found,) = sonde.attack(release, original=original, keys=list(keys), only=attack, **more)[
        attack
    ]
    return found


GRID = {"a": [10 * i for i in range(20)], "b": [f"v{i}" for i in range(20)]}


@pytest.mark.parametrize("attack", ["distance_linkage", "probabilistic_linkage"])
def test_perfect_linkage(attack):
    found = linked(GRID, GRID, attack=attack)
    name = "nearest" if attack == "distance_linkage" else "best"
    assert found.overall[name] == pytest.approx(1.0)
    assert found.overall["linked"] == pytest.approx(20)


@pytest.mark.parametrize("attack", ["distance_linkage", "probabilistic_linkage"])
def test_a_release_of_which_half_links(attack):
    """Ten rows are as they were, and ten trade places in pairs."""
    order = [*range(10), *(i ^ 1 for i in range(10, 20))]
    new = {name: [values[i] for i in order] for name, values in GRID.items()}
    found = linked(new, GRID, attack=attack)
    name = "nearest" if attack == "distance_linkage" else "best"
    assert found.overall[name] == pytest.approx(0.5)
    held = {row["a"]: row[name] for row in found.by_value.to_pylist()}
    assert held[0] == pytest.approx(1.0)
    assert held[100] == pytest.approx(0.0)


def test_no_linkage_is_what_drawing_gives():
    new = {"a": [1] * 20, "b": ["x"] * 20}
    old = {"a": [7] * 20, "b": ["y"] * 20}
    found = linked(new, old)
    assert found.overall["nearest"] == pytest.approx(found.overall["chance"]) == pytest.approx(0.05)
    turned = {name: values[1:] + values[:1] for name, values in GRID.items()}
    assert linked(turned, GRID).overall["nearest"] == 0.0


def test_the_second_nearest():
    found = linked({"a": [0, 9, 20]}, {"a": [8, 10, 30]}, keys=["a"])
    # 0: 8 is nearest; 9: 8 and 10 tie; 20: 10 and 30 tie, and 30 is right.
    assert found.overall["nearest"] == pytest.approx((1 + 0.5 + 0.5) / 3)
    assert found.overall["second"] == pytest.approx((0 + 0.5 + 0.5) / 3)


def test_a_null_is_near_a_null_alone():
    found = linked({"a": [None, 10.0, 99.0]}, {"a": [None, 11.0, 99.0]}, keys=["a"])
    assert found.overall["nearest"] == 1.0


def test_what_is_no_finite_number_is_a_value_like_others():
    new, old = {"a": [math.inf, 2.0, 3.0]}, {"a": [math.inf, 2.5, 3.0]}
    assert linked(new, old, keys=["a"]).overall["nearest"] == pytest.approx((1 + 1 / 3 + 1) / 3)
    assert "No key holds numbers" in refused(
        new, original=old, keys="a", only="interval_disclosure"
    )


def test_values_are_near_by_their_hierarchy():
    old = {"Age": ["22", "25", "31", "35", "63"]}
    new = {"Age": ["2*", "2*", "31", "35", "*"]}
    found = linked(new, old, keys=["Age"], hierarchies={"Age": LADDER})
    assert found.overall["nearest"] == pytest.approx((0.5 + 0.5 + 1 + 1 + 0.2) / 5)


@pytest.mark.parametrize(
    ("released", "other", "far"),
    [
        ("22", "22", 0),
        ("22", "25", 0.5),
        ("22", "63", 1),
        ("2*", "22", 0),
        ("2*", "63", 0.5),
        ("*", "63", 0),
        (None, None, 0),
        (None, "22", 1),
        ("22", None, 1),
    ],
)
def test_how_far_one_must_climb_from_a_released_value(released, other, far):
    assert _climb(LADDER, released, other, "Age") == far


def test_rows_are_read_in_the_order_of_the_file(tmp_path):
    n = 500_000
    pq.write_table(pa.table({"a": np.arange(n)}), tmp_path / "long.parquet", row_group_size=9_999)
    held = _read(sonde.open_source(tmp_path / "long.parquet"), ["a"], ordered=True)
    assert (held["v0"].to_numpy() == np.arange(n)).all()


def brute(here, there, mate, distance):
    """Rank every record by its distance, one at a time, as the definition has it."""
    nearest, second = [], []
    for row, right in zip(here, mate, strict=True):
        apart = [distance(row, other) for other in there]
        nearer = sum(one < apart[right] - 1e-9 for one in apart)
        tied = sum(abs(one - apart[right]) <= 1e-9 for one in apart)
        places = range(nearer + 1, nearer + tied + 1)
        nearest.append(1 / tied if 1 in places else 0.0)
        second.append(1 / tied if 2 in places else 0.0)
    return nearest, second


@pytest.mark.parametrize("seed", range(12))
def test_numbers_by_the_tree_against_brute_force(seed):
    rng = np.random.default_rng(seed)
    n, many = int(rng.integers(1, 60)), int(rng.integers(1, 4))
    coarse = seed % 3 + 1  # so that many tie
    there = rng.integers(0, 12, (n, many)).astype(float) / coarse
    here = there + rng.integers(-2, 3, (n, many)) / coarse
    mate = rng.permutation(n) if seed % 4 == 0 else np.arange(n)
    made = [Numbers(here[:, i].copy(), there[:, i].copy()) for i in range(many)]
    nearest, second = chances(*ranks(made, mate, n))
    right = brute(here, there, mate, lambda a, b: float(np.abs(a - b).sum()))
    assert nearest == pytest.approx(right[0])
    assert second == pytest.approx(right[1])


@pytest.mark.parametrize("seed", range(6))
def test_mixed_keys_against_brute_force(seed):
    rng = np.random.default_rng(seed)
    n = 50
    there = [rng.integers(0, 9, n).astype(float), rng.integers(0, 3, n)]
    here = [there[0] + rng.normal(0, 1, n), np.where(rng.random(n) < 0.2, 0, there[1])]
    made = [Numbers(here[0], there[0]), Codes(here[1], there[1])]
    nearest, second = chances(*ranks(made, np.arange(n), n))
    right = brute(
        list(zip(*here, strict=True)),
        list(zip(*there, strict=True)),
        range(n),
        lambda a, b: abs(a[0] - b[0]) + (a[1] != b[1]),
    )
    assert nearest == pytest.approx(right[0])
    assert second == pytest.approx(right[1])


def test_the_scale_is_the_range_or_the_deviation_of_the_original():
    rng = np.random.default_rng(1)
    old = {"a": rng.normal(0, 1, 40), "b": rng.normal(0, 100, 40)}
    old["b"][0] = 10_000
    new = {name: values + rng.normal(0, 0.3, 40) * values.std() for name, values in old.items()}
    for scale, by in (("range", np.ptp), ("deviation", np.std)):
        found = linked(new, old, parameters={"scale": scale})
        here, there = (
            np.column_stack([table[name] / by(old[name]) for name in old]) for table in (new, old)
        )
        right = brute(here, there, range(40), lambda a, b: float(np.abs(a - b).sum()))
        assert found.overall["linked"] == pytest.approx(sum(right[0]))
    with pytest.raises(sonde.SondeError, match="scale is 'range' or 'deviation', not 'width'"):
        linked(new, old, parameters={"scale": "width"})


@pytest.mark.parametrize("how", ["order", "row_id"])
def test_rows_are_matched_by_order_or_by_a_column(how):
    old = {"a": [1, 20, 300, 4000], "id": ["p", "q", "r", "s"]}
    new = {"a": [2, 21, 301, 4001], "id": ["p", "q", "r", "s"]}
    if how == "row_id":
        new = {"a": [301, 2, 21], "id": ["r", "p", "z"]}  # z is in no original
        found = linked(new, old, keys=["a"], row_id="id")
        assert found.overall["released"] == 2
        assert "1 without a mate" in found.basis
    else:
        found = linked(new, old, keys=["a"])
        assert found.overall["released"] == 4
    assert found.overall["nearest"] == 1.0


def test_interval_disclosure_by_hand():
    """Ten values, two to each side by rank; the deviation is the original's."""
    old = {"a": [float(i) for i in range(10)]}
    new = {"a": [0.0, 1.0, 5.0, 3.0, 4.0, 2.0, 6.0, 7.0, 8.0, 9.0]}
    (found,) = sonde.attack(
        new, original=old, keys="a", only="interval_disclosure", parameters={"width": 0.2}
    )["interval_disclosure"]
    assert found.overall["by_rank"] == pytest.approx(0.8)  # 2 and 5 are three apart
    reach = 0.2 * np.std(old["a"])
    within = [abs(a - b) <= reach for a, b in zip(old["a"], new["a"], strict=True)]
    assert found.overall["by_deviation"] == pytest.approx(np.mean(within))
    assert {row["by_rank"] for row in found.by_value.to_pylist()} == {0.0, 1.0}


def test_the_deviation_of_an_interval_is_the_originals():
    old, new = {"a": [0.0, 1.0, 2.0, 3.0]}, {"a": [0.2, 1.2, 2.2, 99.0]}
    (found,) = sonde.attack(
        new, original=old, keys="a", only="interval_disclosure", parameters={"width": 0.1}
    )["interval_disclosure"]
    assert found.overall["by_deviation"] == 0.0


def test_intervals_of_several_keys_must_all_hold():
    old = {"a": [1.0, 2.0, 3.0, 4.0], "b": [1.0, 2.0, 3.0, 4.0], "c": list("wxyz")}
    new = {"a": [1.0, 2.0, 4.0, 3.0], "b": [2.0, 1.0, 3.0, 4.0], "c": list("wxyz")}
    made = sonde.attack(
        new,
        original=old,
        keys=["a", "b", "c"],
        only="interval_disclosure",
        parameters={"width": 0.01},
    )["interval_disclosure"]
    assert [(one.keys, one.overall["by_rank"]) for one in made] == [
        (("a",), 0.5),
        (("b",), 0.5),
        (("a", "b"), 0.0),
    ]


def test_semantic_linkage_is_the_illustration_of_the_thesis():
    """Section 5.4.4: ages elsewhere, divided; diseases of the release settle in which part."""
    figure = next(f for f in SIMILARITY if f["table"] == "hospital_original" and not f["value"])
    made = sonde.attack(
        {"Age": [22, 22, 22, 45, 63, 40, 35, 35, 32]},
        outside={
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
            ]
        },
        keys="Age",
        partitions=figure["partitions"],
        only="semantic_linkage",
    )
    assert made["semantic_linkage"][0].overall["discrimination_rate"] == figure["exact"] == 1.0


def test_semantic_linkage_of_tables_with_no_link():
    made = sonde.attack(
        {"Disease": ["flu", "flu", "gout", "gout"]},
        outside={"Age": [20, 60, 20, 60]},
        keys="Disease",
        partitions={"Age": {"bins": [40]}},
        only="semantic_linkage",
    )
    assert made["semantic_linkage"][0].overall["discrimination_rate"] == 0.0


# Splink


def test_splinks_weights_against_the_model_of_fellegi_and_sunter():
    """With the chances that Splink learned, each pair is weighed once more by hand."""
    from sonde.attacks import probabilistic_linkage as module

    rng = np.random.default_rng(0)
    n = 60
    old = {name: rng.integers(0, many, n) for name, many in (("a", 30), ("b", 9), ("c", 20))}
    new = {k: np.where(rng.random(n) < 0.15, rng.permutation(v), v) for k, v in old.items()}
    text = {name: [f"t{v}" for v in values] for name, values in old.items()}
    changed = {name: [f"t{v}" for v in values] for name, values in new.items()}
    found = linked(changed, text, keys="abc", attack="probabilistic_linkage")

    codes = [
        module.coded(pa.chunked_array([changed[k]]), pa.chunked_array([text[k]])) for k in "abc"
    ]
    columns = [{"unique_id": np.arange(n)} for _ in range(2)]
    for i, pair in enumerate(codes):
        for side in (0, 1):
            columns[side] |= {f"c{i}": pair[side], f"b{i}": pair[side]}
    prepared = module.Prepared(*map(pa.table, columns), [None] * 3)
    linker = module.trained(prepared)
    levels = [
        {level["sql_condition"] == "ELSE": level for level in one["comparison_levels"][1:]}
        for one in linker._settings_obj.as_dict()["comparisons"]
    ]
    weights = np.zeros((n, n))
    for i, j in itertools.product(range(n), range(n)):
        for (here, there), level in zip(codes, levels, strict=True):
            one = level[bool(here[i] != there[j])]
            weights[i, j] += math.log2(one["m_probability"] / one["u_probability"])
    best = [
        float(weights[i, i] >= weights[i].max() - 1e-9)
        / (weights[i] >= weights[i].max() - 1e-9).sum()
        for i in range(n)
    ]
    assert found.overall["linked"] == pytest.approx(sum(best))
    prior = math.log2(1 / (n - 1))
    share = 1 / (1 + 2.0 ** -(weights + prior))
    called = share >= 0.9
    assert found.overall["matches"] == called.sum()
    if called.sum():
        assert found.overall["right"] == pytest.approx(np.trace(called) / called.sum())
    assert found.overall["found"] == pytest.approx(np.trace(called) / n)
    assert found.overall["clerical"] == ((share >= 0.5) & (share < 0.9)).sum()
    assert called.any()


def test_splink_gives_the_same_figures_each_time():
    rng = np.random.default_rng(0)
    old = {"a": rng.normal(0, 9, 60), "b": rng.integers(0, 5, 60).astype(str)}
    new = {"a": old["a"] + rng.normal(0, 1, 60), "b": old["b"]}
    old, new = ({k: list(v) for k, v in table.items()} for table in (old, new))
    first, again = (linked(new, old, attack="probabilistic_linkage") for _ in range(2))
    assert first.overall == again.overall
    assert first.overall["best"] > 10 * first.overall["chance"]


def test_without_splink_the_attack_is_left_out(monkeypatch):
    from sonde.attacks import needs

    monkeypatch.setattr(needs, "find_spec", lambda _: None)
    made = sonde.attack(GRID, original=GRID, keys=["a", "b"])
    assert made.left_out["probabilistic_linkage"] == (
        "needs Splink: install it with pip install 'sonde[linkage]'"
    )


# All of them


def test_every_attack_describes_itself():
    for name, one in attacks().items():
        assert one.__doc__.count("Rests on") == 1, name
        assert ">>> " in one.__doc__, name
        for words in (one.title, one.attacker, one.knows, one.x, one.y, one.says, one.source):
            assert words, name
        assert one.question in ("singling out", "linkability", "inference")
    assert {one.question for one in attacks().values()} == {
        "singling out",
        "linkability",
        "inference",
    }


def everything(order=None):
    rng = np.random.default_rng(5)
    age = rng.integers(20, 40, 40)
    old = {
        "id": list(range(40)),
        "Age": age.tolist(),
        "ZIP": rng.choice(list("abc"), 40).tolist(),
        "Disease": rng.choice(["flu", "aids", "gout"], 40).tolist(),
    }
    new = dict(old, Age=[f"{a // 10}*" for a in age])
    if order is not None:
        new = {name: [values[i] for i in order] for name, values in new.items()}
    return sonde.attack(
        new,
        original=old,
        outside={k: old[k] for k in ("id", "Age", "ZIP")},
        keys=["Age", "ZIP"],
        sensitive="Disease",
        partitions={
            "Age": {"2*": list(range(20, 30)), "3*": list(range(30, 40))},
            "Disease": {"mild": ["flu"], "other": "*"},
        },
        row_id="id",
    )


def test_the_order_of_rows_does_not_matter():
    made, again = everything(), everything(np.random.default_rng(9).permutation(40))
    assert made.tried == again.tried
    assert made.left_out == again.left_out
    assert len(made.tried) >= 8
    for one, other in zip(made, again, strict=True):
        assert one.keys == other.keys
        for name, value in one.overall.items():
            same = None if value is None else pytest.approx(value, rel=1e-6)
            assert other.overall[name] == same, (one.attack.name, name)


def test_every_finding_is_shown_in_words_and_by_value():
    made = everything()
    for one in made:
        assert one.sentence.endswith(".")
        assert "{" not in one.sentence
        assert one.by_value.num_rows
        assert one.basis.endswith(".")
        assert one.attack.title in repr(one)
    assert "Homogeneity" in made._repr_html_()


@pytest.mark.parametrize("missing", ["value", "drop"])
def test_nulls_are_values_or_drop_their_rows(missing):
    old = {"Age": [22, 25, None, 31], "Disease": ["flu", "flu", "aids", None]}
    new = {"Age": ["2*", "2*", None, "3*"], "Disease": ["flu", "flu", "aids", None]}
    made = sonde.attack(new, original=old, keys="Age", sensitive="Disease", missing=missing)
    rows = {one.attack.name: sum(one.by_value["rows"].to_pylist()) for one in made}
    assert rows["white_box"] == (4 if missing == "value" else 3)
    assert rows["homogeneity"] == (4 if missing == "value" else 2)


def test_a_subject_has_several_rows():
    release = {"who": [1, 1, 2, 3], "Age": ["2*", "2*", "2*", "3*"]}
    made = sonde.attack(release, keys="Age", subject="who", only="black_box")
    assert made["black_box"][0].overall["uniques"] == 1
    assert made["black_box"][0].overall["k_anonymity"] == 1


# Bad input


def refused(*tables, **given):
    with pytest.raises(sonde.SondeError) as caught:
        sonde.attack(*tables, **given)
    (line,) = str(caught.value).splitlines()
    assert line.endswith((".", "?"))
    return line


def test_a_missing_original():
    assert refused(NEW, keys="Age", only="white_box") == (
        "Identity disclosure, white box needs the original that the release was made from: name "
        "its table."
    )
    made = sonde.attack(NEW, keys="Age")
    with pytest.raises(sonde.SondeError, match="'white_box' was left out: needs the original"):
        made["white_box"]
    with pytest.raises(sonde.SondeError, match="no attack 'white_bax' here"):
        made["white_bax"]


def test_rows_that_do_not_match_in_number():
    for attack in ("white_box", "distance_linkage", "interval_disclosure"):
        words = refused({"Age": [22, 23]}, original={"Age": [22, 23, 35]}, keys="Age", only=attack)
        assert "and the table of the original have 2 and 3 rows, which cannot be matched" in words
        assert "row_id" in words


def test_rows_in_another_order():
    old = {"Age": [22, 23, 35], "Disease": ["flu", "aids", "gout"]}
    new = {"Age": ["3*", "2*", "2*"], "Disease": ["gout", "aids", "flu"]}
    words = refused(new, original=old, keys="Age", sensitive="Disease", only="white_box")
    assert "are not in the same order: both have the same values of 'Disease'" in words


def test_an_outside_table_without_a_shared_attribute():
    words = refused({"Age": [22]}, outside={"Name": ["Ann"]}, keys="Age", only="grey_box")
    assert words.startswith("The table from outside shares no key with the table of the release")


def test_recodings_that_did_not_make_the_release():
    laid = {"Age": {"2*": [22, 25], "3*": [31, 35], "7*": [63]}}
    words = refused(
        dict(NEW, Age=["2*", "2*", "3*", "3*", "6*"]),
        original=OLD,
        keys="Age",
        partitions=laid,
        only="white_box",
    )
    assert words == (
        "The recoding of 'Age' makes no '6*', which the table of the release has: its values are "
        "no such partition of the original's."
    )
    words = refused(
        NEW, original=OLD, keys="Age", partitions={"Age": {"2*": [22, 25]}}, only="white_box"
    )
    assert words.startswith("The value '31' of column 'Age' is in no domain of its partition")
    words = refused(NEW, original=OLD, keys="Age", hierarchies={"Age": LADDER}, only="white_box")
    assert words.startswith("The values of 'Age' in the table of the release are at no one level")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"keys": []}, "Name at least one key"),
        ({"keys": "Agee"}, "no column 'Agee'. Did you mean 'Age'?"),
        ({"keys": "Age", "sensitive": "Pay"}, "no column 'Pay'"),
        ({"keys": "Age", "came_from": {"Aeg": "Age"}}, "no column 'Aeg'"),
        ({"keys": "Age", "row_id": "id"}, "no column 'id'"),
        ({"keys": "Age", "hierarchies": {"Pay": LADDER}}, "no column 'Pay', which has a hierarchy"),
        ({"keys": "Age", "only": "white_bax"}, "no attack 'white_bax'. Did you mean 'white_box'?"),
        ({"keys": "Age", "parameters": {"widht": 1}}, "takes a parameter 'widht'. Did you mean"),
        ({"keys": "Age", "partitions": {"Paid": {"bins": [1]}}}, "None of the tables has a column"),
        ({"keys": "Age", "models": ["a.yaml"]}, "models maps names to partitions by column"),
        ({"keys": "Age", "only": "homogeneity", "sensitive": None}, "needs a sensitive attribute"),
        ({"keys": "Age", "only": "homogeneity"}, "Homogeneity needs a sensitive attribute"),
        ({"keys": "Age", "sensitive": "ZIP", "only": "similarity"}, "needs an attacker's model"),
    ],
)
def test_other_bad_input(given, words):
    assert words in refused(NEW, **given)


def test_an_original_without_the_column():
    words = refused(NEW, original={"age": [1] * 5}, keys="Age", only="white_box")
    assert "has no column 'Age', of which the key 'Age' was made" in words


def test_row_ids_that_tell_no_rows_apart():
    for ids, why in (([1, 1], "names some row twice"), ([1, None], "is null in some row")):
        words = refused(
            {"Age": [22, 35], "id": ids},
            original={"Age": [22, 35], "id": [1, 2]},
            keys="Age",
            row_id="id",
            only="white_box",
        )
        assert words.startswith(f"Column 'id' of the table of the release {why}")
    words = refused(
        {"Age": [22], "id": [1]},
        original={"Age": [22], "id": [2]},
        keys="Age",
        row_id="id",
        only="white_box",
    )
    assert words.startswith("No row of the table of the release is in the table of the original")


def test_intervals_need_numbers():
    words = refused({"a": ["x"]}, original={"a": ["y"]}, keys="a", only="interval_disclosure")
    assert words == "No key holds numbers in the release and in the original."
    words = refused(
        {"a": [1]},
        original={"a": [1]},
        keys="a",
        only="interval_disclosure",
        parameters={"width": 2},
    )
    assert words == "width is a share above 0 and at most 1, not 2."


def test_one_release_is_compared_with_nothing():
    with pytest.raises(sonde.SondeError, match="Name at least two releases"):
        sonde.compare_attacks({"one": sonde.attack(NEW, keys="Age")})


def test_semantic_linkage_without_a_column_of_its_own():
    words = refused(
        {"Age": [22]},
        outside={"Age": [22]},
        keys="Age",
        models={"m": {"Age": {"bins": [3]}}},
        only="semantic_linkage",
    )
    assert words.startswith("No model divides a column that the table from outside has")


def test_generalized_values_need_something_by_which_they_compare():
    for attack in ("distance_linkage", "probabilistic_linkage"):
        words = refused({"Age": ["2*", "3*"]}, original={"Age": [22, 35]}, keys="Age", only=attack)
        assert words.startswith("No value of Age is in both tables: give the hierarchies")
    laid = {"Age": {"2*": [22], "3*": [35]}}
    for attack, name in (("distance_linkage", "nearest"), ("probabilistic_linkage", "best")):
        found = linked(
            {"Age": ["2*", "3*"]}, {"Age": [22, 35]}, keys=["Age"], attack=attack, partitions=laid
        )
        assert found.overall[name] == pytest.approx(1.0)


# The command line


SCHEMAS = Path(__file__).parents[1] / "docs/schemas"
ASKED = [
    path("hospital_3_diverse"),
    *("--original", path("hospital_original"), "--outside", path("hospital_generalization")),
    *("--keys", "ZIP Code*,Age*", "--sensitive", "Salary,Disease"),
    *("--came-from", "ZIP Code*=ZIP Code", "--came-from", "Age*=Age"),
]


def run(*words):
    return CliRunner().invoke(app, [*words], env={"COLUMNS": "100"})


def model_file(folder):
    written = folder / "average.yaml"
    written.write_text(json.dumps(SALARIES["average"]))
    return f"average={written}"


@pytest.mark.parametrize("by_value", [False, True])
def test_attack_prints_json_that_its_schema_allows(tmp_path, by_value):
    words = [*ASKED, "--model", model_file(tmp_path), "--format", "json"]
    ran = run("attack", *words, *(["--by-value"] if by_value else []))
    assert ran.exit_code == 0, ran.output
    out = json.loads(ran.stdout)
    jsonschema.validate(out, json.loads((SCHEMAS / "attack.json").read_text()))
    found = [
        one
        for one in out["findings"]
        if (one["attack"], one["keys"], one["model"]) == ("similarity", ["ZIP Code*"], "average")
    ]
    assert round(found[0]["figures"]["discrimination_rate"], 2) == 0.19
    assert {one["by_value"] is not None for one in out["findings"]} == {by_value}
    skewed = [one for one in out["findings"] if one["attack"] == "skewness"]
    assert all((one["distribution"] is not None) == by_value for one in skewed)
    assert out["left_out"]["semantic_linkage"].startswith("No model divides a column")


def test_attack_prints_what_it_found(tmp_path):
    shown = run("attack", *ASKED, "--model", model_file(tmp_path), "--by-value").stdout
    for words in ("Homogeneity ", "inference", "Information loss, overall", "3581*", "Rests on 9"):
        assert words in shown
    assert "{" not in shown


def test_attacks_are_listed():
    out = json.loads(run("attacks", "--format", "json").stdout)
    jsonschema.validate(out, json.loads((SCHEMAS / "attacks.json").read_text()))
    assert [one["name"] for one in out["attacks"]] == list(attacks())
    shown = run("attacks").stdout
    assert all(name in shown for name in attacks())


def test_attack_refuses_in_one_sentence():
    ran = run("attack", path("hospital_3_diverse"), "--keys", "Age*", "--only", "white_box")
    assert ran.exit_code == 2
    assert ran.stdout == ""
    assert ran.stderr == (
        "sonde: Identity disclosure, white box needs the original that the release was made from: "
        "name its table.\n"
    )
    assert "no column 'Age'" in run("attack", ASKED[0], "--keys", "Age").stderr


def test_a_key_may_have_the_name_of_a_figure():
    table = {"rows": ["1*", "1*", "2*"], "Pay": ["a", "b", "b"]}
    old = dict(table, rows=[11, 12, 21])
    made = sonde.attack(
        table,
        original=old,
        outside=old,
        keys="rows",
        sensitive="Pay",
        partitions={"rows": {"1*": [11, 12], "2*": [21]}},
    )
    for one in made:
        names = one.by_value.column_names
        assert len(set(names)) == len(names)
        assert one.named(one.by_value) == (2 if one.attack.name == "skewness" else 1)
