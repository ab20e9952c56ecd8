"""Text from the data, made harmless for a terminal."""

import re

# Control characters, line breaks of every kind, and marks that turn the writing direction.
_STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    r"""Show what would steer a terminal as what it is: a value may hold anything.

    >>> print(plain("a\x1b[31mb\n"))
    a\x1b[31mb\n
    """
    return _STEERING.sub(lambda match: repr(match[0])[1:-1], text)
