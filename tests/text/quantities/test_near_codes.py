"""Identifiers and names that are near ones of the evidence, or the same written otherwise."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.codes import codes_of

PAIRS = [
    (
        "phone: +49 30 5550 1234",
        "Our number is +49 (0)30 5550-1234.",
        "Our number is +49 30 5550 4321.",
    ),
    ("Phone: +1 555 201 4433", "Call +1 (555) 201-4433.", "Call +1 (555) 201-3344."),
    (
        "Tracking: 1Z999AA10123456748",
        "Your tracking number is 1Z999AA10123456748.",
        "Your tracking number is 1Z999AA10123456784.",
    ),
    (
        "The export needs the scope orders:read, and an API key.",
        "You need the orders:read scope for the export.",
        "You need the orders:write scope for the export.",
    ),
    (
        "Part number SK-4417-B fits the front brake of the Corva bicycle.",
        "SK4417B fits the front brake of the Corva bicycle.",
        "SK-4471-B fits the front brake of the Corva bicycle.",
    ),
    (
        "The X200 pump moves 40 litres a minute and is sold with a hose.",
        "The X-200 pump moves 40 litres a minute.",
        "The X220 pump moves 40 litres a minute.",
    ),
    (
        "Section 4.2 says that tenants may keep one dog.",
        "According to section 4.2, tenants may keep one dog.",
        "According to section 2.4, tenants may keep one dog.",
    ),
    (
        "The memory leak is fixed in release 4.12.1; releases up to 4.12.0 are affected.",
        "Release 4.12.1 fixes the memory leak.",
        "Release 4.12.0 fixes the memory leak.",
    ),
    (
        "The settings are read from config/prod.yaml when the service starts.",
        "When the service starts, the settings are read from prod.yaml.",
        "When the service starts, the settings are read from prod.toml.",
    ),
    (
        "To cancel a booking call 020 7946 0958 before noon.",
        "A booking can be cancelled by calling 020 7946 0958.",
        "A booking can be cancelled by calling 020 7946 0985.",
    ),
    (
        "The report was written by Jon Halden, an engineer at the port.",
        "Jon Halden, an engineer at the port, wrote the report.",
        "John Holden, an engineer at the port, wrote the report.",
    ),
]


@pytest.mark.parametrize(("told", "right", "wrong"), PAIRS)
def test_only_a_near_identifier_is_contradicted(told: str, right: str, wrong: str) -> None:
    one, other = judge_quantities("", [told], [right, wrong])

    assert one.outcome != "contradicted"
    assert other.outcome == "contradicted"


def test_both_identifiers_are_named() -> None:
    told = "Error E4012 means that the disk is full."

    [found] = judge_quantities("", [told], ["Error E4021 means that the disk is full."])

    assert "E4021" in found.explanation
    assert "E4012" in found.explanation


@pytest.mark.parametrize(
    "claim",
    [
        "The X220 pump is not mentioned, but the X200 moves 40 litres a minute.",
        "Unlike the X220 pump, it moves 40 litres a minute.",
        "The X220 drains the cellar of a hotel in Ghent.",
    ],
)
def test_another_identifier_that_is_set_apart_is_no_slip(claim: str) -> None:
    told = "The X200 pump moves 40 litres a minute and is sold with a hose."

    [found] = judge_quantities("", [told], [claim])

    assert not any(check.kind == "code" for check in found.checks)


def test_notations_of_one_identifier_have_one_key() -> None:
    texts = ["Call v2.10.1 with --dry-run.", "Call version 2.10.1 with --dry_run."]

    keys = [[code.key for code in codes_of(text)] for text in texts]

    assert keys[0] == keys[1] == ["2.10.1", "--dryrun"]


LOG = """v2.4.1
 * fix: crash on startup when config is missing (#88)
v2.4.0
 * feat: dark theme
 * fix: typo in German translation (#81)
v2.3.9
 * fix: slow export (#77)"""
CHANGES = """## 1.8.0 - 2023-05-02
- Added dark theme
- Added CSV export
## 1.7.0 - 2023-02-14
- Added tags
## 1.6.2 - 2022-12-01
- Fixed login loop"""


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            LOG,
            "The crash on startup was fixed in v2.4.1.",
            "The crash on startup was fixed in v2.4.0.",
        ),
        (
            LOG,
            "The slow export (#77) was fixed in 2.3.9.",
            "The slow export (#77) was fixed in 2.4.0.",
        ),
        (CHANGES, "Dark theme was added in 1.8.0.", "Dark theme was added in 1.7.0."),
        (CHANGES, "The login loop was fixed in 1.6.2.", "The login loop was fixed in 1.7.0."),
    ],
)
def test_a_version_that_heads_some_lines_is_what_they_are_of(
    passage: str, right: str, wrong: str
) -> None:
    outcomes = [judge_quantities("", [passage], [claim])[0].outcome for claim in (right, wrong)]

    assert outcomes[0] != "contradicted"
    assert outcomes[1] == "contradicted"


def test_what_is_told_over_several_lines_is_quoted_in_one() -> None:
    told = "v0.14.2\n* fix: leak when clients disconnect abruptly\n\nv0.14.1\n* add: retries"

    [found] = judge_quantities(
        "", [told], ["The leak when clients disconnect was fixed in v0.14.1."]
    )

    assert found.explanation.endswith(
        "“v0.14.2”, in “v0.14.2 * fix: leak when clients disconnect abruptly” (passage 1)."
    )


def test_digits_of_a_phone_number_are_no_amounts_and_no_dates() -> None:
    told = "The hotline is 0800 555 1234."

    [found] = judge_quantities("", [told], [told])

    assert found.checks == ()


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "For help, write to help@zephyr.io. Our office is in Bern.",
            "Write to help@zephyr.io.",
            "Write to support@zephyr.io.",
        ),
        (
            "Refunds: refunds@acme.com. Sales enquiries: sales@acme.com.",
            "Contact refunds@acme.com for refunds.",
            "Contact billing@acme.com for refunds.",
        ),
        (
            "The seminar takes place in room B12. Room C3 is closed.",
            "The seminar is in room B12.",
            "The seminar is in room B21.",
        ),
    ],
)
def test_an_address_that_stands_nowhere_is_not_the_one_told(
    passage: str, right: str, wrong: str
) -> None:
    outcomes = [judge_quantities("", [passage], [claim])[0].outcome for claim in (right, wrong)]

    assert outcomes == ["open", "contradicted"]


@pytest.mark.parametrize("claim", ["The fee is £250.", "The fee is 250 dollars."])
@pytest.mark.parametrize(
    "told", ["The fee is €250, payable in advance.", "The fee is €250 a month."]
)
def test_the_same_number_of_another_currency_is_another_sum(claim: str, told: str) -> None:
    [found] = judge_quantities("", [told], [claim])

    assert found.outcome == "contradicted"


PHONES = "Council tax: 01632 960 220. Housing: 01632 960 330."


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("For council tax, call 01632 960220.", "supported"),
        ("The council tax number is (01632) 960220.", "supported"),
        ("For housing, dial +44 1632 960330.", "supported"),
        ("For council tax, call 01632 960330.", "contradicted"),
        ("The number for council tax is 01632 960221.", "contradicted"),
    ],
)
def test_a_phone_number_is_one_number_in_any_spacing(claim: str, outcome: str) -> None:
    [found] = judge_quantities("", [PHONES], [claim])

    assert found.outcome == outcome
    assert ("agrees with" in found.explanation) == (outcome == "supported")
