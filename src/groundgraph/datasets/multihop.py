"""What multi-hop question corpora have in common: a question and its separate paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from groundgraph.types import Passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.io.objects import Record
    from groundgraph.types import Triple

Scope = Literal["all", "supporting"]
"""All paragraphs of a question, or only those that hold a supporting fact."""

_QUALIFIER = re.compile(r"(?<!\s)\s*\([^()]*\)$")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of Wikipedia: the title of its page, "" where unknown, and its sentences."""

    title: str
    sentences: tuple[str, ...]

    @property
    def name(self) -> str:
        """The title without what tells pages of one name apart: "Sidecar (cocktail)" is Sidecar."""
        return _QUALIFIER.sub("", self.title)

    @property
    def text(self) -> str:
        """The sentences, behind the title where the first sentence does not say it."""
        body = " ".join(self.sentences)
        opening = self.sentences[0].casefold() if self.sentences else ""
        return body if self.name.casefold() in opening else f"{self.title}: {body}"


class SupportingFact(NamedTuple):
    """A sentence that the answer needs: the title of its paragraph and its number from 0."""

    title: str
    sentence: int


@dataclass(frozen=True, slots=True)
class MultiHopQuestion:
    """A question that needs several paragraphs.

    Attributes:
        id: Unique within its corpus.
        question: The question.
        answer: The gold answer, mostly some words.
        paragraphs: What was retrieved, in the order of the corpus; some are distractors.
        supporting: The sentences that the answer needs.
        type: HotpotQA: "bridge" or "comparison"; 2WikiMultihopQA also has "compositional",
            "inference" and "bridge_comparison".
        level: "easy", "medium" or "hard", "" where the corpus has no levels.
        split: The split of the original, "" where unknown.
        triples: The facts that lead to the answer, in order; empty where the corpus has none.
    """

    id: str
    question: str
    answer: str
    paragraphs: tuple[Paragraph, ...]
    supporting: tuple[SupportingFact, ...]
    type: str
    level: str = ""
    split: str = ""
    triples: tuple[Triple, ...] = ()

    def within(self, scope: Scope) -> tuple[Paragraph, ...]:
        """Return the paragraphs of a scope, in order."""
        if scope == "all":
            return self.paragraphs
        needed = {fact.title for fact in self.supporting}
        return tuple(paragraph for paragraph in self.paragraphs if paragraph.title in needed)

    def passages(self, scope: Scope = "all") -> tuple[Passage, ...]:
        """Return one passage per paragraph; the id is its title, made unique.

        A paragraph without a title is called by its number.
        """
        shown = self.within(scope)
        names = _unique([each.title or f"{i}" for i, each in enumerate(shown, 1)])
        return tuple(Passage(each.text, name) for each, name in zip(shown, names, strict=True))


def paragraphs(record: Record, field: str = "context") -> tuple[Paragraph, ...]:
    """Read ``[[title, [sentence, …]], …]``.

    Raises:
        InputError: When the field is something else.
    """
    return tuple(_paragraph(record, field, each) for each in record.get(field, list))


def supporting_facts(
    record: Record, known: Sequence[Paragraph], field: str = "supporting_facts"
) -> tuple[SupportingFact, ...]:
    """Read ``[[title, sentence], …]``.

    Raises:
        InputError: When the field is something else, or names what no paragraph holds.
    """
    lengths = {paragraph.title: len(paragraph.sentences) for paragraph in reversed(known)}
    facts = []
    for fact in record.get(field, list):
        if not isinstance(fact, list) or [type(part) for part in fact] != [str, int]:
            raise record.error(f"{field!r} must hold [title, number], found {fact!r}", field)
        if not 0 <= fact[1] < lengths.get(fact[0], 0):
            raise record.error(f"no paragraph has the supporting fact {fact!r}", field)
        facts.append(SupportingFact(*fact))
    return tuple(facts)


def _paragraph(record: Record, field: str, row: Any) -> Paragraph:
    try:
        title, sentences = row
        texts = tuple(sentence.strip() for sentence in sentences)
    except (TypeError, ValueError, AttributeError):
        title, texts = None, ()
    if not isinstance(title, str) or isinstance(row[1], str):
        found = repr(row)[:80]
        raise record.error(f"{field!r} must hold [title, [sentence, …]], found {found}", field)
    return Paragraph(title, tuple(text for text in texts if text))


def _unique(names: Sequence[str]) -> list[str]:
    """Add " (2)", " (3)" … to a name that was there before."""
    given: Counter[str] = Counter()
    unique: list[str] = []
    for name in names:
        made = name
        while given[made]:
            given[name] += 1
            made = f"{name} ({given[name]})"
        given[made] += 1
        unique.append(made)
    return unique
