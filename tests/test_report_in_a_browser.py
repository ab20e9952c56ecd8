"""The report in a real browser, without a network: the explorer, the console, narrow screens."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sonde.cli import app
from sonde.report.html.figures import share

ADULT = Path(__file__).parents[1] / "src" / "sonde" / "data" / "adult.parquet"
KEYS = ["age", "sex", "race", "education", "native-country"]
OWNED = "<script>document.title='owned'</script>"
# What the page beside the report finds out about it: how wide its content is.
RULER = """<iframe src="{page}" width="{wide}" height="900" style="border:0"></iframe><p></p><script>
onload = () => {{
  const inside = document.querySelector("iframe").contentDocument.documentElement;
  document.querySelector("p").textContent = inside.scrollWidth + " in " + inside.clientWidth;
}};
</script>"""


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    (folder / "adult.yaml").write_text(
        f"data: {ADULT}\nkeys: [{', '.join(KEYS)}]\nsensitive: [occupation, salary-class]\n"
    )
    page = folder / "adult.html"
    assert (
        CliRunner().invoke(app, ["assess", f"{folder}/adult.yaml", "-o", str(page)]).exit_code == 0
    )
    return page


def measured(keys, sensitive=None):
    words = ["measure", str(ADULT), "--keys", ",".join(keys), "--format", "json"]
    words += ["--sensitive", sensitive] if sensitive else []
    words += ["--only", "discrimination_rate,posterior_vulnerability"]
    return json.loads(CliRunner().invoke(app, words).stdout)["measures"]


def rows(page, name):
    (table,) = re.findall(rf'<table id="{name}">.*?</table>', page, re.DOTALL)
    found = re.findall(r"<tr>(.*?)</tr>", table.split("<tbody>")[1], re.DOTALL)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in found]


@pytest.mark.parametrize("keys", [["age", "sex"], ["education"], KEYS])
def test_the_explorer_says_what_measuring_says(browser, report, keys):
    page, console = browser(f"{report.as_uri()}#keys={','.join(keys)}")
    assert console == []
    shown = rows(page, "chosen")
    for row, sensitive in zip(shown, (None, "occupation", "salary-class"), strict=True):
        expected = measured(keys, sensitive)
        (value,) = re.findall(r'data-value="(.*?)"', row[1])
        assert float(value) == pytest.approx(expected["discrimination_rate"], rel=1e-12)
        assert f">{expected['discrimination_rate']:.4f}<" in row[1]
        assert unescape(row[2]) == share(expected["posterior_vulnerability"])


def test_the_explorer_says_it_in_words_and_against_other_sets(browser, report):
    page, _ = browser(f"{report.as_uri()}#keys=age,sex")
    (answer,) = re.findall(r'<p id="answer".*?>(.*?)</p>', page)
    assert answer.startswith("Knowing age and sex, 5 of 32,561 people (&lt;0.1%) are alone")
    (rank,) = re.findall(r'<p id="rank".*?>(.*?)</p>', page)
    assert re.fullmatch(r"Of the 9 other sets of 2 keys, \d give away less.", rank)
    steps = {unescape(row[0]): float(row[1]) for row in rows(page, "steps")}
    more = measured(["age", "sex", "education"])["discrimination_rate"]
    less = measured(["age"])["discrimination_rate"]
    assert steps["with education"] == pytest.approx(more, abs=1e-4)
    assert steps["without sex"] == pytest.approx(less, abs=1e-4)


def test_a_script_in_the_data_stays_text(browser, tmp_path):
    table = [f'"{OWNED}","=1+1"\n'] * 12 + ['"</script><img src=x onerror=alert(1)>","a"\n'] * 12
    (tmp_path / "t.csv").write_text(f'"{OWNED}","<img src=x>"\n' + "".join(table))
    spec = {"data": "t.csv", "title": OWNED, "keys": [OWNED], "sensitive": ["<img src=x>"]}
    (tmp_path / "t.yaml").write_text(json.dumps(spec))
    out = tmp_path / "t.html"
    assert (
        CliRunner().invoke(app, ["assess", str(tmp_path / "t.yaml"), "-o", str(out)]).exit_code == 0
    )
    page, console = browser(out.as_uri())
    assert console == []
    assert "<title>&lt;script&gt;" in page
    assert len(re.findall(r"<script", page)) == 2
    assert "<img" not in page
    assert "=1+1" not in page or "<td>=1+1</td>" in page


def test_what_would_break_out_is_stopped_by_the_policy(browser, report):
    """A hole in the escaping would still run nothing, and the console would tell."""
    holed = report.read_text("utf-8").replace("<main", f"{OWNED}<main")
    (report.parent / "holed.html").write_text(holed, "utf-8")
    page, console = browser((report.parent / "holed.html").as_uri())
    assert "<title>owned" not in page
    assert any("Content Security Policy" in line for line in console)


@pytest.mark.parametrize("wide", [360, 768, 1280])
def test_the_page_is_as_wide_as_its_screen(browser, report, wide):
    ruler = report.parent / f"ruler{wide}.html"
    ruler.write_text(RULER.format(page=report.name, wide=wide))
    page, _ = browser(ruler.as_uri(), "--allow-file-access-from-files", "--hide-scrollbars")
    assert f"<p>{wide} in {wide}</p>" in page


# Uses the report as a person would, from a page beside it.
USER = """<iframe src="{page}#keys=age,sex" width="900" height="900"></iframe><pre></pre><script>
onload = () => {{
  const frame = document.querySelector("iframe");
  const inside = frame.contentDocument;
  const seen = [];
  const see = () => seen.push([
    inside.querySelector("#answer").textContent.slice(0, 30),
    frame.contentWindow.location.hash,
    inside.querySelector("#steps tbody th").textContent,
  ]);
  inside.querySelector("input[value='1']").click(); see();
  inside.querySelector("#none").click(); see();
  inside.querySelector("#all").click(); see();
  const about = inside.querySelector("#about");
  about.value = "1"; about.dispatchEvent(new Event("change")); see();
  document.querySelector("pre").textContent = JSON.stringify(seen);
}};
</script>"""


def test_ticks_buttons_and_the_choice_are_heeded(browser, report):
    user = report.parent / "user.html"
    user.write_text(USER.format(page=report.name))
    page, console = browser(user.as_uri(), "--allow-file-access-from-files")
    assert console == []
    (seen,) = re.findall(r"<pre>(.*?)</pre>", page)
    unticked, none, everything, occupation = json.loads(unescape(seen))
    assert unticked[0].startswith("Knowing age, ")
    assert unticked[1] == "#keys=age"
    assert none[:2] == ["Knowing none of the keys, an a", "#keys="]
    assert everything[:2] == ["Knowing these 5 keys, 3,501 of", f"#keys={','.join(KEYS)}"]
    assert everything[2] == "without age"
    assert occupation[2] == "without education"
