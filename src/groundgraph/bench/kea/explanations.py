"""An automatic proxy of the paper's four criteria for explanations, and how far it can be trusted.

No program here judges as a person does: the proxy counts what an explanation names, and its
rank correlation with the authors' ratings stands beside it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import rankdata

from groundgraph.bench.kea import paper
from groundgraph.bench.results import Cell
from groundgraph.datasets.kea import RATINGS
from groundgraph.text.words import words
from groundgraph.types import Example, Passage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.datasets.kea import RatedExplanation
    from groundgraph.protocols import Detector
    from groundgraph.types import Verdict

_QUOTED = re.compile(r"(?<!\w)[\"'“‘]([^\"'“”‘’]{2,80})[\"'”’](?!\w)")
_NAME = re.compile(r"(?<=[a-z,] )(?!LLM)[A-Z]\w+(?: [A-Z]\w+)*")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_EXPLAINED = ("contradicted", "unsupported")
_CRITERION = {
    "terms_in_texts": "accuracy and reliability",
    "unsupported_words_named": "completeness",
    "terms": "detail",
}


def explanation_cells(explanations: Sequence[RatedExplanation]) -> list[Cell]:
    """Return ratings by group of consistency, the proxies, and their rank correlations."""
    if not explanations:
        return []
    measured = _proxies(explanations)
    cells = _by_consistency(explanations) + _means("all", measured)
    for name, values in measured.items():
        criterion = _CRITERION[name]
        ratings = [e.ratings[criterion] for e in explanations]
        known = [(v, r) for v, r in zip(values, ratings, strict=True) if v is not None]
        correlation = rank_correlation([v for v, _ in known], [r for _, r in known])
        row = f"{name} with {criterion}"
        cells.append(_cell(row, "rank_correlation", correlation, len(known)))
    return cells


def own_explanation_cells(
    explanations: Sequence[RatedExplanation], detector: Detector
) -> list[Cell]:
    """Return the proxies of what a detector says of the same summaries."""
    verdicts = detector.detect([Example(e.summary, (Passage(e.article),)) for e in explanations])
    ours = [
        replace(rated, explanation=" ".join(_remarks(verdict)))
        for rated, verdict in zip(explanations, verdicts, strict=True)
    ]
    return _means("ours, offline", _proxies(ours))


def _remarks(verdict: Verdict) -> list[str]:
    return [f.explanation for f in verdict.findings if f.outcome in _EXPLAINED]


def _proxies(explanations: Sequence[RatedExplanation]) -> dict[str, list[float | None]]:
    return {
        "terms_in_texts": [terms_in_texts(e) for e in explanations],
        "unsupported_words_named": [unsupported_words_named(e) for e in explanations],
        "terms": [float(len(terms(e.explanation))) for e in explanations],
    }


def _means(row: str, measured: Mapping[str, Sequence[float | None]]) -> list[Cell]:
    cells = []
    for name, values in measured.items():
        known = [value for value in values if value is not None]
        mean = float(np.mean(known)) if known else None
        cells.append(_cell(row, name, mean, len(known)))
    return cells


def terms(explanation: str) -> set[str]:
    """Return the distinct quoted terms, names and numbers of an explanation, in lower case."""
    found = (match for form in (_QUOTED, _NAME, _NUMBER) for match in form.findall(explanation))
    return {" ".join(term.split()).lower() for term in found}


def terms_in_texts(rated: RatedExplanation) -> float | None:
    """Return the share of terms whose words all occur in the article or the summary."""
    named = [_stems(term) for term in terms(rated.explanation)]
    texts = _stems(f"{rated.article}\n{rated.summary}")
    return float(np.mean([term <= texts for term in named])) if named else None


def unsupported_words_named(rated: RatedExplanation) -> float | None:
    """Return the share of the summary's words that the article lacks which are named."""
    unsupported = _stems(rated.summary) - _stems(rated.article)
    named = unsupported & _stems(rated.explanation)
    return len(named) / len(unsupported) if unsupported else None


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation, ``None`` where a column is constant."""
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    return float(np.corrcoef(rankdata(first), rankdata(second))[0, 1])


def _by_consistency(explanations: Sequence[RatedExplanation]) -> list[Cell]:
    """Average the ratings by the groups of the paper (§4, Figure 5)."""
    groups = {
        f"consistency {low}-{low + 1}": [e for e in explanations if low < e.consistency <= low + 1]
        for low in (0, 1, 2)
    }
    cells = []
    for row, group in {**groups, "all": list(explanations)}.items():
        if not group:
            continue
        rating = float(np.mean([list(e.ratings.values()) for e in group]))
        printed = paper.EXPLANATION_RATINGS.get(row)
        cells.append(_cell(row, "rating", rating, len(group), printed))
        cells += [
            _cell(row, name, float(np.mean([e.ratings[name] for e in group])), len(group))
            for name in RATINGS
        ]
    return cells


def _cell(row: str, metric: str, value: float | None, n: int, printed: float | None = None) -> Cell:
    return Cell(row, metric, value, None, printed, n, n)


def _stems(text: str) -> set[str]:
    return {word.stem for word in words(text) if word.content}
