"""An assessment as one HTML file that needs no network."""

from __future__ import annotations

from ..assessments import Assessment
from .html.page import page


def assessment(made: Assessment) -> str:
    """Write the report."""
    return page(made)
