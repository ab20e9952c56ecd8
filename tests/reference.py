"""Every measure once more, slow and obvious, in plain Python: the judge of the fast ones.

A table is a list of (key, sensitive) pairs, one for each row, or of (person, key, sensitive)
triples with a subject column. Written from the definitions alone, without a look at S(Z), class
arrays or engines. A measure that has no entry here fails the suite.
"""

import math
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np

from sonde import uniqueness
from sonde.errors import Undefined

UNDEFINED = None


def facts_of(rows, *, sensitive, subject):
    """Return (key, member of the anonymity set) for each fact, and each class's people.

    ``rows`` are (person, key, value) triples. A fact is a row, or with a subject column one
    person with one key and one value.
    """
    if subject:
        rows = set(rows) if sensitive else {(person, key, None) for person, key, _ in rows}
    else:
        rows = [(number, key, value) for number, (_, key, value) in enumerate(rows)]
    facts = [(key, value if sensitive else person) for person, key, value in rows]
    people = defaultdict(set)
    for person, key, _ in rows:
        people[key].add(person)
    return facts, {key: len(held) for key, held in people.items()}


def entropy(members):
    total = len(members)
    return sum(-n / total * math.log2(n / total) for n in Counter(members).values())


class Table:
    """Facts and people as ``facts_of`` gives them, and what is known from beside the table.

    ``population`` counts the keys of its people. ``order`` lists the sensitive values from the
    lowest, where it is not that of numbers. ``weight`` adds up the weights of each class's people,
    ``homes`` lists the classes of each household's people. ``paths`` gives each sensitive value's domains, itself first and below the root.
    """

    def __init__(
        self,
        facts,
        people,
        *,
        population=None,
        order=None,
        paths=None,
        weight=None,
        homes=None,
        subjects=0,
    ):
        self.people = people
        self.weight, self.homes, self.subjects = weight, homes, subjects
        self.population, self.order, self.paths = population, order, paths
        self.members = [x for _, x in facts]
        self.classes = defaultdict(list)
        for key, x in facts:
            self.classes[key].append(x)
        self.h = entropy(self.members)
        self.constant = len(set(self.members)) == 1

    def p(self, y):
        return len(self.classes[y]) / len(self.members)

    def h_of(self, y):
        return entropy(self.classes[y])

    def conditional(self):
        return sum(self.p(y) * self.h_of(y) for y in self.classes)

    def share(self, x, y=None):
        """How often x is met, in the class y or in the whole table."""
        members = self.members if y is None else self.classes[y]
        return Fraction(members.count(x), len(members))

    def over_people(self, of):
        """The mean of a number of each class over the people in the classes."""
        people = sum(self.people.values())
        return sum(Fraction(n, people) * Fraction(of(self, y)) for y, n in self.people.items())


def _rate(t):
    return UNDEFINED if t.constant else 1 - t.conditional() / t.h


def _rate_of(t, y):
    return UNDEFINED if t.constant else 1 - t.p(y) * t.h_of(y) / t.h


def _itpr_of(t, y):
    return UNDEFINED if t.constant else 1 - len(t.classes) * t.p(y) * t.h_of(y) / t.h


def _largest(of):
    def overall(t):
        values = [of(t, y) for y in t.classes]
        return UNDEFINED if None in values else max(values)

    return overall


def _information_of(t, y):
    return t.h - t.h_of(y)


def _leak_of(t, y):
    return t.h - t.p(y) * t.h_of(y)


def _eld_of(t, y):
    return 2 ** -t.h_of(y)


def _smallest(of):
    def overall(t):
        values = [of(t, y) for y in t.classes]
        return UNDEFINED if None in values else min(values)

    return overall


def _in_population(t, y):
    return t.population[y]


def _present(t, y):
    return t.people[y] / t.population[y]


def _best(t, y=None):
    return max(t.share(x, y) for x in t.members)


def _distinct(t, y):
    return len(set(t.classes[y]))


def _frequencies(t, y):
    return sorted(Counter(t.classes[y]).values(), reverse=True)


def _recursive_l(t, y, c=2):
    r = _frequencies(t, y)
    return max([n for n in range(1, len(r) + 1) if r[0] < c * sum(r[n - 1 :])], default=0)


def _recursive_c(t, y):
    r = _frequencies(t, y)
    return UNDEFINED if len(r) < 2 else r[0] / sum(r[1:])


def _apart(t, y, of=lambda x: x):
    """Half the distance between the shares of the class and of the table, by groups of values."""
    distance = Counter()
    for x in set(t.members):
        distance[of(x)] += t.share(x, y) - t.share(x)
    return sum(map(abs, distance.values())) / 2


def _closeness(t, y):
    return UNDEFINED if t.constant else _apart(t, y)


def _ordered(t, y):
    order = t.order or sorted(set(t.members) - {None}, key=lambda x: (float(x), x))
    if t.constant or not set(t.members) <= set(order):
        return UNDEFINED
    moved = work = 0
    for x in order:
        moved += t.share(x, y) - t.share(x)
        work += abs(moved)
    return work / (len(order) - 1)


