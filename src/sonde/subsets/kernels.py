"""The loops over people, compiled: divide a partition further, and count many subsets at once.

A partition of the people is a list of segments: ``rows[starts[i]:ends[i]]`` are the people of
one class. Whoever is in a class of their own stays so in every larger set of keys, so they leave
the segments for good and are only counted, in ``alone``, by how many rows they stand for.

The sizes of classes are counted in histograms (``sizes[size]`` classes of that size), up to
``width``; the few that are larger are listed. So no sum depends on the order of people.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from ..entropy import Floats

Codes = npt.NDArray[Any]
PAIR = 2
NEAR = 1e-6

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile a function when it is first called, and keep that on disk for the next run.

    Without the lock of Python, so that threads share the work. Where nothing can be written,
    neither beside the package nor in the user's own folder, each run compiles anew.
    """
    try:
        return cast("F", numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:
        return cast("F", numba.njit(nogil=True)(function))


@compiled
def weight_of(weights: Codes, row: int) -> Any:
    """How many rows of the table an encoded row stands for; no weights means one each."""
    return weights[row] if len(weights) else np.int32(1)


@compiled
def bring_in_order(rows: Codes) -> None:
    """Put every row in its own place, without room for a second list of them."""
    for row in range(len(rows)):
        rows[row] = row


@compiled
def divide(
    column: Codes,
    rows: Codes,
    new_starts: Codes,
    new_ends: Codes,
    starts: Codes,
    ends: Codes,
    weights: Codes,
    alone: Codes,
    counts: Codes,
    seen: Codes,
    pairs_leave: bool,
) -> tuple[int, int]:
    """Divide every class by one more column, in place; return how many segments there are then.

    They are written to ``new_starts`` and ``new_ends``. Only classes of several people are among
    them: the others are counted in ``alone``. Where pairs leave too, ``new_starts`` has their
    first places from its end backwards, and how many they are is returned beside.
    """
    largest = 0
    for i in range(len(starts)):
        largest = max(largest, ends[i] - starts[i])
    spare = np.empty(largest, np.int32)
    made, moved = 0, 0
    for i in range(len(starts)):
        start, end = starts[i], ends[i]
        values = _tally(column, rows, start, end, counts, seen)
        if values > 1:
            _scatter(column, rows, spare, start, end, counts, seen, values)
        place = start
        for j in range(values):
            size = counts[seen[j]] if values == 1 else counts[seen[j]] - place + start
            counts[seen[j]] = 0
            if size == PAIR and pairs_leave:
                new_starts[-1 - moved] = place
                moved += 1
            else:
                made = _keep(rows, weights, alone, new_starts, new_ends, made, place, size)
            place += size
    return made, moved


@compiled
def _tally(column: Codes, rows: Codes, start: int, end: int, counts: Codes, seen: Codes) -> int:
    """Count the values within one class; return how many there are, listed in ``seen``."""
    values = 0
    for i in range(start, end):
        value = column[rows[i]]
        if counts[value] == 0:
            seen[values] = value
            values += 1
        counts[value] += 1
    return values


@compiled
def _scatter(
    column: Codes,
    rows: Codes,
    spare: Codes,
    start: int,
    end: int,
    counts: Codes,
    seen: Codes,
    values: int,
) -> None:
    """Bring the people of one class into the order of their values.

    Afterwards ``counts`` holds where each value ends.
    """
    place = 0
    for j in range(values):
        size = counts[seen[j]]
        counts[seen[j]] = place
        place += size
    for i in range(start, end):
        row = rows[i]
        value = column[row]
        spare[counts[value]] = row
        counts[value] += 1
    rows[start:end] = spare[: end - start]


@compiled
def _keep(
    rows: Codes,
    weights: Codes,
    alone: Codes,
    starts: Codes,
    ends: Codes,
    made: int,
    place: int,
    size: int,
) -> int:
    """Count a class of one encoded row as alone, or keep it as a segment."""
    if size == 1:
        weight = weight_of(weights, rows[place])
        if weight < len(alone):
            alone[weight] += 1
            return made
    starts[made] = place
    ends[made] = place + size
    return made + 1


@compiled
def add_difference(column: Codes, rows: Codes, first: Codes, bit: int, differ: Codes) -> None:
    """Set a bit for each pair that differs in a column."""
    for i in range(len(first)):
        if column[rows[first[i]]] != column[rows[first[i] + 1]]:
            differ[i] |= bit


@compiled
def add_packed_difference(
    code: Codes, rows: Codes, first: Codes, differs: Codes, differ: Codes
) -> None:
    """Set a bit for each packed column in which a pair differs."""
    for i in range(len(first)):
        differ[i] |= differs[code[rows[first[i]]] ^ code[rows[first[i] + 1]]]


@compiled
def add_up(differ: Codes, counts: Codes) -> None:
    """Count how many pairs differ in just these columns."""
    for i in range(len(differ)):
        counts[differ[i]] += 1


@compiled
def count_subsets(
    code: Codes,
    rows: Codes,
    starts: Codes,
    ends: Codes,
    weights: Codes,
    keep: Codes,
    differs: Codes,
    sizes: Codes,
    pairs: Codes,
    large: Codes,
) -> int:
    """Count the classes of a partition by every subset of the packed columns, at once.

    ``code`` holds the packed columns, and ``keep`` which of its bits each subset looks at. Two
    people alone with each other, the most frequent class by far, are not counted subset by
    subset but by the columns in which they differ. Returns how many entries ``large`` has: the
    classes too large for ``sizes``, each with the number of its subset.
    """
    cells = len(differs)
    counts, seen = np.zeros(cells, np.int64), np.empty(cells, np.int32)
    members, member_size = np.empty(cells, np.int32), np.empty(cells, np.int64)
    listed = 0
    for i in range(len(starts)):
        start, end = starts[i], ends[i]
        if end - start == PAIR and len(weights) == 0:
            pairs[differs[code[rows[start]] ^ code[rows[start + 1]]]] += 1
            continue
        found = _cells(code, rows, start, end, weights, counts, members, member_size)
        for k in range(len(keep)):
            values = 0
            for j in range(found):
                cell = members[j] & keep[k]
                if counts[cell] == 0:
                    seen[values] = cell
                    values += 1
                counts[cell] += member_size[j]
            for j in range(values):
                size = counts[seen[j]]
                counts[seen[j]] = 0
                if size < sizes.shape[1]:
                    sizes[k, size] += 1
                else:
                    large[listed, 0], large[listed, 1] = k, size
                    listed += 1
    return listed


@compiled
def _cells(
    code: Codes,
    rows: Codes,
    start: int,
    end: int,
    weights: Codes,
    counts: Codes,
    members: Codes,
    member_size: Codes,
) -> int:
    """Count one class by the whole packed code; return how many cells it has."""
    found = 0
    for i in range(start, end):
        cell = code[rows[i]]
        if counts[cell] == 0:
            members[found] = cell
            found += 1
        counts[cell] += weight_of(weights, rows[i])
    for j in range(found):
        member_size[j] = counts[members[j]]
        counts[members[j]] = 0
    return found


@compiled
def count_against(
    code: Codes,
    value: Codes,
    bits: int,
    patterns: int,
    rows: Codes,
    starts: Codes,
    ends: Codes,
    weights: Codes,
    keep: Codes,
    overall: Codes,
    unit: float,
    units: Codes,
    differs: Codes,
    pairs: Codes,
    sizes: Codes,
    large: Codes,
    cells: Codes,
    guessed: Codes,
    left: Codes,
    independent: Codes,
) -> int:
    """Count the cells, a class and a sensitive value, by every subset of the packed columns.

    ``overall`` has how many facts have each value, ``bits`` how many bits a value takes beside
    the packed columns, of which there are ``patterns``. For each subset: ``cells`` how many cells
    there are, ``guessed`` the facts whose value is the most frequent of their class, ``left`` the
    least of a class's size times its entropy, in units of 1 / ``unit`` bits (``units`` of small
    sizes), and ``independent`` whether no class yet looks other than the whole. Two people alone
    with each other are left to ``pairs``: with the same value or not, by where they differ.
    """
    mask = (1 << bits) - 1
    most = patterns << bits
    counts, seen = np.zeros(most, np.int64), np.empty(most, np.int64)
    members, member_size = np.empty(most, np.int64), np.empty(most, np.int64)
    classes = np.empty(patterns, np.int64)
    of_class = np.zeros((4, len(classes)), np.int64)
    listed = 0
    for i in range(len(starts)):
        if ends[i] - starts[i] == PAIR and len(weights) == 0:
            one, other = rows[starts[i]], rows[starts[i] + 1]
            pairs[int(value[one] != value[other]), differs[code[one] ^ code[other]]] += 1
            continue
        found = _valued_cells(
            code, value, bits, rows, starts[i], ends[i], weights, counts, members, member_size
        )
        for k in range(len(keep)):
            values = _project(members, member_size, found, (keep[k] << bits) | mask, counts, seen)
            cells[k] += values
            there = _gather(counts, seen, values, bits, unit, units, classes, of_class)
            if independent[k]:
                independent[k] = _looks_like_the_whole(
                    counts, seen, values, bits, overall, classes[:there], of_class
                )
            for j in range(there):
                guessed[k] += of_class[1, classes[j]]
                rest = _fixed(of_class[0, classes[j]], unit, units) - of_class[2, classes[j]]
                left[k] = min(left[k], rest)
                of_class[:, classes[j]] = 0
            for j in range(values):
                size = counts[seen[j]]
                counts[seen[j]] = 0
                if size < sizes.shape[1]:
                    sizes[k, size] += 1
                else:
                    large[listed, 0], large[listed, 1] = k, size
                    listed += 1
    return listed


@compiled
def _valued_cells(
    code: Codes,
    value: Codes,
    bits: int,
    rows: Codes,
    start: int,
    end: int,
    weights: Codes,
    counts: Codes,
    members: Codes,
    member_size: Codes,
) -> int:
    """Count one class by the packed code and the value together."""
    found = 0
    for i in range(start, end):
        cell = (np.int64(code[rows[i]]) << bits) | np.int64(value[rows[i]])
        if counts[cell] == 0:
            members[found] = cell
            found += 1
        counts[cell] += weight_of(weights, rows[i])
    for j in range(found):
        member_size[j] = counts[members[j]]
        counts[members[j]] = 0
    return found


@compiled
def _project(
    members: Codes, member_size: Codes, found: int, mask: int, counts: Codes, seen: Codes
) -> int:
    """Add up one class's cells over the columns that a subset leaves out."""
    values = 0
    for j in range(found):
        cell = members[j] & mask
        if counts[cell] == 0:
            seen[values] = cell
            values += 1
        counts[cell] += member_size[j]
    return values


@compiled
def _gather(
    counts: Codes,
    seen: Codes,
    values: int,
    bits: int,
    unit: float,
    units: Codes,
    classes: Codes,
    of_class: Codes,
) -> int:
    """Sum up cells by class: its size, its largest cell, its cells' n log n, and how many."""
    there = 0
    for j in range(values):
        size, of = counts[seen[j]], seen[j] >> bits
        if of_class[0, of] == 0:
            classes[there] = of
            there += 1
        of_class[0, of] += size
        of_class[1, of] = max(of_class[1, of], size)
        of_class[2, of] += _fixed(size, unit, units)
        of_class[3, of] += 1
    return there


@compiled
def _fixed(size: int, unit: float, units: Codes) -> Any:
    """Return n log2 n as a whole number of units, whose sums do not depend on their order."""
    return units[size] if size < len(units) else np.int64(np.rint(size * np.log2(size) * unit))


@compiled
def _looks_like_the_whole(
    counts: Codes,
    seen: Codes,
    values: int,
    bits: int,
    overall: Codes,
    classes: Codes,
    of_class: Codes,
) -> bool:
    """Whether each class has every value in the very proportion of the whole table."""
    for j in range(len(classes)):
        if of_class[3, classes[j]] != len(overall):
            return False
    total = overall.sum()
    mask = (1 << bits) - 1
    for j in range(values):
        size, expected = of_class[0, seen[j] >> bits], overall[seen[j] & mask]
        # Products beyond 64 bits lose their upper part, which the shares then tell.
        if counts[seen[j]] * total != size * expected:
            return False
        if abs(counts[seen[j]] / size - expected / total) > NEAR:
            return False
    return True


@compiled
def count_people(
    rows: Codes, starts: Codes, ends: Codes, person: Codes, people: Codes, spread: Codes
) -> None:
    """Count the people of each class, and in ``spread`` in how many classes each person is."""
    last = np.full(len(spread), -1, np.int32)
    for i in range(len(starts)):
        people[i] = 0
        for j in range(starts[i], ends[i]):
            who = person[rows[j]]
            if last[who] != i:
                last[who] = i
                people[i] += 1
                spread[who] += 1


@compiled
def count_facts(
    rows: Codes,
    starts: Codes,
    ends: Codes,
    fact: Codes,
    value: Codes,
    facts: int,
    cell_class: Codes,
    cell_value: Codes,
    cell_size: Codes,
) -> int:
    """Count the cells of each class, where a fact is a person with a value, however many rows.

    ``fact`` numbers them. Returns how many cells there are.
    """
    last = np.full(facts, -1, np.int32)
    counts = np.zeros(int(value.max()) + 1, np.int64)
    seen = np.empty(len(counts), np.int64)
    cells = 0
    for i in range(len(starts)):
        values = 0
        for j in range(starts[i], ends[i]):
            row = rows[j]
            if last[fact[row]] == i:
                continue
            last[fact[row]] = i
            if counts[value[row]] == 0:
                seen[values] = value[row]
                values += 1
            counts[value[row]] += 1
        for j in range(values):
            cell_class[cells], cell_value[cells] = i, seen[j]
            cell_size[cells] = counts[seen[j]]
            counts[seen[j]] = 0
            cells += 1
    return cells


@compiled
def exact_sums(sizes: Codes, bits: Codes) -> tuple[Floats, Floats]:
    """Sum times n log2 n over each histogram, with the error of every addition kept beside it."""
    sums, errors = np.zeros(len(sizes)), np.zeros(len(sizes))
    for k in range(len(sizes)):
        for size in range(2, sizes.shape[1]):
            if sizes[k, size]:
                term = sizes[k, size] * bits[size]
                total = sums[k] + term
                part = total - sums[k]
                errors[k] += (sums[k] - (total - part)) + (term - part)
                sums[k] = total
    return sums, errors


@compiled
def note_minimal(
    rows: Codes, mask: int, first: Codes, following: Codes, record: Codes, masks: Codes, found: int
) -> int:
    """Add a set of keys to the list of each row that has no subset of it in its list yet."""
    for row in rows:
        place = first[row]
        while place >= 0 and masks[place] & mask != masks[place]:
            place = following[place]
        if place < 0:
            record[found], masks[found], following[found] = row, mask, first[row]
            first[row] = found
            found += 1
    return found
