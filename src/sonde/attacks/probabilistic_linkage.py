"""Probabilistic record linkage: the model of Fellegi and Sunter, as Splink learns it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from ..numbering import arrow
from ..parameters import share
from ..partitions import Partition
from .base import attack
from .comparable import coded, coded_by_partition, numbers, spread
from .findings import Figure, Finding, listed
from .needs import Unsuited
from .rows import rows
from .shares import shares_by_class

if TYPE_CHECKING:
    from ..entropy import Floats, Ints
    from .rows import Rows
    from .tables import Tables

# More pairs than this are not compared all; one key, cut into bins, says which are.
MOST_PAIRS = 10_000_000
BINS = 100
# So many pairs are enough to learn from.
LEARNED_FROM = 1_000_000
# How near numbers are to be for a level of agreement, in standard deviations.
NEAR = (0.1, 0.5)
SAME = 1e-9


@attack(
    title="Probabilistic record linkage",
    attacker="Somebody who holds original records, with names, and tries to link the release.",
    knows="The keys of the original, and how often each agrees, learned from the two tables.",
    x="the records of the original",
    y="the keys of the release, by their agreement",
    question="linkability",
    says="Taking the likeliest original record by {keys}, {linked:,.2f} of {released:,} released "
    "rows are linked right ({best:.1%}); {matches:,} pairs are called a match.",
    lead="best",
    needs=("original", "splink"),
    perturbed=True,
    source="Fellegi and Sunter, JASA 1969; Linacre et al., Splink, IJPDS 2022; "
    "Sondeck, thesis, 2017, section 3.4.2",
)
def probabilistic_linkage(tables: Tables, threshold: float = 0.9) -> list[Finding]:
    """How many released records are likeliest to be the one that they were made from.

    X is the original's records, Y the keys of a released one. Splink learns from the two tables
    alone how often each key agrees for the same person and for two, and weighs each pair.
    Numbers agree exactly, within 0.1 or 0.5 standard deviations, or not; other values by being
    equal, after the recodings. ``best``: the likeliest is right, one drawn among ties. Of the
    pairs called ``matches``, at or above the ``threshold``, ``right`` are so; ``found`` is the
    share of released rows of which the right pair is among them; ``clerical`` are the pairs
    between a half and the threshold, which a person would look at.

    Rests on rows that match, as only who holds the original can count what is right, and on keys
    that agree independently of each other. Of more than ten million pairs those alone are
    compared that share a bin of one key, so that an attacker with patience links more.

    >>> import sonde
    >>> sonde.attack({"Age": [21]}, keys="Age").left_out["probabilistic_linkage"]
    'needs the original that the release was made from: name its table'
    """
    assert tables.original is not None  # noqa: S101 - it is needed
    side = rows(tables, tables.original, tables.keys, tables.about(tables.keys))
    made = scores(prepare(tables, side), share("threshold", threshold))
    released = made.ids
    shown = side.release.take(arrow(np.flatnonzero(side.mate >= 0)))
    best = np.zeros(shown.num_rows)
    place = {mate: at for at, mate in enumerate(side.mate[side.mate >= 0].tolist())}
    best[[place[one] for one in released.tolist()]] = made.best
    figures = {
        "best": Figure(float(best.mean())),
        "linked": Figure(float(best.sum())),
        "released": Figure(shown.num_rows),
        "matches": Figure(made.matches),
        "right": _share(made.right, made.matches, "no pair is called a match"),
        "found": Figure(made.right / shown.num_rows),
        "clerical": Figure(made.clerical),
        "chance": Figure(1 / side.other.num_rows),
    }
    return [
        Finding(
            attack=probabilistic_linkage,
            keys=tables.keys,
            about=tables.about(tables.keys),
            figures=figures,
            basis=f"Rests on {shown.num_rows:,} released and {side.other.num_rows:,} original "
            f"rows; {side.how}; {made.how}.",
            table=partial(shares_by_class, shown, tables.keys, best=best),
            target="which original record a released one was",
        )
    ]


def _share(part: int, whole: int, reason: str) -> Figure:
    return Figure(part / whole) if whole else Figure(None, reason)


@dataclass(frozen=True, eq=False)
class Prepared:
    """Columns to compare, ``c0`` and so on, with what each is blocked by, ``b0`` and so on.

    A released row has the ``unique_id`` of its mate, so that a right pair has one of them.
    """

    release: pa.Table
    original: pa.Table
    deviations: Sequence[float | None]


@dataclass(frozen=True, eq=False)
class Scores:
    """What Splink's weights come to. ``best`` is each released row's chance to be linked right."""

    ids: Ints
    best: Floats
    matches: int
    right: int
    clerical: int
    how: str


def prepare(tables: Tables, side: Rows) -> Prepared:
    """Bring both tables to columns that Splink may compare: numbers, and numbers for values."""
    has = np.flatnonzero(side.mate >= 0)
    kept = side.release.take(arrow(has))
    held: list[dict[str, Any]] = [{"unique_id": side.mate[has]}, {}]
    held[1]["unique_id"] = np.arange(side.other.num_rows, dtype=np.int64)
    deviations: list[float | None] = []
    shared = False
    for key, a, b in zip(tables.keys, kept.columns, side.other.columns, strict=True):
        pair, deviation = _compared(tables, key, a, b)
        if len(np.unique(np.concatenate(pair))) == 1:
            continue  # what all have tells nobody apart
        shared |= deviation is not None or bool(np.isin(*pair).any())
        at = len(deviations)
        blocks = pair if deviation is None else _bins(*pair)
        for columns, one, block in zip(held, pair, blocks, strict=True):
            columns |= {f"c{at}": pa.array(one, from_pandas=True), f"b{at}": block}
        deviations.append(deviation)
    if not deviations:
        raise Unsuited("All released and original keys have one value, which links nobody")
    if not shared:
        raise Unsuited(
            f"No value of {listed(tables.keys)} is in both tables: give the hierarchies or "
            "partitions by which they compare"
        )
    release, original = (pa.table(columns) for columns in held)
    return Prepared(release, original, deviations)


def _compared(
    tables: Tables, key: str, a: pa.ChunkedArray, b: pa.ChunkedArray
) -> tuple[tuple[Any, Any], float | None]:
    """Return both columns as numbers, with their deviation unless they only stand for values."""
    laid = tables.recoding(key)
    if laid is not None:
        part = laid if isinstance(laid, Partition) else laid.over(_known(b))
        return coded_by_partition(part, a, b), None
    here, there = numbers(a), numbers(b)
    if here is None or there is None:
        return coded(a, b), None
    return (here, there), spread(there, "deviation") or 1.0


def _known(column: pa.ChunkedArray) -> list[Any]:
    return [value for value in column.unique().to_pylist() if value is not None]


def _bins(here: Floats, there: Floats) -> tuple[Ints, Ints]:
    """Cut numbers at the quantiles of the original ones."""
    edges = np.unique(np.nanquantile(there, np.linspace(0, 1, BINS + 1)[1:-1]))
    return np.searchsorted(edges, here, "right"), np.searchsorted(edges, there, "right")


def blocking(prepared: Prepared) -> str:
    """Choose which pairs are compared: all, or those that share a bin of one key."""
    if prepared.release.num_rows * prepared.original.num_rows <= MOST_PAIRS:
        return "1=1"
    pairs = {at: _pairs(prepared, at) for at in range(len(prepared.deviations))}
    at = min(pairs, key=lambda one: pairs[one])
    if pairs[at] > MOST_PAIRS:
        raise Unsuited(
            f"The rows make {pairs[at]:,} pairs even within one bin of a key, and at most "
            f"{MOST_PAIRS:,} are compared: attack a sample of the rows"
        )
    return f"l.b{at} = r.b{at}"


def _pairs(prepared: Prepared, at: int) -> int:
    tables = (prepared.release, prepared.original)
    sides = [np.bincount(np.asarray(table[f"b{at}"])) for table in tables]
    many = min(map(len, sides))
    return int(sides[0][:many] @ sides[1][:many])


def trained(prepared: Prepared) -> Any:
    """Return Splink's linker, which has learned how often keys agree."""
    import duckdb
    import splink.comparison_level_library as levels
    import splink.comparison_library as comparisons
    from splink import Linker, SettingsCreator
    from splink.backends.duckdb import DuckDBAPI

    compared: list[Any] = []
    for at, deviation in enumerate(prepared.deviations):
        column = f"c{at}"
        near = [] if deviation is None else [one * deviation for one in NEAR]
        compared.append(
            comparisons.CustomComparison(
                output_column_name=column,
                comparison_levels=[
                    levels.NullLevel(column),
                    levels.ExactMatchLevel(column),
                    *(levels.AbsoluteDifferenceLevel(column, one) for one in near),
                    levels.ElseLevel(),
                ],
            )
        )
    rule: Any = blocking(prepared)
    settings = SettingsCreator(
        link_type="link_only",
        comparisons=compared,
        blocking_rules_to_generate_predictions=[rule],
        probability_two_random_records_match=1 / max(2, prepared.original.num_rows),
        retain_matching_columns=False,
    )
    # One thread: what is drawn for learning is the same then, each time.
    engine = DuckDBAPI(duckdb.connect(config={"threads": 1}))
    sides = [
        engine.register(prepared.release, dataset_display_name="release"),
        engine.register(prepared.original, dataset_display_name="original"),
    ]
    linker = Linker(sides, settings, log_level=logging.CRITICAL)
    linker.training.estimate_u_using_random_sampling(max_pairs=LEARNED_FROM, seed=1)
    linker.training.estimate_parameters_using_expectation_maximisation(
        rule,
        fix_probability_two_random_records_match=rule == "1=1",
        max_pairs=LEARNED_FROM,
    )
    return linker


