"""Population uniques and the risk of weighted records, against slow references and known people."""

import contextlib
import math
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sonde
from sonde.errors import SondeError, Undefined
from sonde.uniqueness import (
    expected_reidentifications,
    global_risk,
    household_risk,
    individual_risk,
    pitman,
    population_uniques,
    snb,
    zayatz,
)
from sonde.uniqueness.pitman import _reciprocals, expected_uniques, most_likely
from sonde.uniqueness.samples import sample
from sonde.uniqueness.snb import fitted, population_classes

ESTIMATORS = [pitman, zayatz, snb]


def ints(*numbers):
    return np.array(numbers, np.int64)


def histogram(classes):
    return np.unique(np.unique(classes, return_counts=True)[1], return_counts=True)


def pitman_yor(random, theta, alpha, people):
    """The class sizes of people who come one by one."""
    sizes = []
    for person in range(people):
        at = random.random() * (theta + person) - (theta + alpha * len(sizes))
        chosen = 0
        while at >= 0 and chosen < len(sizes):
            at -= sizes[chosen] - alpha
            chosen += 1
        if chosen == 0:
            sizes.append(1)
        else:
            sizes[chosen - 1] += 1
    return ints(*sizes)


# Estimators, one by one.


def test_zayatz_is_bayes_rule_with_hypergeometric_chances():
    sizes, repeats, people = (1, 2, 3, 7), (20, 9, 4, 2), 300
    n, u = 64, sum(repeats)
    chance = [
        size * math.comb(people - size, n - 1) / math.comb(people, n) if size <= people else 0
        for size in sizes
    ]
    share = [times / u for times in repeats]
    unique = share[0] * chance[0] / sum(s * c for s, c in zip(share, chance, strict=True))
    expected = repeats[0] * unique * people / n
    assert zayatz(ints(*sizes), ints(*repeats), people) == pytest.approx(expected, rel=1e-12)


def test_zayatz_where_the_others_of_a_class_cannot_all_stay_outside():
    """Of 100 people 90 are in the sample: a class of 20 cannot have sent one."""
    assert zayatz(ints(1, 20), ints(50, 2), 100) == pytest.approx(50 / 0.9)


def test_the_uniques_of_pitmans_model_are_those_of_its_chances():
    theta, alpha, people = 3.5, 0.3, 40
    alone = people
    for before in range(1, people):
        alone *= 1 - (1 - alpha) / (theta + before)
    assert expected_uniques(theta, alpha, people) == pytest.approx(alone, rel=1e-12)


@pytest.mark.parametrize("theta", [-0.2, 0.7, 998.0, 1200.0, 1e6])
def test_the_uniques_of_pitmans_model_where_there_are_many_people(theta):
    alpha, people = 0.45, 200_000
    stays = np.log1p(-(1 - alpha) / (theta + np.arange(1, people)))
    expected = people * math.exp(math.fsum(stays))
    assert expected_uniques(theta, alpha, people) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("start", [1e-9, 0.7, 999.0, 1001.0, 1e7, 1e13])
def test_sums_of_reciprocals(start):
    expected = math.fsum(1 / (start + i) for i in range(5000))
    assert _reciprocals(start, 5000) == pytest.approx(expected, rel=1e-13)


def test_the_uniques_of_pitmans_model_are_those_of_its_draws():
    random = np.random.default_rng(5)
    uniques = [int((pitman_yor(random, 4.0, 0.5, 120) == 1).sum()) for _ in range(300)]
    error = np.std(uniques) / math.sqrt(len(uniques))
    assert abs(np.mean(uniques) - expected_uniques(4.0, 0.5, 120)) < 3 * error


def log_likelihood(held, theta, alpha):
    """Pitman's sampling formula, less what does not depend on its parameters."""
    opened = sum(math.log(theta + i * alpha) for i in range(1, held.classes))
    joined = sum(math.log(theta + i) for i in range(1, held.records))
    grown = sum(
        times * math.log(j - alpha)
        for size, times in zip(held.sizes.tolist(), held.repeats.tolist(), strict=True)
        for j in range(1, size)
    )
    return opened - joined + grown


