"""Rows as tokens and their classes, in flat arrays that are kept on disk."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.errors import InputError
from groundgraph.parts.readers.window import BERT, windows
from groundgraph.parts.wordpieces import wordpieces
from training.loop import digest
from training.progress import counted
from training.reader.recipe import SUPPORTED
from training.reader.rows import cut, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.parts.readers.window import Special, Tokens, Window
    from groundgraph.types.readings import CutAnswer
    from training.reader.rows import Row

IGNORED = -1
_AT_ONCE = 2000


class Vocabulary(NamedTuple):
    """How texts become tokens.

    Attributes:
        name: Tells vocabularies apart.
        tokens: Of a text, and where each starts.
        special: The tokens around texts.
    """

    name: str
    tokens: Tokens
    special: Special


def minilm() -> Vocabulary:
    """Return that of the shipped models."""

    def tokens(text: str) -> tuple[list[int], Sequence[int]]:
        read = wordpieces(text)
        return read.ids.tolist(), read.starts

    return Vocabulary("minilm", tokens, BERT)


class Item(NamedTuple):
    """A window with its classes.

    Attributes:
        ids: Of its tokens, shape ``(n_tokens,)``.
        first: Where the claims begin; they end before the last token.
        claims: The claim of each of their tokens, from 0, shape ``(n_own,)``.
        labels: The class of each of them, or `IGNORED`, shape ``(n_own,)``.
        outcomes: The class of each claim, shape ``(n_claims,)``.
        row: The number of its row.
    """

    ids: NDArray[np.int32]
    first: int
    claims: NDArray[np.int16]
    labels: NDArray[np.int8]
    outcomes: NDArray[np.int8]
    row: int

    @property
    def is_wrong(self) -> bool:
        """Whether any of its claims is not supported."""
        return bool((self.outcomes != SUPPORTED).any())


def items_of(
    row: Row, number: int, text: CutAnswer, vocabulary: Vocabulary, max_tokens: int
) -> Iterator[Item]:
    """Yield the windows of a row."""
    outcomes = [claim[2] for claim in row.claims] or [row.outcome]
    for window in windows(text, vocabulary.tokens, max_tokens, vocabulary.special):
        kept, claims = np.unique(window.claims, return_inverse=True)
        yield Item(
            window.ids,
            window.first,
            claims.astype(np.int16),
            labels_of(row, window),
            np.array([outcomes[n] for n in kept], np.int8),
            number,
        )


def labels_of(row: Row, window: Window) -> NDArray[np.int8]:
    """Return the class of each of the claims' tokens.

    A token is of a mark's class where it stands in its words; all are supported in an answer that
    is, and ignored where nobody has said which words are not.
    """
    if row.marks is None:
        return np.full(len(window.starts), IGNORED, np.int8)
    labels = np.full(len(window.starts), SUPPORTED, np.int8)
    ends = np.append(window.starts[1:], len(row.answer))
    for start, end, kind in row.marks:
        labels[(window.starts < end) & (ends > start) & (window.starts >= _word(row, start))] = kind
    return labels


def _word(row: Row, start: int) -> int:
    """Return where the word begins that a place stands in."""
    while start and row.answer[start - 1].isalnum() and row.answer[start].isalnum():
        start -= 1
    return start


class Items:
    """The windows of a file of rows, in flat arrays; written once, then read from disk.

    The file of rows may be absent where the arrays were brought from elsewhere.

    Args:
        rows: The file.
        vocabulary: How texts become tokens.
        max_tokens: Of a window.

    Raises:
        InputError: When both are absent.

    Attributes:
        made_of: What the arrays come from; JSON's values.
        names: Of the corpora, by their numbers.
        arrays: ``ids``, ``claims``, ``labels`` and ``outcomes`` of all windows one after the other;
            where those of each begin (``ids_at``, ``own_at``, ``outcomes_at``); of each window
            ``first`` and ``row``; of each row ``corpus`` and ``group``, numbers.
    """

    LISTS = ("ids", "claims", "labels", "outcomes")

    def __init__(self, rows: Path, vocabulary: Vocabulary, max_tokens: int) -> None:
        stem = f"{rows.stem}-{vocabulary.name}-{max_tokens}"
        path, about = rows.with_name(f"{stem}.npz"), rows.with_name(f"{stem}.json")
        known = json.loads(about.read_text(encoding="utf-8")) if about.is_file() else {}
        if rows.is_file():
            made_of = {
                "rows": digest(rows),
                "vocabulary": vocabulary.name,
                "max_tokens": max_tokens,
            }
            if known.get("made_of") != made_of:
                about.unlink(missing_ok=True)
                known = {"made_of": made_of, "names": _write(rows, path, vocabulary, max_tokens)}
                about.write_text(json.dumps(known), encoding="utf-8")
        if not (known and path.is_file()):
            raise InputError(f"found neither {rows} nor {path} with {about.name}")
        self.made_of: dict[str, Any] = known["made_of"]
        self.names: list[str] = known["names"]
        with np.load(path) as arrays:
            self.arrays: dict[str, NDArray[Any]] = dict(arrays)

    def __len__(self) -> int:
        return len(self.arrays["row"])

    def __getitem__(self, number: int) -> Item:
        """Return a window."""
        if not 0 <= number < len(self):
            raise IndexError(number)
        part = {name: self._stretch(name, number) for name in self.LISTS}
        first, row = (int(self.arrays[name][number]) for name in ("first", "row"))
        return Item(part["ids"], first, part["claims"], part["labels"], part["outcomes"], row)

    def _stretch(self, name: str, number: int) -> NDArray[Any]:
        at = self.arrays["own_at" if name in {"claims", "labels"} else f"{name}_at"]
        return self.arrays[name][at[number] : at[number + 1]]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Tokens of each window."""
        return np.diff(self.arrays["ids_at"])

    @property
    def corpora(self) -> NDArray[np.str_]:
        """The corpus of each row."""
        found: NDArray[np.str_] = np.array(self.names)[self.arrays["corpus"]]
        return found

    @property
    def groups(self) -> NDArray[np.int32]:
        """The group of each row, a number."""
        return self.arrays["group"]


