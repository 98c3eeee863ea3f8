"""Sentence segmentation by a spaCy pipeline, for languages and domains that have a trained one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError, MissingExtraError, ModelError
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_BLANK = "blank:"
_SPLITTERS = frozenset({"parser", "senter", "sentencizer"})
_UNUSED = ("ner", "tagger", "morphologizer", "attribute_ruler", "lemmatizer", "textcat")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class SpacySegmenter:
    """Splits texts into sentences with spaCy (extra ``spacy``).

    The pipeline is loaded at the first call and shared by all segmenters of the same model.

    Attributes:
        model: An installed pipeline ("en_core_web_sm") or the path of one; or "blank:" and a
            language code ("blank:de") for spaCy's tokenizer and its punctuation rules, which
            need no trained pipeline.
    """

    model: str = field(
        default="en_core_web_sm", metadata={"reach": "model", "harmless": "blank:[a-z]{2,3}"}
    )

    def segment(self, texts: Sequence[str], /) -> list[list[Span]]:
        """Return the sentence spans of each text; see `groundgraph.protocols.Segmenter`.

        Raises:
            MissingExtraError: When spaCy is not installed.
            ModelError: When the pipeline is not installed or does not find sentences.
            InputError: When a text is longer than the pipeline reads (1,000,000 characters).
        """
        pipeline = _load(self.model)
        readable = [_readable(text, pipeline.max_length) for text in texts]
        return [list(_spans(document)) for document in pipeline.pipe(readable)]


@cache
def _load(model: str) -> Any:
    """Return the pipeline, without the components that do not help to find sentences."""
    try:
        import spacy
    except ImportError as error:
        raise MissingExtraError("the spaCy segmenter", "spacy") from error
    try:
        if model.startswith(_BLANK):
            pipeline = spacy.blank(model.removeprefix(_BLANK))
            pipeline.add_pipe("sentencizer")
            return pipeline
        pipeline = spacy.load(model, exclude=_UNUSED)
    except (OSError, ImportError) as error:
        raise ModelError(
            f"spaCy cannot load {model!r}: {error} Install a pipeline with "
            f"`python -m spacy download NAME`, or use 'blank:en'"
        ) from error
    if _SPLITTERS.isdisjoint(pipeline.pipe_names):
        raise ModelError(
            f"spaCy pipeline {model!r} finds no sentences: it has {pipeline.pipe_names}, "
            f"expected one of {sorted(_SPLITTERS)}"
        )
    return pipeline


def _readable(text: str, limit: int) -> str:
    """Return a text of equal length that spaCy can read: it fails on lone surrogates."""
    if len(text) > limit:
        raise InputError(
            f"a text of {len(text)} characters is longer than the {limit} that spaCy reads; "
            "split it into passages or use the segmenter 'sentences'"
        )
    return _SURROGATE.sub("\ufffd", text)


def _spans(document: Any) -> Iterator[Span]:
    for sentence in document.sents:
        body = sentence.text.lstrip()
        if body:
            start = sentence.end_char - len(body)
            yield Span(start, start + len(body.rstrip()))
