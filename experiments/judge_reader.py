r"""What does a checkpoint of the reader say of pairs and corpora that it was not shown?

    python -m training reader --data DATA --hours 8
    python -m experiments.judge_reader --data DATA --work .cache/reader

Exports the checkpoint (7-bit matrices, as it would be shipped) and reads with it: the dev half of
the pairs of `bench meaning`, by phenomenon, and a draw of each corpus of `bench support`, those
that it was shown apart. Scores are the worst claim's log-odds, the worst token's, and their sum;
the trivial baseline is the share of new words. Intervals by document. The seed is fixed.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from experiments import arguments
from groundgraph.bench.judged import drawn
from groundgraph.bench.meaning.probes import load_pairs
from groundgraph.bench.support.corpora import present_corpora
from groundgraph.bench.trivial import TRIVIAL
from groundgraph.measures.bootstrap import interval, ratio_intervals
from groundgraph.measures.metrics import auroc
from groundgraph.parts.readers.minilm import MiniLMReader
from groundgraph.parts.readers.outcomes import log_odds
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.asked.conversations import asked
from groundgraph.text.passage_units import evidence_units
from groundgraph.types.readings import CutAnswer
from training.figures import bounded
from training.paths import CACHE
from training.reader.export import checkpoint_of, write_model
from training.reader.recipe import NLI, RAGTRUTH, SUPPORT
from training.reader.rows import sentences

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.meaning.probes import ProbePair
    from groundgraph.types import Example

    Scores = dict[str, NDArray[np.float64]]

NEW_WORDS = "share of new words"
LEAST = -30.0


def main() -> None:
    options = parser().parse_args()
    with tempfile.TemporaryDirectory() as folder:
        write_model(checkpoint_of(options.work), Path(folder))
        reader = MiniLMReader(folder, most_windows=options.windows)
        if options.rows:
            corpora_shown(reader, options.data, options.rows)
        pairs_shown(reader, [pair for pair in load_pairs() if pair.split == "dev"])


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    found = arguments.parser(__doc__)
    add = found.add_argument
    add("--work", type=Path, default=CACHE / "reader", help="of `python -m training reader`")
    add("--rows", type=int, default=200, help="of each corpus; 0 leaves them out")
    add("--windows", type=int, default=1, help="of the same claims, at most")
    return found


def pairs_shown(reader: MiniLMReader, pairs: Sequence[ProbePair]) -> None:
    """Print the share of pairs in the right order, all and by phenomenon."""
    examples = [example for pair in pairs for example in pair.answers]
    every = scores(reader, examples)
    labels = np.array([bool(example.label) for example in examples])
    documents = np.array([pair.document for pair in pairs])
    print(f"pairs of bench meaning, dev half: {len(pairs)}, {len(set(documents))} documents")
    for name, score in every.items():
        found = interval(auroc, labels, score, groups=np.repeat(documents, 2))
        print(f"    {name:20} AUROC over all answers {bounded(found)}")
    phenomena = np.array([pair.phenomenon for pair in pairs])
    for phenomenon in ("all", *sorted(set(phenomena.tolist()))):
        chosen = phenomena == phenomenon if phenomenon != "all" else np.ones(len(pairs), bool)
        columns = np.column_stack([won(score.reshape(-1, 2)[chosen]) for score in every.values()])
        found_each = ratio_intervals(columns, np.ones_like(columns), groups=documents[chosen])
        shown = "  ".join(f"{n} {bounded(f)}" for n, f in zip(every, found_each, strict=True))
        print(f"    {phenomenon:20} n={int(chosen.sum()):4} {shown}", flush=True)


def won(scored: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 where the wrong answer scores higher, 1/2 for a tie."""
    right, wrong = scored.T
    return np.asarray((wrong > right) + (wrong == right) / 2, np.float64)


def corpora_shown(reader: MiniLMReader, data: Path, rows: int) -> None:
    """Print the AUROC on each corpus, and the means over those that are shown and left out."""
    shown = {*SUPPORT, *NLI}
    values: dict[bool, list[list[float]]] = {True: [], False: []}
    for corpus in present_corpora(data):
        examples = [e for e in drawn(corpus.load(), rows) if e.answer.strip()]
        labels = np.array([bool(example.label) for example in examples])
        task = str(examples[0].metadata.get("task"))
        was_shown = task in shown or corpus.name.lower().startswith(RAGTRUTH)
        found = {n: interval(auroc, labels, s) for n, s in scores(reader, examples).items()}
        text = "  ".join(f"{name} {bounded(each)}" for name, each in found.items())
        mark = " (shown)" if was_shown else ""
        print(f"    {corpus.name + mark:28} n={len(labels):4} {text}", flush=True)
        values[was_shown].append([each.value or 0.5 for each in found.values()])
    for was_shown, of in values.items():
        means = np.mean(of, axis=0)
        text = "  ".join(f"{n} {v:.3f}" for n, v in zip((*KINDS, NEW_WORDS), means, strict=True))
        worst = min(row[0] for row in of)
        what = "shown, other rows or the same" if was_shown else "left out"
        print(f"    mean of {len(of)} {what}: {text}; least by claim {worst:.3f}", flush=True)


KINDS = ("claim", "token", "both")


def scores(reader: MiniLMReader, examples: Sequence[Example]) -> Scores:
    """Return what is said of each answer, and the share of new words."""
    said = reader.read(texts(examples))
    claim = np.array([_worst(log_odds(each.claims)) for each in said])
    token = np.array([_worst(log_odds(each.tokens)) for each in said])
    new = np.array([TRIVIAL[NEW_WORDS](example) for example in examples])
    return {"claim": claim, "token": token, "both": claim + token, NEW_WORDS: new}


def texts(examples: Sequence[Example]) -> list[CutAnswer]:
    """Cut answers and their evidence."""
    units = evidence_units([tuple(e.passages) for e in examples], SentenceSegmenter())
    return [
        CutAnswer(
            asked(e.question), tuple(unit.text for unit in own), e.answer, sentences(e.answer)
        )
        for e, own in zip(examples, units, strict=True)
    ]


def _worst(odds: NDArray[np.float64]) -> float:
    known = odds[~np.isnan(odds)]
    return float(known.max()) if len(known) else LEAST


if __name__ == "__main__":
    main()
