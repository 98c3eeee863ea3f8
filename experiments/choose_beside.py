"""Choose what the trees, the token scores and the reader count beside each other in `fused`.

    python -m experiments.choose_beside --data DATA

What rules add stays as it is. Each choice is judged by the mean AUROC over corpora that neither the
trees, nor the token model, nor the reader was shown (`LEFT_OUT`), and by the share of pairs in the
right order of the dev half of bench `meaning`, of written pairs that the reader was not shown, and
of sentences of RAGTruth's train passages beside the same with a few words changed, of the fold that
the reader was not shown. Corpora that only bench `support` reads are printed beside and not chosen
by. With --rows 250 it takes ten minutes of one core.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from experiments import arguments
from experiments.judge_pairs import pairs
from groundgraph.bench.judged import drawn
from groundgraph.bench.support.corpora import present_corpora
from groundgraph.learn.shift import Shift
from groundgraph.measures.metrics import auroc
from groundgraph.methods.fused.blocks import reader, token_scores
from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.reading import read
from groundgraph.methods.fused.rules import RULES
from groundgraph.specs import load
from groundgraph.types import Example
from training.reader.corpora import ragtruth
from training.reader.data import held_edits
from training.reader.recipe import Amounts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from experiments.judge_pairs import Pair
    from groundgraph.learn.two_level import Table, TwoLevelHead
    from training.reader.rows import Row

    Floats = NDArray[np.float64]

LEFT_OUT = (
    "TAT-QA", "Fool Me Twice", "SNLI", "RTE", "SciTail", "MED", "Breaking NLI", "FEVER-symmetric",
    "Climate-FEVER", "WiCE",
)  # fmt: skip
JUDGED_ONLY = ("SummEval", "QAGS CNN/DM", "QAGS XSum", "WikiBio GPT-3", "HotpotQA-derived")
MEANING, WRITTEN, EDITS = "meaning, dev", "written, held out", "edits, held out"
HEADS, TOKENS = (1.0, 0.5), (0.0, 0.25, 0.5)
READER = ((0.0, 0.0), (0.6, 0.0), (0.3, 0.3), (0.3, 0.6), (0.45, 0.45), (0.0, 0.9))
"""What the reader says of a claim beside all evidence, and beside the nearest units alone."""


class Rows(NamedTuple):
    """The answers of a corpus that can be checked.

    Attributes:
        table: What was measured of them.
        labels: Whether each is hallucinated, shape ``(n_answers,)``.
        pairs: The numbers of a right and a wrong answer, shape ``(n_pairs, 2)``.
    """

    table: Table
    labels: NDArray[np.bool_]
    pairs: NDArray[np.intp]


def rows_of(detector: Fused, examples: Sequence[Example]) -> Rows:
    """Measure answers; neighbours of which one is right and one wrong are pairs."""
    assert detector.rarity is not None
    every = list(read(examples, detector.segmenter, detector.rarity))
    kept = [number for number, reading in enumerate(every) if not reading.obstacle]
    table = detector.measure_all([every[number] for number in kept], detector.rarity)
    place = {number: row for row, number in enumerate(kept)}
    wrong = [bool(example.label) for example in examples]
    pairs = [
        (place[first + wrong[first]], place[first + wrong[first + 1]])
        for first in range(0, len(examples) - 1, 2)
        if wrong[first] != wrong[first + 1] and {first, first + 1} <= place.keys()
    ]
    labels = np.array([wrong[number] for number in kept])
    return Rows(table, labels, np.array(pairs, np.intp).reshape(-1, 2))


def edits(data: Path, groups: int) -> Iterator[Pair]:
    """Yield a sentence and one with other words, beside texts that support the first alone."""
    by_text: dict[tuple[str, tuple[str, ...]], dict[bool, Row]] = {}
    for row in held_edits(ragtruth(data, Amounts())[1], groups):
        by_text.setdefault((row.group, row.passages), {})[row.is_wrong] = row
    for found in by_text.values():
        if len(found) == 2:
            right, wrong = (
                Example(row.answer, row.passages, question=row.question, label=row.is_wrong)
                for row in (found[False], found[True])
            )
            yield found[True].about, right, wrong


def shift_of(heads: float, tokens: float, said: tuple[float, float]) -> Shift:
    """Return what stands beside the trees, with these weights."""
    names = (*reader.SHIFT.names, token_scores.PATH)
    return replace(RULES.shift + Shift(names, (*said, tokens)), heads=heads)


def mean_auroc(head: TwoLevelHead, found: Mapping[str, Rows], names: Iterable[str]) -> float:
    """Return the mean over the corpora that are at hand."""
    values = [
        auroc(found[name].labels, head.log_odds(found[name].table)[1])
        for name in names
        if name in found
    ]
    return float(np.mean([value for value in values if value is not None]))


def ordered(head: TwoLevelHead, rows: Rows) -> float:
    """Return the share of pairs in the right order; ties count half."""
    said = head.log_odds(rows.table)[1][rows.pairs]
    return float(np.mean(np.sign(said[:, 1] - said[:, 0]) / 2 + 0.5))


def main() -> None:
    """Print a line for each choice."""
    parser = arguments.parser(__doc__)
    parser.add_argument("--rows", type=int, default=250, help="of each corpus; default 250")
    options = parser.parse_args()
    detector = load("fused")
    assert isinstance(detector, Fused)
    assert detector.head is not None
    wanted = {*LEFT_OUT, *JUDGED_ONLY}
    found = {
        corpus.name: rows_of(detector, drawn(corpus.load(), options.rows))
        for corpus in present_corpora(options.data)
        if corpus.name in wanted
    }
    pairs_of = {
        MEANING: pairs("meaning", "dev"),
        WRITTEN: pairs("written", "test"),
        EDITS: edits(options.data, options.rows),
    }
    for name, of in pairs_of.items():
        found[name] = rows_of(detector, [answer for _, *answers in of for answer in answers])
    for heads, tokens, said in product(HEADS, TOKENS, READER):
        head = replace(detector.head, shift=shift_of(heads, tokens, said))
        print(
            f"trees {heads}, tokens {tokens}, reader {said}: left out "
            f"{mean_auroc(head, found, LEFT_OUT):.3f}, pairs "
            f"{', '.join(f'{ordered(head, found[name]):.3f}' for name in pairs_of)}, "
            f"judged only {mean_auroc(head, found, JUDGED_ONLY):.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
