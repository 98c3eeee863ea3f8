"""What the doors share: the score of a verdict, and how rows and documents are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.types import Finding, Verdict

NAME = "groundedness"
"""What the score is called everywhere."""

_FIELDS = {
    "question": ("question", "input", "query", "user_input"),
    "answer": ("answer", "response", "output", "actual_output"),
    "passages": (
        *("passages", "context", "contexts", "documents"),
        *("retrieval_context", "retrieved_contexts"),
    ),
}
_TEXTS = ("page_content", "content", "text")
"""Where documents and messages have their text: LangChain's, Haystack's, mappings."""


class Scored(NamedTuple):
    """A verdict in the words of evaluation tools.

    Attributes:
        score: Groundedness in [0, 1], higher is better: 1 less the hallucination score; ``None``
            when the answer could not be checked.
        passed: Whether the answer is grounded; ``None`` when it could not be checked.
        label: "grounded", "hallucinated" or "unverifiable".
        reason: The verdict as text: score, threshold, and a line for each flagged claim.
        metadata: Plain JSON values: hallucination score, threshold, whether it is calibrated, the
            reason, the claims with their outcomes, the spans that are not supported.
    """

    score: float | None
    passed: bool | None
    label: str
    reason: str
    metadata: dict[str, Any]


def scored(verdict: Verdict) -> Scored:
    """Return what a door says of a verdict."""
    badness = verdict.hallucination_score
    record = verdict.to_dict()
    kept = ("label", "hallucination_score", "threshold", "calibrated", "reason", "spans")
    metadata = {name: record[name] for name in kept}
    return Scored(
        None if badness is None else round(1.0 - badness, 6),
        None if badness is None else verdict.label == "grounded",
        verdict.label,
        str(verdict),
        {**metadata, "claims": [_claim(finding) for finding in verdict.findings]},
    )


def _claim(finding: Finding) -> dict[str, Any]:
    return {
        "claim": finding.claim.text,
        "outcome": finding.outcome,
        "explanation": finding.explanation,
    }


def row_of(*given: Any) -> dict[str, Any]:
    """Return question, answer and passages of what an application was given and returned.

    Args:
        given: Mappings, or ``None``, with the names that applications use, such as ``input``,
            ``context`` and ``output``; where two say the same name, the last counts.

    Returns:
        The arguments of `groundgraph.check`; the question is "" where there is none.

    Raises:
        InputError: When the answer or the passages are not there, under two names, or no texts.
    """
    for each in given:
        if each is not None and not isinstance(each, Mapping):
            found = type(each).__name__
            raise InputError(f"found {found}, expected a mapping with the answer and its passages")
    merged = {str(key): value for each in given for key, value in (each or {}).items()}
    row = {name: _one_of(name, names, merged) for name, names in _FIELDS.items()}
    return {
        "question": row["question"] or "",
        "answer": _text(row["answer"], "the answer", "answer"),
        "passages": texts_of(row["passages"]),
    }


def _one_of(name: str, names: tuple[str, ...], fields: Mapping[str, Any]) -> Any:
    found = [each for each in names if fields.get(each) is not None]
    if len(found) > 1:
        raise InputError(f"found {' and '.join(found)} for the {name}, expected one", field=name)
    if not found and name != "question":
        shown = ", ".join(fields) or "no fields"
        raise InputError(f"found {shown}; expected the {name} as {' or '.join(names)}", field=name)
    return fields[found[0]] if found else None


def texts_of(documents: Any) -> list[str]:
    """Return the texts of passages: one text, or texts, documents of a library, or mappings.

    Raises:
        InputError: When one has no text; says which, counted from 1.
    """
    if isinstance(documents, str):
        return [documents]
    if not isinstance(documents, Iterable) or isinstance(documents, Mapping):
        found = type(documents).__name__
        raise InputError(f"passages must be a list of texts, found {found}", field="passages")
    return [
        _text(each, f"passage {number}", "passages") for number, each in enumerate(documents, 1)
    ]


def _text(given: Any, what: str, field: str) -> str:
    if isinstance(given, str):
        return given
    fields = {name: getattr(given, name, None) for name in _TEXTS}
    if isinstance(given, Mapping):
        fields = {name: given.get(name) for name in _TEXTS}
    found = [text for text in fields.values() if isinstance(text, str)]
    if not found:
        kind = type(given).__name__
        wanted = f"a text, or something with {' or '.join(_TEXTS)}"
        raise InputError(f"{what}: found {kind}, expected {wanted}", field=field)
    return str(found[0])


@contextmanager
def needed(library: str, extra: str) -> Iterator[None]:
    """Say how to install what an import in the block did not find.

    Raises:
        MissingExtraError: When it is not installed, or too old; the cause says which.
    """
    try:
        yield
    except ImportError as error:
        raise MissingExtraError(f"the integration with {library}", extra) from error
