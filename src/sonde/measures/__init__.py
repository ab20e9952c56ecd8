"""Measures: numbers computed from a profile. One file a measure, found by itself."""

from .base import Measure, measure, measures

__all__ = ["Measure", "measure", "measures"]
