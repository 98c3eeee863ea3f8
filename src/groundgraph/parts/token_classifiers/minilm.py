"""The embedded token classifier: which words of an answer its evidence does not support.

Windows of evidence and of the answer are each read alone by the frozen first layer of
all-MiniLM-L6-v2; a trained layer lets the answer's tokens attend to the evidence and to each
other. What it was trained on, figures and limits: ``models/tokens/MODEL_CARD.md``.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.parts.onnx import session, shipped, workers
from groundgraph.ranges import in_range
from groundgraph.types.tokens import TokenScores, TokenWindow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from concurrent.futures import Executor, Future

    from numpy.typing import NDArray

    from groundgraph.types.tokens import AnswerTokens

    Floats = NDArray[np.float32]
    Whole = NDArray[np.int8]

FOLDER = shipped("tokens")
_READER, _JUDGE = FOLDER / "reader.onnx", FOLDER / "judge.onnx"
_CLS, _SEP = 101, 102
_EVIDENCE, _QUESTION, _ANSWER = 0, 1, 2
_TOKENS = {"unit": 1, "keys": 2, "values": 1}  # the axis of what is kept of a window
_AT_ONCE = 512
_AHEAD = 8  # answers under way; bounds memory: a token takes 4 KB
_BLANK = TokenWindow((100,), (-1,))  # one unknown token, for evidence that has none
_KEPT_TOKENS = 8192


@dataclass(frozen=True)
class MiniLMTokens:
    """A trained layer over a frozen one: English, no download.

    A window's states are kept while it is used, so answers to the same passages share them.

    Attributes:
        most_evidence: Evidence tokens that an answer is judged by; of longer evidence, the
            windows that share most of their tokens with the answer.
        threads: Windows and answers computed at once; 0 takes every core that the process may
            use.

    Raises:
        InputError: When a number is out of range.
    """

    most_evidence: int = 4096
    threads: int = field(default=0, compare=False, metadata={"spec": False})

    def __post_init__(self) -> None:
        in_range("most_evidence", self.most_evidence, 256, 2**20)
        in_range("threads", self.threads, 0, 1024)

    def classify(self, answers: Iterable[AnswerTokens], /) -> Iterator[TokenScores]:
        """Score the tokens of each answer, in order.

        An answer is read and judged while the next ones are drawn from ``answers``.

        Raises:
            ModelError: When the model's files are missing or damaged.
        """
        under_way: deque[tuple[AnswerTokens, list[TokenWindow], Future[list[_Portion]]]] = deque()
        with workers(self.threads) as pool:
            reader = _Reader(pool)
            for answer in answers:
                windows = nearest_windows(answer, self.most_evidence) or [_BLANK]
                evidence = reader.read(windows, answer.question)
                under_way.append((answer, windows, pool.submit(_judge, answer, evidence)))
                if len(under_way) > _AHEAD:
                    yield _scored(*under_way.popleft())
            while under_way:
                yield _scored(*under_way.popleft())


def nearest_windows(answer: AnswerTokens, most: int) -> list[TokenWindow]:
    """Return all windows of the evidence, or those that share most tokens with the answer.

    They come in an order of their own: sums that depend on the order of the passages would differ
    in their last digits, and a whole number rounded the other way.

    Args:
        answer: The answer.
        most: Tokens that the windows may have together; the best one is always returned.
    """
    windows = sorted(answer.evidence)
    sizes = [len(window.ids) for window in windows]
    if sum(sizes) <= most:
        return windows
    said = {token for window in answer.answer for token in window.ids}
    shared = [len(said.intersection(window.ids)) for window in windows]
    order = sorted(range(len(sizes)), key=lambda i: -shared[i])
    kept = [i for i, total in zip(order, np.cumsum([sizes[i] for i in order]), strict=True)
            if total <= most]  # fmt: skip
    return [windows[i] for i in sorted(kept or order[:1])]


_Key = tuple[tuple[int, ...], int]


class _Read(NamedTuple):
    """What is kept of a window: of an answer's the states, else what answers ask for.

    The rest is empty. Unit vectors are whole numbers; what a step is worth is left to the judge.
    """

    own: Floats
    unit: Whole
    keys: Floats
    values: Floats


class _Kept:
    """The windows read last, up to a number of tokens."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._read: OrderedDict[_Key, _Read] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: _Key) -> _Read | None:
        with self._lock:
            read = self._read.get(key)
            if read is not None:
                self._read.move_to_end(key)
            return read

    def put(self, key: _Key, read: _Read) -> None:
        with self._lock:
            if key not in self._read:
                self._read[key] = read
                self._size += len(key[0])
            while self._size > self._most:
                (ids, _), _ = self._read.popitem(last=False)
                self._size -= len(ids)

    def clear(self) -> None:
        with self._lock:
            self._read.clear()
            self._size = 0


