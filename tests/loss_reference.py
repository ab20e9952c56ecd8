"""Every information loss once more, slow and obvious: the judge of the fast ones.

Written from the papers' definitions over rows in plain Python. ``before`` and ``after`` map
columns to lists. A loss that has no entry here fails the suite.
"""

import math
from bisect import bisect_right
from collections import Counter
from itertools import combinations, pairwise

import numpy as np

UNDEFINED = None


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def deviation(values):
    m = mean(values)
    return math.sqrt(sum((v - m) ** 2 for v in values) / (len(values) - 1))


def covariance(one, other):
    m, n = mean(one), mean(other)
    return sum((a - m) * (b - n) for a, b in zip(one, other, strict=True)) / (len(one) - 1)


def correlation(one, other):
    return covariance(one, other) / deviation(one) / deviation(other)


class Tables:
    """``ladders`` lists each key's hierarchy: rows of a value and what it becomes."""

    def __init__(self, before, after, numbers, others, orders, ladders):
        self.before, self.after = before, after
        self.numbers, self.others, self.orders, self.ladders = numbers, others, orders, ladders
        self.rows = len(next(iter(before.values())))

    def rows_of(self, table):
        return [tuple(table[key][i] for key in self.ladders) for i in range(self.rows)]

    def suppressed(self, i):
        return all(self.after[key][i] in ("*", None) for key in self.ladders)


def three(entries):
    """Three ways, of (before, after, weight) triples."""

    def of(apart):
        def overall(t):
            held = entries(t)
            return sum(w * apart(x, y) for x, y, w in held) / sum(w for _, _, w in held)

        return overall

    def varies(x, y):
        return 0 if x == y else abs(y - x) / abs(x)

    return (
        of(lambda x, y: (y - x) ** 2),
        of(lambda x, y: abs(y - x)),
        of(varies),
    )


def _data(t):
    return [(x, y, 1) for n in t.numbers for x, y in zip(t.before[n], t.after[n], strict=True)]


def _pairs(t, of, itself):
    names = [(a, b) for i, a in enumerate(t.numbers) for b in t.numbers[: i + itself]]
    return [(of(t.before[a], t.before[b]), of(t.after[a], t.after[b]), 1) for a, b in names]


def _components(t, table):
    matrix = np.array([[correlation(table[a], table[b]) for a in t.numbers] for b in t.numbers])
    values, vectors = np.linalg.eigh(matrix)
    held = sorted(zip(values, vectors.T, strict=True), key=lambda pair: -pair[0])
    return [(float(value), vector.tolist()) for value, vector in held]


def _turned(before, after):
    sign = -1 if sum(a * b for a, b in zip(before, after, strict=True)) < 0 else 1
    return [sign * value for value in after]


def _weighted(t, of):
    one, other = _components(t, t.before), _components(t, t.after)
    entries = []
    for (value, vector), (new_value, new_vector) in zip(one, other, strict=True):
        turned = _turned(vector, new_vector)
        entries += [
            (of(a, value), of(b, new_value), value) for a, b in zip(vector, turned, strict=True)
        ]
    return entries


def _communalities(t):
    (value, vector), *_ = _components(t, t.before)
    (new_value, new_vector), *_ = _components(t, t.after)
    held = zip(vector, new_vector, strict=True)
    return [(a * a * value, b * b * new_value, 1) for a, b in held]


def _eigenvalues(t):
    held = zip(_components(t, t.before), _components(t, t.after), strict=True)
    return sum(abs(a - b) / a for (a, _), (b, _) in held)


def _il1s(t):
    return sum(
        abs(x - y) / deviation(t.before[n]) / math.sqrt(2)
        for n in t.numbers
        for x, y in zip(t.before[n], t.after[n], strict=True)
    )


def _sse_sst(t):
    sse = sst = 0
    for n in t.numbers:
        s, m = deviation(t.before[n]), mean(t.before[n])
        sse += sum(((x - y) / s) ** 2 for x, y in zip(t.before[n], t.after[n], strict=True))
        sst += sum(((x - m) / s) ** 2 for x in t.before[n])
    return sse / sst


def _ks(t):
    def below(values, place):
        return bisect_right(sorted(values), place) / len(values)

    return max(
        abs(below(t.before[n], place) - below(t.after[n], place))
        for n in t.numbers
        for place in t.before[n] + t.after[n]
    )


def _wasserstein(t):
    """By the area between the two distributions, where the fast one matches the sorted."""
    areas = []
    for n in t.numbers:
        one, other = sorted(t.before[n]), sorted(t.after[n])
        places = sorted({*one, *other})
        area = sum(
            abs(bisect_right(one, low) - bisect_right(other, low)) / t.rows * (high - low)
            for low, high in pairwise(places)
        )
        areas.append(area / deviation(one))
    return mean(areas)


def _direct(t):
    return mean(
        mean(x != y for x, y in zip(t.before[n], t.after[n], strict=True)) for n in t.others
    )


def _ordinal(t):
    return mean(
        mean(
            abs(order.index(x) - order.index(y)) / len(order)
            for x, y in zip(t.before[n], t.after[n], strict=True)
        )
        for n, order in t.orders.items()
    )


def _contingency(t, dimension=2):
    shares = []
    for size in range(1, dimension + 1):
        for names in combinations(t.others, size):
            one = Counter(zip(*(t.before[n] for n in names), strict=True))
            other = Counter(zip(*(t.after[n] for n in names), strict=True))
            apart = sum(abs(one[cell] - other[cell]) for cell in {*one, *other})
            shares.append(apart / 2 / t.rows)
    return mean(shares)


