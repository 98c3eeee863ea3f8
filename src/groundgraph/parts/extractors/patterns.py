"""The embedded triple extractor: clauses and patterns, English, no download, linear time.

Sentences are cut into phrases (`groundgraph.text.english.phrases`), clauses read off them
(`groundgraph.text.english.clauses`), names and pronouns resolved within the text
(`groundgraph.text.english.mentions`). The same fact said in two ways is to give the same
triple, so labels are short and predicates canonical.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.english.clauses import ClauseReader
from groundgraph.text.english.facts import FactWriter
from groundgraph.text.english.mentions import Mentions
from groundgraph.text.english.phrases import Sentence, phrases, tidy
from groundgraph.text.english.tagging import tags
from groundgraph.text.english.tokens import tokens
from groundgraph.types import Span, Statement, Triple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.protocols import Segmenter


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


_FIELD = re.compile(
    r"[\s>*•\-]{0,6}(?P<field>[^\W\d_][\w '/()&-]{0,30}?)[*_\s]{0,4}"
    r":[*_\s]{0,4}(?P<value>[^\n]{1,80})"
)
_NUMBER = re.compile(r"\s{0,8}\d{1,2}[.)]\s+")  # of an item of a list
_CLOSING = " \t\n\"'”’)*_"
_NAMING_FIELDS = frozenset({"name", "title", "full name", "company", "business name", "person"})


def _statements(text: str, spans: Sequence[Span]) -> list[Statement]:
    mentions = Mentions()
    found: dict[tuple[str, ...], Statement] = {}
    entity = next(filter(None, (_entity(text, span) for span in spans)), "")
    for span in spans:
        for statement in _field(text, span, entity) or _prose(text, span, mentions):
            key = tuple(part.lower() for part in statement.triple)
            found.setdefault(key, statement)
    return sorted(found.values(), key=lambda statement: statement.span or (0, 0))


def _prose(text: str, span: Span, mentions: Mentions) -> list[Statement]:
    """Read a sentence; a question states nothing."""
    if span.of(text).rstrip(_CLOSING).endswith("?"):
        return []
    mark = _NUMBER.match(text, span.start, span.end)
    words = tokens(text, Span(mark.end(), span.end) if mark else span)
    tagged = tags(words)
    writer = FactWriter(Sentence(text, words, tagged, phrases(words, tagged)), mentions)
    ClauseReader(writer).read()
    return writer.statements


def _entity(text: str, span: Span) -> str:
    """Return the name that a line such as "Name: Zorba" gives to what the fields describe."""
    line = _FIELD.fullmatch(span.of(text))
    named = line and line["field"].lower() in _NAMING_FIELDS
    return tidy(line["value"]) if line and named else ""


def _field(text: str, span: Span, entity: str) -> list[Statement]:
    """Read a line "field: value" of a text that names its entity."""
    line = _FIELD.fullmatch(span.of(text)) if entity else None
    if line is None:
        return []
    triple = Triple(entity, " ".join(line["field"].lower().split()), tidy(line["value"]))
    is_new = all(triple) and triple.object.lower() != entity.lower()
    return [Statement(triple, span)] if is_new else []
