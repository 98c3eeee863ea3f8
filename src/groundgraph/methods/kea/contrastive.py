"""Contrastive explanations: what the answer says, what the evidence says, what would make it true.

KEA Explain §3.5 has an LLM word the contradictory triples and the edits between them, in the
counterfactual style of Miller (2019). Here templates do, offline; `contrastive_llm` has the LLM.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.methods.kea.phrasing import (
    is_part,
    listed,
    named,
    quoted_clause,
    sentence,
    with_article,
)
from groundgraph.text.triples.clauses import is_noun
from groundgraph.types import Explanation, Quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.types import Contrast, Triple


@dataclass(frozen=True)
class TemplateExplainer:
    """Fixed sentences; needs nothing but the triples.

    >>> from groundgraph.types import Contrast, Statement, Triple
    >>> claim = Statement(Triple("Marie Curie", "was born in", "1868"))
    >>> fact = Statement(Triple("Marie Curie", "was born in", "1867"))
    >>> TemplateExplainer().explain([Contrast(claim, fact, "passage 2", "object")])[0].text
    'The answer says that Marie Curie was born in 1868; passage 2 says 1867. Replace 1868 by 1867.'
    """

    def explain(self, contrasts: Sequence[Contrast], /) -> list[Explanation]:
        """Return what the answer says, what the evidence says, and the edit between them."""
        return [self._explain(contrast) for contrast in contrasts]

    def _explain(self, contrast: Contrast) -> Explanation:
        claim, fact = contrast.claim, contrast.evidence
        ours = Quoted(_answer_says(contrast), claim.triple, claim.span)
        theirs = Quoted(_evidence_says(contrast), fact.triple, fact.span, contrast.source)
        text = f"{ours.text}; {theirs.text}"
        return Explanation(f"{sentence(text)} {edit(contrast)}", (ours, theirs))


def between(contrast: Contrast, told: str) -> str:
    """Say what the answer says, and what passages say that disagree with it and each other.

    Args:
        contrast: The answer's statement beside one of theirs.
        told: Which passage gives which value.
    """
    return f"{sentence(f'{_answer_says(contrast)}; {told}')} The passages disagree."


def edit(contrast: Contrast) -> str:
    """Return the change to the answer that the evidence asks for."""
    if is_denial(contrast):
        return "Deny it, or leave it out."
    if contrast.held:
        return "Leave it out: the answer says what the evidence has instead."
    wrong, right = _labels(contrast)
    return sentence(f"Replace {wrong} by {right}")


def is_denial(contrast: Contrast) -> bool:
    """Say whether the evidence is a field of data that says no to what the answer states."""
    return contrast.position == "predicate" and contrast.evidence.triple.object.lower() == "no"


def differing(contrast: Contrast) -> tuple[str, str]:
    """Return the element in which the two disagree: the answer's and the evidence's."""
    field = contrast.position
    return getattr(contrast.claim.triple, field), getattr(contrast.evidence.triple, field)


def summary(contrasts: Sequence[Contrast]) -> str:
    """Name every contradiction of an answer in one remark; "" without any.

    >>> from groundgraph.types import Contrast, Statement, Triple
    >>> claim = Statement(Triple("Marie Curie", "was born in", "1868"))
    >>> fact = Statement(Triple("Marie Curie", "was born in", "1867"))
    >>> summary([Contrast(claim, fact, "passage 2", "object")])
    'The evidence contradicts the answer: 1868 should be 1867.'
    """
    if not contrasts:
        return ""
    corrections = list(dict.fromkeys(_correction(contrast) for contrast in contrasts))
    return sentence(f"The evidence contradicts the answer: {listed(corrections, most=10)}")


def _correction(contrast: Contrast) -> str:
    if is_denial(contrast):
        field = contrast.evidence.triple
        return f"it says “{field.predicate}: {field.object}”"
    wrong, right = _labels(contrast)
    return f"{wrong} should be left out" if contrast.held else f"{wrong} should be {right}"


def _labels(contrast: Contrast) -> tuple[str, str]:
    """Return the element in which the two disagree, each with the article of its text."""
    wrong, right = differing(contrast)
    return (
        with_article(named(wrong), contrast.words),
        with_article(named(right), contrast.evidence_words),
    )


def unsupported(
    claims: Sequence[tuple[Triple, str]],
    where: str,
    *,
    also: bool = False,
    whole: str = "",
    every: bool = True,
) -> str:
    """Say which facts the evidence lacks, or which sentence, where their words make no clause.

    Args:
        claims: At least one: the fact and the answer's words for it, as in `Contrast`.
        where: What was searched, such as "no passage".
        also: Whether something was said of the same sentence before.
        whole: The sentence, "" where it is not known.
        every: Whether these are all of its facts.
    """
    said = _distinct([quoted_clause(*claim) for claim in claims])
    says = "also says" if also else "says"
    if whole and not also and any(is_part(each) for each in said):
        so = "says so" if every else "says all of it"
        return sentence(f"The answer says “{whole.strip().rstrip('.!')}”; {where} {so}")
    return sentence(f"The answer {says} {listed(said, most=3)}; {where} says so")


def _distinct(said: Sequence[str]) -> list[str]:
    """Return what is said, each once, and nothing that is part of another."""
    return [
        each
        for each in dict.fromkeys(said)
        if not any(each != other and each.strip("“”") in other for other in said)
    ]


def has_instead(source: str, value: str) -> str:
    """Say what the evidence has where the answer denies another value.

    >>> has_instead("passage 1", "Munich")
    'Passage 1 says Munich.'
    """
    return sentence(f"{source} says {named(value)}")


def supported(sources: Sequence[str]) -> str:
    """Say who agrees; ``sources`` holds at least one."""
    distinct = list(dict.fromkeys(sources))
    return sentence(f"{listed(distinct, most=3)} {'says' if len(distinct) == 1 else 'say'} so too")


def unknown(names: Sequence[str]) -> str:
    """Say that the knowledge source lacks an entity; ``names`` holds at least one."""
    return sentence(
        f"The knowledge source does not know {listed([named(n) for n in dict.fromkeys(names)])}"
    )


def silent(claims: Sequence[tuple[Triple, str]]) -> str:
    """Say that the knowledge source has nothing of the kind that the answer claims."""
    said = [quoted_clause(*claim) for claim in dict.fromkeys(claims)]
    return sentence(
        f"The answer says {listed(said, most=3)}; the knowledge source says nothing about that"
    )


def _answer_says(contrast: Contrast) -> str:
    wrong, _ = differing(contrast)
    words = _holding(contrast.words, wrong)
    return f"The answer says {quoted_clause(contrast.claim.triple, words)}"


def _evidence_says(contrast: Contrast) -> str:
    theirs = contrast.evidence.triple
    if is_denial(contrast):
        return f"{contrast.source} says “{theirs.predicate}: {theirs.object}”"
    if contrast.position != "object":
        _, right = differing(contrast)
        words = _holding(contrast.evidence_words, right)
        return f"{contrast.source} says {quoted_clause(theirs, words)}"
    if is_noun(theirs.predicate):
        return f"{contrast.source} gives {named(theirs.object)} as the {theirs.predicate}"
    return f"{contrast.source} says {named(theirs.object)}"


def _holding(words: str, label: str) -> str:
    """Return the words if they hold the label; a pronoun may stand there instead."""
    return words if label.lower() in words.lower() else ""
