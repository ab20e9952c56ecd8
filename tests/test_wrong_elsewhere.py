"""What other tools get wrong without a word: the smallest table that shows it, and the answer."""

import math

import pandas as pd
import pytest

import sonde


def test_an_index_that_does_not_begin_at_zero():
    """Tools that mix positions and labels count other rows than those that were asked for."""
    whole = pd.DataFrame({"age": [1, 2, 22, 22, 35], "disease": ["x", "y", "flu", "flu", "aids"]})
    part = whole.iloc[2:]
    assert list(part.index) == [2, 3, 4]
    made = sonde.measure(part, keys="age", sensitive="disease")
    assert made.profile.rows == 3
    assert made["k_anonymity"].overall == 1
    assert made["distinct_l_diversity"].overall == 1
    assert made["t_closeness"].overall == pytest.approx(2 / 3)  # 35: aids, of which 1/3 in all
    shuffled = part.iloc[[2, 0, 1]]
    assert sonde.measure(shuffled, keys="age", sensitive="disease").overall == made.overall


def test_a_unique_person_with_a_null_key_does_not_vanish():
    """A grouping that drops null keys sees two people of 22, and calls the table 2-anonymous."""
    table = pd.DataFrame({"age": [22, 22, None], "disease": ["flu", "aids", "flu"]})
    made = sonde.measure(table, keys="age", sensitive="disease")
    assert made["k_anonymity"].overall == 1
    assert made["distinct_l_diversity"].overall == 1
    assert made["uniques"].overall == 1
    assert made["prosecutor_risk"].overall == 1
    assert "a null counts as a value" in made.profile.basis
    dropped = sonde.measure(table, keys="age", sensitive="disease", missing="drop")
    assert dropped["k_anonymity"].overall == 2
    assert "1 row with a null left out" in dropped.profile.basis


def test_entropy_l_is_not_cut_to_a_whole_number():
    """Three, one and one of five: 2^H = 2.586..., of which a whole number leaves 2."""
    table = {"age": [22] * 5, "disease": ["flu", "flu", "flu", "aids", "cold"]}
    entropy = -(0.6 * math.log2(0.6) + 2 * 0.2 * math.log2(0.2))
    found = sonde.entropy_l_diversity(table, keys="age", sensitive="disease").overall
    assert found == pytest.approx(2**entropy, abs=1e-12)
    assert found == pytest.approx(2.586, abs=0.001)


@pytest.mark.parametrize("values", range(2, 40))
def test_entropy_l_of_equally_frequent_values_is_their_number(values):
    """Not 4.999999999999999, which a bound of 5 refuses, nor 2 where a tool cuts it off."""
    table = {"age": [22] * values * 3, "disease": list(range(values)) * 3}
    found = sonde.entropy_l_diversity(table, keys="age", sensitive="disease").overall
    assert found == values


def test_recursive_diversity_takes_the_most_frequent_value_first():
    """Four, two and one: r1 = 4. Sorted the wrong way it is 1, and c comes out as 1/6 or 1."""
    table = {"age": [22] * 7, "disease": ["flu"] * 4 + ["aids"] * 2 + ["cold"]}
    roles = {"keys": "age", "sensitive": "disease"}
    assert sonde.recursive_c(table, **roles, l=2).overall == pytest.approx(4 / 3)
    assert sonde.recursive_c(table, **roles, l=3).overall == 4
    assert sonde.recursive_l_diversity(table, **roles, c=4).overall == 2  # 4 < 4 * 1 is false
    assert sonde.recursive_l_diversity(table, **roles, c=4.1).overall == 3


def test_the_bound_of_recursive_diversity_is_strict_whatever_floats_say():
    """55 < 2.2 * 25 is false. In floats 2.2 * 25 is 55.00000000000001, and the class passes."""
    assert 2.2 * 25 > 55
    table = {"age": [22] * 80, "disease": ["flu"] * 55 + ["aids"] * 25}
    roles = {"keys": "age", "sensitive": "disease"}
    assert sonde.recursive_l_diversity(table, **roles, c=2.2).overall == 1
    assert sonde.recursive_l_diversity(table, **roles, c=2.21).overall == 2


def test_an_average_is_over_people_and_not_over_classes():
    """99 alike and one alone: the classes' mean risk is 50.5%, that of the people 2%."""
    table = {"age": [22] * 99 + [63]}
    assert sonde.marketer_risk(table, keys="age").overall == 2 / 100
    assert sonde.posterior_vulnerability(table, keys="age").overall == 2 / 100
    assert sonde.records_at_risk(table, keys="age").overall == 1 / 100


def test_an_unused_category_is_no_class():
    """A level that no row has would be a class of size 0, so that k and l come out as 0."""
    ages = pd.Categorical(["young", "young", "old", "old"], ["young", "middle", "old"])
    disease = pd.Categorical(["flu", "aids", "flu", "aids"], ["flu", "aids", "measles"])
    made = sonde.measure(
        pd.DataFrame({"age": ages, "disease": disease}), keys="age", sensitive="disease"
    )
    assert made.profile.classes == 2
    assert made["k_anonymity"].overall == 2
    assert made["distinct_l_diversity"].overall == 2
    assert made["delta_disclosure"].overall == 0  # no class lacks measles
    assert made["t_closeness"].overall == 0


def test_values_do_not_collide_when_they_are_put_together():
    """("a_b", "c") and ("a", "b_c") are two people, though glued with "_" they look like one."""
    table = {"one": ["a_b", "a"], "two": ["c", "b_c"]}
    made = sonde.measure(table, keys=["one", "two"])
    assert made.profile.classes == 2
    assert made["k_anonymity"].overall == 1
    assert made["discrimination_rate"].overall == 1


def test_values_of_a_population_do_not_collide_either():
    table = {"one": ["a_b"], "two": ["c"]}
    people = {"one": ["a_b", "a", "a"], "two": ["c", "b_c", "b_c"]}
    assert sonde.k_map(table, keys=["one", "two"], population=people).overall == 1


def test_delta_of_a_class_that_lacks_a_value_is_not_a_number():
    """Tools that look at the values of the class alone report 1 bit, and the definition has none."""
    table = {"age": [22, 22, 35, 35], "disease": ["flu", "flu", "aids", "aids"]}
    result = sonde.delta_disclosure(table, keys="age", sensitive="disease")
    assert result.overall is None
    assert "lacks a value" in result.reason


def test_a_person_of_many_rows_is_no_crowd():
    """Five visits of one patient are a class of one, not of five."""
    visits = {"age": [22] * 5 + [35, 35], "who": ["a"] * 5 + ["b", "c"]}
    made = sonde.measure(visits, keys="age", subject="who")
    assert made["k_anonymity"].overall == 1
    assert made["uniques"].overall == 1
    assert made["marketer_risk"].overall == pytest.approx(2 / 3)
