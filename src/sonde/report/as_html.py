"""An assessment as one HTML file that needs no network."""

from __future__ import annotations

from html import escape

from ..assessments import Assessment
from ..plain import plain


def assessment(made: Assessment) -> str:
    """Write the report."""
    answers = "".join(
        f"<li><b>{escape(question.name)}</b>: {escape(plain(question.answer))}</li>"
        for question in made.questions
    )
    title, verdict = escape(plain(made.title)), escape(plain(made.verdict))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f"<h1>{title}</h1><p>{verdict}</p><ul>{answers}</ul></html>"
    )
