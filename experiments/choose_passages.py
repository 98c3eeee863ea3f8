"""Show what `groundgraph.methods.fused.relevance` keeps and sets aside on RAGTruth's train answers.

    python -m experiments.choose_passages --data DATA

First, by task and for several least cosines: the share of an answer's own passages that are kept,
and of five others, of the same task and of any. Then what it does to answers to questions, which
have three passages each: how many lose one, and AUROC, F1 and labels of the shipped detector beside
those without it. No label is looked at in the first part; the second judges answers that the
detector was trained on, before and after, so only the difference says something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from experiments import arguments
from groundgraph import load
from groundgraph.datasets.draws import draw
from groundgraph.datasets.ragtruth import TASKS, load_ragtruth
from groundgraph.measures.metrics import auroc, f1
from groundgraph.methods.fused import relevance
from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import read
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.asked.conversations import asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.types import Example

OTHERS = 5
PROSE = (0.1, 0.15, 0.2)


def kept(examples: Sequence[Example], pool: Sequence[str]) -> tuple[float, float]:
    """Return the shares of own passages and of `OTHERS` of the pool that are kept."""
    segmenter, rarity = SentenceSegmenter(), english_rarity()
    own, others = [], []
    for example in examples:
        texts = [passage.text for passage in example.passages]
        drawn = draw(0, "others", example.id).sample(pool, OTHERS + len(texts))
        more = [text for text in drawn if text not in texts][:OTHERS]
        claims = [span.of(example.answer) for span in segmenter.segment([example.answer])[0]]
        found = relevance.related(claims, asked(example.question), texts + more, rarity)
        own += found[: len(texts)]
        others += found[len(texts) :]
    return float(np.mean(own)), float(np.mean(others))


def before_and_after(examples: Sequence[Example]) -> None:
    """Print what setting passages aside does to the shipped detector's answers."""
    detector = load("fused")
    assert isinstance(detector, Fused)
    assert detector.head is not None
    assert detector.rarity is not None
    seen = zip(examples, read(examples, detector.segmenter, detector.rarity), strict=True)
    checkable = [example for example, reading in seen if not reading.obstacle]
    labels = np.array([bool(example.label) for example in checkable])
    judged = []
    for rarity in (None, detector.rarity):
        readings = list(read(checkable, detector.segmenter, rarity))
        said = detector.head.judge(detector.measure_all(readings, detector.rarity))
        fewer = sum(reading.unrelated > 0 for reading in readings)
        judged.append(said)
        print(
            f"{fewer} of {len(readings)} answers lose a passage: "
            f"AUROC {auroc(labels, said.answer_scores):.4f} F1 {f1(labels, said.answer_flags):.4f}"
        )
    changed = judged[0].answer_flags != judged[1].answer_flags
    right = (judged[1].answer_flags == labels) & changed
    print(f"{changed.sum()} labels change, {right.sum()} of them to the right one")


def main() -> None:
    parser = arguments.parser(__doc__)
    parser.add_argument("--answers", type=int, default=250, help="of each task")
    parser.add_argument("--questions", type=int, default=1500, help="judged before and after")
    options = parser.parse_args()
    train = load_ragtruth(options.data, split="train")
    order = np.random.default_rng(0).permutation(len(train)).tolist()
    of_task = {t: [train[i] for i in order if train[i].metadata["task"] == t] for t in TASKS}
    texts = {t: sorted({p.text for e in own for p in e.passages}) for t, own in of_task.items()}
    every = sorted(text for own in texts.values() for text in own)
    shipped = relevance.PROSE_LEAST
    for least in PROSE:
        relevance.PROSE_LEAST = least
        for task, own in of_task.items():
            some = own[: options.answers]
            for name, pool in ((task, texts[task]), ("any task", every)):
                mine, others = kept(some, pool)
                print(
                    f"least cosine {least}: {task:9} n={len(some)} own passages kept {mine:.3f}, "
                    f"of others ({name}) {others:.3f}",
                    flush=True,
                )
    relevance.PROSE_LEAST = shipped
    before_and_after(of_task["QA"][: options.questions])


if __name__ == "__main__":
    main()