_KEPT = _Kept(_KEPT_TOKENS)


def forget() -> None:
    """Drop the states of the windows read last; benchmarks call it."""
    _KEPT.clear()


_Feed = dict[str, "Floats | Whole"]


class _Reader:
    """Reads evidence in a pool's threads: each window once, and joined once for answers to it."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self._under_way: dict[_Key, Future[_Read]] = {}
        self._last: tuple[list[_Key], Future[_Feed]] | None = None

    def read(
        self, evidence: Sequence[TokenWindow], question: Sequence[TokenWindow]
    ) -> Future[_Feed]:
        """Promise what the judge reads of some evidence; answers to one often come together."""
        wanted = [(w.ids, _EVIDENCE) for w in evidence] + [(w.ids, _QUESTION) for w in question]
        if self._last is None or self._last[0] != wanted:
            for key in [key for key, future in self._under_way.items() if future.done()]:
                del self._under_way[key]
            reads = [self._one(key) for key in wanted]
            self._last = wanted, self._pool.submit(_join, reads, len(evidence))
        return self._last[1]

    def _one(self, key: _Key) -> _Read | Future[_Read]:
        found = self._under_way.get(key) or _KEPT.get(key)
        if found is None:
            found = self._under_way[key] = self._pool.submit(_run_reader, key)
        return found


def _run_reader(key: _Key) -> _Read:
    # Activations are quantised with one scale for all that is computed at once, so each window
    # is computed alone: what it gets depends on nothing beside it.
    ids, kind = key
    feed = {"input_ids": np.array([(_CLS, *ids, _SEP)]), "kind": np.array([kind])}
    read = _Read(*session(_READER, 1).run(_Read._fields, feed))
    if kind == _EVIDENCE:
        _KEPT.put(key, read)
    return read


def _join(reads: Sequence[_Read | Future[_Read]], n_shown: int) -> _Feed:
    """Return what the judge reads of the first windows, and of what else stands beside them."""
    # They were given to the same threads before, so they are done or being read.
    beside = [read if isinstance(read, _Read) else read.result() for read in reads]
    taken = {"unit": beside[:n_shown], "keys": beside, "values": beside}
    return {
        name: np.concatenate([getattr(read, name) for read in reads], axis=_TOKENS[name])
        for name, reads in taken.items()
    }


_Portion = tuple["Floats", "Floats", "Floats"]
"""Logits of tokens ``(n_tokens, 3)``, that of the answer ``(1,)``, and cosines to the evidence."""


def _judge(answer: AnswerTokens, evidence: Future[_Feed]) -> list[_Portion]:
    own = [_run_reader((window.ids, _ANSWER)).own for window in answer.answer]
    feed, judge = evidence.result(), session(_JUDGE, 1)
    return [
        judge.run(None, {**feed, "own": np.concatenate(own[windows]), "rows": answer.rows[tokens]})
        for windows, tokens in _portions(answer.answer)
    ]


def _scored(
    answer: AnswerTokens, evidence: Sequence[TokenWindow], judged: Future[list[_Portion]]
) -> TokenScores:
    # In the caller's thread: numpy lets go of the interpreter again and again, and a thread beside
    # a busy one waits for it each time.
    found = judged.result()
    if not found:
        return token_scores(np.zeros((0, 3), np.float32), 0.0, *_far(answer))
    logits, wholes, cosines = zip(*found, strict=True)
    near = _nearness(answer, evidence, cosines)
    return token_scores(np.concatenate(logits), max(float(w[0]) for w in wholes), *near)


def token_scores(logits: Floats, answer: float, nearness: Floats, records: Floats) -> TokenScores:
    """Turn logits, ``(n_tokens, 3)``: supported, unsupported, contradicted."""
    unsupported = np.logaddexp(logits[:, 1], logits[:, 2]) - logits[:, 0]
    return TokenScores(unsupported, logits[:, 2] - logits[:, 1], answer, nearness, records)


def _portions(windows: Sequence[TokenWindow]) -> Iterator[tuple[slice, slice]]:
    """Yield the windows that are judged at once, and their tokens; nothing without windows."""
    first = start = stop = 0
    for number, window in enumerate(windows):
        if first < number and stop - start + len(window.ids) > _AT_ONCE:
            yield slice(first, number), slice(start, stop)
            first, start = number, stop
        stop += len(window.ids)
    if windows:
        yield slice(first, len(windows)), slice(start, stop)


def _far(answer: AnswerTokens) -> tuple[Floats, Floats]:
    sizes = (answer.n_units, len(answer.records))
    near, records = (np.zeros((answer.n_claims, size), np.float32) for size in sizes)
    return near, records


def _nearness(
    answer: AnswerTokens, evidence: Sequence[TokenWindow], cosines: Sequence[Floats]
) -> tuple[Floats, Floats]:
    """Return how near units and records are to each claim, as in `TokenScores`.

    The cosines are of the answer's tokens to all of the evidence, portion after portion.
    """
    near, records = _far(answer)
    if evidence == [_BLANK]:
        return near, records
    # A long passage has many more units than were read; those that were not are at 0.
    units, nearest = _nearest(_parts(evidence), cosines)
    spans = np.searchsorted(units, np.array(answer.records, np.intp).reshape(-1, 2))
    whole = [nearest[i:j].max(axis=0, keepdims=True, initial=0.0) for i, j in spans.tolist()]
    either = np.concatenate([nearest, *whole]).T
    claims, first_of_claim = _runs(_parts(answer.answer))
    counts = np.diff(first_of_claim, append=len(either)).astype(np.float32)
    found = np.add.reduceat(either, first_of_claim, axis=0) / counts[:, None]
    found = np.clip(found, -1.0, 1.0)  # rounding may pass 1
    near[np.ix_(claims, units)] = found[:, : len(units)]
    records[claims] = found[:, len(units) :]
    return near, records


def _nearest(parts: NDArray[np.intp], cosines: Sequence[Floats]) -> tuple[NDArray[np.intp], Floats]:
    """Return the units that were read, in order, and their highest cosine to each token, from 0."""
    of_run, first_of_run = _runs(parts)
    units, rows = np.unique(of_run, return_inverse=True)
    edges = [*pairwise([*first_of_run.tolist(), len(parts)])]
    nearest = np.zeros((len(units), sum(map(len, cosines))), np.float32)
    start = 0
    for portion in cosines:
        by_evidence, here = (
            np.ascontiguousarray(portion.T),
            nearest[:, start : start + len(portion)],
        )
        # One after another: reduceat is slower. A long unit goes on in another window.
        for row, (first, stop) in zip(rows.tolist(), edges, strict=True):
            np.maximum(here[row], by_evidence[first:stop].max(axis=0), out=here[row])
        start += len(portion)
    return units, nearest


def _parts(windows: Sequence[TokenWindow]) -> NDArray[np.intp]:
    return np.array([part for window in windows for part in window.parts])


def _runs(parts: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the part of each run of tokens of one part, and the place of its first token."""
    first = np.append(0, np.flatnonzero(parts[1:] != parts[:-1]) + 1)
    return parts[first], first
