"""Which passages hold a claim, beside those that it cites, and which seem to answer a question.

Or to tell what the answer says that none does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.answers.absences import absences, is_told
from groundgraph.text.sentences import sentence_spans
from groundgraph.text.words import words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from groundgraph.methods.fused.blocks.lexical import Index
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.text.passage_units import Unit
    from groundgraph.types import Passage

MARGIN = 0.2
"""How much more of a claim another passage must hold, as a share of its words weighed by rarity,
for the cited ones not to count as its support. Chosen on citations of RAGTruth's train answers
(`experiments/choose_citations.py`)."""
ASKED_LEAST = 0.7
"""How much of a question, as a share of its words weighed by rarity, a sentence must hold to seem
to answer it. Of RAGTruth's train questions that all six models answered, 65% have such a sentence;
of the same questions over the passages of another, 0.1% (`experiments/choose_citations.py`)."""
_ASKED_WORDS = 2
"""A sentence that holds one word of a question alone, or one name, speaks of something else."""
_TINY = 1e-9


class Lead(NamedTuple):
    """The passage that holds most of a claim, of those that it does not cite.

    Attributes:
        passage_id: The passage.
        share: How much more it holds than those cited, as a share of the claim's words weighed by
            rarity, in [-1, 1].
    """

    passage_id: str
    share: float


def lead(
    claim: str, cited: Collection[str], units: Sequence[Unit], index: Index, rarity: Rarity
) -> Lead | None:
    """Return what the best other passage holds of a claim beyond those cited.

    Args:
        claim: The claim's words.
        cited: The ids of the passages that it cites.
        units: The evidence.
        index: The index of ``units``.
        rarity: How rare each stem is.

    Returns:
        ``None`` where no other passage holds any of its words.
    """
    weights = {word.stem: rarity.of(word.stem) for word in words(claim) if word.content}
    total = max(sum(weights.values()), _TINY)
    held: dict[str, float] = {}
    own = 0.0
    for stem, weight in weights.items():
        holders = dict.fromkeys(units[i].passage_id for i in index.postings.get(stem, ()))
        own += 0.0 if holders.keys().isdisjoint(cited) else weight
        for passage in holders:
            held[passage] = held.get(passage, 0.0) + weight
    others = {passage: share for passage, share in held.items() if passage not in cited}
    if not others:
        return None
    best = max(others, key=others.__getitem__)
    return Lead(best, (others[best] - own) / total)


def answering(question: str, units: Sequence[Unit], index: Index, rarity: Rarity) -> str:
    """Return the id of the passage of which a sentence seems to answer a question, or ""."""
    asked = _names_of(question)
    weights = {stem: rarity.of(stem) for stem in asked}
    held: dict[int, list[str]] = {}
    for stem in asked:
        for unit in index.postings.get(stem, ()):
            held.setdefault(unit, []).append(stem)
    least = ASKED_LEAST * sum(weights.values())
    found = {
        i: sum(weights[stem] for stem in own)
        for i, own in held.items()
        if len({asked[stem] for stem in own}) >= _ASKED_WORDS
    }
    best = max(found, key=found.__getitem__, default=None)
    return "" if best is None or found[best] < least else units[best].passage_id


def _names_of(question: str) -> dict[str, int]:
    """Return the stems of a question, each with the number of the word, or name, that it is of."""
    found: dict[str, int] = {}
    split = [word for word in words(question) if word.content]
    for n, word in enumerate(split):
        last = split[n - 1] if n else word
        between = question[last.end : word.start]
        joined = n > 0 and word.capital and last.capital and between in {" ", "-", " & "}
        found.setdefault(word.stem, found[last.stem] if joined else n)
    return found


def telling(answer: str, passages: Sequence[Passage]) -> str:
    """Return the id of a passage that tells what an answer says no passage does, or ""."""
    missing = [
        each.missing for span in sentence_spans(answer) for each in absences(span.of(answer))
    ]
    return next((p.id for p in passages if any(is_told(each, [p.text]) for each in missing)), "")
