"""What ``--ray`` changes: where batches are judged, and that the input may be a folder."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from groundgraph.errors import InputError
from groundgraph.io.places import is_standard_output, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from groundgraph.io import Limits
    from groundgraph.scale import FileChecked
    from groundgraph.specs.checks import Trust

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Folder:
    """What is asked of a folder of files; as for `groundgraph.scale.check_folder`."""

    source: str
    output: str
    detector: Mapping[str, Any]
    limits: Limits
    trust: Trust


@contextmanager
def judges(address: str | None, workers: int) -> Iterator[dict[str, Any]]:
    """Give `groundgraph.checking.check_rows` what judges: processes of this machine, or Ray's."""
    if address is None:
        yield {"workers": workers}
        return
    from groundgraph import scale

    with scale.opened(address, workers) as cluster:
        yield {"judges": scale.on_ray(cluster)}


def is_folder(source: str) -> bool:
    """Tell whether the input names a folder."""
    return kind_of(source) == "folder"


def check_output(address: str | None, output: str | None) -> None:
    """Refuse standard output for what Ray judges: Ray prints there itself, such as of a death.

    Raises:
        InputError: When there is an address, and no output or that one.
    """
    if address is not None and (output in {None, "-"} or is_standard_output(str(output))):
        raise InputError("--ray needs an --output that is not standard output, where Ray prints")


def refuse_for_folder(
    *,
    report: Path | None,
    triples: str | None,
    columns: Sequence[str] | None,
    output: str | None,
    detectors: int,
) -> None:
    """Refuse what one file can have and a folder cannot.

    Raises:
        InputError: Names the option, or --output where it is a file.
    """
    if detectors > 1:
        raise InputError("a folder is judged by one detector at a time; name one", field="detector")
    for option, given in (("--report", report), ("--triples", triples), ("--columns", columns)):
        if given:
            raise InputError(f"{option} goes with one file; the input is a folder")
    if (kind := kind_of(str(output))) not in {"nothing", "folder"}:
        raise InputError(f"the input is a folder: --output is a {kind}, expected a folder too")


def check_folder(
    asked: Folder, address: str | None, workers: int, *, quiet: bool
) -> Mapping[str, int]:
    """Check the files of a folder, print the counts, and return the rows by label.

    Raises:
        InputError: When a file could not be checked; the others are, then.
    """
    from groundgraph import scale

    scale.places_of(asked.source, asked.output)  # refused before Ray is started
    counts = Counter(dict.fromkeys(("grounded", "hallucinated", "unverifiable", "errors"), 0))
    failures, skipped = [], 0
    with scale.opened(address or "local", workers) as cluster:
        for file in scale.check_folder(
            asked.source,
            asked.output,
            cluster,
            detector=asked.detector,
            limits=asked.limits,
            trust=asked.trust,
        ):
            labels = dict(file.counts)
            skipped += labels.pop("skipped", 0)
            counts.update(labels)
            failures += [file] if file.failure else []
    if not quiet:
        _summarise(counts, skipped, asked.output)
    _refuse_failed(failures)
    return counts


def _summarise(counts: Mapping[str, int], skipped: int, output: str) -> None:
    from rich.console import Console

    from groundgraph.report.terminal import render_summary

    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    console.print(render_summary(counts))
    if skipped:
        console.print(f"{skipped:,} of them were in the output already")
    if counts["errors"]:
        console.print(f"the rows with errors stand in {output}/errors")


def _refuse_failed(failures: list[FileChecked]) -> None:
    if not failures:
        return
    for file in failures[:_SHOWN]:
        typer.echo(f"groundgraph: {file.failure}", err=True)
    files = "1 file" if len(failures) == 1 else f"{len(failures):,} files"
    raise InputError(f"{files} could not be checked; the others are, and are not judged again")
