"""Which statements of a dump a store keeps: those about chosen entities and what they point at."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundgraph.errors import InputError
from groundgraph.knowledge import vocabulary
from groundgraph.knowledge.sparql import is_iri

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pyoxigraph import Quad

_NUMBERED = re.compile(r"Q\d+")
_READ = vocabulary.NAMING | vocabulary.SUPPORTING


@dataclass
class Selection:
    """The entities that are kept, and the things that are only named.

    Attributes:
        entities: IRIs kept with all their facts; ``None`` keeps every entity.
        named: IRIs kept with names, descriptions and types: objects and predicates of the facts.
    """

    entities: set[str] | None = None
    named: set[str] = field(default_factory=set)

    def reached(self, statements: Iterable[Quad]) -> set[str]:
        """Return the IRIs that facts about the entities point at; their predicates are named."""
        from pyoxigraph import NamedNode

        found: set[str] = set()
        entities = self.entities or set()
        for subject, predicate, target, _ in statements:
            if not isinstance(subject, NamedNode) or subject.value not in entities:
                continue
            if vocabulary.is_fact(predicate.value):
                self.named.add(vocabulary.property_of(predicate.value))
                if isinstance(target, NamedNode):
                    found.add(target.value)
        return found

    def kept(self, statements: Iterable[Quad]) -> list[Quad]:
        """Return the statements that the questions can use."""
        from pyoxigraph import Literal, NamedNode

        return [
            statement
            for statement in statements
            if isinstance(statement.subject, NamedNode)
            and isinstance(statement.object, NamedNode | Literal)
            and self._keeps(statement.subject.value, statement.predicate.value)
        ]

    def _keeps(self, subject: str, predicate: str) -> bool:
        if predicate not in _READ and not vocabulary.is_fact(predicate):
            return False
        if self.entities is None or subject in self.entities:
            return True
        return subject in self.named and predicate in _READ

    def save(self, path: Path) -> None:
        """Write the selection, all of it or nothing."""
        partial = path.with_suffix(".partial")
        with partial.open("w", encoding="utf-8") as file:
            file.writelines(f"entity {iri}\n" for iri in sorted(self.entities or ()))
            file.writelines(f"named {iri}\n" for iri in sorted(self.named))
        partial.replace(path)

    @classmethod
    def load(cls, path: Path) -> Selection:
        """Read what `save` wrote."""
        selection = cls(set())
        with path.open(encoding="utf-8") as file:
            for line in file:
                kind, _, iri = line.rstrip("\n").partition(" ")
                target = selection.entities if kind == "entity" else selection.named
                assert target is not None
                target.add(iri)
        return selection


def read_entities(path: Path) -> set[str]:
    """Read a list of entities, one to a line: "Q42" of Wikidata, or an IRI; # begins a comment.

    Raises:
        InputError: When the file cannot be read, a line is neither, or there is none.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise InputError(f"{str(path)!r} cannot be read: {error}") from error
    entities = {_iri(line.strip(), path, number) for number, line in enumerate(lines, 1)}
    entities.discard("")
    if not entities:
        raise InputError(f"{str(path)!r} names no entity; expected one to a line, such as Q42")
    return entities


def _iri(line: str, path: Path, number: int) -> str:
    if not line or line.startswith("#"):
        return ""
    iri = f"{vocabulary.WIKIDATA}{line}" if _NUMBERED.fullmatch(line) else line.strip("<>")
    if not is_iri(iri):
        raise InputError(f"{path}, line {number}: {line!r} is neither Q42 nor an IRI", line=number)
    return iri
