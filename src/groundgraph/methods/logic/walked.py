"""Sentences that a walk from the question comes to, as the groups that a verifier reads at once.

What a question over several passages needs is two or three sentences of two passages; whole
passages beside them, and passages about other things, are what a small verifier stumbles over. So
the walk of `groundgraph.graph.links` ranks the sentences, and the claim is read beside the first
few of them: several groups, each of which holds the one before. The others are not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.graph.links import PassageLinks
from groundgraph.text.asked.sought import NOTHING, Sought, sought
from groundgraph.text.words import content_stems, postings, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.passage_units import Unit

READ = (2, 3, 5, 8)
"""How many sentences each group holds. Chosen on the dev half of HotpotQA's bridge questions."""


class Asked(NamedTuple):
    """A question, from which a walk starts.

    Attributes:
        stems: Of its content words.
        sought: What it seeks in the end.
    """

    stems: frozenset[str] = frozenset()
    sought: Sought = NOTHING

    @classmethod
    def of(cls, question: str) -> Asked:
        """Read a question."""
        return cls(content_stems(question), sought(question))


class Walk(NamedTuple):
    """What is read together.

    Attributes:
        members: The numbers of the units in each group, in document order; [] where no unit has a
            word of the question.
        links: Units in a group that name another one's passage, with that unit.
    """

    members: list[list[int]]
    links: list[tuple[int, int]]


def walked(units: Sequence[Unit], tokens: Sequence[int], question: Asked, budget: int) -> Walk:
    """Return the units that a walk from a question comes to, in groups.

    Args:
        units: The sentences and facts of the passages, those of one passage side by side.
        tokens: Of each unit.
        question: Where the walk starts.
        budget: The most tokens of a group; a group of one unit may have more.
    """
    links = PassageLinks.of(units, postings(words(unit.text) for unit in units))
    mass = links.visits(*question)
    ranked = np.lexsort((np.arange(len(units)), -mass))[: int((mass > 0).sum())].tolist()
    total = np.cumsum([tokens[unit] for unit in ranked])
    fits = max(1, int(np.searchsorted(total, budget, side="right")))
    sizes = dict.fromkeys(min(count, fits, len(ranked)) for count in READ)
    members = [sorted(ranked[:size]) for size in sizes if size]
    read = {unit for group in members for unit in group}
    named = zip(links.sources.tolist(), links.targets.tolist(), strict=True)
    return Walk(
        members,
        [
            (source, unit)
            for source, passage in named
            if source in read
            for unit in read
            if links.passages[unit] == passage
        ],
    )