def _hierarchical(t, y):
    """By the transport itself: within the lowest domain first, and so on upwards.

    What is left over in a domain of one level moves on at the next.
    """
    if t.constant:
        return UNDEFINED
    steps = len(next(iter(t.paths.values())))
    over = {(x,): t.share(x, y) - t.share(x) for x in set(t.members)}
    over = {(t.paths[x], x): left for ((x,), left) in over.items()}
    cost = 0
    for level in range(1, steps + 1):
        domains = defaultdict(list)
        for (path, _), left in over.items():
            domains[path[level:]].append((path, left))
        over = {}
        for domain, held in domains.items():
            more = sum(left for _, left in held if left > 0)
            less = -sum(left for _, left in held if left < 0)
            cost += min(more, less) * Fraction(level, steps)
            path = held[0][0]
            over[path, domain] = more - less
    return cost


def _gain(t, x, y):
    return t.share(x, y) / t.share(x)


def _delta(t, y):
    gains = [_gain(t, x, y) for x in set(t.members)]
    return UNDEFINED if 0 in gains else max(abs(math.log2(gain)) for gain in gains)


def _basic(t, y):
    return max(_gain(t, x, y) - 1 for x in t.classes[y])


def _enhanced(t, y):
    beyond = any(_gain(t, x, y) - 1 > -math.log(t.share(x)) for x in t.classes[y])
    return UNDEFINED if beyond else _basic(t, y)


def _alone(t, y):
    return 1 / t.people[y]


def _matched(t, y):
    return Fraction(1, t.people[y] if t.population is None else t.population[y])


def _risk(t, y):
    """E[1/F] where F, of which the sample has f, is negative binomial with mean F = f / p."""
    f = t.people[y]
    p = min(1.0, f / t.weight[y])
    chance, mean = p**f, 0.0
    for size in range(f, f + 2000):
        mean += chance / size
        chance *= (1 - p) * size / (size + 1 - f)
    return mean


def _household_risks(t):
    """For each person, that somebody of their household is found."""
    found = [1 - math.prod(1 - _risk(t, y) for y in home) for home in t.homes.values()]
    return [risk for risk, home in zip(found, t.homes.values(), strict=True) for _ in home]


def _estimate(name):
    """That an estimator gets the right classes; test_uniqueness.py judges what it makes of them."""

    def overall(t):
        if sum(t.people.values()) > t.subjects:
            return UNDEFINED
        size = round(sum(t.weight.values())) if t.population is None else t.population.total()
        sizes = np.array(sorted(t.people.values()))
        try:
            return getattr(uniqueness, name)(sizes, np.ones(len(sizes), np.int64), size)
        except Undefined:
            return UNDEFINED

    return overall


def _population_uniques(t):
    if t.population is not None:
        return sum(n == 1 for n in t.population.values())
    found = _estimate("population_uniques")(t)
    return found and found.uniques


def _cell_gains(t, y):
    """What the other keys tell about each: the divergence of the values that they leave."""
    everybody = [key for key, n in t.people.items() for _ in range(n)]
    gains = []
    for place in range(len(y)):
        alike = [
            k[place] for k in everybody if k[:place] + k[place + 1 :] == y[:place] + y[place + 1 :]
        ]
        values = [k[place] for k in everybody]
        gain = 0
        for value in set(alike):
            among = alike.count(value) / len(alike)
            gain += among * math.log2(among / (values.count(value) / len(values)))
        gains.append(gain)
    return gains


def _pif(t):
    """The least gain that 95 of a hundred do not exceed."""
    gains = sorted(sum(_cell_gains(t, y)) for y, n in t.people.items() for _ in range(n))
    return next(g for rank, g in enumerate(gains, 1) if 100 * rank >= 95 * len(gains))


def _chance_of(count, *, of, drawn, total):
    """The chance that just so many of ``of`` are among those drawn, as a fraction."""
    ways = math.comb(of, count) * math.comb(total - of, drawn - count)
    return Fraction(ways, math.comb(total, drawn))


def _left_by_chance(classes):
    """H(X|Y) where the values of these classes are dealt out anew, cell by cell."""
    values = Counter(x for members in classes for x in members)
    total = sum(values.values())
    left = 0
    for members in classes:
        for held in values.values():
            for count in range(1, min(held, len(members)) + 1):
                chance = _chance_of(count, of=held, drawn=len(members), total=total)
                left -= float(chance * count / total) * math.log2(count / len(members))
    return left


def _settled_by_size(t):
    return all(len(members) == 1 for members in t.classes.values())


def _by_chance(t):
    if t.constant:
        return UNDEFINED
    return 1 - _left_by_chance(t.classes.values()) / t.h


def _adjusted(t):
    if _by_chance(t) is UNDEFINED or _settled_by_size(t):
        return UNDEFINED
    return (_rate(t) - _by_chance(t)) / (1 - _by_chance(t))


