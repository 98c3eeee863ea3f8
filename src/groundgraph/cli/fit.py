"""``groundgraph fit``: fit a detector on labelled answers."""

from __future__ import annotations

from dataclasses import asdict
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from groundgraph.cli import options  # noqa: TC001 - typer reads it
from groundgraph.errors import InputError, of_the_system
from groundgraph.types import FitOptions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.io import Limits
    from groundgraph.learn.curve import CurvePoint
    from groundgraph.types import Example


Detector = Annotated[str, typer.Argument(help="A name from `groundgraph detectors`.")]
Train = Annotated[str, typer.Argument(help="Rows with `label` (true or 1: hallucinated).")]
Output = Annotated[Path, typer.Option(help="Folder to save the fitted detector in.")]
By = Annotated[str | None, typer.Option(help="Fit one head for each `generator` as well.")]
Calibration = Annotated[str, typer.Option(help="sigmoid, isotonic or none.")]
Threshold = Annotated[
    str,
    typer.Option(
        help="best_f1, best_f1_at=0.35 (another base rate), balanced_accuracy, fpr=0.05, "
        "precision=0.9 (at the share of hallucinated rows that TRAIN has) or recall=0.9."
    ),
]
Features = Annotated[
    str | None, typer.Option(help="paper, extended, traced, untraced or both (gga only).")
]
Head = Annotated[str | None, typer.Option(help="xgboost or logistic (gga only).")]
Share = Annotated[
    float | None,
    typer.Option(help="Of the answers that go to the second detector at most (router only)."),
]
Refit = Annotated[
    str | None,
    typer.Option(
        help="calibration: keep the trees; trees: fit them too. Left out, by the number of "
        "labels (fused and lexical only)."
    ),
]
Curve = Annotated[
    bool,
    typer.Option("--curve", help="Fit on shares of the answers too, and say what each would give."),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress.")]


def fit(
    detector: Detector,
    train: Train,
    output: Output,
    by: By = None,
    calibration: Calibration = "sigmoid",
    threshold: Threshold = "best_f1",
    features: Features = None,
    head: Head = None,
    share: Share = None,
    refit: Refit = None,
    curve: Curve = False,
    columns: options.Columns = None,
    limit: options.Limit = None,
    quiet: Quiet = False,
) -> None:
    """Fit a detector on labelled answers and save it in a folder that `check` takes."""
    from groundgraph.cli.progress import progress
    from groundgraph.io.limits import limits_from
    from groundgraph.io.places import kind_of
    from groundgraph.learn.inputs import distinct
    from groundgraph.progress import watched
    from groundgraph.specs import namesake

    limits = limits_from(limit or ())
    if kind_of(output) not in {"nothing", "folder"}:
        raise InputError(f"--output names {str(output)!r}, a {kind_of(output)}; expected a folder")
    blank = _blank(detector, features)
    wanted = FitOptions(calibration, threshold, by=by, head=head, share=share, refit=refit)
    _keep_others(output, detector)
    given = _labelled(train, limits, columns or ())
    examples = distinct(given)
    if repeated := len(given) - len(examples):
        typer.echo(f"{repeated:,} of {len(given):,} rows repeat another and are left out")
    with progress(quiet=quiet) as watcher, watched(watcher):
        fitted = blank.fit(examples, wanted)
        points = _curve(blank, examples, wanted, fitted) if curve else []
    counts = _counted(examples)
    path = _saved(fitted, output, _training(counts, wanted, fitted, points))
    n, positives = counts["n"], counts["positives"]
    typer.echo(f"fitted {detector} on {n} answers ({positives} hallucinated): {path}")
    for remark in _remarks(n, fitted, threshold):
        typer.echo(remark)
    if expectation := getattr(fitted, "expectation", None):
        typer.echo(str(expectation))
    for point in points:
        typer.echo(f"  {_point(point)}")
    if namesake(output) is not None:
        typer.echo(
            f"it is called like a shipped one: check it with --detector ./{output}", err=True
        )


def _remarks(n: int, fitted: Any, policy: str) -> Iterator[str]:
    """Say how many answers could not be judged, and what so many as are left cannot show."""
    from groundgraph.learn.thresholds import unshown

    expected = getattr(fitted, "expectation", None)
    if expected is None:
        return
    if unjudged := n - expected.n:
        yield (
            f"{unjudged:,} of {n:,} answers cannot be judged and are left out; "
            "`groundgraph check` says why"
        )
    if few := unshown(policy, expected.positives, expected.n - expected.positives):
        yield f"warning: {few}"


def _blank(detector: str, features: str | None) -> Any:
    """Return the detector, unfitted, with the set of features that was asked for."""
    from groundgraph.registry import DETECTORS

    kind = DETECTORS.get(detector)
    if not hasattr(kind, "fit"):
        raise InputError(f"detector {detector!r} has nothing to fit")
    if features is None:
        return kind()
    if "features" not in signature(kind).parameters:
        raise InputError(f"detector {detector!r} has one set of features; leave --features out")
    return kind(features=features)


def _curve(
    blank: Any, examples: list[Example], wanted: FitOptions, fitted: Any
) -> list[CurvePoint]:
    from groundgraph.learn.curve import learning_curve

    return learning_curve(lambda some: blank.fit(some, wanted), examples, fitted)


def _point(point: CurvePoint) -> str:
    """Return the line of one point of the curve."""
    told = f"on {point.n:,} answers ({point.positives:,} hallucinated): "
    if point.problem:
        return f"{told}nothing, {point.problem}"
    named = {"AUROC": point.auroc, "balanced accuracy": point.balanced_accuracy}
    from groundgraph.learn.expectation import shown

    return told + ", ".join(f"{name} {shown(found)}" for name, found in named.items())


def _saved(fitted: Any, folder: Path, training: dict[str, Any]) -> Path:
    from groundgraph.specs import save

    try:
        return save(fitted, folder, training)
    except OSError as error:
        then = "nothing is kept; mend that and run the same command again"
        raise of_the_system(f"cannot save to {str(folder)!r}", error, then) from error


def _keep_others(folder: Path, detector: str) -> None:
    """Make sure that no detector of another kind is written over.

    Raises:
        InputError: When the folder holds one.
    """
    from groundgraph.specs.files import FILE, read_saved

    if not (folder / FILE).is_file():
        return
    if (there := read_saved(folder).spec.get("name")) != detector:
        raise InputError(
            f"{str(folder)!r} holds a fitted {there!r}; choose another --output, or delete the "
            "folder"
        )


def _labelled(train: str, limits: Limits, columns: Sequence[str]) -> list[Example]:
    """Read the rows that can be used, and say how many cannot, since a loss may bias the fit.

    Raises:
        InputError: When none can be used.
    """
    from groundgraph.io import read_rows
    from groundgraph.io.columns import columns_from
    from groundgraph.io.examples import label_unread

    examples: list[Example] = []
    left_out: list[str] = []
    for row in read_rows(train, limits, columns=columns_from(columns)):
        example = row.example
        if example is None or example.label is None:
            left_out.append(f"line {row.line}: {row.error or label_unread(example)}")
        else:
            examples.append(example)
    if not examples:
        first = left_out[0] if left_out else "the file has no rows"
        raise InputError(f"{train}: no row can be used; {first}", field="label")
    if left_out:
        rows = "1 row is" if len(left_out) == 1 else f"{len(left_out):,} rows are"
        typer.echo(f"{rows} left out of {len(left_out) + len(examples):,}; {left_out[0]}")
    return examples


def _training(
    counts: dict[str, Any], wanted: FitOptions, fitted: Any, points: list[CurvePoint]
) -> dict[str, Any]:
    """Return what is saved of the fit, for readers: counts, options, and what is expected of it."""
    chosen = {name: value for name, value in asdict(wanted).items() if value is not None}
    told = {**counts, **chosen, **_reported(fitted)}
    if "expectation" not in told and getattr(fitted, "expectation", None):
        told["expectation"] = fitted.expectation.as_json()
    if points:
        told["curve"] = [point.as_json() for point in points]
    return told


def _counted(examples: list[Example]) -> dict[str, Any]:
    generators = {example.generator for example in examples if example.generator is not None}
    positives = sum(bool(example.label) for example in examples)
    return {"n": len(examples), "positives": positives, "generators": sorted(generators)}


def _reported(fitted: Any) -> dict[str, Any]:
    return dict(getattr(fitted, "training_report", None) or {})
