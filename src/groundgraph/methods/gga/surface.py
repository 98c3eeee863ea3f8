"""Surface block: what an answer looks like, and which words it shares with its question.

`NAMES` are the surface features of GGA (arXiv 2512.09148, with the details of the authors' code
as METHODS describes them); `OVERLAP_NAMES` and `SUBGRAPH_NAMES` are ours. An answer that only
echoes its question's topic is wrong more often than its looks tell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Triple

    Floats = NDArray[np.float64]

NAMES = (
    "words",
    "repetition",
    "word_length",
    "unique_words",
    "answer_prefix",
    "commas",
    "question_marks",
)
OVERLAP_NAMES = ("question_words", "all_question_words")
SUBGRAPH_NAMES = ("entity_words", "all_entity_words")

_PREFIX = re.compile(r"\s*(?:ans|answer)s?\s*:", re.IGNORECASE)
_WORD = re.compile(r"\w+")


def measure(answers: Sequence[str]) -> Floats:
    """Return the paper's surface features, shape ``(n_answers, len(NAMES))``.

    ``words`` counts words between white space; ``repetition`` is 1 − distinct words by all words,
    lower-cased, and ``unique_words`` distinct by all, as written, both in [0, 1];
    ``word_length`` is the mean in characters; ``answer_prefix`` is 1 when the text begins with
    "ans:" or "answer:"; ``commas`` and ``question_marks`` are counts. 0 where there is no word.
    """
    return np.array([_surface(answer) for answer in answers]).reshape(-1, len(NAMES))


def measure_overlap(answers: Sequence[str], questions: Sequence[str]) -> Floats:
    """Return which of an answer's words its question has, ``(n_answers, len(OVERLAP_NAMES))``.

    The share of the answer's words that occur in the question, in [0, 1], and 1 when all do;
    letter case, punctuation and an answer prefix do not count. 0 where there is no word.

    Raises:
        InputError: When there is not one question per answer.
    """
    _same("questions", questions, answers)
    rows = [_shared(a, [q]) for a, q in zip(answers, questions, strict=True)]
    return np.array(rows).reshape(-1, len(OVERLAP_NAMES))


def measure_subgraph(answers: Sequence[str], triples: Sequence[Iterable[Triple]]) -> Floats:
    """Return which of an answer's words its triples name, ``(n_answers, len(SUBGRAPH_NAMES))``.

    As `measure_overlap`, with the words of the triples' subjects and objects.

    Raises:
        InputError: When there is not one list of triples per answer.
    """
    _same("lists of triples", triples, answers)
    rows = [
        _shared(answer, [name for t in own for name in (t.subject, t.object)])
        for answer, own in zip(answers, triples, strict=True)
    ]
    return np.array(rows).reshape(-1, len(SUBGRAPH_NAMES))


def _surface(answer: str) -> tuple[float, ...]:
    written = answer.split()
    n = max(1, len(written))
    lower = {word.lower() for word in written}
    return (
        len(written),
        (len(written) - len(lower)) / n,
        sum(map(len, written)) / n,
        len(set(written)) / n,
        float(_PREFIX.match(answer) is not None),
        answer.count(","),
        answer.count("?"),
    )


def _shared(answer: str, texts: Iterable[str]) -> tuple[float, float]:
    own = words(unprefixed(answer))
    known = {word for text in texts for word in words(text)}
    share = sum(word in known for word in own) / max(1, len(own))
    return share, float(bool(own) and share == 1.0)


def unprefixed(answer: str) -> str:
    """Return an answer without an "ans:" or "answer:" before it.

    >>> unprefixed("  ans: Tokyo")
    ' Tokyo'
    """
    prefix = _PREFIX.match(answer)
    return answer[prefix.end() :] if prefix else answer


def words(text: str) -> list[str]:
    """Return the words of a text, lower-cased, without punctuation."""
    return _WORD.findall(text.lower())


def _same(name: str, given: Sequence[object], answers: Sequence[str]) -> None:
    if len(given) != len(answers):
        raise InputError(f"found {len(answers)} answers and {len(given)} {name}; give one for each")
