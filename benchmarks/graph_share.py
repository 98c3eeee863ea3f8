"""Which share of an answer's time the graph takes: links, ways, conflicts, and the graph itself.

    python benchmarks/graph_share.py --data ../shared/data [--answers 40]

Answers of RAGTruth's train split to distinct sources, --answers of each task, and as many of
HotpotQA's bridge questions over ten passages, by the shipped `fused`, each by itself. Milliseconds
of process time an answer: all of `detect`; of it, by the thread that judges while the reader
reads in another, the links of the passages and the walk over
them, the ways through given triples, and passages held against each other; then, beside `detect`,
the graph of the verdict and the united graph as `check` makes them. "statements" is apart: its
clauses are read by a rule that is about words as much as about roles, so the share is told without
it and with it. The process is set up as a door's is (`groundgraph.processes.settle`), and the data
sets are kept from the garbage collector, as no check holds them.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from groundgraph import load
from groundgraph.bench.graph.questions import bridges
from groundgraph.datasets.ragtruth import TASKS, load_ragtruth
from groundgraph.graph import answer_graph
from groundgraph.methods.fused import rules
from groundgraph.processes import settle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from groundgraph.methods.fused.rule import Rule
    from groundgraph.types import Example

WARM = 4
NAMES = ("quantities", "short answers", "links", "statements", "scope", "paths", "conflicts")
OF_GRAPH = ("links", "paths", "conflicts", "graph of the verdict", "united graph")


def drawn(data: Path, answers: int) -> dict[str, list[Example]]:
    """Return answers to distinct sources by kind."""
    found: dict[str, list[Example]] = {}
    for task in TASKS:
        groups: dict[str, Example] = {}
        for example in load_ragtruth(data, tasks=[task], split="train"):
            groups.setdefault(str(example.metadata["source_id"]), example)
        found[task] = list(groups.values())[: answers + WARM]
    return found | {"bridge": bridges(data, "dev")[: answers + WARM]}


@contextmanager
def timed(spent: dict[str, float]) -> Iterator[None]:
    """Add up what each rule takes, and the links that evidence makes when first asked."""

    def clocked(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def judge(*given: object) -> Any:
            begun = time.thread_time()
            found = call(*given)
            spent[name] += time.thread_time() - begun
            return found

        return judge

    known = rules.RULES.each
    own: list[Rule[Any]] = [
        replace(rule, judge=clocked(name, rule.judge))
        for name, rule in zip(NAMES, known, strict=True)
    ]
    object.__setattr__(rules.RULES, "each", tuple(own))
    try:
        yield
    finally:
        object.__setattr__(rules.RULES, "each", known)


def measure(detector: Any, examples: Sequence[Example]) -> dict[str, float]:
    """Return milliseconds an answer, by stage."""
    detector.detect(examples[:WARM])
    spent: dict[str, float] = defaultdict(float)
    timed_ = examples[WARM:]
    with timed(spent):
        for example in timed_:
            begun = time.process_time()
            [verdict] = detector.detect([example])
            spent["detect"] += time.process_time() - begun
            begun = time.process_time()
            assert verdict.graph is not None
            spent["graph of the verdict"] += time.process_time() - begun
            begun = time.process_time()
            answer_graph(example, {"fused": verdict})
            spent["united graph"] += time.process_time() - begun
    return {name: 1000 * seconds / len(timed_) for name, seconds in spent.items()}


def main() -> None:
    """Print a row for each kind of answer."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with the corpora")
    parser.add_argument("--answers", type=int, default=40, help="of each kind")
    given = parser.parse_args()
    settle()
    detector, kinds = load("fused"), drawn(given.data, given.answers)
    gc.collect()
    gc.freeze()
    columns = ("detect", *OF_GRAPH)
    names = (name.rjust(21) for name in columns)
    print("ms of process time an answer".ljust(28), *names, " statements share, with statements")
    for kind, examples in kinds.items():
        found = measure(detector, examples)
        of_graph = sum(found[name] for name in OF_GRAPH)
        beside = found["graph of the verdict"] + found["united graph"]
        cells = (f"{found[name]:21.2f}" for name in columns)
        shares = [
            f"{took / (found['detect'] + beside):.1%}"
            for took in (of_graph, of_graph + found["statements"])
        ]
        print(kind.ljust(28), *cells, f"{found['statements']:11.2f} {shares[0]}, {shares[1]}")


if __name__ == "__main__":
    main()
