"""A check as annotations of GitHub Actions: commands that the runner reads from the output."""

from __future__ import annotations

from collections.abc import Iterator

from ..checking import Check

LEVELS = {True: "notice", False: "error", None: "warning"}


def check(made: Check) -> str:
    """Write one annotation for each limit, on the spec that states it."""
    return "\n".join(_lines(made))


def _lines(made: Check) -> Iterator[str]:
    for verdict in made.verdicts:
        title = _property(f"{verdict.about}: {verdict.word}")
        words = _message(" ".join([verdict.sentence, *verdict.tries]))
        file = _property(str(made.spec.path))
        yield f"::{LEVELS[verdict.holds]} file={file},title={title}::{words}"


def _message(text: str) -> str:
    """Write what ends a command, or a line of it, as GitHub wants it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
