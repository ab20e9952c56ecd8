"""Thesis, Figure 5.1: a diverse and two close releases, with and without domains of occupations.

python -m reproductions.semantic FOLDER
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from .folder import folder_asked_for
from .rates import rate_of, rates_by_value
from .releases import Release, original, release
from .results import Row, write

NAMES = ("distinct10_s5", "tclose03_s5", "tclose03hier_k5_s5")
KEYS = ("age", "education", "race", "sex")
VALUED = "sex"
SENSITIVE = "original occupation"

Domains = Mapping[str, Sequence[str]]


def _domains(second: str, third: str) -> Domains:
    return {
        "first": [
            "Adm-clerical",
            "Exec-managerial",
            "Prof-specialty",
            "Transport-moving",
            "Other-service",
        ],
        "second": ["Handlers-cleaners", second, "Tech-support"],
        "third": ["Craft-repair", third, "Sales"],
        "fourth": ["Machine-op-inspct", "Armed-Forces", "Priv-house-serv"],
    }


# The thesis prints Protective-serv in two domains and Farming-fishing in none, so that one of the
# two is Farming-fishing: both readings.
READINGS = {
    "domains": _domains("Protective-serv", "Farming-fishing"),
    "domains, other reading": _domains("Farming-fishing", "Protective-serv"),
}
PLAIN = "occupations"


def attack(releases: Sequence[Release]) -> list[Row]:
    """Measure each released key against the occupation and against each reading's domains."""
    return [
        {
            "release": each.name,
            "sensitive": asked,
            "key": key,
            "rate": rate_of(each.kept, key, SENSITIVE, _over(domains)),
            "rate with the suppressed as a class": rate_of(
                each.whole, key, SENSITIVE, _over(domains)
            ),
        }
        for asked, domains in ({PLAIN: None} | READINGS).items()
        for each in releases
        for key in KEYS
    ]


def attack_by_value(releases: Sequence[Release]) -> list[Row]:
    """Measure each released sex likewise."""
    return [
        {"sensitive": asked} | dict(row)
        for asked, domains in ({PLAIN: None} | READINGS).items()
        for each in releases
        for row in rates_by_value(each, VALUED, SENSITIVE, _over(domains))
    ]


def one_against_the_rest(releases: Sequence[Release]) -> list[Row]:
    """Ask of each occupation alone whether it is this one: are the releases in that order still.

    The thesis chose its domains to show that the order may turn; these are fourteen that nobody
    chose.
    """
    occupations = releases[0].kept["occupation"].unique().to_pylist()
    return [
        {
            "release": each.name,
            "occupation": occupation,
            "key": key,
            "rate": rate_of(
                each.kept, key, SENSITIVE, _over({occupation: [occupation], "rest": "*"})
            ),
        }
        for occupation in sorted(occupations)
        for each in releases
        for key in ("race", "sex")
    ]


def _over(domains: object) -> Mapping[str, object] | None:
    return None if domains is None else {SENSITIVE: domains}


def draw(name: str, releases: Sequence[Release]) -> None:
    """Write the tables and the chart."""
    from .charts import bars, beside

    rows = attack(releases)
    panels = [
        bars(
            [row for row in rows if row["sensitive"] == asked],
            "key",
            f"{asked}, from each key",
        )
        for asked in (PLAIN, "domains")
    ]
    write(name, rows, beside(*panels))
    write(f"{name}_by_value", attack_by_value(releases))
    write(f"{name}_one_against_the_rest", one_against_the_rest(releases))


def main(folder: Path) -> None:
    """Do it with the releases of a folder."""
    draw("semantic", [original(), *(release(folder, name) for name in NAMES)])


if __name__ == "__main__":
    main(folder_asked_for(__doc__))
