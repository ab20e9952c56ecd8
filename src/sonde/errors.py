"""What Sonde says when it cannot go on: one sentence for a person."""

from collections.abc import Iterable
from difflib import get_close_matches


class SondeError(ValueError):
    """Something in the input that only its owner can put right.

    The message is one sentence: which file, column or value, which rule it breaks, what to do.
    """


class Undefined(Exception):  # noqa: N818 - not a failure: the true answer to some questions
    """Raised by a measure's formula where the number does not exist; the message says why."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ``" Did you mean 'x'?"`` for the known name nearest to this one, or nothing.

    >>> did_you_mean("Agee", ["Age", "Disease"])
    " Did you mean 'Age'?"
    >>> did_you_mean("zip", ["Age"])
    ''
    """
    names = list(dict.fromkeys(known))
    folded = {n.casefold(): n for n in reversed(names)}
    near = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    return f" Did you mean {folded[near[0]]!r}?" if near else ""
