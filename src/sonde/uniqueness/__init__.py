"""How many of those who are alone in a sample are alone in the population it was drawn from.

Everything here is a function of whole numbers and weights, and knows of no table.
"""

from .decision import Estimate, population_uniques
from .global_risk import expected_reidentifications, global_risk
from .household_risk import household_risk
from .individual_risk import individual_risk
from .pitman import pitman
from .snb import snb
from .zayatz import zayatz

__all__ = [
    "Estimate",
    "expected_reidentifications",
    "global_risk",
    "household_risk",
    "individual_risk",
    "pitman",
    "population_uniques",
    "snb",
    "zayatz",
]
