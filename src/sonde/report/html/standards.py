"""Where a reader of the WP216 opinion, or of ISO/IEC 27559, finds what they look for."""

from __future__ import annotations

# What each criterion asks, in our words, and which part of the report is about it.
WP216 = {
    "singling out": (
        "Can some or all records of a person be isolated?",
        "Who a person is: uniques, crowds, prosecutor risk",
    ),
    "linkability": (
        "Can two records about the same person, or group, be linked?",
        "Journalist and marketer risk, where the spec names another table",
    ),
    "inference": (
        "Can a value be deduced from others, with significant probability?",
        "Each sensitive attribute: the rate, the best guess, certain guesses",
    ),
}
WP216_SOURCE = (
    "Article 29 Data Protection Working Party, Opinion 05/2014 on Anonymisation Techniques "
    "(WP216), 10 April 2014, chapter 3."
)

# Clause and heading; where in the report; what is left to the reader.
ISO_27559 = (
    ("6.2", "Threat modelling", "-", "Who receives the data, their safeguards, motives and means"),
    ("6.3", "Transparency and impact assessment", "-", "Who is told, and what harm could follow"),
    ("7.2", "Data features", "Data, below; where the numbers come from", "Whether the roles fit"),
    (
        "7.3",
        "Attack modelling",
        "Attack modelling and risk figures, below: maximum and average, population or sample",
        "Which attack to reckon with",
    ),
    (
        "8.2",
        "Assessing identifiability",
        "All figures of this report",
        "Thresholds; tests by people who attack the data",
    ),
    (
        "8.3",
        "Mitigation",
        "What would help; which key is to blame",
        "What to do, and in what order",
    ),
    ("9", "De-identification governance", "-", "Roles, monitoring, incidents"),
)
ISO_SOURCE = (
    "ISO/IEC 27559:2022, Privacy enhancing data de-identification framework: headings of its "
    "clauses."
)
