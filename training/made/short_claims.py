"""Short claims made of the evidence of RAGTruth's sources, and which answers were made at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.methods.fused.reading import read
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from training.made.contradictions import WAYS, contradictions
from training.made.corruption import SUFFIX
from training.made.renaming import RENAMED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.types import Example

_CLAIM = re.compile(rf"-(?:said-\d|{'|'.join(WAYS)})$")


def contradicted(examples: Sequence[Example], *, seed: int) -> Iterator[Example]:
    """Yield sentences of each source's evidence as they are, and contradicted."""
    sources = {str(example.metadata["source_id"]): example for example in reversed(examples)}
    for reading in read([*sources.values()], SentenceSegmenter()):
        prose = [unit.text for unit in reading.evidence.units if unit.fact is None]
        yield from contradictions(prose, reading.example, seed=seed)


def is_claim(example: Example) -> bool:
    """Say whether an answer was made of the evidence by `contradicted`."""
    return _CLAIM.search(example.id) is not None


def is_copy(example: Example) -> bool:
    """Say whether an answer was made of the evidence, or of another answer."""
    return is_claim(example) or example.id.endswith((SUFFIX, RENAMED))
