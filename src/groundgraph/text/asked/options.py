"""Questions of multiple choice: what an answer that names an option says.

"B" says nothing of its own; of "What is the capital of Norway? A) Bergen B) Oslo" it says "Oslo".
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

_MARK = re.compile(r"(?:(?<=\s)|(?<=\()|\A)\(?(?P<name>[A-Ha-h]|[1-8])(?:\)|[.:](?=\s))\s*(?=\S)")
_NAMED = re.compile(
    r"\W{0,9}(?:(?:the )?(?:correct |right |best )?(?:option|answer|choice)(?: is)?:?\s{0,3})?"
    r"\(?(?P<name>[A-Ha-h]|[1-8])(?P<mark>\)?[).:]?)(?=\W|\Z)",
    re.IGNORECASE,
)
_LEAST = 2
_ENDS = " .,;:\t\n)(\"'*"


class Choice(NamedTuple):
    """A question and what it offers.

    Attributes:
        stem: The question alone.
        options: What each letter or number stands for.
    """

    stem: str
    options: dict[str, str]

    def named(self, answer: str) -> str:
        """Return what an answer that names an option says, "" of any other.

        An option that is named and then written out otherwise is taken as it is written.
        """
        found = _NAMED.match(answer)
        text = self.options.get(found["name"].lower(), "") if found else ""
        if not found or not text:
            return ""
        said = answer[found.end() :].strip(" .,;:\t\n)")
        if not said or said.lower() == text.lower():
            return text
        return said if found["mark"] else ""

    def picked(self, answer: str) -> str:
        """Return the option that an answer names or writes out, "" of any other."""
        said = (self.named(answer) or answer).strip(_ENDS).lower()
        return next((text for text in self.options.values() if text.lower() == said), "")


def choice(question: str) -> Choice | None:
    """Return what a question offers, ``None`` where it offers no marked options.

    >>> found = choice("What is the capital of Norway? A) Bergen B) Oslo")
    >>> found.stem, found.options
    ('What is the capital of Norway?', {'a': 'Bergen', 'b': 'Oslo'})
    >>> found.named("Option B.")
    'Oslo'
    """
    marks = list(_MARK.finditer(question))
    names = [mark["name"].lower() for mark in marks]
    first = next((n for n, name in enumerate(names) if name in {"a", "1"}), None)
    if first is None:
        return None
    kept = [marks[first]]
    for mark in marks[first + 1 :]:
        if ord(mark["name"].lower()) == ord(kept[-1]["name"].lower()) + 1:
            kept.append(mark)
    stem = question[: kept[0].start()].strip(" \n\t:(")
    if len(kept) < _LEAST or not stem:
        return None
    ends = [*(other.start() for _, other in pairwise(kept)), len(question)]
    options = {
        mark["name"].lower(): question[mark.end() : end].strip(" \n\t.,;?")
        for mark, end in zip(kept, ends, strict=True)
    }
    return Choice(stem, options) if all(options.values()) else None
