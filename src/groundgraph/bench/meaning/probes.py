"""Minimal pairs of a right and a wrong answer over the same passages; ``probes/README.md``."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from groundgraph.errors import InputError
from groundgraph.io.objects import read_objects
from groundgraph.types import Example, Passage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.io.objects import Record

DOMAINS = frozenset(
    """news medicine law finance software support shop travel science hr sports history""".split()
)
SPLITS = ("dev", "test")
"""Halves of the documents: settings are chosen on the first, figures reported on the second."""
_TEXTS = ("id", "phenomenon", "domain", "document", "split", "question", "right", "wrong")
_FIELDS = frozenset({*_TEXTS, "passages"})


@dataclass(frozen=True)
class ProbePair:
    """A right and a wrong answer to one question over the same passages.

    Attributes:
        id: Unique over all files.
        phenomenon: What the wrong answer gets wrong; the name of the file.
        domain: One of `DOMAINS`.
        document: Pairs of one document have the same passages and are not independent.
        split: One of `SPLITS`; that of the document.
        right: The answer that the passages support.
        wrong: The one that they do not; its ``label`` is true.
    """

    id: str
    phenomenon: str
    domain: str
    document: str
    split: str
    right: Example
    wrong: Example

    @property
    def answers(self) -> tuple[Example, Example]:
        """The right answer and the wrong one."""
        return self.right, self.wrong


def load_pairs(folder: Path | None = None) -> list[ProbePair]:
    """Return the pairs, by phenomenon, each in the order of its file.

    The ``metadata`` of both answers holds ``task`` (the phenomenon), ``split``, ``domain`` and
    ``source_id`` (the document).

    Args:
        folder: Holds one ``<phenomenon>.jsonl`` each; ``None`` means those that are shipped.

    Raises:
        InputError: When there is no such file; when a row is damaged, lacks a field or has one
            that is not known; when an id is used twice, or a document has two splits or two
            sets of passages. Says in which file and line.
    """
    place = folder or Path(str(files("groundgraph.bench.meaning"))) / "probes"
    names = sorted(path.stem for path in place.glob("*.jsonl"))
    if not names:
        raise InputError(f"found no pairs in {place}; expected one PHENOMENON.jsonl each")
    found = [
        (record, _pair(record, name)) for name in names for record in read_objects(place, name)
    ]
    _hold_together(found)
    return [pair for _, pair in found]


def _pair(record: Record, phenomenon: str) -> ProbePair:
    if odd := _FIELDS ^ record.content.keys():
        raise record.error(f"expected the fields {sorted(_FIELDS)}; {sorted(odd)} differ")
    text = {name: record.get(name, str) for name in _TEXTS}
    _one_of(record, "phenomenon", (phenomenon,))
    _one_of(record, "domain", sorted(DOMAINS))
    _one_of(record, "split", SPLITS)
    for name in _TEXTS:
        if name != "question" and not text[name].strip():
            raise record.error(f"{name!r} must not be empty", name)
    if text["right"] == text["wrong"]:
        raise record.error("'right' and 'wrong' are the same answer", "wrong")
    return ProbePair(
        **{name: text[name] for name in ("id", "phenomenon", "domain", "document", "split")},
        right=_answer(record, text, wrong=False),
        wrong=_answer(record, text, wrong=True),
    )


def _one_of(record: Record, name: str, known: Iterable[str]) -> None:
    if record.content[name] not in known:
        found = record.content[name]
        raise record.error(f"{name!r} must be one of {', '.join(known)}; found {found!r}", name)


def _answer(record: Record, text: dict[str, str], *, wrong: bool) -> Example:
    texts = record.texts("passages")
    side = "wrong" if wrong else "right"
    return Example(
        text[side],
        tuple(Passage(each, str(number)) for number, each in enumerate(texts, 1)),
        question=text["question"],
        id=f"{text['id']}/{side}",
        label=wrong,
        metadata={
            "task": text["phenomenon"],
            "split": text["split"],
            "domain": text["domain"],
            "source_id": text["document"],
        },
    )


def _hold_together(found: Iterable[tuple[Record, ProbePair]]) -> None:
    """Refuse an id used twice, and a document with two splits or two sets of passages."""
    first: dict[str, Record] = {}
    documents: dict[str, tuple[Record, ProbePair]] = {}
    for record, pair in found:
        if pair.id in first:
            raise record.error(f"id {pair.id!r} is that of {first[pair.id].where}", "id")
        first[pair.id] = record
        where, known = documents.setdefault(pair.document, (record, pair))
        if (known.split, known.right.passages) != (pair.split, pair.right.passages):
            raise record.error(
                f"document {pair.document!r} has another split or other passages than in "
                f"{where.where}",
                "document",
            )
