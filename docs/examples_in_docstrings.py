"""For the reference page: put the examples in docstrings into code blocks.

A docstring's ``>>>`` is a doctest to Python, but a quotation to Markdown.
"""
# ruff: noqa: INP001

from __future__ import annotations

import re

import griffe

# A prompt, and what follows it up to an empty line or a line that is indented less.
EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class ExamplesInDocstrings(griffe.Extension):
    """Fence every run of lines that begins with a prompt."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
