"""The ways in from Python: one answer, many answers, and one in asyncio."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import fields, replace
from difflib import get_close_matches
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from groundgraph.errors import GroundgraphError, InputError
from groundgraph.registry import DETECTORS
from groundgraph.specs import brief, deciding_at, describe, load
from groundgraph.types import Example, Verdict, Verdicts
from groundgraph.types.records import detector_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.io.columns import Columns
    from groundgraph.protocols import Detector
    from groundgraph.types import Passage, Turn

    What = str | Path | Mapping[str, Any] | Detector
    _Stamp = tuple[tuple[str, int, int], ...]

Frame = TypeVar("Frame")

COLUMNS = (
    "label",
    "hallucination_score",
    "threshold",
    "calibrated",
    "reason",
    "spans",
    "findings",
)
"""The columns of a frame of verdicts."""

_FIELDS = frozenset(each.name for each in fields(Example))
_KINDS = {
    "label": str,
    "hallucination_score": float,
    "threshold": float,
    "calibrated": bool,
    "reason": str,
}
"""What columns hold, also where all of an answer's cells are empty."""


def check(
    *,
    answer: str,
    passages: Sequence[Passage | str | Mapping[str, Any]] | None = (),
    question: str | Sequence[Turn | Mapping[str, Any]] | None = "",
    detector: What = "fused",
    at: str | float | None = None,
    **more: Any,
) -> Verdict:
    """Judge one answer by its passages; the detector is loaded once a process.

    >>> verdict = check(
    ...     question="How long is the warranty?",
    ...     passages=["The battery is covered for 24 months."],
    ...     answer="The battery is covered for 36 months.",
    ... )
    >>> verdict.label
    'hallucinated'

    Args:
        answer: The text to check.
        passages: The evidence: texts, `groundgraph.Passage` values with ids, or mappings of
            ``text`` and ``id``; () or ``None`` where it is given as ``triples``.
        question: What was asked, "" or ``None`` where nothing was; or the turns of a conversation
            up to the question that is answered: `groundgraph.Turn` values, or mappings of ``role``
            ("user", "assistant" or "system"; those of "tool" are left out) and ``content``.
        detector: A registered name, a saved folder, a spec, or a detector.
        at: Another threshold: a number, or one of the detector's operating points ("fpr=0.05").
        more: Other fields of `groundgraph.Example`, such as ``triples`` or ``generator``. A triple
            is any three texts, an object as rows have it (``source``, ``target``, ``label``) or a
            line "Acme -> is_in -> Rome".

    Raises:
        TypeError: When a field has another type, such as one text for ``passages``, or there is no
            such field.
        UnknownNameError: When there is no such detector.
        InputError: When it has no such operating point.
        ModelError: When it cannot be loaded.
    """
    for name in more:
        if name not in _FIELDS:
            meant = _field_meant_by(name)
            hint = f"; did you mean {meant!r}?" if meant else ""
            raise TypeError(f"check() has no field {name!r}{hint}")
    triples = more.get("triples")
    facts = _facts(() if triples is None else triples)
    more |= {"triples": [fact for fact, _ in facts]} if facts else {}
    given: Any = passages  # `Example` numbers texts and refuses what is no list
    example = Example(answer, given, question=question, **more)
    if any(places := [place for _, place in facts]) and not example.triple_passages:
        example = _read_off(example, places)
    deciding = deciding_at(loaded(detector), at)
    return replace(deciding.detect([example])[0], detector=_name_of(detector))


def _facts(given: Any) -> list[tuple[Any, str]]:
    """Return triples as `_fact` does; of one in place of a list, which `Example` refuses, none."""
    one = isinstance(given, str | Mapping) or hasattr(given, "_fields")
    return [] if one else [_fact(each) for each in given]


def _fact(given: Any) -> tuple[Any, str]:
    """Return a triple, which `Example` checks, and the ids of its passages, or ""."""
    from groundgraph.io.triple_fields import as_triple

    if not isinstance(given, str | Mapping):
        return given, ""
    read = as_triple(dict(given) if isinstance(given, Mapping) else given)
    return (read[:3], read[3]) if isinstance(read, list) else (given, "")


def _read_off(example: Example, places: Sequence[str]) -> Example:
    """Say which passages triples were read off."""
    from groundgraph.io.triple_fields import passage_of

    ids = [passage.id for passage in example.passages]
    return replace(example, triple_passages=tuple(passage_of(place, ids) for place in places))


def _field_meant_by(name: str) -> str:
    from groundgraph.io.meant import meant_by  # here, since it imports pydantic

    own = next((own for own in sorted(_FIELDS) if meant_by(own, [name])), "")
    return own or next(iter(get_close_matches(name, _FIELDS, 1)), "")


