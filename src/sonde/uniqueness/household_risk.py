"""The household risk: the chance that at least one member of a household is found."""

from __future__ import annotations

import numpy as np

from ..entropy import Floats, Ints


def household_risk(risk: Floats, household: Ints) -> Floats:
    """For each record, 1 - the product of (1 - r) over the members of its household.

    ``household`` is any number that the members share. Between the largest of their individual
    risks and 1, and the individual risk itself for who lives alone.

    Rests on the risks of the members and on their being found independently of each other. Who
    knows a household knows its members together, so the truth may be higher: the composition of
    a large household is often unique where none of its members is.

    Hundepool et al., Statistical Disclosure Control, 2012.

    >>> household_risk(np.array([0.5, 0.5, 0.1]), np.array([7, 7, 8])).round(6).tolist()
    [0.75, 0.75, 0.1]
    """
    _, of = np.unique(household, return_inverse=True)
    with np.errstate(divide="ignore"):  # a risk of 1 is log 0, and the household's is 1 too
        missed = np.log1p(-risk)
    # In ascending order within each, so that the order of the records changes no digit.
    order = np.argsort(missed, kind="stable")
    found: Floats = -np.expm1(np.bincount(of[order], missed[order]))
    return found[of]
