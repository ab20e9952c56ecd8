"""Every measure once more, slow and obvious, in plain Python: the judge of the fast ones.

A table is a list of (key, sensitive) pairs, one for each row, or of (person, key, sensitive)
triples with a subject column. Written from the definitions alone, without a look at S(Z), class
arrays or engines. A measure that has no entry here fails the suite.
"""

import math
from collections import Counter, defaultdict
from fractions import Fraction

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
    def __init__(self, facts, people):
        self.people = people
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
    if _by_chance(t) is UNDEFINED or largest_bias(t) > 0.2:
        return UNDEFINED
    return max(0, _adjusted(t))


# name: (overall, of one class, or None for a number of the whole only)
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
    "k_anonymity": (lambda t: min(t.people.values()), lambda t, y: t.people[y]),
    "rate_by_chance": (_by_chance, None),
    "adjusted_rate": (_adjusted, None),
    "corrected_rate": (_corrected, None),
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