def entropy(values):
    return -sum(n / len(values) * math.log2(n / len(values)) for n in Counter(values).values())


def _entropy_based(t):
    shares = []
    for n in t.others:
        left = 0
        for value in set(t.after[n]):
            among = [x for x, y in zip(t.before[n], t.after[n], strict=True) if y == value]
            left += len(among) / t.rows * entropy(among)
        shares.append(left / entropy(t.before[n]))
    return mean(shares)


def _stands_for(ladder, value):
    """Which of a hierarchy's values a released one may be."""
    held = [row[0] for row in ladder if value in row]
    return held if held and value is not None else [row[0] for row in ladder]


def _share(ladder, value):
    return len(_stands_for(ladder, value)) / len(ladder)


def _granularity(t):
    lost = mean(mean(_share(h, v) for v in t.after[n]) for n, h in t.ladders.items())
    least = mean(1 / len(h) for h in t.ladders.values())
    return 1 - (lost - least) / (1 - least)


def _arx_loss(t):
    product = 1
    for n, h in t.ladders.items():
        least = 1 / len(h)
        product *= 1 + (mean(_share(h, v) for v in t.after[n]) - least) / (1 - least)
    return product ** (1 / len(t.ladders)) - 1


def _level(ladder, value):
    top = len(ladder[0]) - 1
    return next((i for i in range(top + 1) if any(row[i] == value for row in ladder)), top)


def _precision(t):
    return 1 - mean(
        mean(_level(h, v) / (len(h[0]) - 1) for v in t.after[n]) for n, h in t.ladders.items()
    )


def _up(ladder, value, level):
    return next(row[level] for row in ladder if row[0] == value)


def _non_uniform(t):
    lost = most = 0
    for n, h in t.ladders.items():
        levels = [_level(h, v) for v in t.after[n]]
        below = None
        for level in sorted(set(levels)):
            rows = [i for i in range(t.rows) if levels[i] >= level]
            was = [t.before[n][i] if below is None else _up(h, t.before[n][i], below) for i in rows]
            now = [_up(h, t.before[n][i], level) for i in rows]
            lost -= sum(
                math.log2(was.count(a) / now.count(b)) for a, b in zip(was, now, strict=True)
            )
            below = level
        most += t.rows * entropy(t.before[n])
    return 1 - lost / most


def _discernibility(t):
    one, other = t.rows_of(t.before), t.rows_of(t.after)
    least, most = sum(one.count(row) for row in one), t.rows**2
    penalty = sum(t.rows if t.suppressed(i) else other.count(row) for i, row in enumerate(other))
    return 1 - (penalty - least) / (most - least)


def _class_size(t):
    kept = [row for i, row in enumerate(t.rows_of(t.after)) if not t.suppressed(i)]
    least = t.rows / len(set(t.rows_of(t.before)))
    return 1 - (len(kept) / len(set(kept)) - least) / (t.rows - least)


def _ambiguity(t):
    most = math.prod(len(h) for h in t.ladders.values())
    held = mean(
        math.prod(len(_stands_for(h, t.after[n][i])) for n, h in t.ladders.items())
        for i in range(t.rows)
    )
    return 1 - (held - 1) / (most - 1)


def _record_distance(t):
    may = could = 0
    for i in range(t.rows):
        squares, farthest = 0, 0
        for n, h in t.ladders.items():
            lines = [row[0] for row in h]
            places = [lines.index(v) for v in t.before[n]]
            spread = math.sqrt(mean((p - mean(places)) ** 2 for p in places))
            here = places[i]
            reach = [lines.index(v) for v in _stands_for(h, t.after[n][i])]
            ends = [p for v in t.after[n] for p in map(lines.index, _stands_for(h, v))] + places
            squares += max(abs(here - p) / spread for p in reach) ** 2
            farthest += max(abs(here - p) / spread for p in ends) ** 2
        may += math.sqrt(squares)
        could += math.sqrt(farthest)
    return 1 - may / could


_THREE = {
    "data": _data,
    "covariance": lambda t: _pairs(t, covariance, itself=True),
    "correlation": lambda t: _pairs(t, correlation, itself=False),
    "principal_components": lambda t: _weighted(t, lambda v, value: v * math.sqrt(value)),
    "communalities": _communalities,
    "factor_scores": lambda t: _weighted(t, lambda v, value: v / math.sqrt(value)),
}

LOSSES = {
    f"{name}_{way}": of
    for name, entries in _THREE.items()
    for way, of in zip(("mse", "mae", "variation"), three(entries), strict=True)
} | {
    "eigenvalues": _eigenvalues,
    "il1s": _il1s,
    "il1": lambda t: _il1s(t) / t.rows / len(t.numbers),
    "sse_sst": _sse_sst,
    "ks_distance": _ks,
    "wasserstein_distance": _wasserstein,
    "direct_comparison": _direct,
    "ordinal_comparison": _ordinal,
    "contingency_tables": _contingency,
    "entropy_based": _entropy_based,
    "granularity": _granularity,
    "arx_loss": _arx_loss,
    "precision": _precision,
    "non_uniform_entropy": _non_uniform,
    "discernibility": _discernibility,
    "average_class_size": _class_size,
    "ambiguity": _ambiguity,
    "record_distance": _record_distance,
}
