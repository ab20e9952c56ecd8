"""Which keys divide the people one by one, and which are packed to be counted all at once.

The keys of fewest values are packed into one small code. For each class of the other keys, all
subsets of the packed ones are counted from the class's cells, which lie in the nearest cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..entropy import Ints, n_log_n
from .encoding import Codes, Encoded, overall, values_of

MOST_PACKED = 6
MOST_BITS = 12
# With a sensitive attribute beside it, whose bits the cells hold too.
MOST_BITS_IN_ALL = 14


@dataclass(frozen=True, eq=False)
class Packing:
    """``heads`` are the keys that divide, the most selective first; ``tails`` the packed ones.

    ``code`` holds the packed keys, ``keep`` which of its bits each subset of them looks at, and
    ``differs`` for each pattern of bits which of them it touches.
    """

    heads: tuple[int, ...]
    tails: tuple[int, ...]
    code: Codes
    keep: Ints
    differs: Codes

    @property
    def masks(self) -> Ints:
        """The subsets of the packed keys, each as a number with a bit for each key."""
        return subsets_of(self.tails)


def pack(table: Encoded, *, most: int = MOST_PACKED) -> Packing:
    """Choose the keys to pack, and pack them."""
    bits = [_bits(values_of(codes)) for codes in table.keys]
    room = min(MOST_BITS, MOST_BITS_IN_ALL - max(map(_values_bits, table.sensitive), default=0))
    tails: list[int] = []
    for key in sorted(range(len(bits)), key=lambda key: bits[key]):
        if len(tails) < most and sum(bits[t] for t in tails) + bits[key] <= room:
            tails.append(key)
    heads = [key for key in range(len(bits)) if key not in tails]
    heads.sort(key=lambda key: n_log_n(_present(overall(table.keys[key], table.weights))))
    code, fields = np.zeros(table.length, np.uint16), []
    shift = 0
    for key in tails:
        code |= table.keys[key].astype(np.uint16) << np.uint16(shift)
        fields.append(((1 << bits[key]) - 1) << shift)
        shift += bits[key]
    return Packing(tuple(heads), tuple(tails), code, _chosen(fields), _touched(fields, shift))


def _bits(values: int) -> int:
    return max(1, (values - 1).bit_length())


def _values_bits(codes: Codes) -> int:
    return _bits(values_of(codes))


def _present(counts: Ints) -> Ints:
    return counts[counts > 0]


def subsets_of(numbers: Sequence[int]) -> Ints:
    """Return for each subset, in binary order, the sum of 2 to the power of its numbers."""
    masks = np.zeros(1, np.int64)
    for number in numbers:
        masks = np.concatenate([masks, masks + (1 << number)])
    return masks


def _chosen(fields: list[int]) -> Ints:
    chosen = np.zeros(1, np.int64)
    for bits in fields:
        chosen = np.concatenate([chosen, chosen + bits])
    return chosen


def _touched(fields: list[int], bits: int) -> Codes:
    patterns = np.arange(1 << bits)
    touched = np.zeros(len(patterns), np.int32)
    for number, field in enumerate(fields):
        touched |= ((patterns & field) > 0).astype(np.int32) << number
    return touched
