"""Bad input of the measures that need more than keys: one sentence each, here as in the terminal."""

import pytest

import sonde

TABLE = {
    "age": [22, 22, 35],
    "pay": ["low", "high", "mid"],
    "one": ["same", "same", "same"],
    "w": [10, 20, 30],
    "home": [1, 1, None],
    "who": ["a", "b", "c"],
}
WITH = {"keys": "age", "sensitive": "pay"}


def refused(measure, table=TABLE, **given):
    with pytest.raises(sonde.SondeError) as caught:
        measure(table, **given)
    (line,) = str(caught.value).splitlines()
    return line


def test_a_population_that_lacks_a_class_of_the_sample():
    assert refused(sonde.k_map, keys=["age", "pay"], population={"age": [22], "pay": ["low"]}) == (
        "The table of the population has none of the people with age 22, pay high, and the sample "
        "has 1: it must hold everybody that the sample is drawn from."
    )


def test_a_population_with_fewer_people_in_a_class_than_the_sample():
    assert refused(sonde.k_map, keys="age", population={"age": ["22", "35"]}) == (
        "The table of the population has 1 of the people with age 22, and the sample has 2: it "
        "must hold everybody that the sample is drawn from."
    )


def test_a_population_without_a_key():
    assert "The table of the population has no column 'age'" in refused(
        sonde.k_map, keys="age", population={"ages": [22]}
    )


def test_no_population():
    assert refused(sonde.k_map, keys="age") == (
        "k-map needs a table of the population that the sample is of: name one."
    )


@pytest.mark.parametrize("counts", [[2, -1], [None, 1]])
def test_counts_of_a_population_that_are_none(counts):
    population = {"age": [22, 35], "n": counts}
    words = refused(sonde.k_map, keys="age", population=population, population_counts="n")
    assert words.startswith(f"Column 'n' holds {'null' if None in counts else -1} where a ")


def test_counts_that_are_no_whole_numbers():
    population = {"age": [22, 35], "n": [2.5, 1.0]}
    words = refused(sonde.k_map, keys="age", population=population, population_counts="n")
    assert words == "Column 'n' holds counts, which are whole numbers."


def test_a_population_size_that_cannot_be():
    for size in (0, -1, 2.5, True):
        assert "population_size is a number of people" in refused(
            sonde.uniques, keys="age", population_size=size
        )
    assert refused(sonde.uniques, keys="age", population_size=2) == (
        "The population is said to have 2 people, and the sample alone has 3."
    )
    words = refused(sonde.uniques, keys="age", population_size=9, population={"age": [22, 22, 35]})
    assert words == "Give the population's table or its size, not both."
    assert "give its table too" in refused(sonde.uniques, keys="age", population_counts="n")


@pytest.mark.parametrize(
    ("weight", "shown"),
    [(0, "0"), (-3, "-3"), (None, "null"), (float("nan"), "null"), (float("inf"), "inf")],
)
def test_a_weight_that_is_none(weight, shown):
    table = TABLE | {"w": [10.0, 20.0, weight]}
    words = refused(sonde.uniques, table, keys="age", weight="w")
    assert words.startswith(f"Column 'w' holds {shown}")
    assert "must be positive" in words


def test_weights_scaled_to_the_sample():
    words = refused(sonde.uniques, TABLE | {"w": [0.5, 0.5, 0.5]}, keys="age", weight="w")
    assert "add up to 2, fewer than the 3 people of the sample" in words


def test_weights_that_are_text():
    words = refused(sonde.uniques, keys="age", weight="pay")
    assert words.startswith("Column 'pay' holds high where a weight or count must be positive")
    words = refused(sonde.uniques, TABLE | {"w": [True, True, False]}, keys="age", weight="w")
    assert words == "Column 'w' holds boolean, and no weights."


def test_weights_may_be_numbers_written_as_text():
    table = TABLE | {"w": ["10", " 20.5", "3e1"]}
    assert sonde.profile(table, keys="age", weight="w").weight.tolist() == [30.5, 30.0]


def test_a_person_of_two_weights():
    table = TABLE | {"who": ["a", "a", "b"]}
    words = refused(sonde.uniques, table, keys="age", subject="who", weight="w")
    assert "gives one person several weights" in words


def test_a_household_that_is_not_known():
    words = refused(sonde.uniques, keys="age", household="home")
    assert words.startswith("Column 'home' is the household and has nulls")


def test_roles_of_one_column():
    assert "is both key and weight" in refused(sonde.uniques, keys="w", weight="w")
    assert "no column 'wt'" in refused(sonde.uniques, keys="age", weight="wt")
    words = refused(sonde.uniques, keys="age", weight="w", partitions={"w": {"width": 5}})
    assert words == "Column 'w' is the weight, which can have no partition."