def largest_bias(t):
    """The most that chance adds to the rate of a sample: in all, or among classes of like size."""
    bands = defaultdict(list)
    for members in t.classes.values():
        bands[math.floor(math.log2(len(members)))].append(members)
    lost = 0
    for classes in bands.values():
        together = [x for members in classes for x in members]
        missing = (len(set(together)) - 1) / (2 * len(together) * math.log(2))
        left = entropy(together) + missing - _left_by_chance(classes)
        lost += len(together) / len(t.members) * left
    return 7 / 6 * max(_by_chance(t), lost / t.h)


def _corrected(t):
    several = t.subjects and len(t.members) != t.subjects  # facts of some people
    if several or _by_chance(t) is UNDEFINED or largest_bias(t) > 0.2:
        return UNDEFINED
    return max(0, _adjusted(t))


# name: (overall, of one class); None for a number of the whole only
REFERENCE = {
    "discrimination_rate": (_rate, _rate_of),
    "itpr": (_largest(_itpr_of), _itpr_of),
    "mutual_information": (lambda t: t.h - t.conditional(), _information_of),
    "conditional_privacy": (
        lambda t: 1 - 2 ** -(t.h - t.conditional()),
        lambda t, y: 1 - 2 ** -_information_of(t, y),
    ),
    "maximum_information_leakage": (_largest(_leak_of), _leak_of),
    "entropy_l_diversity_risk": (_largest(_eld_of), _eld_of),
    "rate_by_chance": (_by_chance, None),
    "adjusted_rate": (_adjusted, None),
    "corrected_rate": (_corrected, None),
    "k_anonymity": (lambda t: min(t.people.values()), lambda t, y: t.people[y]),
    "alpha_k_anonymity": (_largest(_best), _best),
    "k_map": (_smallest(_in_population), _in_population),
    "delta_presence": (
        lambda t: max(t.people.get(y, 0) / n for y, n in t.population.items()),
        _present,
    ),
    "delta_presence_lowest": (
        lambda t: min(t.people.get(y, 0) / n for y, n in t.population.items()),
        _present,
    ),
    "distinct_l_diversity": (_smallest(_distinct), _distinct),
    "entropy_l_diversity": (
        _smallest(lambda t, y: 2 ** t.h_of(y)),
        lambda t, y: 2 ** t.h_of(y),
    ),
    "recursive_l_diversity": (_smallest(_recursive_l), _recursive_l),
    "recursive_c": (_largest(_recursive_c), _recursive_c),
    "t_closeness": (_largest(_closeness), _closeness),
    "ordered_t_closeness": (_largest(_ordered), _ordered),
    "hierarchical_t_closeness": (_largest(_hierarchical), _hierarchical),
    "delta_disclosure": (_largest(_delta), _delta),
    "basic_beta_likeness": (_largest(_basic), _basic),
    "enhanced_beta_likeness": (_largest(_enhanced), _enhanced),
    "prior_vulnerability": (_best, None),
    "posterior_vulnerability": (lambda t: sum(t.p(y) * _best(t, y) for y in t.classes), _best),
    "prior_certainty": (lambda t: float(t.constant), None),
    "posterior_certainty": (
        lambda t: sum(t.p(y) for y in t.classes if _distinct(t, y) == 1),
        lambda t, y: float(_distinct(t, y) == 1),
    ),
    "prosecutor_risk": (_largest(_alone), _alone),
    "journalist_risk": (_largest(_matched), _matched),
    "marketer_risk": (lambda t: t.over_people(_matched), _matched),
    "records_at_risk": (
        lambda t: t.over_people(lambda t, y: t.people[y] < 11),
        lambda t, y: float(t.people[y] < 11),
    ),
    "uniques": (
        lambda t: sum(n == 1 for n in t.people.values()),
        lambda t, y: int(t.people[y] == 1),
    ),
    "population_uniques": (_population_uniques, None),
    "pitman_uniques": (_estimate("pitman"), None),
    "zayatz_uniques": (_estimate("zayatz"), None),
    "snb_uniques": (_estimate("snb"), None),
    "individual_risk": (_largest(_risk), _risk),
    "global_risk": (lambda t: float(t.over_people(_risk)), _risk),
    "household_risk": (lambda t: max(_household_risks(t)), None),
    "global_household_risk": (
        lambda t: sum(_household_risks(t)) / len(_household_risks(t)),
        None,
    ),
    "cell_information_gain": (_largest(lambda t, y: max(_cell_gains(t, y))), _cell_gains),
    "pif": (_pif, lambda t, y: sum(_cell_gains(t, y))),
}


def kind(t):
    """The kinds of identifier as the thesis words them: by the sets that each value leaves."""
    everybody = Counter(t.members)
    left = [Counter(members) for members in t.classes.values()]
    if len(everybody) == 1:
        return None
    if all(len(members) == 1 for members in left):
        return "identifier"
    total = sum(everybody.values())
    unchanged = all(
        set(members) == set(everybody)
        and all(n * total == everybody[x] * sum(members.values()) for x, n in members.items())
        for members in left
    )
    if unchanged:
        return "zero-identifier"
    alone = any(len(members) == 1 for members in left)
    return "partial identifier" if alone else "sketchy-identifier"
