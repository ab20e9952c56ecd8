"""The global risk: how many records an attacker who tries them all is expected to name."""

from __future__ import annotations

import math

from ..entropy import Floats, Ints


def expected_reidentifications(risk: Floats, records: Ints) -> float:
    """The sum of r over all records, where so many ``records`` share each risk.

    Between 0 and the number of records. It is a number of expected successes, not of people who
    are at risk: a hundred records at 1% count as one at 100%.

    >>> import numpy as np
    >>> expected_reidentifications(np.array([0.5, 0.25]), np.array([2, 4]))
    2.0
    """
    return math.fsum(risk * records)


def global_risk(risk: Floats, records: Ints) -> float:
    """The expected re-identifications as a share of the records: the mean individual risk.

    Between 0 and 1. It hides the few at great risk behind the many at little.

    Hundepool et al., Statistical Disclosure Control, 2012.

    >>> import numpy as np
    >>> round(global_risk(np.array([0.5, 0.25]), np.array([2, 4])), 6)
    0.333333
    """
    return expected_reidentifications(risk, records) / int(records.sum())
