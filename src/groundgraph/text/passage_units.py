"""Evidence cut into the units that a claim is compared with: sentences, or facts of data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.structured import Fact, facts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.protocols import Segmenter
    from groundgraph.types import Passage, Span

_LONG_FACT = 80


class Unit(NamedTuple):
    """A sentence of a passage, or one fact of a passage that is data.

    Attributes:
        passage_id: The passage it stands in.
        span: Where in the passage; ``None`` for a fact, which is named by its path.
        text: What a claim is compared with.
        fact: The fact, or ``None`` for a sentence of prose.
    """

    passage_id: str
    span: Span | None
    text: str
    fact: Fact | None


def evidence_units(
    passage_lists: Sequence[tuple[Passage, ...]], segmenter: Segmenter
) -> list[list[Unit]]:
    """Cut each list of passages into units, each distinct passage text once.

    A fact whose value is a long text, such as a review, becomes one unit per sentence.
    """
    parsed = {p.text: facts(p.text) for passages in passage_lists for p in passages}
    prose = [text for text, found in parsed.items() if found is None]
    values = [str(f.value) for found in parsed.values() for f in found or () if _is_long(f)]
    texts = list(dict.fromkeys([*prose, *values]))
    sentences = dict(zip(texts, segmenter.segment(texts), strict=True))
    return [
        [unit for p in passages for unit in _units(p, parsed[p.text], sentences)]
        for passages in passage_lists
    ]


def _units(
    passage: Passage, found: list[Fact] | None, sentences: dict[str, list[Span]]
) -> Iterator[Unit]:
    if found is None:
        for span in sentences[passage.text]:
            yield Unit(passage.id, span, span.of(passage.text), None)
        return
    for fact in found:
        if _is_long(fact):
            value = str(fact.value)
            for span in sentences[value]:
                yield Unit(passage.id, None, span.of(value), fact)
        else:
            yield Unit(passage.id, None, fact.text, fact)


def _is_long(fact: Fact) -> bool:
    return isinstance(fact.value, str) and len(fact.value.strip()) > _LONG_FACT
