"""KEA end to end: the detector ``kea`` on raw text, beside detectors that look at less."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.bench.judged import drawn_sources, judge
from groundgraph.bench.kea import paper
from groundgraph.bench.kea.nli import MOST_ANSWERS, triple_cells
from groundgraph.bench.kea.samples import sample_cells, sample_nli_cells
from groundgraph.bench.scored import NOTHING_PRINTED, Scored
from groundgraph.datasets.qags import load_qags
from groundgraph.datasets.summeval import load_summeval
from groundgraph.datasets.wikibio_gpt3 import load_wikibio_gpt3
from groundgraph.io.objects import find_file
from groundgraph.registry import DETECTORS
from groundgraph.specs import describe
from groundgraph.text.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.bench.judged import Judged
    from groundgraph.bench.results import Cell, Results
    from groundgraph.protocols import Verifier
    from groundgraph.types import Example

    Floats = NDArray[np.float64]

_BATCH = 64


class RawCorpus(NamedTuple):
    """A corpus of raw text.

    Attributes:
        files: The files that it needs, below the data folder, without ".jsonl".
        load: Reads them.
        graphs: The set of the authors' graphs of the same rows, for its printed numbers; "".
        policy: What a threshold is chosen for.
    """

    files: tuple[str, ...]
    load: Callable[[Path], list[Example]]
    graphs: str
    policy: str


CORPORA = {
    "summeval": RawCorpus(
        ("summeval/summaries", "summeval/articles"), load_summeval, "summeval", "balanced_accuracy"
    ),
    "qags_cnndm": RawCorpus(
        ("qags/cnndm",), lambda data: load_qags(data, "cnndm"), "qags_cnndm", "balanced_accuracy"
    ),
    "qags_xsum": RawCorpus(
        ("qags/xsum",), lambda data: load_qags(data, "xsum"), "", "balanced_accuracy"
    ),
    "wikibio_gpt3": RawCorpus(("wikibio_gpt3/passages",), load_wikibio_gpt3, "wikibio", "best_f1"),
}


def raw_text_spec() -> Any:
    """Return the spec of the detector that judges raw text."""
    return describe(DETECTORS.get("kea")()) if "kea" in DETECTORS else None


def raw_text_tables(results: Results, data: Path, limit: int | None, verifier: Verifier) -> None:
    """Add ``raw_text`` and ``triple_nli``, and ``samples`` for WikiBio, of what is there."""
    here = {
        name: corpus.load(data)[:limit]
        for name, corpus in CORPORA.items()
        if all(find_file(data, file) for file in corpus.files)
    }
    if "kea" in DETECTORS:
        kea = DETECTORS.get("kea")()
        judged = {name: judge(kea, examples, size=_BATCH) for name, examples in here.items()}
        judged = {name: each for name, each in judged.items() if not each.unverifiable.all()}
        cells = [cell for name, each in judged.items() for cell in _corpus(name, each)]
        results.add("raw_text", cells, paper.RAW_TEXT_NOTE)
        cells = [cell for name, each in judged.items() for cell in _nli(name, each, verifier)]
        results.add("triple_nli", cells, paper.TRIPLE_NLI_NOTE)
    if "wikibio_gpt3" in here:
        examples = here["wikibio_gpt3"]
        cells = sample_cells(examples) + sample_nli_cells(examples, verifier)
        results.add("samples", cells, paper.SAMPLES_NOTE)


def _nli(name: str, judged: Judged, verifier: Verifier) -> list[Cell]:
    found = judged.checked()
    chosen = found.at(drawn_sources(found.examples, MOST_ANSWERS))
    return triple_cells(name, chosen, CORPORA[name].policy, verifier)


def _corpus(name: str, judged: Judged) -> list[Cell]:
    corpus, checked = CORPORA[name], judged.checked()
    rows = checked.rows
    printed = paper.DETECTION.get(corpus.graphs, NOTHING_PRINTED)
    found = Scored(rows, checked.scores)
    cells = [
        rows.fact(name, "unverifiable", int(judged.unverifiable.sum())),
        *found.ranked(name, printed),
        *found.decided(name, checked.flagged),
        *found.cross_validated(f"{name}, threshold by cross-validation", corpus.policy),
        *found.always(f"{name}, always hallucinated"),
    ]
    for row, scores in _lesser(checked).items():
        each = Scored(rows, scores)
        cells += each.ranked(f"{name}, {row}")
        cells += each.cross_validated(f"{name}, {row}", corpus.policy)
    return cells


def _lesser(judged: Judged) -> dict[str, Floats]:
    """Score the same rows by detectors that lack the kernel, or the graphs."""
    scores = {
        "unseen words": unseen_words(judged.examples),
        "number of words": np.array([float(len(words(e.answer))) for e in judged.examples]),
    }
    if all({"equal", "claim_triples"} <= set(v.features) for v in judged.verdicts):
        share = judged.column(lambda v: v.features["equal"] / v.features["claim_triples"])
        scores["triple overlap"] = 1.0 - share
    return scores


def unseen_words(examples: Sequence[Example]) -> Floats:
    """Return the share of each answer's content words whose stem no passage holds."""
    seen: dict[str, frozenset[str]] = {}
    shares = []
    for example in examples:
        text = "\n".join(passage.text for passage in example.passages)
        if text not in seen:
            seen[text] = frozenset(word.stem for word in words(text))
        content = [word.stem for word in words(example.answer) if word.content]
        unseen = sum(stem not in seen[text] for stem in content)
        shares.append(unseen / len(content) if content else 0.0)
    return np.array(shares)
