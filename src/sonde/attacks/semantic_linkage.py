"""Semantic record linkage: tables that share no values, and a meaning."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

from ..profiles import profile
from .base import attack
from .findings import Finding, measured
from .needs import Unsuited
from .rows import rows
from .tables import by_class

if TYPE_CHECKING:
    from ..sources import Source
    from .tables import Tables

NAMES = ("discrimination_rate", "itpr", "prior_vulnerability", "posterior_vulnerability")


@attack(
    title="Semantic record linkage",
    attacker="Somebody with a table of the same people by other attributes.",
    knows="The release, and how the values of an attribute elsewhere divide people.",
    x="the domains of an attribute of the other table, by the attacker's model",
    y="the keys of the release",
    question="linkability",
    says="By the model {model}, knowing {keys} removes {discrimination_rate:.1%} of the "
    "uncertainty about which domain of {target} a person is in, in the other table.",
    needs=("another table", "models"),
    perturbed=True,
    source="Domingo-Ferrer and Torra, 2003; Sondeck, thesis, 2017, section 5.4.4",
)
def semantic_linkage(tables: Tables) -> list[Finding]:
    """How far the keys of the release lead to a domain of an attribute that it does not have.

    X is the semantic partition of a column of the other table (the outside one, or else the
    original), Y the keys of the release: each alone, and together; for each attacker's model that
    has a partition of such a column. 0: the tables are not linked by it. 1: whoever knows the
    keys knows the domain, though no value is in both tables.

    Rests on rows that match, by order or ``row_id``: how far one could link is known to who knows
    the links. Small classes look linked by chance.

    >>> import sonde
    >>> made = sonde.attack(
    ...     {"Disease": ["flu", "flu", "gout"]}, outside={"Age": [22, 25, 63]}, keys="Disease",
    ...     partitions={"Age": {"bins": [40]}}, only="semantic_linkage",
    ... )
    >>> made["semantic_linkage"][0].overall["discrimination_rate"]
    1.0
    """
    other = tables.outside if tables.outside is not None else tables.original
    assert other is not None  # noqa: S101 - it is needed
    asked = [
        (model, column)
        for model, laid in tables.models.items()
        for column in laid
        if column in other.columns and column not in tables.release.columns
    ]
    if not asked:
        raise Unsuited(
            f"No model divides a column that {other.name} has and {tables.release.name} has not"
        )
    return [
        _finding(tables, other, model, column, keys)
        for model, column in asked
        for keys in tables.key_sets
    ]


def _finding(
    tables: Tables, other: Source, model: str, column: str, keys: tuple[str, ...]
) -> Finding:
    side = rows(tables, other, keys, [column])
    here, there = side.matched
    counted = profile(
        pa.table([*here.columns, *there.columns], [*keys, column]),
        keys=keys,
        sensitive=column,
        partitions={column: tables.models[model][column]},
        missing=tables.missing,
    )
    return Finding(
        attack=semantic_linkage,
        keys=keys,
        about=tables.about(keys),
        figures=measured(counted, *NAMES),
        basis=f"{counted.basis.removesuffix('.')}; {side.how}.",
        table=partial(by_class, counted, "discrimination_rate", "posterior_vulnerability"),
        target=column,
        model=model,
        whole=tables.is_whole(keys),
    )
