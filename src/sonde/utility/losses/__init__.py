"""Information loss, a priori: how far a release is from its original. One file an idea."""

from .base import LossMeasure, losses

__all__ = ["LossMeasure", "losses"]
