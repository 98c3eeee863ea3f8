"""The KEA authors' graph pairs with their scores, and their rated explanations.

Haskins and Adams, "KEA Explain", arXiv 2507.03847. The labels of the graphs are clustered
already, as the authors' kernel saw them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.io.objects import find_file, read_objects
from groundgraph.types import Triple

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph.io.objects import Record

SETS = ("summeval", "qags_cnndm", "wikibio")
RATINGS = ("completeness", "accuracy and reliability", "trustworthiness", "detail")
_CONSISTENT, _MAJORITY = 4.0, 0.6


@dataclass(frozen=True, slots=True)
class GraphPair:
    """The graph of an answer and the selected graph of its evidence.

    Attributes:
        claims: Triples of the answer.
        evidence: Triples of the article (SummEval, QAGS) or of Wikidata (WikiBio).
        score: The authors' hallucination score, 1 − similarity, in [0, 1].
        label: Whether the paper counts the answer as hallucinated.
        source: Article or passage that the answer is about; a name of its own where the row
            does not say.
    """

    claims: tuple[Triple, ...]
    evidence: tuple[Triple, ...]
    score: float
    label: bool
    source: str


@dataclass(frozen=True, slots=True)
class RatedExplanation:
    """An explanation of the authors' system and what a person thought of it.

    Attributes:
        id: SummEval's name of the article.
        article: The article.
        summary: The inconsistent summary.
        explanation: What the system wrote.
        consistency: Expert rating of the summary, 1 to 5.
        ratings: By name of `RATINGS`, 1 to 5.
    """

    id: str
    article: str
    summary: str
    explanation: str
    consistency: float
    ratings: dict[str, float]


def present_sets(folder: Path) -> list[str]:
    """Return which of `SETS` are in a data folder."""
    return [name for name in SETS if find_file(folder, f"kea/{name}") is not None]


def load_kea(folder: Path, name: str) -> list[GraphPair]:
    """Return the pairs of one of `SETS`, in the order of the file.

    Hallucinated means: a mean consistency below 4 (SummEval), a mean vote below 0.6 (QAGS),
    any label but "accurate" (WikiBio).

    Args:
        folder: The data folder; holds ``kea/<name>.jsonl[.gz]``.
        name: One of `SETS`.

    Raises:
        InputError: When the file is missing or damaged.
        ValueError: When the name is unknown.
    """
    if name not in SETS:
        raise ValueError(f"KEA has no set {name!r}; expected one of {SETS}")
    return [_pair(record, name) for record in read_objects(folder, f"kea/{name}")]


def load_explanations(folder: Path) -> list[RatedExplanation]:
    """Return the rated explanations.

    Raises:
        InputError: When ``kea/explanations.jsonl[.gz]`` is missing or damaged.
    """
    return [_explanation(record) for record in read_objects(folder, "kea/explanations")]


def _pair(record: Record, name: str) -> GraphPair:
    evidence = "reference_triples" if name == "wikibio" else "context_triples"
    score = record.number("p_hall")
    if not 0 <= score <= 1:
        raise record.error(f"'p_hall' must be between 0 and 1, found {score}", "p_hall")
    return GraphPair(
        _triples(record, "claim_triples"),
        _triples(record, evidence),
        score,
        _label(record, name),
        _source(record, name),
    )


def _label(record: Record, name: str) -> bool:
    if name == "summeval":
        return record.number("consistency") < _CONSISTENT
    if name == "qags_cnndm":
        return record.number("mean_vote") < _MAJORITY
    return record.get("label", str) != "accurate"


def _source(record: Record, name: str) -> str:
    fields = {"summeval": "aligned_doc_id", "wikibio": "matched_dataset_idx"}
    known = record.content.get(fields.get(name, ""))
    return f"line {record.line}" if known is None else str(known)


def _triples(record: Record, name: str) -> tuple[Triple, ...]:
    triples = record.get(name, list)
    for triple in triples:
        if not isinstance(triple, list) or [type(part) for part in triple] != [str] * 3:
            raise record.error(f"{name!r} must hold lists of three texts, found {triple!r}", name)
    return tuple(Triple(*triple) for triple in triples)


def _explanation(record: Record) -> RatedExplanation:
    return RatedExplanation(
        id=record.get("id", str),
        article=record.get("text", str),
        summary=record.get("summary", str),
        explanation=record.get("explanation", str),
        consistency=_rating(record, "consistency"),
        ratings={name: _rating(record, name) for name in RATINGS},
    )


def _rating(record: Record, name: str) -> float:
    """Return a rating, which the authors wrote as text."""
    written = record.get(name, str)
    try:
        return float(written)
    except ValueError:
        raise record.error(f"{name!r} must be a number, found {written!r}", name) from None
