"""``groundgraph check``: judge the answers of a file."""

from __future__ import annotations

from contextlib import ExitStack, closing, contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from groundgraph.cli import options  # noqa: TC001 - typer reads it
from groundgraph.cli.choices import PartOptions, choices_of
from groundgraph.cli.gates import LABELS, Gate, labels_in
from groundgraph.cli.graphs import beside_graph
from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from groundgraph.cli.sinks import Sinks
    from groundgraph.io import Limits
    from groundgraph.io.reading import Row
    from groundgraph.specs.checks import Trust as Trusted
    from groundgraph.types import Passage


DEFAULT = "fused"
EXAMPLE = "example.jsonl"


File = Annotated[
    str | None,
    typer.Argument(
        help="JSONL or JSON, plain or gzipped, CSV, TSV or Parquet; - reads standard input."
    ),
]
Answer = Annotated[str | None, typer.Option(help="Check this one answer in place of a FILE.")]
Passages = Annotated[
    list[str] | None,
    typer.Option(
        "--passage",
        metavar="TEXT",
        help="A passage of --answer; @FILE reads a file of text; repeat it.",
    ),
]
Question = Annotated[str | None, typer.Option(help="What --answer was asked.")]
Detector = Annotated[
    list[str] | None,
    typer.Option(
        metavar="<str>",
        help="A name from `groundgraph detectors`, or a folder from `fit`; ./NAME for a folder "
        "that is called like one of the names. fused where not given. NAME,NAME judges by each: "
        "a verdict of each, row by row, and one graph of all in report and terminal.",
    ),
]
At = Annotated[
    str | None,
    typer.Option(
        help="Another threshold of a fitted detector: a number, or fpr=0.05, recall=0.9, "
        "precision=0.9@0.1 (of the flagged 90% are hallucinated where 10% of all are; without @, "
        "where as many are as in the rows it was fitted on: 45%, as shipped). A wrong one lists "
        "them."
    ),
]
Output = Annotated[
    str | None,
    typer.Option(help="Write verdicts here as JSONL; rows already in it are skipped."),
]
Report = Annotated[Path | None, typer.Option(help="Write an HTML report here.")]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust",
        help="Let a detector from a folder ask addresses, read environment variables, and "
        "read and write files that its spec names.",
    ),
]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        metavar="VALUE", help="Let it reach this one address, variable or file; repeat it."
    ),
]
FailOn = Annotated[
    list[str] | None,
    typer.Option(
        metavar="|".join(LABELS),
        help="A gate: exit with status 1 when an answer gets this label, 3 when a row could not "
        "be read or judged, and 2 when no answer was judged at all; repeat it, or name both "
        "with a comma between.",
    ),
]
AllowErrors = Annotated[
    bool,
    typer.Option(
        "--allow-errors", help="Rows without a verdict fail no gate, and no run even if all are."
    ),
]
AllowEmpty = Annotated[
    bool,
    typer.Option(
        "--allow-empty",
        help="An input without rows, or with none that could be judged, does not fail the gate.",
    ),
]
Workers = Annotated[
    int,
    typer.Option(min=0, help="Processes; 0 is this one alone, with --ray one for each core."),
]
Bundled = Annotated[
    bool, typer.Option("--example", help="Check the answers that come with groundgraph.")
]