def scores(prepared: Prepared, threshold: float) -> Scores:
    """Weigh the pairs, and count which are right."""
    try:
        linker = trained(prepared)
        found = linker.inference.predict()
    except Unsuited:
        raise
    except Exception as error:
        why = str(error).partition("\n")[0]
        raise Unsuited(f"Splink cannot learn from these rows ({why})") from error
    linked = found.as_duckdbpyrelation()
    left = "source_dataset_l = 'release'"
    pairs = linked.project(
        f"CASE WHEN {left} THEN unique_id_l ELSE unique_id_r END AS id, "
        "unique_id_l = unique_id_r AS mate, match_weight AS w, match_probability AS p"
    )
    top = pairs.aggregate("id, max(w) AS top", "id").set_alias("top")
    best = pairs.set_alias("pairs").join(top, "id").filter(f"w >= top - {SAME}")
    each = best.aggregate("id, count(*) AS n, bool_or(mate) AS right", "id").order("id")
    table = each.to_arrow_table()
    called = pairs.aggregate(
        f"count(*) FILTER (p >= {threshold}) AS matches, "
        f"count(*) FILTER (p >= {threshold} AND mate) AS right, "
        f"count(*) FILTER (p >= 0.5 AND p < {threshold}) AS clerical"
    )
    matches, right, clerical = called.fetchall()[0]
    chance = np.asarray(table["right"]).astype(np.float64) / np.asarray(table["n"])
    how = "all pairs compared" if blocking(prepared) == "1=1" else "pairs that share a bin compared"
    return Scores(np.asarray(table["id"]), chance, matches, right, clerical, how)