@pytest.mark.parametrize("seed", range(6))
def test_no_parameters_of_pitmans_model_are_more_likely(seed):
    random = np.random.default_rng(seed)
    sizes = 1 + np.floor(random.pareto(random.uniform(0.5, 3), 60) * 2).clip(max=400)
    held = sample(sizes.astype(np.int64), np.ones(60, np.int64), 100_000)
    theta, alpha = most_likely(held)
    best = log_likelihood(held, theta, alpha)
    for other in np.linspace(0, 0.98, 15):
        for above in np.geomspace(0.01, 1e5, 25):
            assert log_likelihood(held, above - other, other) < best + 1e-9


def test_pitmans_model_without_alpha_is_ewens():
    """Few classes, all large: the best alpha is 0, and N theta / (theta + N - 1) are unique."""
    held = sample(ints(1, 40, 60), ints(1, 5, 5), 10_000)
    theta, alpha = most_likely(held)
    assert alpha == 0
    expected = 10_000 * theta / (theta + 9_999)
    assert pitman(ints(1, 40, 60), ints(1, 5, 5), 10_000) == pytest.approx(expected)


def slide_negative_binomial(r, q, s, met):
    """The chance that a class has ``met`` people in the sample, by every size that it may have."""
    total, chance = 0.0, (1 - q) ** r
    for others in range(4000):
        size = others + 1
        if size >= met:
            total += chance * math.comb(size, met) * s**met * (1 - s) ** (size - met)
        chance *= q * (r + others) / size
    return total


@pytest.mark.parametrize(("r", "q", "s"), [(0.4, 0.7, 0.3), (2.5, 0.5, 0.6), (0.05, 0.98, 0.15)])
def test_the_slide_negative_binomial_is_found_again(r, q, s):
    classes = 10**12
    uniques, pairs = (round(classes * slide_negative_binomial(r, q, s, met)) for met in (1, 2))
    held = sample(ints(1, 2), ints(uniques, pairs), round((uniques + 2 * pairs) / s))
    assert fitted(held, classes) == pytest.approx((r, q), rel=1e-6)


def test_shlossers_estimator_as_haas_and_stokes_print_it():
    f = {1: 60, 2: 20, 5: 8}
    q = 140 / 300
    first = sum(i * q**2 * (1 - q**2) ** (i - 1) * n for i, n in f.items())
    second = sum((1 - q) ** i * ((1 + q) ** i - 1) * n for i, n in f.items())
    third = sum((1 - q) ** i * n for i, n in f.items())
    fourth = sum(i * q * (1 - q) ** (i - 1) * n for i, n in f.items())
    expected = 88 + 60 * first / second * (third / fourth) ** 2
    held = sample(ints(1, 2, 5), ints(60, 20, 8), 300)
    assert population_classes(held) == pytest.approx(expected, rel=1e-12)


# What holds for all of them.


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_nobody_alone_in_the_sample_is_nobody_unique(estimator):
    assert estimator(ints(2, 9), ints(4, 1), 1000) == 0


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_a_sample_of_everybody_is_counted(estimator):
    assert estimator(ints(1, 2), ints(7, 4), 15) == 7


@pytest.mark.parametrize("estimator", [*ESTIMATORS, population_uniques])
def test_a_sample_larger_than_its_population_is_refused(estimator):
    with pytest.raises(SondeError, match="A population of 14 cannot have a sample of 15 records"):
        estimator(ints(1, 2), ints(7, 4), 14)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_the_order_of_the_classes_changes_no_digit(estimator):
    apart = np.random.default_rng(1).permutation(np.repeat([1, 2, 5, 9], [60, 20, 8, 3]))
    together = estimator(ints(1, 2, 5, 9), ints(60, 20, 8, 3), 700)
    assert estimator(apart, np.ones(len(apart), np.int64), 700) == together


