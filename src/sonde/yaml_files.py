"""YAML as people write it: every plain value is text, as it stands there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .errors import SondeError


def read_yaml(path: Path, what: str) -> Any:
    """Read a YAML (or JSON) file, in which 01234 keeps its zero and NO is Norway, not false."""
    import yaml

    try:
        return yaml.load(path.read_text("utf-8"), _loader())  # noqa: S506 - a SafeLoader
    except OSError as error:
        raise SondeError(f"Cannot read the {what} {path}: {error.strerror}.") from error
    except (yaml.YAMLError, UnicodeError) as error:
        where = getattr(error, "problem_mark", None)
        line = f" (line {where.line + 1})" if where else ""
        raise SondeError(
            f"{path} is not YAML{line}: {getattr(error, 'problem', error)}."
        ) from error


def _loader() -> Any:
    """Return a safe YAML loader to which every plain value is text, but for null."""
    import yaml

    class TextLoader(yaml.SafeLoader):
        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            names = [self.construct_object(key, deep=True) for key, _ in node.value]
            for twice in (name for i, name in enumerate(names) if name in names[:i]):
                raise yaml.constructor.ConstructorError(
                    problem=f"{twice!r} is there twice", problem_mark=node.start_mark
                )
            return super().construct_mapping(node, deep)

    null = "tag:yaml.org,2002:null"
    TextLoader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag == null]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    return TextLoader
