"""The authors' answers without their model's attention: what question and triples alone tell.

The authors published no subgraphs. Those of MetaQA's knowledge base around each question are
taken instead, found by `groundgraph.methods.gga.retrieval` from the question alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.bench.gga.fitted import Block, cross_validated, judged, ranked, too_few, trivial
from groundgraph.bench.results import Rows
from groundgraph.bench.scored import Scored
from groundgraph.datasets.metaqa import QUESTION_WORDS
from groundgraph.measures.answers import token_f1
from groundgraph.measures.bootstrap import interval_of, paired_interval
from groundgraph.measures.metrics import auroc
from groundgraph.methods.gga import reach, surface
from groundgraph.methods.gga.attention import NAMES as PRD_AND_SAS
from groundgraph.methods.gga.retrieval import Retrieval, Retriever
from groundgraph.methods.gga.subgraph import Pruning, Query, subgraphs
from groundgraph.methods.gga.untraced import HEAD
from groundgraph.text.asked.conversations import asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.bench.results import Cell
    from groundgraph.datasets.metaqa import MetaQuestion
    from groundgraph.learn.boosted import BoostSettings
    from groundgraph.measures.bootstrap import Interval
    from groundgraph.methods.gga.adjacency import KnowledgeGraph
    from groundgraph.types import Example, Triple

ONE_HOP = Retrieval(size=20, hops=1, ignored=tuple(sorted(QUESTION_WORDS)))
"""K of the paper, and the hops of the authors' questions."""
NOTE = (
    "The authors' rows as they come to whoever has no attention: question, answer, and the {size} "
    "triples or fewer that are retrieved from MetaQA's knowledge base by the question alone. "
    "Five-fold cross-validation, with the questions about one topic in one fold ({topics} topics), "
    "otherwise as 'ablation'. 'echo' is the words that the answer has of its question, "
    "'neighbours', 'ways' and 'wording' are the parts of 'reach' "
    "(`groundgraph.methods.gga.reach`). 'untraced' is all of them with 'surface' and the words of "
    "the triples, 'untraced but …' leaves a part out, 'both' adds PRD and SAS; 'auc_gain' is "
    "paired, of the row's second over its first. Unfitted rows look at one number. 'shipped head' "
    "was fitted on answers that we made from MetaQA's own questions "
    "(`python -m experiments.fit_untraced`), and on none of these. The labels were made from the "
    "same knowledge base: an answer is right that shares words (token F1 of 0.3) with one that it "
    "has. 'rule of the labels' is that F1 with the ends of the best way, where the relation is "
    "guessed from the question's words; it is no feature, and shows how much the rows owe to it."
)


RETRIEVAL_NOTE = (
    "Which share of a question's gold answers is among the {size} triples that are retrieved from "
    "MetaQA's knowledge base by its words alone: {questions} development questions of each length. "
    "'ways' is `groundgraph subgraph`, 'neighbours' takes the triples around the question's "
    "entities by their connectivity, as GGA fills up a subgraph."
)
QUESTIONS = 100
"""Of each length, evenly out of the file."""


def with_subgraphs(
    examples: Sequence[Example], graph: KnowledgeGraph
) -> tuple[list[Example], list[str]]:
    """Give answers the triples around what their questions name.

    Args:
        examples: The authors' rows.
        graph: MetaQA's knowledge base.

    Returns:
        The answers with their triples, and what each question is about; questions that name
        nothing have no triples and are about themselves.
    """
    retriever = Retriever.of(graph, ONE_HOP)
    questions = [asked(example.question) for example in examples]
    found = retriever.retrieve(questions)
    pairs = list(zip(examples, found, strict=True))
    return (
        [replace(example, triples=each.triples) for example, each in pairs],
        [each.topics[0] if each.topics else q for each, q in zip(found, questions, strict=True)],
    )


def retrieval_table(
    questions: Sequence[MetaQuestion], graph: KnowledgeGraph, hops: int
) -> list[Cell]:
    """Measure which share of its gold answers a question's subgraph holds.

    Args:
        questions: Of one length.
        graph: MetaQA's knowledge base.
        hops: That length.
    """
    rows = Rows.labelled([False] * len(questions), [question.topic for question in questions])
    retriever = Retriever.of(graph, replace(ONE_HOP, hops=hops))
    asked_of = retriever.matcher.entities([question.text for question in questions])
    around = subgraphs(graph, [Query(each, ()) for each in asked_of], Pruning(ONE_HOP.size))
    ways = retriever.retrieve([question.text for question in questions])
    found = {
        "ways": [each.triples for each in ways],
        "neighbours": [each.triples for each in around],
    }
    name = f"{hops} hop{'s' if hops > 1 else ''}"
    return [
        rows.cell(f"{name}, {way}", "recall", _mean(questions, own)) for way, own in found.items()
    ]


