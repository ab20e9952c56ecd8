"""All that is asked of a release at once: its needs, and what it lost of its original."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import SondeError
from ..partitions import read_partitions
from .answers import Answers, needs_met
from .lost import InformationLoss, information_loss
from .needs import Need, need, read_needs

if TYPE_CHECKING:
    from ..sources import Source


def ask(
    release: Source,
    original: Source | None,
    *,
    predict: str | None,
    from_: Sequence[str],
    needs: Path | None,
    partitions: Path | None,
    only: Sequence[str] | None,
    **told: Any,
) -> tuple[Answers | None, InformationLoss | None]:
    """Answer the needs and, where there is an original, measure what was lost of it."""
    laid = read_partitions(partitions) if partitions else {}
    asked = _needs(predict, from_, needs, laid)
    if not asked and original is None:
        raise SondeError(
            "Say what the release is needed for (--predict and --from, or --needs), or name what "
            "it was made from (--original)."
        )
    met = needs_met(release, asked, original=original) if asked else None
    lost = None if original is None else information_loss(original, release, only=only, **told)
    return met, lost


def _needs(
    predict: str | None, from_: Sequence[str], needs: Path | None, laid: Mapping[str, Any]
) -> list[Need]:
    if (predict is None) != (not from_):
        raise SondeError("A need has two halves: what to --predict, and --from what.")
    asked = list(read_needs(needs, laid)) if needs else []
    return asked if predict is None else [*asked, need(predict, from_, partitions=laid)]
