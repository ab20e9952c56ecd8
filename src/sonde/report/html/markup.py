"""HTML that cannot be broken out of: whatever is no HTML already is escaped on its way in."""

from __future__ import annotations

from html import escape

from ...plain import plain

# Elements that hold nothing, and so have no end.
_EMPTY = {"br", "circle", "hr", "input", "line", "path", "polyline", "rect"}


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


Inside = str | None
Attribute = str | int | float | bool | None


def text(words: str) -> Html:
    """Write words as HTML: a value from the data may hold a script.

    >>> print(text("<script>"))
    &lt;script&gt;
    """
    return words if isinstance(words, Html) else Html(escape(plain(words)))


def tag(name: str, /, *inside: Inside, **attributes: Attribute) -> Html:
    """Write an element; its attributes with ``_`` for ``-``, and ``class_`` for ``class``.

    >>> print(tag("p", "a < b", tag("br"), class_="note", aria_hidden="true"))
    <p class="note" aria-hidden="true">a &lt; b<br></p>
    """
    opened = f"{name}{''.join(_attribute(*each) for each in attributes.items())}"
    if name in _EMPTY:
        return Html(f"<{opened}>" if name in {"br", "hr", "input"} else f"<{opened}/>")
    return Html(f"<{opened}>{together(*inside)}</{name}>")


def together(*parts: Inside) -> Html:
    """Put parts one after the other, leaving out those that are not there."""
    return Html("".join(text(part) for part in parts if part is not None))


def listed(*points: str, kind: str = "ul", **attributes: Attribute) -> Html:
    """Write a list."""
    return tag(kind, *(tag("li", point) for point in points), **attributes)


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = name.removesuffix("_").replace("_", "-")
    name = {"viewbox": "viewBox"}.get(name, name)
    return f" {name}" if value is True else f' {name}="{text(str(value))}"'
