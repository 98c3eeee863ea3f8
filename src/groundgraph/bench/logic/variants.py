"""The detector ``logic`` without one of its steps, its baselines, and a control."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.datasets.draws import draw
from groundgraph.graph import EvidenceGraph
from groundgraph.methods.logic.detector import Logic
from groundgraph.types import Entailments

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.methods.logic.groups import Groups
    from groundgraph.methods.logic.scores import Answer
    from groundgraph.protocols import Verifier
    from groundgraph.types import Example, Pair

FULL = "full"
ABLATIONS = ("without_a", "without_b", "without_c", "without_ab", "without_bc", "without_ac")
BASELINES = ("max_nli", "provenance", "whole_context")
ALPHAS = (1.0, 1.2)
BUDGETS = (256, 448, 1024)
"""T_t; a group of 256 tokens and a question with its answer fit the embedded verifier at once."""

_CHANGES: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "without_a": {"segmentation": False},
        "without_b": {"grouping": "none"},
        "without_c": {"scoring": "mean"},
        "max_nli": {"grouping": "none", "scoring": "max"},
        "provenance": {"claims": "answer", "segmentation": False, "grouping": "none"},
        "whole_context": {"grouping": "all"},
    }
)


@dataclass(frozen=True)
class Remembering:
    """A verifier that judges a pair once, however many variants of a detector ask for it.

    Attributes:
        verifier: Judges what was not asked before.
        known: What it said: entailment, neutral, contradiction, unread characters, problem.
    """

    verifier: Verifier
    known: dict[Pair, tuple[float, float, float, int, str]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def verify(self, pairs: Sequence[Pair], /) -> Entailments:
        """Judge each pair, as the verifier does or did."""
        missing = [pair for pair in dict.fromkeys(pairs) if pair not in self.known]
        if missing:
            said = self.verifier.verify(missing)
            columns = (said.entailment, said.neutral, said.contradiction, said.unread)
            rows = zip(*(column.tolist() for column in columns), strict=True)
            for number, (pair, row) in enumerate(zip(missing, rows, strict=True)):
                self.known[pair] = (*row, said.problems.get(number, ""))
        found = [self.known[pair] for pair in pairs]
        table = np.array([row[:3] for row in found], np.float64).reshape(-1, 3)
        unread = np.array([row[3] for row in found], np.int64)
        problems = {number: row[4] for number, row in enumerate(found) if row[4]}
        entailment, neutral, contradiction = table.T.copy()
        return Entailments(entailment, neutral, contradiction, unread, problems)


@dataclass(frozen=True)
class Shuffled(Logic):
    """A control: merges of as many chunks as over the bridges, of chunks drawn at random."""

    def _groups(self, examples: Sequence[Example], answers: Sequence[Answer]) -> list[Groups]:
        return [_shuffled(found) for found in super()._groups(examples, answers)]


def _shuffled(found: Groups) -> Groups:
    n = len(found.chunks)
    order = draw(0, "shuffled", *(chunk.text for chunk in found.chunks)).sample(range(n), n)
    members = [sorted(order[number] for number in group) for group in found.members]
    texts = ["\n".join(found.chunks[number].text for number in group) for group in members]
    return replace(found, members=members, texts=texts, graph=EvidenceGraph.of(found.graph.nodes))


def variants(full: Logic) -> dict[str, Logic]:
    """Return the full detector, Table 5's ablations, and the baselines on the same parts.

    A is segmentation, B the merging over bridges, C relevance-weighted scoring. "max_nli" takes
    the chunk that entails a claim most, "provenance" reads whole passages alone and judges the
    answer as one claim, and "whole_context" reads everything at once, in the verifier's windows.
    """
    found = {FULL: full}
    for name in (*ABLATIONS, *BASELINES):
        steps = [f"without_{step}" for step in name.removeprefix("without_")]
        changes = [name] if name in _CHANGES else steps
        merged = {key: value for change in changes for key, value in _CHANGES[change].items()}
        found[name] = replace(full, **merged)  # type: ignore[arg-type]
    return found


def groupings(full: Logic) -> dict[str, Logic]:
    """Return the detector at other settings of the chunk graph, and with shuffled groups."""
    found = {
        "without_b": replace(full, grouping="none"),
        "links": replace(full, grouping="links"),
    }
    for budget in BUDGETS:
        for alpha in (full.alpha, *ALPHAS):
            name = f"alpha {alpha}, group_tokens {budget}"
            found[name] = replace(full, alpha=alpha, group_tokens=budget)
        found[f"shuffled, group_tokens {budget}"] = shuffled(replace(full, group_tokens=budget))
    return found


def shuffled(detector: Logic) -> Shuffled:
    """Return the control of a detector."""
    return Shuffled(**{each.name: getattr(detector, each.name) for each in fields(detector)})


def sensitivities(full: Logic) -> dict[str, Logic]:
    """Return the settings of Figure 3, and those on which the paper is silent."""
    sizes = {
        f"C {size}": replace(full, passage_tokens=size, chunk_tokens=size)
        for size in (64, 128, 256, 512)
    }
    budgets = {
        f"T {size}": replace(
            full,
            group_tokens=size,
            passage_tokens=size // 2,
            answer_tokens=size // 2,
            chunk_tokens=min(full.chunk_tokens, size // 2),
        )
        for size in (256, 384, 512, 768, 1024)
    }
    alphas = {
        f"alpha {alpha}": replace(full, alpha=alpha) for alpha in (0.8, 0.9, 1.0, 1.1, 1.2, 1.5)
    }
    return {
        **sizes,
        **budgets,
        **alphas,
        "normalisation softmax": replace(full, normalisation="softmax"),
        "normalisation softplus": replace(full, normalisation="softplus"),
        "normalisation linear": replace(full, normalisation="linear"),
        "negligible 0": replace(full, negligible=0.0),
    }
