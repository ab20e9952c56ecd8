"""Cell information gain and PIF: what the other keys tell about one, and about a whole record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..information_gain import column_gains, personal_information_factor, row_gains
from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_each_cell(profile: Profile) -> Floats:
    """The gain of each class (down) and key (across)."""
    return profile.key_gains


def of_each_key(profile: Profile) -> Floats:
    """The mean gain of each key over the people."""
    return column_gains(of_each_cell(profile), profile.people)


@measure(
    title="Cell information gain, largest",
    short="CIG",
    says="Of somebody, the other keys tell {value:.2f} bits about one of {keys}.",
    low=0,
    high=None,
    worse="higher",
    unit="bits",
    family="Cells",
    needs=("names",),
    source="CSIRO Data61, piflib, 2021",
    of_each_class=of_each_cell,
    of_each_key=of_each_key,
)
def cell_information_gain(profile: Profile) -> float:
    """The largest gain of a cell: what an attacker learns of one key who knows all the others.

    For each person and key the divergence, in bits, of the key's values among the people alike in
    the other keys from its values in the whole table. 0: the others tell nothing about it. By
    value each class has one number for each key, and by key there is their mean over the people,
    which is the mutual information of the key and the others.

    Rests on one cell. Where few people are alike in the other keys the gain is large by chance
    alone. With one key there are no others, and it is 0.

    >>> import sonde
    >>> result = sonde.cell_information_gain(
    ...     {"Age": [22, 22, 35, 63], "Sex": ["f", "m", "f", "f"]}, keys=["Age", "Sex"]
    ... )
    >>> result.overall, result.by_value.to_pylist()[0]["cell_information_gain"]
    (1.0, {'Age': 0.0817041659455104, 'Sex': 0.20751874963942185})
    >>> result.by_key
    {'Age': 0.3112781244591328, 'Sex': 0.31127812445913283}
    """
    return float(of_each_cell(profile).max())


def of_one_value(profile: Profile, **_: Any) -> Floats:
    """The row's gain: the sum of the gains of its cells."""
    return row_gains(of_each_cell(profile))


@measure(
    title="Personal information factor",
    short="PIF",
    says="{percentile}% of the people have at most {value:.2f} bits told about their {keys}.",
    low=0,
    high=None,
    worse="higher",
    unit="bits",
    family="Cells",
    needs=("names",),
    source="CSIRO Data61, piflib, 2021",
    of_each_class=of_one_value,
)
def pif(profile: Profile, *, percentile: Any = 95) -> float:
    """PIF: the information gain that ``percentile`` per cent of the records do not exceed, in bits.

    A record's gain is the sum over its keys of what the other keys tell about each. 0: for so
    many, the keys tell nothing about each other. 100 is the largest gain of all.

    Rests on one record, which has that rank. It grows with every key, and says what could be
    learned from a record about its own keys, not about a sensitive attribute; name that as a key
    to have it counted too.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35, 63], "Sex": ["f", "m", "f", "f"]}
    >>> round(sonde.pif(table, keys=["Age", "Sex"], percentile=50).overall, 4)
    0.4967
    """
    return personal_information_factor(of_one_value(profile), profile.people, percentile)
