"""What chance gives: computed, drawn, and taken off a sample."""

import importlib.util
import math
import sys
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import sonde
from sonde.cells_by_chance import MOMENTS, _by_chances, _by_moments
from sonde.chance import expected_n_log_n
from sonde.entropy import bits, n_log_n
from sonde.measures import measures
from sonde.permutation import permuted
from sonde.samples import MOST_BIAS, largest_bias, standard_error

from .reference import REFERENCE, Table, facts_of
from .reference import largest_bias as slow_bias

# What a table of numbers that is a sample has.
HELD = {"sensitive", "sample", "order", "names"}
ASKED = [name for name, each in measures().items() if set(each.needs) <= HELD]
# Numbers of the classes alone, which stay as they are when the values are dealt out anew.
OF_MARGINS = {
    "rate_by_chance",
    "k_anonymity",
    "prior_vulnerability",
    "prior_certainty",
    "prosecutor_risk",
    "marketer_risk",
    "records_at_risk",
    "uniques",
    "cell_information_gain",
    "pif",
}
# Numbers so coarse that they are the same for both of these tables and for those drawn.
COARSE = {"posterior_certainty", "distinct_l_diversity"}


def drawn(rows, classes, values, *, link=0.0, seed=0):
    """Draw a table whose values are those of the class for a share of the rows."""
    rng = np.random.default_rng(seed)
    keys = rng.integers(0, classes, rows)
    told = rng.random(rows) < link
    return {"k": keys, "x": np.where(told, keys % values, rng.integers(0, values, rows))}


def profile(table):
    return sonde.profile(table, keys="k", sensitive="x", sample=True)