def _write(rows: Path, path: Path, vocabulary: Vocabulary, max_tokens: int) -> list[str]:
    """Write the windows; return the names of the corpora."""
    corpora: dict[str, int] = {}
    groups: dict[str, int] = {}
    of_rows: list[tuple[int, int]] = []
    found: list[Item] = []
    with rows.open(encoding="utf-8") as file:
        total = sum(1 for _ in file)
    for chunk in _chunks(counted(read(rows), "rows as tokens", total)):
        for row, text in zip(chunk, cut(chunk), strict=True):
            found += items_of(row, len(of_rows), text, vocabulary, max_tokens)
            named = (row.corpus, corpora), (row.group, groups)
            corpus, group = (known.setdefault(name, len(known)) for name, known in named)
            of_rows.append((corpus, group))
    numbers = np.array(of_rows, np.int32).reshape(-1, 2)
    arrays = flat(found) | {"corpus": numbers[:, 0], "group": numbers[:, 1]}
    np.savez_compressed(path, allow_pickle=False, **arrays)
    return list(corpora)


def flat(items: Sequence[Item]) -> dict[str, NDArray[Any]]:
    """Return windows one after the other, as `Items.arrays` has them; nothing of their rows."""
    arrays = {name: np.concatenate([getattr(item, name) for item in items]) for name in Items.LISTS}
    if arrays["ids"].max(initial=0) < 2**16:
        arrays["ids"] = arrays["ids"].astype(np.uint16)
    for name, of in (("ids_at", "ids"), ("own_at", "claims"), ("outcomes_at", "outcomes")):
        arrays[name] = np.cumsum([0, *(len(getattr(item, of)) for item in items)])
    arrays["first"] = np.array([item.first for item in items], np.int32)
    arrays["row"] = np.array([item.row for item in items], np.int32)
    return arrays


def _chunks(rows: Iterator[Row]) -> Iterator[list[Row]]:
    chunk: list[Row] = []
    for row in rows:
        chunk.append(row)
        if len(chunk) == _AT_ONCE:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
