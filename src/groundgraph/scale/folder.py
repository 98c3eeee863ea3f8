"""The files of a folder, read, judged and written by the workers of Ray Data.

What is handed out is the name of a file; rows and verdicts pass neither through the process that
hands them out nor through Ray's store. Each file is checked as ``groundgraph check`` checks it, by
the same reader, loop and writer.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from groundgraph.errors import GroundgraphError, InputError, MachineError
from groundgraph.io.limits import DEFAULT, Limits
from groundgraph.io.places import kind_of, same
from groundgraph.scale.cluster import imported, translated
from groundgraph.scale.one_file import Job, Place, Worker
from groundgraph.specs import admit, reference

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from groundgraph.scale.cluster import Cluster
    from groundgraph.specs.checks import Trust

    Form = Literal["jsonl", "parquet"]

ENDINGS = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet")
PARQUET = ".parquet"


@dataclass(frozen=True, slots=True)
class FileChecked:
    """A file of the folder, as its worker left it.

    Attributes:
        name: The input's name in its folder.
        counts: Its rows by label, and "errors"; "skipped" of them an earlier run had done.
        failure: Why it could not be checked to its end, "" where it was.
    """

    name: str
    counts: Mapping[str, int] = field(default_factory=dict)
    failure: str = ""


def check_folder(
    source: str | Path,
    output: str | Path,
    cluster: Cluster,
    *,
    detector: str | Path | Mapping[str, Any] = "fused",
    form: Form | None = None,
    limits: Limits = DEFAULT,
    trust: Trust = False,
) -> Generator[FileChecked, None, None]:
    """Check the files of a folder on Ray; yield each when it is done, in no set order.

    Both folders must be reached by every machine of the cluster under the same name. For
    ``answers/part-7.jsonl`` there is ``verdicts/part-7.jsonl``, with the bytes that ``groundgraph
    check`` writes; as Parquet it has the columns of `groundgraph.scale.table.SCHEMA` and only rows
    that were judged. Rows that could not be read or judged stand in
    ``verdicts/errors/part-7.jsonl`` too. The same call, made again after whatever stopped it, goes
    on where it was.

    Args:
        source: The folder. Names that begin with "." or "_" are passed over.
        output: The folder of the verdicts; made where it is absent.
        cluster: From `groundgraph.scale.opened`.
        detector: A registered name, a saved folder, or a spec.
        form: What is written; ``None`` is Parquet for Parquet, and JSONL for everything else.
        limits: What is still read of each file.
        trust: Whether a saved or written spec may reach out; see `groundgraph.load`.

    Raises:
        InputError: When there is nothing to read, or two files would be written to one place.
        UntrustedError: When the spec reaches out and is not trusted to.
        GroundgraphError: When the detector cannot be loaded.
        MachineError: When a disk is full, or workers die again and again.
    """
    places = places_of(source, output, form)
    spec = json.loads(json.dumps(_spec(detector, trust)))
    yield from _on_ray(cluster, places, Job(spec, limits))


def _spec(what: str | Path | Mapping[str, Any], trust: Trust) -> Mapping[str, Any]:
    if isinstance(what, str | Path):
        return reference(what, trust=trust)
    admit(what, trust=trust)
    return what


def places_of(source: str | Path, output: str | Path, form: Form | None = None) -> list[Place]:
    """Return each file and where its verdicts go; absolute, since workers have other folders.

    Raises:
        InputError: When there is nothing to read, or two files would be written to one place.
    """
    source, output = Path(source), Path(output)
    if kind_of(source) != "folder":
        raise InputError(f"{str(source)!r} is a {kind_of(source)}, expected a folder of files")
    if same(source, output):
        raise InputError(f"the output is the input, {str(source)!r}; choose another folder")
    files = sorted(p for p in source.iterdir() if p.name[0] not in "._" and p.is_file())
    if not files:
        raise InputError(f"{str(source)!r} holds no files; expected names in {', '.join(ENDINGS)}")
    places = [_place(file.absolute(), output.absolute(), form) for file in files]
    _check_distinct(places)
    return places


def _place(file: Path, output: Path, form: Form | None) -> Place:
    plain = file.name[:-3] if file.name.lower().endswith(".gz") else file.name
    stem, ending = plain[: -len(Path(plain).suffix)], Path(plain).suffix.lower()
    if ending not in ENDINGS:
        raise InputError(
            f"{str(file)!r} is none of {', '.join(ENDINGS)}, plain or gzipped; move it elsewhere, "
            "or have its name begin with _"
        )
    parquet = ending == PARQUET if form is None else form == "parquet"
    return Place(str(file), str(output), stem, parquet=parquet)


def _check_distinct(places: Sequence[Place]) -> None:
    twice = [stem for stem, n in Counter(place.stem for place in places).items() if n > 1]
    if twice:
        named = [Path(place.source).name for place in places if place.stem == twice[0]]
        raise InputError(f"{' and '.join(named)} would be written to one file; rename one of them")


def _on_ray(
    cluster: Cluster, places: Sequence[Place], job: Job
) -> Generator[FileChecked, None, None]:
    ray_data = imported_data()
    context = ray_data.DataContext.get_current().copy()
    context.enable_progress_bars = False
    context.execution_no_progress_timeout_s = -1  # a file takes as long as it takes
    workers = min(cluster.workers, len(places))
    with ray_data.DataContext.current(context), translated("files"):
        files = ray_data.from_items([asdict(p) for p in places], override_num_blocks=len(places))
        checked = files.map_batches(
            Worker,
            fn_constructor_args=(job,),
            batch_size=None,
            compute=ray_data.ActorPoolStrategy(size=workers),
            num_cpus=1,  # hence one thread
        )
        yield from _told(checked.iter_batches(batch_size=None, prefetch_batches=0))


def imported_data() -> Any:
    """Return Ray Data, which says on the terminal only what went wrong.

    Raises:
        MissingExtraError: When it is not installed.
    """
    import logging

    from groundgraph.errors import MissingExtraError

    imported()
    try:
        from ray import data
    except ImportError as error:
        raise MissingExtraError("checking a folder on Ray", "ray") from error
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    return data


def _told(batches: Iterator[Mapping[str, Any]]) -> Iterator[FileChecked]:
    for batch in batches:
        for text in batch["told"]:
            told = json.loads(text)
            if told["kind"] == "MachineError":
                raise MachineError(told["failure"])
            if told["kind"] not in {"", "InputError"}:  # such as a model that no worker can load
                raise GroundgraphError(told["failure"])
            yield FileChecked(told["name"], told["counts"], told["failure"])
