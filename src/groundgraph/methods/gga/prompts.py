"""The prompt that an answer was written from, and where in it each triple stands."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError
from groundgraph.methods.gga.linear import PLAIN, STRATEGIES
from groundgraph.types import Span
from groundgraph.types.conversations import as_script
from groundgraph.types.traces import ProbeInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.gga.facts import PromptSettings
    from groundgraph.methods.gga.linear import Order
    from groundgraph.types import Example, Triple

NO_QUESTION = "a prompt cannot be made without a question; give the row the prompt of its answer"
_PLACES = ("{triples}", "{question}")


def check_template(template: str) -> None:
    """Make sure that a template has one place for the triples and one for the question.

    Raises:
        InputError: When it has not.
    """
    if any(template.count(place) != 1 for place in _PLACES):
        raise InputError(
            f"template is {template!r}; expected {{triples}} and {{question}} in it, each once",
            field="template",
        )


def probe_input(
    example: Example, triples: Sequence[Triple], settings: PromptSettings
) -> ProbeInput:
    """Return what a probe is asked about an example.

    Its ``metadata["prompt"]`` is taken as it stands, with ``metadata["triple_spans"]``, else the
    triples are looked for in it as ``settings.order`` writes them. Without a prompt one is made.

    Raises:
        InputError: When there is neither prompt nor question, the prompt does not state a
            triple, or what the row says of them does not fit.
    """
    prompt = example.metadata.get("prompt")
    ids = _answer_ids(example.metadata.get("answer_ids"))
    if prompt is None:
        text, spans = _made(as_script(example.question), triples, settings)
        # The template ends in a word, and models write a space after it.
        space = "" if example.answer[:1].isspace() else " "
        return ProbeInput(text, spans, space + example.answer, ids)
    if not isinstance(prompt, str):
        raise InputError(f"'prompt' is {prompt!r}; expected a text", field="prompt")
    given = example.metadata.get("triple_spans")
    spans = (
        find_triples(prompt, triples, settings.order)
        if given is None
        else _given_spans(given, len(triples), len(prompt))
    )
    return ProbeInput(prompt, spans, example.answer, ids)


def find_triples(prompt: str, triples: Sequence[Triple], order: Order) -> tuple[Span, ...]:
    """Return where a prompt states each triple; of a repeated one each time.

    The last block of all triples as ``order`` writes them is taken, since examples may come
    before it; else each "subject predicate object" is looked for, the longest first.

    Raises:
        InputError: When a triple is not found as often as it is given.
    """
    [linear] = STRATEGIES[order].linearise([triples])
    start = prompt.rfind(linear.text)
    if start >= 0:
        return tuple(Span(start + span.start, start + span.end) for span in linear.spans)
    return _one_by_one(prompt, triples)


def _made(
    question: str, triples: Sequence[Triple], settings: PromptSettings
) -> tuple[str, tuple[Span, ...]]:
    if not question.strip():
        raise InputError(NO_QUESTION, field="question")
    [linear] = STRATEGIES[settings.order].linearise([triples])
    before, after = (
        part.replace("{question}", question) for part in settings.template.split("{triples}")
    )
    spans = tuple(Span(len(before) + s.start, len(before) + s.end) for s in linear.spans)
    return before + linear.text + after, spans


def _one_by_one(prompt: str, triples: Sequence[Triple]) -> tuple[Span, ...]:
    texts = [PLAIN.format(**triple._asdict()) for triple in triples]
    taken: list[Span] = []
    places: dict[str, list[Span]] = {}
    for text in sorted(set(texts), key=len, reverse=True):
        found = (Span(*match.span()) for match in re.finditer(_whole(text), prompt))
        places[text] = [span for span in found if not any(map(span.overlaps, taken))]
        taken += places[text]
    spans = []
    for number, text in enumerate(texts):
        if not places[text]:
            raise InputError(
                f"the prompt does not state triple {number + 1} as {text[:80]!r}; give the row "
                "'triple_spans', the [start, end] of each triple in the prompt",
                field="triple_spans",
            )
        spans.append(places[text].pop(0))
    return tuple(spans)


def _whole(text: str) -> str:
    return rf"(?<!\w){re.escape(text)}(?!\w)"


def _given_spans(given: Any, count: int, length: int) -> tuple[Span, ...]:
    if not isinstance(given, list | tuple) or not all(_is_range(pair, length) for pair in given):
        raise InputError(
            f"'triple_spans' is {str(given)[:80]}; expected [start, end] pairs in the prompt of "
            f"{length} characters",
            field="triple_spans",
        )
    if len(given) != count:
        raise InputError(
            f"found {len(given)} 'triple_spans' and {count} triples; give one for each",
            field="triple_spans",
        )
    spans = tuple(Span(*pair) for pair in given)
    ordered = sorted(spans)
    if any(a.overlaps(b) for a, b in pairwise(ordered)):
        raise InputError("'triple_spans' overlap; each token belongs to one triple at most")
    return spans


def _is_range(pair: Any, length: int) -> bool:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        return False
    return all(type(edge) is int for edge in pair) and 0 <= pair[0] < pair[1] <= length


def _answer_ids(given: Any) -> tuple[int, ...] | None:
    if given is None:
        return None
    if not isinstance(given, list | tuple) or any(type(number) is not int for number in given):
        raise InputError(
            f"'answer_ids' is {str(given)[:80]}; expected a list of token numbers",
            field="answer_ids",
        )
    return tuple(given)
