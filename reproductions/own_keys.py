"""Thesis, Figures 4.4, 4.5, 5.1 and 6.1, over releases of just the four keys that each has.

python -m reproductions.own_keys FOLDER

The folder has ARX's hierarchies of Adult; the releases are made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import sonde

from . import homogeneity, identity, semantic, utility
from .folder import folder_asked_for
from .models import anonymous, close, diverse, entropy_diverse, recursive_diverse
from .recoding import recoded
from .releases import original


def ladders(folder: Path, keys: Sequence[str]) -> dict[str, sonde.Hierarchy]:
    """Read the keys' hierarchies."""
    return {key: sonde.Hierarchy.read(folder / f"hierarchy_{key}.csv") for key in keys}


def _two_ages() -> sonde.Hierarchy:
    """Return the ages as they are, and those of the thesis's chapter 6: below 80 or not."""
    ages = sorted(set(original().kept["age"].to_pylist()), key=int)
    return sonde.Hierarchy.build(ages, [{"bins": [80]}, "*"])


def main(folder: Path) -> None:
    """Make the releases of each figure, and measure them as those of ARX."""
    asked = [
        anonymous(10),
        anonymous(15),
        diverse(10, "occupation"),
        recursive_diverse(5, 10, "occupation"),
        entropy_diverse(10, "occupation"),
    ]
    made = recoded(ladders(folder, identity.KEYS), asked)
    identity.draw("identity_own_keys", made)
    homogeneity.draw("homogeneity_own_keys", [original(), *made])

    asked = [
        diverse(10, "occupation"),
        close(0.3, "occupation"),
        close(0.3, "occupation", hierarchical=True),
    ]
    occupations = ladders(folder, ["occupation"])
    made = recoded(ladders(folder, semantic.KEYS), asked, hierarchies=occupations)
    semantic.draw("semantic_own_keys", [original(), *made])

    asked = [anonymous(5), anonymous(10), diverse(2, "salary-class")]
    two_ages = {"age": _two_ages()}
    made = recoded(ladders(folder, utility.KEYS) | two_ages, asked, least={"age": 1})
    utility.draw("utility_own_keys", [original(), *made])


if __name__ == "__main__":
    main(folder_asked_for(__doc__))
