"""Which members of a list a superlative is said of, and where it is denied or told in pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.stems import content_stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.extremes import Superlative
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence

_OF = frozenset({"of", "among", "amongst"})
_ENDS = frozenset("is was are were has had , ; . and but by".split())
_REACH = 3
"""Tokens after a superlative within which "of the …" begins."""
_NOT = frozenset({"not", "never", "hardly", "nor", "neither"})
_BACK = 3
_OF_CHANGES = frozenset(
    map(content_stem, "growth increase rise gain drop fall decline decrease change swing".split())
)
_RATES = frozenset({"relative", "relation"})


def is_by_rate(claim: ReadClaim) -> bool:
    """Say whether a claim compares what is yet to be reckoned.

    "Kilo for kilo", "in relation to its size".
    """
    words = [token.text for token in claim.sentence.tokens]
    triples = zip(words, words[1:], words[2:], strict=False)
    return not _RATES.isdisjoint(words) or any(
        middle == "for" and one == other and one.isalpha() for one, middle, other in triples
    )


def may_be_of(superlative: Superlative, members: Sequence[EvidenceQuantity]) -> bool:
    """Say whether a list is not one of levels, where "the largest growth" compares changes."""
    if _OF_CHANGES.isdisjoint(superlative.attribute):
        return True
    return any(not _OF_CHANGES.isdisjoint(member.words) for member in members)


def is_not_so(sentence: Sentence, at: int) -> bool:
    """Say whether a superlative is denied: "though not the cheapest"."""
    before = [token.text for token in sentence.tokens[max(0, at - _BACK) : at]]
    return any(word in _NOT or word.endswith(("n't", "n’t")) for word in before)


def meant(
    claim: ReadClaim, at: int, members: Sequence[EvidenceQuantity]
) -> Sequence[EvidenceQuantity]:
    """Return the members that "the shortest of the easy trails" is said of.

    Args:
        claim: The claim and its evidence.
        at: Index of the superlative among its tokens.
        members: A list of the evidence; a member's row tells what it is.
    """
    rows = [_row(claim, member) for member in members]
    kept = list(members)
    for word in _named(claim.sentence, at):
        having = [member for member, row in zip(members, rows, strict=True) if word in row]
        narrowed = [member for member in kept if member in having]
        kept = narrowed if len(narrowed) > 1 else kept
    return kept


def _named(sentence: Sentence, at: int) -> list[str]:
    tokens = sentence.tokens
    start = next((i for i in range(at + 1, len(tokens))[:_REACH] if tokens[i].text in _OF), None)
    if start is None:
        return []
    stop = start + 1
    while stop < len(tokens) and tokens[stop].text not in _ENDS:
        stop += 1
    skip = sentence.skipped
    return list(content_words(tokens, sentence.text, start + 1, stop, skip=skip))


def _row(claim: ReadClaim, member: EvidenceQuantity) -> frozenset[str]:
    cell = member.cell
    told = member.around.of(claim.index.passages[member.passage].text)
    texts = (told,) if cell is None else (cell.row, *cell.others)
    return frozenset(word for text in texts for word in cell_stems(text))


def is_in_pairs(claim: ReadClaim, member: EvidenceQuantity) -> bool:
    """Say whether a list is told in two runs: "340 s, 75 s and 90 s respectively"."""
    sentence = claim.index.passages[member.passage].text
    return member.cell is None and "respectively" in member.around.of(sentence).lower()
