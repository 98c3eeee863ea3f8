"""Pipelines: steps that are done one after another, and never twice.

A step that is done leaves ``WORK/done/STEP.json``: what was asked for, the files that it made, and
which runs of the steps before it these rest on. It is done again when one of these has changed.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field, fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError, MissingExtraError
from training.progress import duration

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from training.job import Job

Wanted = dict[str, dict[str, str]]
"""By step and name: what to change of a recipe, as text."""


@dataclass(frozen=True)
class Step:
    """Something that a pipeline does.

    Attributes:
        name: What ``--only`` calls it.
        does: One line.
        minutes: About how long, on two cores.
        run: Does it, and returns the files that it made.
        after: The steps that it rests on.
        recipe: A frozen dataclass of what ``--set`` can change; ``run`` is given it.
        smoke: What ``--smoke`` changes of the recipe.
        reads_data: Whether it reads the folder of the corpora.
        exports: Whether it writes models, rather than what only later steps read.
        on_demand: Whether it is done only where ``--only`` names it, or under ``--smoke``.
        repeats: Whether it is done each time: it rests on more than files of steps that are done,
            such as the last checkpoint of a run.
    """

    name: str
    does: str
    minutes: int
    run: Callable[[Job, Any], Iterable[Path]]
    after: tuple[str, ...] = ()
    recipe: Any = None
    smoke: Mapping[str, Any] = field(default_factory=dict)
    reads_data: bool = False
    exports: bool = False
    on_demand: bool = False
    repeats: bool = False

    def settled(self, job: Job, wanted: Mapping[str, str]) -> Any:
        """Return the recipe with what was asked for.

        Raises:
            InputError: When it has no such name, or a value does not fit.
        """
        if self.recipe is None:
            if wanted:
                raise InputError(f"step {self.name} has nothing to set, found {sorted(wanted)}")
            return None
        recipe = replace(self.recipe, **self.smoke) if job.smoke else self.recipe
        known = [each.name for each in fields(recipe)]
        if unknown := sorted(set(wanted) - set(known)):
            raise InputError(f"step {self.name} has no {unknown[0]!r} to set; it has {known}")
        given = {name: self._value(name, text) for name, text in wanted.items()}
        return replace(recipe, **given)

    def _value(self, name: str, text: str) -> Any:
        kind = type(getattr(self.recipe, name))
        try:
            return kind(text)
        except ValueError as error:
            raise InputError(
                f"{self.name}.{name} must be {kind.__name__}, found {text!r}"
            ) from error


@dataclass(frozen=True)
class Pipeline:
    """What makes one model.

    Attributes:
        name: What ``python -m training`` calls it.
        makes: What is exported, one line.
        data: From which data.
        steps: In their order.
        extra: Of groundgraph, which its packages come with; "" where the core is enough.
        packages: What it imports of the extra.
        work: The folder under ``.cache`` that it works in, where that is not its name.
    """

    name: str
    makes: str
    data: str
    steps: tuple[Step, ...]
    extra: str = ""
    packages: tuple[str, ...] = ()
    work: str = ""

    def chosen(self, only: Collection[str], *, smoke: bool) -> list[Step]:
        """Return the steps of these names, or those that are done by themselves.

        Raises:
            InputError: When there is no step of a name.
        """
        names = [step.name for step in self.steps]
        if unknown := sorted(set(only) - set(names)):
            raise InputError(f"{self.name} has no step {unknown[0]!r}; it has {', '.join(names)}")
        if only:
            return [step for step in self.steps if step.name in only]
        return [step for step in self.steps if smoke or not step.on_demand]

    def require(self) -> None:
        """Check that the packages of the extra are there.

        Raises:
            MissingExtraError: When one is not.
        """
        if any(find_spec(package) is None for package in self.packages):
            raise MissingExtraError(f"python -m training {self.name}", self.extra)

    def run(self, job: Job, only: Collection[str] = (), wanted: Wanted | None = None) -> None:
        """Do the steps that are not done, and say what is left.

        Raises:
            InputError: When no such step or value can be chosen, when a step that one rests on
                is not done, or when one was done with other values.
            MissingExtraError: When a package is not installed.
            TimeSpentError: When the hours that training may take are over.
        """
        steps = self.chosen(only, smoke=job.smoke)
        if unknown := sorted(set(wanted or {}) - {step.name for step in self.steps}):
            raise InputError(f"{self.name} has no step {unknown[0]!r} to set something of")
        recipes = {
            step.name: step.settled(job, (wanted or {}).get(step.name, {})) for step in steps
        }
        self.require()
        job.work.mkdir(parents=True, exist_ok=True)
        for number, step in enumerate(steps, 1):
            print(f"[{number}/{len(steps)}] {self.name} {step.name}: {step.does}", flush=True)
            took = _do(step, recipes[step.name], job)
            left = 0 if job.smoke else sum(later.minutes for later in steps[number:])
            rest = f"; left, on two cores about {duration(60 * left)}" if left else ""
            print(f"    {took}{rest}", flush=True)


@dataclass(frozen=True)
class Stamp:
    """What is written down of a step that is done.

    Attributes:
        asked: What it was asked for: data, recipe and whether only a handful of rows was read.
        made: Its files.
        at: When, in nanoseconds; names this run of it.
        after: The runs of the steps that it rests on, by their names.
    """

    asked: dict[str, Any]
    made: list[str]
    at: int
    after: dict[str, int]


def stamp_file(job: Job, name: str) -> Path:
    """Return where a step is said to be done."""
    return job.work / "done" / f"{name}.json"


def _do(step: Step, recipe: Any, job: Job) -> str:
    asked = _asked(job, step, recipe)
    after = {name: _done(job, name).at for name in step.after}
    if _is_done(job, step, asked, after):
        return f"done before; remove {stamp_file(job, step.name)} to have it done again"
    begun = time.monotonic()
    made = [str(path) for path in step.run(job, recipe)]
    path = stamp_file(job, step.name)
    path.parent.mkdir(exist_ok=True)
    stamp = Stamp(asked, made, time.time_ns(), after)
    path.write_text(json.dumps(asdict(stamp), indent=1) + "\n", encoding="utf-8")
    return f"took {duration(time.monotonic() - begun)}"


def _asked(job: Job, step: Step, recipe: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {
        "smoke": job.smoke,
        "recipe": None if recipe is None else asdict(recipe),
    }
    if step.reads_data:
        asked["data"] = str(job.data.resolve())
    if step.exports:
        asked["output"] = str(job.output.resolve())
    return asked


def _is_done(job: Job, step: Step, asked: Mapping[str, Any], after: Mapping[str, int]) -> bool:
    path = stamp_file(job, step.name)
    if step.repeats or not path.is_file():
        return False
    stamp = _read(path)
    if differing := [name for name in asked if stamp.asked.get(name) != asked[name]]:
        found, expected = ({n: each.get(n) for n in differing} for each in (stamp.asked, asked))
        raise InputError(
            f"{step.name} was done with {found}, asked for is {expected}; take another --work, or "
            f"remove {path} and the files that it lists"
        )
    return stamp.after == after and all(Path(made).exists() for made in stamp.made)


def _done(job: Job, name: str) -> Stamp:
    path = stamp_file(job, name)
    if not path.is_file():
        raise InputError(f"{name} comes before and is not done: {path} is not there; run it first")
    return _read(path)


def _read(path: Path) -> Stamp:
    try:
        return Stamp(**json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise InputError(f"{path} cannot be read ({error}); remove it") from error


def parsed(settings: Sequence[str]) -> Wanted:
    """Read what ``--set`` was given, each ``STEP.NAME=VALUE``.

    Raises:
        InputError: When one is not written so.
    """
    found: Wanted = {}
    for each in settings:
        place, equals, value = each.partition("=")
        step, dot, name = place.partition(".")
        if not (equals and dot and step and name):
            raise InputError(f"--set takes STEP.NAME=VALUE, found {each!r}")
        found.setdefault(step, {})[name] = value
    return found
