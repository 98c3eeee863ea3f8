"""The head of ``gga`` that looks at no attention: its weights, and what it does elsewhere.

    python -m experiments.fit_untraced --data DATA

Fitted on answers to MetaQA's questions, right and wrong (`datasets.metaqa_answers`), whose topics
are of one half of a draw; judged on the other half, and, where ``gga/`` is there, on the answers
of GGA's authors whose topics are of that other half too, none of which were looked at to choose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from experiments import arguments
from groundgraph.bench.gga.untraced import with_subgraphs
from groundgraph.datasets.draws import draw
from groundgraph.datasets.gga import load_gga
from groundgraph.datasets.metaqa import load_metaqa_kb
from groundgraph.datasets.metaqa_answers import metaqa_answers
from groundgraph.learn.heads import LogisticHead
from groundgraph.measures.bootstrap import interval
from groundgraph.measures.metrics import auroc
from groundgraph.methods.gga import reach
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.text.asked.conversations import asked
from training.figures import bounded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Example

NAMES = (
    *("asked_named", "asked_covered", "way_behind", "hops_away"),
    *("topic_named", "strange_words"),
)
PENALTY = 0.1
QUESTIONS = 150
DIGITS = 3


def features(examples: Sequence[Example]) -> NDArray[np.float64]:
    """Measure answers over their triples, shape ``(n, len(NAMES))``."""
    found = [reach.measure(asked(e.question), e.answer, e.triples or ()).values for e in examples]
    return np.array([[values[name] for name in NAMES] for values in found])


def labels(examples: Sequence[Example]) -> NDArray[np.bool_]:
    """Return the gold labels."""
    return np.array([bool(example.label) for example in examples])


def rounded(head: LogisticHead) -> LogisticHead:
    """Return the head with few digits, as it stands in the code."""
    columns = (head.mean, head.scale, head.coefficients)
    mean, scale, weights = (tuple(round(v, DIGITS) for v in column) for column in columns)
    return LogisticHead(head.names, mean, scale, weights, round(head.intercept, DIGITS))


def judged(name: str, head: LogisticHead, examples: Sequence[Example], topics: list[str]) -> None:
    """Print how well the head orders some answers."""
    gold, scores = labels(examples), head.log_odds(features(examples))
    found = interval(auroc, gold, scores, groups=np.array(topics))
    print(f"{name}: n {len(gold)}, wrong {gold.sum()}, AUROC {bounded(found)}")


def main() -> None:
    """Fit, print the head, and judge it."""
    data = arguments.parser(__doc__).parse_args().data
    train = metaqa_answers(data, "train", QUESTIONS)
    head = rounded(LogisticHead.fit(features(train), labels(train), NAMES, c=PENALTY))
    print(head)
    test = metaqa_answers(data, "test", QUESTIONS)
    judged("MetaQA, other topics", head, test, [e.metadata["source_id"] for e in test])
    authors, topics = with_subgraphs(
        load_gga(data), KnowledgeGraph.from_triples(load_metaqa_kb(data))
    )
    kept = [n for n, topic in enumerate(topics) if draw(0, "half", topic).random() >= 0.5]
    judged("the authors' rows", head, [authors[n] for n in kept], [topics[n] for n in kept])


if __name__ == "__main__":
    main()
