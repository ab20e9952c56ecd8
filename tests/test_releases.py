"""Releases of other tools keep what their names say, counted anew by class.

The counts and what ARX and sdcMicro say of them are in tests/golden, each with its source.
"""

import json
from pathlib import Path

import pytest

import sonde

GOLDEN = Path(__file__).parent / "golden"
ARX = json.loads((GOLDEN / "arx_releases.json").read_text("utf-8"))
SDCMICRO = json.loads((GOLDEN / "sdcmicro_ldiversity.json").read_text("utf-8"))["classes"]
RELEASES = ARX["releases"]
LADDER = sonde.Hierarchy(tuple(tuple(row) for row in ARX["hierarchy"]))


def measured(name, *, suppressed=False, **parameters):
    """Measure a release, the suppressed records set apart or as a class of their own."""
    release = RELEASES[name]
    if "sizes" in release:
        sizes = [size for size, times in release["sizes"] for _ in range(times)]
        return sonde.measure(
            {"key": [y for y, n in enumerate(sizes) for _ in range(n)]}, keys="key"
        )
    classes = release["classes"] + ([release["suppressed"]] if suppressed else [])
    table = {"key": [], "occupation": []}
    for number, counts in enumerate(classes):
        for value, n in zip(release["values"], counts, strict=True):
            table["key"] += [number] * n
            table["occupation"] += [value] * n
    ladders = {"occupation": LADDER}
    return sonde.measure(
        table, keys="key", sensitive="occupation", hierarchies=ladders, parameters=parameters
    )


@pytest.mark.parametrize("name", RELEASES)
def test_the_classes_are_those_that_arx_counted(name):
    made, said = measured(name), RELEASES[name]
    assert made.profile.rows == 30_162 - said["suppressed_records"]
    assert made.profile.classes == said["classes_said"]
    assert made["k_anonymity"].overall == said["smallest_said"]
    assert made.profile.people.max() == said["largest_said"]
    assert made["prosecutor_risk"].overall == 1 / said["smallest_said"]


@pytest.mark.parametrize(
    ("name", "k"),
    [
        ("k5_s5", 5),
        ("k10_s5", 10),
        ("k15_s5", 15),
        ("k5_localrecoding", 5),
        ("k10_occsens_s5", 10),
        ("tclose03hier_k5_s5", 5),
    ],
)
def test_k(name, k):
    assert measured(name)["k_anonymity"].overall >= k


def test_distinct_diversity():
    assert measured("distinct10_s5")["distinct_l_diversity"].overall == 10


def test_entropy_diversity():
    """Exactly 5: the deciding class has five values, each as often. A float would say 4.9999."""
    assert measured("entropy5shannon_s5")["entropy_l_diversity"].overall == 5


def test_recursive_diversity():
    made = measured("recursive4_5_s5", c=4, l=5)
    assert made["recursive_l_diversity"].overall == 5
    assert made["recursive_c"].overall == 3.5
    assert measured("recursive4_5_s5", c=3.5, l=5)["recursive_l_diversity"].overall == 4


def test_equal_closeness():
    assert measured("tclose03_s5")["t_closeness"].overall == pytest.approx(0.292217, abs=1e-6)
    held = measured("tclose03_s5", suppressed=True)["t_closeness"].overall
    assert held == pytest.approx(0.290273, abs=1e-6)


def test_hierarchical_closeness():
    """ARX compares with the shares of all records: those it suppressed keep their occupation.

    Among the records that are left alone the distance is a little larger than what was asked.
    """
    name = "tclose03hier_k5_s5"
    held = measured(name, suppressed=True)["hierarchical_t_closeness"].overall
    assert held == pytest.approx(0.299670, abs=1e-6)
    apart = measured(name)["hierarchical_t_closeness"].overall
    assert apart == pytest.approx(0.300230, abs=1e-6)


def test_the_l_of_each_class_is_sdcmicros():
    table = {"key": [], "relat": []}
    for number, one in enumerate(SDCMICRO):
        for value, n in one["relat"].items():
            table["key"] += [number] * n
            table["relat"] += [int(value)] * n
    made = sonde.measure(table, keys="key", sensitive="relat", by_value=True, parameters={"c": 2})
    for row in made.by_value.to_pylist():
        said = SDCMICRO[row["key"]]
        assert row["distinct_l_diversity"] == said["distinct"]
        assert row["entropy_l_diversity"] == pytest.approx(said["entropy"], abs=1e-12)
        assert row["recursive_l_diversity"] == said["recursive"]


def test_salary_is_0167_from_everybodys_with_the_ordered_distance():
    """The t-close table of the thesis and of the SeDR paper: 0.167-closeness w.r.t. Salary."""
    worked = str(GOLDEN / "tables" / "hospital_t_close.csv")
    order = {"Salary": [f"{thousand}K" for thousand in range(4, 13)]}
    roles = {"keys": ["ZIP Code*", "Age**"], "sensitive": "Salary", "orders": order}
    assert sonde.ordered_t_closeness(worked, **roles).overall == pytest.approx(1 / 6)


def test_bvmlibs_digits():
    """Adult, nulls as a value: bvmlib's classes, posterior and prior, as far as it prints them."""
    adult = Path(sonde.__file__).parent / "data" / "adult.parquet"
    keys = ["age", "sex", "race", "native-country", "marital-status", "workclass", "occupation"]
    who = sonde.measure(adult, keys=keys)
    assert who.profile.classes == 12_649
    assert round(who["posterior_vulnerability"].overall, 6) == 0.388471
    what = sonde.measure(adult, keys=keys, sensitive="relationship")
    assert round(what["prior_vulnerability"].overall, 4) == 0.4052
    assert round(what["posterior_vulnerability"].overall, 4) == 0.8819
