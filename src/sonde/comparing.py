"""Releases side by side: the same measures of each, and of what they were made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .checking import counter
from .errors import SondeError
from .measures import Measure, measures
from .plain import plain
from .results import Result
from .spec import Spec, read_spec

if TYPE_CHECKING:
    from .utility.frontier import Frontier

# What is compared unless the specs' limits say otherwise: averages beside worst cases.
OF_PEOPLE = ("discrimination_rate", "k_anonymity", "uniques", "records_at_risk", "marketer_risk")
OF_SENSITIVE = (
    "discrimination_rate",
    "adjusted_rate",
    "itpr",
    "distinct_l_diversity",
    "t_closeness",
    "posterior_vulnerability",
)


@dataclass(frozen=True, eq=False)
class Row:
    """One measure of each release; None where a release has no such sensitive attribute."""

    measure: Measure
    sensitive: str | None
    results: tuple[Result | None, ...]

    @property
    def about(self) -> str:
        """Which number it is."""
        return self.measure.title + (f" of {self.sensitive}" if self.sensitive is not None else "")

    @property
    def safest(self) -> tuple[int, ...]:
        """The places of the releases in which people are safest by this number."""
        known = [r.overall for r in self.results if r is not None and r.overall is not None]
        if len(known) < 2 or min(known) == max(known):  # noqa: PLR2004 - nothing to compare
            return ()
        best = min(known) if self.measure.worse == "higher" else max(known)
        held = enumerate(self.results)
        return tuple(n for n, r in held if r is not None and r.overall == best)


@dataclass(frozen=True, eq=False)
class Comparison:
    """Releases, the original first where one is measured, and a row for each number."""

    releases: tuple[Spec, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    @property
    def bases(self) -> tuple[tuple[str, ...], ...]:
        """What the numbers of each release rest on: each count that was made of it."""
        columns = zip(*(row.results for row in self.rows), strict=True)
        held = [[one.profile.basis for one in column if one is not None] for column in columns]
        return tuple(tuple(dict.fromkeys(bases)) for bases in held)

    def frontier(self) -> Frontier:
        """Put the releases on one chart: how many are found, and how far the needs are met."""
        from .asked import needs_overall
        from .utility.frontier import frontier

        risks = next(row for row in self.rows if row.measure.name == "marketer_risk").results
        points = [
            (spec.name, None if risk is None else risk.overall, needs_overall(spec))
            for spec, risk in zip(self.releases, risks, strict=True)
            if spec.needs
        ]
        if not points:
            raise SondeError("A chart of risk against utility needs the specs' needs: name some.")
        return frontier(points, risk="share of the people found", utility="needs met")

    def __repr__(self) -> str:
        head = ["measure", *(spec.name for spec in self.releases)]
        body = [[r.about, *(_shown(one) for one in r.results)] for r in self.rows]
        widths = [max(map(len, column)) for column in zip(head, *body, strict=True)]
        lines = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in (head, *body)]
        return "\n".join(map(plain, lines))


def compare(specs: Sequence[Spec | str | Path]) -> Comparison:
    """Measure releases by their specs, and set the numbers side by side.

    The measures are those of the specs' limits, and a few averages and worst cases beside them.
    An original that a spec names is measured first, with the same keys, as they stand in it.
    """
    read = [spec if isinstance(spec, Spec) else read_spec(spec) for spec in specs]
    if not read:
        raise SondeError("Name the specs of the releases that are to be compared.")
    originals, notes = _originals(read)
    releases = [*originals, *read]
    counts = [counter(spec) for spec in releases]
    rows = []
    for measure, sensitive in _asked(read):
        results = tuple(
            measure.of(count(tuple(spec.keys), sensitive))
            if sensitive is None or sensitive in spec.sensitive
            else None
            for spec, count in zip(releases, counts, strict=True)
        )
        rows.append(Row(measure, sensitive, results))
    return Comparison(tuple(releases), tuple(rows), notes)


def _asked(specs: list[Spec]) -> list[tuple[Measure, str | None]]:
    """Return which measures to take, each of the subjects or of a sensitive attribute."""
    known = measures()
    sensitive = list(dict.fromkeys(name for spec in specs for name in spec.sensitive))
    asked: dict[tuple[str, str | None], None] = dict.fromkeys((name, None) for name in OF_PEOPLE)
    asked |= dict.fromkeys((name, of) for of in sensitive for name in OF_SENSITIVE)
    for limit in (limit for spec in specs for limit in spec.limits):
        needs = "sensitive" in known[limit.measure].needs
        targets = sensitive if needs and limit.sensitive is None else [limit.sensitive]
        asked |= dict.fromkeys((limit.measure, of) for of in targets)
    order = [name for name in known for other, _ in asked if other == name]
    ranked = sorted(
        asked, key=lambda pair: (sensitive.index(pair[1]) if pair[1] else -1, order.index(pair[0]))
    )
    return [(known[name], of) for name, of in ranked if _plain(known[name])]


def _plain(measure: Measure) -> bool:
    """Whether a measure can be asked of every table, whatever is known beside it."""
    return set(measure.needs) <= {"sensitive", "names"}


def _originals(specs: list[Spec]) -> tuple[list[Spec], tuple[str, ...]]:
    """Make a spec of each original, which has the roles of the first release made from it."""
    made: dict[Path, Spec] = {}
    notes = []
    for spec in specs:
        if spec.original is None:
            continue
        path = (spec.path.parent / spec.original).resolve()
        if path in made:
            continue
        lacking = [key for key in spec.keys if key not in spec.open(spec.original).columns]
        if lacking:
            notes.append(f"{spec.original} has no column {lacking[0]!r}, so it is not measured.")
            continue
        title = f"original ({Path(spec.original).name})"
        # What an attacker takes for the same stays, and how the release tells its keys goes.
        laid = {name: held for name, held in spec.laid().items() if name in spec.sensitive}
        beside = {"data": spec.original, "title": title, "partitions": laid, "limits": []}
        made[path] = spec.model_copy(update=beside)
    return list(made.values()), tuple(dict.fromkeys(notes))


def _shown(result: Result | None) -> str:
    return "-" if result is None else result.shown
