"""Lets a trained generator answer held-out questions, and traces its attention.

Topics are held out from training; the questions are made, or MetaQA's own. Each answer is one line
of ``answers.jsonl`` with its label (exact match, or token F1 of 0.3, with any gold answer) and the
numbers of its trace, once with the paths to the gold answers, as the paper has it, and once with
the paths to what was answered, which needs no gold. In "broken" prompts no triple names a gold
answer. What was answered before is not asked again. Models of several architectures write into one
file.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    PreTrainedTokenizerFast,
)

from groundgraph.datasets.metaqa import load_metaqa
from groundgraph.measures.answers import answers_rightly
from groundgraph.methods.gga import attention, surface
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.methods.gga.subgraph import Pruning, Query, subgraphs
from groundgraph.parts.probe.attention import AttentionProbe
from groundgraph.text.triples.entities import EntityMatcher
from groundgraph.types.traces import ProbeInput
from training.generator.data import STRATEGIES, World, ask
from training.generator.questions import is_held_out
from training.loop import device, digest
from training.progress import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from groundgraph.datasets.metaqa import MetaQuestion
    from groundgraph.methods.gga.attention import Path as Links
    from groundgraph.types import Triple
    from groundgraph.types.traces import Trace
    from training.generator.recipe import Reading

SIZE = 20
BATCH = 32
LENGTHS = (1, 2, 3)
LONGEST = 16  # tokens of an answer


class Task(NamedTuple):
    """A prompt to answer: a question, its triples, and how they are written."""

    id: str
    source: str
    question: MetaQuestion
    triples: tuple[Triple, ...]
    retrieval: str
    strategy: str


def tasks(world: World, data: Path, per_hop: int) -> Iterator[Task]:
    """Yield what is to be answered, all lengths of a kind before the next kind.

    Of each length ``per_hop`` made questions and half as many of MetaQA's; of the made ones
    further a quarter with broken retrieval, and two fifths in each other linearisation.
    """
    made = [world.questions(per_hop, hops, held_out=True, seed=1) for hops in LENGTHS]
    for questions in made:
        for question in questions:
            yield task(world, question, "made")
    for hops in LENGTHS:
        for question in islice(theirs(world, data, hops), per_hop // 2):
            yield task(world, question, "metaqa")
    for questions in made:
        for question in questions[: per_hop // 4]:
            yield task(world, question, "made", retrieval="broken")
    for strategy in list(STRATEGIES)[1:]:
        for questions in made:
            for question in questions[: per_hop * 2 // 5]:
                yield task(world, question, "made", strategy=strategy)


def theirs(world: World, data: Path, hops: Any) -> Iterator[MetaQuestion]:
    """Yield MetaQA's questions about held-out topics, spread over the file, with their paths."""
    found = [q for q in load_metaqa(data, hops) if is_held_out(q.topic)]
    for place in np.random.default_rng(0).permutation(len(found)).tolist():
        question = found[place]
        reached = world.relations.answers(question.topic, question.type)
        known = tuple(answer for answer in question.answers if answer in reached)
        if known:
            paths = tuple(reached[answer] for answer in known)
            yield replace(question, answers=known, paths=paths)


def task(
    world: World,
    question: MetaQuestion,
    source: str,
    retrieval: str = "intact",
    strategy: str = "path_first",
) -> Task:
    """Cut out the subgraph: the path to the first gold answer, and neighbours, K in all."""
    golds = set(question.answers)
    size = SIZE if retrieval == "intact" else 3 * SIZE
    triples = world.subgraph(question.topic, question.answers[:1], question.paths[0], size)
    if retrieval == "broken":
        triples = [t for t in triples if not {t.subject, t.object} & golds]
    name = f"{question.id}|{retrieval}|{strategy}"
    return Task(name, source, question, tuple(triples[:SIZE]), retrieval, strategy)


def answered(probe: AttentionProbe, batch: Sequence[Task]) -> Iterator[dict[str, Any]]:
    """Answer and trace some questions."""
    linear = [STRATEGIES[t.strategy].linearise([t.triples])[0] for t in batch]
    prompts = [text.text + ask(t.question.text) for text, t in zip(linear, batch, strict=True)]
    written = probe.generate(prompts, max_new_tokens=LONGEST)
    inputs = [
        ProbeInput(prompt, text.spans, said.text, said.ids)
        for prompt, text, said in zip(prompts, linear, written, strict=True)
    ]
    traces = probe.trace(inputs)
    for each, said, trace in zip(batch, written, traces, strict=True):
        right = answers_rightly(said.text, each.question.answers)
        yield {
            "id": each.id,
            "source": each.source,
            "retrieval": each.retrieval,
            "strategy": each.strategy,
            "hops": each.question.hops,
            "type": each.question.type,
            "topic": each.question.topic,
            "question": each.question.text,
            "answer": said.text,
            "gold_answers": list(each.question.answers[:10]),
            "hallucinated": not right,
            "problem": said.problem or trace.problem,
            "features": {} if trace.problem else measured(each, said.text, trace),
        }


