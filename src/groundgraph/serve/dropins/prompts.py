"""The prompt of a chat completion that asks for hallucinated spans, taken apart.

Two shapes are known: that of vLLM's semantic router, and that of LettuceDetect's own generative
detectors, which it took over::

    User request: QUESTION

    Context (trusted evidence):         or    Excerpt 1:
    PASSAGE                                   PASSAGE

    Answer to verify:
    ANSWER

Texts stand in it as they are. Where a mark occurs twice, nobody can say which of them a text
brought along, and a text that could move the border between answer and evidence would be evidence
for itself; such a prompt is refused.
"""

from __future__ import annotations

import re

from groundgraph.errors import InputError
from groundgraph.types import Example, Passage

_QUESTION = "User request: "
_ANSWER = "\n\nAnswer to verify:\n"
_CONTEXT = "\n\nContext (trusted evidence):\n"
_FIRST = "\n\nExcerpt 1:\n"
_EXCERPT = re.compile(r"\n\nExcerpt [0-9]{1,4}:\n")


def example_of(prompt: str) -> Example:
    """Return the answer that a prompt asks about, with its question and evidence.

    Raises:
        InputError: When the prompt is of another shape, or a mark occurs twice.
    """
    before, answer = _halves(prompt, _ANSWER)
    # A prompt that only holds evidence begins with its mark.
    text = before if before.startswith(_QUESTION) else f"\n\n{before}"
    mark = _CONTEXT if _CONTEXT in text else _FIRST
    question, evidence = _halves(text, mark)
    passages = [evidence] if mark == _CONTEXT else _EXCERPT.split(evidence)
    return Example(
        answer,
        [Passage(passage) for passage in passages],
        question=question.removeprefix(_QUESTION).strip(),
    )


def _halves(text: str, mark: str) -> tuple[str, str]:
    parts = text.split(mark)
    if len(parts) == 2:
        return parts[0], parts[1]
    shown = mark.strip()
    found = "no" if len(parts) == 1 else f"{len(parts) - 1} times the"
    raise InputError(
        f"found {found} line {shown!r} in the user's message, expected it once; see docs/serve.md "
        "for the prompts that are understood, or use /v1/check, where texts cannot be mixed up",
        field="messages",
    )
