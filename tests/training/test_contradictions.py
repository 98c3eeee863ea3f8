from __future__ import annotations

import random

import pytest

from groundgraph.types import Example, Passage
from training.made.contradictions import (
    WAYS,
    affirm,
    contradictions,
    negate,
    oppose,
    renumber,
    swap,
)

SENTENCES = (
    "The ferry to Split leaves the harbour at seven.",
    "It carries 40 cars and has a small restaurant.",
    "The island is not connected to the mainland.",
    "Anna Kos hired Bob Fell in March of that year.",
    "Prices have increased since the bridge was closed.",
    "Yes.",
)
LIKE = Example(
    "It leaves at seven.",
    (Passage(" ".join(SENTENCES)),),
    id="a",
    label=False,
    metadata={"source_id": "s1", "task": "QA", "labels": ["x"], "model": "m"},
)


@pytest.mark.parametrize(
    ("way", "sentence", "possible"),
    [
        (negate, "The museum is open.", {"The museum is not open.", "The museum isn't open."}),
        (negate, "It has a cafe.", {"It has no cafe."}),
        (negate, "They have seen it.", {"They have not seen it.", "They haven't seen it."}),
        (negate, "You can park.", {"You cannot park.", "You can't park."}),
        (affirm, "The museum is not open.", {"The museum is open."}),
        (affirm, "He didn’t pay.", {"He did pay."}),
        (affirm, "You cannot park.", {"You can park."}),
        (oppose, "Prices increased.", {"Prices decreased.", "Prices reduced."}),
        (oppose, "Higher taxes.", {"Lower taxes."}),
        (swap, "The cook Anna met Bob.", {"The cook Bob met Anna."}),
    ],
)
def test_a_sentence_is_contradicted(way: object, sentence: str, possible: set[str]) -> None:
    made = {
        found.text
        for seed in range(20)
        if (found := way(sentence, random.Random(seed))) is not None  # type: ignore[operator]
    }

    assert made == possible


@pytest.mark.parametrize(
    ("way", "sentence"),
    [
        (negate, "The museum is not open."),
        (negate, "They have two cats."),
        (negate, "Nobody came."),
        (affirm, "The museum is open."),
        (oppose, "The cat sleeps."),
        (swap, "The cooks Anna and Bob came."),
        (swap, "Anna came."),
        (renumber, "No number here."),
    ],
)
def test_a_sentence_that_offers_nothing_is_left_alone(way: object, sentence: str) -> None:
    assert way(sentence, random.Random(0)) is None  # type: ignore[operator]


@pytest.mark.parametrize("name", sorted(WAYS))
def test_only_the_marked_words_are_new(name: str) -> None:
    found = [WAYS[name](sentence, random.Random(1)) for sentence in SENTENCES]

    assert any(found)
    for sentence, changed in zip(SENTENCES, found, strict=True):
        if changed is not None:
            assert changed.text != sentence
            assert all(span.of(changed.text).strip() for span in changed.spans)
            first, last = changed.spans[0].start, changed.spans[-1].end
            assert sentence.startswith(changed.text[:first])
            assert sentence.endswith(changed.text[last:])


def test_claims_are_grounded_or_marked_and_keep_the_passages() -> None:
    claims = list(contradictions(SENTENCES, LIKE, seed=0))

    assert {claim.passages for claim in claims} == {LIKE.passages}
    assert len({claim.id for claim in claims}) == len(claims)
    assert sum(bool(claim.label) for claim in claims) == 3
    assert all(bool(claim.spans) == claim.label for claim in claims)
    said = [claim.answer for claim in claims if not claim.label]
    assert "The island is not connected to the mainland." in said  # a negation that is grounded
    assert set(said) <= set(SENTENCES)
    assert {claim.metadata["source_id"] for claim in claims} == {"s1"}


def test_claims_depend_on_the_source_and_the_seed_alone() -> None:
    again = Example("Another answer.", LIKE.passages, id="b", metadata={"source_id": "s1"})

    first = [claim.answer for claim in contradictions(SENTENCES, LIKE, seed=0)]

    assert first == [claim.answer for claim in contradictions(SENTENCES, again, seed=0)]
    assert any(
        first != [claim.answer for claim in contradictions(SENTENCES, LIKE, seed=seed)]
        for seed in range(1, 5)
    )


def test_evidence_without_sentences_has_no_claims() -> None:
    assert list(contradictions(["Yes.", "no"], LIKE, seed=0)) == []
