"""What every detector asks first: can this answer be checked at all?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.types import Claim, Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.types import Example, Span

EMPTY_ANSWER = "the answer is empty"
NO_PASSAGES = "no passage has any text"
NO_CLAIM = "the answer makes no claim that can be checked"


def obstacle(example: Example) -> str:
    """Return why the answer cannot be checked, or "" when it can."""
    if not example.answer.strip():
        return EMPTY_ANSWER
    if not any(passage.text.strip() for passage in example.passages):
        return NO_PASSAGES
    return ""


def unverifiable(reason: str, findings: Iterable[Finding] = ()) -> Verdict:
    """Return the verdict on an answer that cannot be checked."""
    return Verdict("unverifiable", None, reason=reason, findings=tuple(findings))


def claims_of(answer: str, spans: Iterable[Span]) -> tuple[Claim, ...]:
    """Return the claims that stand at ``spans``."""
    return tuple(Claim(span.of(answer), span) for span in spans)


def evidence_groups(examples: Sequence[Example]) -> list[str]:
    """Name each example's evidence, so that answers which share it stay in one fold."""
    numbers: dict[object, str] = {}
    return [numbers.setdefault(e.passages, str(len(numbers))) for e in examples]
