"""An answer checked while it is still being written: sentences go out once they are checked."""

from __future__ import annotations

from collections.abc import AsyncIterable
from contextlib import aclosing, closing, nullcontext
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args, overload

from groundgraph.api import loaded
from groundgraph.errors import InputError
from groundgraph.specs import deciding_at
from groundgraph.text.streamed import StreamedSentences
from groundgraph.types import Claim, Example, Finding, Span, Verdict
from groundgraph.types.outcomes import FLAGGED

if TYPE_CHECKING:
    from collections.abc import (
        AsyncIterator,
        Awaitable,
        Callable,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

    from groundgraph.api import What
    from groundgraph.types import Outcome, Passage, Turn

    Rewrite = Callable[["Sentence"], str]
    Judge = Callable[[Example], Verdict]
    AsyncJudge = Callable[[Example], Awaitable[Verdict]]

Policy = Literal["mark", "drop", "stop", "rewrite"]
Fail = Literal["open", "closed"]
POLICIES: tuple[Policy, ...] = get_args(Policy)
FAILS: tuple[Fail, ...] = get_args(Fail)
CONTEXT = 2
"""Sentences before one that are read with it: "It" needs to be known."""
NO_CLAIM = "the sentence makes no claim that can be checked"
_WORST: tuple[Outcome, ...] = ("contradicted", "unsupported", "unverifiable", "supported")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a guarded answer; as a text it is what may be shown.

    Attributes:
        text: What may be shown: the sentence, what it was rewritten to, or "" where it was dropped.
        given: What the stream had, with the white space behind it.
        span: Where that stands in the stream.
        outcome: The worst of its claims' outcomes; "unverifiable" where it makes none.
        flagged: Whether the policy was applied to it.
        findings: Of its claims; their spans are places in the stream. Of a sentence that was
            rewritten, those of the sentence as the stream had it.
        reason: Why it could not be checked, or "".
    """

    text: str
    given: str
    span: Span
    outcome: Outcome
    flagged: bool = False
    findings: tuple[Finding, ...] = ()
    reason: str = ""

    def __str__(self) -> str:
        return self.text


@overload
def guard(
    answer: Iterable[str | None],
    passages: Sequence[Passage | str | Mapping[str, Any]],
    *,
    question: str | Sequence[Turn | dict[str, Any]] = ...,
    policy: Policy = ...,
    rewrite: Rewrite | None = ...,
    fail: Fail = ...,
    detector: What = ...,
    at: str | float | None = ...,
) -> Iterator[Sentence]: ...
@overload
def guard(
    answer: AsyncIterable[str | None],
    passages: Sequence[Passage | str | Mapping[str, Any]],
    *,
    question: str | Sequence[Turn | dict[str, Any]] = ...,
    policy: Policy = ...,
    rewrite: Rewrite | None = ...,
    fail: Fail = ...,
    detector: What = ...,
    at: str | float | None = ...,
) -> AsyncIterator[Sentence]: ...
def guard(
    answer: Iterable[str | None] | AsyncIterable[str | None],
    passages: Sequence[Passage | str | Mapping[str, Any]],
    *,
    question: str | Sequence[Turn | dict[str, Any]] = "",
    policy: Policy = "mark",
    rewrite: Rewrite | None = None,
    fail: Fail = "open",
    detector: What = "fused",
    at: str | float | None = None,
) -> Iterator[Sentence] | AsyncIterator[Sentence]:
    """Check an answer while it is generated, and yield its sentences once they are checked.

    >>> pieces = ["The battery is covered ", "for 24 months. It is ", "covered for 36 months."]
    >>> passages = ["The battery is covered for 24 months."]
    >>> "".join(map(str, guard(pieces, passages, policy="drop")))
    'The battery is covered for 24 months. '

    Each sentence is judged with up to two unflagged ones before it, as an answer of its own, so
    what `check` says of the whole answer may differ.

    Args:
        answer: The pieces of the answer, of any length, as a model's client yields them, with
            ``None`` where one has no text; an asynchronous iterable gives an asynchronous
            generator, which judges in a thread.
        passages: As for `groundgraph.check`.
        question: As for `groundgraph.check`.
        policy: What is done with a sentence that has a contradicted or unsupported claim: "mark"
            passes it on with its findings; "drop" leaves its text out; "stop" leaves it out and
            ends, closing ``answer``; "rewrite" asks ``rewrite``. None of them touches what could
            not be checked, unless ``fail`` is "closed".
        rewrite: Returns another text for a flagged sentence. That text is checked as well, and is
            left out where it is flagged too.
        fail: What is done with a sentence whose claims could not be checked: "open" passes it on
            as "unverifiable", "closed" applies the policy to it. One without a claim, such as a
            greeting, is passed on.
        detector: As for `groundgraph.check`.
        at: As for `groundgraph.check`.

    Yields:
        One `Sentence` for each sentence of the stream, in order.

    Raises:
        InputError: When the policy is unknown, or "rewrite" without ``rewrite``.
        TypeError: When a field has another type, such as one text for ``passages``, or a piece of
            the answer is no text, such as bytes.
        GroundgraphError: When the detector cannot be loaded, or fails.
    """
    given: Any = passages  # `Example` numbers texts and refuses what is no list
    if isinstance(answer, bytes | bytearray):
        raise TypeError("the answer is bytes, expected pieces of text; decode it first")
    watch = Watch(Example("", given, question=question), policy, fail, rewrite)
    known = cache(lambda: deciding_at(loaded(detector), at))

    def judge(example: Example) -> Verdict:
        return known().detect([example])[0]

    if isinstance(answer, AsyncIterable):
        from asyncio import to_thread  # half of what importing groundgraph would take

        async def in_a_thread(example: Example) -> Verdict:
            return await to_thread(judge, example)

        return watched_async(answer, watch, in_a_thread)
    return watched(answer, watch, judge)


class Watch:
    """What is known of one answer while it arrives; asks nothing and waits for nothing itself.

    Args:
        beside: The example without its answer.
        policy: As for `guard`, as the two below.
        fail: Whether a claim that could not be checked passes.
        rewrite: Returns another text for a flagged sentence.

    Attributes:
        over: Whether the policy ended the answer.

    Raises:
        InputError: When the policy is unknown, or "rewrite" without ``rewrite``.
    """

    def __init__(
        self, beside: Example, policy: Policy, fail: Fail, rewrite: Rewrite | None = None
    ) -> None:
        if policy not in POLICIES or fail not in FAILS:
            name, found, known = (
                ("fail", fail, FAILS) if policy in POLICIES else ("policy", policy, POLICIES)
            )
            raise InputError(f"{name} is {found!r}; expected one of {', '.join(known)}")
        if (policy == "rewrite") != (rewrite is not None):
            raise InputError("policy='rewrite' and rewrite=FUNCTION need each other")
        self.over = False
        self.rewrite = rewrite
        self._beside = beside
        self._policy = policy
        self._fail = fail
        self._stream = StreamedSentences()
        self._start = 0
        self._context: list[str] = []

    def add(self, piece: str | None) -> Iterator[str]:
        """Yield the sentences that a piece of the answer completes; ``None`` is an empty one.

        Raises:
            TypeError: When it is something else, such as bytes.
        """
        if piece is not None and not isinstance(piece, str):
            raise TypeError(
                f"a piece of the answer is {type(piece).__name__}, expected str or None; "
                + ("decode the bytes first" if isinstance(piece, bytes) else "pass on its text")
            )
        return self._stream.add(piece) if piece else iter(())

    def end(self) -> Iterator[str]:
        """Yield what is left at the end of the answer."""
        return self._stream.end()

    def example(self, text: str) -> Example:
        """Return what is to be judged for a sentence: it, behind those that it is read with."""
        return replace(self._beside, answer="".join(self._context) + text)

    def seen(self, given: str, verdict: Verdict) -> Sentence:
        """Return what the verdict on its example says of a sentence, the policy not yet applied."""
        before = sum(map(len, self._context))
        findings = _own(verdict, given, before, self._start)
        span = Span(self._start, self._start + len(given))
        outcome, reason = _outcome(verdict, findings)
        unsure = outcome == "unverifiable" and self._fail == "closed" and _claims(given, findings)
        flagged = outcome in FLAGGED or unsure
        return Sentence(given, given, span, outcome, flagged, findings, reason)

    def take(self, sentence: Sentence, again: Sentence | None = None) -> Sentence:
        """Apply the policy, and go on behind the sentence.

        Args:
            sentence: As `seen` returned it.
            again: What was seen of the text that it was rewritten to.
        """
        if sentence.flagged and self._policy != "mark":
            text = again.given if again is not None and not again.flagged else ""
            sentence = replace(sentence, text=text)
            self.over = self._policy == "stop"
        if sentence.text and (not sentence.flagged or again is not None):
            self._context = [*self._context, sentence.text][-CONTEXT:]
        self._start = sentence.span.end
        return sentence


def watched(pieces: Iterable[str | None], watch: Watch, judge: Judge) -> Iterator[Sentence]:
    """Yield the sentences of an answer, each judged by ``judge``; see `guard`."""
    source: Any = pieces
    with closing(source) if hasattr(source, "close") else nullcontext():
        for given in _sentences(pieces, watch):
            sentence = watch.seen(given, judge(watch.example(given)))
            again = None
            if sentence.flagged and watch.rewrite is not None:
                text = watch.rewrite(sentence)
                again = watch.seen(text, judge(watch.example(text))) if text else None
            yield watch.take(sentence, again)
            if watch.over:
                return


def _sentences(pieces: Iterable[str | None], watch: Watch) -> Iterator[str]:
    for piece in pieces:
        yield from watch.add(piece)
    yield from watch.end()


async def watched_async(
    pieces: AsyncIterable[str | None], watch: Watch, judge: AsyncJudge
) -> AsyncIterator[Sentence]:
    """Yield the sentences of an answer, each judged by ``judge``; see `guard`."""
    source: Any = pieces
    async with aclosing(source) if hasattr(source, "aclose") else nullcontext():
        async for given in _sentences_async(pieces, watch):
            sentence = watch.seen(given, await judge(watch.example(given)))
            again = None
            if sentence.flagged and watch.rewrite is not None:
                text = watch.rewrite(sentence)
                again = watch.seen(text, await judge(watch.example(text))) if text else None
            yield watch.take(sentence, again)
            if watch.over:
                return


async def _sentences_async(pieces: AsyncIterable[str | None], watch: Watch) -> AsyncIterator[str]:
    async for piece in pieces:
        for given in watch.add(piece):
            yield given
    for given in watch.end():
        yield given


def _own(verdict: Verdict, given: str, before: int, start: int) -> tuple[Finding, ...]:
    """Return the findings on the last sentence of what was judged, at their places in the stream.

    Args:
        verdict: On the sentence and those that it was read with.
        given: The sentence.
        before: Characters of those.
        start: Where the sentence stands in the stream.
    """
    own = Span(before, before + len(given))
    found = []
    for finding in verdict.findings:
        if not finding.claim.span.overlaps(own):
            continue
        first, last = max(finding.claim.span.start - before, 0), finding.claim.span.end - before
        inside = Span(first, min(last, len(given)))
        claim = Claim(inside.of(given), Span(start + inside.start, start + inside.end))
        found.append(replace(finding, claim=claim))
    return tuple(found)


def _outcome(verdict: Verdict, findings: tuple[Finding, ...]) -> tuple[Outcome, str]:
    """Return the worst outcome of a sentence's claims, and why where it is "unverifiable"."""
    if findings:
        outcome = min((finding.outcome for finding in findings), key=_WORST.index)
        reason = next((f.explanation for f in findings if f.outcome == "unverifiable"), "")
        return outcome, reason if outcome == "unverifiable" else ""
    if verdict.label == "unverifiable":
        return "unverifiable", verdict.reason
    if verdict.findings:
        return "unverifiable", NO_CLAIM
    # A detector that knows answers only.
    return ("supported", "") if verdict.label == "grounded" else ("unsupported", "")


def _claims(given: str, findings: tuple[Finding, ...]) -> bool:
    """Say whether a sentence claims anything."""
    from groundgraph.parts.segmenters.sentences import SentenceSegmenter
    from groundgraph.text.answers.pieces import pieces

    if findings:
        return True
    return any(p.kind == "claim" for p in pieces(Example(given), SentenceSegmenter().segment))
