"""The embedded token classifier: which words of an answer its evidence does not support.

Windows of evidence and of the answer are each read alone by the frozen first layer of
all-MiniLM-L6-v2; two trained layers let the answer's tokens attend to the evidence and to each
other. What it was trained on, figures and limits: ``models/tokens/MODEL_CARD.md``.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from operator import is_not
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.parts.onnx import in_range, session, shipped, workers
from groundgraph.token_types import TokenScores, TokenWindow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from concurrent.futures import Executor, Future

    from numpy.typing import NDArray

    from groundgraph.token_types import AnswerTokens

    Floats = NDArray[np.float32]
    Whole = NDArray[np.int8]

FOLDER = shipped("tokens")
_READER, _JUDGE = FOLDER / "reader.onnx", FOLDER / "judge.onnx"
_CLS, _SEP = 101, 102
_EVIDENCE, _QUESTION, _ANSWER = 0, 1, 2
_AXES = {"key_0": 2, "value_0": 1, "key_1": 2, "value_1": 1}  # of the tokens
_AT_ONCE = 512
_AHEAD = 8  # answers under way; bounds memory: a token takes 4 KB
_BLANK = TokenWindow((100,), (-1,))  # one unknown token, for evidence that has none
_KEPT_TOKENS = 8192


@dataclass(frozen=True)
class MiniLMTokens:
    """Two trained layers over a frozen one: English, no download.

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

    def classify(self, answers: Iterable[AnswerTokens], /) -> list[TokenScores]:
        """Score the tokens of each answer.

        An answer is read and judged while the next ones are drawn from ``answers``.

        Raises:
            ModelError: When the model's files are missing or damaged.
        """
        found: list[Future[TokenScores]] = []
        with workers(self.threads) as pool:
            reader, joined = _Reader(pool), _Joined()
            for answer in answers:
                windows = nearest_windows(answer, self.most_evidence) or [_BLANK]
                wanted = [(w.ids, _EVIDENCE) for w in windows]
                wanted += [(w.ids, _QUESTION) for w in answer.question]
                wanted += [(w.ids, _ANSWER) for w in answer.answer]
                read = reader.read(wanted)
                found.append(pool.submit(_judge_read, answer, windows, read, joined))
                if len(found) > _AHEAD:
                    found[-_AHEAD].result()
            return [future.result() for future in found]


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

    The rest is empty. Unit vectors and keys are whole numbers; what a step is worth is left to the
    judge.
    """

    own: Floats
    unit: Whole
    key_0: Whole
    value_0: Floats
    key_1: Whole
    value_1: Floats


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


class _Reader:
    """Reads windows, each once, in a pool's threads."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self._under_way: dict[_Key, Future[_Read]] = {}

    def read(self, wanted: Sequence[_Key]) -> dict[_Key, _Read | Future[_Read]]:
        """Return the states of windows, or promises of them."""
        done = [key for key, future in self._under_way.items() if future.done()]
        for key in done:
            del self._under_way[key]
        return {key: self._one(key) for key in dict.fromkeys(wanted)}

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


class _Joined(threading.local):
    """The evidence that a thread joined last: the next answer is often to the same passages."""

    def __init__(self) -> None:
        self._reads: list[_Read] = []
        self._feed: dict[str, Floats | Whole] = {}

    def of(self, shown: Sequence[_Read], beside: list[_Read]) -> dict[str, Floats | Whole]:
        """Return what the judge reads of the evidence, and of what else stands beside it."""
        reads = [*shown, *beside]
        if len(reads) != len(self._reads) or any(map(is_not, reads, self._reads)):
            feed = {
                name: np.concatenate([getattr(r, name) for r in beside], axis=axis)
                for name, axis in _AXES.items()
            }
            feed["unit"] = np.concatenate([r.unit for r in shown], axis=1)
            self._reads, self._feed = reads, feed
        return self._feed


