"""Processes of their own: how long they take, start included, and the most memory they hold."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ADULT = ROOT / "src" / "sonde" / "data" / "adult.parquet"

# On Linux a process's peak starts at that of the one that started it, so a small one does it.
_STARTER = """
import json, resource, subprocess, sys, time
start = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, text=True)
if done.returncode:
    sys.exit(done.returncode)
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps([seconds, peak * (1 if sys.platform == "darwin" else 1024), done.stdout]))
"""


@dataclass(frozen=True)
class Ran:
    """What one process took and printed."""

    seconds: float
    megabytes: float
    printed: str


def ran(*command: str) -> Ran:
    """Run a command and wait for it."""
    starter = [sys.executable, "-c", _STARTER, *command]
    done = subprocess.run(starter, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    seconds, peak, printed = json.loads(done.stdout)
    return Ran(seconds, peak / 1e6, printed)


def asked(command: str, table: Path, times: int = 3, **roles: Any) -> tuple[float, float]:
    """Measure or inspect a table in a process of its own; return seconds and peak megabytes.

    The seconds are those of the one call, the libraries being loaded; both are medians.
    """
    words = [sys.executable, "-m", "benchmarks.child", command, str(table), json.dumps(roles)]
    runs = [ran(*words) for _ in range(times)]
    seconds = statistics.median(float(run.printed) for run in runs)
    return seconds, statistics.median(run.megabytes for run in runs)
