"""What every detector asks first: can this answer be checked at all?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.answers.pieces import judged_texts
from groundgraph.text.foreign import is_plain_english, words_of
from groundgraph.text.held_data import held_data
from groundgraph.text.language import CODE, NOT_ENGLISH, is_english, surely_foreign, unread
from groundgraph.text.quantities.tables.reading import tables
from groundgraph.text.structured import facts
from groundgraph.types import Claim, Example, Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from groundgraph.text.answers.kinds import Kind
    from groundgraph.text.structured import Fact
    from groundgraph.types import Passage, Span

EMPTY_ANSWER = "the answer is empty"
NO_PASSAGES = "no passage has any text"
NO_CLAIM = "the answer makes no claim that can be checked"
NOTHING_ALIKE = "none of the words of the answer stand in the evidence"
DECLINES = "declines to answer"
NOVEL = "the score is no probability here: it was not calibrated on answers like this"
"""The remark on an answer that is unlike those of the calibration."""
_ONLY: tuple[tuple[Kind, str], ...] = (
    ("refusal", DECLINES),
    ("code", f"the answer is {CODE}"),
    ("repeat", "only repeats the question"),
    ("question", "only asks a question"),
    ("offer", "only greets or offers help"),
    ("greeting", "only greets or offers help"),
    ("opening", "only announces an answer"),
)


def examples_of(given: Any) -> Sequence[Example]:
    """Return what ``detect`` was given, which may be any iterable of examples.

    Raises:
        TypeError: When it is one example, or holds anything else.
    """
    if isinstance(given, Example | Mapping | str) or not hasattr(given, "__iter__"):
        found = type(given).__name__
        raise TypeError(f"detect takes a list of groundgraph.Example values, found one {found}")
    examples = given if isinstance(given, list | tuple) else list(given)
    for number, example in enumerate(examples, 1):
        if not isinstance(example, Example):
            found = type(example).__name__
            raise TypeError(
                f"example {number} must be a groundgraph.Example, found {found}; "
                "groundgraph.check_many reads dictionaries"
            )
    return examples


def obstacle(example: Example) -> str:
    """Return why the answer cannot be checked, or "" when it can."""
    if not example.answer.strip():
        return EMPTY_ANSWER
    if not any(passage.text.strip() for passage in example.passages):
        return NO_PASSAGES
    return ""


def unclaimed(kinds: Collection[Kind]) -> str:
    """Return why an answer whose sentences are of these kinds, none a claim, cannot be checked."""
    return next((reason for kind, reason in _ONLY if kind in kinds), NO_CLAIM)


def nothing_claimed(example: Example) -> str:
    """Return why an answer only declines, greets, or repeats the question; "" where it claims.

    For detectors that judge the answer as it stands; those that judge its claims alone see it
    there (`groundgraph.text.answers.pieces`).
    """
    (found,) = judged_texts([example], SentenceSegmenter().segment)
    said = {kind for kind in found.others if kind != "heading"}
    return "" if found.spans or not said else unclaimed(found.others)


class Readable(NamedTuple):
    """What a detector of English can read of an answer and its evidence.

    Attributes:
        example: The answer beside the passages that can be read.
        obstacle: Why the answer cannot be judged, or "".
        remark: What was left out of the evidence and why, or "".
    """

    example: Example
    obstacle: str = ""
    remark: str = ""


def readable(example: Example, said: str = "") -> Readable:
    """Leave out passages that are not English prose or data.

    The answer itself, or more than half of the evidence by length, makes it an obstacle. Words of
    English passages, and of names in triples, are no sign of another language in the answer.

    Args:
        example: The answer and its evidence.
        said: What was answered, where the answer has words of the question put around it.
    """
    said = said or example.answer
    if unread(said) and (why := unread(said, known=_english_words(example))):
        return Readable(example, f"the answer is {why}; this detector reads English")
    reasons = {passage.id: why for passage in example.passages if (why := _unread(passage))}
    if not reasons:
        return Readable(example)
    kept = tuple(passage for passage in example.passages if passage.id not in reasons)
    counted = f"{len(reasons)} of {len(example.passages)} passages"
    why = " or ".join(dict.fromkeys(reasons.values()))
    lost = sum(len(p.text) for p in example.passages if p.id in reasons)
    if 2 * lost > sum(len(p.text) for p in example.passages):
        obstacle = f"most of the evidence ({counted}) is {why}; this detector reads English"
        return Readable(example, obstacle)
    return Readable(replace(example, passages=kept), remark=f"left out {counted}: {why}")


def foreign_claims(example: Example, claims: Sequence[str]) -> dict[int, str]:
    """Return the numbers of the claims that are in another language, and why they are not read.

    None where all are: then the answer is.
    """
    whys = [
        surely_foreign(claim) and surely_foreign(claim, _english_words(example)) for claim in claims
    ]
    return {n: why for n, why in enumerate(whys) if why} if not all(whys) else {}


def _english_words(example: Example) -> frozenset[str]:
    texts = [p.text for p in example.passages if is_plain_english(p.text)]
    texts += [name for triple in example.triples or () for name in (triple.subject, triple.object)]
    return frozenset(word for text in texts for word in words_of(text))


def _unread(passage: Passage) -> str:
    why = unread(passage.text)
    if not why:
        return ""
    found = facts(passage.text)
    if found is None and not _is_tabular(passage.text):
        return why
    why = unread(_language_of(passage.text, found or ()), data=True)
    return "" if why == NOT_ENGLISH and is_english(passage.text) else why  # names and codes


def _is_tabular(text: str) -> bool:
    """Say whether more of a text is tables than is not."""
    taken = sum(span.end - span.start for span in tables(text).spans)
    return 2 * taken > len(text)


def _language_of(text: str, found: Sequence[Fact]) -> str:
    """Return what of data is in a language: of JSON the values that are no codes."""
    if held_data(text) is None:
        return text
    values = (fact.value for fact in found if isinstance(fact.value, str))
    return "\n".join(value for value in values if " " in value.strip() or not value.isascii())


def unverifiable(reason: str, findings: Iterable[Finding] = ()) -> Verdict:
    """Return the verdict on an answer that cannot be checked."""
    return Verdict("unverifiable", None, reason=reason, findings=tuple(findings))


def claims_of(answer: str, spans: Iterable[Span]) -> tuple[Claim, ...]:
    """Return the claims that stand at ``spans``."""
    return tuple(Claim(span.of(answer), span) for span in spans)


def evidence_groups(examples: Sequence[Example]) -> list[str]:
    """Name each example's evidence, so that answers which share it stay in one fold.

    Passages of the same texts are the same evidence, in whatever order and under whatever ids.
    """
    numbers: dict[object, str] = {}
    texts = (frozenset(passage.text for passage in e.passages) for e in examples)
    return [numbers.setdefault(each, str(len(numbers))) for each in texts]
