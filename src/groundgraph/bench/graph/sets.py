"""Sets of passages with an answer, half of them with a conflict; ``conflicts/README.md``."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from groundgraph.bench.meaning.probes import DOMAINS, SPLITS
from groundgraph.io.objects import read_objects
from groundgraph.types import Example

if TYPE_CHECKING:
    from groundgraph.io.objects import Record

_TEXTS = ("id", "domain", "split", "kind", "question", "answer", "aware")
_FIELDS = frozenset({*_TEXTS, "passages", "sides"})


@dataclass(frozen=True)
class ConflictSet:
    """Passages, an answer, and where the passages disagree on it.

    Attributes:
        kind: What they disagree in; of a set without a conflict, what only looks like one.
        split: One of `SPLITS`.
        example: The answer, which follows one side.
        aware: The answer that tells of both sides; ``None`` of a set without a conflict.
        sides: The ids of the passages that disagree, empty where none do.
    """

    kind: str
    split: str
    example: Example
    aware: Example | None
    sides: frozenset[str]


def load_sets(folder: Path | None = None) -> list[ConflictSet]:
    """Return the sets in the order of their file.

    Args:
        folder: Holds ``sets.jsonl``; ``None`` means that which is shipped.

    Raises:
        InputError: When a row is damaged, lacks a field or has one that is not known, when an id is
            used twice, or a side's words do not stand in its passage. Says in which line.
    """
    place = folder or Path(str(files("groundgraph.bench.graph"))) / "conflicts"
    known: set[str] = set()
    found = []
    for record in read_objects(place, "sets"):
        found.append(_set(record))
        if found[-1].example.id in known:
            raise record.error(f"id {found[-1].example.id!r} is used twice", "id")
        known.add(found[-1].example.id)
    return found


def _set(record: Record) -> ConflictSet:
    if odd := _FIELDS ^ record.content.keys():
        raise record.error(f"expected the fields {sorted(_FIELDS)}; {sorted(odd)} differ")
    text = {name: record.get(name, str) for name in _TEXTS}
    for name, values in (("domain", DOMAINS), ("split", SPLITS)):
        if text[name] not in values:
            raise record.error(f"{name!r} must be one of {', '.join(sorted(values))}", name)
    example = _example(record, text["answer"], text)
    sides = _sides(record, example)
    if bool(sides) != bool(text["aware"]):
        raise record.error("a set has 'aware' exactly where it has 'sides'", "aware")
    aware = _example(record, text["aware"], text) if sides else None
    return ConflictSet(text["kind"], text["split"], example, aware, sides)


def _example(record: Record, answer: str, text: dict[str, str]) -> Example:
    passages = record.texts("passages", least=2)
    return Example(answer, passages, question=text["question"], id=text["id"])


def _sides(record: Record, example: Example) -> frozenset[str]:
    found = set()
    for side in record.get("sides", list):
        number, value = side["passage"], side["value"]
        if value not in example.passages[number - 1].text:
            raise record.error(f"passage {number} does not hold {value!r}", "sides")
        found.add(str(number))
    if len(found) == 1:
        raise record.error("a conflict has two sides", "sides")
    return frozenset(found)
