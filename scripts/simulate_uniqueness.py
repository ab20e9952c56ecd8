"""Draw samples from populations that are known, and see what the estimators say of their uniques.

Prints the two tables of docs/numbers/uniqueness.md. The census is the table that comes with the
package, or all the rows of the tables that are named.

    python scripts/simulate_uniqueness.py [adult.parquet adult_test.parquet]
"""

import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sonde.entropy import Ints
from sonde.errors import Undefined
from sonde.uniqueness import pitman, population_uniques, snb, zayatz

SEED = 20120712
DRAWS = 20
PEOPLE = 100_000
SETS, ENOUGH = 40, 100
FRACTIONS = (0.01, 0.05, 0.1, 0.2, 0.5)
PACKAGED = Path(__file__).parents[1] / "src" / "sonde" / "data" / "adult.parquet"
SEVEN = [
    "age", "sex", "race", "native-country", "marital-status", "workclass", "occupation",
]  # fmt: skip
FOUR = ["age", "sex", "race", "marital-status"]
COUNTRY = ["age", "sex", "occupation", "native-country"]
TEN = [*SEVEN, "education", "relationship", "hours-per-week"]


def census(paths: Sequence[str], keys: list[str]) -> Ints:
    """Return each person's class, by these keys."""
    people = pa.concat_tables([pq.read_table(path, columns=keys) for path in paths])
    columns = [people[key].combine_chunks().dictionary_encode("encode") for key in keys]
    codes = [column.indices.to_numpy(zero_copy_only=False) for column in columns]
    return np.unique(np.stack(codes), axis=1, return_inverse=True)[1].ravel()


def zipf(random: np.random.Generator) -> Ints:
    """Return classes of which the i-th is chosen with a chance that falls as 1 / i^1.2."""
    return random.zipf(1.2, PEOPLE)


def twins(_: np.random.Generator) -> Ints:
    """Return classes of two each: nobody is unique."""
    return np.arange(PEOPLE) // 2


def independent(random: np.random.Generator) -> Ints:
    """Return the combinations of eight columns that know nothing of each other."""
    columns = random.geometric(0.4, (8, PEOPLE)).clip(max=12) - 1
    codes: Ints = np.ravel_multi_index(tuple(columns), (12,) * 8)
    return codes


def pitman_yor(random: np.random.Generator) -> Ints:
    """Return classes to which people come one by one, as in Pitman's model."""
    theta, alpha = 2000.0, 0.4
    sizes: list[int] = []
    of: list[int] = []
    for person in range(PEOPLE):
        if random.random() * (theta + person) < theta + alpha * len(sizes):
            of.append(len(sizes))
            sizes.append(1)
            continue
        joined = of[int(random.random() * person)]
        while random.random() * sizes[joined] < alpha:
            joined = of[int(random.random() * person)]
        of.append(joined)
        sizes[joined] += 1
    return np.array(of)


def histogram(classes: Ints) -> tuple[Ints, Ints]:
    """Return the sizes that classes have, and how many have each."""
    sizes = np.unique(classes, return_counts=True)[1]
    return np.unique(sizes, return_counts=True)


def estimates(population: Ints, fraction: float, random: np.random.Generator) -> Iterator[str]:
    """Yield the uniques of samples of this size, and what each estimator makes of them."""
    people = len(population)
    drawn = [
        histogram(random.choice(population, round(people * fraction), replace=False))
        for _ in range(DRAWS)
    ]
    by_rule = [population_uniques(*held, people) for held in drawn]
    yield f"{statistics.median(held[1][held[0] == 1].sum() for held in drawn):,.0f}"
    for estimator in (pitman, zayatz, snb):
        yield told([answer(estimator, *held, people) for held in drawn])
    ruled = [estimate.uniques for estimate in by_rule]
    yield f"{told(ruled)} ({min(ruled):,.0f} to {max(ruled):,.0f})"


def answer(
    estimator: Callable[[Ints, Ints, int], float], sizes: Ints, repeats: Ints, people: int
) -> float | None:
    """Return an estimate, or nothing where there is none."""
    try:
        return estimator(sizes, repeats, people)
    except Undefined:
        return None


def told(answers: Sequence[float | None]) -> str:
    """Write the median of the answers, and how many there are where some are lacking."""
    given = [one for one in answers if one is not None]
    if not given:
        return "-"
    lacking = "" if len(given) == len(answers) else f" ({len(given)} of {len(answers)})"
    return f"{statistics.median(given):,.0f}{lacking}"


def many_keys(paths: Sequence[str], random: np.random.Generator) -> Iterator[Ints]:
    """Yield the census by sets of three to five of ten columns, where a hundred are unique."""
    for length in (3, 4, 5):
        sets = list(combinations(TEN, length))
        for chosen in random.choice(len(sets), SETS, replace=False):
            population = census(paths, list(sets[chosen]))
            if uniques(population) >= ENOUGH:
                yield population


def uniques(classes: Ints) -> int:
    """Count those who are alone in their class."""
    sizes, repeats = histogram(classes)
    return int(repeats[sizes == 1].sum())


def off_by(population: Ints, fraction: float, random: np.random.Generator) -> float:
    """Return how many times the truth the rule says, of one sample."""
    people = len(population)
    drawn = random.choice(population, round(people * fraction), replace=False)
    return population_uniques(*histogram(drawn), people).uniques / uniques(population)


def by_population(paths: Sequence[str], random: np.random.Generator) -> None:
    """Print what each estimator says of each population."""
    populations = {
        "Census, seven keys": census(paths, SEVEN),
        "Census, four keys": census(paths, FOUR),
        "Census, with country": census(paths, COUNTRY),
        "Pitman's model": pitman_yor(random),
        "Zipf's law": zipf(random),
        "Independent columns": independent(random),
        "Twins": twins(random),
    }
    print("| Population | Unique | Sample | Alone in it | Pitman | Zayatz | SNB | By the rule |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    for name, population in populations.items():
        for fraction in FRACTIONS:
            told_of = estimates(population, fraction, random)
            cells = [name, f"{uniques(population):,}", f"{fraction:.0%}", *told_of]
            print(f"| {' | '.join(cells)} |")


def by_fraction(paths: Sequence[str], random: np.random.Generator) -> None:
    """Print how far the rule is from the truth, over many sets of keys."""
    populations = list(many_keys(paths, random))
    print(f"\nThe rule's estimate over the truth, {len(populations)} sets of keys:\n")
    print("| Sample | Least | A tenth is below | Median | A tenth is above | Most |")
    print("| --: | --: | --: | --: | --: | --: |")
    for fraction in FRACTIONS:
        times = [off_by(population, fraction, random) for population in populations]
        quantiles = np.quantile(times, [0, 0.1, 0.5, 0.9, 1])
        print(f"| {fraction:.0%} | {' | '.join(f'{one:.2f}' for one in quantiles)} |")


if __name__ == "__main__":
    tables = sys.argv[1:] or [str(PACKAGED)]
    generator = np.random.default_rng(SEED)
    by_population(tables, generator)
    by_fraction(tables, generator)
