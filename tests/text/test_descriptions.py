from __future__ import annotations

import pytest

from groundgraph.text.triples.descriptions import description_sentences


@pytest.mark.parametrize(
    ("description", "told"),
    [
        (
            "Polish-French physicist and chemist",
            "Ann is Polish. Ann is French. Ann is a physicist and chemist.",
        ),
        ("town in Sweden", "Ann is a town in Sweden."),
        ("American company", "Ann is an American company."),
        ("1997 film directed by James Cameron", "Ann is a 1997 film directed by James Cameron."),
        ("capital of Poland", "Ann is the capital of Poland."),
        ("the founder of Acme", "Ann is the founder of Acme."),
        ("university in France", "Ann is a university in France."),
        ("English poet (born 1950)", "Ann is an English poet. Ann was born in 1950."),
        ("poet (b. 1901, d. 1980)", "Ann is a poet. Ann was born in 1901. Ann died in 1980."),
        ("war (1914–1918)", "Ann is a war."),
        ("Wikimedia disambiguation page", ""),
        ("", ""),
        ("(1775–1817)", ""),
        ("der erste Präsident der Republik, der auch nicht von der Insel ist und das", ""),
    ],
)
def test_a_description_is_told_in_sentences(description: str, told: str) -> None:
    assert description_sentences("Ann", description) == told


def test_a_range_of_years_is_the_life_of_a_person() -> None:
    told = description_sentences("Jane Austen", "English novelist (1775–1817)", person=True)
    assert told == (
        "Jane Austen is an English novelist. Jane Austen was born in 1775. "
        "Jane Austen died in 1817."
    )
