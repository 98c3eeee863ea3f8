"""Steps that are done once, in their order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from groundgraph.errors import InputError, MissingExtraError
from training.job import Job
from training.steps import Pipeline, Step, parsed

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Recipe:
    words: int = 2
    share: float = 0.5


def write(job: Job, recipe: Recipe) -> list[Path]:
    path = job.work / "words.txt"
    path.write_text("word " * recipe.words, encoding="utf-8")
    return [path]


def count(job: Job, _: None) -> list[Path]:
    words = (job.work / "words.txt").read_text(encoding="utf-8").split()
    path = job.output / "count.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(str(len(words)), encoding="utf-8")
    return [path]


PIPELINE = Pipeline(
    "counter",
    makes="a count",
    data="nothing",
    steps=(
        Step("write", "words", 1, write, recipe=Recipe(), smoke={"words": 1}),
        Step("count", "their number", 1, count, after=("write",), exports=True),
        Step("again", "the same once more", 1, count, after=("write",), on_demand=True),
    ),
)


@pytest.fixture
def job(tmp_path: Path) -> Job:
    return Job(tmp_path / "work", tmp_path / "models")


def counted(job: Job) -> int:
    return int((job.output / "count.txt").read_text(encoding="utf-8"))


def done(printed: str) -> list[str]:
    """Return the steps that were said to be done before."""
    pairs = pairwise(printed.splitlines())
    return [first.split()[2].rstrip(":") for first, then in pairs if "done before" in then]


def test_all_steps_but_those_on_demand_are_done(job: Job) -> None:
    PIPELINE.run(job)

    assert counted(job) == 2
    assert sorted(path.stem for path in (job.work / "done").iterdir()) == ["count", "write"]


def test_a_step_that_repeats_is_done_each_time(
    job: Job, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, _ = PIPELINE.steps
    pipeline = replace(PIPELINE, steps=(first, replace(second, repeats=True)))
    pipeline.run(job)
    capsys.readouterr()

    pipeline.run(job)

    assert done(capsys.readouterr().out) == ["write"]


def test_a_second_call_does_nothing(job: Job, capsys: pytest.CaptureFixture[str]) -> None:
    PIPELINE.run(job)
    made = (job.output / "count.txt").stat().st_mtime_ns
    capsys.readouterr()

    PIPELINE.run(job)

    assert done(capsys.readouterr().out) == ["write", "count"]
    assert (job.output / "count.txt").stat().st_mtime_ns == made


def test_a_step_whose_file_is_gone_is_done_again_and_those_after_it(
    job: Job, capsys: pytest.CaptureFixture[str]
) -> None:
    PIPELINE.run(job)
    (job.work / "words.txt").unlink()
    capsys.readouterr()

    PIPELINE.run(job)

    assert done(capsys.readouterr().out) == []


def test_a_recipe_can_be_set(job: Job) -> None:
    PIPELINE.run(job, wanted=parsed(["write.words=7", "write.share=1e-3"]))

    assert counted(job) == 7


def test_smoke_takes_less_and_does_what_is_on_demand(job: Job) -> None:
    PIPELINE.run(replace(job, smoke=True))

    assert counted(job) == 1
    assert (job.work / "done" / "again.json").is_file()


def test_a_step_that_was_done_otherwise_is_refused(job: Job) -> None:
    PIPELINE.run(job)

    with pytest.raises(InputError, match=r"write was done with .*'words': 2.*asked for .*: 3"):
        PIPELINE.run(job, wanted={"write": {"words": "3"}})
    with pytest.raises(InputError, match=r"count was done with .*models.*elsewhere.*--work"):
        PIPELINE.run(replace(job, output=job.work / "elsewhere"))


def test_a_step_of_its_own_needs_those_before_it(job: Job) -> None:
    with pytest.raises(InputError, match="write comes before and is not done"):
        PIPELINE.run(job, only=["count"])

    PIPELINE.run(job, only=["write"])
    PIPELINE.run(job, only=["count"])

    assert counted(job) == 2


@pytest.mark.parametrize(
    ("only", "settings", "message"),
    [
        (["cuont"], [], "counter has no step 'cuont'; it has write, count, again"),
        ([], ["write.wrods=3"], r"write has no 'wrods' to set; it has \['words', 'share'\]"),
        ([], ["write.words=three"], "write.words must be int, found 'three'"),
        ([], ["count.words=3"], "count has nothing to set"),
        ([], ["cuont.words=3"], "counter has no step 'cuont'"),
        ([], ["words=3"], "--set takes STEP.NAME=VALUE, found 'words=3'"),
        ([], ["write.words"], "--set takes STEP.NAME=VALUE"),
    ],
)
def test_what_cannot_be_chosen_is_refused(
    job: Job, only: list[str], settings: list[str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        PIPELINE.run(job, only, parsed(settings))


def test_a_damaged_note_of_a_done_step_is_an_error(job: Job) -> None:
    PIPELINE.run(job)
    (job.work / "done" / "write.json").write_text("{", encoding="utf-8")

    with pytest.raises(InputError, match=r"write\.json cannot be read .*; remove it"):
        PIPELINE.run(job)


def test_a_missing_package_is_named_by_its_extra(job: Job) -> None:
    needy = replace(PIPELINE, extra="export", packages=("a_package_that_nobody_has",))

    with pytest.raises(MissingExtraError, match=r"training counter .*groundgraph\[export\]"):
        needy.run(job)