@pytest.fixture(scope="module")
def simulation():
    path = Path(__file__).parents[1] / "scripts" / "simulate_chance.py"
    spec = importlib.util.spec_from_file_location("simulate_chance", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def judge_of(table):
    triples = list(zip(range(len(table["k"])), list(table["k"]), list(table["x"]), strict=True))
    return Table(*facts_of(triples, sensitive=True, subject=False))


def over_all_permutations(sizes, others):
    """S(X,Y) averaged over every order in which the values can be dealt out."""
    of_class = np.repeat(np.arange(len(sizes)), sizes)
    values = np.repeat(np.arange(len(others)), others)
    found = []
    for order in permutations(values.tolist()):
        counts = np.bincount(of_class * len(others) + np.array(order))
        found.append(math.fsum(bits(counts[counts > 0])))
    return sum(found) / len(found)


def by_the_formula(sizes, others):
    """Vinh, Epps, Bailey, equation 24a, term by term, as scikit-learn writes it."""
    total, log = sum(sizes), math.lgamma
    found = 0.0
    for a in sizes:
        for b in others:
            for n in range(max(1, a + b - total), min(a, b) + 1):
                chance = log(a + 1) + log(b + 1) + log(total - a + 1) + log(total - b + 1)
                chance -= log(total + 1) + log(n + 1) + log(a - n + 1) + log(b - n + 1)
                chance -= log(total - a - b + n + 1)
                found += n * math.log2(n) * math.exp(chance)
    return found


TINY = [
    ([2, 2], [2, 2]),
    ([1, 2, 4], [3, 3, 1]),
    ([7], [3, 4]),
    ([1] * 7, [3, 4]),
    ([5, 2], [6, 1]),
    ([3, 3, 2], [7, 1]),
    ([6, 1], [6, 1]),
]


@pytest.mark.parametrize(("sizes", "others"), TINY, ids=str)
def test_the_mean_over_all_permutations(sizes, others):
    expected = over_all_permutations(sizes, others)
    found = expected_n_log_n(np.array(sizes), np.array(others))
    assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_the_formula_term_by_term(seed):
    rng = np.random.default_rng(seed)
    sizes = np.minimum(rng.zipf(1.5, 60), 900)
    total = int(sizes.sum())
    others = rng.multinomial(total, rng.dirichlet([0.3] * 9))
    others = others[others > 0]
    expected = by_the_formula(sizes.tolist(), others.tolist())
    assert expected_n_log_n(sizes, others) == pytest.approx(expected, rel=1e-10)


def test_it_is_the_same_to_the_last_digit_in_any_order_and_held_in_any_pieces(monkeypatch):
    rng = np.random.default_rng(3)
    sizes, others = rng.zipf(1.4, 500) % 5000 + 1, rng.integers(1, 400, 12)
    others[0] += sizes.sum() - others.sum()
    expected = expected_n_log_n(sizes, others)
    for _ in range(3):
        assert expected_n_log_n(rng.permutation(sizes), rng.permutation(others)) == expected
    assert expected_n_log_n(others, sizes) == expected
    monkeypatch.setattr("sonde.cells_by_chance.AT_ONCE", max(MOMENTS.values()))
    assert expected_n_log_n(sizes, others) == pytest.approx(expected, rel=1e-14)


def test_a_table_of_a_thousand_million_rows():
    """Two halves by two: N times the information by chance comes near half a degree of freedom."""
    half = np.array([500_000_000, 500_000_000])
    information = 2 * n_log_n(half) - n_log_n(half.sum(keepdims=True))
    found = expected_n_log_n(half, half) - information
    assert found == pytest.approx(1 / (2 * math.log(2)), rel=1e-3)


@pytest.mark.parametrize(("rows", "classes", "values"), [(12, 4, 2), (60, 9, 3), (90, 40, 5)])
def test_drawn_tables_come_to_what_is_computed(rows, classes, values):
    counted = profile(drawn(rows, classes, values, link=0.5))
    found = sonde.by_chance(sonde.discrimination_rate, counted, draws=2000)
    expected = sonde.rate_by_chance(counted).overall
    assert found.mean == pytest.approx(expected, abs=4 * found.deviation / math.sqrt(2000))
    left = (1 - found.mean) * counted.entropy
    assert counted.entropy_by_chance == pytest.approx(left, rel=0.02)


def test_the_ends_are_decided_by_the_integers():
    alone = {"k": list(range(9)), "x": list("aabbccdde")}
    assert sonde.rate_by_chance(alone, keys="k", sensitive="x").overall == 1.0
    assert "every class has one row" in sonde.adjusted_rate(alone, keys="k", sensitive="x").reason
    together = {"k": [0] * 9, "x": list("aabbccdde")}
    assert sonde.rate_by_chance(together, keys="k", sensitive="x").overall == 0.0
    assert sonde.adjusted_rate(together, keys="k", sensitive="x").overall == 0.0
    settled = {"k": list("aabbccdde"), "x": list("aabbccdde")}
    assert sonde.adjusted_rate(settled, keys="k", sensitive="x").overall == 1.0


@pytest.mark.parametrize("name", ["rate_by_chance", "adjusted_rate", "corrected_rate"])
def test_without_a_sensitive_attribute_nothing_is_left_to_chance(name):
    with pytest.raises(sonde.SondeError, match="needs a sensitive attribute: name one"):
        measures()[name]({"k": [1, 1, 2]}, keys="k", sample=True)
    assert name not in sonde.measure({"k": [1, 1, 2]}, keys="k", sample=True).results


def test_rows_of_different_weights_were_not_drawn_alike():
    table = {name: list(values) for name, values in drawn(400, 4, 2, link=0.5).items()}
    given = {"keys": "k", "sensitive": "x", "weight": "w"}
    even = sonde.corrected_rate(table | {"w": [7.5] * 400}, **given)
    assert even.overall == sonde.corrected_rate(profile(table)).overall
    uneven = sonde.corrected_rate(table | {"w": [5 + k for k in table["k"]]}, **given)
    assert uneven.reason == "the rows have different weights, so they were not drawn alike"


@pytest.mark.parametrize("total", [3_000, 10**5, 10**7])
@pytest.mark.parametrize("least", MOMENTS)
def test_the_moments_give_what_the_chances_do(least, total):
    """From the smallest mean on that so many moments are taken for, where they say least."""
    rng = np.random.default_rng(total + least)
    a, b = rng.integers(1, total, (2, 9000))
    a[::2] = np.exp(rng.uniform(0, math.log(total - 1), 4500)) + 1  # also a few of many
    a[1::3] = np.minimum(total - 1, least * total // b[1::3] + 1)  # and just so many
    enough = a * b >= least * total
    a, b = a[enough][:3000], b[enough][:3000]
    by_chances = _by_chances(np.minimum(a, b), np.maximum(a, b), total)
    found = _by_moments(a, b, total, MOMENTS[least])
    assert found == pytest.approx(by_chances, rel=1e-13)
    assert len(a) > 1000 or least * 3 > total


def test_a_draw_keeps_both_margins_and_the_order_of_cells():
    counted = profile(drawn(400, 30, 6, link=0.3))
    made = permuted(counted, np.random.default_rng(1))
    assert (made.size == counted.size).all()
    assert (made.value_size == counted.value_size).all()
    assert (np.bincount(made.cell_class, made.cell_size) == counted.size).all()
    rows = list(zip(made.cell_class, made.cell_size, made.cell_value, strict=True))
    assert rows == sorted(rows)
    assert sonde.discrimination_rate(made).overall != sonde.discrimination_rate(counted).overall


@pytest.mark.parametrize("name", ASKED)
def test_every_measure_is_set_beside_chance(name):
    counted = profile(drawn(600, 6, 2, link=0.5))
    found = sonde.by_chance(measures()[name], counted, draws=19)
    assert found == sonde.by_chance(measures()[name], counted, draws=19)
    assert found.observed == measures()[name](counted).overall
    spread = list(found.quantiles.values())
    assert spread == sorted(spread)
    assert spread[0] - 1e-12 <= found.mean <= spread[-1] + 1e-12
    kept = name in OF_MARGINS | COARSE
    assert found.p_value == (1.0 if kept else 1 / 20)
    assert found.deviation < 1e-12 or not kept


def test_a_p_value_is_even_where_there_is_no_link():
    rate = sonde.discrimination_rate
    found = [
        sonde.by_chance(rate, profile(drawn(80, 8, 3, seed=seed)), draws=39, seed=seed).p_value
        for seed in range(60)
    ]
    assert 0.4 < np.mean(found) < 0.6
    assert np.mean(np.array(found) <= 0.1) < 0.2


def test_a_measure_that_is_worse_when_lower_counts_the_other_way():
    from dataclasses import replace

    upside_down = replace(sonde.discrimination_rate, worse="lower")
    counted = profile(drawn(600, 6, 2, link=0.8))
    assert sonde.by_chance(upside_down, counted, draws=19).p_value == 1.0


def test_what_chance_has_no_answer_to_is_refused():
    with pytest.raises(sonde.SondeError, match="without a sensitive attribute: name one"):
        sonde.by_chance(sonde.discrimination_rate, sonde.profile({"k": [1, 2]}, keys="k"))
    same = sonde.profile({"k": [1, 2], "x": ["a", "a"]}, keys="k", sensitive="x")
    with pytest.raises(sonde.SondeError, match="undefined: 'x' has the same value everywhere"):
        sonde.by_chance(sonde.discrimination_rate, same)
    with pytest.raises(sonde.SondeError, match="draws is 1 or more, not 0"):
        sonde.by_chance(sonde.k_anonymity, same, draws=0)


def test_what_is_drawn_says_so():
    found = sonde.by_chance(sonde.discrimination_rate, profile(drawn(600, 6, 2, link=0.8)))
    assert repr(found).startswith("Discrimination rate: 0.5")
    assert repr(found).endswith("(p = 0.005, 200 draws)")


@pytest.mark.parametrize("seed", range(40))
def test_the_corrected_rate_is_the_reference(seed):
    """Tables of the property tests are too small for it to be defined."""
    rng = np.random.default_rng(seed)
    rows, classes, values = rng.integers(20, 90), rng.integers(2, 7), rng.integers(2, 5)
    table = drawn(rows, classes, values, link=rng.choice([0, 0.5, 0.9]), seed=seed)
    judge = judge_of(table)
    found = sonde.corrected_rate(profile(table)).overall
    expected = REFERENCE["corrected_rate"][0](judge)
    assert (found is None) == (expected is None)
    assert found is None or math.isclose(found, expected, abs_tol=1e-9)


def test_rare_classes_of_other_values_count_by_themselves():
    """Pairs that are open beside a crowd that is settled: on average they seem to matter less."""
    pairs = {"k": list(range(30)) * 2, "x": ["a"] * 30 + ["a", "b", "c"] * 10}
    both = {name: held + {"k": [99], "x": ["a"]}[name] * 300 for name, held in pairs.items()}
    for table in (pairs, both):
        assert largest_bias(profile(table)) == pytest.approx(slow_bias(judge_of(table)), rel=1e-9)
    by_chance = sonde.rate_by_chance(both, keys="k", sensitive="x").overall
    assert largest_bias(profile(both)) > 2 * by_chance


def test_the_standard_error_is_that_of_many_samples(simulation):
    whole = simulation.population(5, 5, "uneven", "half")
    chances = whole.chances.ravel() / whole.chances.sum()
    model = profile({"k": [0], "x": [0]})
    samples = np.random.default_rng(2).multinomial(20_000, chances, size=400).reshape(-1, 5, 5)
    made = [simulation.profile_of(counts, model) for counts in samples]
    spread = np.std([sonde.discrimination_rate(one).overall for one in made])
    assert np.mean([standard_error(one) for one in made]) == pytest.approx(spread, rel=0.12)


def test_the_corrected_rate_lies_between_its_ends():
    for seed in range(30):
        counted = profile(drawn(500, 3 + seed, 4, link=seed / 30, seed=seed))
        result = sonde.corrected_rate(counted)
        low, high = sonde.corrected_rate.interval(counted)
        assert 0 <= low <= result.overall <= high <= 1
        assert high >= sonde.discrimination_rate(counted).overall


def test_a_sample_that_cannot_tell_says_so():
    counted = profile({"k": np.arange(3000) // 2, "x": np.arange(3000) % 3})
    assert largest_bias(counted) > MOST_BIAS
    assert sonde.corrected_rate(counted).reason.startswith("chance may account for ")
    table = {"who": [1, 1, 2, 3], "k": [1, 1, 1, 1], "x": ["a", "b", "a", "a"]}
    roles = {"keys": "k", "sensitive": "x", "subject": "who", "sample": True}
    result = sonde.corrected_rate(table, **roles)
    assert result.reason == "some people have several facts, which were not drawn one by one"


def test_the_simulation_counts_as_the_engine_does(simulation):
    table = drawn(300, 12, 3, link=0.4)
    counted = profile(table)
    counts = np.zeros((4, 13), np.int64)
    np.add.at(counts, (table["x"], table["k"]), 1)
    made = simulation.profile_of(counts, counted)
    for name in ("discrimination_rate", "adjusted_rate", "corrected_rate"):
        assert measures()[name](made).overall == measures()[name](counted).overall
    assert sonde.corrected_rate.interval(made) == sonde.corrected_rate.interval(counted)


@pytest.mark.parametrize(
    ("shape", "margin", "link", "people"),
    [
        ((2, 2), "even", "half", 500),
        ((2, 2), "even", "nearly all", 500),  # mostly without a fact that disagrees
        ((2, 20), "uneven", "nearly all", 2_000),
        ((5, 50), "even", "half", 2_000),
        ((5, 50), "uneven", "none", 2_000),
        ((5, 50), "uneven", "in rare classes", 10_000),
        ((15, 100), "even", "weak", 10_000),
    ],
    ids=str,
)
def test_the_interval_holds_the_true_rate(simulation, shape, margin, link, people):
    """Of 300 samples at least 91%: 95 in 100, less three standard errors."""
    whole = simulation.population(*shape, margin, link)
    generator = np.random.default_rng(5)
    found = simulation.coverage(whole, people, samples=300, again=0, generator=generator)
    assert found.defined > 200
    assert found.held >= 0.91


def test_a_row_bootstrap_does_not_hold_it(simulation):
    whole = simulation.population(5, 50, "even", "half")
    generator = np.random.default_rng(5)
    found = simulation.coverage(whole, 2_000, samples=60, again=60, generator=generator)
    assert found.bootstrap < 0.1
    assert found.held > 0.9
