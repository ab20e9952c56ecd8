"""Results as Markdown, for a merge request or a wiki."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..assessments import Assessment
from ..checking import Check
from ..comparing import Comparison
from ..plain import plain

# What has a meaning in Markdown, or in the HTML that may stand in it.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&])")


def escaped(text: str) -> str:
    r"""Show text as what it is: a value from the data may hold a link, or a script.

    >>> print(escaped("[x](y) | <b>"))
    \[x\]\(y\) \| \<b\>
    """
    return _SPECIAL.sub(r"\\\1", plain(text))


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table."""
    lines = [list(head), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def comparison(made: Comparison) -> str:
    """Write a row for each number and a column for each release, the safest in bold."""
    head = ["measure", *(escaped(spec.name) for spec in made.releases)]
    rows = []
    for row in made.rows:
        cells = ["-" if one is None else escaped(one.shown) for one in row.results]
        cells = [f"**{c}**" if n in row.safest else c for n, c in enumerate(cells)]
        rows.append([escaped(row.about), *cells])
    bases = [
        f"- {escaped(spec.name)}: {escaped(' '.join(held))}"
        for spec, held in zip(made.releases, made.bases, strict=True)
    ]
    return "\n\n".join([table(head, rows), "\n".join(bases), *map(escaped, made.notes)])


def assessment(made: Assessment) -> str:
    """Write the verdict, the three questions, the limits and what was not assessed."""
    questions = [
        f"- **{question.name.capitalize()}.** {escaped(question.answer)}"
        for question in made.questions
    ]
    parts = [f"# {escaped(made.title)}", f"**{escaped(made.verdict)}**", "\n".join(questions)]
    if made.limits:
        rows = [
            [escaped(one.about), escaped(one.shown), escaped(one.bound), f"**{one.verdict}**"]
            for one in made.limits
        ]
        parts.append(table(["limit", "is", "may be", ""], rows))
    for target in made.targets:
        about = "Who a person is" if target.sensitive is None else escaped(target.sensitive)
        rows = [
            [escaped(one.title), escaped(one.shown), escaped(one.sentence)]
            for one in target.numbers
        ]
        parts += [f"## {about}", table(["measure", "value", ""], rows), escaped(target.basis)]
    if made.attacks:
        rows = [[escaped(one.title), escaped(one.sentence)] for one in made.attacks]
        parts += ["## What attackers learn", table(["attack", ""], rows)]
    if made.needs:
        rows = [[escaped(one.name), escaped(one.sentence)] for one in made.needs]
        parts += ["## What is left to use", table(["need", ""], rows)]
    parts += ["## Not assessed", "\n".join(f"- {escaped(words)}" for words in made.not_assessed)]
    return "\n\n".join(parts)


def check(made: Check) -> str:
    """Write the verdict, a row for each limit, and what to try."""
    rows = [
        [escaped(v.about), escaped(v.result.shown), escaped(v.bound), f"**{v.word}**"]
        for v in made.verdicts
    ]
    tries = [f"- {escaped(v.about)}: {escaped(words)}" for v in made.verdicts for words in v.tries]
    parts = [f"**{escaped(made.sentence)}**", table(["limit", "is", "may be", ""], rows)]
    parts += ["What to try:", "\n".join(tries)] if tries else []
    basis = dict.fromkeys(v.result.profile.basis for v in made.verdicts)
    return "\n\n".join([*parts, *map(escaped, basis)])
