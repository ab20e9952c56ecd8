"""Releases made here: the least recoding of whole columns that keeps a model, as ARX looks for it.

Each column goes to one level of its hierarchy, and the records of classes that break the model are
suppressed, up to a share. Of all recodings that do, the one with the least Loss is taken.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

import sonde

from .releases import STAR, Release, original

Mask = npt.NDArray[np.bool_]
Ladders = Mapping[str, sonde.Hierarchy]
MOST_SUPPRESSED = 0.05


@dataclass(frozen=True)
class Model:
    """A name, what the model asks of a class, and the sensitive attribute that it is about."""

    name: str
    keeps: Callable[[sonde.Profile], Mask]
    sensitive: str | None = None


def recoded(
    ladders: Ladders,
    models: Sequence[Model],
    *,
    least: Mapping[str, int] | None = None,
    hierarchies: Ladders | None = None,
) -> list[Release]:
    """Return the best release of the complete rows of Adult for each model.

    ``least`` says from which level on a column is released, where not from the first;
    ``hierarchies`` are those of sensitive attributes, for models that ask for one.
    """
    lowest = dict.fromkeys(ladders, 0) | dict(least or {})
    before = original().kept
    best: dict[str, tuple[float, tuple[int, ...], Mask]] = {}
    for levels in itertools.product(
        *(range(lowest[name], each.levels + 1) for name, each in ladders.items())
    ):
        for sensitive in {model.sensitive for model in models}:
            counted = counted_at(before, ladders, levels, sensitive, hierarchies)
            for model in (each for each in models if each.sensitive == sensitive):
                kept = model.keeps(counted)
                if counted.size[~kept].sum() > MOST_SUPPRESSED * counted.rows:
                    continue
                loss = loss_of(ladders, levels, counted, kept)
                if model.name not in best or loss < best[model.name][0]:
                    best[model.name] = (loss, levels, kept)
    return [_made(model, before, ladders, *best[model.name][1:]) for model in models]


def counted_at(
    before: pa.Table,
    ladders: Ladders,
    levels: Sequence[int],
    sensitive: str | None,
    hierarchies: Ladders | None = None,
) -> sonde.Profile:
    """Count the classes of the keys at these levels."""
    laid = {
        name: {"hierarchy": ladder, "level": level}
        for (name, ladder), level in zip(ladders.items(), levels, strict=True)
    }
    return sonde.profile(
        before,
        keys=list(ladders),
        sensitive=sensitive,
        partitions=laid,
        by_value=True,
        hierarchies=hierarchies if sensitive else None,
    )


def loss_of(
    ladders: Ladders,
    levels: Sequence[int],
    counted: sonde.Profile,
    kept: Mask,
) -> float:
    """Return ARX's Loss: the mean share of a column's values that a released one stands for.

    Of a column it is 0 untouched and 1 suppressed; of the release, the columns' geometric mean.
    """
    assert counted.keys is not None  # noqa: S101 - they were counted by value
    grown = 1.0
    for ladder, level, column in zip(ladders.values(), levels, counted.keys.columns, strict=True):
        values = len(ladder.rows)
        stands_for = Counter(row[level] for row in ladder.rows)
        share = np.array([stands_for[value] / values for value in column.to_pylist()])
        total = float((np.where(kept, share, 1.0) * counted.size).sum())
        untouched = counted.rows / values
        grown *= 1 + (total - untouched) / (counted.rows - untouched)
    return float(grown ** (1 / len(ladders)) - 1)


def _made(
    model: Model, before: pa.Table, ladders: Ladders, levels: Sequence[int], kept: Mask
) -> Release:
    """Write the recoded columns in place of the keys, and suppress what breaks the model."""
    counted = counted_at(before, ladders, levels, model.sensitive)
    assert counted.keys is not None  # noqa: S101 - they were counted by value
    classes = zip(*(column.to_pylist() for column in counted.keys.columns), strict=True)
    holds = dict(zip(classes, kept.tolist(), strict=True))
    columns = []
    for (name, ladder), level in zip(ladders.items(), levels, strict=True):
        goes_to = {row[0]: row[level] for row in ladder.rows}
        columns.append([goes_to[value] for value in before[name].to_pylist()])
    held = [holds[record] for record in zip(*columns, strict=True)]
    whole = before
    for name, column in zip(ladders, columns, strict=True):
        shown = [value if keep else STAR for value, keep in zip(column, held, strict=True)]
        whole = whole.set_column(whole.column_names.index(name), name, pa.array(shown))
    return Release(model.name, whole.filter(pa.array(held)), whole)
