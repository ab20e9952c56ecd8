"""What `import sonde` offers: the same names to Python, to editors and to type checkers."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import sonde
from sonde.measures import measures


def test_type_checkers_see_the_names_that_python_finds():
    tree = ast.parse(Path(sonde.__file__).read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    told = {alias.asname: node.module for node in imports for alias in node.names if alias.asname}
    assert told == sonde._HOME
    for name in [*told, *measures()]:
        assert getattr(sonde, name) is not None
        assert name in dir(sonde)


def test_a_name_that_is_none_is_refused():
    with pytest.raises(AttributeError, match="has no attribute 'k_anonimity'"):
        _ = sonde.k_anonimity


def test_python_m_sonde_is_the_command():
    words = [sys.executable, "-m", "sonde", "--version"]
    ran = subprocess.run(words, capture_output=True, text=True, check=True)
    assert ran.stdout == f"sonde {sonde.__version__}\n"
