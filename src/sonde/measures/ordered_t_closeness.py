"""t-closeness with ordered ground distance: values far apart in their order are far apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..distances import moved, quotient
from ..orders import places
from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """The sum over the places of |P(i|y) - P(i)|, both added up from the lowest, over m - 1."""
    profile.require_uncertainty()
    place, many = places(profile)
    return quotient(moved(profile, place[profile.cell_value], many), profile, many - 1)


@measure(
    title="t-closeness, ordered",
    short="ordered t",
    says="In some class {target} is {value:.3f} of its whole range away from everybody's.",
    low=0,
    high=1,
    worse="higher",
    family="Closeness",
    needs=("sensitive", "order"),
    source="Li, Li and Venkatasubramanian, ICDE 2007, section 5.1",
    of_each_class=of_one_value,
)
def ordered_t_closeness(profile: Profile) -> float:
    """The smallest t for which the table is t-close by the earth mover's distance along an order.

    With m values in order, moving a share of people by one place costs 1/(m - 1) of it. The order
    is that of numbers, dates and bins, or the one stated in ``orders``. The distance is between
    places: 3, 5 and 11 are each one place apart. A stated order may list values that no row has,
    and they are places too. Undefined where X has one value, or nulls without a place.

    Rests on one class. It is small where a class has few neighbouring values of many: a class of
    salaries between 3K and 5K is close to the whole by this, and still gives a low salary away.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35, 35], "Pay": [3, 4, 5, 6]}
    >>> round(sonde.ordered_t_closeness(table, keys="Age", sensitive="Pay").overall, 4)
    0.3333
    """
    return float(of_one_value(profile).max())