@settings(deadline=None, max_examples=150)
@given(
    st.dictionaries(st.integers(1, 60), st.integers(1, 400), min_size=1, max_size=6),
    st.floats(1, 1e5),
)
def test_every_sample_has_an_estimate_or_a_reason(classes, times):
    sizes, repeats = ints(*classes), ints(*classes.values())
    people = int(sum(sizes * repeats) * times)
    for estimator in (*ESTIMATORS, lambda *given: population_uniques(*given).uniques):
        with contextlib.suppress(Undefined):
            assert 0 <= estimator(sizes, repeats, people) <= people * (1 + 1e-9)


# The rule.


def test_up_to_a_tenth_pitmans_model_decides():
    sizes, repeats = ints(1, 2, 5), ints(60, 20, 8)
    assert population_uniques(sizes, repeats, 1400) == (pitman(sizes, repeats, 1400), "pitman")
    assert population_uniques(sizes, repeats, 1399).estimator != "pitman"


def test_above_a_tenth_the_smaller_of_two_decides():
    sizes, repeats = ints(1, 2, 5), ints(60, 20, 8)
    low = population_uniques(sizes, repeats, 300)
    assert snb(sizes, repeats, 300) < zayatz(sizes, repeats, 300)
    assert low == (snb(sizes, repeats, 300), "snb")
    sizes, repeats = ints(1, 2, 3, 8, 30), ints(60, 12, 8, 6, 4)
    assert zayatz(sizes, repeats, 1104) < snb(sizes, repeats, 1104)
    assert population_uniques(sizes, repeats, 1104) == (zayatz(sizes, repeats, 1104), "zayatz")


def test_where_the_one_wanted_has_no_answer_zayatz_does():
    alone = ints(1), ints(50)
    with pytest.raises(Undefined, match="no two records of the sample are alike"):
        pitman(*alone, 1000)
    assert population_uniques(*alone, 1000) == (1000, "zayatz")
    without_pairs = ints(1, 3), ints(30, 20)
    with pytest.raises(Undefined, match="no class of the sample has two records"):
        snb(*without_pairs, 200)
    assert population_uniques(*without_pairs, 200) == (zayatz(*without_pairs, 200), "zayatz")


def test_what_is_known_is_counted():
    assert population_uniques(ints(2), ints(9), 1000) == (0, "count")
    assert population_uniques(ints(1, 2), ints(7, 4), 15) == (7, "count")


@pytest.fixture(scope="module")
def census():
    """Each person's class, by seven keys of the table that comes with the package."""
    path = Path(sonde.__file__).parent / "data" / "adult.parquet"
    keys = ["age", "sex", "race", "native-country", "marital-status", "workclass", "occupation"]
    columns = [pq.read_table(path)[key].combine_chunks() for key in keys]
    codes = [column.dictionary_encode("encode").indices.to_numpy() for column in columns]
    return np.unique(np.stack(codes), axis=1, return_inverse=True)[1].ravel()


@pytest.mark.parametrize("fraction", [0.05, 0.1, 0.2, 0.5])
def test_the_rule_is_near_the_uniques_of_a_census(census, fraction):
    sizes, repeats = histogram(census)
    truth = repeats[sizes == 1].sum()
    random = np.random.default_rng(8)
    drawn = random.choice(census, round(len(census) * fraction), replace=False)
    assert population_uniques(*histogram(drawn), len(census)).uniques == pytest.approx(
        truth, rel=0.2
    )


def test_twins_are_taken_for_many_uniques():
    """As the page says: nobody is unique, and no estimator can see that."""
    people = np.arange(20_000) // 2
    drawn = np.random.default_rng(8).choice(people, 2000, replace=False)
    assert population_uniques(*histogram(drawn), len(people)).uniques > 8000


# Weighted records.

