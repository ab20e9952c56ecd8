"""How long the command line keeps a person waiting, process start included."""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from .figures import Figure
from .processes import ADULT, ran

TIMES = 7
MEASURE = ["measure", str(ADULT), "--keys", "age,sex,native-country", "--sensitive", "occupation"]


def start_up(folder: Path, rows: int) -> list[Figure]:  # noqa: ARG001 - all alike
    """Start the commands in turn, beside a process that only loads the libraries."""
    sonde = str(Path(sys.executable).with_name("sonde"))
    commands = {
        "libraries": [sys.executable, "-c", "import duckdb, ibis, pyarrow"],
        "help": [sonde, "--help"],
        "measure": [sonde, *MEASURE],
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(TIMES + 1):
        for name, command in commands.items():
            seconds = ran(*command).seconds
            if turn:  # the first fills the disk cache
                taken[name].append(seconds)
    median = {name: statistics.median(seconds) for name, seconds in taken.items()}

    def figure(what: str, name: str, target: float) -> Figure:
        ratio = median[name] / median["libraries"]
        measured = f"{median[name]:.2f} s ({ratio:.2f} times the imports)"
        return Figure(what, measured, f"under {target} s", median[name] < target)

    alone = "A process that only imports duckdb, ibis and pyarrow"
    return [
        figure("`sonde --help`", "help", 0.4),
        figure("`sonde measure` on Adult, three keys", "measure", 1.5),
        Figure(alone, f"{median['libraries']:.2f} s"),
    ]
