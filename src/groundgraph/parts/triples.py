"""The embedded triple extractor: clauses and patterns, English, no download, linear time.

Sentences are cut into phrases (`groundgraph.parts.phrases`), clauses read off them
(`groundgraph.parts.clauses`), names and pronouns resolved within the text
(`groundgraph.parts.mentions`). The same fact said in two ways is to give the same triple, so
labels are short and predicates canonical.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundgraph.parts.clauses import ClauseReader
from groundgraph.parts.facts import FactWriter
from groundgraph.parts.mentions import Mentions
from groundgraph.parts.phrases import Sentence, phrases
from groundgraph.parts.segmenters import SentenceSegmenter
from groundgraph.parts.tagging import tags
from groundgraph.parts.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.protocols import Segmenter
    from groundgraph.types import Span, Statement


@dataclass(frozen=True)
class PatternExtractor:
    """Reads facts off English texts by clause patterns.

    Subjects and objects are noun phrases without determiner; pronouns and short names are
    replaced by the name that the text used before, and facts about a pronoun without antecedent
    are left out, as are self-loops. The passive with "by" is turned into the active.

    Attributes:
        segmenter: Cuts texts into sentences.
    """

    segmenter: Segmenter = field(default_factory=SentenceSegmenter)

    def extract(self, texts: Sequence[str], /) -> list[list[Statement]]:
        """Return the facts of each text; see `groundgraph.protocols.TripleExtractor`.

        A span reaches from the first word of a fact to its last, in one sentence.

        >>> found = PatternExtractor().extract(["Ann Lee, a judge, was born in Rome in 1950."])[0]
        >>> [tuple(statement.triple) for statement in found]  # doctest: +NORMALIZE_WHITESPACE
        [('Ann Lee', 'is', 'judge'), ('Ann Lee', 'was born in', 'Rome'),
         ('Ann Lee', 'was born in', '1950')]
        """
        return [
            _statements(text, spans)
            for text, spans in zip(texts, self.segmenter.segment(texts), strict=True)
        ]


def _statements(text: str, spans: Sequence[Span]) -> list[Statement]:
    mentions = Mentions()
    found: dict[tuple[str, ...], Statement] = {}
    for span in spans:
        words = tokens(text, span)
        tagged = tags(words)
        writer = FactWriter(Sentence(text, words, tagged, phrases(words, tagged)), mentions)
        ClauseReader(writer).read()
        for statement in writer.statements:
            key = tuple(part.lower() for part in statement.triple)
            found.setdefault(key, statement)
    return sorted(found.values(), key=lambda statement: statement.span or (0, 0))
