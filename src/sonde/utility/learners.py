"""Learners: scikit-learn's models, and the rows of a pair as they take them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..entropy import Floats, Ints
from ..errors import SondeError
from .columns import as_numbers
from .pairs import Pair

NEIGHBOURS = 15
# Leaves of fewer rows learn the table by heart.
LEAF = 5
# Of a column with more values, the rarer ones are one to the models.
MOST_VALUES = 200
FEW_ROWS = 20_000


def require_scikit_learn() -> None:
    """Import what the extra ``mining`` installs, or say how to."""
    try:
        import sklearn  # noqa: F401 - it is there
    except ImportError as error:
        raise SondeError(
            "Data mining needs scikit-learn: install it with pip install 'sonde[mining]'."
        ) from error


def threads(rows: int) -> AbstractContextManager[Any]:
    """Keep models of few rows to one thread, as waiting for each other takes longer than work."""
    from threadpoolctl import threadpool_limits

    return threadpool_limits(1) if rows < FEW_ROWS else nullcontext()


def learners(*, numbers: bool) -> dict[str, Callable[[int, list[bool]], Any]]:
    """Return the models, for numbers or for classes, each made anew for each training."""
    from sklearn import ensemble, neighbors, tree

    kind = "Regressor" if numbers else "Classifier"
    grown = getattr(tree, f"DecisionTree{kind}")
    near = getattr(neighbors, f"KNeighbors{kind}")
    boosted = getattr(ensemble, f"HistGradientBoosting{kind}")
    return {
        "tree": lambda seed, _: grown(random_state=seed, min_samples_leaf=LEAF),
        "neighbours": lambda _, categories: scaled(near(n_neighbors=NEIGHBOURS), categories),
        "boosting": lambda seed, categories: boosted(
            random_state=seed, categorical_features=categories if any(categories) else None
        ),
    }


def scaled(model: Any, categories: list[bool]) -> Any:
    """Give a model of distances columns that count alike: numbers scaled, other values apart."""
    from sklearn.compose import ColumnTransformer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    names = [i for i, is_category in enumerate(categories) if is_category]
    numbers = [i for i, is_category in enumerate(categories) if not is_category]
    return make_pipeline(
        ColumnTransformer(
            [
                ("numbers", StandardScaler(), numbers),
                ("values", OneHotEncoder(handle_unknown="ignore", sparse_output=False), names),
            ]
        ),
        model,
    )


@dataclass(frozen=True, eq=False)
class Features:
    """The keys of each row as numbers, and which of them only stand for values.

    ``release`` and ``original`` are what a model of each is trained on. ``asked`` is what the
    release's is told of an original's row: its own value, or the release's where that is
    coarser. ``alike`` is the original as the release writes it, number for number.
    """

    release: Floats
    original: Floats
    asked: Floats
    alike: Floats
    of_release: list[bool]
    of_original: list[bool]


def features(held: Pair, keys: Sequence[str], rows: Ints) -> Features:
    """Give keys to models: numbers as they are, nulls as the mean, other values by their place.

    A number that the release makes coarser is a number still to the original's model.
    """
    each = [_key(held, name) for name in keys]
    of_release = [name not in held.numbers for name in keys]
    own = [_own_numbers(held, name) for name in keys]
    original = [one[3] if mine is None else mine for one, mine in zip(each, own, strict=True)]
    return Features(
        release=np.column_stack([one[1][rows] for one in each]),
        original=np.column_stack([one[rows] for one in original]),
        asked=np.column_stack([one[2][rows] for one in each]),
        alike=np.column_stack([one[3][rows] for one in each]),
        of_release=of_release,
        of_original=[mine is None for mine in own],
    )


def _own_numbers(held: Pair, name: str) -> Floats | None:
    found = None if name in held.labels else as_numbers(held.tables[0][name])
    return None if found is None else _filled(found)


def _key(held: Pair, name: str) -> tuple[str, Floats, Floats, Floats]:
    """Return a key's name, the release's values, those asked for, and the original's."""
    if name in held.numbers:
        before, after = (_filled(as_numbers(table[name])) for table in held.tables)
        return name, after, before, before
    column = held.held[name]
    coarser = bool(set(np.unique(column.after)) - set(np.unique(column.before)))
    place = _places(np.concatenate([column.before, column.after]))
    before, after = place[column.before], place[column.after]
    return name, after, after if coarser else before, before


def _filled(numbers: Floats | None) -> Floats:
    assert numbers is not None  # noqa: S101 - it is among the numbers
    return np.where(np.isnan(numbers), np.nanmean(numbers), numbers)


def _places(codes: Any) -> Floats:
    """Keep the most frequent values apart and put the others together: as many as models take."""
    n = np.bincount(codes)
    place = np.arange(len(n), dtype=np.float64)
    if len(n) > MOST_VALUES:
        place[np.argsort(-n, kind="stable")] = np.arange(len(n))
    found: Floats = np.minimum(place, MOST_VALUES - 1)
    return found
