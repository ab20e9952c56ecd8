"""The tables of an attack: a release, and what there is beside it, with the roles of columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..datasets import Missing, require_column
from ..measures import measures
from ..partitions import Domains, Hierarchy, Partition, Unsettled, text
from ..profiles import Profile, profile
from ..results import Result, class_table
from .needs import Unsuited

if TYPE_CHECKING:
    import pyarrow as pa

    from ..sources import Source

Laid = Partition | Unsettled


@dataclass(frozen=True, eq=False)
class Tables:
    """A release and its roles, what it was made from, and what an attacker holds beside it.

    ``came_from`` says of a column of the release which of the original it was made of, where the
    names differ. ``recodings`` say how a key's values became those of the release, by partition;
    where none is recorded, a hierarchy of the key may tell. ``models`` are attackers' models:
    partitions of columns that are no keys, by the name of the model. ``row_id`` is the column
    that says which row is which, in all the tables; without it they are in the same order.
    """

    release: Source
    keys: tuple[str, ...]
    sensitive: tuple[str, ...] = ()
    subject: str | None = None
    original: Source | None = None
    outside: Source | None = None
    came_from: Mapping[str, str] = field(default_factory=dict)
    recodings: Mapping[str, Laid] = field(default_factory=dict)
    hierarchies: Mapping[str, Hierarchy] = field(default_factory=dict)
    models: Mapping[str, Mapping[str, Laid]] = field(default_factory=dict)
    row_id: str | None = None
    missing: Missing = "value"
    counted: dict[Any, Profile] = field(default_factory=dict, repr=False)

    @property
    def key_sets(self) -> list[tuple[str, ...]]:
        """Each key alone, and all of them together."""
        return [*((key,) for key in self.keys), *([self.keys] if len(self.keys) > 1 else [])]

    def about(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Name the columns of the original that columns of the release came from."""
        return tuple(self.came_from.get(key, key) for key in keys)

    def is_whole(self, keys: Sequence[str]) -> bool:
        """Whether these are all the keys."""
        return len(keys) == len(self.keys)

    def profile(
        self, keys: Sequence[str], sensitive: str | None = None, laid: Laid | None = None
    ) -> Profile:
        """Count the release, once for each question."""
        asked = (tuple(keys), sensitive, id(laid))
        if asked not in self.counted:
            self.counted[asked] = profile(
                self.release,
                keys=tuple(keys),
                sensitive=sensitive,
                subject=self.subject,
                partitions=None if laid is None or sensitive is None else {sensitive: laid},
                missing=self.missing,
            )
        return self.counted[asked]

    def profile_of_original(self, keys: Sequence[str], sensitive: str) -> Profile:
        """Count the original by the columns that keys of the release came from."""
        assert self.original is not None  # noqa: S101 - it is needed
        columns = self.about([*keys, sensitive])
        for name, old in zip([*keys, sensitive], columns, strict=True):
            require_column(self.original, old, f"of which {name!r} of the release was made")
        subject = self.subject if self.subject in self.original.columns else None
        return profile(
            self.original,
            keys=columns[:-1],
            sensitive=columns[-1],
            subject=subject,
            missing=self.missing,
        )

    @cached_property
    def _levels(self) -> dict[str, Domains]:
        return {}

    def recoding(self, key: str) -> Laid | None:
        """How a key's values became the release's: as recorded, or as its hierarchy tells."""
        if key in self.recodings:
            return self.recodings[key]
        if key not in self.hierarchies:
            return None
        if key not in self._levels:
            self._levels[key] = self._level(key)
        return self._levels[key]

    def _level(self, key: str) -> Domains:
        """Find the lowest level of a hierarchy at which all values of the release are."""
        ladder = self.hierarchies[key]
        held = self.values(key)
        for level in range(ladder.levels + 1):
            if held <= {row[level] for row in ladder.rows}:
                return ladder.level(level)
        raise Unsuited(
            f"The values of {key!r} in {self.release.name} are at no one level of {ladder.name}: "
            "record how they were made as a partition, or give tables whose rows match"
        )

    def values(self, key: str) -> set[str]:
        """The values that a column of the release has, as text, null aside."""
        keys = self.profile((key,)).named().keys
        assert keys is not None  # noqa: S101 - named() sees to it
        return {text(value) for value in keys[0].to_pylist() if value is not None}


def by_class(profile: Profile, *names: str) -> pa.Table:
    """Put some measures of each class side by side."""
    results: list[Result] = [measures()[name].of(profile) for name in names]
    return class_table(profile.named(), results)
