"""The measure that docs/how-to/add-a-measure.md adds works as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parents[1] / "docs/how-to/add-a-measure.md").read_text("utf-8")

# In a process of its own: a measure that is once registered stays.
TRY = """
import math, runpy, sys
from collections import Counter
import sonde
from sonde.measures import measures
from tests.reference import Table, facts_of

names = {"__name__": "sonde.measures.right_in_two", "__package__": "sonde.measures"}
exec(compile(sys.argv[1], "right_in_two.py", "exec"), names)
judge = {"Counter": Counter}
exec(sys.argv[2], judge)
overall, of_one = judge["REFERENCE"]["right_in_two"]

columns = {"k": list("aaabbbbcc"), "x": list("uuvuvwwzz")}
rows = list(zip(range(9), zip(columns["k"]), columns["x"]))
for sensitive in (None, "x"):
    table = Table(*facts_of(rows, sensitive=sensitive, subject=None))
    found = names["right_in_two"](columns, keys="k", sensitive=sensitive)
    assert math.isclose(found.overall, overall(table)), (found.overall, overall(table))
    for row in found.by_value.to_pylist():
        assert math.isclose(row["right_in_two"], of_one(table, (row["k"],)))
print(found.sentence)
"""


def block(title):
    return re.search(rf'```py title="{title}"\n(.*?)```', PAGE, re.DOTALL)[1]


def test_the_page_adds_a_measure():
    code = block("src/sonde/measures/right_in_two.py")
    words = [sys.executable, "-c", TRY, code, block("tests/reference.py")]
    root = Path(__file__).parents[1]
    ran = subprocess.run(words, capture_output=True, text=True, cwd=root, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "Two guesses from k find x for 88.9% of the people.\n"
