"""Risk against utility: which releases no other beats, and the chart of them."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sonde

SHARES = st.integers(0, 8).map(lambda n: n / 8)


@given(st.lists(st.tuples(SHARES, SHARES), min_size=1, max_size=12))
def test_the_frontier_is_what_nothing_beats(numbers):
    made = sonde.frontier((f"r{i}", risk, use) for i, (risk, use) in enumerate(numbers))
    best = {point.name for point in made.best}
    for i, (risk, use) in enumerate(numbers):
        beaten = any((r <= risk and u > use) or (r < risk and u >= use) for r, u in numbers)
        assert (f"r{i}" in best) is not beaten
        assert (f"r{i}" in made.beaten) is beaten
    assert list(made.best) == sorted(made.best, key=lambda p: (p.risk, p.utility))


def test_the_chart_marks_each_release_and_escapes_its_name(tmp_path):
    made = sonde.frontier(
        [("raw <&>", 0.9, 1.0), ("k5", 0.2, 0.7), ("worse", 0.3, 0.7)],
        risk="uniques",
        utility="income from age",
    )
    made.write(tmp_path / "chart.svg")
    drawn = ET.fromstring((tmp_path / "chart.svg").read_text())  # noqa: S314 - as just written
    space = "{http://www.w3.org/2000/svg}"
    marks = drawn.findall(f"{space}circle")
    assert len(marks) == 3
    assert [mark.get("fill") == "#9e9e9e" for mark in marks] == [False, False, True]
    words = [text.text for text in drawn.findall(f"{space}text")]
    assert {"raw <&>", "k5", "worse", "uniques", "income from age"} <= set(words)
    assert repr(made).splitlines()[2] == "  worse: 0.3000, 0.7000 (k5 is better)"


def test_numbers_beyond_shares_have_room():
    drawn = sonde.frontier([("a", 40, -0.5), ("b", 4129, 0.25)]).svg()
    for mark in ET.fromstring(drawn).findall("{http://www.w3.org/2000/svg}circle"):  # noqa: S314
        assert 0 < float(mark.get("cx")) < 640
        assert 0 < float(mark.get("cy")) < 420


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([], "Name at least one release"),
        ([("a", 1, 1), ("a", 0, 1)], "Two releases are called 'a'"),
        ([("a", None, 1)], "The release 'a' has no risk"),
        ([("a", 1, float("nan"))], "The release 'a' has no utility"),
    ],
)
def test_bad_points(points, words):
    with pytest.raises(sonde.SondeError, match=words):
        sonde.frontier(points)
