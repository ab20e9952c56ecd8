"""The roles of a table of which many sets of keys are asked: keys and any number of attributes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..datasets import Dataset, Missing, Partitions, dataset
from ..errors import SondeError
from .encoding import Encoded, encode


@dataclass(frozen=True)
class Roles:
    """A dataset whose keys are what an attacker may know, and then the sensitive attributes."""

    dataset: Dataset
    keys: tuple[str, ...]
    sensitive: tuple[str, ...]

    def encode(self) -> Encoded:
        """Read the table's columns with a role into memory."""
        made = encode(self.dataset, len(self.sensitive))
        if made.rows:
            return made
        title = self.dataset.source.title
        if not made.dropped:
            raise SondeError(f"{title} has no rows.")
        raise SondeError(
            f"{title} has no complete row: each of its {made.dropped:,} rows has a null in a key, "
            "the sensitive or the subject column; take nulls as values (missing='value') or fill "
            "them."
        )


def roles_of(
    table: Any,
    *,
    keys: str | Sequence[str],
    sensitive: str | Sequence[str] | None = None,
    subject: str | None = None,
    partitions: Partitions | None = None,
    missing: Missing = "value",
    sample: bool = False,
) -> Roles:
    """Give the columns their roles; each has one."""
    chosen, hidden = _names(keys), _names(sensitive)
    for name in hidden:
        if name in chosen:
            raise SondeError(f"Column {name!r} is both key and sensitive: a column has one role.")
        if hidden.count(name) > 1:
            raise SondeError(f"Column {name!r} is named as a sensitive twice: name it once.")
        if name == subject:
            raise SondeError(
                f"Column {name!r} is both sensitive and subject: a column has one role."
            )
    if not chosen:
        raise SondeError("Name at least one key: a column that an attacker may know.")
    made = dataset(
        table,
        keys=[*chosen, *hidden],
        subject=subject,
        partitions=partitions,
        missing=missing,
        sample=sample,
    )
    return Roles(made, chosen, hidden)


def _names(given: Any) -> tuple[str, ...]:
    if given is None:
        return ()
    return (str(given),) if isinstance(given, str | int) else tuple(map(str, given))
