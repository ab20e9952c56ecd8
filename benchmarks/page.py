"""The figures of one run, written into docs/performance.md."""

from __future__ import annotations

import re
from pathlib import Path

from .figures import Figure

PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
_BETWEEN = re.compile(r"(<!-- figures -->\n).*(<!-- /figures -->)", re.DOTALL)


def write_page(figures: list[Figure], described: str, page: Path = PAGE) -> None:
    """Put a run's table between the page's markers."""
    lines = [
        f"Measured on {described}",
        "",
        "| What | Measured | Target | |",
        "| --- | --- | --- | --- |",
        *(f"| {f.what} | {f.measured} | {f.target} | {f.verdict} |" for f in figures),
    ]
    table = "\n".join(lines)
    text, times = _BETWEEN.subn(lambda m: f"{m[1]}{table}\n{m[2]}", page.read_text("utf-8"))
    if times != 1:
        raise ValueError("docs/performance.md needs the markers figures and /figures, once")
    page.write_text(text, "utf-8")