def check(
    file: File = None,
    answer: Answer = None,
    passage: Passages = None,
    question: Question = None,
    columns: options.Columns = None,
    detector: Detector = None,
    set_: options.Set = None,
    config: options.Config = None,
    llm_url: options.ChatUrl = None,
    llm_model: options.ChatModel = None,
    llm_key_env: options.ChatKey = None,
    device: options.Device = None,
    batch_size: options.BatchSize = None,
    at: At = None,
    output: Output = None,
    report: Report = None,
    trust: Trust = False,
    allow: Allow = None,
    fail_on: FailOn = None,
    allow_errors: AllowErrors = False,
    allow_empty: AllowEmpty = False,
    triples: options.Triples = None,
    limit: options.Limit = None,
    workers: Workers = 0,
    ray: options.Ray = None,
    quiet: options.Quiet = False,
    example: Bundled = False,
) -> None:
    """Check answers against their passages; of rows with labels, say how well.

    Verdicts go to --output, to --report, or else to the terminal; to a pipe they go as JSONL, of
    several detectors one line for each row and detector.
    A bad row costs only itself. Exit status: 0 done, 1 --fail-on matched, 2 unusable input or
    options, 3 rows without a verdict (with --fail-on, or all rows), 4 the machine failed.
    """
    from groundgraph.cli import on_ray, sinks
    from groundgraph.cli.judges import names_in, one_text
    from groundgraph.io.limits import limits_from

    gate = Gate(labels_in(fail_on), allow_errors, allow_empty)
    if [file is not None, answer is not None, example].count(True) != 1:
        raise typer.BadParameter(
            "give either a FILE (- for standard input), or --answer with --passage, or --example"
        )
    if answer is None and (passage or question is not None):
        raise typer.BadParameter("--passage and --question go with --answer")
    if answer is not None and columns:
        raise typer.BadParameter("--columns are those of a FILE")
    asked = PartOptions(set_, config, llm_url, llm_model, llm_key_env, device, batch_size)
    choices = choices_of(asked)
    names = names_in(one_text(detector) or choices.detector or DEFAULT)
    limits = limits_from(limit or ())
    trusted = trust or (*(allow or ()), *choices.values)
    on_ray.check_output(ray, output)
    judging = _Judging(names, at, choices.fields, trusted)
    with _source(file) as source:
        if ray is not None and on_ray.is_folder(source):
            on_ray.refuse_for_folder(
                report=report,
                triples=triples,
                columns=columns,
                output=output,
                detectors=len(names),
            )
            (judge,) = judging.references()
            folder = on_ray.Folder(source, str(output), judge, limits, trusted)
            counts = on_ray.check_folder(folder, ray, workers, quiet=quiet)
        else:
            bar = not quiet and answer is None
            taking = sinks.opened(
                source, output, report, progress=bar, detectors=len(names), graph=triples
            )
            given = (
                _rows(source, limits, columns)
                if answer is None
                else _one_row(answer, passage or (), question or "", limits)
            )
            rows, where = _beside(given, triples), on_ray.judges(ray, workers)
            counts = _check_file(taking, rows, judging, where, quiet=quiet)
    gate.check(counts)


class _Judging(NamedTuple):
    """Who judges, as `groundgraph.cli.judges.judges_of` takes it."""

    names: Sequence[str]
    at: str | None
    choices: Mapping[str, str]
    trust: Trusted

    def references(self) -> list[dict[str, Any]]:
        from groundgraph.cli.judges import judges_of

        return judges_of(*self)


def _check_file(
    taking: AbstractContextManager[Sinks],
    reading: AbstractContextManager[Iterable[Row]],
    judging: _Judging,
    where: AbstractContextManager[dict[str, Any]],
    *,
    quiet: bool,
) -> Mapping[str, int]:
    """Judge the rows of one file, hand on each as it is judged, and return the rows by label."""
    from groundgraph import checking

    with ExitStack() as stack:
        taken, rows = stack.enter_context(taking), stack.enter_context(reading)
        judges = judging.references()
        done = taken.done()
        how = stack.enter_context(where)
        checked = checking.check_rows(rows, judges, done=done, trust=judging.trust, **how)
        for one in stack.enter_context(closing(checked)):
            taken.take(one)
        if not quiet:
            taken.summarise()
        return taken.counts


@contextmanager
def _source(file: str | None) -> Iterator[str]:
    """Open the input that was named, or the answers that come with groundgraph."""
    with ExitStack() as stack:
        yield str(file or stack.enter_context(as_file(files("groundgraph.cli") / EXAMPLE)))


def _rows(source: str, limits: Limits, columns: Sequence[str] | None) -> Generator[Row, None, None]:
    from groundgraph.io import read_rows
    from groundgraph.io.columns import columns_from

    return read_rows(source, limits, columns=columns_from(columns or ()))


def _one_row(
    answer: str, passages: Sequence[str], question: str, limits: Limits
) -> Generator[Row, None, None]:
    """Yield the row of an answer that stands on the command line.

    Raises:
        InputError: When it is over a limit, or a file of a passage cannot be read.
    """
    from groundgraph.io.reading import Row, digest_of
    from groundgraph.types import Example

    example = Example(answer, list(map(_passage, passages)), question=question, id="row-1")
    limits.check(example)
    yield Row(1, digest_of(example), example=example, id=example.id)


def _passage(given: str) -> Passage | str:
    from groundgraph.types import Passage

    if not given.startswith("@"):
        return given
    path = Path(given[1:])
    try:
        return Passage(path.read_text(encoding="utf-8-sig"), path.name)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise InputError(f"--passage {given!r} cannot be read: {why}", field="passages") from error


@contextmanager
def _beside(
    given: Generator[Row, None, None], triples: str | None
) -> Iterator[Generator[Row, None, None]]:
    """Open rows beside the graph that they were made from."""
    with closing(given), closing(beside_graph(given, triples)) as rows:
        yield rows
