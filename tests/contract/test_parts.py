"""What `groundgraph.protocols` promises, asked of every registered part."""

from __future__ import annotations

import dataclasses
import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from part_arguments import ARGUMENTS

from groundgraph import MissingExtraError, ModelError, Span, protocols, specs
from groundgraph.registry import ENCODERS, PART_KINDS, SEGMENTERS

if TYPE_CHECKING:
    from groundgraph.protocols import Encoder, Segmenter


WORDY = (
    "The Danube flows into the Black Sea.",
    "It opens at 9 a.m. on Mon., says Dr. Lee (see https://example.org/a?b=c).",
    "- one\n- two\n\n1. three",
    "東京は日本の首都です。大阪も大きい。",
    "naïve café\u0301 🙂 fin",
    "a\x00b. C\ud800d.",
    "nospaces" * 400,
    "A passage above every limit is cut between words, and nothing of it is lost. " * 60,
)
EMPTY = ("", " ", "\n\t \u2028")
ODD = ("...", "\x00", "\ud800", "\u200b")


def make(registry: Any, name: str) -> Any:
    """Return the part, or skip with the message that a user would read."""
    arguments = ARGUMENTS.get(name, dict)()
    part = registry.get(name)(**arguments)
    if any(field.name == "cache" for field in dataclasses.fields(part)):
        part = dataclasses.replace(part, cache="off")
    try:
        part.segment(["a"]) if registry is SEGMENTERS else part.encode(["a"])
    except (MissingExtraError, ModelError) as error:
        pytest.skip(str(error))
    return part


@pytest.fixture(scope="module", params=list(SEGMENTERS))
def segmenter(request: pytest.FixtureRequest) -> Segmenter:
    part: Segmenter = make(SEGMENTERS, request.param)
    return part


@pytest.fixture(scope="module", params=list(ENCODERS))
def encoder(request: pytest.FixtureRequest) -> Encoder:
    part: Encoder = make(ENCODERS, request.param)
    return part


def every_part() -> list[Any]:
    return [
        pytest.param(registry, name, id=f"{registry.kind}-{name}")
        for registry in PART_KINDS
        for name in registry
    ]


@pytest.mark.parametrize(("registry", "name"), every_part())
def test_a_part_is_a_frozen_dataclass_of_its_protocol(registry: Any, name: str) -> None:
    part = registry.get(name)(**ARGUMENTS.get(name, dict)())
    protocol = registry.kind.title().replace(" ", "")  # "knowledge source": KnowledgeSource

    assert type(part).__dataclass_params__.frozen
    assert isinstance(part, getattr(protocols, protocol))


@pytest.mark.parametrize(("registry", "name"), every_part())
def test_a_constructor_only_stores(registry: Any, name: str) -> None:
    part = registry.get(name)(**ARGUMENTS.get(name, dict)())
    fields = {field.name: getattr(part, field.name) for field in dataclasses.fields(part)}

    again = type(part)(**fields)

    assert again == part
    assert all(getattr(again, name) is value for name, value in fields.items())


@pytest.mark.parametrize(("registry", "name"), every_part())
def test_a_part_comes_back_from_its_spec(registry: Any, name: str) -> None:
    part = registry.get(name)(**ARGUMENTS.get(name, dict)())

    spec = json.loads(json.dumps(specs.describe(part), allow_nan=False))

    assert (spec["kind"], spec["name"]) == (registry.kind, name)
    assert specs.build(spec, trust=True) == part


def assert_covers(text: str, spans: list[Span]) -> None:
    assert all(isinstance(span, Span) for span in spans)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))
    ends = [0, *(edge for span in spans for edge in span), len(text)]
    between = [text[start:end] for start, end in zip(ends[::2], ends[1::2], strict=True)]
    assert not "".join(between).strip()


def test_sentences_are_trimmed_and_cover_the_text(segmenter: Segmenter) -> None:
    texts = [*WORDY, *EMPTY, *ODD]

    found = segmenter.segment(texts)

    assert len(found) == len(texts)
    for text, spans in zip(texts, found, strict=True):
        assert_covers(text, spans)
        assert all(span.of(text) == span.of(text).strip() for span in spans)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters()) | st.text(" .!?\n\t-\"')(1aA。…"))
def test_sentences_of_any_text_cover_it(segmenter: Segmenter, text: str) -> None:
    (spans,) = segmenter.segment([text])

    assert_covers(text, spans)
    assert all(span.of(text) == span.of(text).strip() for span in spans)


def test_a_segmenter_cuts_a_text_alike_alone_and_among_others(segmenter: Segmenter) -> None:
    texts = [*WORDY, *EMPTY]

    assert segmenter.segment(texts) == [segmenter.segment([text])[0] for text in texts]
    assert segmenter.segment([]) == []


def test_vectors_are_unit_vectors_of_one_dimension(encoder: Encoder) -> None:
    vectors = encoder.encode(WORDY)

    assert vectors.shape == (len(WORDY), vectors.shape[1])
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-4)


def test_what_has_no_words_has_a_finite_vector(encoder: Encoder) -> None:
    vectors = encoder.encode([*EMPTY, *ODD])

    assert np.isfinite(vectors).all()
    assert (np.linalg.norm(vectors, axis=1) <= 1 + 1e-4).all()


def test_no_texts_have_no_vectors_of_the_same_dimension(encoder: Encoder) -> None:
    dimension = encoder.encode(["a"]).shape[1]

    assert encoder.encode([]).shape == (0, dimension)
    assert encoder.windows([]) == []


def test_a_vector_does_not_depend_on_the_texts_beside_it(encoder: Encoder) -> None:
    together = encoder.encode(WORDY)
    alone = np.concatenate([encoder.encode([text]) for text in WORDY])
    backwards = encoder.encode(WORDY[::-1])[::-1]

    assert np.abs(together - alone).max() < 1e-4
    assert np.abs(together - backwards).max() < 1e-4


def test_equal_texts_have_equal_vectors_and_other_texts_others(encoder: Encoder) -> None:
    vectors = encoder.encode([WORDY[0], WORDY[1], WORDY[0]])

    assert vectors[0] == pytest.approx(vectors[2], abs=1e-5)
    assert np.abs(vectors[0] - vectors[1]).max() > 1e-2


def test_windows_cover_each_text_and_white_space_has_none(encoder: Encoder) -> None:
    texts = [*WORDY, *EMPTY, *ODD]

    found = encoder.windows(texts)

    assert len(found) == len(texts)
    for text, spans in zip(texts, found, strict=True):
        assert_covers(text, spans)
        assert bool(spans) == bool(text.strip())


def test_a_window_is_read_whole(encoder: Encoder) -> None:
    long = WORDY[-1]
    (spans,) = encoder.windows([long])
    pieces = [span.of(long) for span in spans]

    assert encoder.windows(pieces) == [[Span(0, len(piece))] for piece in pieces]
    if len(pieces) > 1:  # then a change at the end of a window must be seen
        first = pieces[0]
        changed = encoder.encode([first, first[: len(first) // 2]])
        assert np.abs(changed[0] - changed[1]).max() > 1e-3
