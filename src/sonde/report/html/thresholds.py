"""Thresholds that others use, each with who says so. None of them is Sonde's advice."""

from __future__ import annotations

from dataclasses import dataclass

EL_EMAM = (
    "K. El Emam, Guide to the De-Identification of Personal Health Information, CRC Press, 2013, "
    "chapter on cell size precedents"
)
REGULATORS = (
    "European Medicines Agency, guidance on Policy 0070, 2016; Health Canada, guidance on public "
    "release of clinical information, 2019"
)


@dataclass(frozen=True)
class Threshold:
    """A smallest crowd that somebody asks for."""

    crowd: int
    used: str
    source: str


THRESHOLDS = (
    Threshold(3, "some custodians", EL_EMAM),
    Threshold(5, "many custodians, since long: the rule of five", EL_EMAM),
    Threshold(
        11,
        "clinical data that is made public: a risk of 0.09, which is 1 in 11; cells of tables on "
        "Medicare",
        f"{REGULATORS}; Centers for Medicare and Medicaid Services, cell size suppression policy",
    ),
    Threshold(20, "public files of patients in Canada and the United States", EL_EMAM),
)
