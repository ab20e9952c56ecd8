"""Words of a command that is to be copied."""


def quoted(name: str) -> str:
    """Quote a name in a list of names, where it needs it.

    >>> quoted("age"), quoted("a,b")
    ('age', '"a,b"')
    """
    return '"' + name.replace('"', '""') + '"' if set(name) & set(',"\n\r') else name