async def acheck(**given: Any) -> Verdict:
    """Judge one answer in a thread, so that the event loop goes on; fields as for `check`."""
    import asyncio  # here, since it is half of what importing groundgraph would take

    return await asyncio.to_thread(check, **given)


@overload
def check_many(
    rows: Iterable[Example | Mapping[str, Any]],
    *,
    detector: What = ...,
    at: str | float | None = ...,
    columns: Mapping[str, str | Sequence[str]] | str | None = ...,
    workers: int = ...,
    batch_size: int = ...,
    on_error: Literal["raise", "unverifiable"] = ...,
) -> Verdicts: ...
@overload
def check_many(
    rows: Frame,
    *,
    detector: What = ...,
    at: str | float | None = ...,
    columns: Mapping[str, str | Sequence[str]] | str | None = ...,
    workers: int = ...,
    batch_size: int = ...,
    on_error: Literal["raise", "unverifiable"] = ...,
) -> Frame: ...
def check_many(
    rows: Any,
    *,
    detector: What = "fused",
    at: str | float | None = None,
    columns: Mapping[str, str | Sequence[str]] | str | None = None,
    workers: int = 0,
    batch_size: int = 32,
    on_error: Literal["raise", "unverifiable"] = "raise",
) -> Any:
    """Judge many answers; a data frame in gives a data frame out.

    Args:
        rows: `groundgraph.Example` values, or dictionaries with the fields of a row of `groundgraph
            check` (of any dialect), in a list or any other iterable, such as a Hugging Face
            dataset; or a frame of pandas or polars, or a table of pyarrow, with these fields as
            columns. Their cells are read as those of a CSV file: a missing value (``None``, NaN) is
            a field left out, a missing answer an empty one, and a text in a column of lists the
            list that it prints, or its one item. Ids may repeat, since verdicts come in order.
        detector: As for `check`.
        at: As for `check`.
        columns: Which columns or keys hold which field, where they have names of their own, such as
            ``{"answer": "LLM answer", "passages": ["context_1", "context_2"]}``; or as on the
            command line, "answer=LLM answer,passages=context_1".
        workers: Processes that judge; 0 is this one alone. Their verdicts have six decimals.
        batch_size: Answers that are judged at once.
        on_error: What a row does that cannot be read: "raise", before anything is judged, or
            become an "unverifiable" verdict with the error as its reason.

    Returns:
        One verdict a row, in order, in a list that a notebook draws. For a frame, a frame of its
        kind with the columns `COLUMNS` and, in pandas, the same index.

    Raises:
        InputError: When a row cannot be read; says which, counted from 1, and which field.
    """
    if batch_size < 1:
        raise InputError(f"batch_size is {batch_size}; expected 1 or more", field="batch_size")
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 0:
        raise InputError(f"workers is {workers!r}; expected 0 or more", field="workers")
    if on_error not in {"raise", "unverifiable"}:
        raise InputError(f"on_error is {on_error!r}; expected 'raise' or 'unverifiable'")
    from groundgraph.io.columns import columns_from  # here, since it imports pydantic

    named = [columns] if isinstance(columns, str) else columns or {}
    examples = list(_examples(rows, on_error, columns_from(named)))
    deciding = deciding_at(loaded(detector), at)
    judge = partial(_elsewhere, workers=workers) if workers else _detected
    found = judge([each for each in examples if isinstance(each, Example)], deciding, batch_size)
    name = _name_of(detector)
    verdicts = [
        replace(next(found), detector=name) if isinstance(each, Example) else each
        for each in examples
    ]
    return _framed(rows, verdicts) if _is_frame(rows) else Verdicts(verdicts)


def _detected(
    examples: Sequence[Example], detector: Detector, batch_size: int
) -> Iterator[Verdict]:
    for start in range(0, len(examples), batch_size):
        yield from detector.detect(examples[start : start + batch_size])


def _elsewhere(
    examples: Sequence[Example], detector: Detector, batch_size: int, *, workers: int
) -> Iterator[Verdict]:
    """Judge in other processes.

    Raises:
        GroundgraphError: When the detector fails at an answer.
    """
    from groundgraph.io.reading import Row, digest_of
    from groundgraph.services import usage
    from groundgraph.types.records import from_dict
    from groundgraph.workers import in_processes

    rows = [Row(n, digest_of(each), each, id=each.id) for n, each in enumerate(examples, 1)]
    batches = (rows[start : start + batch_size] for start in range(0, len(rows), batch_size))
    judged = in_processes(workers)(batches, [brief(detector)], [describe(detector)])
    with closing(judged):
        for _, (records, used) in judged:
            usage.count(**used)
            for record in records:
                if error := record.get("error"):
                    raise GroundgraphError(f"row {record['line']}: {error['message']}")
                yield Verdict(**from_dict(record))


