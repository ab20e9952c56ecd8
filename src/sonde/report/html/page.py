"""The page put together from its parts, in one file that fetches nothing."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from string import Template

from ...assessments import Assessment
from . import attacks, board, explorer, needs, targets, trace, verdict
from .markup import Html, listed, tag, text, together

# The parts, in order: a further one is a file and a line here.
PARTS = (
    verdict.section,
    explorer.section,
    targets.sections,
    attacks.section,
    needs.section,
    board.section,
    trace.section,
)


def page(made: Assessment) -> str:
    """Write the page."""
    style, script = _beside("page.css"), _beside("page.js")
    return Template(_beside("page.html")).substitute(
        title=text(f"{made.title}: {made.verdict}"),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        head=verdict.head(made),
        contents=_contents(made),
        parts=together(*(part(made) for part in PARTS)),
        foot=_foot(made),
        data=explorer.data(made),
    )


def _contents(made: Assessment) -> Html:
    places = {"questions": "The questions", "limits": "The limits", "explorer": "Explorer"}
    places |= {f"target-{n}": targets.title(one) for n, one in enumerate(made.targets)}
    places |= {"attacks": "Attacks"} if made.attacks else {}
    places |= {"needs": "What is left to use"} if made.needs else {}
    places |= {"board": "For the board", "trace": "Where the numbers come from"}
    return listed(*(tag("a", words, href=f"#{name}") for name, words in places.items()))


def _foot(made: Assessment) -> Html:
    shown = "Values of small classes are shown: handle this file as you handle the data."
    if made.masked_below is not None:
        shown = f"Values of classes of fewer than {made.masked_below} people are masked."
    return tag("p", f"Made by Sonde {made.sonde}. {shown}")


@cache
def _beside(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _hash(inside: str) -> str:
    """Return what lets a browser run this script, and no other that a value might smuggle in."""
    return f"sha256-{base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()}"
