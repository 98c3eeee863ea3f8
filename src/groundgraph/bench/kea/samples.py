"""WikiBio's sentences judged by the 20 samples of the same prompt, as SelfCheckGPT does."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.bench.judged import drawn_sources
from groundgraph.bench.kea import paper
from groundgraph.bench.results import Rows
from groundgraph.bench.scored import NOTHING_PRINTED, Scored
from groundgraph.text.words import words
from groundgraph.types import Pair

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.results import Cell
    from groundgraph.protocols import Verifier
    from groundgraph.types import Entailments, Example

    Floats = NDArray[np.float64]

MOST_SENTENCES = 300
"""Read against 20 samples each: a pair takes about 10 ms on two cores."""


def sample_cells(examples: Sequence[Example]) -> list[Cell]:
    """Judge WikiBio's sentences by unigrams of the 20 samples, as SelfCheckGPT does.

    A unigram model of the samples and of the biography itself gives each word a probability;
    a sentence's score is its mean or its largest negative logarithm (Manakul et al., EMNLP
    2023, §5.3, with our words).
    """
    rows = Rows.of(examples)
    if not len(rows):
        return []
    scores = _unigrams(examples)
    cells = Scored(rows, scores["mean"]).always("always hallucinated")
    for name, values in scores.items():
        cells += _measured(rows, f"unigrams of the samples, {name}", values)
    return cells


def sample_nli_cells(examples: Sequence[Example], verifier: Verifier) -> list[Cell]:
    """Judge a draw of WikiBio's sentences by whether the 20 samples contradict them.

    A sentence's score is the mean over the samples of contradiction / (contradiction +
    entailment) (SelfCheckGPT-NLI, ibid., §5.4). "unsupported" is ours: the mean of
    1 - entailment. Samples that the verifier cannot read are left out of the mean.

    Args:
        examples: Labelled sentences with their samples.
        verifier: Reads each sample as premise.
    """
    chosen = [examples[place] for place in drawn_sources(examples, MOST_SENTENCES)]
    said = _ask(chosen, verifier)
    kept = np.flatnonzero(said.read)
    if not len(kept):
        return []
    same = [chosen[place] for place in kept]
    rows = Rows.of(same)
    refuted = said.mean(contradicted(said.outcome))[kept]
    unsupported = said.mean(1.0 - said.outcome.entailment)[kept]
    cells = [
        rows.fact("NLI", "unverifiable", len(chosen) - len(kept)),
        *Scored(rows, refuted).always("always hallucinated, same sentences as NLI"),
        *_measured(rows, "NLI, contradicted", refuted, paper.SELFCHECK_NLI),
        *_measured(rows, "NLI, unsupported", unsupported),
    ]
    for name, values in _unigrams(same).items():
        cells += _measured(rows, f"unigrams, {name}, same sentences as NLI", values)
    return cells


class _SampleEntailments(NamedTuple):
    """What a verifier says of sentences and samples, pair by pair.

    Attributes:
        outcome: Of the pairs.
        sentence: Index of each pair's sentence.
        judged: Whether it could judge the pair.
        read: How many samples each sentence was judged by, shape ``(n_sentences,)``.
    """

    outcome: Entailments
    sentence: NDArray[np.intp]
    judged: NDArray[np.bool_]
    read: NDArray[np.intp]

    def mean(self, scores: Floats) -> Floats:
        """Return each sentence's mean over the samples, 0 where none was read."""
        sums = np.bincount(self.sentence, scores * self.judged, minlength=len(self.read))
        return np.asarray(sums / np.maximum(self.read, 1), np.float64)


def _ask(examples: Sequence[Example], verifier: Verifier) -> _SampleEntailments:
    samples = [example.metadata["samples"] for example in examples]
    sentence = np.repeat(np.arange(len(examples)), [len(texts) for texts in samples])
    pairs = [
        Pair(text, example.answer)
        for example, texts in zip(examples, samples, strict=True)
        for text in texts
    ]
    outcome = verifier.verify(pairs)
    judged = np.array([i not in outcome.problems for i in range(len(pairs))], bool)
    read = np.bincount(sentence[judged], minlength=len(examples))
    return _SampleEntailments(outcome, sentence, judged, read)


def contradicted(said: Entailments) -> Floats:
    """Return contradiction / (contradiction + entailment), shape ``(n_pairs,)``, in [0, 1].

    It is 1/2 where both are 0, for then nothing is said either way.
    """
    either = said.contradiction + said.entailment
    return np.divide(said.contradiction, either, out=np.full_like(either, 0.5), where=either > 0)


def _measured(
    rows: Rows, row: str, scores: Floats, printed: Mapping[str, float] = NOTHING_PRINTED
) -> list[Cell]:
    found = Scored(rows, scores)
    return [*found.ranked(row, printed), *found.cross_validated(row, "best_f1")]


def _unigrams(examples: Sequence[Example]) -> dict[str, Floats]:
    models: dict[str, Mapping[str, float]] = {}
    means, largest = [], []
    for example in examples:
        source = str(example.metadata["source_id"])
        if source not in models:
            models[source] = _surprises(
                [*example.metadata["samples"], example.metadata["biography"]]
            )
        surprise = [models[source].get(token, 0.0) for token in _tokens(example.answer)] or [0.0]
        means.append(float(np.mean(surprise)))
        largest.append(max(surprise))
    return {"mean": np.array(means), "largest": np.array(largest)}


def _surprises(texts: Sequence[str]) -> dict[str, float]:
    counts = Counter(token for text in texts for token in _tokens(text))
    total = sum(counts.values())
    return {token: -math.log(count / total) for token, count in counts.items()}


def _tokens(text: str) -> list[str]:
    return [text[word.start : word.end].lower() for word in words(text)]