def _judge_read(
    answer: AnswerTokens,
    evidence: Sequence[TokenWindow],
    read: dict[_Key, _Read | Future[_Read]],
    joined: _Joined,
) -> TokenScores:
    # Its windows were given to the same threads before it, so they are done or being read.
    found = {k: r if isinstance(r, _Read) else r.result() for k, r in read.items()}
    return _judge(answer, evidence, found, joined)


def _judge(
    answer: AnswerTokens,
    evidence: Sequence[TokenWindow],
    read: dict[_Key, _Read],
    joined: _Joined,
) -> TokenScores:
    if not answer.answer:
        return token_scores(np.zeros((0, 3), np.float32), 0.0, *_far(answer))
    shown = [read[w.ids, _EVIDENCE] for w in evidence]
    beside = shown + [read[w.ids, _QUESTION] for w in answer.question]
    feed = joined.of(shown, beside)
    logits, answers, cosines = [], [], []
    for windows, rows in _portions(answer):
        own = np.concatenate([read[w.ids, _ANSWER].own for w in windows])
        said, whole, near = session(_JUDGE, 1).run(None, {**feed, "own": own, "rows": rows})
        logits.append(said)
        answers.append(float(whole[0]))
        cosines.append(near)
    near = _nearness(answer, evidence, np.concatenate(cosines))
    return token_scores(np.concatenate(logits), max(answers), *near)


def token_scores(logits: Floats, answer: float, nearness: Floats, records: Floats) -> TokenScores:
    """Turn logits, ``(n_tokens, 3)``: supported, unsupported, contradicted."""
    unsupported = np.logaddexp(logits[:, 1], logits[:, 2]) - logits[:, 0]
    return TokenScores(unsupported, logits[:, 2] - logits[:, 1], answer, nearness, records)


def _portions(answer: AnswerTokens) -> Iterator[tuple[list[TokenWindow], Floats]]:
    """Yield windows that are judged at once, and their tokens' rows."""
    windows: list[TokenWindow] = []
    start = stop = 0
    for window in answer.answer:
        if windows and stop - start + len(window.ids) > _AT_ONCE:
            yield windows, answer.rows[start:stop]
            windows, start = [], stop
        windows.append(window)
        stop += len(window.ids)
    yield windows, answer.rows[start:stop]


def _far(answer: AnswerTokens) -> tuple[Floats, Floats]:
    sizes = (answer.n_units, len(answer.records))
    near, records = (np.zeros((answer.n_claims, size), np.float32) for size in sizes)
    return near, records


def _nearness(
    answer: AnswerTokens, evidence: Sequence[TokenWindow], cosines: Floats
) -> tuple[Floats, Floats]:
    """Return how near units and records are to each claim, as in `TokenScores`."""
    if evidence == [_BLANK]:
        return _far(answer)
    units, first_of_unit = _runs(evidence)
    claims, first_of_claim = _runs(answer.answer)
    nearest = np.zeros((len(cosines), answer.n_units), np.float32)
    runs = np.maximum.reduceat(cosines, first_of_unit, axis=1)
    np.maximum.at(nearest.T, units, runs.T)  # a long unit goes on in another window
    whole = [nearest[:, first:stop].max(axis=1, keepdims=True) for first, stop in answer.records]
    either = np.concatenate([nearest, *whole], axis=1)
    found = np.zeros((answer.n_claims, either.shape[1]), np.float32)
    counts = np.diff(first_of_claim, append=len(cosines)).astype(np.float32)
    found[claims] = np.add.reduceat(either, first_of_claim, axis=0) / counts[:, None]
    found = np.clip(found, -1.0, 1.0)  # rounding may pass 1
    return found[:, : answer.n_units], found[:, answer.n_units :]


def _runs(windows: Sequence[TokenWindow]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the part of each run of tokens of one part, and the place of its first token."""
    parts = np.array([part for window in windows for part in window.parts])
    first = np.flatnonzero(np.diff(parts, prepend=-1))
    return parts[first], first
