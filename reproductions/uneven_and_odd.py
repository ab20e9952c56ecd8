"""ITPR paper, Figure 5: ITPR where the key is uneven and one class is less uncertain, both.

python -m reproductions.uneven_and_odd
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import sonde

from .counted import by_key_and_value
from .results import Row, write

AGES, DISEASES, PEOPLE = 10, 20, 10_000
EPSILONS = range(0, 1_201, 120)
THETAS = tuple(tenth / 10 for tenth in range(10))


def grid(epsilons: range = EPSILONS, thetas: tuple[float, ...] = THETAS) -> list[Row]:
    """Let ten ages have sizes evenly apart, and the smallest its diseases more and more uneven."""
    return [
        {"ε": epsilon, "ϑ": theta, "ITPR": _itpr(epsilon, theta)}
        for theta in thetas
        for epsilon in epsilons
    ]


def _itpr(epsilon: int, theta: float) -> float | None:
    sizes = np.round(np.linspace(PEOPLE / AGES - epsilon / 2, PEOPLE / AGES + epsilon / 2, AGES))
    cells = [_even(int(size)) for size in sizes]
    cells[0] = _as_far(cells, theta)
    return sonde.itpr(by_key_and_value(cells), keys="key", sensitive="value").overall


def _even(size: int) -> list[int]:
    """Share out so many people among the diseases, as evenly as whole people go."""
    return [size // DISEASES + (disease < size % DISEASES) for disease in range(DISEASES)]


def _as_far(cells: list[list[int]], theta: float) -> list[int]:
    """Give one disease of the first class as many more as put it ϑ bits below everybody."""
    size = sum(cells[0])
    low, high = 0, size - size // DISEASES
    while low < high:
        more = (low + high) // 2
        low, high = (low, more) if _away(cells, _uneven(size, more)) >= theta else (more + 1, high)
    return _uneven(size, low)


def _uneven(size: int, more: int) -> list[int]:
    return [more + (rest := _even(size - more))[0], *rest[1:]]


def _away(cells: list[list[int]], first: list[int]) -> float:
    """Return H(X) less that of the first class, in bits: the paper's ϑ."""
    everybody = np.sum([first, *cells[1:]], axis=0)
    return _entropy(everybody) - _entropy(np.array(first))


def _entropy(sizes: npt.NDArray[np.int64]) -> float:
    shares = sizes[sizes > 0] / sizes.sum()
    return float(-(shares * np.log2(shares)).sum())


def main() -> None:
    """Write the figure's table and chart."""
    from .charts import field

    rows = grid()
    said = ("ε, the most frequent age less the rarest", "bits that one age is less uncertain")
    write("itpr_figure_5", rows, field(rows, "ε", "ϑ", said))


if __name__ == "__main__":
    main()
