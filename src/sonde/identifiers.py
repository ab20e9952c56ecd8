"""The kinds of identifier (thesis, definitions 5 to 7 and 10 to 13), decided from counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .profiles import Profile

Kind = Literal["identifier", "partial identifier", "sketchy-identifier", "zero-identifier"]

MEANING: dict[Kind, str] = {
    "identifier": "settles {target} for everybody",
    "partial identifier": "settles {target} for some, and not for all",
    "sketchy-identifier": "narrows {target} down on average, and settles it for nobody",
    "zero-identifier": "says nothing about {target}",
}


def identifier_kind(profile: Profile) -> Kind | None:
    """Return which kind of identifier the keys are; None where there is nothing to identify.

    A partial identifier is a sketchy-identifier that settles X in one class at least. The answer
    rests on the integer counts, so that a rate of 0.9999999999999999 is not mistaken for 1.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35], "ZIP": [35000, 35000, 35000]}
    >>> sonde.identifier_kind(sonde.profile(table, keys="Age"))
    'partial identifier'
    >>> sonde.identifier_kind(sonde.profile(table, keys="ZIP"))
    'zero-identifier'
    """
    if profile.constant:
        return None
    if profile.all_pure:
        return "identifier"
    if profile.independent:
        return "zero-identifier"
    return "partial identifier" if bool((profile.distinct == 1).any()) else "sketchy-identifier"
