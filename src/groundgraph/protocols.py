"""What a part and a detector must offer. Each part is one batched method.

Implementations are frozen dataclasses whose fields are plain values or other parts, so that
`groundgraph.specs` can write down and rebuild them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.types import (
        Contrast,
        Entailments,
        Entity,
        Example,
        Explanation,
        FitOptions,
        Mention,
        Pair,
        Span,
        Statement,
        Triple,
        Verdict,
    )
    from groundgraph.types.readings import CutAnswer, OutcomeScores
    from groundgraph.types.traces import Generation, ProbeInput, Trace


@runtime_checkable
class Segmenter(Protocol):
    """Splits texts into sentences."""

    def segment(self, texts: Sequence[str], /) -> list[list[Span]]:
        """Return the sentence spans of each text.

        The spans of a text are in order, do not overlap, hold every character that is not
        white space, and neither begin nor end with white space.
        """
        ...


@runtime_checkable
class Encoder(Protocol):
    """Turns texts into unit vectors."""

    def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        """Return unit vectors, shape ``(n_texts, dimension)``; ``(0, dimension)`` for none."""
        ...

    def windows(self, texts: Sequence[str], /) -> list[list[Span]]:
        """Return, for each text, the spans that `encode` can read whole.

        A text within the model's limit is one span; a longer one is cut between words. The
        spans are in order, do not overlap, and hold every character that is not white space.
        A text of white space alone has none.
        """
        ...


@runtime_checkable
class ClaimFilter(Protocol):
    """Says which sentences state a fact that evidence could support."""

    def factual(self, texts: Sequence[str], /) -> NDArray[np.bool_]:
        """Return whether each text states a fact, shape ``(n_texts,)``."""
        ...


@runtime_checkable
class Verifier(Protocol):
    """Says whether a text entails, contradicts, or leaves open a claim."""

    def verify(self, pairs: Sequence[Pair], /) -> Entailments:
        """Judge each pair, each distinct one once.

        A premise longer than the model reads is read in windows. What was not read, and which
        pairs could not be judged, stands in the result: neither is an exception.

        Raises:
            ModelError: When the model cannot be loaded or gives numbers that are not finite.
        """
        ...


@runtime_checkable
class Reader(Protocol):
    """Says of each token and claim of an answer whether its evidence supports or contradicts it."""

    def read(self, answers: Sequence[CutAnswer], /) -> list[OutcomeScores]:
        """Read each answer beside its evidence, in order.

        What an answer gets does not depend on the others. One that cannot be read says why; that
        is no exception.

        Raises:
            ModelError: When the model cannot be loaded or gives numbers that are not finite.
        """
        ...


@runtime_checkable
class Reranker(Protocol):
    """Says how much a text bears on a query."""

    def relevance(self, pairs: Sequence[tuple[str, str]], /) -> NDArray[np.float64]:
        """Return a score for each (query, text), shape ``(n_pairs,)``: finite, higher is nearer.

        The scores are log-odds, or meant as such: 0 is as likely relevant as not.

        Raises:
            ModelError: When the model cannot be loaded or gives numbers that are not finite.
        """
        ...


@runtime_checkable
class TripleExtractor(Protocol):
    """Reads facts off texts."""

    def extract(self, texts: Sequence[str], /) -> list[list[Statement]]:
        """Return the facts of each text, in the order of the text.

        Raises:
            ExtractionError: When the facts of some texts could not be read, which is not the
                same as a text without facts; it carries the facts of the others.
        """
        ...


@runtime_checkable
class ChatModel(Protocol):
    """Answers prompts with replies of a given shape."""

    def complete(self, prompts: Sequence[Any], shape: type[Any], /) -> list[Any]:
        """Return, for each `groundgraph.services.chat.Prompt`, an instance of ``shape``.

        A shape is a `groundgraph.services.chat.ReplyShape`. What went wrong is a
        `groundgraph.services.chat.LLMFailure` in its place, not an exception.
        """
        ...


@runtime_checkable
class Detector(Protocol):
    """Judges answers."""

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        """Return one verdict per example, in order.

        What cannot be checked is an ``unverifiable`` verdict with its reason, never an
        exception and never grounded.
        """
        ...


@runtime_checkable
class TrainableDetector(Detector, Protocol):
    """A detector with a fitted head."""

    def fit(self, examples: Sequence[Example], options: FitOptions = ..., /) -> Any:
        """Return a copy fitted on the labels of the examples."""
        ...


@runtime_checkable
class KnowledgeSource(Protocol):
    """Knows facts about the world."""

    def link(self, mentions: Sequence[Mention], /) -> list[Entity | None]:
        """Return the entity that each mention means, ``None`` where the source knows none.

        Raises:
            KnowledgeError: When the source cannot answer.
        """
        ...

    def facts(self, entities: Sequence[Entity], /) -> list[list[Triple]]:
        """Return the facts about each entity, in words.

        They are those of which it is the subject, and those that relate another of
        ``entities`` to it.

        Raises:
            KnowledgeError: When the source cannot answer.
        """
        ...


@runtime_checkable
class Explainer(Protocol):
    """Words contradictions."""

    def explain(self, contrasts: Sequence[Contrast], /) -> list[Explanation]:
        """Return one explanation per contrast, in order."""
        ...


@runtime_checkable
class Probe(Protocol):
    """Looks into the model that wrote the answers."""

    def trace(self, inputs: Sequence[ProbeInput], /) -> list[Trace]:
        """Return one trace per input, in order; what could not be traced says why.

        Raises:
            ModelError: When the model cannot be loaded, or has no attention to look at.
        """
        ...


class GeneratingProbe(Probe, Protocol):
    """A probe that can have its model answer."""

    @property
    def model(self) -> str:
        """The model's name."""
        ...

    def chat(self, message: str, /) -> str | None:
        """Return a user's message in the model's chat template; ``None`` where it has none.

        Raises:
            ModelError: When the model cannot be loaded, or the template does not take it.
        """
        ...

    def generate(self, prompts: Sequence[str], /, *, max_new_tokens: int) -> list[Generation]:
        """Return what the model writes to each prompt, in order.

        Raises:
            ModelError: When the model cannot be loaded.
        """
        ...