def _mean(questions: Sequence[MetaQuestion], given: Sequence[tuple[Triple, ...]]) -> Interval:
    held = [
        len({end for t in own for end in (t.subject, t.object)} & set(question.answers))
        / len(set(question.answers))
        for question, own in zip(questions, given, strict=True)
    ]
    topics = np.array([question.topic for question in questions])
    return interval_of(
        lambda weights: float(np.average(held, weights=weights)), len(held), groups=topics
    )


def untraced_table(
    examples: Sequence[Example], topics: Sequence[str], settings: BoostSettings
) -> list[Cell]:
    """Measure what is told without attention, part by part.

    Args:
        examples: Labelled, each with the triples around its question.
        topics: What each question is about.
        settings: How XGBoost grows its trees.
    """
    rows = Rows.labelled([bool(example.label) for example in examples], list(topics))
    parts = _parts(examples)
    cells = _unfitted(rows, examples, parts)
    if too_few(rows):
        return cells + trivial(rows)
    scored = {
        name: cross_validated(rows, block, settings) for name, block in _ablation(parts).items()
    }
    for name, found in scored.items():
        cells += judged(name, rows, found)
    for one, other in (("surface and echo", "untraced"), ("untraced", "both")):
        before, after = scored[one], scored[other]
        if before is not None and after is not None:
            gain = paired_interval(
                auroc, rows.labels, after.scores, before.scores, groups=rows.sources
            )
            cells.append(rows.cell(f"{one}, {other}", "auc_gain", gain))
    return cells + trivial(rows)


def _parts(examples: Sequence[Example]) -> dict[str, Block]:
    answers, questions = [e.answer for e in examples], [asked(e.question) for e in examples]
    triples = [example.triples or () for example in examples]
    given = np.array([[e.metadata[name] for name in PRD_AND_SAS] for e in examples], np.float64)
    return {
        "surface": Block(surface.NAMES, surface.measure(answers)),
        "echo": Block(surface.OVERLAP_NAMES, surface.measure_overlap(answers, questions)),
        "triples": Block(surface.SUBGRAPH_NAMES, surface.measure_subgraph(answers, triples)),
        **_reached(examples),
        "prd_sas": Block(PRD_AND_SAS, given.reshape(-1, len(PRD_AND_SAS))),
    }


def _reached(examples: Sequence[Example]) -> dict[str, Block]:
    found = [reach.measure(asked(e.question), e.answer, e.triples or ()) for e in examples]
    groups = {
        "neighbours": reach.NEIGHBOUR_NAMES,
        "ways": reach.WAY_NAMES,
        "wording": reach.WORDING_NAMES,
    }
    return {
        name: Block(names, np.array([[each.values[n] for n in names] for each in found]))
        for name, names in groups.items()
    }


def _ablation(parts: dict[str, Block]) -> dict[str, Block]:
    whole = ("surface", "echo", "triples", "neighbours", "ways", "wording")
    rows = {
        "surface": ("surface",),
        "echo": ("echo",),
        "neighbours": ("neighbours",),
        "ways": ("ways",),
        "reach": ("neighbours", "ways", "wording"),
        "surface and echo": ("surface", "echo"),
        "echo and neighbours": ("echo", "neighbours"),
        "untraced": whole,
        **{f"untraced but {part}": tuple(p for p in whole if p != part) for part in whole},
        "prd_sas": ("prd_sas",),
        "both": ("prd_sas", *whole),
    }
    return {name: _joined([parts[part] for part in chosen]) for name, chosen in rows.items()}


def _joined(blocks: Sequence[Block]) -> Block:
    first, *others = blocks
    for block in others:
        first += block
    return first


def _unfitted(rows: Rows, examples: Sequence[Example], parts: dict[str, Block]) -> list[Cell]:
    known = _joined(list(parts.values()))

    def column(name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        return np.asarray(known.x[:, known.names.index(name)])

    shipped = HEAD.log_odds(np.stack([column(name) for name in HEAD.names], axis=1))
    doubts = {
        "no neighbour named, unfitted": -column("neighbour_named"),
        "words of the question, unfitted": column("question_words"),
        "rule of the labels": -np.array([_by_the_rule(example) for example in examples]),
    }
    cells = [cell for name, doubt in doubts.items() for cell in ranked(name, Scored(rows, doubt))]
    return cells + judged("shipped head", rows, Scored(rows, shipped))


def _by_the_rule(example: Example) -> float:
    """Return the best token F1 of an answer with what the way ends at that fits best."""
    answer = surface.unprefixed(example.answer)
    ends = reach.asked_for(asked(example.question), example.triples or ())
    return max((token_f1(answer, end) for end in ends), default=0.0)
