"""A check as JUnit XML, which build servers read: a limit is a test."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from ..checking import Check, Verdict
from ..plain import plain


def check(made: Check) -> str:
    """Write each limit as a test case: broken is a failure, undecided an error."""
    words = [verdict.holds for verdict in made.verdicts]
    suite = ET.Element(
        "testsuite",
        name=plain(f"sonde check: {made.spec.name}"),
        tests=str(len(words)),
        failures=str(words.count(False)),
        errors=str(words.count(None)),
    )
    for verdict in made.verdicts:
        suite.append(_case(made, verdict))
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode")


def _case(made: Check, verdict: Verdict) -> ET.Element:
    case = ET.Element(
        "testcase",
        classname=plain(made.spec.name),
        name=plain(f"{verdict.about} {verdict.bound}"),
    )
    if verdict.holds is not True:
        kind = "failure" if verdict.holds is False else "error"
        said = ET.SubElement(case, kind, message=plain(verdict.sentence))
        said.text = "\n".join(map(plain, verdict.tries))
    return case