def _examples(rows: Any, on_error: str, columns: Columns | None) -> Iterator[Example | Verdict]:
    is_table = _is_frame(rows) or _is_arrow(rows)
    for number, record in enumerate(_records(rows), 1):
        read = _read(record, number, columns, is_table=is_table)
        if not isinstance(read, InputError):
            yield read
        elif on_error == "raise":
            raise read
        else:
            yield Verdict("unverifiable", None, reason=str(read))


def _read(
    record: Any, number: int, columns: Columns | None, *, is_table: bool
) -> Example | InputError:
    """Return the example of a row, or what is wrong with it."""
    from groundgraph.io.cells import of_frame
    from groundgraph.io.examples import example_from

    if isinstance(record, Example):
        return record
    try:
        row = of_frame(record, columns) if is_table else _plain(record, columns)
        return example_from(row, number, columns=columns)
    except InputError as error:
        return InputError(f"row {number}: {error}", line=number, field=error.field)


def _plain(record: Any, columns: Columns | None) -> Any:
    """Return a row with lists for arrays and without the cells that are missing."""
    from groundgraph.io.cells import row_of

    if not isinstance(record, Mapping):
        return record
    cells = {
        str(name): value.tolist() if hasattr(value, "tolist") else value
        for name, value in record.items()
    }
    return row_of(cells, columns)


def _is_frame(rows: Any) -> bool:
    if hasattr(rows, "collect"):  # a lazy frame of polars warns when it is asked for its columns
        return False
    return hasattr(rows, "columns") and (hasattr(rows, "to_dicts") or hasattr(rows, "to_dict"))


def _is_arrow(rows: Any) -> bool:
    return hasattr(rows, "to_pylist") and hasattr(rows, "schema")


def _records(rows: Any) -> Iterable[Any]:
    if isinstance(rows, str | bytes | Path | Mapping | Example) or rows is None:
        found = type(rows).__name__
        see = "check_rows(read_rows(path), …)" if isinstance(rows, str | Path) else "check()"
        raise TypeError(f"rows must be a list of rows or a frame, found one {found}; see {see}")
    if hasattr(rows, "collect"):
        raise TypeError(f"rows is a {type(rows).__name__}; collect it first: rows.collect()")
    if _is_arrow(rows):
        return list(rows.to_pylist())
    if _is_frame(rows):
        return list(rows.to_dicts() if hasattr(rows, "to_dicts") else rows.to_dict("records"))
    return list(rows)


def _framed(rows: Any, verdicts: Sequence[Verdict]) -> Any:
    dicts = [verdict.to_dict() for verdict in verdicts]
    columns = {name: [each[name] for each in dicts] for name in COLUMNS}
    if hasattr(rows, "to_dicts"):
        return type(rows)(columns, schema_overrides=_KINDS, strict=False)
    numbers = {name: kind for name, kind in _KINDS.items() if kind is not str}
    return type(rows)(columns, index=rows.index).astype(numbers)


def loaded(detector: What) -> Detector:
    """Return the detector that is meant; by name, and from files that stay, it is loaded once.

    Raises:
        TypeError: When it is none of what may be given.
        InputError: When it names several.
    """
    if isinstance(detector, str) and "," in detector and not Path(detector).is_dir():
        raise InputError(
            f"{detector!r} names several detectors, and one judges here; ask once for each",
            field="detector",
        )
    if isinstance(detector, str | Path):
        return _named(detector, _stamp(Path(detector)))
    if isinstance(detector, Mapping):
        return load(detector)
    if isinstance(detector, type) or not hasattr(detector, "detect"):
        raise TypeError(
            f"detector must be a name, a saved folder, a spec or a detector, found {detector!r}"
        )
    return detector


def _name_of(detector: What) -> str:
    """Return what a detector is called: its name, that of its folder, or of its class."""
    if isinstance(detector, str | Path):
        return Path(detector).name
    if isinstance(detector, Mapping):
        return detector_name(detector)
    return DETECTORS.name_of(type(detector)) or type(detector).__name__


@lru_cache(maxsize=8)
def _named(name: str | Path, _: _Stamp) -> Detector:
    return load(name)


def _stamp(path: Path) -> _Stamp:
    """Return which files a saved detector is of, and when they were written; of a name nothing."""
    own = sorted(path.iterdir()) if path.is_dir() else [path] if path.is_file() else []
    stats = [(str(each.resolve()), each.stat()) for each in own]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)
