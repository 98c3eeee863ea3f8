"""What every registered extractor that needs no server must hold to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.protocols import TripleExtractor
from groundgraph.registry import EXTRACTORS, PART_KINDS
from groundgraph.specs import build, describe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.types import Statement

REMOTE = {"llm"}  # asks a server; tests/parts/test_triples_llm.py runs one
LOCAL = [name for name in EXTRACTORS if name not in REMOTE]
PROSE = "Ann Lee (born 1950) is a judge. She was born in Rome, and Bob hired her in 1999."
WORDS = st.sampled_from(
    """Ann she it the a of in by was is founded won and or , . ( ) ' " 's n't who which that to
    not 1990 $5 May \n - – born London said""".split()
) | st.text(max_size=5)
TEXTS = st.lists(WORDS, max_size=25).map(" ".join) | st.text(max_size=60)


def extractor(name: str) -> TripleExtractor:
    made = EXTRACTORS.get(name)()
    assert isinstance(made, TripleExtractor)
    return made


def hold(texts: Sequence[str], found: list[list[Statement]]) -> None:
    assert len(found) == len(texts)
    for text, statements in zip(texts, found, strict=True):
        for triple, span in statements:
            assert all(part == part.strip() and part for part in triple)
            if span is not None:
                assert 0 <= span.start < span.end <= len(text)
        starts = [span.start for _, span in statements if span is not None]
        assert starts == sorted(starts)


def test_extractors_are_a_kind_of_part() -> None:
    assert EXTRACTORS in PART_KINDS
    assert set(EXTRACTORS) > REMOTE


@pytest.mark.parametrize("name", LOCAL)
def test_it_reads_prose(name: str) -> None:
    (found,) = extractor(name).extract([PROSE])

    assert any("Ann Lee" in s.triple.subject and "Rome" in s.triple.object for s in found)


@pytest.mark.parametrize("name", LOCAL)
def test_nothing_in_nothing_out(name: str) -> None:
    assert extractor(name).extract([]) == []
    assert extractor(name).extract(["", " \n\t"]) == [[], []]


@pytest.mark.parametrize("name", LOCAL)
@settings(max_examples=150, deadline=None)
@given(st.lists(TEXTS, max_size=3))
def test_any_text_gives_whole_triples_with_spans_in_order(name: str, texts: list[str]) -> None:
    hold(texts, extractor(name).extract(texts))


@pytest.mark.parametrize("name", LOCAL)
@settings(max_examples=30, deadline=None)
@given(TEXTS, TEXTS)
def test_a_text_is_read_the_same_alone_and_in_a_batch(name: str, one: str, other: str) -> None:
    made = extractor(name)

    assert made.extract([one, other]) == [*made.extract([one]), *made.extract([other])]


@pytest.mark.parametrize("name", LOCAL)
def test_a_spec_rebuilds_it(name: str) -> None:
    made = extractor(name)

    assert build(describe(made)) == made