def measured(each: Task, answer: str, trace: Trace) -> dict[str, float]:
    """Return the numbers of a trace; those that need a path, for both kinds of path."""
    found: dict[str, float] = {}
    kinds = {"gold": gold_paths(each), "answer": answer_paths(each, answer)}
    for kind, paths in kinds.items():
        blocks = (
            (attention.NAMES, attention.measure([trace], [paths])),
            (
                ("prd_released", "sas_released"),
                attention.measure([trace], [paths], variant="released"),
            ),
            (attention.PATH_NAMES, attention.measure_paths([trace], [paths])),
        )
        found |= {
            f"{kind}.{name}": float(value)
            for names, rows in blocks
            for name, value in zip(names, rows[0], strict=True)
        }
        found[f"{kind}.reached"] = float(bool(paths))
    spread = attention.measure_spread([trace])[0]
    named = surface.measure_subgraph([answer], [each.triples])[0]
    found |= dict(zip(attention.SPREAD_NAMES, map(float, spread), strict=True))
    found |= dict(zip(surface.SUBGRAPH_NAMES, map(float, named), strict=True))
    return found | confidence(trace)


def confidence(trace: Trace) -> dict[str, float]:
    """Return the paper's baselines that need the model: how sure it was, and how far away."""
    logs = trace.log_probability.astype(np.float64)
    assert trace.hidden is not None
    assert trace.embeddings is not None
    answer, triples = trace.hidden.mean(0), trace.embeddings.mean(0)
    scale = max(float(np.linalg.norm(answer) * np.linalg.norm(triples)), 1e-12)
    return {
        "perplexity": float(np.exp(min(50.0, -logs.mean()))),
        "token_confidence": float(np.exp(logs).mean()),
        "least_confidence": float(np.exp(logs.min())),
        "embedding_divergence": 1.0 - float(answer @ triples) / scale,
    }


def gold_paths(each: Task) -> tuple[Links, ...]:
    """Return the paths to gold answers that the prompt states."""
    places = {triple: place for place, triple in enumerate(each.triples)}
    return tuple(
        tuple(places[triple] for triple in path)
        for path in each.question.paths
        if all(triple in places for triple in path)
    )


def answer_paths(each: Task, answer: str) -> tuple[Links, ...]:
    """Return the shortest paths, among the prompt's triples, from the topic to the answer."""
    graph = KnowledgeGraph.from_triples(each.triples)
    topic = graph.numbers.get(each.question.topic)
    ends = EntityMatcher.of(graph.entities, guarded=()).entities([answer])[0]
    query = Query(() if topic is None else (topic,), tuple(e for e in ends if e != topic))
    [found] = subgraphs(
        graph, [query], Pruning(len(each.triples), min(3, len(each.triples)), "all")
    )
    places = [each.triples.index(triple) for triple in found.triples]
    return tuple(tuple(places[step] for step in path) for path in found.paths)


def batches(found: Iterable[Task]) -> Iterator[list[Task]]:
    """Yield so many tasks at once."""
    stream = iter(found)
    while batch := list(islice(stream, BATCH)):
        yield batch


def load(folder: Path) -> AttentionProbe:
    """Load a model; by the architecture's name alone transformers would take its tokenizer."""
    config = AutoConfig.from_pretrained(folder)
    kind = AutoModelForSeq2SeqLM if config.is_encoder_decoder else AutoModelForCausalLM
    tokenizer = PreTrainedTokenizerFast.from_pretrained(folder)
    model = kind.from_pretrained(folder, dtype=torch.float32).to(device())
    return AttentionProbe.around(model, tokenizer, batch_size=BATCH)


def answer(data: Path, model: Path, folder: Path, reading: Reading) -> list[Path]:
    """Answer what was not answered before, and write it down.

    Args:
        data: The folder of the corpora.
        model: What `training.generator.train` left.
        folder: Of ``answers.jsonl``.
        reading: How much is asked.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "answers.jsonl"
    world, probe = World.load(data, reading.films), load(model)
    by = {
        "architecture": probe.loaded.model.config.model_type if probe.loaded else "",
        "weights": digest(model / "model.safetensors"),
    }
    done = kept_answers(path, by)
    todo = [t for t in tasks(world, data, reading.per_hop) if t.id not in done]
    name = f"{by['architecture']}, batches answered"
    with path.open("a", encoding="utf-8") as file:
        for batch in counted(batches(todo), name, -(-len(todo) // BATCH)):
            for row in answered(probe, batch):
                file.write(json.dumps({**row, **by}) + "\n")
            file.flush()
    return [path]


def kept_answers(path: Path, by: Mapping[str, str]) -> set[str]:
    """Return the ids of what a model answered before.

    Answers of other weights of its architecture, and a line that was cut off, are taken out.
    """
    if not path.is_file():
        return set()
    whole, _, _ = path.read_text(encoding="utf-8").rpartition("\n")
    rows = [json.loads(line) for line in whole.split("\n") if line]
    kept = [r for r in rows if r["architecture"] != by["architecture"] or by.items() <= r.items()]
    path.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")
    return {row["id"] for row in kept if row["architecture"] == by["architecture"]}
