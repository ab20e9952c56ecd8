"""What a spec asks of a release beside its measures: its needs, and the attacks that apply."""

from __future__ import annotations

from .assessments import Attacked, Met
from .attacks.base import attacks
from .attacks.findings import Finding
from .attacks.needs import lacks
from .attacks.running import prepared, tried
from .errors import SondeError
from .spec import Spec
from .utility.answers import Compared, needs_met
from .utility.needs import Need, needs_of

LINKAGE = "Record linkage was not tried: sonde attack does, with a table to link with."


def needs_of_release(spec: Spec) -> list[Met]:
    """Ask the release, and its original if there is one, each need of the spec."""
    if not spec.needs:
        return []
    original = None if spec.original is None else spec.open(spec.original)
    return [_met(one) for one in needs_met(spec.open(), _asked(spec), original=original).each]


def needs_overall(spec: Spec) -> float | None:
    """How far the release meets its needs together, by their weights."""
    return needs_met(spec.open(), _asked(spec)).overall


def _asked(spec: Spec) -> tuple[Need, ...]:
    written = [need.model_dump(by_alias=True) for need in spec.needs]
    return needs_of(written, spec.roles()["partitions"], spec.path.parent)


def _met(one: Compared) -> Met:
    return Met(
        name=one.need.title,
        predict=one.need.predict,
        keys=list(one.need.from_),
        degree=one.release.degree,
        adjusted=one.release.adjusted,
        certain=one.release.certain,
        original=None if one.original is None else one.original.degree,
        sentence=one.release.sentence,
        why_better=list(one.why_better),
    )


def attacks_on_release(spec: Spec) -> tuple[list[Attacked], list[str]]:
    """Try the attacks that the spec has the tables for; say which were not tried, and why.

    They take the release as it is. Where the spec divides its keys further, they would be about
    another table than the rest of the assessment.
    """
    roles = spec.roles()
    divided = [key for key in spec.keys if key in roles["partitions"]]
    if divided:
        named = ", ".join(divided)
        words = f"Attacks take a release as it is, and the spec divides {named}, so none was tried."
        return [], [words]
    tables = prepared(
        spec.open(),
        keys=spec.keys,
        sensitive=spec.sensitive or None,
        original=None if spec.original is None else spec.open(spec.original),
        outside=None if spec.outside is None else spec.open(spec.outside),
        partitions={n: laid for n, laid in roles["partitions"].items() if n in spec.sensitive},
        models=None,
        hierarchies=roles["hierarchies"],
        came_from=None,
        subject=spec.subject,
        row_id=None,
        missing=spec.missing,
    )
    found: list[Finding] = []
    reasons: list[str] = []
    for name, each in attacks().items():
        # Record linkage compares row with row, which may take minutes.
        if each.perturbed or lacks(each.needs, tables) is not None:
            continue
        try:
            found += tried(tables, only=name).findings
        except SondeError as error:
            reasons.append(f"{each.title} was not tried: {error}")
    return [_attacked(one) for one in found if one.whole], [*reasons, LINKAGE]


def _attacked(one: Finding) -> Attacked:
    return Attacked(
        attack=one.attack.name,
        title=one.attack.title,
        attacker=one.attack.attacker,
        knows=one.attack.knows,
        question=one.attack.question,
        target=one.target,
        sentence=one.sentence,
        figures=one.overall,
        basis=one.basis,
    )
