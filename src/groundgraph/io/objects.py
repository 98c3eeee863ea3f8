"""The rows of a corpus file, as plain objects whose fields its loader asks for by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, overload

from groundgraph.errors import InputError
from groundgraph.io.reading import decoded
from groundgraph.io.scanning import opened, raw_rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Record:
    """One object of a file.

    Attributes:
        content: Its fields.
        where: The file and line, for messages.
        line: The line, from 1.
    """

    content: Mapping[str, Any]
    where: str
    line: int

    @overload
    def get(self, name: str, kind: type[Kind]) -> Kind: ...
    @overload
    def get(self, name: str, kind: tuple[type[Kind], ...]) -> Kind: ...
    def get(self, name: str, kind: Any) -> Any:
        """Return a field, which must be of a kind.

        Raises:
            InputError: When it is missing or of another kind.
        """
        value = self.content.get(name)
        if not isinstance(value, kind) or isinstance(value, bool):
            kinds = kind if isinstance(kind, tuple) else (kind,)
            expected = " or ".join(each.__name__ for each in kinds)
            found = type(value).__name__ if name in self.content else "nothing"
            raise self.error(f"{name!r} must be {expected}, found {found}", name)
        return value

    def number(self, name: str) -> float:
        """Return a field that is a number.

        Raises:
            InputError: When it is missing or no number.
        """
        return float(self.get(name, (int, float)))

    def texts(self, name: str, *, least: int = 1) -> list[str]:
        """Return a field that is a list of texts, none of them blank.

        Raises:
            InputError: When it is missing or something else, or holds fewer than ``least``.
        """
        found = self.get(name, list)
        if len(found) < least or not all(isinstance(each, str) and each.strip() for each in found):
            raise self.error(f"{name!r} must be a list of texts, {least} at least", name)
        return found

    def error(self, message: str, field: str | None = None) -> InputError:
        """Return an error that says where the object is."""
        return InputError(f"{self.where}: {message}", line=self.line, field=field)


def read_objects(folder: Path, name: str) -> list[Record]:
    """Return the objects of ``folder/name.jsonl.gz`` or ``folder/name.jsonl``, in order.

    Raises:
        InputError: When neither file is there, or a row is damaged or no object; says where.
    """
    path = find_file(folder, name)
    if path is None:
        raise InputError(
            f"found no {name}.jsonl or {name}.jsonl.gz in {folder}; pass the folder that holds "
            f"{name.partition('/')[0]}/ by --data or $GROUNDGRAPH_DATA"
        )
    with opened(path) as stream:
        return [_record(path, line, raw) for line, raw in raw_rows(stream)]


def find_file(folder: Path, name: str) -> Path | None:
    """Return the path of a corpus file, gzipped or not, or ``None`` where there is none."""
    paths = (folder / f"{name}{suffix}" for suffix in (".jsonl.gz", ".jsonl"))
    return next((path for path in paths if path.is_file()), None)


def _record(path: Path, line: int, raw: bytes) -> Record:
    where = f"{path}, line {line}"
    try:
        content = decoded(raw)
    except InputError as error:
        raise InputError(f"{where}: {error}", line=line) from error
    if not isinstance(content, dict):
        raise InputError(f"{where}: expected an object, found {type(content).__name__}", line=line)
    return Record(content, where, line)