# f, F and rk_exact as sdcMicro 5.8.1 (GPL-2) computes them: testdata with the keys urbrur, roof,
# walls, water, electcon, relat, sex and the weight sampling_weight; then francdat with the keys
# 2, 4, 5, 6 and the weight column 8.
RISKS = [
    (1, 100, 0.0465168705655363),
    (2, 200, 0.00963114272156024),
    (3, 300, 0.0049532207805903),
    (4, 400, 0.00331697083386609),
    (8, 800, 0.0014261999295012),
    (19, 1900, 0.000555229165851999),
    (20, 2000, 0.000526023735166833),
    (21, 2100, 0.000499737133988215),
    (35, 3500, 0.000294028576149374),
    (107, 10700, 9.43306396428731e-05),
    (150, 15000, 6.71095598404981e-05),
    (2, 110.0, 0.0171442615962852),
    (2, 84.5, 0.0220423261832562),
    (1, 17.0, 0.177075834003514),
    (1, 541.0, 0.011654480146012),
    (1, 5.0, 0.402359478108525),
]


@pytest.mark.parametrize(("size", "weight", "expected"), RISKS)
def test_the_individual_risk_is_sdcmicros(size, weight, expected):
    (risk,) = individual_risk(ints(size), np.array([float(weight)]))
    assert risk == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("size", [1, 2, 5, 19, 20, 60])
@pytest.mark.parametrize("p", [0.05, 0.3, 0.49999, 0.5, 0.8, 0.999])
def test_the_individual_risk_is_the_mean_of_one_over_the_size(size, p):
    """By its definition: all sizes that the class may have, one by one."""
    chance, terms = p**size, []
    for people in range(size, size + 6000):
        terms.append(chance / people)
        chance *= (1 - p) * people / (people + 1 - size)
    (risk,) = individual_risk(ints(size), np.array([size / p]))
    assert risk == pytest.approx(math.fsum(terms), rel=1e-12)


@pytest.mark.parametrize("p", [1e-9, 1e-5, 0.01, 0.499, 0.501, 0.9, 1 - 1e-9])
def test_the_individual_risk_from_one_size_to_the_next(p):
    """Of f and f + 1, p r(f) + (1-p) r(f+1) = p / f: by the integral of s^(f-1) / (p + (1-p) s)."""
    size = np.unique(np.geomspace(1, 10**6, 80).astype(np.int64))
    one, next_one = (individual_risk(each, each / p) for each in (size, size + 1))
    np.testing.assert_allclose(one * size + next_one * size * (1 - p) / p, 1, rtol=1e-9)
    assert ((one >= p / size * (1 - 1e-12)) & (one <= 1 / size)).all()


def test_the_individual_risk_where_one_is_alone():
    p = np.array([1e-9, 0.001, 0.3, 0.5, 0.7])
    risk = individual_risk(np.ones(5, np.int64), 1 / p)
    np.testing.assert_allclose(risk, p / (1 - p) * np.log(1 / p), rtol=1e-14)


def test_weights_of_less_than_one_count_as_one():
    assert individual_risk(ints(1, 4, 50), np.array([1.0, 3.5, 0.1])).tolist() == [1, 0.25, 0.02]


def test_the_household_risk_is_sdcmicros():
    """Household 42 of testdata, whose members are 1, 1, 2 and 2 of their kind."""
    risk = individual_risk(ints(1, 1, 2, 2), np.array([100.0, 100, 200, 200]))
    np.testing.assert_allclose(household_risk(risk, ints(42, 42, 42, 42)), 0.108297515038255)


def test_the_household_risk_of_several_households():
    risk = np.array([0.5, 0.2, 1.0, 0.5, 0.1, 1e-18])
    home = ints(3, 9, 4, 3, 4, 0)
    np.testing.assert_allclose(household_risk(risk, home), [0.75, 0.2, 1, 0.75, 1, 1e-18])


def test_the_order_of_a_households_members_changes_no_digit():
    random = np.random.default_rng(2)
    risk, home = random.random(5000) / 9, random.integers(0, 400, 5000)
    order = random.permutation(5000)
    shuffled = household_risk(risk[order], home[order])
    assert (shuffled == household_risk(risk, home)[order]).all()


def test_the_global_risk_is_the_mean_over_the_records():
    risk, records = np.array([1.0, 0.25, 0.001]), ints(1, 8, 1000)
    assert expected_reidentifications(risk, records) == pytest.approx(4)
    assert global_risk(risk, records) == pytest.approx(4 / 1009)
