"""Runs what the documentation shows: README, docs/ and the docstrings are tests."""

import doctest
import gc
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sybil import Sybil
from sybil.document import PythonDocStringDocument
from sybil.parsers.doctest import DocTestParser
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

ROOT = Path(__file__).parent
OPTIONS = doctest.ELLIPSIS


# What a command says of itself where the machine is slow.
SLOW = re.compile(r"^[A-Z][a-z]+ .*: \d+ s\n", re.MULTILINE)

# Each page, what it shows and what is printed now, where `make examples` asks for it.
REWRITTEN = None


def pytest_addoption(parser):
    parser.addoption(
        "--rewrite-examples",
        action="store_true",
        help="write what commands print now under them, in README and docs",
    )


def pytest_configure(config):
    global REWRITTEN  # noqa: PLW0603 - an example does not know what pytest was asked
    REWRITTEN = [] if config.getoption("--rewrite-examples") else None


def evaluate_console(example):
    return run_console(example) if REWRITTEN is None else rewrite_console(example)


def rewrite_console(example):
    """Run the commands of a console block, and note what is to be shown under them."""
    block = example.parsed
    for line, shown, printed in _ran(block):
        if not _same(shown, printed):
            block = block.replace(f"$ {line}\n{shown}", f"$ {line}\n{printed}")
    if block != example.parsed:
        REWRITTEN.append((Path(example.path), example.parsed, block))


def run_console(example):
    """Run the commands of a console block and compare what they print, to the letter.

    A line ``...`` stands for any lines, as in a doctest.
    """
    for line, shown, printed in _ran(example.parsed):
        if not _same(shown, printed):
            return f"{line}\nis shown to print\n{shown}\nand prints\n{printed}"
    return None


def _same(shown, printed):
    return doctest.OutputChecker().check_output(_trimmed(shown), printed, OPTIONS)


def _ran(block):
    """Run the commands of a console block; give each with what it is shown to print and prints."""
    commands = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    if not commands:
        raise ValueError("a console block needs a line that starts with '$ '")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command in commands:
        line, _, shown = command.partition("\n")
        ran = subprocess.run(
            ["bash", "-c", line],  # noqa: S607 - the shell of whoever reads the page
            check=False,
            env={**os.environ, "PATH": path, "COLUMNS": "100"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        yield line, shown, _trimmed(SLOW.sub("", ran.stdout))


def _trimmed(text):
    """Leave out what no eye sees: the spaces at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.strip().split("\n")) + "\n"


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    """Give a page the folder that its reader works in."""
    folder = tmp_path_factory.mktemp("reader")
    for table in (ROOT / "docs" / "tables").iterdir():
        shutil.copy(table, folder)
    worked = ROOT / "tests" / "golden" / "tables"
    shutil.copy(worked / "hospital_original.csv", folder / "hospital.csv")
    for name in ("hospital_3_diverse.csv", "hospital_t_close.csv"):
        shutil.copy(worked / name, folder)
    shutil.copy(ROOT / "src" / "sonde" / "data" / "adult.parquet", folder)
    home = Path.cwd()
    os.chdir(folder)
    yield folder
    os.chdir(home)


CONSOLE = CodeBlockParser(language="console", evaluator=evaluate_console)
pages = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=OPTIONS), CONSOLE],
    patterns=["*.md"],
    fixtures=["reader"],
)
docstrings = Sybil(
    parsers=[DocTestParser(optionflags=OPTIONS)],
    patterns=[f"src/{'*/' * depth}*.py" for depth in range(1, 5)],  # ** is one folder to sybil
    document_types={".py": PythonDocStringDocument},
)
pytest_collect_file = (pages + docstrings).pytest()


def pytest_sessionfinish(session):
    """Let go of what the pages made while there is still an interpreter to close it."""
    for page, shown, printed in REWRITTEN or ():
        page.write_text(page.read_text("utf-8").replace(shown, printed, 1), "utf-8")
    for item in getattr(session, "items", ()):
        example = getattr(item, "example", None)
        if example is not None:
            example.document.namespace.clear()
    gc.collect()
