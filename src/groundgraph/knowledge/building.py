"""Fill an embedded store from RDF dumps; a run that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.errors import InputError, MissingExtraError
from groundgraph.knowledge.dumps import BadLine, check_dump, read_dump
from groundgraph.knowledge.manifest import DATABASE, Manifest, read_manifest, write_manifest
from groundgraph.knowledge.selection import Selection, read_entities

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from pyoxigraph import Store

SELECTION = "selection.txt"


class Progress(NamedTuple):
    """How far a build is.

    Attributes:
        doing: "choosing" what the entities point at, or "storing".
        dump: Name of the file.
        read: Lines of N-Triples, or statements of Turtle, read of it.
        kept: Statements stored so far.
        bad: Lines skipped so far.
    """

    doing: str
    dump: str
    read: int
    kept: int
    bad: int


Report: TypeAlias = "Callable[[Progress | BadLine], None]"


def build(
    dumps: Sequence[Path],
    output: Path,
    *,
    entities: Path | None = None,
    depth: int = 0,
    report: Report = lambda _: None,
) -> Manifest:
    """Fill the store in the folder ``output``.

    Names, descriptions, types and facts are kept; see `groundgraph.knowledge.vocabulary`.

    Args:
        dumps: N-Triples or Turtle, plain or gzipped.
        output: Made when absent; an unfinished store of the same dumps and choice is finished.
        entities: List of the entities to keep; ``None`` keeps all.
        depth: Steps from the listed entities over facts; the entities on the way are kept with
            their facts, those one step further with their names.
        report: Told of every piece read and every bad line.

    Returns:
        What was done, as kept in ``kb.json``.

    Raises:
        InputError: When a file cannot be used, or the folder holds another store.
        MissingExtraError: When pyoxigraph is not installed.
    """
    _require_extra()
    for dump in dumps:
        check_dump(dump)
    manifest = _begin(output, _source(dumps, entities, depth))
    if manifest.complete:
        return manifest
    selection = Selection()
    if entities is not None:
        selection, manifest = _choose(dumps, output, manifest, read_entities(entities), report)
    return _store(dumps, output, manifest, selection, report)


def _require_extra() -> None:
    try:
        import pyoxigraph  # noqa: F401
    except ImportError as error:
        raise MissingExtraError("`groundgraph kb build`", "kb") from error


def _source(dumps: Sequence[Path], entities: Path | None, depth: int) -> dict[str, Any]:
    if len({dump.name for dump in dumps}) < len(dumps):
        raise InputError("two dumps have the same name; rename one")
    found = {dump.name: dump.stat() for dump in dumps}
    chosen = sorted(read_entities(entities)) if entities is not None else None
    digest = None if chosen is None else hashlib.sha256("\n".join(chosen).encode()).hexdigest()
    return {
        "dumps": {name: [stat.st_size, stat.st_mtime_ns] for name, stat in found.items()},
        "entities": digest,
        "depth": 0 if digest is None else depth,
    }


def _begin(output: Path, source: dict[str, Any]) -> Manifest:
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {str(output)!r}: {error.strerror}") from error
    manifest = read_manifest(output)
    if manifest is None:
        if any(output.iterdir()):
            raise InputError(
                f"{str(output)!r} holds other files; --output needs a folder of its own"
            )
        manifest = Manifest(source)
        write_manifest(output, manifest)
    if manifest.source != source:
        raise InputError(
            f"{str(output)!r} holds a store of other dumps, entities or depth, or of files that "
            "were written since; name another --output, or delete it"
        )
    return manifest


def _choose(
    dumps: Sequence[Path], output: Path, manifest: Manifest, listed: set[str], report: Report
) -> tuple[Selection, Manifest]:
    """Find what is kept: one round of reading for each step of depth, and one for the names."""
    path = output / SELECTION
    selection = Selection.load(path) if manifest.rounds else Selection(listed)
    depth = int(manifest.source["depth"])
    for done in range(manifest.rounds, depth + 1):
        reached: set[str] = set()
        for dump in dumps:
            for piece in read_dump(dump):
                reached |= selection.reached(piece.statements)
                report(Progress("choosing", dump.name, piece.position, 0, 0))
        assert selection.entities is not None
        (selection.entities if done < depth else selection.named).update(reached)
        selection.save(path)
        manifest = replace(manifest, rounds=done + 1)
        write_manifest(output, manifest)
    return selection, manifest


def _store(
    dumps: Sequence[Path], output: Path, manifest: Manifest, selection: Selection, report: Report
) -> Manifest:
    store = _opened(output / DATABASE)
    for dump in dumps:
        for piece in read_dump(dump, manifest.read.get(dump.name, 0)):
            statements = selection.kept(piece.statements)
            store.bulk_extend(statements)
            # After the statements: a kill in between stores some twice, which changes nothing.
            manifest = replace(
                manifest,
                read={**manifest.read, dump.name: piece.position},
                kept=manifest.kept + len(statements),
                bad=manifest.bad + len(piece.bad),
            )
            write_manifest(output, manifest)
            for bad in piece.bad:
                report(bad)
            report(Progress("storing", dump.name, piece.position, manifest.kept, manifest.bad))
    store.optimize()
    store.flush()
    manifest = replace(manifest, complete=True)
    write_manifest(output, manifest)
    return manifest


def _opened(database: Path) -> Store:
    from pyoxigraph import Store

    try:
        return Store(str(database))
    except OSError as error:
        raise InputError(
            f"{database} cannot be opened: {error}; is another build running? Else delete it"
        ) from error
