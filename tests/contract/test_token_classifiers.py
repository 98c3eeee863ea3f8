"""What `groundgraph.protocols.TokenClassifier` promises, asked of every registered one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from groundgraph import Example, MissingExtraError, ModelError, Passage
from groundgraph.methods.fused.reading import read
from groundgraph.methods.fused.token_inputs import token_inputs, token_rarity
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.protocols import TokenClassifier
from groundgraph.registry import PART_KINDS, TOKEN_CLASSIFIERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.types.tokens import AnswerTokens

PASSAGES = (
    Passage("The ferry to Split leaves at 7:30. It carries 40 cars."),
    Passage("The island has two villages."),
)
ANSWERS = [
    Example("The ferry leaves at 7:30. It has a casino.", PASSAGES, question="When does it leave?"),
    Example("The island has two villages.", PASSAGES),
    Example("word " * 1200, (Passage("long words " * 900),)),
    Example("🙂 \x00 a\ud800b 東京", (Passage("🙂"),)),
    Example("It is so.", (Passage(" \u200b "), Passage("so"))),
]


def tokens(examples: list[Example]) -> list[AnswerTokens]:
    readings = [*read(examples, SentenceSegmenter())]
    assert not [r.obstacle for r in readings if r.obstacle]
    return [each.tokens for each in token_inputs(readings, token_rarity())]


@pytest.fixture(scope="module", params=list(TOKEN_CLASSIFIERS))
def classifier(request: pytest.FixtureRequest) -> TokenClassifier:
    part: TokenClassifier = TOKEN_CLASSIFIERS.get(request.param)()
    try:
        list(part.classify([]))
    except (MissingExtraError, ModelError) as error:
        pytest.skip(str(error))
    return part


def test_token_classifiers_are_a_kind_of_part(classifier: TokenClassifier) -> None:
    assert TOKEN_CLASSIFIERS in PART_KINDS
    assert isinstance(classifier, TokenClassifier)


def test_every_token_has_finite_scores(classifier: TokenClassifier) -> None:
    answers = tokens(ANSWERS)

    for answer, found in zip(answers, classifier.classify(answers), strict=True):
        n_tokens = sum(len(window.ids) for window in answer.answer)
        assert found.unsupported.shape == found.contradicted.shape == (n_tokens,)
        assert found.nearness.shape == (answer.n_claims, answer.n_units)
        assert found.records.shape == (answer.n_claims, len(answer.records))
        for values in (*found[:2], found.nearness, found.records, np.array([found.answer])):
            assert np.isfinite(values).all()


def test_a_record_is_as_near_as_its_facts_together(classifier: TokenClassifier) -> None:
    record = Passage('{"name": "Blue Fig", "city": "Lindholm", "stars": 4.5}', "r")
    said = "Blue Fig is in Lindholm. Prices rose in Spain."
    [answer] = tokens([Example(said, (record, *PASSAGES))])

    [found] = classifier.classify([answer])

    [(first, stop)] = answer.records
    facts = found.nearness[:, first:stop]
    assert (found.records[:, 0] >= facts.max(axis=1) - 1e-6).all()
    assert found.records[0, 0] > facts[0].max() + 0.1
    assert found.records[0, 0] > found.records[1, 0] + 0.1


def test_scores_do_not_depend_on_what_is_beside_an_answer(classifier: TokenClassifier) -> None:
    answers = tokens(ANSWERS)

    together = [*classifier.classify(answers)]

    for answer, found in zip(answers, together, strict=True):
        [alone] = classifier.classify([answer])
        assert np.allclose(alone.unsupported, found.unsupported, atol=1e-4)
        assert alone.answer == pytest.approx(found.answer, abs=1e-4)


def test_scores_do_not_depend_on_the_evidence_of_the_answer_before(
    classifier: TokenClassifier,
) -> None:
    said, asked = "It carries 40 cars.", "What does it carry?"
    answers = tokens(
        [
            Example(said, PASSAGES, question=asked),
            Example(said, PASSAGES),
            Example(said, PASSAGES[:1]),
            Example(said, PASSAGES[1:]),
            Example(said, PASSAGES, question="What is on the island?"),
            Example(said, PASSAGES, question=asked),
        ]
    )

    together = [*classifier.classify(answers)]

    for answer, found in zip(answers, together, strict=True):
        [alone] = classifier.classify([answer])
        np.testing.assert_allclose(alone.unsupported, found.unsupported, atol=1e-5)
    assert len({round(found.answer, 4) for found in together}) == len(answers) - 1


def test_the_order_of_the_evidence_does_not_matter(classifier: TokenClassifier) -> None:
    [answer] = tokens(ANSWERS[:1])
    turned = answer._replace(evidence=answer.evidence[::-1])

    first, second = classifier.classify([answer, turned])

    assert np.allclose(first.unsupported, second.unsupported, atol=1e-4)
    assert np.allclose(first.nearness, second.nearness, atol=1e-4)


def test_a_claim_is_nearest_to_the_sentence_that_says_it(classifier: TokenClassifier) -> None:
    [answer] = tokens(ANSWERS[1:2])

    [found] = classifier.classify([answer])

    assert found.nearness[0].argmax() == 2
    assert found.nearness.max() <= 1 + 1e-4


def test_evidence_or_an_answer_without_tokens_has_finite_scores(
    classifier: TokenClassifier,
) -> None:
    [answer] = tokens(ANSWERS[1:2])
    bare = answer._replace(evidence=())
    silent = answer._replace(answer=(), rows=answer.rows[:0])

    first, second = classifier.classify([bare, silent])

    assert np.isfinite(first.unsupported).all()
    assert first.nearness.tolist() == np.zeros((answer.n_claims, answer.n_units)).tolist()
    assert second.unsupported.shape == (0,)


def test_no_answers_have_no_scores(classifier: TokenClassifier) -> None:
    assert list(classifier.classify([])) == []


def test_answers_may_be_made_one_by_one(classifier: TokenClassifier) -> None:
    answers = tokens(ANSWERS) * 4  # more than are under way at once, and the same again

    listed = [*classifier.classify(answers)]
    drawn = [*classifier.classify(answer for answer in answers)]

    for one, other in zip(listed, drawn, strict=True):
        np.testing.assert_array_equal(one.unsupported, other.unsupported)
    for one, again in zip(listed[:5], listed[5:10], strict=True):
        np.testing.assert_array_equal(one.unsupported, again.unsupported)


def test_what_goes_wrong_while_they_are_made_reaches_the_caller(
    classifier: TokenClassifier,
) -> None:
    def failing() -> Iterator[AnswerTokens]:
        yield from tokens(ANSWERS)
        raise KeyError("the next")

    with pytest.raises(KeyError, match="the next"):
        list(classifier.classify(failing()))
