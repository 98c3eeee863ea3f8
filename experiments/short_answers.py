"""Short answers: right ones and wrong ones of the same kind, over the same passages.

    python -m experiments.short_answers --split test --data DATA

The pairs of tests/text/short_answers.jsonl, written by hand over ten domains: the rules and weights
were chosen on the half "dev". Then answers of other corpora, as many as --rows: yes or no over
edited passages (CondaQA), figures of tables (TAT-QA), and names (HotpotQA, whose questions need two
passages, beside answers of the same kind). For each detector, how often the wrong answer of a pair
scores higher (AUROC where there are no pairs), and how many right and wrong answers are flagged;
intervals by document. "new words" is the share of the answer's words that no passage holds.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from experiments import arguments
from groundgraph.datasets.hotpotqa import load_hotpotqa_derived
from groundgraph.datasets.support import load_support
from groundgraph.measures.bootstrap import interval, interval_of
from groundgraph.measures.metrics import auroc
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.specs import load
from groundgraph.text.answers.pieces import judged_texts
from groundgraph.text.words import content_stems
from groundgraph.types import Example

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.measures.bootstrap import Interval

OWN = Path(__file__).resolve().parent.parent / "tests" / "text" / "short_answers.jsonl"
SEED = 0


class Said(NamedTuple):
    """What a detector says of some answers: the scores, and which it flags; NaN: unverifiable."""

    scores: NDArray[np.float64]
    flags: NDArray[np.bool_]


def own_pairs(split: str) -> list[Example]:
    """Return the pairs of one half, each the right answer and then the wrong one."""
    found = []
    for line in OWN.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for number, pair in enumerate(row["pairs"] if row["split"] == split else ()):
            for side in ("right", "wrong"):
                metadata = {"source_id": row["document"], "kind": pair["kind"]}
                found.append(
                    Example(
                        pair[side],
                        row["passages"],
                        question=pair["question"],
                        id=f"{row['document']}-{number}/{side}",
                        label=side == "wrong",
                        metadata=metadata,
                    )
                )
    return found


def others(data: Path, rows: int) -> dict[str, list[Example]]:
    """Return short answers of other corpora, drawn by source."""
    corpora = {
        "CondaQA": load_support(data, "condaqa"),
        "TAT-QA": load_support(data, "tatqa_claims"),
        "HotpotQA": load_hotpotqa_derived(data, scope="supporting"),
    }
    return {name: _drawn(examples, rows) for name, examples in corpora.items()}


def _drawn(examples: Sequence[Example], rows: int) -> list[Example]:
    sources = list(dict.fromkeys(str(e.metadata["source_id"]) for e in examples))
    random.Random(SEED).shuffle(sources)
    place = {source: number for number, source in enumerate(sources)}
    return sorted(examples, key=lambda e: place[str(e.metadata["source_id"])])[:rows]


def say(name: str, examples: Sequence[Example]) -> Said:
    """Return what a registered detector, or "new words", says of some answers."""
    if name == "new words":
        return _new_words(examples)
    verdicts = [v for e in examples for v in load(name).detect([e])]
    scores = [np.nan if v.hallucination_score is None else v.hallucination_score for v in verdicts]
    return Said(np.array(scores, float), np.array([v.label == "hallucinated" for v in verdicts]))


def _new_words(examples: Sequence[Example]) -> Said:
    shares = []
    for example in examples:
        known = content_stems(" ".join(passage.text for passage in example.passages))
        own = content_stems(example.answer)
        shares.append(len(own - known) / max(len(own), 1))
    return Said(np.array(shares), np.array(shares) > 0)


def pairwise(said: Said, documents: Sequence[str]) -> Interval:
    """Return how often the wrong answer scores higher; half where they score the same."""
    scores = np.nan_to_num(said.scores, nan=0.5)
    gaps = scores[1::2] - scores[::2]
    won = (gaps > 0) + 0.5 * (gaps == 0)
    return _mean(won, documents)


def _mean(values: NDArray[np.floating], groups: Sequence[str]) -> Interval:
    return interval_of(
        lambda weights: float(np.average(values, weights=weights)) if weights.any() else None,
        len(values),
        groups=groups,
    )


def shown(found: Interval) -> str:
    """Return a value and its interval."""
    if found.value is None or found.low is None or found.high is None:
        return "-" if found.value is None else f"{found.value:.3f}"
    return f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"


def print_pairs(split: str, name: str, said: Said, examples: Sequence[Example]) -> None:
    """Print a line for all pairs and one for each kind."""
    kinds = np.array([e.metadata["kind"] for e in examples[::2]])
    documents = np.array([str(e.metadata["source_id"]) for e in examples[::2]])
    for kind in ("all", *dict.fromkeys(kinds.tolist())):
        own = np.ones(len(kinds), bool) if kind == "all" else kinds == kind
        both = np.repeat(own, 2)
        part = Said(said.scores[both], said.flags[both])
        named = documents[own].tolist()
        rates = [_mean(part.flags[side::2].astype(float), named) for side in (0, 1)]
        print(
            f"pairs {split:5} {name:10} {kind:7} n={int(own.sum()):3}  "
            f"pairwise {shown(pairwise(part, named)):22}"
            f"  flagged right {shown(rates[0]):22} wrong {shown(rates[1])}"
        )


def print_others(corpus: str, name: str, said: Said, examples: Sequence[Example]) -> None:
    """Print AUROC and the shares that are flagged."""
    labels = np.array([bool(e.label) for e in examples])
    groups = [str(e.metadata["source_id"]) for e in examples]
    area = interval(auroc, labels, np.nan_to_num(said.scores, nan=0.5), groups=groups)
    right, wrong = said.flags[~labels].mean(), said.flags[labels].mean()
    print(
        f"{corpus:9} {name:10} n={len(labels)}  AUROC {shown(area):22}"
        f"  flagged right {right:.3f} wrong {wrong:.3f}"
    )


def main() -> None:
    """Print the tables."""
    options = arguments.parser(__doc__)
    options.add_argument("--split", choices=("dev", "test"), default="test")
    options.add_argument("--rows", type=int, default=400, help="of each other corpus; default 400")
    options.add_argument("--detectors", nargs="+", default=["new words", "lexical", "fused"])
    given = options.parse_args()
    pairs = own_pairs(given.split)
    made = judged_texts(pairs, SentenceSegmenter().segment)
    stated = [own.statements[0] if own.statements else None for own in made]
    read = sum(s is not None and s.form is not None for s in stated)
    print(f"{given.split}: {read} of {len(pairs)} answers are read as a sentence of their question")
    for name in given.detectors:
        print_pairs(given.split, name, say(name, pairs), pairs)
    for corpus, examples in others(given.data, given.rows).items() if given.rows else ():
        for name in given.detectors:
            print_others(corpus, name, say(name, examples), examples)


if __name__ == "__main__":
    main()