def test_an_order_that_lacks_a_value():
    words = refused(sonde.ordered_t_closeness, **WITH, orders={"pay": ["low", "High", "mid"]})
    assert words == (
        "The order of 'pay' lacks the value 'high': list every value, lowest first. "
        "Did you mean 'High'?"
    )


def test_orders_that_are_none():
    twice = {"pay": ["low", "mid", "low"]}
    assert "lists 'low' 2 times" in refused(sonde.ordered_t_closeness, **WITH, orders=twice)
    assert "is a list of values" in refused(sonde.ordered_t_closeness, **WITH, orders={"pay": "a"})
    assert "no column 'pya'" in refused(sonde.ordered_t_closeness, **WITH, orders={"pya": ["a"]})
    assert refused(sonde.ordered_t_closeness, **WITH) == (
        "t-closeness, ordered needs an order of the sensitive values, which are not numbers, dates "
        "or bins: state one."
    )


def test_a_hierarchy_that_lacks_a_value():
    ladder = sonde.Hierarchy((("low", "*"), ("mid", "*")))
    words = refused(sonde.hierarchical_t_closeness, **WITH, hierarchies={"pay": ladder})
    assert words == ("The hierarchy lacks the value 'high' of column 'pay': add a row for it.")
    assert "Cannot read the hierarchy nowhere.csv" in refused(
        sonde.hierarchical_t_closeness, **WITH, hierarchies={"pay": "nowhere.csv"}
    )


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "2", True, None])
def test_l_and_k_below_one_or_no_whole_number(wrong):
    for measure, name in ((sonde.recursive_c, "l"), (sonde.alpha_k_anonymity, "k")):
        words = refused(measure, **WITH, **{name: wrong})
        assert words.startswith(f"{name} is ")
        assert words.endswith(f"not {wrong!r}.")


@pytest.mark.parametrize("wrong", [0, -2, float("inf"), float("nan"), "2", True])
def test_a_c_that_is_no_number_above_zero(wrong):
    assert refused(sonde.recursive_l_diversity, **WITH, c=wrong) == (
        f"c is a number above 0, not {wrong!r}."
    )


@pytest.mark.parametrize("wrong", [0, 1.1, -0.5, float("nan"), "0.1"])
def test_a_threshold_that_is_no_share(wrong):
    assert refused(sonde.records_at_risk, keys="age", threshold=wrong) == (
        f"threshold is a share above 0 and at most 1, not {wrong!r}."
    )


def test_t_closeness_of_one_value():
    result = sonde.t_closeness(TABLE, keys="age", sensitive="one")
    assert result.overall is None
    assert result.reason == "'one' has the same value everywhere, so nothing is left to learn"


def test_a_k_or_an_l_that_the_table_does_not_have_is_undefined():
    result = sonde.alpha_k_anonymity(TABLE, **WITH, k=2)
    assert result.overall is None
    assert result.reason == "the smallest class is of size 1, so no alpha goes with k=2"
    assert sonde.recursive_c(TABLE, **WITH, l=3).overall is None


def test_what_a_measure_or_a_table_does_not_take():
    assert refused(sonde.recursive_l_diversity, **WITH, C=3) == (
        "Recursive diversity, largest l takes no 'C'. Did you mean 'c'?"
    )
    assert refused(sonde.k_anonymity, keys="age", wieght="w") == (
        "k-anonymity takes no 'wieght'. Did you mean 'weight'?"
    )
    assert refused(sonde.dataset, keys="age", wieght="w") == (
        "There is no role 'wieght'. Did you mean 'weight'?"
    )
    assert "no parameter" not in refused(sonde.measure, keys="age", only=["k_anonimity"])
    assert refused(sonde.measure, keys="age", parameters={"thresold": 0.1}) == (
        "None of the measures takes a parameter 'thresold'. Did you mean 'threshold'?"
    )
    assert "has no value '+'" in refused(sonde.alpha_k_anonymity, **WITH, of="+")
    counted = sonde.profile(TABLE, keys="age")
    assert "has its roles already" in refused(sonde.k_anonymity, counted, weight="w")


def test_what_was_left_out_says_why():
    made = sonde.measure(TABLE, **WITH)
    with pytest.raises(sonde.SondeError, match="'k_map' was left out: it needs a table of the"):
        made["k_map"]
    assert refused(sonde.measure, keys="age", only=["k_map"]).startswith("k-map needs")
