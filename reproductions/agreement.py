"""Whether recoding here is what ARX does: the same levels, and what comes of them.

python -m reproductions.agreement FOLDER

The folder has ARX's runs.csv beside its releases: for each the level of every key, the Loss, the
records suppressed and the classes.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from .folder import folder_asked_for
from .models import anonymous, diverse
from .own_keys import ladders
from .recoding import counted_at, loss_of
from .releases import original
from .results import Row, write

MODELS = {
    "k5_s5": anonymous(5),
    "k10_s5": anonymous(10),
    "k15_s5": anonymous(15),
    "k10_occsens_s5": anonymous(10),
    "distinct10_s5": diverse(10, "occupation"),
}


def compared(folder: Path) -> list[Row]:
    """Recode to the levels that ARX chose, and set its figures beside ours."""
    with (folder / "runs.csv").open(encoding="utf-8") as file:
        runs = [run for run in csv.DictReader(file) if run["run"] in MODELS]
    return [_compared(folder, run) for run in runs]


def _compared(folder: Path, run: Mapping[str, str]) -> Row:
    model = MODELS[run["run"]]
    levels = dict(each.split("=") for each in run["transformation"].split())
    held = ladders(folder, list(levels))
    at = [int(level) for level in levels.values()]
    counted = counted_at(original().kept, held, at, model.sensitive)
    kept = model.keeps(counted)
    return {
        "release": run["run"],
        "suppressed": int(counted.size[~kept].sum()),
        "suppressed by ARX": int(run["suppressed records"]),
        "classes": int(kept.sum()),
        "classes of ARX": int(run["classes"]),
        "Loss": loss_of(held, at, counted, kept),
        "Loss of ARX": float(run["information loss (highest score)"]),
    }


if __name__ == "__main__":
    write("agreement", compared(folder_asked_for(__doc__)))
