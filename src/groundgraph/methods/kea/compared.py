"""What was found out about one answer: each claim's outcome, and the contradictions by case."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.methods.kea.graphs import sentence_of
from groundgraph.methods.kea.literals import as_date

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.kea.comparison import Contradiction
    from groundgraph.methods.kea.graphs import Graphs
    from groundgraph.methods.kea.objections import Objection
    from groundgraph.methods.kea.support import Support
    from groundgraph.types import Outcome, Triple


class Comparison(NamedTuple):
    """What was found out about one answer; claims and evidence are counted as in its `Graphs`.

    Attributes:
        reason: Why nothing could be compared, or "".
        pair: Both graphs, selected and relabelled.
        asked: Whether the evidence speaks about each claim, shape ``(n_claims,)``.
        chosen: The evidence triples that were selected, shape ``(n_selected,)``.
        same: Claim to the evidence that is equal to it after relabelling.
        support: What states each claim that the evidence states.
        against: Contradictory pairs; by claim, nearest first.
        objections: What speaks against claims where they seem to be stated.
        nearest: Evidence nearest to each claim, shape ``(n_claims,)``.
        nearness: Its cosine, in [-1, 1], shape ``(n_claims,)``.
        h: 1 - k, in [0, 1]; 1 when nothing could be compared.
    """

    reason: str = ""
    pair: tuple[list[Triple], list[Triple]] = ([], [])
    asked: NDArray[np.bool_] = np.zeros(0, bool)
    chosen: NDArray[np.intp] = np.zeros(0, np.intp)
    same: dict[int, int] = {}  # noqa: RUF012 - never written to
    support: Mapping[int, Support] = {}
    against: Sequence[Contradiction] = ()
    objections: Mapping[int, Objection] = {}
    nearest: NDArray[np.intp] = np.zeros(0, np.intp)
    nearness: NDArray[np.float32] = np.zeros(0, np.float32)
    h: float = 1.0


class Case(NamedTuple):
    """A contradicted statement: the claim, and the evidence that disagrees, nearest first."""

    claim: int
    against: list[Contradiction]


def outcome_of(comparison: Comparison, claim: int) -> Outcome:
    """Return what was found of a claim; what states it counts before what speaks against it."""
    if claim in comparison.support:
        return "supported"
    if any(each.claim == claim for each in comparison.against):
        return "contradicted"
    if claim in comparison.objections:
        return comparison.objections[claim].outcome
    return "unsupported" if comparison.asked[claim] else "unverifiable"


def features_of(graph: Graphs, comparison: Comparison) -> dict[str, float]:
    """Count the statements by outcome; "equal" are those that the kernel sees as one."""
    asked = int(comparison.asked.sum())
    contradicted = sum(
        outcome_of(comparison, number) == "contradicted" for number in range(len(graph.claims))
    )
    return {
        "similarity": 1.0 - comparison.h,
        "claim_triples": float(len(graph.claims)),
        "evidence_triples": float(len(graph.evidence)),
        "selected_triples": float(len(comparison.chosen)),
        "equal": float(len(comparison.same)),
        "supported": float(len(comparison.support)),
        "contradicted": float(contradicted),
        "unsupported": float(asked - len(comparison.support) - contradicted),
        "unverifiable": float(len(graph.claims) - asked),
    }


def cases_of(graph: Graphs, comparison: Comparison) -> list[Case]:
    """Gather the contradictions by claim; claims that say the same wrong thing count once."""
    cases: dict[object, Case] = {}
    for claim, ranked in by_claim(graph, comparison).items():
        best = ranked[0]
        wrong = getattr(graph.claims[claim].triple, best.position)
        right = getattr(graph.evidence[best.evidence].triple, best.position)
        place = sentence_of(graph, graph.claims[claim])
        cases.setdefault((place, best.position, wrong, right), Case(claim, ranked))
    return list(cases.values())


def by_claim(graph: Graphs, comparison: Comparison) -> dict[int, list[Contradiction]]:
    """Return each contradicted claim's contradictions, the plainest first."""
    found: dict[int, list[Contradiction]] = {}
    for each in comparison.against:
        found.setdefault(each.claim, []).append(each)
    for claim, against in found.items():
        found[claim] = sorted(against, key=lambda c: (-round(c.similarity, 3), _unlike(graph, c)))
    return found


def _unlike(graph: Graphs, found: Contradiction) -> bool:
    """Say whether one of two dates gives a day and the other only a year."""
    dates = [
        as_date(getattr(side.triple, found.position))
        for side in (graph.claims[found.claim], graph.evidence[found.evidence])
    ]
    known = [[part is None for part in date] if date else [] for date in dates]
    return known[0] != known[1]
