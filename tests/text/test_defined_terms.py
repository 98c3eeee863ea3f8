from __future__ import annotations

import pytest

from groundgraph.text.documents.defined_terms import definitions, with_names
from groundgraph.types import Span

PARTIES = (
    "between (1) Northgate Software Ltd, a company whose office is at 1 High Street, London"
    " (the “Supplier”), and (2) Ann Hill (hereinafter the “Client”)"
)
DEED = 'A deed by Oakley Estates LLP (the "Landlord") and Ann Hill (the "Tenant").'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (DEED, {"Landlord": "Oakley Estates LLP", "Tenant": "Ann Hill"}),
        (
            PARTIES,
            {"Supplier": "Northgate Software Ltd", "Client": "Ann Hill"},
        ),
        (
            "Marble Group (hereinafter referred to as the 'Seller') sells.",
            {"Seller": "Marble Group"},
        ),
        ('The National Health Service (the "NHS") pays.', {}),
        ("See the Annex (the Schedule), or the list (the blue one).", {}),
        ('Oakley Estates LLP ("Oakley") sells.', {}),
    ],
)
def test_terms_are_defined_for_the_names_before_them(text: str, found: dict[str, str]) -> None:
    assert definitions([text]) == found


def test_a_term_of_two_names_is_defined_for_none() -> None:
    found = definitions([DEED, 'A lease by Ben Ito (the "Landlord").'])
    assert found == {"Tenant": "Ann Hill"}


def test_names_stand_behind_terms_and_definitions_are_sentences() -> None:
    given = f"{DEED} The Tenant's roof leaks."
    read = with_names(given, definitions([DEED]))
    assert read is not None
    assert read.text == (
        "A deed by Oakley Estates LLP and Ann Hill. The Tenant Ann Hill's roof leaks."
        " Oakley Estates LLP is the Landlord. Ann Hill is the Tenant."
    )
    at = read.text.index("Ann Hill is the Tenant.")
    assert read.original(Span(at, at + 5)).of(given) == 'Ann Hill (the "Tenant")'


@pytest.mark.parametrize("text", ["The Tenant Fees Act applies.", "A tenant pays.", ""])
def test_other_texts_are_read_as_they_stand(text: str) -> None:
    assert with_names(text, {"Tenant": "Ann Hill"}) is None
