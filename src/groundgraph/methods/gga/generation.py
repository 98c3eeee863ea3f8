"""From a question and its subgraph to a model's prompt, and from what it wrote to an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.errors import InputError
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.methods.gga.facts import facts_of
from groundgraph.methods.gga.prompts import probe_input
from groundgraph.methods.gga.retrieval import Retrieval, Retriever
from groundgraph.text.asked.conversations import asked
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundgraph.methods.gga.facts import PromptSettings
    from groundgraph.types import Example
    from groundgraph.types.traces import Generation

NO_PLACE = (
    "the chat template of the model's tokenizer does not keep the prompt as it is, so it is not "
    "known where the triples stand; turn the chat template off"
)
OWN_PROMPT = (
    "the row has a 'prompt' of its own, and prompts are put into the chat template of the model's "
    "tokenizer; turn the chat template off, or leave the prompt out"
)


def with_prompt(
    example: Example, settings: PromptSettings, chat: Callable[[str], str] | None
) -> Example:
    """Add to a question the prompt that a model answers, and where it states the triples.

    More triples than K are pruned to those on the ways that fit the question best. A prompt that
    the row has is kept where there is no chat template.

    Args:
        example: A question with triples; its answer does not count.
        settings: How subgraphs and prompts are made.
        chat: Puts a user's message into the model's chat template; ``None`` where it has none.

    Returns:
        The question with the prompt's triples, and with ``prompt`` and ``triple_spans`` in its
        metadata.

    Raises:
        InputError: When there are no triples or no question, or the places of the triples in the
            prompt are not known.
    """
    if example.metadata.get("prompt") is not None:
        if chat is not None:
            raise InputError(OWN_PROMPT, field="prompt")
        chosen = example
    else:
        chosen = _pruned(example, settings)
    stated = facts_of(chosen, settings, whole=True).stated
    made = probe_input(chosen, stated, settings)
    prompt, spans = made.prompt, made.triples
    if chat is not None:
        prompt, spans = _in_template(prompt, spans, chat)
    given = {"prompt": prompt, "triple_spans": [list(span) for span in spans]}
    return replace(chosen, triples=stated, metadata={**chosen.metadata, **given})


def with_answer(example: Example, written: Generation, model: str) -> Example:
    """Add what a model wrote, without the white space around it, and its tokens.

    Raises:
        InputError: When the model could not be asked.
    """
    if written.problem:
        raise InputError(f"the model wrote no answer: {written.problem}")
    metadata = {**example.metadata, "answer_ids": list(written.ids)}
    generator = example.generator or model
    return replace(example, answer=written.text.strip(), generator=generator, metadata=metadata)


def _pruned(example: Example, settings: PromptSettings) -> Example:
    """Return an example with at most K triples, chosen by its question alone."""
    pruning, triples = settings.pruning, example.triples or ()
    if len(triples) <= pruning.size or example.metadata.get("paths") is not None:
        return example
    retrieval = Retrieval(pruning.size, pruning.max_hops, ignored=settings.ignored)
    graph = KnowledgeGraph.from_triples(triples)
    [found] = Retriever.of(graph, retrieval).retrieve([asked(example.question)])
    if found.problem:
        raise InputError(f"{len(triples)} triples are to be pruned, and {found.problem}")
    return replace(example, triples=found.triples, triple_passages=(), triple_ids=())


def _in_template(
    prompt: str, spans: tuple[Span, ...], chat: Callable[[str], str]
) -> tuple[str, tuple[Span, ...]]:
    """Put a prompt into the template, and move the spans to where it stands there."""
    said = prompt.strip()
    written = chat(said)
    start = written.rfind(said)
    if start < 0:
        raise InputError(NO_PLACE, field="prompt")
    moved = start - prompt.find(said)
    return written, tuple(Span(span.start + moved, span.end + moved) for span in spans)
